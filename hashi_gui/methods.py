"""Every way to solve a puzzle, by the name that ``--method`` takes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from hashi_gui.core.errors import HashiError
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.deduction import DEDUCTION
from hashi_gui.solving import (
    ASTAR,
    ASTAR_PUBLISHED,
    BACKTRACKING,
    BRUTE_FORCE,
    SAT,
    CancelToken,
    Method,
    Result,
)
from hashi_gui.solving.ilp import ILP_METHODS
from hashi_gui.solving.sat_variants import SAT_VARIANTS


class MethodError(HashiError):
    """There is no method of that name."""


METHODS: Mapping[str, Method] = MappingProxyType(
    {
        method.name: method
        for method in (
            SAT,
            *SAT_VARIANTS,
            ASTAR,
            ASTAR_PUBLISHED,
            BACKTRACKING,
            BRUTE_FORCE,
            DEDUCTION,
            *ILP_METHODS,
        )
    }
)


def named(name: str) -> Method:
    """The method of that name. Raises MethodError for a name that is not in METHODS."""
    if name not in METHODS:
        raise MethodError(f"There is no method {name!r}; known: {', '.join(METHODS)}.")
    return METHODS[name]


def solve(puzzle: Puzzle, method: str = "sat", cancel: CancelToken | None = None) -> Result:
    """Solve a puzzle from scratch by the method of that name.

    Raises MethodError for a name that is not in METHODS, and CannotSolve for a puzzle that the
    method refuses.
    """
    return named(method).solve(puzzle, cancel or CancelToken())
