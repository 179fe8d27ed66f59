from datetime import UTC, date, datetime

import pytest

from hashi_gui.formats.document import to_utc_text
from hashi_gui.game.result import GameResult, Help, Origin
from hashi_gui.game.statistics import (
    MAX_DAYS,
    MAX_MONTHS,
    SIZES,
    Periods,
    ResultGroup,
    Statistics,
    size_class,
)
from tests.played_games import played_games

TODAY = date(2026, 11, 21)


def periods(games: list[GameResult]) -> Periods:
    return Periods.of(Statistics.of(games), TODAY)


def solved(
    seconds: float, day: str = "", side: int = 10, level: str = "easy", **values
) -> GameResult:
    """A game that the player has solved at noon of a day by the clock of the machine."""
    ended = to_utc_text(datetime.fromisoformat(f"{day}T12:00").astimezone(UTC)) if day else ""
    common = {"puzzle": "p", "cols": side, "rows": side, "level": level, "ended": ended}
    return GameResult(**{**common, "seconds": seconds, "finished": True, **values})


def test_without_games_everything_is_empty():
    statistics = Statistics.of([])
    assert (statistics.games, statistics.seconds, statistics.groups) == (0, 0, ())
    assert [day.start for day in periods([]).days][-1] == TODAY
    assert len(periods([]).days) == MAX_DAYS
    assert [month.start.month for month in periods([]).months] == [6, 7, 8, 9, 10, 11]


def test_games_are_counted_by_the_help_with_them():
    games = [
        solved(60),
        solved(70, hints=2),
        solved(80, solution_shown=True),
        solved(90, checks=1),
        solved(5, origin=Origin.LESSON),
        GameResult(puzzle="p", cols=9, rows=9, solution_shown=True),
        *(solved(10, ended=ended) for ended in ("", "yesterday", "9999-12-31T23:59:59.999Z")),
    ]
    statistics = Statistics.of(games)
    assert statistics.games == 7
    assert statistics.help == {Help.NONE: 5, Help.HINTS: 1, Help.SOLUTION: 1}
    assert statistics.seconds == 330
    assert periods(games).undated == 6


def test_times_are_those_without_help_by_size_and_level():
    games = [
        solved(60),
        solved(100),
        solved(200, side=8),
        solved(10, hints=1),
        solved(300, level="hard"),
        solved(30, side=7, level=""),
        solved(400, side=25, hints=1),
    ]
    assert Statistics.of(games).groups == (
        ResultGroup("Up to 7 × 7", "", 1, 1, 30, 30, 30),
        ResultGroup("8 × 8 to 10 × 10", "easy", 4, 3, 60, 100, 120),
        ResultGroup("8 × 8 to 10 × 10", "hard", 1, 1, 300, 300, 300),
        ResultGroup("Over 20 × 20", "easy", 1, 0, None, None, None),
    )


def test_time_by_day():
    games = [
        solved(60, "2026-11-21"),
        solved(30, "2026-11-21", hints=1),
        solved(20, "2026-11-19"),
        solved(10, "2026-10-01"),
    ]
    days = periods(games).days
    assert [day.seconds for day in days[-4:]] == [0, 20, 0, 90]
    assert days[-1].games == {Help.NONE: 1, Help.HINTS: 1, Help.SOLUTION: 0}
    assert sum(day.seconds for day in days) == 110


def test_the_pace_of_a_month_compares_with_the_median_of_the_same_size_and_level():
    games = [
        solved(200, "2026-09-01"),
        solved(100, "2026-10-01"),
        solved(50, "2026-11-01"),
        solved(3000, "2026-09-03", side=25),
        solved(1500, "2026-11-03", side=25),
    ]
    months = periods(games).months
    assert [month.pace for month in months[:3]] == [None] * 3
    assert [month.pace for month in months[3:]] == pytest.approx([5 / 3, 1, 7 / 12], abs=0.01)
    help_only = periods([solved(9, "2026-11-01", hints=1)])
    assert help_only.months[-1].pace is None


@pytest.mark.parametrize(
    ("first", "begin", "count"),
    [("2025-12-31", date(2025, 12, 1), 12), ("2019-12-31", date(2023, 12, 1), MAX_MONTHS)],
)
def test_the_months_begin_with_that_of_the_first_game_but_not_too_long_ago(first, begin, count):
    months = [month.start for month in periods([solved(60, first), solved(60)]).months]
    assert (months[0], months[-1], len(months)) == (begin, date(2026, 11, 1), count)


def test_made_up_games_depend_on_the_seed_alone():
    end = datetime(2026, 11, 21, 12, tzinfo=UTC)
    games = played_games(500, 3, end)
    assert games == played_games(500, 3, end)
    assert games != played_games(500, 4, end)
    statistics = Statistics.of(games)
    assert statistics.games == 500
    assert periods(games).undated == 0


def test_every_size_has_a_class():
    assert [size_class(side, 5) for side in (5, 7, 8, 10, 15, 20, 21)] == [
        *["Up to 7 × 7"] * 2,
        *["8 × 8 to 10 × 10"] * 2,
        "11 × 11 to 15 × 15",
        "16 × 16 to 20 × 20",
        "Over 20 × 20",
    ]
    assert size_class(3, max(SIZES["Over 20 × 20"])) == "Over 20 × 20"
