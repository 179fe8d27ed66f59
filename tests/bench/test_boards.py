from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import pytest

from hashi_gui.bench.__main__ import main
from hashi_gui.bench.boards import FAMILIES, boards
from hashi_gui.formats import read_path

HARD = [family for family in FAMILIES if family != "growth"]


def test_there_are_twelve_families_or_more() -> None:
    assert len(FAMILIES) >= 12


@pytest.mark.parametrize("family", HARD)
def test_the_boards_of_a_family_have_different_names_and_are_the_same_every_time(
    family: str,
) -> None:
    names = [board.name for board in boards(family)]
    assert len(set(names)) == len(names) >= 3
    puzzles = [board.puzzle() for board in boards(family)]
    assert puzzles[:3] == [board.puzzle() for board in islice(boards(family), 3)]


def test_files_say_how_their_board_was_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ["one-hole", "swapped"]
    assert main(["boards", str(tmp_path), "--families", *names]) == 0
    assert "| swapped  |     12 |" in capsys.readouterr().out
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(names)
    for family in names:
        for board in boards(family):
            document = read_path(tmp_path / family / f"{board.name}.hashi")
            assert document.puzzle == board.puzzle()
            info = document.info
            assert info.title == f"{family}, {board.name}"
            assert info.extra.get("solvable") == board.solvable
            seed = {} if info.seed is None else {"seed": info.seed}
            made_of = json.loads(json.dumps(board.options))
            assert {**(info.options or {}), **seed} == made_of
