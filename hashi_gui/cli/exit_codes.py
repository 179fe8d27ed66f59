"""The exit codes of the ``hashi`` command."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """How a command ended, as the shell sees it."""

    ANSWERED = 0
    NO_SOLUTION = 1
    BAD_INPUT = 2
    STOPPED = 3
    WRONG = 4
    INTERRUPTED = 130
    PIPE_CLOSED = 141
