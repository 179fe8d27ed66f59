"""How far long work is, on standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from datetime import timedelta
from time import monotonic
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 1.0
"""Seconds of work that nobody needs to be told of."""

SELDOM = 10.0
"""Seconds between two lines where they cannot be written over each other, as in a log."""

_BAR = 24


def watched(items: Iterable[T], count: int) -> Iterator[T]:
    """The items as they come, each counted, with the time to go if the others take as long."""
    over = sys.stderr.isatty()
    pause = PATIENCE if over else SELDOM
    begin = told = monotonic()
    shown = False
    try:
        for number, item in enumerate(items, 1):
            now = monotonic()
            if now - told >= (pause if not (shown and over) else 0.1):
                told, shown = now, True
                _tell(number, count, (now - begin) / number * (count - number), over)
            yield item
    finally:
        if shown and over:
            print(file=sys.stderr)


def _tell(number: int, count: int, seconds: float, over: bool) -> None:
    filled = "#" * (_BAR * number // count)
    line = f"[{filled:{_BAR}}] {number} of {count}, {timedelta(seconds=round(seconds))} to go"
    print(f"\r{line:60}" if over else line, end="" if over else "\n", file=sys.stderr, flush=True)
