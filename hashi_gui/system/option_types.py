"""Parsers for the values of command line options, and options that many commands share.

Each parser takes the text of a value and returns the value, or raises ArgumentTypeError with a
sentence without its full stop, such as "{option} must be a positive whole number, not '0'". Whoever
knows the name of the option puts it in.
"""

from __future__ import annotations

import math
import os
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Generic, TypeVar

from hashi_gui.core.i18n import N_, _, translated
from hashi_gui.core.wording import listed, pattern, shorten

if TYPE_CHECKING:
    from argparse import _ActionsContainer
    from pathlib import Path

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


def rejected(message: str, text: str, **fields: object) -> ArgumentTypeError:
    """The error for a value, from a message with fields for the option and the value."""
    value = repr(shorten(text, _MAX_QUOTE_LENGTH))
    return ArgumentTypeError(message.format(option="{option}", value=value, **fields))


def not_empty(text: str) -> str:
    """Any text but an empty one, which as a file name would be the current folder."""
    if not text:
        raise rejected(_("{option} must not be empty"), text)
    return text


def positive_number(text: str) -> int:
    """A whole number from 1 to MAX_COUNT, as for a count."""
    if not _WHOLE_NUMBER.fullmatch(text) or int(text) < 1:
        raise rejected(_("{option} must be a positive whole number, not {value}"), text)
    if int(text) > MAX_COUNT:
        raise rejected(_("{option} must be at most {most}, not {value}"), text, most=MAX_COUNT)
    return int(text)


def process_count(text: str) -> int:
    """A number of processes, from 1 to MAX_PROCESSES."""
    count = positive_number(text)
    if count > MAX_PROCESSES:
        message = _("{option} must be at most {most} on this machine, not {value}")
        raise rejected(message, text, most=MAX_PROCESSES)
    return count


def whole_number_between(low: int, high: int) -> Callable[[str], int]:
    """A parser for a whole number from ``low`` to ``high``."""

    def parse(text: str) -> int:
        if not _WHOLE_NUMBER.fullmatch(text) or not low <= int(text) <= high:
            message = _("{option} must be a whole number from {low} to {high}, not {value}")
            raise rejected(message, text, low=low, high=high)
        return int(text)

    return parse


_NUMBER = N_("{option} must be a number from {low:g} to {high:g}, not {value}")
_LENGTH = N_("{option} must be a number from {low:g} to {high:g} millimetres, not {value}")


def number_between(low: float, high: float, message: str = _NUMBER) -> Callable[[str], float]:
    """A parser for a number from ``low`` to ``high``."""

    def parse(text: str) -> float:
        number = _float(text)
        if not low <= number <= high:
            raise rejected(translated(message), text, low=low, high=high)
        return number

    return parse


def length_between(low: float, high: float) -> Callable[[str], float]:
    """A parser for a length in millimetres."""
    return number_between(low, high, _LENGTH)


def seconds(text: str) -> float:
    """A time in seconds, from 0 to MAX_SECONDS."""
    number = _float(text)
    if not number >= 0:
        raise rejected(_("{option} must be a number of seconds, 0 or more, not {value}"), text)
    if number > MAX_SECONDS:
        message = _("{option} must be at most {most} seconds, not {value}")
        raise rejected(message, text, most=MAX_SECONDS)
    return number


class Choice(Generic[T]):
    """A parser that accepts only the keys of ``values``, and returns the value of the key."""

    def __init__(self, values: Mapping[str, T]) -> None:
        self.values = values

    def __call__(self, text: str) -> T:
        if text not in self.values:
            message = _("{option} must be one of {names}, not {value}")
            raise rejected(message, text, names=listed(self.values))
        return self.values[text]


def one_of(names: Iterable[str]) -> Choice[str]:
    """A parser that accepts only these names."""
    return Choice({name: name for name in names})


def new_file(*suffixes: str) -> Callable[[str], Path]:
    """A parser for the path of a file to write, which ends in one of ``suffixes``.

    Upper and lower case are the same in a suffix. The folder must exist; the file may.
    """

    def parse(text: str) -> Path:
        from pathlib import Path  # Only now, because it takes a while to load.

        path = Path(text)
        if path.suffix.lower() not in suffixes:
            message = _("{option} must be a file name that ends in one of {names}, not {value}")
            raise rejected(message, text, names=listed(suffixes))
        with _reject_impossible_name(text):
            if path.is_dir():
                raise rejected(_("{option} must be a file, but {value} is a folder"), text)
            if not path.parent.is_dir():
                message = _("{option} must be a file in an existing folder, not {value}")
                raise rejected(message, text)
        return path

    return parse


def folder(text: str) -> Path:
    """A parser for the path of a folder, which need not exist."""
    from pathlib import Path

    path = Path(not_empty(text))
    with _reject_impossible_name(text):
        if path.exists() and not path.is_dir():
            raise rejected(_("{option} must be a folder, but {value} is a file"), text)
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
        message = _("{option} must be a possible name of a file, not {value}")
        raise rejected(message, text) from error


def _float(text: str) -> float:
    # Stricter than Python, which takes 1_000, the digits of other scripts, and infinity.
    return float(text) if _DECIMAL.fullmatch(text) else math.nan
