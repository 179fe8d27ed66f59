"""Notes and the progress of long work, shown on standard error."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from time import monotonic
from typing import TextIO, TypeVar

from hashi_gui.core.i18n import _
from hashi_gui.core.wording import printable
from hashi_gui.system import interrupts

T = TypeVar("T")

INITIAL_DELAY = 1.0
"""Seconds before anything is shown on a terminal: shorter work shows nothing."""

TERMINAL_INTERVAL, LOG_INTERVAL = 0.1, 10.0
"""Minimum seconds between two updates: on a terminal, where each overwrites the one before, and in
a log file, where each is a line of its own."""

MAX_NOTE_LENGTH = 1000

_BAR_WIDTH = 24
_LINE_WIDTH = 60

_status_lines: list[_StatusLine] = []
_texts_hidden = False


def print_note(text: str) -> None:
    """Print one line on standard error; nothing if that is closed or full.

    The text may contain names and parts of files.
    """
    if sys.stderr is not None:
        with suppress(OSError), interrupts.deferred(), hidden_progress(sys.stderr):
            print(printable(text, MAX_NOTE_LENGTH), file=sys.stderr, flush=True)


def on_terminal() -> bool:
    """Whether standard error is a terminal, where progress is shown."""
    return sys.stderr is not None and sys.stderr.isatty()


def progress_bar(items: Iterable[T], count: int | None, *, log: bool = False) -> Iterator[T]:
    """Yield the ``count`` items while a progress bar and the estimated time left are shown.

    If the count is unknown, that is None, only the number of items so far is shown. If standard
    error is not a terminal, nothing is shown, or if it is a ``log``, a line now and then.
    """
    start = monotonic()
    with _status_line(log=log) as show:
        for number, item in enumerate(items, 1):
            show(_bar(number, count, monotonic() - start))
            yield item


def _bar(number: int, count: int | None, seconds: float) -> str:
    if not count:
        return _("{n} done").format(n=number)
    from datetime import timedelta

    bar = "#" * (_BAR_WIDTH * number // count)
    time_left = timedelta(seconds=round(seconds / number * (count - number)))
    text = _("{n} of {count}, {time} left").format(n=number, count=count, time=time_left)
    return f"[{bar:{_BAR_WIDTH}}] {text}"


@contextmanager
def progress_counter(text: str) -> Iterator[Callable[[int], None]]:
    """A function that shows a rising number, the field ``n`` of a text."""
    with _status_line(log=True) as show:
        yield lambda number: show(text.format(n=number))


def hide_texts() -> None:
    """Let no :func:`progress_text` show anything in this process, which shares work with others."""
    global _texts_hidden
    _texts_hidden = True


@contextmanager
def progress_text() -> Iterator[Callable[[str], None]]:
    """A function that shows a text in place of the one before, on a terminal.

    Nothing is shown if that is part of other work: while other progress is shown, and after
    :func:`hide_texts`.
    """
    if _status_lines or _texts_hidden:
        yield _show_nothing
        return
    with _status_line(log=False) as show:
        yield show


@contextmanager
def hidden_progress(stream: TextIO) -> Iterator[None]:
    """Erase progress while something else is printed on ``stream``, if that is a terminal."""
    shown = [line for line in _status_lines if stream.isatty()]
    for line in shown:
        line.erase()
    yield
    for line in shown:
        line.redraw()


@contextmanager
def _status_line(*, log: bool) -> Iterator[Callable[[str], None]]:
    """A function that shows a text, unless the last one was shown too short a time ago."""
    stream = sys.stderr  # None if the program was started without one.
    if stream is not None and stream.isatty():
        line = _StatusLine(stream)
        _status_lines.append(line)
        try:
            with interrupts.cleanup(line.end):
                yield _at_intervals(line.show, INITIAL_DELAY, TERMINAL_INTERVAL)
        finally:
            _status_lines.remove(line)
            line.erase()
    elif stream is not None and log:
        yield _at_intervals(partial(_print, stream, end="\n"), LOG_INTERVAL, LOG_INTERVAL)
    else:
        yield _show_nothing


def _at_intervals(
    show: Callable[[str], None], delay: float, interval: float
) -> Callable[[str], None]:
    """A function that calls ``show`` after a delay, and then not more often than at intervals."""
    next_time = monotonic() + delay

    def show_now_and_then(text: str) -> None:
        nonlocal next_time
        if monotonic() >= next_time:
            next_time = monotonic() + interval
            show(text)

    return show_now_and_then


class _StatusLine:
    """A line of a terminal that is overwritten again and again."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._text = ""

    def show(self, text: str) -> None:
        self._text = text
        self.redraw()

    def redraw(self) -> None:
        if self._text:
            _print(self._stream, f"\r{self._text:{_LINE_WIDTH}}")

    def erase(self) -> None:
        if self._text:
            _print(self._stream, f"\r{'':{_LINE_WIDTH}}\r")

    def end(self) -> None:
        """Go to the next line; a signal handler may call this."""
        if self._text:
            os.write(self._stream.fileno(), b"\n")


def _print(stream: TextIO, text: str, end: str = "") -> None:
    # Progress that cannot be shown, because the disk is full, must not end the work.
    with suppress(OSError), interrupts.deferred():
        print(text, end=end, file=stream, flush=True)


def _show_nothing(text: str) -> None:
    pass
