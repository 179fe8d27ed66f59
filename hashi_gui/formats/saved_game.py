"""The state of a game, as saved: what is noted in its course, and its moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from hashi_gui.core.board import Board, LogEntry, Move
from hashi_gui.core.i18n import _
from hashi_gui.formats.errors import FormatError, unexpected_input
from hashi_gui.formats.fields import Count, Name, OptionalTime, Seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCounts:
    """What is noted in the course of a game, apart from its moves and its time.

    ``hints`` is the number of hints taken, ``hints_explained`` and ``hints_drawn`` how many of
    them were asked for their reason and for their move, ``checks`` the number of checks, ``undos``
    that of moves undone. ``finished`` says whether the player has ever solved the puzzle in this
    game, ``solution_shown`` whether the program has drawn or explained the solution before.
    ``begun`` and ``ended`` are the times of the first move and of the solution, as returned by
    :func:`utc_now`; empty if unknown.
    """

    hints: Count = 0
    finished: bool = False
    checks: Count = 0
    solution_shown: bool = False
    hints_explained: Count = 0
    hints_drawn: Count = 0
    undos: Count = 0
    begun: OptionalTime = ""
    ended: OptionalTime = ""


DEFAULT_COUNTS: Mapping[str, Any] = {f.name: f.default for f in fields(GameCounts)}
"""The fields of GameCounts with their defaults, which have the types of the values."""


def counts_of(game: object) -> dict[str, Any]:
    """The values of the fields of GameCounts, by their names, in an object that has them."""
    return {name: getattr(game, name) for name in DEFAULT_COUNTS}


@dataclass(frozen=True, slots=True)
class SavedGame(GameCounts):
    """The state of a game, as saved.

    ``history`` lists the moves from ``start``, including undone ones; the first ``position`` of
    them lead to the board of the document. ``trials`` lists the position at which each open trial
    began, outermost first, ``trial_names`` the name that the player gave to each, empty for none,
    if any has a name; ``seconds`` is the time played. ``log`` has every change of the board from
    ``start`` on, undone ones included, but no tags; it is empty if that is not known.
    """

    start: Board
    history: tuple[Move, ...] = ()
    position: int = 0
    trials: tuple[int, ...] = ()
    seconds: Seconds = 0.0
    log: tuple[LogEntry, ...] = ()
    trial_names: tuple[Name, ...] = ()

    @property
    def board(self) -> Board:
        """The board after the moves in effect."""
        return self.start.after(self.history[: self.position])

    def check(self) -> None:
        """Raise FormatError unless the position and the trials fit the history, and each other."""
        moves = len(self.history)
        if not 0 <= self.position <= moves:
            raise _wrong_move("position", self.position, 0, moves)
        latest = 0
        for trial in self.trials:
            if not latest <= trial <= self.position:
                raise _wrong_move("trials", trial, latest, self.position)
            latest = trial


def _wrong_move(key: str, found: int, least: int, most: int) -> FormatError:
    expected = _("a number of moves from {least} to {most}").format(least=least, most=most)
    return unexpected_input(_("{value} in {key!r}").format(value=found, key=key), expected)
