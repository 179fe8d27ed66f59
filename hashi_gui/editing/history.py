"""The edits of a draft, with unlimited undo and redo; an edit is stored as what it has changed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from hashi_gui.core.board import differing_keys
from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import N_, _
from hashi_gui.core.puzzle import MAX_SIDE, Cell
from hashi_gui.core.rules import MAX_BRIDGES_LIMIT, Rules
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.editing.draft import Draft, Pair
from hashi_gui.formats import PuzzleInfo
from hashi_gui.formats.fields import Limit, Side, between, read_items, read_parts, read_value
from hashi_gui.formats.notations.hashi import info_to_data, parse_info, parse_rules, rules_to_data

WATER, UNKNOWN = ".", "?"
"""What the text of a change has for a removed island, and for the clue "?"."""


FARTHEST = 10 * MAX_SIDE
"""How far from the first cell of the grid islands can be, in rows or columns."""

_Place = Annotated[int, between(-FARTHEST, FARTHEST)]
_BridgeCount = Annotated[int, between(0, MAX_BRIDGES_LIMIT)]
_ClueText = Annotated[
    str,
    Limit(
        lambda t: bool(re.fullmatch(r"[.?]|0|[1-9]\d{0,2}", t, re.ASCII)), N_("a clue, '?' or '.'")
    ),
]


class ChangeError(HashiError):
    """The data of a change are malformed or do not fit."""


@dataclass(frozen=True, slots=True)
class Change:
    """What differs between two drafts.

    ``clues`` has the new clue of each changed cell, as text: a number, UNKNOWN, or WATER for no
    island. ``bridges`` has the new number of bridges of each changed pair. ``size`` (rows and
    columns), ``rules``, ``info``, ``symmetry`` and ``ties_clues`` are None if they are the same.
    ``kept`` are the cells that are kept in only one of them.
    """

    clues: Mapping[Cell, str] = field(default_factory=dict)
    bridges: Mapping[Pair, int] = field(default_factory=dict)
    size: Cell | None = None
    rules: Rules | None = None
    info: PuzzleInfo | None = None
    symmetry: Symmetry | None = None
    ties_clues: bool | None = None
    kept: frozenset[Cell] = frozenset()

    def __bool__(self) -> bool:
        return self != Change()

    @classmethod
    def between(cls, before: Draft, after: Draft) -> Change:
        """The change that turns one draft into another."""
        size = after.rows, after.cols
        return cls(
            {
                cell: _text_at(after, cell)
                for cell in sorted(differing_keys(before.clues, after.clues))
            },
            {
                pair: after.bridges.get(pair, 0)
                for pair in sorted(differing_keys(before.bridges, after.bridges))
            },
            None if size == (before.rows, before.cols) else size,
            None if after.rules == before.rules else after.rules,
            None if after.info == before.info else after.info,
            None if after.symmetry is before.symmetry else after.symmetry,
            None if after.ties_clues is before.ties_clues else after.ties_clues,
            after.kept ^ before.kept,
        )

    def inverse(self, before: Draft) -> Change:
        """The change that leads back to the draft that this one is applied to."""
        return Change(
            {cell: _text_at(before, cell) for cell in self.clues},
            {pair: before.bridges.get(pair, 0) for pair in self.bridges},
            None if self.size is None else (before.rows, before.cols),
            None if self.rules is None else before.rules,
            None if self.info is None else before.info,
            None if self.symmetry is None else before.symmetry,
            None if self.ties_clues is None else before.ties_clues,
            self.kept,
        )

    def apply(self, draft: Draft) -> Draft:
        """Return a draft after the change.

        Raises ChangeError if it would have bridges without islands at their ends, or too many, or a
        symmetry that the grid cannot have.
        """
        clues = {**draft.clues, **{cell: _clue(text) for cell, text in self.clues.items()}}
        for cell, text in self.clues.items():
            if text == WATER:
                del clues[cell]
        bridges = draft.bridges
        if self.bridges:
            bridges = {pair: n for pair, n in {**bridges, **self.bridges}.items() if n}
        rows, cols = self.size or (draft.rows, draft.cols)
        after = Draft(
            rows,
            cols,
            clues,
            bridges,
            self.rules or draft.rules,
            self.info or draft.info,
            self.symmetry or draft.symmetry,
            draft.ties_clues if self.ties_clues is None else self.ties_clues,
            draft.kept ^ self.kept,
        )
        if self.bridges or self.rules or WATER in self.clues.values():
            _check_bridges(after)
        if not after.symmetry.fits(rows, cols):
            text = _("A grid of {size} cells cannot have the symmetry “{name}”.")
            raise ChangeError(text.format(size=after.size_text, name=after.symmetry.label))
        return after

    def to_data(self) -> dict[str, Any]:
        """The change as data for JSON; what is not changed is left out."""
        data = {
            "clues": [[*cell, text] for cell, text in self.clues.items()],
            "bridges": [[*one, *two, count] for (one, two), count in self.bridges.items()],
            "size": self.size,
            **({} if self.rules is None else rules_to_data(self.rules)),
            "info": None if self.info is None else info_to_data(self.info),
            "symmetry": self.symmetry,
            "ties_clues": self.ties_clues,
            "kept": [list(cell) for cell in sorted(self.kept)],
        }
        return {key: value for key, value in data.items() if value not in ([], None)}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Change:
        """The change of :meth:`to_data`. Raises ChangeError if the data are anything else."""
        try:
            return _parse(data)
        except HashiError as error:
            text = _("This is not a change of a draft ({error}).").format(error=error)
            raise ChangeError(text) from error


class DraftHistory:
    """A draft, and the edits that have led to it from the first one.

    ``position`` is the number of edits in effect; those after it were undone.
    """

    def __init__(self, start: Draft) -> None:
        self.start = start
        self.draft = start
        self.position = 0
        self._changes: list[Change] = []
        self._inverses: list[Change] = []

    @property
    def changes(self) -> tuple[Change, ...]:
        """All edits, also those that were undone, which come last."""
        return tuple(self._changes)

    @property
    def can_undo(self) -> bool:
        return self.position > 0

    @property
    def can_redo(self) -> bool:
        return self.position < len(self._changes)

    def copy(self) -> DraftHistory:
        """A copy that later edits do not change."""
        copy = DraftHistory(self.start)
        copy.draft, copy.position = self.draft, self.position
        copy._changes, copy._inverses = list(self._changes), list(self._inverses)
        return copy

    def edit(self, draft: Draft) -> Change:
        """Go on to another draft, and forget the edits that were undone.

        Returns the change; if it is empty, nothing is forgotten.
        """
        change = Change.between(self.draft, draft)
        if change:
            self._add(change, draft)
        return change

    def push(self, change: Change) -> None:
        """Make a change, and forget the edits that were undone."""
        self._add(change, change.apply(self.draft))

    def _add(self, change: Change, after: Draft) -> None:
        before, self.draft = self.draft, after
        del self._changes[self.position :], self._inverses[self.position :]
        self._changes.append(change)
        self._inverses.append(change.inverse(before))
        self.position += 1

    def undo(self) -> bool:
        """Undo the last edit; whether there was one."""
        if not self.can_undo:
            return False
        self.position -= 1
        self.draft = self._inverses[self.position].apply(self.draft)
        return True

    def redo(self) -> bool:
        """Redo the edit that was undone last; whether there was one."""
        if not self.can_redo:
            return False
        self.draft = self._changes[self.position].apply(self.draft)
        self.position += 1
        return True


def full_change(draft: Draft) -> Change:
    """The change that leads from a grid of one empty cell to a draft."""
    return Change.between(Draft(1, 1), draft)


def draft_of(change: Change) -> Draft:
    """The draft that :func:`full_change` was given."""
    return change.apply(Draft(1, 1))


def _check_bridges(draft: Draft) -> None:
    for (one, two), count in draft.bridges.items():
        if one not in draft.clues or two not in draft.clues or count > draft.rules.max_bridges:
            text = _("There cannot be so many bridges ({n}): {one}–{two}.")
            raise ChangeError(text.format(n=count, one=one, two=two))


def _text_at(draft: Draft, cell: Cell) -> str:
    if cell not in draft.clues:
        return WATER
    clue = draft.clues[cell]
    return UNKNOWN if clue is None else str(clue)


def _clue(text: str) -> int | None:
    return None if text in (UNKNOWN, WATER) else int(text)


def _parse(data: Mapping[str, Any]) -> Change:
    """The change of :meth:`Change.to_data`. Raises FormatError."""
    clues = (
        read_parts(item, "'clues'", _Place, _Place, _ClueText)
        for item in read_items({"clues": [], **data}, "clues", list)
    )
    bridges = (
        read_parts(item, "'bridges'", _Place, _Place, _Place, _Place, _BridgeCount)
        for item in read_items({"bridges": [], **data}, "bridges", list)
    )
    return Change(
        {(row, col): text for row, col, text in clues},
        {((row, col), (to_row, to_col)): n for row, col, to_row, to_col, n in bridges},
        read_parts(data["size"], "'size'", Side, Side) if "size" in data else None,
        parse_rules(data) if "max_bridges" in data else None,
        parse_info(read_value(data, "info", dict)) if "info" in data else None,
        read_value(data, "symmetry", Symmetry) if "symmetry" in data else None,
        read_value(data, "ties_clues", bool) if "ties_clues" in data else None,
        frozenset(
            read_parts(item, "'kept'", _Place, _Place)
            for item in read_items({"kept": [], **data}, "kept", list)
        ),
    )
