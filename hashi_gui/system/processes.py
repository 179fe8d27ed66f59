"""Processes that do part of the work, and end with this one."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from contextlib import suppress
from multiprocessing import parent_process
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from threading import Thread

from hashi_gui.core.errors import HashiError
from hashi_gui.system import interrupts

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


def end_with_parent() -> None:
    """End this process as soon as its parent process ends, in whatever way.

    Call it first in a process of :mod:`multiprocessing`. A thread that waits for the parent does
    what :func:`end_with_starter` cannot, also for a process that a fork server started.
    """
    parent = parent_process()
    if parent is None:
        return
    end_with_starter()
    Thread(target=_wait_and_exit, args=(parent.sentinel,), daemon=True).start()


def end_with_starter() -> None:
    """On Linux, let the system end this process with the thread that started it.

    That happens even inside native code that never returns.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _wait_and_exit(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)


def lower_priority() -> None:
    """Let other processes go first from now on, if the system can do that."""
    if hasattr(os, "nice"):
        os.nice(_NICENESS)


def start_process(process: BaseProcess) -> None:
    """Start a process that never gets Ctrl-C. Its first step should be :func:`end_with_parent`.

    A signal that ends this process waits until the other one has all that it needs to start.
    """
    if sys.platform != "win32":
        from multiprocessing import resource_tracker

        # Started first, because that unblocks the signals in some versions of Python.
        resource_tracker.ensure_running()
    with interrupts.deferred(), interrupts.blocked_in_children():
        process.start()
