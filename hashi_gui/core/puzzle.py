"""Puzzles: islands and the possible bridges between them, and what two puzzles have in common."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import compress, count
from operator import attrgetter, ne
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from hashi_gui.core.errors import PuzzleError
from hashi_gui.core.i18n import _, ngettext
from hashi_gui.core.rules import STANDARD, Rules
from hashi_gui.core.wording import cell_name

MAX_SIDE = 2000
MAX_ISLANDS = 120_000

Cell = tuple[int, int]
"""A cell of the grid as (row, column), both from 0 at the top left."""

T = TypeVar("T")


class Island(NamedTuple):
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

    @property
    def clue_text(self) -> str:
        return "?" if self.clue is None else str(self.clue)


class Edge(NamedTuple):
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


# Much faster than Island(...) and Edge(...), of which a large puzzle needs thousands.
_new_island: Callable[[tuple[int, int, int, int | None]], Island] = partial(tuple.__new__, Island)
_new_edge: Callable[[tuple[int, int, int, bool]], Edge] = partial(tuple.__new__, Edge)


class _Given(NamedTuple):
    rows: int
    cols: int
    islands: tuple[Island, ...]
    rules: Rules = STANDARD


class Puzzle(_Given):
    """A Hashiwokakero puzzle. Create one with :meth:`from_clues`.

    The ids of islands and edges are their indexes in ``islands`` and ``edges``. ``incident[i]``
    lists the edges at island ``i``, ``crossings[e]`` the edges that cross edge ``e``. What follows
    from the islands is found out when it is first needed.
    """

    edges: tuple[Edge, ...]
    incident: tuple[tuple[int, ...], ...]
    crossings: tuple[tuple[int, ...], ...]
    _ids: Mapping[Cell, int]
    _cells: tuple[Cell, ...]

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """What follows from the islands and was not needed before."""
            if name == "_ids":
                value = {(row, col): i for i, row, col, _ in self.islands}
            elif name == "_cells":
                top = self.islands[0].row if self.islands else 0
                left = min([col for _, _, col, _ in self.islands], default=0)
                value = tuple([(row - top, col - left) for _, row, col, _ in self.islands])
            elif name in _DERIVED:
                value = _DERIVED[name](self._cells)
            else:
                raise AttributeError(name)
            vars(self)[name] = value
            return value

    def prepare(self) -> None:
        """Find out at once what follows from the islands, in a thread that has time for it."""
        for name in ("_ids", *_DERIVED):
            getattr(self, name)

    @classmethod
    def from_clues(
        cls, rows: int, cols: int, clues: Mapping[Cell, int | None], rules: Rules = STANDARD
    ) -> Puzzle:
        """Return the puzzle with an island on each cell of ``clues``, numbered in reading order.

        Raises PuzzleError if the size, a cell or a clue is out of range.
        """
        _check(rows, cols, clues, rules)
        return cls.unchecked(rows, cols, clues, rules)

    @classmethod
    def unchecked(
        cls, rows: int, cols: int, clues: Mapping[Cell, int | None], rules: Rules = STANDARD
    ) -> Puzzle:
        """Like :meth:`from_clues`, for a puzzle that is to be shown while it is being edited.

        It may have no islands, and clues out of range; every island must be in the grid.
        """
        cells = sorted(clues)
        numbered = [(i, *cell, clues[cell]) for i, cell in enumerate(cells)]
        return cls(rows, cols, tuple(map(_new_island, numbered)), rules)

    def __reduce__(self) -> tuple[Any, ...]:
        """Let another process make the puzzle again, which is faster than sending its edges."""
        return Puzzle.from_clues, (self.rows, self.cols, self.clues, self.rules)

    def with_clues(self, clues: Mapping[Cell, int | None]) -> Puzzle:
        """Return a puzzle of the same size and rules with other islands, as :meth:`from_clues`."""
        return Puzzle.from_clues(self.rows, self.cols, clues, self.rules)

    def with_other_clues(self, clues: Mapping[int, int | None]) -> Puzzle:
        """Return the puzzle with other clues of some islands, by id, perhaps out of range."""
        islands = list(self.islands)
        for island, clue in clues.items():
            islands[island] = islands[island]._replace(clue=clue)
        puzzle = self._replace(islands=tuple(islands))
        vars(puzzle).update(vars(self), _ids=self._ids)
        return puzzle

    def take_edges_of(self, before: Puzzle) -> None:
        """Find the edges from those of another puzzle, if at most half of them are others.

        What is the same in both puzzles are the same objects.
        """
        first, end_before, end = _differing_part(before, self)
        cells = list(self._ids)
        if 2 * (end - first) > len(cells):
            return
        above = {col: island for island, (_, col) in enumerate(cells[:first])}
        begin, end_edge = before._edges_from(first, end_before)
        ends = list(above.values())  # Only these of the islands before have edges from there on.
        found: list[tuple[int, int, int, bool]] = []
        for island in range(first, end):
            row, col = cells[island]
            if col in above:
                found.append((begin + len(found), above[col], island, False))
            if island and cells[island - 1][0] == row:
                found.append((begin + len(found), island - 1, island, True))
            above[col] = island
        edges, rest = tuple(map(_new_edge, found)), before.edges[end_edge:]
        shift, moved = begin + len(found) - end_edge, end - end_before
        if shift or moved:
            new, kind = tuple.__new__, Edge
            rest = tuple(
                [
                    new(kind, (edge + shift, a + moved if a >= first else a, b + moved, horizontal))
                    for edge, a, b, horizontal in rest
                ]
            )
            known: list[Any] = [*before.incident[:first], *([] for _ in cells[first:])]
            for island in ends:
                known[island] = [edge for edge in known[island] if edge < begin]
            incident = _incident_of(edges + rest, known)
        else:
            incident = _incident_after(before.incident, before.edges[begin:end_edge], edges)
        all_edges = before.edges[:begin] + edges + rest
        vars(self).update(edges=all_edges, incident=incident)

    def _edges_from(self, *islands: int) -> list[int]:
        """For each of some islands, the first edge that leads back from it or from a later one."""
        return [bisect_left(self.edges, island, key=_later_end) for island in islands]

    @property
    def clues(self) -> dict[Cell, int | None]:
        """The clue on each cell with an island, in reading order."""
        return {(row, col): clue for _, row, col, clue in self.islands}

    @property
    def size_text(self) -> str:
        """The width and the height: ``15 × 12``."""
        return f"{self.cols} × {self.rows}"

    def has_places_of(self, other: Puzzle) -> bool:
        """Whether both puzzles have islands on the same cells."""
        return self._ids is other._ids or self._ids == other._ids

    def resembles(self, other: Puzzle) -> bool:
        """Whether at least half of its islands are on cells where the other puzzle has some."""
        new = () if self._ids is other._ids else set(self._ids).difference(other._ids)
        return 2 * len(new) <= len(self._ids)

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

    def coordinates(self, edge: int) -> tuple[int, int, int, int]:
        """Return the row and column of both ends of an edge, ``a`` first."""
        a, b = self.ends(edge)
        return a.row, a.col, b.row, b.col

    def ends_of(self, edges: Iterable[int]) -> set[int]:
        """Return the islands at the ends of some edges."""
        ends = self.edges
        return {island for edge in edges for island in (ends[edge].a, ends[edge].b)}

    def water(self, edge: int) -> list[Cell]:
        """Return the cells between the two islands of an edge, from ``a`` to ``b``."""
        a, b = self.ends(edge)
        if self.edges[edge].horizontal:
            return [(a.row, col) for col in range(a.col + 1, b.col)]
        return [(row, a.col) for row in range(a.row + 1, b.row)]


def _incident_after(
    incident: Sequence[tuple[int, ...]], gone: Iterable[Edge], new: Iterable[Edge]
) -> tuple[tuple[int, ...], ...]:
    """The edges at each island after some have gone and others have come."""
    changed = list(incident)
    for number, a, b, _horizontal in gone:
        for island in (a, b):
            changed[island] = tuple([edge for edge in changed[island] if edge != number])
    for number, a, b, _horizontal in new:
        for island in (a, b):
            changed[island] = tuple(sorted((*changed[island], number)))
    return tuple(changed)


_later_end = attrgetter("b")


def _check(rows: int, cols: int, clues: Mapping[Cell, int | None], rules: Rules) -> None:
    if not (1 <= rows <= MAX_SIDE and 1 <= cols <= MAX_SIDE):
        raise PuzzleError(
            _(
                "The grid has {rows} x {cols} cells; it must have 1 to {most} rows and columns."
            ).format(rows=rows, cols=cols, most=MAX_SIDE)
        )
    if not clues:
        raise PuzzleError(_("The grid has no islands; a puzzle needs at least one."))
    if len(clues) > MAX_ISLANDS:
        raise PuzzleError(
            _("The puzzle has {n} islands; at most {most} are allowed.").format(
                n=len(clues), most=MAX_ISLANDS
            )
        )
    most = rules.max_clue
    for (row, col), clue in clues.items():
        if not (0 <= row < rows and 0 <= col < cols):
            raise PuzzleError(
                _("The island at {cell} is outside the grid of {rows} x {cols} cells.").format(
                    cell=cell_name(row, col), rows=rows, cols=cols
                )
            )
        if clue is not None and not 0 <= clue <= most:
            raise PuzzleError(
                ngettext(
                    "The clue at {cell} is {clue}; with {n} bridge per pair it must be from 0 to "
                    "{most}.",
                    "The clue at {cell} is {clue}; with {n} bridges per pair it must be from 0 to "
                    "{most}.",
                    rules.max_bridges,
                ).format(cell=cell_name(row, col), clue=clue, n=rules.max_bridges, most=most)
            )


# Edges, incident edges and crossings depend only on the cells of the islands, so that most edits of
# a puzzle leave them as they are. Cells are in reading order, from the first row and column on.

_MANY_ISLANDS = 1_000


def _remembered(find: Callable[[tuple[Cell, ...]], T]) -> Callable[[tuple[Cell, ...]], T]:
    """Remember the results for two puzzles, and for two with many islands: small ones, such as all
    lessons, do not drive them out.
    """
    caches = [lru_cache(maxsize=2)(find) for _ in range(2)]
    return lambda cells: caches[len(cells) >= _MANY_ISLANDS](cells)


@_remembered
def _find_edges(cells: tuple[Cell, ...]) -> tuple[Edge, ...]:
    """Return an edge from each island to the previous ones in its row and in its column."""
    edges: list[tuple[int, int, int, bool]] = []
    above: list[int | None] = [None] * _columns(cells)
    left_row = -1
    for island, (row, col) in enumerate(cells):
        up = above[col]
        if up is not None:
            edges.append((len(edges), up, island, False))
        if row == left_row:
            edges.append((len(edges), island - 1, island, True))
        above[col] = island
        left_row = row
    return tuple(map(_new_edge, edges))


def _columns(cells: Iterable[Cell]) -> int:
    return max([col for _, col in cells], default=-1) + 1


@_remembered
def _find_incident(cells: tuple[Cell, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the edges at each island."""
    return _incident_of(_find_edges(cells), [[] for _ in cells])


