"""Finding out whether the puzzles of a pack have one solution, and how hard they are."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from dataclasses import replace
from threading import Event, Timer

from hashi_gui.core.errors import HashiError
from hashi_gui.logic.grading import Grade, grade
from hashi_gui.packs.pack import PackedPuzzle, State
from hashi_gui.solving import Cancelled, CancelToken, SatSolver, VerdictKind
from hashi_gui.system.processes import WorkerLostError, lower_priority
from hashi_gui.system.worker_pool import WorkerPool

SECONDS = 20.0
"""How long to look at one puzzle."""

_STATES = {VerdictKind.NONE: State.NONE, VerdictKind.SEVERAL: State.SEVERAL}


def examine(puzzle: PackedPuzzle, seconds: float = SECONDS) -> PackedPuzzle:
    """Return a puzzle with what can be found out in that time. Raises FormatError."""
    token = CancelToken()
    timer = Timer(seconds, token.cancel)
    timer.start()
    try:
        state, found = _examine(puzzle, token)
    except Cancelled:
        state, found = State.HARD, None
    finally:
        timer.cancel()
        timer.join()
    return puzzle.examined(state, found)


def examine_each(puzzles: Iterable[PackedPuzzle], cancel: CancelToken) -> Iterator[PackedPuzzle]:
    """Yield what :func:`examine` returns for each puzzle; another process does the work.

    Of a puzzle that is damaged or makes the process end, nothing is found out. Raises Cancelled.
    """
    waiting = deque(puzzles)
    while waiting:
        with WorkerPool(1) as pool:
            pool.submit(lower_priority)
            while waiting:
                puzzle = waiting.popleft()
                try:
                    yield _wait_for(pool.submit(examine, puzzle), cancel)
                except Cancelled:
                    raise
                except HashiError as error:
                    yield replace(puzzle, state=State.HARD)
                    if isinstance(error, WorkerLostError):
                        break


def _wait_for(examined: Future[PackedPuzzle], cancel: CancelToken) -> PackedPuzzle:
    ended = Event()
    examined.add_done_callback(lambda _: ended.set())
    with cancel.on_cancel(ended.set):
        ended.wait()
    cancel.raise_if_cancelled()
    return examined.result()


def _examine(packed: PackedPuzzle, token: CancelToken) -> tuple[State, Grade | None]:
    puzzle = packed.document().puzzle
    with SatSolver(puzzle) as solver:
        kind = solver.verdict(token).kind
    if kind is not VerdictKind.UNIQUE:
        return _STATES[kind], None
    return State.UNIQUE, grade(puzzle, token)
