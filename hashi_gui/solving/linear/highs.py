"""HiGHS, which solves a model again after rows were added to it."""

from __future__ import annotations

import atexit
import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING

from hashi_gui.solving.cancel import Cancelled, CancelToken
from hashi_gui.solving.linear.model import Model
from hashi_gui.solving.results import SolverError, UnsupportedPuzzleError

if TYPE_CHECKING:
    import highspy

_NO_LIMIT = 2**31 - 1


class NodeLimitError(Exception):
    """HiGHS has reached its limit of nodes before it found an answer."""


@dataclass(frozen=True, slots=True)
class DualRay:
    """A claim that a relaxation has no solution: a multiplier for each row.

    Their combination contradicts the bounds of the columns, as
    :func:`hashi_gui.solving.linear.model.is_contradiction` can verify.
    """

    multipliers: tuple[float, ...]


STOP_TIMEOUT = 0.02
"""Seconds to wait until HiGHS stops. Often it needs less than this; otherwise it is left alone."""

EXIT_TIMEOUT = 2.0
"""Seconds for which the program waits at its end for HiGHS to stop, lest it crashes."""

_running: set[threading.Thread] = set()
"""The threads in which HiGHS is at work."""


@atexit.register
def _wait_for_threads() -> None:
    for thread in tuple(_running):
        thread.join(EXIT_TIMEOUT)


class HighsEngine:
    """HiGHS with one model, in one thread.

    ``name`` is the name and version of HiGHS; ``nodes`` is the number of nodes in all its branch
    and bound trees so far. After Cancelled, an engine cannot be used any more. Raises
    UnsupportedPuzzleError if highspy is not installed.
    """

    def __init__(self, model: Model) -> None:
        self._highs = load_model(model)
        self._highs.setOptionValue("threads", 1)
        self.name = f"HiGHS {self._highs.version()}"
        self.nodes = 0

    def add_column(self) -> None:
        """Add a column that is 0 or 1."""
        self._highs.addVar(0.0, 1.0)
        column = self._highs.getNumCol() - 1
        self._highs.changeColIntegrality(column, _import_highspy().HighsVarType.kInteger)

    def add_row(self, columns: Sequence[int], coefficients: Sequence[int], least: int) -> None:
        """Add the row "these columns with these coefficients add up to at least ``least``"."""
        self._highs.addRow(float(least), math.inf, len(columns), columns, coefficients)

    def add_cut(self, columns: Sequence[int]) -> None:
        """Add the row "the sum of these columns is at least 1"."""
        self.add_row(columns, [1] * len(columns), 1)

    def set_bounds(self, column: int, lower: int, upper: int) -> None:
        """Set the bounds of a column."""
        self._highs.changeColBounds(column, float(lower), float(upper))

    def limit_nodes(self, count: int | None) -> None:
        """End a search after so many nodes; None stands for no limit."""
        self._highs.setOptionValue("mip_max_nodes", _NO_LIMIT if count is None else count)

    def solve(self, cancel: CancelToken) -> Sequence[float] | None:
        """Return the value of each column in an optimal solution, or None if there is none.

        Raises Cancelled, and NodeLimitError if the limit of nodes was reached.
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
        if status == "kSolutionLimit":
            raise NodeLimitError
        if status != "kOptimal":
            raise SolverError(f"This is a bug in the solver: HiGHS ended with {status}.")
        return self._values()

    def solve_relaxation(self, cancel: CancelToken) -> Sequence[float] | DualRay:
        """Return the value of each column in a solution with fractions.

        If there is none, return a :class:`DualRay`, which may be empty. Raises Cancelled.
        """
        self._highs.setOptionValue("solve_relaxation", True)
        self._highs.setOptionValue("presolve", "off")  # Presolve leaves no dual ray.
        status = self._run(cancel)
        self._highs.setOptionValue("presolve", "choose")
        self._highs.setOptionValue("solve_relaxation", False)
        if status == "kOptimal":
            return self._values()
        if status != "kInfeasible":
            return DualRay(())
        _status, exists, ray = self._highs.getDualRay()
        return DualRay(tuple(ray) if exists else ())

    def _values(self) -> Sequence[float]:
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
                _running.discard(thread)

        def stop() -> None:
            # HiGHS has interrupt callbacks, but presolve never calls them; it does check the time
            # limit.
            self._highs.setOptionValue("time_limit", 0.0)
            done.set()

        with cancel.on_cancel(stop):
            thread = threading.Thread(target=run, name="HiGHS", daemon=True)
            _running.add(thread)
            thread.start()
            done.wait()
        if cancel.cancelled:
            thread.join(STOP_TIMEOUT)
            raise Cancelled
        thread.join()
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
            "Integer linear programming needs HiGHS: pip install highspy"
        ) from None
    return highspy