def _incident_of(edges: Iterable[Edge], incident: list[Any]) -> tuple[tuple[int, ...], ...]:
    """The edges at each island, in order: those that are known already, and some more."""
    for number, a, b, _horizontal in edges:
        incident[a].append(number)
        incident[b].append(number)
    return tuple(map(tuple, incident))


@_remembered
def _find_crossings(cells: tuple[Cell, ...]) -> tuple[tuple[int, ...], ...]:
    """Return, for each edge, the edges of the other direction that share a water cell with it.

    Looks at each cell of water at most once, row by row, in slices.
    """
    edges = _find_edges(cells)
    crossings: list[list[int]] = [[] for _ in edges]
    to_the_left: list[int | None] = [None] * len(cells)
    below = to_the_left.copy()
    for number, a, b, horizontal in edges:
        if horizontal:
            to_the_left[b] = number
        else:
            below[a] = number
    passing: list[int | None] = [None] * _columns(cells)
    left = 0
    for (_row, col), edge, down in zip(cells, to_the_left, below):
        if edge is not None and left + 1 < col:
            for across in passing[left + 1 : col]:
                if across is not None:
                    crossings[edge].append(across)
                    crossings[across].append(edge)
        passing[col] = down
        left = col
    return tuple(map(tuple, crossings))


