from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

import pytest

from hashi_gui.bench.hard.__main__ import main
from hashi_gui.bench.hard.suite import FAMILIES, boards
from hashi_gui.formats import read_path


def test_there_are_twelve_families_or_more() -> None:
    assert len(FAMILIES) >= 12


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_has_several_boards_with_different_names(family: str) -> None:
    names = [board.name for board in boards(family)]
    assert len(names) >= 3
    assert max(Counter(names).values()) == 1


@pytest.mark.parametrize("family", FAMILIES)
def test_the_boards_of_a_family_are_the_same_every_time(family: str) -> None:
    puzzles = [board.puzzle() for board in boards(family)]
    assert puzzles == [board.puzzle() for board in boards(family)]


def test_files_say_how_their_board_was_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ["one-hole", "swapped"]
    monkeypatch.setattr(sys, "argv", ["hard", str(tmp_path), "--boards-only", "--families", *names])
    assert main() == 0
    folder = tmp_path / "boards"
    assert sorted(path.name for path in folder.iterdir()) == sorted(names)
    for family in names:
        for board in boards(family):
            document = read_path(folder / family / f"{board.name}.hashi")
            assert document.puzzle == board.puzzle()
            info = document.info
            assert info.title == f"{family}, {board.name}"
            assert info.extra.get("solvable") == board.solvable
            seed = {} if info.seed is None else {"seed": info.seed}
            made_of = json.loads(json.dumps(board.options))
            assert {**(info.options or {}), **seed} == made_of


def test_the_boards_are_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["hard", str(tmp_path), "--families", "swapped", "--limit", "1"]
    monkeypatch.setattr(sys, "argv", [*command, "--methods", "sat,sat-dp"])
    assert main() == 0
    assert "| boards/swapped | sat-dp |" in " ".join(capsys.readouterr().out.split())
    assert (tmp_path / "results" / "report.md").exists()
    with pytest.raises(SystemExit):
        main()
    assert "already has results: add --resume" in capsys.readouterr().err
