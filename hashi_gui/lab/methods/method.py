"""A method: one way to solve a puzzle from scratch, identified by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from hashi_gui.core.i18n import _
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import ExtraRule, solution_fault
from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.results import (
    MethodResult,
    Status,
    UnsupportedPuzzleError,
    run_search,
    verify_solution,
)
from hashi_gui.system.libraries import is_installed

NO_LOOPS = frozenset({ExtraRule.NO_LOOPS})
"""The extra rules of methods that enforce this one."""

SEED = frozenset({"seed"})
THREADS_AND_SEED = SEED | {"threads"}


@dataclass(frozen=True, slots=True)
class Method:
    """One way to solve a puzzle; ``source`` and ``advice`` are in English.

    ``name``: the name by which users choose it. ``source``: where it was published.
    ``advice``: when to use it. ``complete``: whether it enforces all rules; if not, its answer may
    be wrong. ``verifies``: whether the search verifies its answers itself.
    ``library``: the optional Python module that it needs, or an empty string.
    ``rules``: the extra rules that it enforces; it refuses puzzles with others.
    ``options``: those of "threads" and "seed" that the search takes as arguments.
    ``code``: given the stats, the method whose code has found the answer, if it may be another's.
    """

    name: str
    source: str
    advice: str
    search: Callable[..., bytes | None]
    complete: bool = True
    verifies: bool = False
    library: str = ""
    rules: frozenset[ExtraRule] = frozenset()
    options: frozenset[str] = frozenset()
    code: Callable[[Mapping[str, Any]], str] | None = None

    @property
    def installed(self) -> bool:
        """Whether the library that the method needs is installed."""
        return not self.library or is_installed(self.library)

    def solve(
        self, puzzle: Puzzle, cancel: CancelToken, threads: int = 1, seed: int | None = None
    ) -> MethodResult:
        """Solve a puzzle from scratch, with up to so many threads.

        With a ``seed``, its random choices are others than without, but always the same. A
        cancelled search gives the status STOPPED instead of an exception. Raises
        UnsupportedPuzzleError if the method cannot handle the puzzle, and SolverError if a complete
        method gives a wrong answer.
        """
        for rule in sorted(puzzle.rules.extra - self.rules):
            text = _("The method {name} does not know the rule “{rule}”; the default, auto, does.")
            raise UnsupportedPuzzleError(text.format(name=self.name, rule=rule.label))
        given = {"threads": threads, "seed": seed}
        search = partial(self.search, **{name: given[name] for name in self.options})
        result = run_search(self.name, search, puzzle, cancel)
        if result.counts is not None and not self.verifies:
            if self.complete:
                verify_solution(puzzle, result.counts)
            elif solution_fault(puzzle, result.counts):
                return result._replace(status=Status.WRONG)
        return result
