"""Proposals: changes of a puzzle that a setter can apply or dismiss, and the steps to them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import product

from hashi_gui.core.errors import PuzzleError
from hashi_gui.core.i18n import _, ngettext
from hashi_gui.core.puzzle import Cell, Island, Puzzle
from hashi_gui.core.rules import degrees
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.core.wording import cell_name, listed, sentences
from hashi_gui.logic.levels import Level
from hashi_gui.logic.wording import mention


class ChangeKind(StrEnum):
    """What can happen to an island. One that is moved may have another clue, too."""

    SHOW = "show"
    HIDE = "hide"
    CLUE = "clue"
    MOVE = "move"
    ADD = "add"
    REMOVE = "remove"


_REMOVAL_SIZE = 4
"""The size of a removal: other changes that do come first."""


@dataclass(frozen=True, slots=True)
class IslandChange:
    """An island before and after a change of the puzzle.

    Without ``before`` it is added, without ``after`` it is removed.
    """

    before: Island | None
    after: Island | None

    @property
    def kind(self) -> ChangeKind:
        if self.after is None:
            return ChangeKind.REMOVE
        if self.before is None:
            return ChangeKind.ADD
        if self.before.cell != self.after.cell:
            return ChangeKind.MOVE
        if self.before.clue is None:
            return ChangeKind.SHOW
        return ChangeKind.HIDE if self.after.clue is None else ChangeKind.CLUE

    @property
    def cell(self) -> Cell:
        """Where the island is, or was if it is removed."""
        island = self.after or self.before
        assert island
        return island.cell

    @property
    def size(self) -> int:
        """How large the change is, in steps to adjacent cells and numbers; 0 without either."""
        if self.after is None:
            return _REMOVAL_SIZE
        if self.before is None:
            return 0
        (row, col), (new_row, new_col) = self.before.cell, self.after.cell
        clues = self.before.clue, self.after.clue
        steps = 0 if None in clues else abs((clues[0] or 0) - (clues[1] or 0))
        return abs(row - new_row) + abs(col - new_col) + steps


@dataclass(frozen=True, slots=True)
class Proposal:
    """A change that leads to a puzzle with exactly one solution.

    ``solution`` is the number of bridges on each edge of ``puzzle``, the puzzle after the change.
    ``disturbed`` counts the steps from cell to cell whose bridges are none of those that the setter
    wants to keep. ``level`` is the grade of the puzzle, if it was asked for.
    """

    puzzle: Puzzle
    solution: bytes
    changes: tuple[IslandChange, ...]
    disturbed: int = 0
    level: Level | None = None

    @property
    def cost(self) -> int:
        """The number of islands that are changed."""
        return len(self.changes)

    @property
    def kinds(self) -> frozenset[ChangeKind]:
        return frozenset(change.kind for change in self.changes)

    @property
    def text(self) -> str:
        """What is changed, for the player: a sentence for each change, or for many of a kind.

        Mentions are those of :mod:`hashi_gui.logic.wording`, for islands of ``puzzle``.
        """
        by_kind = {
            kind: [each for each in self.changes if each.kind == kind] for kind in ChangeKind
        }
        return sentences(*(_text(kind, changes) for kind, changes in by_kind.items()))


@dataclass(frozen=True, slots=True)
class Restrictions:
    """What proposals must leave as it is.

    On the cells in ``kept``, islands have the same clue as before, and water stays water. What is
    symmetric stays symmetric: each change is also done at the images of its cell, as far as the
    islands there are like that on the cell.
    """

    kept: frozenset[Cell] = frozenset()
    symmetry: Symmetry = Symmetry.NONE

    def images(self, puzzle: Puzzle, *cells: Cell) -> list[tuple[Cell, ...]]:
        """The cells at which a change of some cells is done: themselves, then their images."""
        if not self.symmetry.fits(puzzle.rows, puzzle.cols):
            return [cells]
        last = puzzle.rows - 1, puzzle.cols - 1
        images = [
            tuple(transform(cell, last) for cell in cells) for transform in self.symmetry.transforms
        ]
        return list(dict.fromkeys([cells, *images]))

    def islands_at_images(self, puzzle: Puzzle, cell: Cell) -> list[Island]:
        """The island on a cell and those on its images, as far as there are any."""
        there = [puzzle.island_at(*image) for (image,) in self.images(puzzle, cell)]
        return [island for island in there if island is not None]

    def groups(self, puzzle: Puzzle, islands: Collection[int]) -> list[tuple[int, ...]]:
        """Some islands in groups, of which each has to be changed as a whole or not at all.

        Those that cannot be changed are left out.
        """
        groups: dict[tuple[int, ...], None] = {}
        for island in islands:
            there = self.islands_at_images(puzzle, puzzle.islands[island].cell)
            group = [each for each in there if each.id in islands]
            if self.kept.isdisjoint(each.cell for each in group):
                groups[tuple(sorted(each.id for each in group))] = None
        return list(groups)


UNRESTRICTED = Restrictions()

_MAX_NAMED = 3
"""With more changes of one kind, they are only counted."""


def _text(kind: ChangeKind, changes: Sequence[IslandChange]) -> str:
    if len(changes) > _MAX_NAMED:
        return _number_changed(kind, len(changes))
    return sentences(*map(_sentence, changes))


def _number_changed(kind: ChangeKind, n: int) -> str:
    match kind:
        case ChangeKind.SHOW:
            text = ngettext("Show {n} number.", "Show {n} numbers.", n)
        case ChangeKind.HIDE:
            text = ngettext("Hide {n} number.", "Hide {n} numbers.", n)
        case ChangeKind.CLUE:
            text = ngettext("Change {n} number.", "Change {n} numbers.", n)
        case ChangeKind.MOVE:
            text = ngettext("Move {n} island.", "Move {n} islands.", n)
        case ChangeKind.ADD:
            text = ngettext("Add {n} island.", "Add {n} islands.", n)
        case ChangeKind.REMOVE:
            text = ngettext("Remove {n} island.", "Remove {n} islands.", n)
    return text.format(n=n)


def _sentence(change: IslandChange) -> str:
    before, after = change.before, change.after
    match change.kind:
        case ChangeKind.SHOW:
            text = _("Show the number {after} at {place}.")
        case ChangeKind.HIDE:
            text = _("Hide the {before} at {place}.")
        case ChangeKind.CLUE:
            text = _("Change the {before} at {place} to {after}.")
        case ChangeKind.MOVE if before and after and before.clue != after.clue:
            text = _("Move the {before} to {place} ({way}), and change it to {after}.")
        case ChangeKind.MOVE:
            text = _("Move the {before} to {place} ({way}).")
        case ChangeKind.ADD:
            text = _("Add an island at {place}: {after}.")
        case ChangeKind.REMOVE:
            text = _("Remove the {before} at {place}.")
    return text.format(
        before=before and _clue_text(before.clue),
        after=after and _clue_text(after.clue),
        place=mention([after.id]) if after else cell_name(*change.cell),
        way=_way(before.cell, after.cell) if before and after else "",
    )


def _clue_text(clue: int | None) -> str:
    return _("“?”") if clue is None else str(clue)


def _way(start: Cell, end: Cell) -> str:
    """Where and how many cells an island moves, such as ``← 2, ↑ 1``."""
    down, right = end[0] - start[0], end[1] - start[1]
    steps = (right, "→" if right > 0 else "←"), (down, "↓" if down > 0 else "↑")
    return listed(f"{arrow}\N{NO-BREAK SPACE}{abs(n)}" for n, arrow in steps if n)


Clue = int | None


@dataclass(frozen=True, slots=True)
class SearchStep:
    """A change of islands: other clues and cells by their ids, islands to add and to remove."""

    clues: Mapping[int, Clue] = field(default_factory=dict)
    cells: Mapping[int, Cell] = field(default_factory=dict)
    added: Mapping[Cell, Clue] = field(default_factory=dict)
    removed: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A puzzle that was made from another one.

    ``origins`` holds, for each island of ``puzzle``, the island of the other puzzle that it was;
    None if it was added. ``removed`` are the islands of the other puzzle that are gone.
    """

    puzzle: Puzzle
    origins: tuple[Island | None, ...]
    removed: tuple[Island, ...] = ()

    @classmethod
    def of(cls, puzzle: Puzzle) -> Candidate:
        """The puzzle itself, unchanged."""
        return cls(puzzle, puzzle.islands)

    @property
    def changes(self) -> tuple[IslandChange, ...]:
        """What has happened to each island that has changed."""
        pairs = zip(self.origins, self.puzzle.islands)
        changed = (
            IslandChange(before, after)
            for before, after in pairs
            if before is None or (before.cell, before.clue) != (after.cell, after.clue)
        )
        return *changed, *(IslandChange(island, None) for island in self.removed)

    def after(self, step: SearchStep) -> Candidate | None:
        """The candidate after a step; None if it needs a cell twice, or a clue that cannot be."""
        islands = [
            (
                step.cells.get(island.id, island.cell),
                step.clues.get(island.id, island.clue),
                self.origins[island.id],
            )
            for island in self.puzzle.islands
            if island.id not in step.removed
        ]
        removed = [origin for i in step.removed if (origin := self.origins[i]) is not None]
        added = ((cell, clue, None) for cell, clue in step.added.items())
        return self._with([*islands, *added], (*self.removed, *removed))

    def without(self, changes: Collection[IslandChange]) -> Candidate | None:
        """The candidate without some of its changes; None if the cells of islands are taken."""
        changed = {change.after.id for change in changes if change.after is not None}
        kept = [
            (island.cell, island.clue, self.origins[island.id])
            for island in self.puzzle.islands
            if island.id not in changed
        ]
        before = [change.before for change in changes if change.before is not None]
        removed = tuple(island for island in self.removed if island not in before)
        return self._with([*kept, *((each.cell, each.clue, each) for each in before)], removed)

    def _with(
        self, islands: Collection[tuple[Cell, Clue, Island | None]], removed: tuple[Island, ...]
    ) -> Candidate | None:
        clues = {cell: clue for cell, clue, _ in islands}
        if len(clues) < len(islands):
            return None
        try:
            puzzle = self.puzzle.with_clues(clues)
        except PuzzleError:
            return None
        # An island that is added where one was removed is that one with another clue.
        origins: dict[Cell, Island | None] = {
            **{each.cell: each for each in removed},
            **{cell: origin for cell, _, origin in islands if origin is not None},
        }
        here = tuple(origins.get(island.cell) for island in puzzle.islands)
        return Candidate(puzzle, here, tuple(each for each in removed if each not in here))


