"""All methods to solve a puzzle from scratch, by the name that ``--method`` takes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from importlib import import_module

from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import listed
from hashi_gui.lab.methods.method import Method
from hashi_gui.solving import DEFAULT_METHOD, CancelToken, MethodResult

__all__ = [
    "METHODS",
    "Method",
    "Task",
    "UnknownMethodError",
    "find_method",
    "position",
    "solve",
]


class UnknownMethodError(HashiError):
    """There is no method with the given name."""


_FAMILIES = {
    "exact": ("auto", "sat", "asp"),
    "sat": ("sat-pb", "sat-tseitin", "sat-dp"),
    "search": ("astar", "astar-published", "backtracking", "brute-force"),
    "ilp": (
        *("ilp-polynomial", "ilp-lazy", "ilp-lazy-highs"),
        *("ilp-v1", "ilp-v2", "ilp-v3", "ilp-v4", "ilp-v5"),
    ),
    "cp_sat": ("cp-sat",),
    "deduction": ("deduction",),
}
"""The modules that have METHODS, and the names of these."""


class _Methods(Mapping[str, Method]):
    """All methods by name; a family is imported only when one of its methods is needed."""

    def __getitem__(self, name: str) -> Method:
        for family, names in _FAMILIES.items():
            if name in names:
                methods: tuple[Method, ...] = import_module(f"{__name__}.{family}").METHODS
                return methods[names.index(name)]
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return (name for names in _FAMILIES.values() for name in names)

    def __len__(self) -> int:
        return sum(map(len, _FAMILIES.values()))


METHODS: Mapping[str, Method] = _Methods()


def position(name: str) -> int:
    """The place of a method in the list; what is not in it comes last."""
    return list(METHODS).index(name) if name in METHODS else len(METHODS)


class Task(StrEnum):
    """What is asked of a method: a solution; whether there is none, one or several; how many."""

    SOLVE = "solve"
    CHECK = "check"
    COUNT = "count"

    @property
    def methods(self) -> tuple[str, ...]:
        """The names of what can do it; Ganak, a model counter, does nothing else."""
        check, count = _FAMILIES["exact"], (DEFAULT_METHOD, "ganak")
        return {Task.SOLVE: tuple(METHODS), Task.CHECK: check, Task.COUNT: count}[self]


def find_method(name: str) -> Method:
    """Return the method with this name. Raises UnknownMethodError if there is none."""
    if name not in METHODS:
        text = _("There is no method {name}. Available methods: {methods}.")
        raise UnknownMethodError(text.format(name=repr(name), methods=listed(METHODS)))
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
