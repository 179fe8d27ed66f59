from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import highspy
import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.formats import read_path
from hashi_gui.lab.methods import Method
from hashi_gui.lab.methods.ilp import METHODS as ILP_METHODS
from hashi_gui.lab.methods.ilp.formulations import FORMULATIONS
from hashi_gui.lab.methods.ilp.strategies import cut_every_component, solve_in_one_tree
from hashi_gui.solving import (
    Cancelled,
    CancelToken,
    Solver,
    Status,
    UnsupportedPuzzleError,
    linear,
)
from tests.processes import TIMEOUT
from tests.samples import small_puzzle

METHODS = {method.name: method for method in ILP_METHODS}
INCOMPLETE = [method for method in ILP_METHODS if not method.complete]

PAIR = Puzzle.from_clues(1, 3, {(0, 0): 2, (0, 2): 2})
TWO_PAIRS = Puzzle.from_clues(3, 3, dict.fromkeys([(0, 0), (0, 2), (2, 0), (2, 2)], 1))
"""Without the rule of connectivity it has answers, all of two components."""

"""Seconds after which a test fails because HiGHS does not stop."""

CLLV = Path(__file__).parents[5] / "shared" / "data" / "cllv"


def name(method: Method) -> str:
    return method.name


def grid_of_twos(side: int) -> Puzzle:
    return Puzzle.from_clues(side, side, {(r, c): 2 for r in range(side) for c in range(side)})


@pytest.mark.parametrize("method", INCOMPLETE, ids=name)
def test_incomplete_methods_find_an_answer_if_there_is_a_solution(method: Method) -> None:
    statuses = set()
    for puzzle in map(small_puzzle, range(60)):
        result = method.solve(puzzle, CancelToken())
        statuses.add(result.status)
        if result.counts is None:
            with Solver(puzzle) as solver:
                assert solver.solution() is None, puzzle
        else:
            solved = is_solution(puzzle, result.counts)
            assert result.status is (Status.SOLVED if solved else Status.WRONG)
    assert statuses == {Status.SOLVED, Status.NONE, Status.WRONG}


@pytest.mark.parametrize("method", ILP_METHODS, ids=name)
def test_only_weak_connectivity_and_cuts_notice_two_components(method: Method) -> None:
    unaware = method.name in {"ilp-v1", "ilp-v3"}
    status = method.solve(TWO_PAIRS, CancelToken()).status
    assert status is (Status.WRONG if unaware else Status.NONE)


@pytest.mark.parametrize("method", ILP_METHODS, ids=name)
@pytest.mark.parametrize(
    ("clues", "status"),
    [
        ({(0, 0): 0}, Status.SOLVED),
        ({(0, 0): 2}, Status.NONE),
        ({(0, 0): None}, Status.NONE),
        ({(0, 0): 0, (1, 2): 0}, Status.NONE),
    ],
)
def test_puzzles_without_edges(
    method: Method, clues: dict[tuple[int, int], int | None], status: Status
) -> None:
    assert method.solve(Puzzle.from_clues(2, 3, clues), CancelToken()).status is status


def test_stats_contain_the_size_of_the_model_and_the_work() -> None:
    stats = METHODS["ilp-v5"].solve(grid_of_twos(6), CancelToken()).stats
    edges = 2 * 6 * 5
    assert stats["variables"] == 2 * edges
    assert stats["rows"] == 2 * edges + 36
    assert str(stats["engine"]).startswith("HiGHS 1.")
    assert stats["cuts"] >= stats["rounds"] > 1
    assert isinstance(stats["nodes"], int)


def test_version_4_adds_one_cut_per_round_and_version_5_more() -> None:
    single = METHODS["ilp-v4"].solve(grid_of_twos(8), CancelToken()).stats
    assert single["cuts"] == single["rounds"] - 1 > 0
    several = METHODS["ilp-v5"].solve(grid_of_twos(8), CancelToken()).stats
    assert several["cuts"] > several["rounds"]


