from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hashi_gui.bench.hard import search as module
from hashi_gui.bench.hard.search import BoardSearch, FoundBoard, SearchOptions, main
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import read_path
from hashi_gui.solving import Cancelled, CancelToken, Status
from hashi_gui.solving.methods import Method

OPTIONS = SearchOptions(
    rows=5, cols=6, limit=2, unknown=True, solvable=False, method="sat", time_limit=60.0, seed=3
)


def max_clue(puzzle: Puzzle) -> int:
    return max(island.clue or 0 for island in puzzle.islands)


@pytest.fixture
def _high_clues_are_hard(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board takes as many seconds as the largest clue says."""

    def measure(search: BoardSearch, puzzle: Puzzle) -> FoundBoard:
        clue = max_clue(puzzle)
        return FoundBoard(puzzle, Status.NONE if clue == 8 else Status.SOLVED, clue)

    monkeypatch.setattr(BoardSearch, "_measure", measure)


@pytest.mark.usefixtures("_high_clues_are_hard")
@pytest.mark.parametrize(("solvable", "most"), [(False, 8), (True, 7)])
def test_each_board_is_harder_than_the_one_before(solvable: bool, most: int) -> None:
    search = BoardSearch(replace(OPTIONS, solvable=solvable))
    first = search.hardest
    times = [found.seconds for found in search.run(2000)]
    assert times == list(range(int(first.seconds), most + 1))
    assert search.hardest.seconds == most


def test_a_method_is_measured() -> None:
    hardest = BoardSearch(OPTIONS).hardest
    assert hardest.status is Status.SOLVED
    assert hardest.seconds > 0


def test_boards_keep_size_and_limit_and_the_range_of_clues() -> None:
    search = BoardSearch(OPTIONS)
    puzzle = search.hardest.puzzle
    kinds = set()
    for _ in range(300):
        puzzle = search._changed(puzzle)
        assert (puzzle.rows, puzzle.cols, puzzle.rules.max_bridges) == (5, 6, 2)
        kinds |= {island.clue for island in puzzle.islands}
    assert None in kinds
    assert 0 not in kinds


def test_the_search_ends_at_the_time_limit_of_the_method(monkeypatch: pytest.MonkeyPatch) -> None:
    def search(puzzle: Puzzle, cancel: CancelToken, stats: dict[str, Any]) -> None:
        raise Cancelled

    monkeypatch.setattr(module, "METHODS", {"sat": Method("sat", "", "", search)})
    assert len(list(BoardSearch(OPTIONS).run(10))) == 1


@pytest.mark.usefixtures("_high_clues_are_hard")
def test_the_hardest_board_is_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "mine.hashi"
    command = ["search", str(path), "--rows", "5", "--cols", "6", "--unknown", "--seed", "3"]
    monkeypatch.setattr(sys, "argv", [*command, "--steps", "5"])
    assert main() == 0
    document = read_path(path)
    assert (document.puzzle.rows, document.puzzle.cols) == (5, 6)
    assert document.info.title == "found, mine"
    assert document.info.seed == 3
    assert document.info.options is not None
    assert document.info.options["unknown"] is True
    assert document.info.extra["solvable"] is (max_clue(document.puzzle) < 8)
