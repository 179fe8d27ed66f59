"""The published puzzles of Coelho, Laporte, Lindbeck and Vidal."""

from __future__ import annotations

from pathlib import Path

import pytest

from hashi_gui.core.rules import solution_fault
from hashi_gui.formats import read_path
from hashi_gui.solving import Solver

CLLV = Path(__file__).parents[3] / "shared" / "data" / "cllv"


@pytest.mark.skipif(not CLLV.is_dir(), reason="the benchmark puzzles are not part of the project")
@pytest.mark.parametrize("islands", [100, 200, 300, 400])
def test_every_twelfth_is_solved(islands: int) -> None:
    """These are all kinds of puzzles, because there are thirty of each."""
    paths = sorted((CLLV / str(islands)).glob("*.has"))[::12]
    assert len(paths) == 30
    for path in paths:
        puzzle = read_path(path).puzzle
        with Solver(puzzle) as solver:
            solution = solver.solution()
        assert solution is not None, path.name
        assert solution_fault(puzzle, solution) is None, path.name
