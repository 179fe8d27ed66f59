from __future__ import annotations

import csv
import json
from itertools import islice
from pathlib import Path

import pytest

from hashi_gui.formats import read_path
from tests.measure.__main__ import main
from tests.measure.boards import FAMILIES, boards

pytestmark = pytest.mark.measure

HARD = [family for family in FAMILIES if family != "growth"]


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
    folder = tmp_path / "hard"
    assert main(["boards", str(folder), "--families", *names]) == 0
    assert "| swapped  |     12 |" in capsys.readouterr().out
    assert sorted(path.name for path in folder.iterdir()) == sorted(names)
    with (tmp_path / "hard.csv").open(newline="") as table:
        contents = {line["file"]: line for line in csv.DictReader(table)}
    assert len(contents) == sum(1 for _ in folder.rglob("*.hashi"))
    for family in names:
        for board in boards(family):
            file = f"{family}/{board.name}.hashi"
            document = read_path(folder / file)
            puzzle, line = document.puzzle, contents[file]
            assert (line["family"], line["rows"], line["columns"], line["islands"]) == (
                family, str(puzzle.rows), str(puzzle.cols), str(len(puzzle.islands)),
            )  # fmt: skip
            assert line["limit"] == str(puzzle.rules.max_bridges)
            assert line["solvable"] == {True: "yes", False: "no", None: ""}[board.solvable]
            assert line["seed"] == str(board.options.get("seed", ""))
            assert json.loads(line["options"]) == (document.info.options or {})
            assert document.puzzle == board.puzzle()
            info = document.info
            assert info.title == f"{family}, {board.name}"
            assert info.extra.get("solvable") == board.solvable
            seed = {} if info.seed is None else {"seed": info.seed}
            made_of = json.loads(json.dumps(board.options))
            assert {**(info.options or {}), **seed} == made_of
