import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest

from hashi_gui.lab.bench.runs import (
    COLUMNS,
    CllvClass,
    Instance,
    NoPuzzlesError,
    RunSummary,
    correct_outcomes,
    evenly_spaced,
    find_instances,
    fit_growth,
    from_row,
    mean_added_memory,
    middle_runs,
    to_json,
    to_row,
)


def instance(path: str) -> Instance:
    return Instance(path, 5, 5, 4, 4)


def test_all_puzzles_are_found_whatever_their_notation(puzzles: Path):
    (puzzles / "notes.md").write_text("not a puzzle")
    (puzzles / ".hidden.csv").write_text("1,0,1\n")
    found = find_instances([puzzles])
    assert [Path(each.path).name for each in found.instances] == [
        "five.txt",
        "none.csv",
        "three.csv",
    ]
    five = found.instances[0]
    assert (five.rows, five.cols, five.islands, five.edges) == (5, 5, 4, 4)
    assert five.folder == puzzles.as_posix()
    (skipped,) = found.skipped
    assert "notes.md" in str(skipped)


def test_a_puzzle_in_two_places_is_found_once(puzzles: Path):
    found = find_instances([puzzles / "three.csv", puzzles, puzzles / "none.csv"])
    assert len(found.instances) == 3


@pytest.mark.parametrize("name", ["nowhere", "empty"])
def test_a_place_without_puzzles_is_an_error(tmp_path: Path, name: str):
    (tmp_path / "empty").mkdir()
    with pytest.raises(NoPuzzlesError, match=name):
        find_instances([tmp_path / name])


def test_a_limit_applies_to_each_folder(tmp_path: Path):
    for folder in "ab":
        (tmp_path / folder).mkdir()
        for number in range(10):
            (tmp_path / folder / f"{number}.csv").write_text("1,0,1\n")
    names = [each.path[-7:] for each in find_instances([tmp_path], limit=2).instances]
    assert names == ["a/2.csv", "a/7.csv", "b/2.csv", "b/7.csv"]


def test_evenly_spaced_puzzles_cover_all_classes():
    items = [(part, number) for part in range(12) for number in range(30)]
    assert {part for part, _ in evenly_spaced(items, 12)} == set(range(12))
    assert evenly_spaced(items, None) == items
    assert evenly_spaced([1, 2], 5) == [1, 2]


def test_names_of_files_and_folders_say_what_puzzles_they_have():
    named = instance("cllv/400/Hs_34_400_75_05_017.has")
    assert named.cllv == CllvClass(islands=400, beta=75, alpha=5)
    assert instance("cllv/400/Hs_34_400_75.has").cllv is None
    assert instance("hcmus/11x13/input-01.txt").grid == (11, 13)
    assert instance("hcmus/input-11x13.txt").grid is None


def test_a_run_is_the_same_after_saving_and_reading(run):
    stats = {"cuts": 3, "techniques": {"Full house": {"share": 0.5}}}
    for each in (
        run(**stats),
        run(seconds=None, outcome="killed"),
        run(added=4096, seconds=1e-7),
        run(machine="node-1"),
        replace(run(outcome="counted", solutions=10**30), versions={"hashi": "1.0"}),
    ):
        file = io.StringIO(newline="")
        csv.writer(file).writerow(to_row(each))
        row = next(csv.reader(io.StringIO(file.getvalue(), newline="")))
        assert from_row(dict(zip(COLUMNS, row))) == each
        assert set(to_json(each)) == set(COLUMNS)


def test_only_a_correct_answer_has_a_time(run):
    assert run().seconds == 1.0
    assert run(outcome="none").seconds == 1.0
    for outcome in ("wrong", "stopped", "refused", "killed", "crashed"):
        assert run(outcome=outcome).seconds is None


@pytest.mark.parametrize(
    ("outcomes", "corrected"),
    [
        (["solved", "none"], ["solved", "wrong"]),
        (["none", "none"], ["none", "none"]),
        (["wrong", "none"], ["wrong", "none"]),
        (["unique", "several", "none"], ["wrong", "several", "wrong"]),
        (["unique", "none"], ["unique", "wrong"]),
        ([7, 7, "stopped"], ["counted", "counted", "stopped"]),
        ([7, 8, 7], ["wrong", "wrong", "wrong"]),
    ],
)
def test_an_answer_that_others_refute_is_wrong(run, outcomes, corrected):
    runs = [
        run(path="a", outcome="counted", solutions=each)
        if isinstance(each, int)
        else run(path="a", outcome=each)
        for each in outcomes
    ]
    elsewhere = run(path="b", outcome="none")
    found = correct_outcomes([*runs, elsewhere])
    assert [each.measured.outcome for each in found] == [*corrected, "none"]


def test_the_middle_run_has_the_median_time_and_no_answer_is_the_longest(run):
    runs = [
        run(path="a", repeat=1, seconds=3.0),
        run(path="a", repeat=2, seconds=60.0, outcome="stopped"),
        run(path="a", repeat=3, seconds=1.0),
        run(path="b", repeat=1, seconds=2.0),
        run(path="b", repeat=2, seconds=9.0, outcome="wrong"),
        run(path="b", repeat=3, seconds=1.0),
    ]
    assert middle_runs(runs) == [runs[0], runs[4]]


def test_only_known_numbers_are_returned(run):
    assert mean_added_memory([run(added=100), run(added=300), run()]) == 200
    assert mean_added_memory([run()]) is None
    assert run(cuts=3).stat("cuts") == 3
    assert run(techniques={}).stat("techniques") is None
    assert run().stat("cuts") is None


def test_a_summary_has_the_times_of_correct_answers_only(run):
    runs = [
        run(seconds=1.0),
        run(seconds=2.0, outcome="none"),
        run(seconds=6.0),
        run(seconds=0.001, outcome="wrong"),
        run(seconds=60.0, outcome="stopped"),
    ]
    assert RunSummary.from_runs(runs) == RunSummary(
        count=5, rate=0.6, mean=3.0, median=2.0, max=6.0, cpu_mean=3.0, par2=249 / 5
    )
    assert RunSummary.from_runs(runs[3:]) == RunSummary(2, 0, None, None, None, None, 120.0)
    assert RunSummary.from_runs([run(outcome="stopped", time_limit=None)]).par2 is None


def test_growth_is_fitted_up_to_the_first_failure(run):
    cubic = [run(islands=n, seconds=1e-9 * n**3) for n in (10, 100, 1000)]
    assert fit_growth(cubic) == (10, 1000, pytest.approx(3))
    easy = run(islands=2000, seconds=1e-9)
    assert fit_growth([*cubic, run(islands=2000, outcome="stopped"), easy]) == fit_growth(cubic)
    assert fit_growth([*cubic, run(islands=100, outcome="wrong")]) is None
    assert fit_growth([]) is None
