"""Every way to solve a puzzle, by the name that ``--method`` takes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from hashi_gui.core.errors import HashiError
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.deduction import DEDUCTION
from hashi_gui.solving import CancelToken, Result
from hashi_gui.solving.methods import SOLVING_METHODS, Method


class MethodError(HashiError):
    """There is no method of that name."""


METHODS: Mapping[str, Method] = MappingProxyType(
    {method.name: method for method in (*SOLVING_METHODS, DEDUCTION)}
)


def named(name: str) -> Method:
    """The method of that name. Raises MethodError for a name that is not in METHODS."""
    if name not in METHODS:
        raise MethodError(f"There is no method {name!r}; known: {', '.join(METHODS)}.")
    return METHODS[name]


def solve(puzzle: Puzzle, method: str = "sat", cancel: CancelToken | None = None) -> Result:
    """Solve a puzzle from scratch by the method of that name.

    Raises MethodError for a name that is not in METHODS, and UnsupportedPuzzleError for a puzzle
    that the method cannot solve.
    """
    return named(method).solve(puzzle, cancel or CancelToken())
