"""Racing: how far the other player was at a time, and who was faster."""

from __future__ import annotations

from bisect import bisect_right
from itertools import islice

from hashi_gui.core.board import Board
from hashi_gui.core.board_status import BoardStatus
from hashi_gui.core.i18n import _, ngettext
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import format_duration
from hashi_gui.formats.race import Race
from hashi_gui.game.game import Game
from hashi_gui.game.share import whole_tenths


class Opponent:
    """The other player of a race, whose changes are made as the time of the game goes on."""

    def __init__(self, puzzle: Puzzle, race: Race) -> None:
        self.race = race
        self._puzzle = puzzle
        self._times = [entry.seconds for entry in race.log]
        self._status = BoardStatus(puzzle, Board.empty(puzzle))
        self._made = 0

    def finished_at(self, seconds: float) -> int:
        """How many islands were finished after so many seconds, which never go back."""
        made = bisect_right(self._times, seconds)
        for entry in islice(self.race.log, self._made, made):
            self._status.update(entry.move)
        self._made = max(made, self._made)
        return len(self._puzzle.islands) if self._status.solved else self._status.finished


def racer(race: Race) -> str:
    """Who has played, within a sentence."""
    return race.shown_name or _("your friend")


def question(race: Race) -> str:
    """Whether the player wants to race, and how much help the other one had."""
    asked = _("Race {name}'s {time}?").format(name=racer(race), time=format_duration(race.seconds))
    helped = ngettext("It took {n} hint.", "It took {n} hints.", race.hints)
    return f"{asked} {helped.format(n=race.hints)}" if race.hints else asked


def outcome(game: Game) -> str:
    """Who was faster in a race, as one sentence; empty if it is none, or not finished."""
    race = game.race
    if race is None or not game.finished:
        return ""
    if game.solution_shown:
        return _("You have seen the solution, so the race does not count.")
    seconds = whole_tenths(game.clock.seconds)
    ahead = round(race.seconds - seconds, 1)
    if not ahead:
        text = _("You and {name} took the same time.")
    elif abs(ahead) < 1:
        faster = _("You beat {name}, by less than a second.")
        text = faster if ahead > 0 else _("You missed {name} by less than a second.")
    elif ahead > 0:
        text = _("You were {time} faster than {name}.")
    else:
        text = _("You were {time} behind {name}.")
    # Both times are shown in whole seconds, and the player subtracts those.
    between = format_duration(abs(int(race.seconds) - int(seconds)))
    return text.format(name=racer(race), time=between)
