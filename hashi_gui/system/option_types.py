"""Parsers for the values of command line options, and options that many commands share.

Each parser takes the text of a value and returns the value, or raises ArgumentTypeError with a
phrase that completes a sentence about the option, such as "must be a positive whole number, not
'0'".
"""

from __future__ import annotations

import math
import os
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from hashi_gui.core.i18n import _
from hashi_gui.core.wording import pattern, shorten

if TYPE_CHECKING:
    from argparse import _ActionsContainer

T = TypeVar("T")

MAX_COUNT = 10**9
"""The largest count, such as that of puzzles."""

MAX_SECONDS = 10**6
"""The longest time limit, more than eleven days."""

MAX_PROCESSES = max(16, 4 * (os.cpu_count() or 1))
"""The most processes to use: more than this machine can keep busy only exhaust its memory."""

_WHOLE_NUMBER = pattern(r"-?[0-9]{1,100}")
_DECIMAL = pattern(r"[+-]?([0-9]++\.?[0-9]*+|\.[0-9]++)([eE][+-]?[0-9]+)?")
_MAX_QUOTE_LENGTH = 60


def rejected(expected: str, text: str) -> ArgumentTypeError:
    """The error for a value that is not what is ``expected``."""
    return ArgumentTypeError(f"must be {expected}, not {shorten(text, _MAX_QUOTE_LENGTH)!r}")


def not_empty(text: str) -> str:
    """Any text but an empty one, which as a file name would be the current folder."""
    if not text:
        raise ArgumentTypeError("must not be empty")
    return text


def positive_number(text: str) -> int:
    """A whole number from 1 to MAX_COUNT, as for a count."""
    if not _WHOLE_NUMBER.fullmatch(text) or int(text) < 1:
        raise rejected("a positive whole number", text)
    if int(text) > MAX_COUNT:
        raise rejected(f"at most {MAX_COUNT}", text)
    return int(text)


def process_count(text: str) -> int:
    """A number of processes, from 1 to MAX_PROCESSES."""
    count = positive_number(text)
    if count > MAX_PROCESSES:
        raise rejected(f"at most {MAX_PROCESSES} on this machine", text)
    return count


def whole_number_between(low: int, high: int) -> Callable[[str], int]:
    """A parser for a whole number from ``low`` to ``high``."""

    def parse(text: str) -> int:
        if not _WHOLE_NUMBER.fullmatch(text) or not low <= int(text) <= high:
            raise rejected(f"a whole number from {low} to {high}", text)
        return int(text)

    return parse


def number_between(low: float, high: float, unit: str = "") -> Callable[[str], float]:
    """A parser for a number from ``low`` to ``high``; ``unit`` is named in the error."""
    expected = f"a number from {low:g} to {high:g}{unit and f' {unit}'}"

    def parse(text: str) -> float:
        number = _float(text)
        if not low <= number <= high:
            raise rejected(expected, text)
        return number

    return parse


def seconds(text: str) -> float:
    """A time in seconds, from 0 to MAX_SECONDS."""
    number = _float(text)
    if not number >= 0:
        raise rejected("a number of seconds, 0 or more", text)
    if number > MAX_SECONDS:
        raise rejected(f"at most {MAX_SECONDS} seconds", text)
    return number


def one_of(names: Iterable[str]) -> Callable[[str], str]:
    """A parser that accepts only these names."""
    names = tuple(names)

    def parse(text: str) -> str:
        if text not in names:
            raise rejected(f"one of {', '.join(names)}", text)
        return text

    return parse


def value_of(values: Mapping[str, T]) -> Callable[[str], T]:
    """A parser that accepts only the keys of ``values``, and returns the value of the key."""
    parse_name = one_of(values)
    return lambda text: values[parse_name(text)]


def new_file(*suffixes: str) -> Callable[[str], Path]:
    """A parser for the path of a file to write, which ends in one of ``suffixes``.

    Upper and lower case are the same in a suffix. The folder must exist; the file may.
    """
    *others, last = suffixes
    expected = f"{', '.join(others)} or {last}" if others else last

    def parse(text: str) -> Path:
        path = Path(text)
        if path.suffix.lower() not in suffixes:
            raise rejected(f"a file name that ends in {expected}", text)
        with _reject_impossible_name(text):
            if path.is_dir():
                raise ArgumentTypeError(f"must be a file, but {text!r} is a folder")
            if not path.parent.is_dir():
                raise rejected("a file in an existing folder", text)
        return path

    return parse


def folder(text: str) -> Path:
    """A parser for the path of a folder, which need not exist."""
    path = Path(not_empty(text))
    with _reject_impossible_name(text):
        if path.exists() and not path.is_dir():
            raise ArgumentTypeError(f"must be a folder, but {text!r} is a file")
    return path


def add_jobs(parser: _ActionsContainer, summary: str) -> None:
    """Add ``--jobs``."""
    parser.add_argument("--jobs", metavar="J", type=process_count, default=1, help=summary)


def add_workers(parser: ArgumentParser, summary_of_jobs: str) -> None:
    """Add ``--jobs`` and ``--scheduler``, of which at most one can be given."""
    group = parser.add_mutually_exclusive_group()
    add_jobs(group, summary_of_jobs)
    group.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        type=not_empty,
        help=_("use the workers of a Dask cluster, such as tcp://host:8786"),
    )


@contextmanager
def _reject_impossible_name(text: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise rejected("a possible name of a file", text) from error


def _float(text: str) -> float:
    # Stricter than Python, which takes 1_000, the digits of other scripts, and infinity.
    return float(text) if _DECIMAL.fullmatch(text) else math.nan
