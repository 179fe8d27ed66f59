from __future__ import annotations

import subprocess
import sys
import threading
from random import Random
from types import SimpleNamespace
from typing import Any

import highspy
import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.lab.methods.ilp import edge_maximising_formulation
from hashi_gui.solving import Cancelled, CancelToken, SolverError, linear
from hashi_gui.solving.linear import DualRay, HighsEngine, Model, Sense, is_contradiction
from tests.processes import TIMEOUT


def model_of(*rows: tuple[list[int], Sense, int], columns: int = 2) -> Model:
    model = Model()
    for number in range(columns):
        model.add_variable(f"x{number}")
    for coefficients, sense, right_side in rows:
        model.add_row("", enumerate(coefficients), sense, right_side)
    return model


UNIT = [(0, 1), (0, 1)]


@pytest.mark.parametrize(
    ("rows", "multipliers"),
    [
        ([([1, 1], ">=", 3)], [1.0]),  # at most 2 within the bounds
        ([([1, 1], ">=", 3)], [-0.5]),
        ([([1, -1], "==", 2)], [1.0]),
        ([([1, 1], "<=", 0), ([1, 0], ">=", 1)], [1.0, -1.0]),
        ([([1, 1], "<=", 0), ([1, 0], ">=", 1)], [-1e-9, 1e-9]),
    ],
)
def test_a_contradiction_is_recognised(
    rows: list[tuple[list[int], Sense, int]], multipliers: list[float]
) -> None:
    assert is_contradiction(model_of(*rows), UNIT, multipliers)


