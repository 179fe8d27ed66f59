"""The levels of difficulty, for techniques and for puzzles."""

from __future__ import annotations

from enum import StrEnum

from hashi_gui.core.i18n import N_, translated


class Level(StrEnum):
    """How hard a technique is to spot, and a puzzle that needs it; in rising order.

    The values are for files, commands and other programs; players read ``shown_level``.
    """

    EASY = N_("easy")
    MEDIUM = N_("medium")
    HARD = N_("hard")
    EXPERT = N_("expert")
    EXTREME = N_("extreme")

    @property
    def rank(self) -> int:
        """The place in the order, from 0 for the easiest."""
        return _RANKS[self]

    @property
    def description(self) -> str:
        """One sentence for players: what a puzzle of this level takes."""
        return translated(_DESCRIPTIONS[self])


_RANKS = {level: rank for rank, level in enumerate(Level)}

_DESCRIPTIONS = {
    Level.EASY: N_("Look at one island at a time."),
    Level.MEDIUM: N_("Add up what all neighbours of an island can take."),
    Level.HARD: N_("Watch for groups that would be cut off."),
    Level.EXPERT: N_("Assume a bridge and find the contradiction."),
    Level.EXTREME: N_("Nested assumptions. Rare: may take a minute."),
}
