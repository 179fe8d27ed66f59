"""All methods to solve a puzzle, by the name that ``--method`` takes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from hashi_gui.core.errors import HashiError
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.deduction import DEDUCTION
from hashi_gui.solving import CancelToken, MethodResult
from hashi_gui.solving.methods import AUTO, SOLVING_METHODS, Method


class UnknownMethodError(HashiError):
    """There is no method with the given name."""


METHODS: Mapping[str, Method] = MappingProxyType(
    {method.name: method for method in (*SOLVING_METHODS, DEDUCTION)}
)


DEFAULT_METHOD = AUTO.name


def find_method(name: str) -> Method:
    """Return the method with this name. Raises UnknownMethodError if there is none."""
    if name not in METHODS:
        raise UnknownMethodError(
            f"There is no method {name!r}. Available methods: {', '.join(METHODS)}."
        )
    return METHODS[name]


def solve(
    puzzle: Puzzle,
    method: str = DEFAULT_METHOD,
    cancel: CancelToken | None = None,
    *,
    threads: int = 1,
) -> MethodResult:
    """Solve a puzzle from scratch with the named method, with up to so many threads.

    Raises UnknownMethodError if there is no such method, and UnsupportedPuzzleError if the method
    cannot handle the puzzle.
    """
    return find_method(method).solve(puzzle, cancel or CancelToken(), threads)
