"""HiGHS, which solves a model again after rows were added to it."""

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

STOP_TIMEOUT = 1.0
"""Seconds to wait until HiGHS stops. It usually needs a tenth of this."""


class HighsEngine:
    """HiGHS with one model, in one thread.

    ``name`` is the name and version of HiGHS; ``nodes`` is the number of nodes in all its branch
    and bound trees so far. Raises UnsupportedPuzzleError if highspy is not installed.
    """

    def __init__(self, model: Model) -> None:
        self._highs = load_model(model)
        self._highs.setOptionValue("threads", 1)
        self.name = f"HiGHS {self._highs.version()}"
        self.nodes = 0

    def add_cut(self, columns: list[int]) -> None:
        """Add the row "the sum of these columns is at least 1"."""
        self._highs.addRow(1.0, math.inf, len(columns), columns, [1.0] * len(columns))

    def solve(self, cancel: CancelToken) -> Sequence[float] | None:
        """Return the value of each column in an optimal solution, or None if there is none.

        Raises Cancelled.
        """
        status = self._run(cancel)
        if status == "kInfeasible":
            # Presolve is known to report feasible models as infeasible: version 1.15.1 does so for
            # a published puzzle.
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
        """Run HiGHS and return the name of the model status.

        It runs in its own thread, because during the first relaxation of a large model it can take
        minutes to notice that it should stop. After STOP_TIMEOUT it is left to finish by itself.
        """
        done = threading.Event()

        def run() -> None:
            try:
                self._highs.run()
            finally:
                done.set()

        def stop() -> None:
            # HiGHS has interrupt callbacks, but presolve never calls them; it does check the time
            # limit.
            self._highs.setOptionValue("time_limit", 0.0)
            done.set()

        with cancel.on_cancel(stop):
            thread = threading.Thread(target=run, name="HiGHS")
            thread.start()
            done.wait()
        thread.join(STOP_TIMEOUT)
        cancel.raise_if_cancelled()
        self.nodes += max(0, self._highs.getInfo().mip_node_count)
        return str(self._highs.getModelStatus().name)


def load_model(model: Model) -> highspy.Highs:
    """Load a model into a new HiGHS instance that prints nothing.

    Raises UnsupportedPuzzleError if highspy is not installed.
    """
    api = _import_highspy()
    lp = api.HighsLp()
    lp.num_col_ = len(model.names)
    lp.col_names_ = model.names
    lp.col_lower_ = [0] * len(model.names)
    lp.col_upper_ = model.upper_bounds
    lp.col_cost_ = model.objective
    lp.integrality_ = [api.HighsVarType.kInteger] * len(model.names)
    lp.sense_ = api.ObjSense.kMaximize
    lp.num_row_ = len(model.row_names)
    lp.row_names_ = model.row_names
    sides = list(zip(model.senses, model.right_sides))
    lp.row_lower_ = [-math.inf if sense == "<=" else right for sense, right in sides]
    lp.row_upper_ = [math.inf if sense == ">=" else right for sense, right in sides]
    lp.a_matrix_.format_ = api.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = model.row_starts
    lp.a_matrix_.index_ = model.columns
    lp.a_matrix_.value_ = model.coefficients
    highs: highspy.Highs = api.Highs()
    highs.silent()
    highs.passModel(lp)
    return highs


def _import_highspy() -> ModuleType:
    """Import highspy only when it is needed, because this takes longer than most puzzles."""
    try:
        import highspy
    except ImportError:
        raise UnsupportedPuzzleError(
            "Integer linear programming needs HiGHS: pip install 'hashi-gui[ilp]'"
        ) from None
    return highspy
