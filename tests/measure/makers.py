"""Makers of boards: hard for solvers, large, or as people play them.

On a board of 2s with more than two islands, every solution is a circuit through all of them: two
bridges on one edge would cut off its two islands.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from math import isqrt
from typing import Any

from hashi_gui.core.puzzle import Cell, Puzzle
from hashi_gui.core.rules import Rules, components, degrees
from hashi_gui.generating import GeneratedPuzzle, GeneratorOptions, generate
from hashi_gui.generating.layout import grow
from hashi_gui.generating.layout_grid import DisjointSets
from hashi_gui.generating.rng import Rng
from hashi_gui.logic.levels import Level

DENSITY = 0.24
"""The islands per cell of most puzzles that are measured."""


def all_cells(rows: int, cols: int) -> list[Cell]:
    """The cells of a grid in reading order."""
    return [(row, col) for row in range(rows) for col in range(cols)]


def inner_cells(rows: int, cols: int) -> list[Cell]:
    """The cells that are not on the border of a grid."""
    return [(row + 1, col + 1) for row, col in all_cells(rows - 2, cols - 2)]


def colour(cell: Cell) -> int:
    """0 or 1: the colour of a cell as on a chessboard, 0 at the top left."""
    return sum(cell) % 2


def uniform(
    *, rows: int, cols: int, clue: int, limit: int = 2, holes: Collection[Cell] = ()
) -> Puzzle:
    """The same clue on every cell but the ``holes``."""
    clues = {cell: clue for cell in all_cells(rows, cols) if cell not in holes}
    return Puzzle.from_clues(rows, cols, clues, Rules(limit))


def chessboard(*, rows: int, cols: int, clue: int, limit: int, colour_of_clues: int) -> Puzzle:
    """The same clue on every cell of one colour, "?" on the others."""
    clues = {
        cell: clue if colour(cell) == colour_of_clues else None for cell in all_cells(rows, cols)
    }
    return Puzzle.from_clues(rows, cols, clues, Rules(limit))


def one_colour_holes(
    *, rows: int, cols: int, holes: int, colour_of_holes: int, seed: int, limit: int = 2
) -> Puzzle:
    """All 2s, with ``holes`` at random inner cells of one colour."""
    inner = [cell for cell in inner_cells(rows, cols) if colour(cell) == colour_of_holes]
    return uniform(
        rows=rows, cols=cols, clue=2, limit=limit, holes=Rng(seed).shuffled(inner)[:holes]
    )


def corner_and_holes(*, side: int, holes: int, seed: int, limit: int) -> Puzzle:
    """All 2s but for the top left corner and ``holes`` inner cells of its colour.

    Unsolvable if ``side`` is even: the other colour has an island more for each hole and for the
    corner. A circuit makes up for it with a bridge over a hole, but none passes over the corner.
    """
    puzzle = one_colour_holes(
        rows=side, cols=side, holes=holes, colour_of_holes=0, seed=seed, limit=limit
    )
    clues = {island.cell: island.clue for island in puzzle.islands if island.cell != (0, 0)}
    return Puzzle.from_clues(side, side, clues, Rules(limit))


def random_clues(
    *, rows: int, cols: int, clues: Sequence[int], bridges: int, limit: int, seed: int
) -> Puzzle:
    """Clues at random, then changed until they stand for this number of bridges.

    Both colours get the same sum. The clues are between the smallest and the largest of ``clues``.
    """
    rng = Rng(seed)
    cells = all_cells(rows, cols)
    found = {cell: rng.pick(clues) for cell in cells}
    for each in (0, 1):
        own = [cell for cell in cells if colour(cell) == each]
        while difference := bridges - sum(found[cell] for cell in own):
            cell = rng.pick(own)
            step = 1 if difference > 0 else -1
            found[cell] = min(max(clues), max(min(clues), found[cell] + step))
    return Puzzle.from_clues(rows, cols, found, Rules(limit))


def planted(*, rows: int, cols: int, density: float, seed: int, **options: Any) -> Puzzle:
    """:func:`planted_on` the share ``density`` of the cells, chosen at random."""
    rng = Rng(seed)
    cells = rng.shuffled(all_cells(rows, cols))[: round(density * rows * cols)]
    return planted_on(rows, cols, cells, rng, **options)


def folded_corridor(*, side: int, width: int, seed: int, **options: Any) -> Puzzle:
    """:func:`planted_on` a corridor that goes to and fro through a square, with walls of water."""
    cells = set(all_cells(side, side))
    for number, wall in enumerate(range(width, side, width + 1)):
        gap = range(side - width, side) if number % 2 == 0 else range(width)
        cells.difference_update((wall, col) for col in range(side) if col not in gap)
    return planted_on(side, side, sorted(cells), Rng(seed), **options)


def comb(*, side: int, width: int, seed: int, **options: Any) -> Puzzle:
    """:func:`planted_on` teeth that hang from the top rows of a square, with water between them."""
    period = width + 1
    cells = [(row, col) for row, col in all_cells(side, side) if row < width or (col + 1) % period]
    return planted_on(side, side, cells, Rng(seed), **options)


def spiral(*, side: int, width: int, seed: int, **options: Any) -> Puzzle:
    """:func:`planted_on` a corridor that winds inwards through a square, with walls of water."""
    row, col = width, -1
    cells = set(all_cells(side, side))
    for turn, length in enumerate(range(side - width, 0, -width - 1)):
        # All walls but the first one have another of the same length before them.
        for drow, dcol in (STEPS[2 * turn % 4 - 1], STEPS[2 * turn % 4])[turn == 0 :]:
            for _ in range(length):
                row, col = row + drow, col + dcol
                cells.discard((row, col))
    return planted_on(side, side, sorted(cells), Rng(seed), **options)


def knights_moves(*, side: int, seed: int, **options: Any) -> Puzzle:
    """:func:`planted_on` two of five diagonals, so that islands are a knight's move apart."""
    cells = [cell for cell in all_cells(side, side) if (2 * cell[0] + cell[1]) % 5 in (0, 2)]
    return planted_on(side, side, cells, Rng(seed), **options)


