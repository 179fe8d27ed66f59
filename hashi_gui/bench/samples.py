"""Puzzles of all kinds to test on, each from a seed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import degrees
from hashi_gui.generating import GenerationError, GeneratorOptions, generate

SMALLEST, LARGEST = 5, 25
"""The sides of the grids."""


def sample(seed: int, largest: int = LARGEST) -> Puzzle:
    """A puzzle with a solution: any size, sparse or dense, 1 to 4 bridges, some with "?".

    A third of them have one solution, as they were made. The others lost some of their clues, or
    have those of a changed solution, so that many have several.
    """
    random = Random(seed)
    while True:
        try:
            made = generate(_options(random, largest), random.getrandbits(30))
        except GenerationError:
            continue  # too dense for its size, or no luck
        kind = random.randrange(3)
        if kind == 0:
            return made.puzzle
        if kind == 1:
            return _forgetting(made.puzzle, random)
        return _rebuilt(made.puzzle, made.solution, random)


def _options(random: Random, largest: int) -> GeneratorOptions:
    rows, cols = (random.randint(SMALLEST, largest) for _ in range(2))
    return GeneratorOptions(
        rows,
        cols,
        islands=max(2, round(random.uniform(0.06, 0.3) * rows * cols)),
        max_bridges=random.choice((1, 2, 2, 2, 3, 4)),
        doubles=random.random(),
        unknown=random.choice((0.0, 0.0, 0.1, 0.3)),
    )


def _forgetting(puzzle: Puzzle, random: Random) -> Puzzle:
    """Some clues become "?"."""
    share = random.uniform(0, 0.5)
    clues = [None if random.random() < share else island.clue for island in puzzle.islands]
    return _with_clues(puzzle, clues)


def _rebuilt(puzzle: Puzzle, solution: bytes, random: Random) -> Puzzle:
    """The clues are those of the solution with other numbers of bridges."""
    counts = [
        random.randint(1, puzzle.max_bridges) if count and random.random() < 0.3 else count
        for count in solution
    ]
    ends = degrees(puzzle, counts)
    clues = [None if i.clue is None else count for i, count in zip(puzzle.islands, ends)]
    return _with_clues(puzzle, clues)


def _with_clues(puzzle: Puzzle, clues: Sequence[int | None]) -> Puzzle:
    cells = (island.cell for island in puzzle.islands)
    return Puzzle.from_clues(puzzle.rows, puzzle.cols, dict(zip(cells, clues)), puzzle.max_bridges)
