"""What was judged by other programs is still read, written and solved as it was then."""

import json
from typing import Any

import pytest

from hashi_gui.core.board import Board
from hashi_gui.formats import Document, read, write
from tests.judged.judge import RECORD, check_answer, solution_of, written

SAMPLE = json.loads(RECORD.read_text())


@pytest.mark.parametrize("entry", SAMPLE["pzpr"])
def test_pzpr_and_this_program_read_each_other(entry: dict[str, Any]) -> None:
    document = read(entry["ours"]["pzpr"])
    assert document.board.counts == solution_of(document.puzzle)
    assert written(document) == entry["ours"]
    check_answer(document, "pzpr", entry["theirs"])


@pytest.mark.parametrize("entry", SAMPLE["to_sgt"] + SAMPLE["from_sgt"])
def test_sgt_and_this_program_have_the_same_solutions(entry: dict[str, str]) -> None:
    document = read(entry["id"])
    counts = bytes(map(int, entry["bridges"]))
    assert solution_of(document.puzzle) == counts
    again = read(write(Document.from_puzzle(document.puzzle, ""), "sgt"))
    assert again._replace(board=Board(counts)).puzzle == document.puzzle