@pytest.mark.parametrize("multipliers", [[], [0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
def test_multipliers_that_prove_nothing_are_rejected(multipliers: list[float]) -> None:
    model = model_of(([1, 1], "<=", 0), ([1, 0], ">=", 1))
    assert not is_contradiction(model, UNIT, multipliers)


def test_no_multipliers_contradict_a_model_with_a_solution() -> None:
    random = Random(1)
    for _ in range(500):
        columns, solution = random.randint(1, 5), []
        model, bounds = Model(), []
        for number in range(columns):
            model.add_variable(f"x{number}")
            solution.append(random.randint(0, 2))
            bounds.append((random.randint(0, solution[-1]), random.randint(solution[-1], 3)))
        for _ in range(random.randint(1, 5)):
            coefficients = [random.randint(-2, 2) for _ in range(columns)]
            value = sum(map(int.__mul__, coefficients, solution))
            sense: Sense = random.choice(["<=", "==", ">="])
            slack = {"<=": 1, "==": 0, ">=": -1}[sense] * random.randint(0, 2)
            model.add_row("", enumerate(coefficients), sense, value + slack)
        multipliers = [random.uniform(-1, 1) for _ in model.row_names]
        assert not is_contradiction(model, bounds, multipliers)


def test_bounds_belong_to_the_proof() -> None:
    model = model_of(([1, 1], ">=", 2))
    assert not is_contradiction(model, UNIT, [1.0])
    assert is_contradiction(model, [(0, 1), (0, 0)], [1.0])


def test_the_dual_rays_of_highs_are_contradictions() -> None:
    model = model_of(([1, 1, 0], ">=", 1), ([1, 0, 1], "==", 0), ([0, 1, 1], "<=", 0), columns=3)
    answer = HighsEngine(model).solve_relaxation(CancelToken())
    assert isinstance(answer, DualRay)
    assert is_contradiction(model, [(0, 1)] * 3, answer.multipliers)


PAIR = Puzzle.from_clues(1, 3, {(0, 0): 2, (0, 2): 2})


def pair_engine() -> HighsEngine:
    return HighsEngine(edge_maximising_formulation(PAIR).model)


def market_split() -> Model:
    """Equations with random coefficients: small, but practically unsolvable by branch and bound.

    After G. Cornuéjols and M. Dawande, "A class of hard small 0-1 programs", 1999.
    """
    random, model = Random(1), Model()
    columns = [model.add_variable(f"x{number}") for number in range(50)]
    for row in range(6):
        weights = [random.randrange(100) for _ in columns]
        model.add_row(f"row{row}", zip(columns, weights), "==", sum(weights) // 2)
    return model


def test_nothing_is_printed():
    code = "from tests.solving.test_linear import *; pair_engine().solve(CancelToken())"
    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
    assert ran.stdout == b""


def cancel_when(event: threading.Event, token: CancelToken) -> threading.Thread:
    """A running thread that cancels the token once the event is set."""

    def wait_and_cancel() -> None:
        event.wait(TIMEOUT)
        token.cancel()

    thread = threading.Thread(target=wait_and_cancel)
    thread.start()
    return thread


class UnresponsiveHighs:
    """HiGHS that ignores its time limit, until the test releases it."""

    def __init__(self) -> None:
        self.started, self.released = threading.Event(), threading.Event()

    def run(self) -> None:
        self.started.set()
        self.released.wait(TIMEOUT)

    def setOptionValue(self, name: str, value: object) -> None:
        assert (name, value) == ("time_limit", 0.0)


class HighsWithStatus:
    """HiGHS that reports a wrong model status while presolve is on, or always."""

    def __init__(self, engine: Any, status: str, always: bool = False) -> None:
        self._engine = engine
        self._status = getattr(highspy.HighsModelStatus, status)
        self._always = always

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)

    def getModelStatus(self) -> object:
        if self._always or self._engine.getOptionValue("presolve")[1] != "off":
            return self._status
        return self._engine.getModelStatus()


def test_added_cuts_are_part_of_the_model() -> None:
    engine = pair_engine()
    assert engine.solve(CancelToken()) == [2, 1]
    engine.add_cut([])
    assert engine.solve(CancelToken()) is None


def test_a_row_with_a_column_twice_is_refused() -> None:
    model = Model()
    column = model.add_variable("x")
    with pytest.raises(SolverError, match="refused"):
        HighsEngine(model).add_row([column, column], [1, 1], 1)
    model.add_row("", [(column, 1), (column, 1)], ">=", 1)
    with pytest.raises(SolverError, match="refused"):
        HighsEngine(model)


def test_highs_stops_in_the_middle_of_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    engine, token, searching = HighsEngine(market_split()), CancelToken(), threading.Event()
    monkeypatch.setattr(linear, "STOP_TIMEOUT", TIMEOUT)
    engine._highs.cbMipInterrupt.subscribe(lambda event: searching.set())
    cancelling = cancel_when(searching, token)
    try:
        with pytest.raises(Cancelled):
            engine.solve(token)
        assert searching.is_set()
        assert engine._highs.getModelStatus() == highspy.HighsModelStatus.kTimeLimit
    finally:
        engine._highs.setOptionValue("time_limit", 0.0)  # lets a failed test end
        cancelling.join()


def test_cancelling_does_not_wait_for_highs_to_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    engine, unresponsive, token = pair_engine(), UnresponsiveHighs(), CancelToken()
    monkeypatch.setattr(linear, "STOP_TIMEOUT", 0.0)
    monkeypatch.setattr(engine, "_highs", unresponsive)
    cancelling = cancel_when(unresponsive.started, token)
    with pytest.raises(Cancelled):
        engine.solve(token)
    cancelling.join()
    running = [thread for thread in threading.enumerate() if thread.name == "HiGHS"]
    assert len(running) == 1
    unresponsive.released.set()
    running[0].join()


def test_a_model_that_presolve_reports_as_infeasible_is_solved_without_presolve(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    engine = pair_engine()
    monkeypatch.setattr(engine, "_highs", HighsWithStatus(engine._highs, "kInfeasible"))
    for _ in range(2):
        assert engine.solve(CancelToken()) == [2, 1]


def test_nodes_of_all_runs_are_added_up(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = pair_engine()
    node_counts = iter([3, -1, 4])  # -1: HiGHS has not built a tree

    class HighsWithNodes(HighsWithStatus):
        def getInfo(self) -> object:
            return SimpleNamespace(mip_node_count=next(node_counts), simplex_iteration_count=0)

    highs_with_nodes = HighsWithNodes(engine._highs, "kOptimal", always=True)
    monkeypatch.setattr(engine, "_highs", highs_with_nodes)
    for nodes in (3, 3, 7):
        engine.solve(CancelToken())
        assert engine.nodes == nodes


def test_an_unexpected_status_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = pair_engine()
    status = HighsWithStatus(engine._highs, "kUnbounded", always=True)
    monkeypatch.setattr(engine, "_highs", status)
    with pytest.raises(SolverError, match="HiGHS ended with kUnbounded"):
        engine.solve(CancelToken())
