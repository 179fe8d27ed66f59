"""Processes that do part of the work, and end with this one."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from contextlib import suppress

from hashi_gui.core.errors import HashiError

_PR_SET_PDEATHSIG = 1
"""From ``linux/prctl.h``."""

_NICENESS = 10


def available_cores() -> int:
    """Return the number of processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class WorkerLostError(HashiError):
    """A worker ended before its work was done: it was killed, or memory ran out."""


def end_with_starter() -> None:
    """On Linux, let the system end this process with the thread that started it.

    That happens even inside native code that never returns.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def lower_priority() -> None:
    """Let other processes go first from now on, if the system can do that."""
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
