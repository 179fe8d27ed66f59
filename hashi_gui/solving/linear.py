"""Integer linear programs, and HiGHS, which solves one again after rows were added to it.

A proof of HiGHS that there is no solution is verified exactly.
"""

from __future__ import annotations

import atexit
import math
import threading
from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from types import ModuleType
from typing import TYPE_CHECKING, Literal

from hashi_gui.solving.cancel import Cancelled, CancelToken
from hashi_gui.solving.results import GaveUp, SolverError, UnsupportedPuzzleError
from hashi_gui.system.libraries import load

if TYPE_CHECKING:
    import highspy


Sense = Literal["<=", "==", ">="]


class Model:
    """Integer variables with upper bounds, linear constraints (rows), and a sum to maximise.

    Column ``j`` is the variable ``names[j]``. It ranges from 0 to ``upper_bounds[j]`` and has the
    coefficient ``objective[j]`` in the objective. Row ``i`` is named ``row_names[i]``; it compares
    a linear expression by ``senses[i]`` with the constant ``right_sides[i]``. The terms of the
    expression are the items from ``row_starts[i]`` up to ``row_starts[i + 1]`` of ``columns`` and
    ``coefficients``.
    """

    def __init__(self) -> None:
        self.names: list[str] = []
        self.upper_bounds = array("i")
        self.objective = array("i")
        self.row_names: list[str] = []
        self.senses: list[Sense] = []
        self.right_sides = array("i")
        self.row_starts = array("i", [0])
        self.columns = array("i")
        self.coefficients = array("i")

    def add_variable(self, name: str, upper_bound: int = 1, objective: int = 0) -> int:
        """Add a variable and return its column."""
        self.names.append(name)
        self.upper_bounds.append(upper_bound)
        self.objective.append(objective)
        return len(self.names) - 1

    def add_row(
        self, name: str, terms: Iterable[tuple[int, int]], sense: Sense, right_side: int
    ) -> None:
        """Add a row. Its terms are pairs of a column and a coefficient, each column once."""
        for column, coefficient in terms:
            self.columns.append(column)
            self.coefficients.append(coefficient)
        self.row_starts.append(len(self.columns))
        self.row_names.append(name)
        self.senses.append(sense)
        self.right_sides.append(right_side)


_SCALE = 2**24
"""Multipliers are rounded to integers after the largest of them is scaled to this."""


def is_contradiction(
    model: Model, bounds: Sequence[tuple[int, int]], multipliers: Sequence[float]
) -> bool:
    """Return whether a combination of the rows cannot be satisfied within the bounds.

    ``bounds`` holds the bounds of each column, ``multipliers`` a number for each row (a dual ray,
    as in Farkas' lemma). Everything is computed with integers, so that a positive answer is a
    proof; multipliers that floating point has spoiled give a negative one.
    """
    largest = max(map(abs, multipliers), default=0.0)
    if not largest:
        return False
    rounded = [round(multiplier / largest * _SCALE) for multiplier in multipliers]
    return any(
        _exceeds(model, bounds, [sign * multiplier for multiplier in rounded]) for sign in (1, -1)
    )


def _exceeds(model: Model, bounds: Sequence[tuple[int, int]], multipliers: list[int]) -> bool:
    """Return whether the combination is always more than its rows allow."""
    allowed = 0
    combination: defaultdict[int, int] = defaultdict(int)
    rows = zip(multipliers, pairwise(model.row_starts), model.senses, model.right_sides)
    for multiplier, (start, end), sense, right_side in rows:
        # The sum of a row times a positive number has an upper bound only if the row has one.
        if not multiplier or sense == (">=" if multiplier > 0 else "<="):
            continue
        allowed += multiplier * right_side
        for at in range(start, end):
            combination[model.columns[at]] += multiplier * model.coefficients[at]
    least = sum(
        coefficient * bounds[column][coefficient < 0] for column, coefficient in combination.items()
    )
    return least > allowed


_NO_LIMIT = 2**31 - 1


