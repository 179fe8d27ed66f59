"""What a run does: a method solves a puzzle, checks how many solutions it has, or counts them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import solution_fault
from hashi_gui.lab.bench.runs import Conditions, Measurement, Outcome
from hashi_gui.lab.methods import METHODS, Task
from hashi_gui.lab.methods.exact import ENGINES
from hashi_gui.lab.methods.sat import tree_clauses
from hashi_gui.solving import (
    DEFAULT_METHOD,
    Cancelled,
    CancelToken,
    Solver,
    SolverError,
    UnsupportedPuzzleError,
    VerdictKind,
)
from hashi_gui.solving.encoding import OrderEncoding
from hashi_gui.solving.solver import CreateEngine
from hashi_gui.system.libraries import check_installed
from hashi_gui.system.machine import Stopwatch
from hashi_gui.system.processes import WorkerPool


def options_of(method: str, conditions: Conditions) -> dict[str, Any]:
    """The conditions that the method takes into account, of "threads" and "seed"."""
    if conditions.task is Task.COUNT:
        return {}
    return {name: getattr(conditions, name) for name in METHODS[method].options}


def perform(method: str, puzzle: Puzzle, token: CancelToken, conditions: Conditions) -> Measurement:
    """Let a method do its task on a puzzle, and measure all but the memory.

    Raises UnsupportedPuzzleError if the method cannot handle the puzzle, and SolverError if its
    answer is wrong.
    """
    options = options_of(method, conditions)
    if conditions.task is Task.SOLVE:
        result = METHODS[method].solve(puzzle, token, **options)
        note = (result.counts and solution_fault(puzzle, result.counts)) or ""
        return Measurement(
            Outcome(result.status),
            result.seconds,
            stats=result.stats,
            note=note,
            cpu_seconds=result.cpu_seconds,
        )
    stats: dict[str, Any] = {}
    watch = Stopwatch()
    try:
        if conditions.task is Task.CHECK:
            answer = _check(partial(ENGINES[method], **options), puzzle, token, stats)
        elif method == DEFAULT_METHOD:
            answer = _count(puzzle, token)
        else:
            answer = _count_by_ganak(puzzle, token)
    except Cancelled:
        answer = Measurement(Outcome.STOPPED)
    seconds, cpu_seconds = watch.read()
    return replace(answer, seconds=seconds, cpu_seconds=cpu_seconds, stats=stats)


def _check(
    create_engine: CreateEngine, puzzle: Puzzle, token: CancelToken, stats: dict[str, Any]
) -> Measurement:
    with Solver(puzzle, create_engine=create_engine) as solver:
        try:
            verdict = solver.verdict(token)
        finally:
            stats |= solver.stats
    if verdict.kind is VerdictKind.SEVERAL and verdict.solution == verdict.second:
        raise SolverError("The two solutions are the same.")
    return Measurement(Outcome(verdict.kind))


def _count(puzzle: Puzzle, token: CancelToken) -> Measurement:
    from hashi_gui.solving.counting.counter import count_solutions  # It needs NumPy.

    with Solver(puzzle) as solver:
        count = count_solutions(solver, token)
    if count.exact:
        return Measurement(Outcome.COUNTED, solutions=count.solutions)
    return Measurement(Outcome.STOPPED, note=f"There are at least {count.solutions} solutions.")


_ganak = WorkerPool(1)
"""The process in which Ganak runs, which cannot be stopped."""


def _count_by_ganak(puzzle: Puzzle, token: CancelToken) -> Measurement:
    check_installed("pyganak", UnsupportedPuzzleError)
    try:
        solutions = token.wait_for(_ganak.submit(count_by_ganak, puzzle))
    except Cancelled:
        _ganak.shutdown()
        raise
    return Measurement(Outcome.COUNTED, solutions=solutions)


def count_by_ganak(puzzle: Puzzle) -> int:
    """The number of solutions, found by Ganak from clauses that include connectivity."""
    from pyganak import Counter

    encoding = OrderEncoding(puzzle)
    counter = Counter()
    counter.add_clauses([*map(list, encoding.clauses()), *map(list, tree_clauses(encoding))])
    counter.set_sampling_set([v for variables in encoding.edge_variables for v in variables])
    solutions: int = counter.count()
    return solutions
