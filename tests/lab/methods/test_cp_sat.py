import threading

import pytest

from hashi_gui.core.errors import WorkerLostError
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.lab.methods import cp_sat
from hashi_gui.lab.methods.cp_sat import CP_SAT
from hashi_gui.solving import CancelToken, Status
from tests.measure.makers import chessboard, one_colour_holes, planted

pytest.importorskip("ortools", reason="OR-Tools is not installed: pip install 'hashi-gui[cp]'")

PAIR = Puzzle.from_clues(1, 3, {(0, 0): 2, (0, 2): 2})

HARD = planted(rows=40, cols=40, density=1.0, limit=2, seed=0)
"""A puzzle that CP-SAT does not solve within a minute."""


def status(puzzle: Puzzle) -> Status:
    return CP_SAT.solve(puzzle, CancelToken()).status


@pytest.mark.parametrize("limit", [1, 2, 3, 4])
def test_it_solves_full_grids_in_one_thread_or_several(limit: int) -> None:
    for seed in range(3):
        board = planted(rows=6, cols=6, density=1.0, limit=limit, seed=seed)
        result = CP_SAT.solve(board, CancelToken(), threads=1 + seed % 2)
        assert result.status is Status.SOLVED


def test_it_sees_that_clues_cannot_add_up() -> None:
    assert status(chessboard(rows=15, cols=15, clue=1, limit=1, colour_of_clues=1)) is Status.NONE
    for holes in (1, 2, 3, 4):
        board = one_colour_holes(rows=13, cols=13, holes=holes, colour_of_holes=1, seed=0)
        assert status(board) is Status.NONE


def test_stats_contain_the_size_of_the_model_and_the_work() -> None:
    stats = CP_SAT.solve(planted(rows=5, cols=5, density=1.0, limit=2, seed=0), CancelToken()).stats
    assert str(stats["engine"]).startswith("OR-Tools ")
    counts = drawn = 2 * 5 * 4
    ranks, parents = 5 * 5, 2 * drawn - 4
    assert stats["variables"] == counts + drawn + ranks + parents
    assert stats["constraints"] > stats["variables"]
    assert min(stats["branches"], stats["conflicts"]) >= 0


@pytest.mark.parametrize("delay", [0.0, 0.3])
def test_it_stops_when_it_is_cancelled(delay: float) -> None:
    token = CancelToken()
    timer = threading.Timer(delay, token.cancel)
    timer.start()
    assert CP_SAT.solve(HARD, token).status is Status.STOPPED
    timer.join()
    assert status(PAIR) is Status.SOLVED


def test_its_process_is_used_again_and_replaced_if_it_was_killed() -> None:
    assert status(PAIR) is Status.SOLVED
    before = list(cp_sat._servers._idle)
    assert before
    assert status(PAIR) is Status.SOLVED
    assert cp_sat._servers._idle == before
    cp_sat._servers._idle[-1].kill()
    with pytest.raises(WorkerLostError, match="process of CP-SAT was ended by SIGKILL"):
        status(PAIR)
    assert status(PAIR) is Status.SOLVED