@dataclass(frozen=True, slots=True)
class DualRay:
    """A claim that a relaxation has no solution: a multiplier for each row.

    Their combination contradicts the bounds of the columns, as
    :func:`hashi_gui.solving.linear.is_contradiction` can verify.
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
    and bound trees so far, ``iterations`` that of steps of the simplex method. After Cancelled, an
    engine cannot be used any more. Raises UnsupportedPuzzleError if highspy is not installed.
    """

    def __init__(self, model: Model, seed: int | None = None) -> None:
        self._highs = load_model(model)
        if seed is not None:
            self._highs.setOptionValue("random_seed", seed)
        self._highs.setOptionValue("threads", 1)
        self.name = f"HiGHS {self._highs.version()}"
        self.nodes = self.iterations = 0

    def add_column(self) -> None:
        """Add a column that is 0 or 1."""
        self._highs.addVar(0.0, 1.0)
        column = self._highs.getNumCol() - 1
        self._highs.changeColIntegrality(column, _import_highspy().HighsVarType.kInteger)

    def add_row(
        self,
        columns: Sequence[int],
        coefficients: Sequence[int],
        least: int,
        most: float = math.inf,
    ) -> None:
        """Add the row "these columns with these coefficients add up to ``least`` to ``most``".

        Each column may occur only once. Raises SolverError.
        """
        _check(self._highs.addRow(float(least), most, len(columns), columns, coefficients))

    def add_cut(self, columns: Sequence[int]) -> None:
        """Add the row "the sum of these columns is at least 1"."""
        self.add_row(columns, [1] * len(columns), 1)

    def set_bounds(self, column: int, lower: int, upper: int) -> None:
        """Set the bounds of a column."""
        self._highs.changeColBounds(column, float(lower), float(upper))

    def limit_nodes(self, count: int | None) -> None:
        """End a search after so many nodes; None stands for no limit."""
        self._highs.setOptionValue("mip_max_nodes", _NO_LIMIT if count is None else count)

    def limit_iterations(self, count: int | None) -> None:
        """End a relaxation after so many steps of the simplex method; None stands for no limit."""
        self._highs.setOptionValue("simplex_iteration_limit", _NO_LIMIT if count is None else count)

    def solve(self, cancel: CancelToken) -> Sequence[float] | None:
        """Return the value of each column in an optimal solution, or None if there is none.

        Raises Cancelled, and GaveUp if the limit of nodes was reached.
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
            raise GaveUp
        if status != "kOptimal":
            raise SolverError(f"This is a bug in the solver: HiGHS ended with {status}.")
        return self._values()

    def solve_relaxation(self, cancel: CancelToken) -> Sequence[float] | DualRay:
        """Return the value of each column in a solution with fractions.

        If there is none, return a :class:`DualRay`, which may be empty. Raises Cancelled, and
        GaveUp if the limit of iterations was reached.
        """
        self._highs.setOptionValue("solve_relaxation", True)
        self._highs.setOptionValue("presolve", "off")  # Presolve leaves no dual ray.
        status = self._run(cancel)
        self._highs.setOptionValue("presolve", "choose")
        self._highs.setOptionValue("solve_relaxation", False)
        if status == "kOptimal":
            return self._values()
        if status == "kIterationLimit":
            raise GaveUp
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
        info = self._highs.getInfo()
        self.nodes += max(0, info.mip_node_count)
        self.iterations += info.simplex_iteration_count
        return str(self._highs.getModelStatus().name)


def load_model(model: Model) -> highspy.Highs:
    """Load a model into a new HiGHS instance that prints nothing.

    Raises UnsupportedPuzzleError if highspy is not installed, and SolverError if it refuses the
    model: it would run for ever on a row that has a column twice.
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
    highs: highspy.Highs = _silent_kind()()
    _check(highs.passModel(lp))
    return highs


@cache
def _silent_kind() -> type[highspy.Highs]:
    """The class of HiGHS that prints nothing.

    From version 1.16 on, the first call prints its name, which is this one when it is created.
    """

    class Silent(_import_highspy().Highs):  # type: ignore[misc]
        def enableCallbacks(self) -> None:
            self.silent()
            super().enableCallbacks()

    return Silent


def _check(status: object) -> None:
    if status == _import_highspy().HighsStatus.kError:
        raise SolverError("This is a bug in the solver: HiGHS has refused a model or a row.")


def _import_highspy() -> ModuleType:
    """Import highspy only when it is needed, because this takes longer than most puzzles."""
    return load("highspy", UnsupportedPuzzleError)
