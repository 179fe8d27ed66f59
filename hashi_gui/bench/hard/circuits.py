"""Boards that ask for a Hamiltonian circuit.

On a board of 2s with more than two islands, every solution is a circuit through all of them: two
bridges on one edge would cut off its two islands.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from hashi_gui.bench.hard.grids import all_cells, colour, uniform
from hashi_gui.bench.hard.planted import Groups
from hashi_gui.core.puzzle import Cell, Puzzle
from hashi_gui.generating.rng import Rng

Bridge = tuple[Cell, Cell]
"""A bridge between two cells, the left or upper one first."""

STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def circuit_with_holes(*, side: int, holes: int, limit: int, seed: int) -> Puzzle:
    """A square of 2s with random holes, all of them where a certain circuit runs straight.

    The bridges of the circuit pass over the holes, so it remains a solution. ``side`` is even.
    """
    rng = Rng(seed)
    circuit = _circuit_around_tree(all_cells(side // 2, side // 2), rng)
    holes_at = rng.shuffled(_straight_cells(circuit))[:holes]
    return uniform(rows=side, cols=side, clue=2, limit=limit, holes=holes_at)


def random_holes(*, side: int, holes: int, limit: int, seed: int) -> Puzzle:
    """A square of 2s with holes at random cells, half of them of each colour."""
    rng = Rng(seed)
    left_out: set[Cell] = set()
    for each in (0, 1):
        own = [cell for cell in all_cells(side, side) if colour(cell) == each]
        left_out.update(rng.shuffled(own)[: (holes + 1 - each) // 2])
    return uniform(rows=side, cols=side, clue=2, limit=limit, holes=left_out)


def grid_graph(*, side: int, blocks: int, removed: tuple[int, int], seed: int) -> Puzzle:
    """:func:`circuit_reduction` of a random grid graph within a square of this even side.

    The graph consists of ``blocks`` blocks of 2x2 points that hang together, so it has a circuit.
    Then ``removed`` points of each colour are taken away: if they are not as many of both, no
    circuit is left.
    """
    rng = Rng(seed)
    points = {
        (2 * row + drow, 2 * col + dcol)
        for row, col in _connected_cells(side // 2, blocks, rng)
        for drow, dcol in all_cells(2, 2)
    }
    for each, count in enumerate(removed):
        own = sorted(point for point in points if colour(point) == each)
        points.difference_update(rng.shuffled(own)[:count])
    return circuit_reduction(points)


def circuit_reduction(points: Collection[Cell]) -> Puzzle:
    """A board that has a solution if and only if a grid graph has a Hamiltonian circuit.

    The graph has more than two ``points``, and an edge between any two at distance 1. Andersson,
    Hashiwokakero is NP-complete, Information Processing Letters 109 (2009), 1145: at twice the
    distance, each point becomes an island with clue 6 - degree, and each neighbour that it lacks
    an island with clue 1 next to it. Two islands with clue 1 would be cut off if a bridge joined
    them; so they all take one bridge from their point, and leave it two for the circuit.
    """
    clues: dict[Cell, int | None] = {}
    for row, col in points:
        clue = 2
        for drow, dcol in STEPS:
            if (row + drow, col + dcol) not in points:
                clues[2 * row + 1 + drow, 2 * col + 1 + dcol] = 1
                clue += 1
        clues[2 * row + 1, 2 * col + 1] = clue
    rows, cols = (2 + max(cell[axis] for cell in clues) for axis in (0, 1))
    return Puzzle.from_clues(rows, cols, clues)


def _connected_cells(side: int, count: int, rng: Rng) -> list[Cell]:
    """Random cells of a square, connected with each other."""
    cells = [(side // 2, side // 2)]
    while len(cells) < count:
        row, col = rng.pick(cells)
        drow, dcol = rng.pick(STEPS)
        cell = row + drow, col + dcol
        if cell not in cells and max(cell) < side and min(cell) >= 0:
            cells.append(cell)
    return cells


def _circuit_around_tree(blocks: Collection[Cell], rng: Rng) -> set[Bridge]:
    """A circuit through the four cells of each block, around a random spanning tree of the blocks.

    Block (row, column) has the cells (2 row, 2 column) to (2 row + 1, 2 column + 1).
    """
    numbers = {block: number for number, block in enumerate(sorted(blocks))}
    circuit: set[Bridge] = set()
    for row, col in numbers:
        circuit ^= _square(2 * row, 2 * col)
    groups = Groups(len(numbers))
    pairs = [(cell, step) for cell in numbers for step in ((0, 1), (1, 0))]
    for (row, col), (drow, dcol) in rng.shuffled(pairs):
        other = row + drow, col + dcol
        if other in numbers and groups.join(numbers[row, col], numbers[other]):
            # Where two blocks touch, this replaces a side of each by two bridges between them.
            circuit ^= _square(2 * row + drow, 2 * col + dcol)
    return circuit


def _square(row: int, col: int) -> set[Bridge]:
    """The sides of the square with this cell at the top left."""
    one, two, three, four = ((row, col), (row, col + 1), (row + 1, col), (row + 1, col + 1))
    return {(one, two), (three, four), (one, three), (two, four)}


def _straight_cells(circuit: Collection[Bridge]) -> list[Cell]:
    """The cells, in order, whose two neighbours on the circuit are in one row or column."""
    neighbours: defaultdict[Cell, list[Cell]] = defaultdict(list)
    for one, two in circuit:
        neighbours[one].append(two)
        neighbours[two].append(one)
    return sorted(
        cell
        for cell, (before, after) in neighbours.items()
        if before[0] == after[0] or before[1] == after[1]
    )
