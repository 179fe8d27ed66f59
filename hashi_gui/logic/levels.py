"""The levels of difficulty, for techniques and for puzzles."""

from __future__ import annotations

from enum import StrEnum


class Level(StrEnum):
    """How hard a technique is to spot, and a puzzle that needs it; in rising order."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"
    EXTREME = "extreme"

    @property
    def rank(self) -> int:
        """The place in the order, from 0 for the easiest."""
        return _RANKS[self]

    @property
    def description(self) -> str:
        """One sentence for players: what a puzzle of this level takes."""
        return _DESCRIPTIONS[self]


_RANKS = {level: rank for rank, level in enumerate(Level)}

_DESCRIPTIONS = {
    Level.EASY: "Look at one island at a time.",
    Level.MEDIUM: "Add up what all neighbours of an island can take.",
    Level.HARD: "Watch for groups that would be cut off.",
    Level.EXPERT: "Assume a bridge and find the contradiction.",
    Level.EXTREME: "Nested assumptions. Rare: may take a minute.",
}
