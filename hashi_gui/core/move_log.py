"""Everything that happened on the board of a game, with times."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from hashi_gui.core.board import Board, Move, MoveError
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import shorten

MAX_SECONDS = 10**9
"""The longest playing time that is read; no game takes thirty years."""

_MAX_QUOTE_LENGTH = 60


class Action(StrEnum):
    """What changed the board."""

    MOVE = "move"
    HINT = "hint"
    SOLUTION = "solution"
    UNDO = "undo"
    REDO = "redo"
    DISCARD = "discard"
    UNKNOWN = "unknown"
    """All that happened before there was a log."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A change of the board: the playing time at which it was made, by what, and the change."""

    seconds: float
    action: Action
    move: Move

    def to_text(self, puzzle: Puzzle) -> str:
        """Return the entry as one line, such as ``12.5 move 0,0-0,2=2``."""
        return f"{self.seconds:.1f} {self.action} {self.move.to_text(puzzle)}"

    @classmethod
    def from_text(cls, puzzle: Puzzle, text: str) -> LogEntry:
        """Parse the output of :meth:`to_text`. Raises MoveError."""
        try:
            seconds, action, move = text.split(" ", 2)
            entry = cls(round(float(seconds), 1), Action(action), Move.from_text(puzzle, move))
        except ValueError as error:
            raise MoveError(
                f"{shorten(text, _MAX_QUOTE_LENGTH)!r} is not an entry of the log; expected, for "
                "example, '12.5 move 0,0-0,2=2'."
            ) from error
        if not 0 <= entry.seconds <= MAX_SECONDS:
            raise MoveError(f"The log has a time of {shorten(seconds, _MAX_QUOTE_LENGTH)} seconds.")
        return entry


def board_after(start: Board, log: Iterable[LogEntry]) -> Board:
    """The board after all changes of a log."""
    return start.after(entry.move for entry in log)
