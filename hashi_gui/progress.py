"""How far long work is, on standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from time import monotonic
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 1.0
"""Seconds of work that nobody needs to be told of."""

OFTEN, SELDOM = 0.1, 10.0
"""Seconds between two lines where they are written over each other, and where not, as in a log."""

_BAR = 24


def progress_bar(items: Iterable[T], count: int) -> Iterator[T]:
    """The items as they come, each counted, with the time to go if the others take as long."""
    begin = monotonic()
    with _line() as tell:
        for number, item in enumerate(items, 1):
            left = (monotonic() - begin) / number * (count - number)
            filled = "#" * (_BAR * number // count)
            to_go = timedelta(seconds=round(left))
            tell(f"[{filled:{_BAR}}] {number} of {count}, {to_go} to go")
            yield item


@contextmanager
def counted(what: str) -> Iterator[Callable[[int], None]]:
    """Tells numbers of something as they rise; ``what`` is said after the number."""
    with _line() as tell:
        yield lambda number: tell(f"{number} {what}")


@contextmanager
def _line() -> Iterator[Callable[[str], None]]:
    """Writes texts over each other, not more often than anybody can read."""
    over = sys.stderr.isatty()
    told = monotonic()
    pause = PATIENCE if over else SELDOM
    shown = False

    def tell(text: str) -> None:
        nonlocal told, pause, shown
        if monotonic() - told >= pause:
            told, shown = monotonic(), True
            pause = OFTEN if over else SELDOM
            print(f"\r{text:60}" if over else text, end="" if over else "\n", file=sys.stderr)
            sys.stderr.flush()

    try:
        yield tell
    finally:
        if over and shown:
            print(file=sys.stderr)
