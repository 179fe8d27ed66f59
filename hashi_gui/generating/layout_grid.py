"""A grid on which islands and bridges are placed, each in time O(length of a line)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from functools import partial
from itertools import product
from math import inf
from typing import Generic, TypeVar

from hashi_gui.core.puzzle import Cell
from hashi_gui.generating.options import LARGE
from hashi_gui.generating.rng import Rng

T = TypeVar("T")

WATER, ISLAND, HORIZONTAL, VERTICAL, FRAME = range(5)
"""What a cell holds; HORIZONTAL and VERTICAL are bridges."""


class LayoutGrid:
    """Islands that are never orthogonally adjacent, and bridges that never cross.

    A cell is an index into flat lists. A *step* is the difference between the indexes of adjacent
    cells: 1, ``down`` or the negative of either. The frame, ``margin`` cells wide, ends every line
    and makes indexes valid that are up to ``margin`` rows and columns outside the grid.
    """

    def __init__(self, rows: int, cols: int, margin: int) -> None:
        self._rows, self._cols, self._margin = rows, cols, margin
        self.down = cols + 2 * margin
        self.steps = (1, self.down, -1, -self.down)
        self.state = bytearray([FRAME]) * (self.down * (rows + 2 * margin))
        for row in range(rows):
            start = self.index((row, 0))
            self.state[start : start + cols] = bytes([WATER]) * cols
        self.islands: list[int] = []
        self.bridges: set[tuple[int, int]] = set()
        """The pairs of islands that are joined, the smaller index first."""
        self.has_room = bytearray([True]) * len(self.state)
        """False for islands and the cells adjacent to them, and for cells that must remain free."""
        self.fixed: set[tuple[int, int]] = set()
        """Bridges that must stay."""
        self._undo: list[Callable[[], object]] | None = None
        """What takes back the changes of an attempt; None outside one."""
        self.most_joined: dict[int, int] = {}
        """How many others an island can be joined with; any number if it is not listed."""

    def copy(self) -> LayoutGrid:
        """A grid that can be changed without changing this one."""
        other = copy(self)
        other.state, other.has_room = self.state[:], self.has_room[:]
        other.islands, other.bridges = self.islands[:], self.bridges.copy()
        other._undo = None
        return other

    def attempt(self, change: Callable[[], bool]) -> bool:
        """Whether a change of the grid succeeds; if not, it is taken back."""
        before, self._undo = self._undo, []
        succeeds = change()
        if not succeeds:
            for undo in reversed(self._undo):
                undo()
        elif before is not None:
            before += self._undo
        self._undo = before
        return succeeds

    def _write(self, cells: bytearray, where: slice, value: int) -> None:
        former = cells[where]
        cells[where] = bytes([value]) * len(former)
        self._note(cells.__setitem__, where, former)

    def _add_bridge(self, bridge: tuple[int, int]) -> None:
        self.bridges.add(bridge)
        self._note(self.bridges.discard, bridge)

    def _drop_bridge(self, bridge: tuple[int, int]) -> None:
        self.bridges.remove(bridge)
        self._note(self.bridges.add, bridge)

    def _note(self, undo: Callable[..., object], *arguments: object) -> None:
        if self._undo is not None:
            self._undo.append(partial(undo, *arguments))

    def index(self, cell: Cell) -> int:
        row, col = cell
        return (row + self._margin) * self.down + col + self._margin

    def cell(self, index: int) -> Cell:
        row, col = divmod(index, self.down)
        return row - self._margin, col - self._margin

    def cells(self) -> Iterator[Cell]:
        """All cells inside the frame."""
        return product(range(self._rows), range(self._cols))

    def cells_with_room(self) -> list[int]:
        """The cells that can have an island."""
        return [
            cell for cell, state in enumerate(self.state) if state != FRAME and self.has_room[cell]
        ]

    def borders(self) -> list[tuple[range, int]]:
        """The cells along each border of the grid, with the step inwards."""
        first, last = self.index((0, 0)), self.index((self._rows - 1, self._cols - 1))
        return [
            (range(first, first + self._cols), self.down),
            (range(last - self._cols + 1, last + 1), -self.down),
            (range(first, last + 1, self.down), 1),
            (range(first + self._cols - 1, last + 1, self.down), -1),
        ]

    def water_ahead(self, index: int, step: int) -> range:
        """The cells of water that follow a cell; ``stop`` is the first one that is not water."""
        end = index + step
        while self.state[end] == WATER:
            end += step
        return range(index + step, end, step)

    def room_beside(self, index: int) -> int:
        """How many of the cells adjacent to a cell have room for an island."""
        return sum(
            self.has_room[index + step] and self.state[index + step] != FRAME for step in self.steps
        )

    def place_island(self, index: int) -> None:
        """Place an island on a cell that has room; a bridge there is split into two."""
        if self.state[index] in (HORIZONTAL, VERTICAL):
            a, b = self.bridge_ends(index)
            self._drop_bridge((a, b))
            self._add_bridge((a, index))
            self._add_bridge((index, b))
        self._write(self.state, slice(index, index + 1), ISLAND)
        self.islands.append(index)
        self._note(self.islands.pop)
        for step in (1, self.down):
            self._write(self.has_room, slice(index - step, index + step + 1, step), False)

    def join(self, one: int, two: int) -> range:
        """Build a bridge over the water between two islands; returns the cells that it covers."""
        a, b = min(one, two), max(one, two)
        step = self.step_between(a, b)
        covered = range(a + step, b, step)
        self._write(self.state, slice(a + step, b, step), HORIZONTAL if step == 1 else VERTICAL)
        self._add_bridge((a, b))
        return covered

    def step_between(self, a: int, b: int) -> int:
        """The step from an island towards another one to the right of it or below it."""
        return 1 if b - a < self.down else self.down

    def can_join(self, index: int) -> bool:
        """Whether there is an island on a cell that can be joined with another one."""
        return self.state[index] == ISLAND and self.most_more(index) > 0

    def most_more(self, island: int) -> float:
        """With how many more others an island can be joined."""
        most = self.most_joined.get(island)
        return inf if most is None else most - self.joined(island)

    def joined(self, island: int) -> int:
        """With how many others an island is joined."""
        return sum(island in pair for pair in self.bridges)

    def is_fixed(self, index: int) -> bool:
        """Whether the bridge over a cell must stay."""
        return bool(self.fixed) and self.bridge_ends(index) in self.fixed

    def remove_bridge(self, index: int) -> tuple[int, int]:
        """Remove the bridge over a cell; returns the islands that it joined."""
        a, b = self.bridge_ends(index)
        self._drop_bridge((a, b))
        step = 1 if self.state[index] == HORIZONTAL else self.down
        self._write(self.state, slice(a + step, b, step), WATER)
        return a, b

    def group(self, island: int) -> set[int]:
        """The islands that bridges connect with an island, and the island itself."""
        group, found = {island}, [island]
        for here in found:
            new = [there for there in self._joined_with(here) if there not in group]
            group.update(new)
            found += new
        return group

    def smaller_group(self, one: int, two: int) -> set[int] | None:
        """The smaller of the groups of two islands; None if they are in the same group.

        Looks around both alike, so that it takes no longer than the smaller group is large.
        """
        first, second = ([one], {one}), ([two], {two})
        for number in range(len(self.islands)):
            for (found, group), (_, other) in ((first, second), (second, first)):
                if number == len(found):
                    return group
                for there in self._joined_with(found[number]):
                    if there in other:
                        return None
                    if there not in group:
                        group.add(there)
                        found.append(there)
        return None

    def _joined_with(self, island: int) -> Iterator[int]:
        """The islands at the other ends of the bridges of an island."""
        for step in self.steps:
            next_state = self.state[island + step]
            if next_state == (HORIZONTAL if step in (1, -1) else VERTICAL):
                yield self._island_ahead(island, step)
            elif next_state == ISLAND:
                there = island + step
                if (min(island, there), max(island, there)) in self.bridges:
                    yield there

    def bridge_ends(self, index: int) -> tuple[int, int]:
        """The islands at both ends of the bridge over a cell."""
        step = 1 if self.state[index] == HORIZONTAL else self.down
        return self._island_ahead(index, -step), self._island_ahead(index, step)

    def _island_ahead(self, index: int, step: int) -> int:
        index += step
        while self.state[index] != ISLAND:
            index += step
        return index


def fill(
    grid: LayoutGrid, wanted: int, with_images: Callable[[int], Iterable[int]], rng: Rng
) -> None:
    """Place islands on further cells, until there are ``wanted`` or no more fit.

    Islands only have to be joined somehow, so wherever there is room for one, bridges in its way
    may give way: the bridge that hides it from an island is removed, and the two groups that the
    bridge held together are joined elsewhere. The number of loops stays the same.

    ``with_images`` gives all cells that must have an island if a cell has one.
    """
    before = -1
    while before < len(grid.islands) < wanted:
        before = len(grid.islands)
        for cell in _cells_with_room(grid, rng):
            if grid.has_room[cell] and len(grid.islands) < wanted:
                place_islands(grid, set(with_images(cell)), rng)


def _cells_with_room(grid: LayoutGrid, rng: Rng) -> list[int]:
    """Those first that take room from the fewest others, in random order otherwise."""
    return sorted(rng.shuffled(grid.cells_with_room()), key=grid.room_beside)


def place_islands(grid: LayoutGrid, cells: set[int], rng: Rng) -> bool:
    """Place islands on these cells, all connected; returns whether that was possible."""
    return grid.attempt(
        lambda: all(grid.has_room[cell] and _place(grid, cell, rng) for cell in sorted(cells))
    )


def _place(grid: LayoutGrid, cell: int, rng: Rng) -> bool:
    """Place an island on a bridge or in sight of another one, or where a bridge can give way."""
    if grid.state[cell] != WATER:
        grid.place_island(cell)
        return True
    steps = rng.shuffled(grid.steps)
    ends = [grid.water_ahead(cell, step).stop for step in steps]
    for end in ends:
        if grid.can_join(end):
            grid.place_island(cell)
            grid.join(cell, end)
            return True
    for end, step in zip(ends, steps):
        if grid.state[end] in (HORIZONTAL, VERTICAL) and not grid.is_fixed(end):
            beyond = grid.water_ahead(end, step).stop
            if grid.can_join(beyond) and grid.attempt(
                partial(_place_across, grid, cell, end, beyond, rng)
            ):
                return True
    return False


def _place_across(grid: LayoutGrid, cell: int, bridge: int, beyond: int, rng: Rng) -> bool:
    """Place an island that is joined to the one behind a bridge, which gives way."""
    a, b = grid.remove_bridge(bridge)
    grid.place_island(cell)
    grid.join(cell, beyond)
    smaller = grid.smaller_group(a, b)
    if smaller is None:
        return True
    views = [(one, grid.water_ahead(one, step).stop) for one in smaller for step in grid.steps]
    at_border = {end for one, two in views if two not in smaller for end in (one, two)}
    is_small = a in smaller or len(grid.islands) >= LARGE
    group = smaller if is_small else set(grid.islands) - smaller
    for island in rng.shuffled(sorted(group)):
        if island not in at_border or not grid.can_join(island):
            continue
        for there in (grid.water_ahead(island, step).stop for step in grid.steps):
            if grid.can_join(there) and there not in group:
                grid.join(island, there)
                return True
    return False


_TRIES = 10
"""How often connecting the islands at random is tried."""

Pair = tuple[int, int]


def connect(grid: LayoutGrid, rng: Rng) -> LayoutGrid | None:
    """The grid with bridges that connect all islands, most of them those that it has.

    There are no more loops than before. None if no such bridges were found.
    """
    for _attempt in range(_TRIES):
        changed = _reconnected(grid, rng)
        if len(changed.group(changed.islands[0])) == len(changed.islands):
            return changed
    return None


def add_islands(
    grid: LayoutGrid, wanted: int, with_images: Callable[[int], Iterable[int]], rng: Rng
) -> LayoutGrid | None:
    """The grid with islands at random wherever there is room, up to ``wanted``, all connected.

    ``with_images`` gives all cells that must have an island if a cell has one. None if no island
    has room, or no bridges were found.
    """
    changed = grid.copy()
    inside = [cell for cell, state in enumerate(grid.state) if state != FRAME]
    for cell in rng.shuffled(inside):
        cells = set(with_images(cell))
        touch = any(one - other in grid.steps for one in cells for other in cells)
        has_room = not touch and all(changed.has_room[each] for each in cells)
        if has_room and len(changed.islands) < wanted:
            for each in sorted(cells):
                changed.place_island(each)
    return connect(changed, rng) if len(changed.islands) > len(grid.islands) else None


def _reconnected(grid: LayoutGrid, rng: Rng) -> LayoutGrid:
    """The grid with random bridges between its groups, to which others have given way."""
    changed = grid.copy()
    for a, b in grid.bridges - grid.fixed:
        changed.remove_bridge(a + grid.step_between(a, b))
    pairs = rng.shuffled(_pairs_in_sight(changed))
    groups = DisjointSets(grid.bridges)
    links = [pair for pair in pairs if groups.unite(*pair)]
    groups = DisjointSets(changed.bridges)
    for a, b in [*links, *rng.shuffled(sorted(grid.bridges - grid.fixed)), *pairs]:
        in_sight = changed.water_ahead(a, grid.step_between(a, b)).stop == b
        if in_sight and changed.can_join(a) and changed.can_join(b):
            united = groups.unite(a, b)
            if united or (a, b) in grid.bridges:
                changed.join(a, b)
    return changed


def _pairs_in_sight(grid: LayoutGrid) -> list[Pair]:
    """The pairs of islands with only water between them."""
    return [
        (island, there)
        for island in grid.islands
        for step in (1, grid.down)
        for there in [grid.water_ahead(island, step).stop]
        if grid.state[there] == ISLAND
    ]


class DisjointSets(Generic[T]):
    """Islands, or anything else, in groups that are connected."""

    def __init__(self, bridges: Iterable[tuple[T, T]] = ()) -> None:
        self._leaders: dict[T, T] = {}
        for a, b in bridges:
            self.unite(a, b)

    def unite(self, one: T, two: T) -> bool:
        """Connect two islands; returns whether they were in different groups."""
        a, b = self.leader(one), self.leader(two)
        self._leaders[a] = b
        return a != b

    def leader(self, island: T) -> T:
        """The island that stands for the group of an island."""
        leaders = self._leaders
        while (leader := leaders.get(island, island)) != island:
            leaders[island] = leaders.get(leader, leader)
            island = leader
        return island