@pytest.mark.parametrize("method", ILP_METHODS, ids=name)
def test_another_thread_cancels_a_run_of_highs(
    method: Method, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "gurobipy", None)
    monkeypatch.setattr(linear, "STOP_TIMEOUT", TIMEOUT)
    token, started, cancelled = CancelToken(), threading.Event(), threading.Event()
    run = highspy.Highs.run

    def run_after_cancelling(engine: highspy.Highs) -> object:
        started.set()
        assert cancelled.wait(TIMEOUT)
        return run(engine)

    def cancel() -> None:
        assert started.wait(TIMEOUT)
        token.cancel()
        cancelled.set()

    monkeypatch.setattr(highspy.Highs, "run", run_after_cancelling)
    cancelling = threading.Thread(target=cancel)
    cancelling.start()
    result = method.solve(grid_of_twos(6), token)
    cancelling.join()
    assert (result.status, result.counts) == (Status.STOPPED, None)
    assert result.stats["rounds"] == 1


def test_gurobi_is_cancelled_at_its_next_callback() -> None:
    pytest.importorskip("gurobipy")
    token = CancelToken()
    stats: dict[str, Any] = {}

    def cancel_and_find_cuts(puzzle: Puzzle, counts: bytes) -> list[list[int]]:
        token.cancel()
        return cut_every_component(puzzle, counts)

    formulation = FORMULATIONS["ilp-lazy"](grid_of_twos(20))
    with pytest.raises(Cancelled):
        solve_in_one_tree(formulation, cancel_and_find_cuts, token, stats)
    assert stats["rounds"] == 1


@pytest.mark.parametrize("method", ILP_METHODS, ids=name)
def test_without_libraries_the_error_names_what_to_install(
    method: Method, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "highspy", None)
    monkeypatch.setitem(sys.modules, "gurobipy", None)
    with pytest.raises(UnsupportedPuzzleError, match="This needs HiGHS, which is not installed"):
        method.solve(PAIR, CancelToken())


def test_lazy_uses_highs_if_gurobi_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gurobipy", None)
    result = METHODS["ilp-lazy"].solve(grid_of_twos(4), CancelToken())
    assert result.status is Status.SOLVED
    assert result.stats["engine"].startswith("HiGHS")


def test_lazy_uses_gurobi_up_to_the_size_limit_of_its_licence() -> None:
    pytest.importorskip("gurobipy")
    small = METHODS["ilp-lazy"].solve(grid_of_twos(4), CancelToken())
    assert small.status is Status.SOLVED
    assert small.stats["engine"].startswith("Gurobi")
    row = Puzzle.from_clues(1, 1501, {(0, c): 2 if 0 < c < 1500 else 1 for c in range(1501)})
    large = METHODS["ilp-lazy"].solve(row, CancelToken())
    assert large.status is Status.SOLVED
    assert large.stats["engine"].startswith(("HiGHS", "Gurobi"))


def test_other_methods_do_not_import_the_engines() -> None:
    program = (
        "import sys; from hashi_gui.core.puzzle import Puzzle;"
        "from hashi_gui.lab.methods import solve;"
        "solve(Puzzle.from_clues(1, 3, {(0, 0): 2, (0, 2): 2}));"
        "print({'highspy', 'gurobipy', 'numpy'} & set(sys.modules))"
    )
    command = [sys.executable, "-c", program]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "set()"


@pytest.mark.skipif(not CLLV.is_dir(), reason="the benchmark puzzles are not part of the project")
@pytest.mark.parametrize("method", ["ilp-lazy", "ilp-lazy-highs", "ilp-v4", "ilp-v5"])
def test_published_puzzles(method: str) -> None:
    for path in sorted((CLLV / "100").glob("*.has"))[::60]:
        puzzle = read_path(path).puzzle
        assert METHODS[method].solve(puzzle, CancelToken()).status is Status.SOLVED, path.name


@pytest.mark.skipif(not CLLV.is_dir(), reason="the benchmark puzzles are not part of the project")
def test_a_published_puzzle_that_presolve_reports_as_infeasible_is_solved() -> None:
    puzzle = read_path(CLLV / "300" / "Hs_29_300_25_15_018.has").puzzle
    assert METHODS["ilp-v5"].solve(puzzle, CancelToken()).status is Status.SOLVED
