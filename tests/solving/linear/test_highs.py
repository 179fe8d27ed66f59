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
from hashi_gui.solving.linear import HighsEngine, Model
from tests.processes import TIMEOUT

PAIR = Puzzle.from_clues(1, 3, {(0, 0): 2, (0, 2): 2})

"""Seconds after which a test fails because HiGHS does not stop."""


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
    code = "from tests.solving.linear.test_highs import *; pair_engine().solve(CancelToken())"
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
