"""Puzzles of all kinds for tests, each made from a seed."""

from collections.abc import Sequence
from itertools import product
from random import Random

from hashi_gui.core.board import Board, Move
from hashi_gui.core.puzzle import Cell, Puzzle
from hashi_gui.core.rules import Rules, components, degrees, find_loops, is_solution
from hashi_gui.generating import GenerationError, GeneratorOptions, generate

GARDEN = """
4.2..
.3..2
3....
.3.1.
3.4.3
"""
"""Has one solution; edges cross in two cells, (1, 2) and (3, 2)."""

MIN_SIDE, MAX_SIDE = 5, 25
"""The rows and columns of the grids."""

MAX_SMALL_SIDE, MAX_SMALL_ISLANDS = 6, 14

MAX_CANDIDATES = 20_000
"""The most candidates for the solutions of a tiny puzzle; beyond that it is left out."""


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


def without_loops(puzzle: Puzzle, solution: bytes) -> tuple[Puzzle, bytes]:
    """The puzzle with the rule "no loops", and the solution without bridges that close a ring."""
    closing = {loop[0] for loop in find_loops(puzzle, solution)}
    tree = bytes(0 if edge in closing else count for edge, count in enumerate(solution))
    clues = [None if i.clue is None else n for i, n in zip(puzzle.islands, degrees(puzzle, tree))]
    rules = puzzle.rules._replace(loops=False)
    return _with_clues(puzzle, clues)._replace(rules=rules), tree


def small_puzzle(seed: int) -> Puzzle:
    """A random puzzle with few islands, whose clues are those of random bridges.

    Most have only islands that these bridges connect, and so have a solution. In some, a clue is
    changed or several are hidden.
    """
    random = Random(seed)
    rows, cols = random.randint(1, MAX_SMALL_SIDE), random.randint(2, MAX_SMALL_SIDE)
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    islands = random.sample(cells, random.randint(2, min(MAX_SMALL_ISLANDS, len(cells))))
    limit = random.randint(1, 4)
    layout = Puzzle.from_clues(rows, cols, dict.fromkeys(islands), Rules(limit))
    counts = _random_bridges(layout, random)
    totals = degrees(layout, counts)
    all_islands = range(len(totals))
    used = max(components(layout, counts), key=len) if random.random() < 0.8 else all_islands
    clues: dict[Cell, int | None] = {layout.islands[i].cell: totals[i] or 1 for i in used}
    if random.random() < 0.2:
        clues[random.choice(list(clues))] = random.randint(1, 2 * limit)
    if random.random() < 0.3:
        clues |= dict.fromkeys(random.sample(list(clues), random.randint(1, len(clues))))
    return Puzzle.from_clues(rows, cols, clues, layout.rules)


def _random_bridges(layout: Puzzle, random: Random) -> list[int]:
    counts = [0] * len(layout.edges)
    for edge in random.sample(range(len(counts)), len(counts)):
        if not any(counts[across] for across in layout.crossings[edge]):
            counts[edge] = random.randint(0, layout.rules.max_bridges)
    return counts


def find_all(puzzle: Puzzle) -> list[bytes] | None:
    """All solutions of a tiny puzzle, found with the rules alone; None if there is too much to try.

    A solution is the number of bridges on each edge.
    """
    candidates = [b""]
    for edge in puzzle.edges:
        candidates = [
            candidate + bytes([bridges])
            for candidate in candidates
            for bridges in range(puzzle.rules.max_bridges + 1)
            if _is_possible(puzzle, edge.id, candidate, bridges)
        ]
        if len(candidates) > MAX_CANDIDATES:
            return None
    return [candidate for candidate in candidates if is_solution(puzzle, candidate)]


def _is_possible(puzzle: Puzzle, edge: int, before: bytes, bridges: int) -> bool:
    """Whether an edge can have these bridges, given those of all edges before it."""
    if bridges and any(before[other] for other in puzzle.crossings[edge] if other < edge):
        return False
    for island in puzzle.ends(edge):
        if island.clue is not None:
            others = [before[e] for e in puzzle.incident[island.id] if e < edge]
            missing = island.clue - sum(others) - bridges
            is_last = len(others) + 1 == len(puzzle.incident[island.id])
            if missing < 0 or (is_last and missing > 0):
                return False
    return True


def partial_board(random: Random, solution: bytes) -> Board:
    """Some of the bridges of a solution, and marks on some of the edges without a bridge."""
    done = random.random()
    counts = bytes(random.randint(0, n) if random.random() < done else 0 for n in solution)
    free = [edge for edge, count in enumerate(solution) if not count]
    return Board(counts, frozenset(e for e in free if random.random() < done / 2))


def square_and_corner() -> tuple[Puzzle, Board, Move]:
    """A grid of 2s with four bridges that form a closed square, and a mark that leaves a corner
    with one edge.
    """
    square = "2,2-2,3=1;2,2-3,2=1;2,3-3,3=1;3,2-3,3=1"
    puzzle = Puzzle.from_clues(6, 6, dict.fromkeys(product(range(6), repeat=2), 2))
    board = Board.empty(puzzle).apply(Move.from_text(puzzle, square))
    return puzzle, board, Move.from_text(puzzle, "0,0-0,1=x")
