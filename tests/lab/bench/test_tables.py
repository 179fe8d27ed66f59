from itertools import product

import pytest

from hashi_gui.lab.bench.measuring import Table
from hashi_gui.lab.bench.published import CHENG_YANG, HARDEST, ISLANDS, VERSIONS
from hashi_gui.lab.bench.runs import CllvClass, Run
from hashi_gui.lab.bench.tables import (
    Contest,
    average_times,
    by_folder,
    by_islands,
    correct_rates,
    cuts,
    formulas,
    grid_memory,
    grid_times,
    growths,
    league,
    losses,
    overview,
    table_vi,
    tables,
)
from hashi_gui.logic.reasoning.techniques.catalogue import all_techniques


def cllv(run, islands: int = 400, beta: int = 75, alpha: int = 0, number: int = 1, **more):
    path = f"cllv/{islands}/Hs_34_{islands}_{beta}_{alpha:02}_{number:03}.has"
    return run(path=path, islands=islands, **more)


def row(table: Table, *start: str) -> list[str]:
    """The rest of the row that starts with these cells."""
    (found,) = (list(line) for line in table.rows if tuple(line[: len(start)]) == start)
    return found[len(start) :]


def test_tables_of_the_papers_need_their_puzzles_and_are_about_solving(run):
    for each in (run(path="mine/a.has"), cllv(run, outcome="unique", task="check")):
        assert [table.title for table in tables([each])] == ["Every method in every folder"]


def test_the_overview_counts_each_outcome(run):
    runs = [
        run(path="a/1", seconds=1.0),
        run(path="a/2", seconds=3.0),
        run(path="a/3", outcome="wrong"),
        run(path="a/1", method="magic", outcome="stopped", seconds=60.0),
    ]
    table = overview(runs)
    assert table.head[2:6] == ["runs", "solved", "wrong", "stopped"]
    times = ["2.00", "2.00", "3.00", "2.00", "41.3"]
    assert row(table, "a", "sat")[:9] == ["3", "2", "1", "0", *times]
    assert row(table, "a", "magic")[:9] == ["1", "0", "0", "1", *["-"] * 4, "120"]


def test_repeats_show_median_and_spread_and_all_other_tables_one_of_them(run):
    times = {"a/1": (1.0, 2.0, 4.0), "a/2": (10.0, 10.0, 11.0)}
    runs = [
        run(path=path, seconds=seconds, repeat=at)
        for path, each in times.items()
        for at, seconds in enumerate(each, 1)
    ]
    runs += [run(path="a/3", repeat=1), run(path="a/3", repeat=2, outcome="stopped")]
    runs += [run(path=path, method="cp-sat", seconds=3.0) for path in times]
    found = {table.title: table for table in tables(runs)}
    assert row(found["Repeats"], "a") == ["sat", "3", "3", "6.00", "80", "150", "1"]
    assert row(found["Every method in every folder"], "a", "sat")[0] == "8"
    assert row(found["Median seconds by folder"], "a") == ["2", "6.00", "3.00"]


def test_phoenix_smaug_beside_measured_times(run):
    runs = [
        cllv(run, 100, seconds=0.5),
        cllv(run, 100, number=2, seconds=1.5),
        cllv(run, 400, method="ilp-lazy", seconds=2.0),
        cllv(run, 400, number=2, method="ilp-lazy", outcome="stopped"),
    ]
    table = by_islands(runs)
    assert row(table, "CLLV, published", "-")[:4] == ["0.16", "1.13", "6.32", "36.94"]
    assert row(table, "lazy-solve, published", "-")[:4] == ["<0.01", "0.04", "0.12", "1.48"]
    assert row(table, "sat", "2") == ["1.00", "-", "-", "-", "1.50", "-", "-", "-"]
    assert row(table, "ilp-lazy", "2") == ["-", "-", "-", "2.00 (50 %)", "-", "-", "-", "2.00"]


def test_cheng_and_yang_beside_measured_rates_and_times(run):
    runs = [
        cllv(run, method="ilp-v3", outcome="wrong", seconds=9.0),
        cllv(run, method="ilp-v3", number=2, seconds=2.0),
        cllv(run, method="ilp-v3", number=3, outcome="wrong", seconds=9.0),
        cllv(run, method="sat", seconds=0.02),
    ]
    rates, times = correct_rates(runs), average_times(runs)
    assert rates.head[4:] == ["ilp-v1", "ilp-v2", "ilp-v3", "ilp-v4", "ilp-v5", "sat"]
    assert row(rates, "400", "75", "0") == ["3", "0", "0", "3 / 33", "100", "100", "100"]
    expected = ["76.65", "3.57", "3.54", "3.70 / 2.00", "273.68", "66.04", "0.0200"]
    assert row(times, "400", "75", "0") == expected
    assert len(rates.rows) == len(times.rows) == 1
    times = average_times([cllv(run, method="ilp-v1", outcome="wrong")])
    assert row(times, "400", "75", "0")[1] == "3.57 / -"


