import math
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.formats import PuzzleInfo
from hashi_gui.game.calibration import MAX_FACTOR, MAX_GAMES, MIN_GAMES, UNCALIBRATED, calibrate
from hashi_gui.game.result import GameResult, Origin
from hashi_gui.logic.levels import Level

EASY, HARD = (PuzzleInfo(level=level, expected_seconds=360) for level in (Level.EASY, Level.HARD))


def played(number: int, seconds: float | None, **values) -> GameResult:
    """A game on a puzzle of its own, which a practised player solves in 100 seconds."""
    return GameResult(
        **{
            "puzzle": f"{number:020x}",
            "cols": 10,
            "rows": 10,
            "level": "easy",
            "expected_seconds": 100.0,
            "origin": Origin.LIBRARY,
            "ended": f"2026-11-21T{number // 60 % 24:02}:{number % 60:02}:00.000Z",
            "seconds": seconds,
            "finished": True,
            **values,
        }
    )


def games(count: int, seconds: float, **values) -> list[GameResult]:
    return [played(number, seconds, **values) for number in range(count)]


def test_without_games_the_time_is_that_of_practised_players():
    assert UNCALIBRATED.seconds(EASY) == 360
    assert UNCALIBRATED.text(EASY) == "about 6 min"
    assert UNCALIBRATED.text_with_whose(EASY) == "about 6 min for practised players"
    assert "20 more games, and" in UNCALIBRATED.explanation
    assert UNCALIBRATED.seconds(PuzzleInfo(level="easy")) is None
    assert UNCALIBRATED.text(PuzzleInfo()) == UNCALIBRATED.text_with_whose(PuzzleInfo()) == ""


def test_after_twenty_games_the_time_is_that_of_the_player():
    before = calibrate(games(MIN_GAMES - 1, 200))
    assert (before.personal, before.seconds(EASY)) == (False, 360)
    assert "1 more game, and" in before.explanation
    after = calibrate(games(MIN_GAMES, 200, hints=1))  # A hint that draws nothing is allowed.
    assert after.personal
    assert after.seconds(EASY) == pytest.approx(720)
    assert after.text_with_whose(EASY) == "about 10 min for you"
    assert "your last 20 games" in after.explanation


@pytest.mark.parametrize(
    "values",
    [
        {"solution_shown": True},
        {"hints": 3, "hints_drawn": 1},
        {"finished": False, "seconds": None},
        {"expected_seconds": None},
        {"expected_seconds": 0.0},
        {"origin": Origin.LESSON},
        {"puzzle": "the same"},
    ],
    ids=str,
)
def test_games_that_say_nothing_of_the_speed_do_not_count(values):
    assert calibrate([replace(game, **values) for game in games(50, 200)]).games <= 1


def test_of_several_games_on_a_puzzle_only_the_first_counts():
    others = games(MIN_GAMES - 1, 100)
    first = played(30, 100, puzzle="p", solution_shown=True)
    again = played(31, 10, puzzle="p")
    assert calibrate([*others, again]).games == MIN_GAMES
    assert calibrate([*others, first, again]).games == MIN_GAMES - 1


def test_a_third_of_absurd_games_changes_little():
    usual = games(30, 100)
    odd = [played(number, 36_000) for number in range(2, 30, 3)]
    others = [game for number, game in enumerate(usual) if number % 3 != 2]
    mixed = calibrate([*others, *odd])
    assert mixed.games == 30
    assert mixed.factor == pytest.approx(1)


@pytest.mark.parametrize(("slow", "fast", "factor"), [(30, 25, 1), (30, 5, 4), (500, MAX_GAMES, 1)])
def test_newer_games_weigh_more_and_those_long_ago_do_not_count(slow, fast, factor):
    newer = [played(number, 100) for number in range(slow, slow + fast)]
    found = calibrate(games(slow, 400) + newer)
    assert found.games == min(slow + fast, MAX_GAMES)
    assert found.factor == pytest.approx(factor)


def test_a_level_has_its_own_ratio_the_more_games_there_are_of_it():
    easy = [played(number, 100) for number in range(40, 80)]
    few, many = (calibrate([*easy, *games(count, 300, level="hard")]) for count in (2, 30))
    assert 360 < few.seconds(HARD) < 500 < many.seconds(HARD) < 3 * 360
    assert few.seconds(EASY) == pytest.approx(360)
    assert few.seconds(PuzzleInfo(level="expert", expected_seconds=360)) == pytest.approx(360)


def test_it_finds_out_how_fast_a_player_is():
    """The times of a player vary, and those of hard puzzles are longer than for others."""
    rng, true = Random(7), {Level.EASY: 1.6, Level.HARD: 2.4}
    results = []
    for number in range(MAX_GAMES):
        level = rng.choice((Level.EASY, Level.EASY, Level.HARD))
        seconds = 100 * true[level] * rng.lognormvariate(0, 0.4)
        results.append(played(number, seconds, level=level))
    found = calibrate(results)
    for info in (EASY, HARD):
        assert found.seconds(info) == pytest.approx(360 * true[Level(info.level)], rel=0.25)


times = st.floats(0, 1e7)
results = st.lists(
    st.tuples(times, st.sampled_from(["", *Level]), st.floats(1, 1e5)), min_size=20, max_size=120
).map(
    lambda drawn: [
        played(number, seconds, level=level, expected_seconds=expected)
        for number, (seconds, level, expected) in enumerate(drawn)
    ]
)
infos = st.builds(
    PuzzleInfo()._replace,
    level=st.sampled_from(["", *Level]),
    expected_seconds=st.integers(0, 10**9),
)


@given(results, infos)
def test_expected_times_are_bounded_and_never_negative(results, info):
    seconds = calibrate(results).seconds(info)
    expected = info.expected_seconds
    assert math.isfinite(seconds)
    assert expected / MAX_FACTOR * 0.999 <= seconds <= expected * MAX_FACTOR * 1.001


@given(results, infos, st.randoms(use_true_random=False))
def test_the_order_of_the_results_does_not_matter(results, info, rng):
    shuffled = rng.sample(results, len(results))
    assert calibrate(shuffled) == calibrate(results)


@given(results, infos, st.data())
def test_a_longer_game_never_makes_an_expected_time_shorter(results, info, data):
    number = data.draw(st.integers(0, len(results) - 1))
    longer = replace(results[number], seconds=results[number].seconds + data.draw(times))
    slower = [*results[:number], longer, *results[number + 1 :]]
    before, after = (calibrate(each).seconds(info) for each in (results, slower))
    assert after >= before * (1 - 1e-9)


@given(results, infos, st.integers(0, 10**6))
def test_of_two_puzzles_of_a_level_the_longer_one_stays_the_longer_one(results, info, more):
    found = calibrate(results)
    longer = info._replace(expected_seconds=info.expected_seconds + more)
    assert found.seconds(longer) >= found.seconds(info)
