"""Puzzles of all kinds for tests, each made from a seed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import degrees
from hashi_gui.generating import GenerationError, GeneratorOptions, generate

MIN_SIDE, MAX_SIDE = 5, 25
"""The rows and columns of the grids."""


def sample(seed: int, max_side: int = MAX_SIDE) -> Puzzle:
    """A puzzle with at least one solution: of any size and density, with 1 to 4 bridges and "?".

    A third of the puzzles have exactly one solution. Of the others, some clues were hidden or
    changed to those of another solution, so that many have several.
    """
    random = Random(seed)
    while True:
        try:
            generated = generate(_options(random, max_side), random.getrandbits(30))
        except GenerationError:
            continue  # Too many islands for the size, or no unique solution was found.
        kind = random.randrange(3)
        if kind == 0:
            return generated.puzzle
        if kind == 1:
            return _hide_clues(generated.puzzle, random)
        return _change_clues(generated.puzzle, generated.solution, random)


def _options(random: Random, max_side: int) -> GeneratorOptions:
    rows, cols = (random.randint(MIN_SIDE, max_side) for _ in range(2))
    return GeneratorOptions(
        rows,
        cols,
        islands=max(2, round(random.uniform(0.06, 0.3) * rows * cols)),
        max_bridges=random.choice((1, 2, 2, 2, 3, 4)),
        doubles=random.random(),
        unknown=random.choice((0.0, 0.0, 0.1, 0.3)),
    )


def _hide_clues(puzzle: Puzzle, random: Random) -> Puzzle:
    """The puzzle with some clues replaced by "?"."""
    share = random.uniform(0, 0.5)
    clues = [None if random.random() < share else island.clue for island in puzzle.islands]
    return _with_clues(puzzle, clues)


def _change_clues(puzzle: Puzzle, solution: bytes, random: Random) -> Puzzle:
    """The puzzle with the clues of a solution that has other numbers of bridges."""
    counts = [
        random.randint(1, puzzle.rules.max_bridges) if count and random.random() < 0.3 else count
        for count in solution
    ]
    totals = degrees(puzzle, counts)
    clues = [None if i.clue is None else total for i, total in zip(puzzle.islands, totals)]
    return _with_clues(puzzle, clues)


def _with_clues(puzzle: Puzzle, clues: Sequence[int | None]) -> Puzzle:
    cells = (island.cell for island in puzzle.islands)
    return puzzle.with_clues(dict(zip(cells, clues)))
