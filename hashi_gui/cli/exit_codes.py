"""The exit codes of the ``hashi`` command."""

from __future__ import annotations

from collections.abc import Collection
from enum import IntEnum


class ExitCode(IntEnum):
    """How a command ended, as the shell sees it."""

    ANSWERED = 0
    NO_SOLUTION = 1
    BAD_INPUT = 2
    STOPPED = 3
    WRONG = 4
    ABORTED = 5
    INTERNAL_ERROR = 70
    INTERRUPTED = 130
    PIPE_CLOSED = 141


_WORST_FIRST = (
    ExitCode.BAD_INPUT,
    ExitCode.WRONG,
    ExitCode.STOPPED,
    ExitCode.NO_SOLUTION,
    ExitCode.ANSWERED,
)


def worst(codes: Collection[ExitCode]) -> ExitCode:
    """The exit code for several puzzles that have these codes; ANSWERED if there are none."""
    return next((code for code in _WORST_FIRST if code in codes), ExitCode.ANSWERED)