_DERIVED = {"edges": _find_edges, "incident": _find_incident, "crossings": _find_crossings}


class IdChanges(NamedTuple):
    """The ids that the islands, or the edges, of one puzzle have in another one.

    From ``rest`` on, they are greater by ``shift``. ``others`` has those before that are others
    there, or None because there are none. ``new`` are the ids there of those that are new.
    """

    others: Mapping[int, int | None]
    rest: int
    shift: int
    new: Sequence[int]

    @classmethod
    def of(cls, first: int, places: Sequence[int | None], end: int) -> IdChanges:
        """The one in which ``places`` are the ids from ``first`` on, and ``end`` the next one."""
        others = {number: there for number, there in enumerate(places, first) if there != number}
        rest = first + len(places)
        return cls(others, rest, end - rest, sorted({*range(first, end)}.difference(places)))

    @property
    def gone(self) -> list[int]:
        """The ids of those that are not there any more."""
        return [number for number, there in self.others.items() if there is None]

    def of_values(self, values: Mapping[int, T]) -> dict[int, T]:
        """What belongs to some of them, by their ids there."""
        others, rest, shift = self.others, self.rest, self.shift
        return {
            there: value
            for n, value in values.items()
            if (there := n + shift if n >= rest else others.get(n, n)) is not None
        }

    def of_ids(self, ids: frozenset[int]) -> frozenset[int]:
        """The ids there of some of them."""
        return frozenset(self.of_values(dict.fromkeys(ids)))

    def of_list(self, values: Sequence[T], new: T) -> list[T]:
        """What belongs to all of them, by their ids there; those that are new have ``new``."""
        end = self.rest + self.shift
        there = [*values[: min(self.rest, end)], *[new] * self.shift, *values[self.rest :]]
        for number, here in self.others.items():
            if here is not None:
                there[here] = values[number]
        for here in self.new:
            there[here] = new
        return there


