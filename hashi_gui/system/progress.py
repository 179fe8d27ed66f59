"""Notes and the progress of long work, shown on standard error."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from time import monotonic
from typing import TypeVar

from hashi_gui.core.wording import printable, shorten
from hashi_gui.system import interrupts

T = TypeVar("T")

INITIAL_DELAY = 1.0
"""Seconds before anything is shown on a terminal: shorter work shows nothing."""

TERMINAL_INTERVAL, LOG_INTERVAL = 0.1, 10.0
"""Minimum seconds between two updates: on a terminal, where each overwrites the one before, and
elsewhere, such as in a log file, where each is a line of its own."""

MAX_NOTE_LENGTH = 1000

_BAR_WIDTH = 24


def print_note(text: str) -> None:
    """Print one line on standard error; nothing if that is closed or full.

    The text may contain names and parts of files.
    """
    if sys.stderr is not None:
        with suppress(OSError), interrupts.deferred():
            print(printable(shorten(text, MAX_NOTE_LENGTH)), file=sys.stderr, flush=True)


def progress_bar(items: Iterable[T], count: int) -> Iterator[T]:
    """Yield the ``count`` items while a progress bar and the estimated time left are shown."""
    start = monotonic()
    with _status_line() as show:
        for number, item in enumerate(items, 1):
            seconds_left = (monotonic() - start) / number * (count - number)
            bar = "#" * (_BAR_WIDTH * number // count)
            time_left = timedelta(seconds=round(seconds_left))
            show(f"[{bar:{_BAR_WIDTH}}] {number} of {count}, {time_left} left")
            yield item


@contextmanager
def progress_counter(label: str) -> Iterator[Callable[[int], None]]:
    """A function that shows a rising number, followed by ``label``."""
    with _status_line() as show:
        yield lambda number: show(f"{number} {label}")


@contextmanager
def _status_line() -> Iterator[Callable[[str], None]]:
    """A function that shows a text, unless the last one was shown too short a time ago."""
    stream = sys.stderr  # None if the program was started without one.
    is_terminal = stream is not None and stream.isatty()
    interval = TERMINAL_INTERVAL if is_terminal else LOG_INTERVAL
    next_time = monotonic() + (INITIAL_DELAY if is_terminal else LOG_INTERVAL)
    shown = False

    def show(text: str) -> None:
        nonlocal next_time, shown
        if stream is not None and monotonic() >= next_time:
            next_time, shown = monotonic() + interval, True
            # Progress that cannot be shown, because the disk is full, must not end the work.
            with suppress(OSError), interrupts.deferred():
                print(
                    f"\r{text:60}" if is_terminal else f"{text}\n", end="", file=stream, flush=True
                )

    def end_line() -> None:
        if is_terminal and shown:
            os.write(stream.fileno(), b"\n")

    try:
        with interrupts.cleanup(end_line):
            yield show
    finally:
        if is_terminal and shown:
            print(file=stream)
