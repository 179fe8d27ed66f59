from __future__ import annotations

import pytest

from hashi_gui.core.rules import is_solution
from hashi_gui.solving import CancelToken
from hashi_gui.solving.encoding import OrderEncoding
from hashi_gui.solving.engines.asp import AspEngine
from tests.measure.boards import boards


@pytest.mark.parametrize("name", ["40-extra", "40-unknown"])
def test_areas_of_water_are_counted(name: str) -> None:
    """Otherwise these boards take it more than 30,000 conflicts instead of 1,500."""
    puzzle = next(board for board in boards("nearly-trees") if board.name == name).puzzle()
    solution = AspEngine(OrderEncoding(puzzle)).solve(CancelToken(), max_conflicts=15_000)
    assert is_solution(puzzle, solution)
