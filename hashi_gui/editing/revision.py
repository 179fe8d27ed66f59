"""Puzzles in the course of changes, which remember where their islands come from."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from hashi_gui.core.errors import PuzzleError
from hashi_gui.core.puzzle import Cell, Island, Puzzle
from hashi_gui.editing.proposal import IslandChange

Clue = int | None


@dataclass(frozen=True, slots=True)
class Step:
    """A change of islands: other clues and cells by their ids, islands to add and to remove."""

    clues: Mapping[int, Clue] = field(default_factory=dict)
    cells: Mapping[int, Cell] = field(default_factory=dict)
    added: Mapping[Cell, Clue] = field(default_factory=dict)
    removed: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Revision:
    """A puzzle that was made from another one.

    ``origins`` holds, for each island of ``puzzle``, the island of the other puzzle that it was;
    None if it was added. ``removed`` are the islands of the other puzzle that are gone.
    """

    puzzle: Puzzle
    origins: tuple[Island | None, ...]
    removed: tuple[Island, ...] = ()

    @classmethod
    def of(cls, puzzle: Puzzle) -> Revision:
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

    def after(self, step: Step) -> Revision | None:
        """The revision after a step; None if it needs a cell twice, or a clue that cannot be."""
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

    def without(self, changes: Collection[IslandChange]) -> Revision | None:
        """The revision without some of its changes; None if the cells of islands are taken."""
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
        self,
        islands: Collection[tuple[Cell, Clue, Island | None]],
        removed: tuple[Island, ...],
    ) -> Revision | None:
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
        return Revision(puzzle, here, tuple(each for each in removed if each not in here))
