"""Islands, the possible bridges between them, and the puzzle they make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from hashi_gui.core.errors import HashiError

MAX_BRIDGES_LIMIT = 4
MAX_SIDE = 2000
MAX_ISLANDS = 120_000

Cell = tuple[int, int]
"""A place on the grid as (row, column), both from 0 at the top left."""


class PuzzleError(HashiError):
    """Clues that do not make a puzzle."""


@dataclass(frozen=True, slots=True)
class Island:
    """A numbered circle. ``clue`` is how many bridges end here; None is "?", any number from 1."""

    id: int
    row: int
    col: int
    clue: int | None

    @property
    def cell(self) -> Cell:
        return self.row, self.col


@dataclass(frozen=True, slots=True)
class Edge:
    """A possible bridge: islands ``a`` and ``b`` see each other along a row or a column.

    ``a`` is the island further left, or further up.
    """

    id: int
    a: int
    b: int
    horizontal: bool

    def other(self, island: int) -> int:
        """The id of the island at the far end, seen from ``island``."""
        return self.b if island == self.a else self.a


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A Hashiwokakero puzzle; every id is an index into ``islands`` or ``edges``.

    ``incident[i]`` holds the edges at island ``i``; ``crossings[e]`` the edges that cross edge
    ``e``; at most ``max_bridges`` bridges join one pair of islands. Build one with
    :meth:`from_clues`.
    """

    rows: int
    cols: int
    islands: tuple[Island, ...]
    edges: tuple[Edge, ...]
    incident: tuple[tuple[int, ...], ...]
    crossings: tuple[tuple[int, ...], ...]
    max_bridges: int = 2
    _ids: Mapping[Cell, int] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def from_clues(
        cls, rows: int, cols: int, clues: Mapping[Cell, int | None], max_bridges: int = 2
    ) -> Puzzle:
        """The puzzle with an island at each cell of ``clues``, in reading order.

        Raises PuzzleError for a size, a cell, a clue or a bridge limit that cannot be.
        """
        _check(rows, cols, clues, max_bridges)
        cells = sorted(clues)
        islands = tuple(Island(i, *cell, clues[cell]) for i, cell in enumerate(cells))
        edges = _edges(islands, cols)
        incident: list[list[int]] = [[] for _ in islands]
        for edge in edges:
            incident[edge.a].append(edge.id)
            incident[edge.b].append(edge.id)
        return cls(
            rows,
            cols,
            islands,
            edges,
            tuple(map(tuple, incident)),
            _crossings(rows, cols, islands, edges),
            max_bridges,
            {cell: i for i, cell in enumerate(cells)},
        )

    def island_at(self, row: int, col: int) -> Island | None:
        """The island on a cell, or None for water."""
        island = self._ids.get((row, col))
        return None if island is None else self.islands[island]

    def edge_between(self, one: int, two: int) -> Edge | None:
        """The edge that joins two islands, or None where they do not see each other."""
        for e in self.incident[one]:
            if self.edges[e].other(one) == two:
                return self.edges[e]
        return None

    def neighbours(self, island: int) -> Iterator[tuple[Edge, Island]]:
        """Each edge at an island, with the island at its far end."""
        for e in self.incident[island]:
            edge = self.edges[e]
            yield edge, self.islands[edge.other(island)]

    def edge_towards(self, island: int, drow: int, dcol: int) -> Edge | None:
        """The edge that leaves an island in direction (drow, dcol), each of -1, 0, 1."""
        here = self.islands[island]
        for edge, there in self.neighbours(island):
            ahead = (there.row - here.row) * drow + (there.col - here.col) * dcol
            if edge.horizontal == (drow == 0) and ahead > 0:
                return edge
        return None

    def ends(self, edge: int) -> tuple[Island, Island]:
        """The two islands of an edge, ``a`` first."""
        joined = self.edges[edge]
        return self.islands[joined.a], self.islands[joined.b]

    def water(self, edge: int) -> list[Cell]:
        """The cells an edge runs over, from ``a`` to ``b``, without the islands themselves."""
        a, b = self.ends(edge)
        if self.edges[edge].horizontal:
            return [(a.row, col) for col in range(a.col + 1, b.col)]
        return [(row, a.col) for row in range(a.row + 1, b.row)]


def _check(rows: int, cols: int, clues: Mapping[Cell, int | None], max_bridges: int) -> None:
    if not (1 <= rows <= MAX_SIDE and 1 <= cols <= MAX_SIDE):
        raise PuzzleError(f"A grid of {rows} x {cols} cells; each side must be 1 to {MAX_SIDE}.")
    if not 1 <= max_bridges <= MAX_BRIDGES_LIMIT:
        raise PuzzleError(
            f"At most {max_bridges} bridges a pair; the limit must be 1 to {MAX_BRIDGES_LIMIT}."
        )
    if not clues:
        raise PuzzleError("The grid has no island; a puzzle needs at least one.")
    if len(clues) > MAX_ISLANDS:
        raise PuzzleError(f"A puzzle of {len(clues)} islands; there can be at most {MAX_ISLANDS}.")
    largest = 4 * max_bridges
    for (row, col), clue in clues.items():
        if not (0 <= row < rows and 0 <= col < cols):
            raise PuzzleError(f"An island at row {row}, column {col} is outside {rows} x {cols}.")
        if clue is not None and not 0 <= clue <= largest:
            raise PuzzleError(
                f"The clue {clue} at row {row}, column {col}; "
                f"with {max_bridges} bridges a pair it must be 0 to {largest}."
            )


def _edges(islands: tuple[Island, ...], cols: int) -> tuple[Edge, ...]:
    """Join each island to the one before it in its row and in its column."""
    edges: list[Edge] = []
    above: list[int | None] = [None] * cols
    left: Island | None = None
    for island in islands:
        up = above[island.col]
        if up is not None:
            edges.append(Edge(len(edges), up, island.id, horizontal=False))
        if left is not None and left.row == island.row:
            edges.append(Edge(len(edges), left.id, island.id, horizontal=True))
        above[island.col] = island.id
        left = island
    return tuple(edges)


def _crossings(
    rows: int, cols: int, islands: tuple[Island, ...], edges: tuple[Edge, ...]
) -> tuple[tuple[int, ...], ...]:
    """For each edge those that share a water cell with it; one runs along, the other across.

    A slice for each edge, because a grid of four million cells may have as many crossings.
    """
    across: list[int | None] = [None] * (rows * cols)
    down: list[int | None] = [None] * (rows * cols)
    water = []
    for edge in edges:
        a, b = islands[edge.a], islands[edge.b]
        step = 1 if edge.horizontal else cols
        cells = slice(a.row * cols + a.col + step, b.row * cols + b.col, step)
        water.append(cells)
        line = across if edge.horizontal else down
        line[cells] = [edge.id] * len(range(cells.start, cells.stop, step))
    return tuple(
        tuple([e for e in (down if edge.horizontal else across)[cells] if e is not None])
        for edge, cells in zip(edges, water)
    )
