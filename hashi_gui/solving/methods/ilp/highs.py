"""HiGHS, which solves any model, again and again as rows are added."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING

from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.methods.ilp.model import Model
from hashi_gui.solving.methods.method import UnsupportedPuzzleError
from hashi_gui.solving.results import SolverError

if TYPE_CHECKING:
    import highspy

PATIENCE = 1.0
"""Seconds that HiGHS has to stop. Most often it needs a tenth of that."""


class HighsEngine:
    """HiGHS on one model, in one thread.

    Raises UnsupportedPuzzleError where highspy is not installed.
    """

    def __init__(self, model: Model) -> None:
        self._highs = highs_with(model)
        self._highs.setOptionValue("threads", 1)
        self.name = f"HiGHS {self._highs.version()}"
        self.nodes = 0
        """Of all branch and bound trees so far."""

    def add_sum(self, columns: list[int]) -> None:
        """Add the row "the sum of these columns is at least 1"."""
        self._highs.addRow(1.0, math.inf, len(columns), columns, [1.0] * len(columns))

    def solve(self, cancel: CancelToken) -> Sequence[float] | None:
        """A value for each column in a best solution, or None. Raises Stopped."""
        status = self._run(cancel)
        if status == "kInfeasible":
            # Presolve is known to say so of models that are not: 1.15.1 of a published puzzle.
            self._highs.setOptionValue("presolve", "off")
            status = self._run(cancel)
            self._highs.setOptionValue("presolve", "choose")
        if status == "kInfeasible":
            return None
        if status != "kOptimal":
            raise SolverError(f"This is a bug in the solver: HiGHS ended with {status}.")
        values: Sequence[float] = self._highs.getSolution().col_value
        return values

    def _run(self, cancel: CancelToken) -> str:
        """What became of the model.

        In a thread of its own, because in the first relaxation of a large model HiGHS can take
        minutes to notice that it should stop. It is then left to come to its end alone.
        """
        over = threading.Event()

        def run() -> None:
            try:
                self._highs.run()
            finally:
                over.set()

        def stop() -> None:
            # There are callbacks too, but presolve calls none; at its time limit it does look.
            self._highs.setOptionValue("time_limit", 0.0)
            over.set()

        with cancel.bound(stop):
            running = threading.Thread(target=run, name="HiGHS")
            running.start()
            over.wait()
        running.join(PATIENCE)
        cancel.check()
        self.nodes += max(0, self._highs.getInfo().mip_node_count)
        return str(self._highs.getModelStatus().name)


def highs_with(model: Model) -> highspy.Highs:
    """A silent HiGHS that holds a model.

    Raises UnsupportedPuzzleError where highspy is not installed.
    """
    api = _highspy()
    lp = api.HighsLp()
    lp.num_col_ = len(model.names)
    lp.col_names_ = model.names
    lp.col_lower_ = [0] * len(model.names)
    lp.col_upper_ = model.uppers
    lp.col_cost_ = model.costs
    lp.integrality_ = [api.HighsVarType.kInteger] * len(model.names)
    lp.sense_ = api.ObjSense.kMaximize
    lp.num_row_ = len(model.row_names)
    lp.row_names_ = model.row_names
    sides = list(zip(model.senses, model.rights))
    lp.row_lower_ = [-math.inf if sense == "<=" else right for sense, right in sides]
    lp.row_upper_ = [math.inf if sense == ">=" else right for sense, right in sides]
    lp.a_matrix_.format_ = api.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = model.starts
    lp.a_matrix_.index_ = model.columns
    lp.a_matrix_.value_ = model.coefficients
    highs: highspy.Highs = api.Highs()
    highs.silent()
    highs.passModel(lp)
    return highs


def _highspy() -> ModuleType:
    """Imported when it is needed: that takes longer than most puzzles."""
    try:
        import highspy
    except ImportError:
        raise UnsupportedPuzzleError(
            "Integer linear programming needs HiGHS: pip install 'hashi-gui[ilp]'"
        ) from None
    return highspy
