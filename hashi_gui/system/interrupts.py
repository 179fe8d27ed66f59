"""Ctrl-C and the other signals that end the program.

A signal ends the program at once, with exit code 128 + its number: no exception runs through code
that is not prepared for it, such as an import, a lock or a drawing in progress. Work that must not
be done by half, such as writing a line, is done inside :func:`deferred`.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

_SIGNAL_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")

SIGNALS = tuple(getattr(signal, name) for name in _SIGNAL_NAMES if hasattr(signal, name))
"""The signals that end the program; Windows has no SIGHUP."""

# Lists, because appending and removing is atomic: sections may be in any thread, and the handler
# must not wait for a lock that the interrupted code holds.
_sections: list[object] = []
_cleanups: list[Callable[[], None]] = []
_requests: list[list[int]] = []
_pending: list[int] = []


def install() -> None:
    """Handle the signals from now on, except those that the program was started to ignore."""
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _handle)


@contextmanager
def deferred() -> Iterator[None]:
    """A signal ends the program only when this section is over; a second one ends it at once."""
    section = object()
    _sections.append(section)
    try:
        yield
    finally:
        _sections.remove(section)
        if not _sections:
            with suppress(IndexError):  # No signal is pending.
                signal.raise_signal(_pending.pop())


@contextmanager
def cleanup(action: Callable[[], None]) -> Iterator[None]:
    """Call ``action`` if a signal ends the program inside this section.

    It can be called between any two steps of the section, and must not print with ``print``.
    """
    _cleanups.append(action)
    try:
        yield
    finally:
        _cleanups.remove(action)


@contextmanager
def requested() -> Iterator[Callable[[], bool]]:
    """A function that returns whether Ctrl-C was pressed in this section, which then has to end.

    A second Ctrl-C ends the program.
    """
    request: list[int] = []
    _requests.append(request)
    try:
        yield lambda: bool(request)
    finally:
        _requests.remove(request)


@contextmanager
def blocked_in_children() -> Iterator[None]:
    """Processes that are started inside this section never get Ctrl-C and SIGHUP.

    The terminal sends them to all processes, but this one decides when the others end.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGHUP))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _handle(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - Python's signature
    if _sections and not _pending:
        _pending.append(number)
    elif number == signal.SIGINT and _requests and not _requests[-1]:
        _requests[-1].append(number)
    else:
        _end(number)


def _end(number: int) -> None:
    for action in reversed(_cleanups):
        with suppress(Exception):
            action()
    os._exit(128 + number)
