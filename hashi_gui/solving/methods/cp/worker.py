"""The process in which CP-SAT runs: it answers one puzzle after the other, until its input ends.

Run `python -m hashi_gui.solving.methods.cp.worker`; requests and answers are pickled. The process
is needed because the libraries of OR-Tools and HiGHS cannot be loaded into the same one: on Linux,
both bring a ``libhighs.so.1``, in versions that do not fit each other.
"""

from __future__ import annotations

import os
import pickle
import sys
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving.methods.cp.model import Answer, solve


def main() -> None:
    # Whatever a library prints must not get among the answers.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    puzzles: SimpleQueue[Puzzle] = SimpleQueue()
    Thread(target=_read, args=(sys.stdin.buffer, puzzles), daemon=True).start()
    while True:
        pickle.dump(_answer(puzzles.get()), answers)
        answers.flush()


def _read(requests: BinaryIO, puzzles: SimpleQueue[Puzzle]) -> None:
    """Pass on the puzzles, and end the process with its input, whatever it is doing."""
    try:
        while True:
            puzzles.put(pickle.load(requests))
    except EOFError:
        os._exit(0)


def _answer(puzzle: Puzzle) -> Answer | Exception:
    try:
        return solve(puzzle)
    except Exception as error:
        return error


if __name__ == "__main__":
    main()
