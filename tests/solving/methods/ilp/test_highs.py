from __future__ import annotations

import threading
from typing import Any

import highspy
import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving import Cancelled, CancelToken
from hashi_gui.solving.methods.ilp import highs
from hashi_gui.solving.methods.ilp.formulations import edge_maximising_formulation
from hashi_gui.solving.methods.ilp.highs import HighsEngine

PAIR = Puzzle.from_clues(1, 3, {(0, 0): 2, (0, 2): 2})


class Deaf:
    """An engine that hears no stop until it is told by name."""

    def __init__(self) -> None:
        self.heard = threading.Event()

    def run(self) -> None:
        self.heard.wait()

    def setOptionValue(self, name: str, value: object) -> None:
        assert (name, value) == ("time_limit", 0.0)


class Hasty:
    """HiGHS with a presolve that takes every model for infeasible."""

    def __init__(self, engine: Any) -> None:
        self._engine = engine

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)

    def getModelStatus(self) -> object:
        if self._engine.getOptionValue("presolve")[1] == "off":
            return self._engine.getModelStatus()
        return highspy.HighsModelStatus.kInfeasible


def test_rows_that_were_added_count() -> None:
    engine = HighsEngine(edge_maximising_formulation(PAIR).model)
    assert engine.solve(CancelToken()) == [2, 1]
    engine.add_cut([])
    assert engine.solve(CancelToken()) is None


def test_a_stop_does_not_wait_until_it_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    engine, deaf, token = (
        HighsEngine(edge_maximising_formulation(PAIR).model),
        Deaf(),
        CancelToken(),
    )
    monkeypatch.setattr(highs, "STOP_TIMEOUT", 0.0)
    monkeypatch.setattr(engine, "_highs", deaf)
    cancelling = threading.Timer(0.05, token.cancel)
    cancelling.start()
    with pytest.raises(Cancelled):
        engine.solve(token)
    cancelling.join()
    running = [thread for thread in threading.enumerate() if thread.name == "HiGHS"]
    assert len(running) == 1
    deaf.heard.set()
    running[0].join()


def test_what_presolve_says_is_infeasible_is_tried_without_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    engine = HighsEngine(edge_maximising_formulation(PAIR).model)
    monkeypatch.setattr(engine, "_highs", Hasty(engine._highs))
    for _ in range(2):
        assert engine.solve(CancelToken()) == [2, 1]
