"""Methods that misbehave, and the process of a run that knows them."""

import os
import signal
from threading import Event
from typing import Any

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.lab.bench import runner
from hashi_gui.lab.methods import METHODS, Method
from hashi_gui.solving import CancelToken, UnsupportedPuzzleError
from hashi_gui.system.processes import serve
from hashi_gui.system.worker import make_call


def _dies(puzzle: Puzzle, cancel: CancelToken, stats: dict[str, Any]) -> bytes | None:
    os.kill(os.getpid(), signal.SIGABRT)


def _fails(puzzle: Puzzle, cancel: CancelToken, stats: dict[str, Any]) -> bytes | None:
    raise ZeroDivisionError("over\nit")


def _hangs(puzzle: Puzzle, cancel: CancelToken, stats: dict[str, Any]) -> bytes | None:
    if puzzle != runner.WARM_UP:
        Event().wait()
    return bytes([1])


def _waits(puzzle: Puzzle, cancel: CancelToken, stats: dict[str, Any]) -> bytes | None:
    stats["nodes"] = 7
    while puzzle != runner.WARM_UP:
        cancel.raise_if_cancelled()
    return bytes([1])


def _is_late(puzzle: Puzzle, cancel: CancelToken, stats: dict[str, Any]) -> bytes | None:
    while puzzle != runner.WARM_UP and not cancel.cancelled:
        pass
    return METHODS["sat"].search(puzzle, cancel=CancelToken(), stats=stats)


def _leaves_out(puzzle: Puzzle, cancel: CancelToken, stats: dict[str, Any]) -> bytes | None:
    return bytes(len(puzzle.edges))


def _counts_in_bytes(puzzle: Puzzle, cancel: CancelToken, stats: dict[str, Any]) -> bytes | None:
    stats["nodes"] = b"7"
    return None


def _refuses(puzzle: Puzzle, cancel: CancelToken, stats: dict[str, Any]) -> bytes | None:
    raise UnsupportedPuzzleError("Too large.")


def _denies(puzzle: Puzzle, cancel: CancelToken, stats: dict[str, Any]) -> bytes | None:
    return None


MISBEHAVING = {
    name: Method(name, "", "", search, complete)
    for name, search, complete in (
        ("dies", _dies, True),
        ("fails", _fails, True),
        ("hangs", _hangs, True),
        ("waits", _waits, True),
        ("is-late", _is_late, True),
        ("leaves-out", _leaves_out, False),
        ("is-wrong", _leaves_out, True),
        ("counts-in-bytes", _counts_in_bytes, True),
        ("refuses", _refuses, True),
        ("denies", _denies, True),
    )
}


if __name__ == "__main__":
    runner.METHODS = {**METHODS, **MISBEHAVING}
    serve(make_call)
