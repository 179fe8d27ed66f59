from __future__ import annotations

from datetime import date, timedelta
from statistics import median

import pytest

from hashi_gui.formats import write
from hashi_gui.generating.daily import (
    DailyKind,
    daily_puzzles,
    longest_streak,
    solved_kinds,
    streak,
)
from hashi_gui.generating.options import FORMER, PLAIN
from hashi_gui.logic.levels import Level

TODAY = date(2026, 11, 21)
RISING = date(2027, 1, 4)
SEEDS = {
    DailyKind.EASY: 490_071_608,
    DailyKind.HARD: 545_701_187,
    DailyKind.LARGE: 686_219_560,
    DailyKind.NO_LOOPS: 395_860_889,
}


def days_ago(*numbers: int) -> set[str]:
    """The names of the hard puzzles of some days before today."""
    return {daily_puzzles(TODAY - timedelta(days=n))[DailyKind.HARD].name for n in numbers}


def test_the_seeds_of_a_day_are_the_same_for_everyone():
    assert {kind: daily.recipe.seed for kind, daily in daily_puzzles(TODAY).items()} == SEEDS


def test_no_two_puzzles_of_a_year_share_a_seed():
    year = [TODAY + timedelta(days=n) for n in range(365)]
    seeds = {daily.recipe.seed for day in year for daily in daily_puzzles(day).values()}
    assert len(seeds) == 4 * 365


@pytest.mark.parametrize(
    ("kind", "side", "level"),
    [
        (DailyKind.EASY, 10, Level.EASY),
        (DailyKind.HARD, 15, Level.HARD),
        (DailyKind.LARGE, 25, Level.MEDIUM),
        (DailyKind.NO_LOOPS, 12, Level.MEDIUM),
    ],
)
def test_a_day_has_a_puzzle_of_each_kind(kind, side, level):
    daily = daily_puzzles(TODAY)[kind]
    document = daily.with_metadata(daily.recipe.make())
    assert (document.puzzle.rows, document.puzzle.cols) == (side, side)
    assert document.info.level == level
    assert document.info.daily == f"2026-11-21/{kind}"
    assert document.info.title == f"Daily 2026-11-21, {kind.text}"
    assert document.puzzle.rules.loops == (kind is not DailyKind.NO_LOOPS)


def test_solved_kinds_are_found_by_their_names():
    solved = {"2026-11-21/easy", "2026-11-21/large", "2026-11-20/hard", "nonsense"}
    assert solved_kinds(TODAY, solved) == {DailyKind.EASY, DailyKind.LARGE}
    assert solved_kinds(TODAY - timedelta(days=2), solved) == frozenset()


@pytest.mark.parametrize(
    ("solved", "length"),
    [((), 0), ((0,), 1), ((1,), 1), ((2,), 0), ((0, 1, 2), 3), ((1, 2, 3), 3), ((0, 2, 3), 1)],
)
def test_a_streak_ends_today_or_yesterday(solved, length):
    assert streak(TODAY, days_ago(*solved)) == length


@pytest.mark.parametrize(
    ("solved", "length"), [((), 0), ((9,), 1), ((0, 1, 5, 6, 7), 3), ((0, 1, 2, 9), 3)]
)
def test_the_longest_streak_is_of_any_time(solved, length):
    wrong = {"nonsense", "", "0001-01-01/hard", "9999-12-31/hard"}
    assert longest_streak(days_ago(*solved)) == length
    assert longest_streak({*days_ago(*solved), *wrong}) == max(length, 1)


@pytest.mark.parametrize("first", [TODAY - timedelta(days=5), TODAY + timedelta(days=5), RISING])
@pytest.mark.parametrize("kind", DailyKind)
def test_the_expected_time_of_a_kind_is_the_usual_one(kind, first):
    daily = [daily_puzzles(first + timedelta(days=n))[kind] for n in range(3)]
    ratios = []
    for each in daily:
        made = each.recipe.make().info
        assert each.info.level == made.level
        ratios.append(made.expected_seconds / each.info.expected_seconds)
    assert median(ratios) == pytest.approx(1, abs=0.3)


@pytest.mark.parametrize("kind", DailyKind)
def test_puzzles_rise_through_the_week(kind):
    week = [daily_puzzles(RISING + timedelta(days=n))[kind] for n in range(7)]
    for values in (
        [each.recipe.options.cols for each in week],
        [each.recipe.seconds for each in week],
        [each.info.expected_seconds for each in week],
    ):
        assert values == sorted(set(values))
    thursday, before = week[3], daily_puzzles(RISING - timedelta(days=1))[kind]
    assert (thursday.recipe.options, thursday.info) == (before.recipe.options, before.info)


@pytest.mark.parametrize(
    ("day", "style", "link"),
    [
        (
            date(2026, 11, 23),
            PLAIN,
            "https://puzz.link/p?hashi/10/10/4h5h3h3t2h4g34g3h2n1k2h5g7g5r4g3h3i2p4h5g4g1g1",
        ),
        (
            date(2026, 11, 30),
            FORMER,
            "https://puzz.link/p?hashi/10/10/h3h5g3g41k2g3p35g5h5h4p2i2g4h5g5g5i2h2j2i1g1h1i2g3h4g6"
            "g5g1g",
        ),
    ],
)
def test_puzzles_stay_what_they_were_when_later_ones_change(day, style, link):
    recipe = daily_puzzles(day)[DailyKind.EASY].recipe
    assert recipe.options.style == style
    assert write(recipe.make(), "puzzlink") == link
