"""Puzzles in the course of changes, which remember where their islands come from."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from hashi_gui.core.puzzle import Cell, Island, Puzzle, PuzzleError
from hashi_gui.editing.proposal import IslandChange

Clue = int | None


@dataclass(frozen=True, slots=True)
class Step:
    """A change of some islands: other clues and other cells by their ids, and islands to add."""

    clues: Mapping[int, Clue] = field(default_factory=dict)
    cells: Mapping[int, Cell] = field(default_factory=dict)
    added: Mapping[Cell, Clue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Revision:
    """A puzzle that was made from another one.

    ``origins`` holds, for each island of ``puzzle``, the island of the other puzzle that it was;
    None if it was added.
    """

    puzzle: Puzzle
    origins: tuple[Island | None, ...]

    @classmethod
    def of(cls, puzzle: Puzzle) -> Revision:
        """The puzzle itself, unchanged."""
        return cls(puzzle, puzzle.islands)

    @property
    def changes(self) -> tuple[IslandChange, ...]:
        """What has happened to each island that has changed."""
        pairs = zip(self.origins, self.puzzle.islands)
        return tuple(
            IslandChange(before, after)
            for before, after in pairs
            if before is None or (before.cell, before.clue) != (after.cell, after.clue)
        )

    @property
    def changed(self) -> list[int]:
        """The ids of the islands that have changed."""
        return [change.after.id for change in self.changes]

    def after(self, step: Step) -> Revision | None:
        """The revision after a step; None if it needs a cell twice, or a clue that cannot be."""
        islands = [
            (
                step.cells.get(island.id, island.cell),
                step.clues.get(island.id, island.clue),
                self.origins[island.id],
            )
            for island in self.puzzle.islands
        ]
        return self._with([*islands, *((cell, clue, None) for cell, clue in step.added.items())])

    def without(self, islands: Collection[int]) -> Revision | None:
        """The revision with some islands as they were; None if their cells are taken."""
        kept = [
            (island.cell, island.clue, self.origins[island.id])
            for island in self.puzzle.islands
            if island.id not in islands
        ]
        origins = [self.origins[island] for island in islands]
        return self._with([*kept, *((o.cell, o.clue, o) for o in origins if o is not None)])

    def _with(self, islands: Collection[tuple[Cell, Clue, Island | None]]) -> Revision | None:
        clues = {cell: clue for cell, clue, _ in islands}
        if len(clues) < len(islands):
            return None
        try:
            puzzle = Puzzle.from_clues(
                self.puzzle.rows, self.puzzle.cols, clues, self.puzzle.max_bridges
            )
        except PuzzleError:
            return None
        origins = {cell: origin for cell, _, origin in islands}
        return Revision(puzzle, tuple(origins[island.cell] for island in puzzle.islands))
