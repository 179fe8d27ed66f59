from __future__ import annotations

from pathlib import Path

import pytest

from hashi_gui.bench.instances import (
    CllvClass,
    Instance,
    NoPuzzlesError,
    evenly_spaced,
    find_instances,
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
