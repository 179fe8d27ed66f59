"""The expected time of a puzzle for this player, from the player's own results.

Each game says how many times longer, or shorter, it took than a practised player was expected to
take. The median of these ratios does not mind a game that was left lying open, or a lucky guess;
newer games weigh more, because players get faster. The few games at one level move only the
expected times of that level, and not by much until there are enough of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from types import MappingProxyType

from hashi_gui.core.i18n import _, ngettext
from hashi_gui.core.wording import minutes_text
from hashi_gui.formats import PuzzleInfo
from hashi_gui.game.result import GameId, GameResult, Origin

MIN_GAMES = 20
"""With fewer games, the expected time is that of a practised player."""

MAX_GAMES = 100
"""Only so many of the latest games count."""

HALF_LIFE = 50
"""After so many newer games, a game weighs half as much."""

LEVEL_WEIGHT = 4.0
"""The weight of the games at a level with which their own ratio counts as much as that of all."""

MAX_FACTOR = 8.0
"""How many times longer or shorter the time of this player can be expected to be."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """How long this player takes, compared with a practised player.

    ``games`` is the number of games that count. ``factor`` is the ratio at a level that is not
    among ``factors``; without enough games, all ratios are 1.
    """

    games: int = 0
    factor: float = 1.0
    factors: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def personal(self) -> bool:
        """Whether there are enough games."""
        return self.games >= MIN_GAMES

    def seconds(self, info: PuzzleInfo) -> float | None:
        """The expected time of a puzzle for this player; None if it has none."""
        if info.expected_seconds is None:
            return None
        return info.expected_seconds * self.factors.get(info.level, self.factor)

    def text(self, info: PuzzleInfo) -> str:
        """The expected time in words: ``about 6 min``; empty if there is none."""
        seconds = self.seconds(info)
        return "" if seconds is None else minutes_text(seconds)

    def text_with_whose(self, info: PuzzleInfo) -> str:
        """The same, and for whom: ``about 6 min for practised players``; empty if there is none."""
        time = self.text(info)
        text = _("{time} for you") if self.personal else _("{time} for practised players")
        return time and text.format(time=time)

    @property
    def explanation(self) -> str:
        """Where the expected times come from, in a sentence."""
        if self.personal:
            return _("Expected times are for you, from your last {n} games.").format(n=self.games)
        missing = MIN_GAMES - self.games
        text = ngettext(
            "{n} more game, and these times are yours.",
            "{n} more games, and these times are yours.",
            missing,
        )
        return text.format(n=missing)


UNCALIBRATED = Calibration()


def games_that_count(results: Iterable[GameResult]) -> list[GameResult]:
    """Those results, of all in any order, that the calibration depends on: the latest first.

    Only the first game of each puzzle counts, if the player has solved it without being shown the
    solution or a move, and it is no lesson.
    """
    first_games: dict[str, GameResult] = {}
    for result in results:
        known = first_games.setdefault(result.puzzle, result)
        if known is not result and _order(result) < _order(known):
            first_games[result.puzzle] = result
    return sorted(filter(_counts, first_games.values()), key=_order, reverse=True)[:MAX_GAMES]


def calibrate(results: Iterable[GameResult]) -> Calibration:
    """The calibration from all results, or from those that count."""
    latest = games_that_count(results)
    if len(latest) < MIN_GAMES:
        return Calibration(len(latest))
    weighed = [(_log_ratio(each), 0.5 ** (age / HALF_LIFE)) for age, each in enumerate(latest)]
    overall = _median(weighed)
    factors = {}
    for level in {each.level for each in latest}:
        at_level = [pair for each, pair in zip(latest, weighed) if each.level == level]
        weight = sum(weight for _, weight in at_level)
        share = weight / (weight + LEVEL_WEIGHT)
        factors[level] = math.exp((1 - share) * overall + share * _median(at_level))
    return Calibration(len(latest), math.exp(overall), MappingProxyType(factors))


def _order(result: GameResult) -> tuple[str, GameId]:
    return result.ended, result.game


def _counts(result: GameResult) -> bool:
    return (
        result.finished
        and not (result.solution_shown or result.hints_drawn)
        and result.origin is not Origin.LESSON
        and bool(result.expected_seconds)
        and result.seconds is not None
    )


def _log_ratio(result: GameResult) -> float:
    assert result.seconds is not None
    assert result.expected_seconds is not None
    ratio = result.seconds / result.expected_seconds
    return math.log(min(max(ratio, 1 / MAX_FACTOR), MAX_FACTOR))


def _median(weighed: Sequence[tuple[float, float]]) -> float:
    """The smallest value such that those up to it have at least half of the weight."""
    ordered = sorted(weighed)
    sums = list(accumulate(weight for _, weight in ordered))
    return next(value for (value, _), weight in zip(ordered, sums) if 2 * weight >= sums[-1])
