"""The process of one run."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Timer

from hashi_gui.bench.runs import Measurement, Outcome
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import solution_fault
from hashi_gui.formats import Document
from hashi_gui.method_registry import METHODS
from hashi_gui.solving import CancelToken, Result, SolverError, Status, UnsupportedPuzzleError
from hashi_gui.solving.methods import Method
from hashi_gui.system.processes import end_with_starter
from hashi_gui.system.servers import serve

WARM_UP = Puzzle.from_clues(1, 3, {(0, 0): 1, (0, 2): 1})
"""Solved first, so that the time to load a library is not measured."""


def measure(request: tuple[Callable[[], Document], str, float, int]) -> Measurement:
    """Read a puzzle and run a method on it, for at most so many seconds with so many threads."""
    read_puzzle, method, limit, threads = request
    return _measure(read_puzzle, METHODS[method], limit, threads)


def peak_memory() -> int | None:
    """The peak memory of this process in bytes; None if the system does not report it."""
    if sys.platform == "win32":
        return None
    if sys.platform == "linux":  # Its ``ru_maxrss`` begins with that of the parent process.
        return 1024 * int(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0])
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def _measure(
    read_puzzle: Callable[[], Document], method: Method, limit: float, threads: int
) -> Measurement:
    try:
        document = read_puzzle()
        puzzle = document.puzzle
        method.solve(WARM_UP, CancelToken(), threads)
        before = peak_memory()
        result = _solve(puzzle, method, limit, threads)
        stats = json.loads(json.dumps(dict(result.stats)))
    except UnsupportedPuzzleError as error:
        return Measurement(Outcome.REFUSED, note=str(error))
    except SolverError as error:
        return Measurement(Outcome.WRONG, note=str(error))
    except Exception as error:
        message = " ".join(f"{type(error).__name__}: {error}".split())
        return Measurement(Outcome.CRASHED, memory=peak_memory(), note=message)
    if result.status is Status.NONE and document.info.extra.get("solvable"):
        return Measurement(Outcome.WRONG, note="There is a solution, according to the file.")
    memory = peak_memory()
    return Measurement(
        Outcome(result.status),
        result.seconds,
        memory,
        None if memory is None or before is None else memory - before,
        stats,
        (result.counts and solution_fault(puzzle, result.counts)) or "",
    )


def _solve(puzzle: Puzzle, method: Method, limit: float, threads: int) -> Result:
    token = CancelToken()
    timer = Timer(limit, token.cancel)
    timer.daemon = True
    timer.start()
    try:
        result = method.solve(puzzle, token, threads)
    finally:
        timer.cancel()
    # An answer after the time limit is too late, even if the method did not check the token.
    return replace(result, status=Status.STOPPED) if token.cancelled else result


if __name__ == "__main__":
    end_with_starter()
    serve(measure)