class IdMap(NamedTuple):
    """The ids that islands and edges of one puzzle have in another one, for those that both have.

    Islands are the same if they are on the same cell, edges if both their ends are the same.
    """

    islands: IdChanges
    edges: IdChanges

    @classmethod
    def between(cls, before: Puzzle, after: Puzzle) -> IdMap:
        """The ids of ``before`` in ``after``; those asked for last are remembered."""
        for one, other, known in _last_map:
            if one is before and other is after:
                return known
        found = cls._find(before, after)
        _last_map[:] = [(before, after, found)]
        return found

    @classmethod
    def _find(cls, before: Puzzle, after: Puzzle) -> IdMap:
        first, end_before, end = _differing_part(before, after)
        places = {i.id: after._ids.get(i.cell) for i in before.islands[first:end_before]}
        begin, end_edge_before = before._edges_from(first, end_before)
        (end_edge,) = after._edges_from(end)
        upwards: dict[int | None, tuple[int, int]] = {}
        leftwards: dict[int | None, tuple[int, int]] = {}
        for number, a, b, horizontal in after.edges[begin:end_edge]:
            (leftwards if horizontal else upwards)[b] = number, a
        edges: list[int | None] = []
        for _id, a, b, horizontal in before.edges[begin:end_edge_before]:
            there = (leftwards if horizontal else upwards).get(places[b])
            edges.append(there[0] if there and there[1] == places.get(a, a) else None)
        return cls(
            IdChanges.of(first, list(places.values()), end),
            IdChanges.of(begin, edges, end_edge),
        )


_last_map: list[tuple[Puzzle, Puzzle, IdMap]] = []


def _differing_part(before: Puzzle, after: Puzzle) -> tuple[int, int, int]:
    """The first island that differs, and where in each puzzle both are alike again to the end.

    All columns with islands that differ have one before that, so that the islands from there on
    have the same edges to those before them.
    """
    cells_before, cells = list(before._ids), list(after._ids)
    first = _same_at_first(cells_before, cells)
    same = _same_at_first(cells_before[first:][::-1], cells[first:][::-1])
    end_before, end = len(cells_before) - same, len(cells) - same
    columns = {col for _, col in cells_before[first:end_before] + cells[first:end]}
    while columns and end < len(cells):
        columns.discard(cells[end][1])
        end += 1
    return first, end + len(cells_before) - len(cells), end


def _same_at_first(one: Sequence[object], other: Sequence[object]) -> int:
    """With how many equal values two sequences begin."""
    return next(compress(count(), map(ne, one, other)), min(len(one), len(other)))
