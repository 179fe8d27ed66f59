"""Puzzles: islands and the possible bridges between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from hashi_gui.core.errors import HashiError
from hashi_gui.core.wording import cell_name

MAX_BRIDGES_LIMIT = 4
MAX_SIDE = 2000
MAX_ISLANDS = 120_000

Cell = tuple[int, int]
"""A cell of the grid as (row, column), both from 0 at the top left."""


class PuzzleError(HashiError):
    """The size, clues or bridge limit of a puzzle are not valid."""


@dataclass(frozen=True, slots=True)
class Island:
    """A numbered circle.

    ``clue`` is the number of bridges that end here; None is "?", any number from 1.
    """

    id: int
    row: int
    col: int
    clue: int | None

    @property
    def cell(self) -> Cell:
        return self.row, self.col


@dataclass(frozen=True, slots=True)
class Edge:
    """A possible bridge between two neighbouring islands ``a`` and ``b``.

    Islands are neighbours if they are in the same row or column with no island between them. ``a``
    is the left or upper one.
    """

    id: int
    a: int
    b: int
    horizontal: bool

    def other(self, island: int) -> int:
        """Return the id of the island at the other end than ``island``."""
        return self.b if island == self.a else self.a


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A Hashiwokakero puzzle. Create one with :meth:`from_clues`.

    The ids of islands and edges are their indexes in ``islands`` and ``edges``. ``incident[i]``
    lists the edges at island ``i``, ``crossings[e]`` the edges that cross edge ``e``. At most
    ``max_bridges`` bridges connect one pair of islands.
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
        """Return the puzzle with an island on each cell of ``clues``, numbered in reading order.

        Raises PuzzleError if the size, a cell, a clue or the bridge limit is out of range.
        """
        _check(rows, cols, clues, max_bridges)
        return cls.unchecked(rows, cols, clues, max_bridges)

    @classmethod
    def unchecked(
        cls, rows: int, cols: int, clues: Mapping[Cell, int | None], max_bridges: int = 2
    ) -> Puzzle:
        """Like :meth:`from_clues`, for a puzzle that is to be shown while it is being edited.

        It may have no islands, and clues out of range; every island must be in the grid.
        """
        cells = sorted(clues)
        islands = tuple(Island(i, *cell, clues[cell]) for i, cell in enumerate(cells))
        edges = _find_edges(islands, cols)
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
            _find_crossings(rows, cols, islands, edges),
            max_bridges,
            {cell: i for i, cell in enumerate(cells)},
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Let another process make the puzzle again, which is faster than sending its edges."""
        clues = {island.cell: island.clue for island in self.islands}
        return Puzzle.from_clues, (self.rows, self.cols, clues, self.max_bridges)

    @property
    def size_text(self) -> str:
        """The width and the height: ``15 × 12``."""
        return f"{self.cols} × {self.rows}"

    def island_at(self, row: int, col: int) -> Island | None:
        """Return the island on a cell; None if the cell is water."""
        island = self._ids.get((row, col))
        return None if island is None else self.islands[island]

    def edge_between(self, one: int, two: int) -> Edge | None:
        """Return the edge between two islands; None if they are not neighbours."""
        for e in self.incident[one]:
            if self.edges[e].other(one) == two:
                return self.edges[e]
        return None

    def neighbours(self, island: int) -> Iterator[tuple[Edge, Island]]:
        """Yield each edge at an island, with the island at its other end."""
        for e in self.incident[island]:
            edge = self.edges[e]
            yield edge, self.islands[edge.other(island)]

    def edge_towards(self, island: int, drow: int, dcol: int) -> Edge | None:
        """Return the edge from an island in a direction; None if there is none.

        One of ``drow`` and ``dcol`` is 0, the other 1 or -1.
        """
        start = self.islands[island]
        for edge, end in self.neighbours(island):
            distance = (end.row - start.row) * drow + (end.col - start.col) * dcol
            if edge.horizontal == (drow == 0) and distance > 0:
                return edge
        return None

    def ends(self, edge: int) -> tuple[Island, Island]:
        """Return the two islands of an edge, ``a`` first."""
        a, b = self.edges[edge].a, self.edges[edge].b
        return self.islands[a], self.islands[b]

    def water(self, edge: int) -> list[Cell]:
        """Return the cells between the two islands of an edge, from ``a`` to ``b``."""
        a, b = self.ends(edge)
        if self.edges[edge].horizontal:
            return [(a.row, col) for col in range(a.col + 1, b.col)]
        return [(row, a.col) for row in range(a.row + 1, b.row)]


def _check(rows: int, cols: int, clues: Mapping[Cell, int | None], max_bridges: int) -> None:
    if not (1 <= rows <= MAX_SIDE and 1 <= cols <= MAX_SIDE):
        raise PuzzleError(
            f"The grid has {rows} x {cols} cells; it must have 1 to {MAX_SIDE} rows and columns."
        )
    if not 1 <= max_bridges <= MAX_BRIDGES_LIMIT:
        raise PuzzleError(
            f"The bridge limit is {max_bridges}; it must be from 1 to {MAX_BRIDGES_LIMIT}."
        )
    if not clues:
        raise PuzzleError("The grid has no islands; a puzzle needs at least one.")
    if len(clues) > MAX_ISLANDS:
        raise PuzzleError(
            f"The puzzle has {len(clues)} islands; at most {MAX_ISLANDS} are allowed."
        )
    max_clue = 4 * max_bridges
    for (row, col), clue in clues.items():
        if not (0 <= row < rows and 0 <= col < cols):
            raise PuzzleError(
                f"The island at {cell_name(row, col)} is outside the grid of {rows} x {cols} cells."
            )
        if clue is not None and not 0 <= clue <= max_clue:
            raise PuzzleError(
                f"The clue at {cell_name(row, col)} is {clue}; "
                f"with {max_bridges} bridges per pair it must be from 0 to {max_clue}."
            )


def _find_edges(islands: tuple[Island, ...], cols: int) -> tuple[Edge, ...]:
    """Return an edge from each island to the previous ones in its row and in its column."""
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


def _find_crossings(
    rows: int, cols: int, islands: tuple[Island, ...], edges: tuple[Edge, ...]
) -> tuple[tuple[int, ...], ...]:
    """Return, for each edge, the edges of the other direction that share a water cell with it.

    Works on slices of the whole grid, which is fast enough for millions of cells and crossings.
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
