"""Statistics of all games together: times by size and level, help, streaks, days and months.

A game counts if the player has solved the puzzle; lessons do not. Times are compared only among
games without help.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from statistics import fmean, median

from hashi_gui.core.i18n import N_
from hashi_gui.core.puzzle import MAX_SIDE
from hashi_gui.formats.document import local_time
from hashi_gui.game.result import GameResult, Help, Origin
from hashi_gui.logic.levels import Level

SIZES = {
    N_("Up to 7 × 7"): range(1, 8),
    N_("8 × 8 to 10 × 10"): range(8, 11),
    N_("11 × 11 to 15 × 15"): range(11, 16),
    N_("16 × 16 to 20 × 20"): range(16, 21),
    N_("Over 20 × 20"): range(21, MAX_SIDE + 1),
}
"""The classes, each with the lengths of the longer side."""


@lru_cache(maxsize=1024)
def size_class(cols: int, rows: int) -> str:
    """The name of the class of a size."""
    return next(name for name, sides in SIZES.items() if max(cols, rows) in sides)


MAX_DAYS = 30
MIN_USUAL = 1.0
"""The least usual time that others are divided by, in seconds."""
MIN_MONTHS, MAX_MONTHS = 6, 36

_SIZES, _LEVELS = list(SIZES), list(Level)


@dataclass(frozen=True, slots=True)
class ResultGroup:
    """The games on puzzles of a size class and a level, which is empty if it is unknown.

    Times are in seconds, None without a game that was solved without help.
    """

    size: str
    level: str
    games: int
    unaided: int
    best: float | None
    median: float | None
    mean: float | None


@dataclass(frozen=True, slots=True)
class Period:
    """A day or a month, by its first day: games by the help with them, and the time played.

    ``pace`` is the median over the games without help of the time they took, divided by the
    player's median time for puzzles of the same size class and level. It is None without such
    games, and below 1 if the player was faster than usual.
    """

    start: date
    games: dict[Help, int]
    seconds: float
    pace: float | None


@dataclass(frozen=True, slots=True)
class Statistics:
    """Figures about the games that are ``counted``; ``help`` has their number by the help."""

    counted: list[GameResult]
    help: dict[Help, int]
    seconds: float
    groups: tuple[ResultGroup, ...]

    @classmethod
    def of(cls, results: Iterable[GameResult]) -> Statistics:
        games = [each for each in results if each.finished and each.origin is not Origin.LESSON]
        return cls(games, _help(games), sum(game.seconds or 0 for game in games), _groups(games))

    @property
    def games(self) -> int:
        return len(self.counted)


@dataclass(frozen=True, slots=True)
class Periods:
    """The same games in the course of time.

    ``days`` are the last MAX_DAYS, ``months`` those since the first game, but at least MIN_MONTHS
    and at most MAX_MONTHS; games of unknown date (``undated``) are in neither.
    """

    undated: int
    days: tuple[Period, ...]
    months: tuple[Period, ...]

    @classmethod
    def of(cls, statistics: Statistics, today: date) -> Periods:
        usual = {(group.size, group.level): group.median for group in statistics.groups}
        by_day: dict[date, list[GameResult]] = defaultdict(list)
        by_month: dict[date, list[GameResult]] = defaultdict(list)
        for game in statistics.counted:
            day = _day(game)
            if day is not None:
                by_day[day].append(game)
                by_month[day.replace(day=1)].append(game)
        return cls(
            undated=statistics.games - sum(map(len, by_day.values())),
            days=tuple(_period(day, by_day.get(day, []), usual) for day in _days(today)),
            months=tuple(
                _period(month, by_month.get(month, []), usual)
                for month in _months(min(by_month, default=today), today)
            ),
        )


def _group_of(game: GameResult) -> tuple[str, str]:
    return size_class(game.cols, game.rows), game.level


def _groups(games: Iterable[GameResult]) -> tuple[ResultGroup, ...]:
    """All groups with games, the smallest and easiest first."""
    members: dict[tuple[str, str], list[GameResult]] = defaultdict(list)
    for game in games:
        members[_group_of(game)].append(game)
    return tuple(_group(*key, members[key]) for key in sorted(members, key=_group_order))


def _group_order(key: tuple[str, str]) -> tuple[int, int, str]:
    size, level = key
    return _SIZES.index(size), _LEVELS.index(Level(level)) if level in _LEVELS else -1, level


def _group(size: str, level: str, games: list[GameResult]) -> ResultGroup:
    times = [game.unaided_seconds for game in games if game.unaided_seconds is not None]
    if not times:
        return ResultGroup(size, level, len(games), 0, None, None, None)
    return ResultGroup(size, level, len(games), len(times), min(times), median(times), fmean(times))


def _help(games: Iterable[GameResult]) -> dict[Help, int]:
    counts = dict.fromkeys(Help, 0)
    for game in games:
        counts[game.help] += 1
    return counts


def _period(
    start: date, games: list[GameResult], usual: dict[tuple[str, str], float | None]
) -> Period:
    paces = []
    for game in games:
        seconds, typical = game.unaided_seconds, usual[_group_of(game)]
        if seconds is not None and typical is not None:
            paces.append(seconds / max(typical, MIN_USUAL))
    return Period(
        start,
        _help(games),
        sum(game.seconds or 0 for game in games),
        median(paces) if paces else None,
    )


def _day(game: GameResult) -> date | None:
    """The day on which a game has ended, by the clock of the machine; None if it is unknown."""
    ended = local_time(game.ended)
    return ended and ended.date()


def _days(today: date) -> list[date]:
    return [today - timedelta(days=back) for back in reversed(range(MAX_DAYS))]


def _months(first: date, today: date) -> list[date]:
    """The first days of the months up to this one."""
    now = 12 * today.year + today.month - 1
    since_first = now - (12 * first.year + first.month - 1) + 1
    count = min(max(since_first, MIN_MONTHS), MAX_MONTHS)
    return [date(month // 12, month % 12 + 1, 1) for month in range(now - count + 1, now + 1)]
