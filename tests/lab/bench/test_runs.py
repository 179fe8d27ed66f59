from __future__ import annotations

import csv
import io
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


def test_the_class_is_read_from_the_file_name():
    named = instance("cllv/400/Hs_34_400_75_05_017.has")
    assert named.cllv == CllvClass(islands=400, beta=75, alpha=5)
    assert instance("cllv/400/Hs_34_400_75.has").cllv is None
    assert instance("puzzle.has").cllv is None


def test_the_size_is_read_from_the_folder_name():
    assert instance("hcmus/11x13/input-01.txt").grid == (11, 13)
    assert instance("hcmus/input-11x13.txt").grid is None


def test_a_run_is_the_same_after_saving_and_reading(run):
    stats = {"cuts": 3, "techniques": {"Full house": {"share": 0.5}}}
    for each in (
        run(**stats),
        run(seconds=None, outcome="killed"),
        run(added=4096, seconds=1e-7),
        run(machine="node-1"),
    ):
        file = io.StringIO(newline="")
        csv.writer(file).writerow(to_row(each))
        row = next(csv.reader(io.StringIO(file.getvalue(), newline="")))
        assert from_row(dict(zip(COLUMNS, row))) == each


def test_json_has_the_columns_as_keys(run):
    assert set(to_json(run())) == set(COLUMNS)


def test_only_a_correct_answer_has_a_time(run):
    assert run().seconds == 1.0
    assert run(outcome="none").seconds == 1.0
    for outcome in ("wrong", "stopped", "refused", "killed", "crashed"):
        assert run(outcome=outcome).seconds is None


def test_none_is_wrong_if_another_method_found_a_solution(run):
    runs = [
        run(path="a", method="sat"),
        run(path="a", method="denies", outcome="none"),
        run(path="b", method="sat", outcome="none"),
        run(path="b", method="denies", outcome="none"),
        run(path="c", method="leaves-out", outcome="wrong"),
        run(path="c", method="denies", outcome="none"),
    ]
    outcomes = [str(each.measured.outcome) for each in correct_outcomes(runs)]
    assert outcomes == ["solved", "wrong", "none", "none", "wrong", "none"]
    assert "another method" in correct_outcomes(runs)[1].measured.note


def test_only_numeric_stats_are_returned(run):
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
        count=5, rate=0.6, mean=3.0, median=2.0, max=6.0
    )
    assert RunSummary.from_runs(runs[3:]) == RunSummary(2, 0, None, None, None)


def test_growth_is_fitted_up_to_the_first_failure(run):
    cubic = [run(islands=n, seconds=1e-9 * n**3) for n in (10, 100, 1000)]
    assert fit_growth(cubic) == (10, 1000, pytest.approx(3))
    easy = run(islands=2000, seconds=1e-9)
    assert fit_growth([*cubic, run(islands=2000, outcome="stopped"), easy]) == fit_growth(cubic)
    assert fit_growth([*cubic, run(islands=100, outcome="wrong")]) is None
    assert fit_growth([]) is None


def test_added_memory_is_the_mean_of_known_values(run):
    assert mean_added_memory([run(added=100), run(added=300), run()]) == 200
    assert mean_added_memory([run()]) is None