MAX_MOVE = 3
"""How many cells an island is moved at most, those left or right and up or down together."""

_WAYS = sorted(
    (
        way
        for way in product(range(-MAX_MOVE, MAX_MOVE + 1), repeat=2)
        if 0 < sum(map(abs, way)) <= MAX_MOVE
    ),
    key=lambda way: sum(map(abs, way)),
)

_DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1))


class SearchSteps:
    """The steps from a puzzle that the restrictions allow, each done at all images of its cells.

    ``solution`` is the solution that is wanted, or close to it.
    """

    def __init__(self, puzzle: Puzzle, restrictions: Restrictions, solution: bytes) -> None:
        self._puzzle = puzzle
        self._restrictions = restrictions
        self._solution = solution
        self._degrees = degrees(puzzle, solution)
        self._occupied = frozenset(island.cell for island in puzzle.islands)
        self._may_touch = any(_beside(cell) & self._occupied for cell in self._occupied)

    def shown(self, islands: Iterable[int]) -> Iterator[SearchStep]:
        """Numbers instead of "?", those of the solution."""
        for island in islands:
            if self._puzzle.islands[island].clue is None:
                images = self._islands_at_images(island)
                yield from self._clue_step(
                    {there.id: self._degrees[there.id] for there in images if there.clue is None}
                )

    def hidden(self, islands: Iterable[int]) -> Iterator[SearchStep]:
        """A "?" instead of a number."""
        for island in islands:
            if self._puzzle.islands[island].clue:
                images = self._islands_at_images(island)
                yield from self._clue_step({there.id: None for there in images if there.clue})

    def clues(self, islands: Iterable[int]) -> Iterator[SearchStep]:
        """Another number for one island."""
        for island in islands:
            here = self._puzzle.islands[island].clue
            for clue in range(1, self._most_bridges(island) + 1):
                if here not in (None, clue):
                    images = self._islands_at_images(island)
                    yield from self._clue_step(
                        {there.id: clue for there in images if there.clue == here}
                    )

    def bridges(self, changes: Iterable[tuple[int, int]]) -> Iterator[SearchStep]:
        """Another number of bridges on an edge, for (edge, number): other clues at its ends."""
        for edge, count in changes:
            more = count - self._solution[edge]
            clues: dict[int, Clue] = {}
            for end in self._puzzle.ends(edge):
                if end.clue is not None:
                    images = self._islands_at_images(end.id)
                    clues |= {
                        there.id: end.clue + more for there in images if there.clue == end.clue
                    }
            yield from self._clue_step(clues)

    def moved(self, islands: Iterable[int]) -> Iterator[SearchStep]:
        """Islands on cells nearby, the nearest first."""
        islands = list(islands)
        for (down, right), island in product(_WAYS, islands):
            row, col = self._puzzle.islands[island].cell
            yield from self._move((row, col), (row + down, col + right))

    def added(self, edges: Iterable[int]) -> Iterator[SearchStep]:
        """Islands on the bridges of the solution, with clues that leave the bridges as they are."""
        clues = {
            cell: 2 * count
            for edge, count in enumerate(self._solution)
            if count
            for cell in self._puzzle.water(edge)
        }
        for cell in dict.fromkeys(cell for edge in edges for cell in self._puzzle.water(edge)):
            cells = [image for (image,) in self._restrictions.images(self._puzzle, cell)]
            if all(there in clues for there in cells) and self._has_room(cells):
                yield SearchStep(added={there: clues[there] for there in cells})

    def placed(self, islands: Iterable[int]) -> Iterator[SearchStep]:
        """Islands with a "?" that some islands see."""
        for cell in dict.fromkeys(cell for island in islands for cell in self._seen_from(island)):
            cells = [image for (image,) in self._restrictions.images(self._puzzle, cell)]
            if self._has_room(cells):
                yield SearchStep(added=dict.fromkeys(cells))

    def removed(self, islands: Iterable[int]) -> Iterator[SearchStep]:
        """No island where one is now, while all others stay as they are."""
        for island in islands:
            images = self._islands_at_images(island)
            cells = {each.cell for each in images}
            if self._restrictions.kept.isdisjoint(cells) and self._is_even_without(images):
                yield SearchStep(removed=frozenset(each.id for each in images))

    def _is_even_without(self, islands: Iterable[Island]) -> bool:
        """Whether the others can have a solution: the sum of their clues is even, or one is "?"."""
        left = [each.clue for each in self._puzzle.islands if each not in islands]
        return len(left) > 1 and (None in left or sum(filter(None, left)) % 2 == 0)

    def _seen_from(self, island: int) -> Iterator[Cell]:
        """The cells of water around an island up to the next ones, or up to the border."""
        start = self._puzzle.islands[island].cell
        for down, right in _DIRECTIONS:
            row, col = start[0] + down, start[1] + right
            while self._is_inside((row, col)) and (row, col) not in self._occupied:
                yield row, col
                row, col = row + down, col + right

    def _most_bridges(self, island: int) -> int:
        return self._puzzle.rules.max_bridges * len(self._puzzle.incident[island])

    def _islands_at_images(self, island: int) -> list[Island]:
        cell = self._puzzle.islands[island].cell
        return self._restrictions.islands_at_images(self._puzzle, cell)

    def _clue_step(self, clues: Mapping[int, Clue]) -> Iterator[SearchStep]:
        cells = {self._puzzle.islands[island].cell for island in clues}
        if clues and self._restrictions.kept.isdisjoint(cells):
            yield SearchStep(clues=clues)

    def _move(self, start: Cell, end: Cell) -> Iterator[SearchStep]:
        images = self._restrictions.images(self._puzzle, start, end)
        cells = {a: b for a, b in images if a in self._occupied}
        if (
            len(cells) == len(images)
            and self._restrictions.kept.isdisjoint(cells)
            and self._has_room(list(cells.values()), leaving=cells)
        ):
            islands = [island for island in self._puzzle.islands if island.cell in cells]
            yield SearchStep(cells={island.id: cells[island.cell] for island in islands})

    def _has_room(self, cells: Collection[Cell], leaving: Collection[Cell] = ()) -> bool:
        """Whether cells can have islands when those on some other cells have left them."""
        others = self._occupied.difference(leaving).union(cells)
        return (
            len(set(cells)) == len(cells)
            and self._restrictions.kept.isdisjoint(cells)
            and (self._occupied - set(leaving)).isdisjoint(cells)
            and all(self._is_inside(cell) for cell in cells)
            and (self._may_touch or not any(_beside(cell) & others for cell in cells))
        )

    def _is_inside(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self._puzzle.rows and 0 <= cell[1] < self._puzzle.cols


def _beside(cell: Cell) -> frozenset[Cell]:
    row, col = cell
    return frozenset((row + down, col + right) for down, right in _DIRECTIONS)
