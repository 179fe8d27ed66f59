"""The SAT solvers of PySAT, by the functions of its module in C.

Its classes in Python do no more, and take longer to import than all else that solves a puzzle.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import repeat
from threading import current_thread, main_thread
from typing import Any

from hashi_gui.solving.encoding import Literals
from hashi_gui.system.libraries import load

pysolvers: Any = load("pysolvers")


class SatSolver:
    """A solver that can be interrupted; by default MiniSat.

    All but :meth:`interrupt` must be called by one thread. Nothing may be asked after it was
    deleted.
    """

    def __init__(self, clauses: Iterable[Literals] = (), kind: str = "minisat22") -> None:
        """``kind`` begins the names of the functions; it has to be of the family of MiniSat."""
        self._kind = kind
        self._solver = self._function("new")()
        self._add = self._function("add_cl")
        deque(map(self._add, repeat(self._solver), clauses), maxlen=0)

    def __enter__(self) -> SatSolver:
        return self

    def __exit__(self, *_error: object) -> None:
        self.delete()

    def __del__(self) -> None:
        self.delete()

    def delete(self) -> None:
        if self._solver is not None:
            self._function("del")(self._solver)
            self._solver = None

    def add_clause(self, clause: Sequence[int]) -> None:
        self._add(self._solver, clause)

    def set_phases(self, literals: Iterable[int]) -> None:
        """Try these literals first, from now on."""
        self._function("setphases")(self._solver, literals)

    def start_over(self) -> None:
        """Let only later answers begin where the last model was found.

        Needed once, and again when the assumptions have changed.
        """
        self._function("set_start")(self._solver, 1)

    def solve(self, assumptions: Sequence[int] = (), conflicts: int = -1) -> bool | None:
        """Whether all clauses can be true; None after so many conflicts or if interrupted.

        Other threads run meanwhile.
        """
        self._function("cbudget")(self._solver, conflicts)
        in_main_thread = int(current_thread() is main_thread())
        answer: bool | None = self._function("solve_lim")(
            self._solver, assumptions, in_main_thread, 1
        )
        return answer

    def interrupt(self) -> None:
        """End what is asked now, or else what is asked next, unless that is cleared before."""
        if self._solver is not None:
            self._function("interrupt")(self._solver)

    def clear_interrupt(self) -> None:
        self._function("clearint")(self._solver)

    def model(self) -> Sequence[int]:
        """The true literals, in the order of their variables, if the last answer was True."""
        return self._function("model")(self._solver) or ()

    def core(self) -> Sequence[int]:
        """Assumptions that cannot all be true, if the last answer was False."""
        return self._function("core")(self._solver) or ()

    def conflicts(self) -> int:
        """The number of conflicts so far."""
        number: int = self._function("acc_stats")(self._solver)["conflicts"]
        return number

    def _function(self, name: str) -> Any:
        return getattr(pysolvers, f"{self._kind}_{name}")
