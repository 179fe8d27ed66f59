"""Counting with little time and memory, in a process of its own.

Importing this module does not import NumPy, which takes longer than the window may be busy.
"""

from __future__ import annotations

from threading import Event, Timer

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.results import Count
from hashi_gui.solving.sat_solver import SatSolver
from hashi_gui.system.processes import lower_priority
from hashi_gui.system.worker_pool import WorkerPool


def count_in_process(puzzle: Puzzle, seconds: float, memory: int, token: CancelToken) -> Count:
    """Count the solutions of a puzzle in another process, with at most ``memory`` bytes for states.

    After some seconds the result is a lower bound. Raises Cancelled, and WorkerLostError if the
    process ends too early.
    """
    with WorkerPool(1) as pool:
        counting = pool.submit(_count, puzzle, seconds, memory)
        ended = Event()
        counting.add_done_callback(lambda _: ended.set())
        with token.on_cancel(ended.set):
            ended.wait()
        token.raise_if_cancelled()
        return counting.result()


def _count(puzzle: Puzzle, seconds: float, memory: int) -> Count:
    from hashi_gui.solving.counting.counter import count_solutions

    lower_priority()
    token = CancelToken()
    timer = Timer(seconds, token.cancel)
    timer.start()
    try:
        with SatSolver(puzzle) as solver:
            return count_solutions(solver, token, memory=memory)
    finally:
        timer.cancel()
