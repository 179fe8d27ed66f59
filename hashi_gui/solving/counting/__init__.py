"""Counting the solutions of a puzzle.

Importing this package does not import NumPy, which takes longer than the window may be busy.
"""

from __future__ import annotations

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.counting.counter import count_solutions
from hashi_gui.solving.results import Count
from hashi_gui.solving.solver import Solver

__all__ = ["count_in_process", "count_solutions"]


def count_in_process(puzzle: Puzzle, seconds: float, memory: int, token: CancelToken) -> Count:
    """Count the solutions of a puzzle in another process, with at most ``memory`` bytes for states.

    After some seconds the result is a lower bound. Raises Cancelled, and WorkerLostError if the
    process ends too early.
    """
    from hashi_gui.system.processes import WorkerPool

    with WorkerPool(1) as pool:
        return token.wait_for(pool.submit(_count, puzzle, seconds, memory))


def _count(puzzle: Puzzle, seconds: float, memory: int) -> Count:
    from hashi_gui.system.processes import lower_priority

    lower_priority()
    with CancelToken().limited(seconds) as token, Solver(puzzle) as solver:
        return count_solutions(solver, token, memory=memory)