def test_figure_3_counts_the_cuts_of_the_hardest_class(run):
    runs = [
        cllv(run, method="ilp-v4", number=1, cuts=4, rounds=5),
        cllv(run, method="ilp-v4", number=2, cuts=12, rounds=13),
        cllv(run, method="ilp-v4", number=3, cuts=99, outcome="stopped"),
        cllv(run, method="ilp-v5", cuts=20),
        cllv(run, method="ilp-v5", alpha=5, cuts=999),
        cllv(run, method="ilp-v1"),
    ]
    table = cuts(runs)
    assert row(table, "ilp-v4") == ["2", "4.00", "8.00", "8.00", "12.0", "9.00"]
    assert row(table, "ilp-v5")[-1] == "-"
    assert len(table.rows) == 2


def test_hcmus_brute_force_beside_measured_figures(run):
    runs = [
        run(path="hcmus/11x11/input-01.txt", added=2048),
        run(path="hcmus/5x5/input-01.txt", added=1024, seconds=0.5),
        run(path="hcmus/5x5/input-01.txt", method="brute-force", seconds=3.0),
    ]
    times, memory = grid_times(runs), grid_memory(runs)
    assert [line[0] for line in times.rows] == ["5x5", "11x11"]
    assert row(times, "5x5") == ["413.68", "0.500", "3.00"]
    assert row(times, "11x11") == ["-", "1.00", "-"]
    assert row(memory, "5x5") == ["73", "1", "-"]


def test_only_methods_with_a_formula_have_its_size(run):
    runs = [run(path="a/1", variables=10, clauses=20), run(path="a/2", variables=20, clauses=41)]
    table = formulas([*runs, run(path="a/1", method="deduction", cuts=1)])
    assert [list(line) for line in table.rows] == [["a", "sat", "15", "30"]]


def deduced(run, **given: tuple[int, float, float]):
    """A run by deduction; figures of techniques are conclusions, seconds and share."""
    figures = {technique.name: (0, 0.0, 0.0) for technique in all_techniques()} | given
    keys = ("conclusions", "seconds", "share")
    techniques = {name: dict(zip(keys, each)) for name, each in figures.items()}
    return run(method="deduction", seconds=0.006, techniques=techniques)


def test_connection_and_elimination_have_shares_of_the_information(run):
    runs = [
        deduced(run, **{"Full house": (9, 0.002, 1.0)}),
        deduced(
            run,
            **{
                "Full house": (6, 0.003, 0.5),
                "Intersection": (1, 0.001, 0.3),
                "What if": (2, 0.004, 0.2),
            },
        ),
    ]
    table = table_vi(runs)
    published = ["0.0342", "98.9", "0.0327", "0.00033064", "1.1", "0.0015", "0.00136364", "76.6"]
    assert row(table, "Yen et al.", "1000") == published
    connection, elimination = ["90.00", "0.00300", "0.0000333"], ["10.00", "0.00200", "0.000200"]
    assert row(table, "cllv/400", "2") == ["0.00600", *connection, *elimination, "50.0"]
    without_elimination = table_vi(runs[:1])
    assert row(without_elimination, "cllv/400")[-4:] == ["0.00", "0", "-", "100.0"]


def test_growth_is_listed_for_each_method(run):
    runs = [run(islands=n, seconds=n / 1000) for n in (100, 400)]
    assert row(growths([*runs, run(method="magic")]), "sat") == ["100", "400", "1.00"]
    assert len(growths([*runs, run(method="magic")]).rows) == 1


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


def test_losses_of_the_default_method_begin_with_the_worst(run, runs: list[Run]):
    table = losses(runs)
    assert table.title == "Losses of sat"
    assert table.rows == [
        ["b/3", "400", "cp-sat", "0.500", "> 20.0", "40.0"],
        ["a/2", "400", "cp-sat", "1.00", "3.00", "3.00"],
    ]
    crashed = [run(method="cp-sat", seconds=1.0), run(outcome="crashed", seconds=None)]
    assert losses(crashed).rows[0][-2:] == ["crashed", "0"]


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


def test_table_3_has_every_class_and_version():
    classes = [CllvClass(*each) for each in product(ISLANDS, (25, 50, 75), (0, 5, 10, 15))]
    assert list(CHENG_YANG) == classes
    for row in CHENG_YANG.values():
        assert len(row.correct) == len(row.seconds) == len(VERSIONS)
        assert row.correct[3:] == ("100", "100")
        assert all(0 <= int(rate) <= 100 for rate in row.correct)
        assert all(float(seconds) > 0 for seconds in (*row.seconds, row.coelho))

    assert CHENG_YANG[HARDEST].seconds[3:] == ("273.68", "66.04")
    assert CHENG_YANG[HARDEST].coelho == "76.65"