def planted_on(
    rows: int,
    cols: int,
    cells: Iterable[Cell],
    rng: Rng,
    *,
    limit: int,
    extra: float = 0.0,
    doubles: float = 0.0,
    unknown: float = 0.0,
    loops: bool = True,
) -> Puzzle:
    """The clues of a random spanning tree of islands on these cells.

    ``extra`` is the probability of an edge that would close a loop, ``doubles`` that of each
    further bridge on an edge, ``unknown`` that of a "?". Islands that the tree does not reach are
    left out.
    """
    layout = Puzzle.from_clues(rows, cols, dict.fromkeys(cells), Rules(limit, loops))
    groups = DisjointSets[int]()
    counts = [0] * len(layout.edges)
    for edge in rng.shuffled(layout.edges):
        if any(counts[other] for other in layout.crossings[edge.id]):
            continue
        if groups.unite(edge.a, edge.b) or rng.chance(extra):
            counts[edge.id] = 1 + sum(rng.chance(doubles) for _ in range(limit - 1))
    totals = degrees(layout, counts)
    reached = max(components(layout, counts), key=len)
    clues = {
        layout.islands[island].cell: None if rng.chance(unknown) else totals[island]
        for island in reached
    }
    return Puzzle.from_clues(rows, cols, clues, layout.rules)


def joined_blocks(*, rows: int, cols: int, holes: int, limit: int, seed: int) -> Puzzle:
    """Two blocks of 2s with random holes, joined by one 2 that takes a bridge to each.

    There is no solution: the bridges that leave a block are an even number.
    """
    rng = Rng(seed)
    clues: dict[Cell, int | None] = {(rows - 1, cols): 2}
    for row, col in ((0, 0), (rows, cols)):
        left_out = set(rng.shuffled(inner_cells(rows, cols))[:holes])
        block = [cell for cell in all_cells(rows, cols) if cell not in left_out]
        clues |= {(row + r, col + c): 2 for r, c in block}
    return Puzzle.from_clues(2 * rows, 2 * cols, clues, Rules(limit))


def swapped_clues(*, swaps: int, seed: int, **options: Any) -> Puzzle:
    """A :func:`planted` board after ``swaps`` swaps of the clues of two islands of one colour.

    The sum of the clues of each colour stays the same.
    """
    puzzle = planted(seed=seed, **options)
    return _swapped(puzzle, swaps, seed, lambda one, two: colour(one) == colour(two))


def swapped_nearby(*, swaps: int, seed: int, **options: Any) -> Puzzle:
    """A :func:`planted` board after ``swaps`` swaps of clues at most three steps apart."""
    puzzle = planted(seed=seed, **options)
    return _swapped(
        puzzle, swaps, seed, lambda one, two: 0 < sum(abs(x - y) for x, y in zip(one, two)) <= 3
    )


