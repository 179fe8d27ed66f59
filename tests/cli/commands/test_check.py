"""Checking whole folders of puzzles."""

import pytest

from hashi_gui.cli import main

PUZZLES = {"a.txt": "1.1", "b.txt": "3.3\n...\n3.3", "c.txt": "1.2.2", "d.txt": "2.2"}


@pytest.fixture
def folder(tmp_path):
    for name, text in PUZZLES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_is_not_unique_is_listed_with_a_summary(folder, capsys, jobs):
    assert main(["check", str(folder), "--jobs", jobs]) == 1
    captured = capsys.readouterr()
    assert captured.out.splitlines() == [
        f"{folder / 'b.txt'}: several",
        f"{folder / 'c.txt'}: none",
        "2 of 4 puzzles have exactly one solution (2 several or none).",
    ]
    assert captured.err == ""


def test_all_puzzles_are_listed_on_request(folder, capsys):
    assert main(["check", str(folder), "--all"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{folder / 'a.txt'}: unique"
    assert len(lines) == 5


def test_if_all_are_unique_only_the_summary_is_printed(folder, capsys):
    for name in ("b.txt", "c.txt"):
        (folder / name).unlink()
    assert main(["check", str(folder)]) == 0
    assert capsys.readouterr().out == "All 2 puzzles have exactly one solution.\n"


def test_broken_puzzles_are_reported_and_counted(folder, capsys):
    (folder / "a.txt").write_text("no puzzle")
    assert main(["check", str(folder)]) == 2
    captured = capsys.readouterr()
    assert captured.out.splitlines()[-1] == (
        "1 of 4 puzzles has exactly one solution (2 several or none, 1 not readable)."
    )
    assert captured.err.startswith(f"hashi: {folder / 'a.txt'}: This is not a puzzle")
