"""What is said of a solved game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hashi_gui.formats import PuzzleInfo, read
from hashi_gui.game import Game
from hashi_gui.game.calibration import UNCALIBRATED
from hashi_gui.game.result import GameResult
from hashi_gui.game.store import puzzle_key
from hashi_gui.gui.play.finish import praise, summarise

NO_INFO = PuzzleInfo()

PLAIN = "Every island found its bridges."
FASTER = "Faster than expected."
UNAIDED = "No hint and no check on a hard one."

RESULT = GameResult(
    puzzle="this",
    cols=15,
    rows=15,
    level="hard",
    seconds=100.0,
    finished=True,
    begun="2026-05-20T11:00:00.000Z",
    ended="2026-05-20T12:00:00.000Z",
)


def other(number=0, **fields):
    """The result of an earlier game, slower by default, and on a puzzle of the same kind."""
    return replace(RESULT, puzzle=str(number), **{"seconds": 150.0, **fields})


def solved(info=NO_INFO, hints=0, shown=False, seconds=83.0):
    """A solved game."""
    game = Game.from_document(replace(read("1.2.1"), info=info))
    for edge in (0, 1):
        game.play(game.cycle_bridges(edge))
    game.hints, game.checks, game.solution_shown = hints, 2, shown
    game.clock._elapsed = seconds
    return game


@pytest.mark.parametrize(
    ("changes", "others", "expected"),
    [
        ({}, [], "Your first 15 × 15 without help."),
        ({}, [other(hints=1)], "Your first 15 × 15 without help."),
        ({}, [other(cols=10)], "Your first 15 × 15 without help."),
        ({}, [other(level="easy")], "Your first hard puzzle without help."),
        ({}, [other()], "Your best time yet for 15 × 15, hard."),
        ({"level": ""}, [other(level="")], "Your best time yet for 15 × 15."),
        ({}, [other(seconds=100.0)], UNAIDED),
        (
            {},
            [other(3, seconds=50.0, ended="2026-04-20T12:00:00.000Z"), other(1), other(2)],
            "Your fastest this month for 15 × 15, hard.",
        ),
        ({}, [other(3, seconds=50.0, ended="2026-04-20T12:00:00.000Z"), other(1)], UNAIDED),
        ({}, [other(3, seconds=50.0), other(1), other(2)], UNAIDED),
        ({}, [other(1, ended=""), other(2, ended=""), other(3, seconds=50.0, ended="")], UNAIDED),
        ({}, None, UNAIDED),
        ({"checks": 1}, None, FASTER),
        ({"level": "easy"}, None, FASTER),
        ({"checks": 1, "seconds": 130.0}, None, PLAIN),
        ({"hints": 1}, [], PLAIN),
        ({"solution_shown": True}, [], PLAIN),
    ],
)
def test_the_praise_is_the_rarest_that_is_true(changes, others, expected):
    assert praise(replace(RESULT, **changes), others, 120.0) == expected


@pytest.mark.parametrize("others", [[], [other(level="easy")]])
def test_nothing_is_called_the_first_if_results_were_deleted(others):
    assert "first" not in praise(RESULT, others, None, complete=False)


@pytest.mark.parametrize(
    ("days", "daily", "sentence"),
    [
        ([18, 19], "2026-05-20/hard", "3 days in a row with a daily puzzle."),
        ([19], "2026-05-20/hard", UNAIDED),
        ([17, 18], "2026-05-20/hard", UNAIDED),
        ([18, 19], "2026-05-19/hard", UNAIDED),
        ([18, 19], "", UNAIDED),
    ],
)
def test_days_in_a_row_are_praised(days, daily, sentence):
    others = [other(day, seconds=50.0, daily=f"2026-05-{day}/hard") for day in days]
    assert praise(replace(RESULT, daily=daily), others, None) == sentence


def test_a_summary_has_the_time_the_kind_and_figures():
    summary = summarise(solved(PuzzleInfo(level="easy"), hints=1), [], UNCALIBRATED)
    assert (summary.title, summary.time, summary.kind) == (
        "Solved with 1 hint.",
        "1:23",
        "5 × 1, easy",
    )
    assert summary.figures == [("1", "Hints"), ("2", "Checks")]
    assert summarise(solved(hints=2), [], UNCALIBRATED).title == "Solved with 2 hints."
    assert summarise(solved(shown=True), [], UNCALIBRATED).title.endswith("the solution.")


def test_the_best_time_is_that_without_help_for_puzzles_of_the_same_kind():
    game = solved()
    fields = {"puzzle": "another", "cols": 5, "rows": 1, "finished": True}
    results = [
        GameResult(**fields, seconds=70.0),
        GameResult(**fields, seconds=5.0, hints=1),
        GameResult(**{**fields, "rows": 2}, seconds=5.0),
    ]
    assert summarise(game, results, UNCALIBRATED).figures[0] == ("1:10", "Best time")
    results[0] = GameResult(**fields, seconds=90.0)
    assert summarise(game, results, UNCALIBRATED).figures[0] == ("1:30", "Second best")
    own = GameResult.of(game.to_document(), puzzle_key(game.puzzle))
    alone = summarise(game, [own], UNCALIBRATED)
    assert (len(alone.figures), alone.praise) == (2, "Your first 5 × 1 without help.")


@pytest.mark.parametrize(("seconds", "hints"), [(83.0, 0), (361.0, 0), (83.0, 1)])
def test_the_expected_time_is_told_if_it_was_beaten_without_help(seconds, hints):
    info = PuzzleInfo(level="easy", expected_seconds=360)
    summary = summarise(solved(info, hints, seconds=seconds), None, UNCALIBRATED)
    beaten = seconds < 360 and not hints
    assert summary.expected == ("Expected: about 6 min" if beaten else "")
    assert "for practised players" in summary.whose_time