def _swapped(puzzle: Puzzle, swaps: int, seed: int, fit: Callable[[Cell, Cell], bool]) -> Puzzle:
    rng = Rng(seed)
    clues = puzzle.clues
    cells = list(clues)
    for _ in range(swaps):
        one = rng.pick(cells)
        two = rng.pick([cell for cell in cells if fit(one, cell)])
        clues[one], clues[two] = clues[two], clues[one]
    return puzzle.with_clues(clues)


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
    corners = dict.fromkeys(sorted(blocks))
    circuit: set[Bridge] = set()
    for row, col in corners:
        circuit ^= _square(2 * row, 2 * col)
    groups = DisjointSets[Cell]()
    pairs = [(cell, step) for cell in corners for step in ((0, 1), (1, 0))]
    for (row, col), (drow, dcol) in rng.shuffled(pairs):
        other = row + drow, col + dcol
        if other in corners and groups.unite((row, col), other):
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


def closed_groups(*, side: int, ones: float, seed: int) -> Puzzle:
    """A full square of "?", with a 1 in place of each with probability ``ones``; limit 1.

    Nothing passes through a 1, so a group of "?" with nothing but 1s around it is closed, and there
    is no solution if there are several groups.
    """
    return _Square(side, ones, Rng(seed)).puzzle()


def almost_closed_groups(*, side: int, ones: float, seed: int) -> Puzzle:
    """:func:`closed_groups` with just enough clues raised that there is a solution."""
    rng = Rng(seed)
    square = _Square(side, ones, rng)
    square.open(rng)
    return square.puzzle()


class _Square:
    def __init__(self, side: int, ones: float, rng: Rng) -> None:
        self._side = side
        self._clues: dict[Cell, int | None] = {
            cell: 1 if rng.chance(ones) else None for cell in all_cells(side, side)
        }
        self._groups = DisjointSets[Cell]()

    def puzzle(self) -> Puzzle:
        return Puzzle.from_clues(self._side, self._side, self._clues, Rules(1))

    def open(self, rng: Rng) -> None:
        """Raise clues between groups, and where that is not enough replace them by "?"."""
        for cell, clue in self._clues.items():
            # A 1 with only 1s beside it could not be connected.
            if clue is None or not self._groups_beside(cell):
                self._add_unknown(cell)
        for cell in rng.shuffled(self._cells_with(1)):
            beside = self._groups_beside(cell)
            self._clues[cell] = len(beside)
            self._join(beside)
        closed = rng.shuffled(self._cells_with(1))
        while len({self._groups.leader(cell) for cell in self._cells_with(None)}) > 1:
            self._add_unknown(closed.pop())

    def _add_unknown(self, cell: Cell) -> None:
        self._clues[cell] = None
        self._join({self._groups.leader(cell), *self._groups_beside(cell)})

    def _join(self, groups: set[Cell]) -> None:
        first, *others = sorted(groups)
        for other in others:
            self._groups.unite(first, other)

    def _groups_beside(self, cell: Cell) -> set[Cell]:
        """The groups of the "?" beside a cell."""
        beside = [(cell[0] + drow, cell[1] + dcol) for drow, dcol in STEPS]
        return {self._groups.leader(each) for each in beside if self._clues.get(each, 0) is None}

    def _cells_with(self, clue: int | None) -> list[Cell]:
        return [cell for cell, each in self._clues.items() if each == clue]


CELLS_PER_ISLAND = 4
"""As dense as puzzles that are pleasant to play."""


def large_puzzle(islands: int, seed: int) -> Puzzle:
    """A square puzzle that has a solution, and usually several; it depends on the seed alone."""
    return solvable_puzzle(isqrt(CELLS_PER_ISLAND * islands) + 1, islands, Rng(seed))


def solvable_puzzle(side: int, islands: int, rng: Rng) -> Puzzle:
    """A random square puzzle with the clues of random bridges."""
    layout = grow(GeneratorOptions(side, side, islands), rng)
    clues: Counter[Cell] = Counter()
    for ends in sorted(layout.bridges):
        count = 1 + rng.index(2)
        for cell in ends:
            clues[cell] += count
    return Puzzle.from_clues(side, side, dict(clues))


def generated(side: int, seed: int, level: Level | None = None) -> GeneratedPuzzle:
    """A square puzzle with as many islands as ours had when most was measured."""
    options = GeneratorOptions(side, side, round(DENSITY * side * side), level=level)
    return generate(options, seed)
