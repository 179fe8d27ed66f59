from __future__ import annotations

import pytest

from hashi_gui.lab.bench.league_tables import Contest, by_folder, league, losses
from hashi_gui.lab.bench.runs import Run


@pytest.fixture
def runs(run) -> list[Run]:
    """Of four puzzles that both methods were given, each is the fastest on some."""
    return [
        run(path="a/1", seconds=0.1),
        run(path="a/1", method="cp-sat", seconds=0.6),
        run(path="a/2", seconds=3.0),
        run(path="a/2", method="cp-sat", seconds=1.0),
        run(path="b/3", outcome="stopped", seconds=20.0),
        run(path="b/3", method="cp-sat", seconds=0.5, outcome="none"),
        run(path="b/4", outcome="stopped", seconds=20.0),
        run(path="b/4", method="cp-sat", outcome="killed", seconds=None),
        run(path="c/5", seconds=0.1),
    ]


def test_the_league_counts_answers_wins_and_losses(runs: list[Run]):
    assert league(runs).rows == [
        ["sat", "4", "2", "60.8", "1", "0", "2", "3.10", "3.00"],
        ["cp-sat", "4", "3", "30.5", "2", "0", "1", "2.10", "1.00"],
    ]


def test_who_ran_the_same_code_as_the_fastest_shares_the_first_place(run):
    runs = [
        run(path="easy", method="auto", seconds=1.1, hard=False),
        run(path="easy", method="sat", seconds=1.0),
        run(path="easy", method="asp", seconds=2.0),
        run(path="hard", method="auto", seconds=1.0, hard=True),
        run(path="hard", method="sat", seconds=2.0),
        run(path="hard", method="asp", seconds=2.0),
    ]
    assert [[line[0], *line[4:6]] for line in league(runs).rows] == [
        ["auto", "2", "1"],
        ["sat", "1", "1"],
        ["asp", "0", "0"],
    ]


def test_folders_show_medians_and_the_number_of_answers(runs: list[Run]):
    table = by_folder(runs)
    assert table.head == ["folder", "puzzles", "sat", "cp-sat"]
    assert table.rows == [["a", "2", "1.55", "0.800"], ["b", "2", "-", "0.500 (1)"]]


def test_losses_of_the_default_method_begin_with_the_worst(runs: list[Run]):
    table = losses(runs)
    assert table.title == "Losses of sat"
    assert table.rows == [
        ["b/3", "400", "cp-sat", "0.500", "> 20.0", "40.0"],
        ["a/2", "400", "cp-sat", "1.00", "3.00", "3.00"],
    ]


def test_a_run_without_an_answer_says_how_it_ended(run):
    runs = [
        run(method="cp-sat", seconds=1.0),
        run(outcome="crashed", seconds=None),
    ]
    assert losses(runs).rows[0][-2:] == ["crashed", "0"]


@pytest.mark.parametrize(
    ("best", "seconds", "lost"),
    [(0.001, 0.3, False), (0.001, 0.31, True), (10, 20.2, False), (10, 20.4, True)],
)
def test_a_loss_is_twice_the_time_and_a_bit(run, best: float, seconds: float, lost: bool):
    slow = run(seconds=seconds)
    contest = Contest([run(method="cp-sat", seconds=best), slow])
    assert contest.is_lost_by(slow) is lost


def test_one_method_alone_has_no_league(run):
    assert not any(table([run(), run(path="b")]).rows for table in (league, by_folder, losses))
