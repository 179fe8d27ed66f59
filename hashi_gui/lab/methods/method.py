"""A method: one way to solve a puzzle from scratch, identified by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import ExtraRule, solution_fault
from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.results import (
    MethodResult,
    Search,
    Status,
    UnsupportedPuzzleError,
    run_search,
    verify_solution,
)
from hashi_gui.system.libraries import is_installed

NO_LOOPS = frozenset({ExtraRule.NO_LOOPS})
"""The extra rules of methods that enforce this one."""


@dataclass(frozen=True, slots=True)
class Method:
    """One way to solve a puzzle.

    ``name``: the name by which users choose it. ``source``: where it was published.
    ``advice``: when to use it. ``complete``: whether it enforces all rules; if not, its answer may
    be wrong. ``verifies``: whether the search verifies its answers itself.
    ``library``: the optional Python module that it needs, or an empty string.
    ``rules``: the extra rules that it enforces; it refuses puzzles with others.
    ``search_in_threads``: for a number of threads, the search that uses up to so many of them; None
    if the method has only one thread.
    """

    name: str
    source: str
    advice: str
    search: Search
    complete: bool = True
    verifies: bool = False
    library: str = ""
    rules: frozenset[ExtraRule] = frozenset()
    search_in_threads: Callable[[int], Search] | None = None

    @property
    def installed(self) -> bool:
        """Whether the library that the method needs is installed."""
        return not self.library or is_installed(self.library)

    def solve(self, puzzle: Puzzle, cancel: CancelToken, threads: int = 1) -> MethodResult:
        """Solve a puzzle from scratch, with up to so many threads.

        A cancelled search gives the status STOPPED instead of an exception. Raises
        UnsupportedPuzzleError if the method cannot handle the puzzle, and SolverError if a
        complete method gives a wrong answer.
        """
        for rule in sorted(puzzle.rules.extra - self.rules):
            raise UnsupportedPuzzleError(
                f"The method {self.name} does not know the rule “{rule}”; the default, auto, does."
            )
        search = self.search_in_threads(threads) if self.search_in_threads else self.search
        result = run_search(self.name, search, puzzle, cancel)
        if result.counts is not None and not self.verifies:
            if self.complete:
                verify_solution(puzzle, result.counts)
            elif solution_fault(puzzle, result.counts):
                return replace(result, status=Status.WRONG)
        return result


def model_comments(
    puzzle: Puzzle,
    model: str,
    connectivity: str,
    edge_variables: Iterable[tuple[int, str, int | str]],
) -> list[str]:
    """Return the lines of the comment, without the characters that begin a comment.

    ``model`` and ``connectivity`` are sentences. An item of ``edge_variables`` is an edge, a
    statement about it such as "at least 2", and the variable that stands for the statement.
    """
    lines = [
        model,
        connectivity,
        "An edge is named by the rows and columns of its two islands, from 0 at the top left.",
    ]
    for edge, statement, variable in edge_variables:
        a, b = puzzle.ends(edge)
        lines.append(f"edge {a.row} {a.col} {b.row} {b.col} {statement} = var {variable}")
    lines.append("All other variables are auxiliary; edges that are not listed have no bridges.")
    return lines
