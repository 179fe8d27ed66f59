"""What measurements share: times, their spread, and wrong answers."""

from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from statistics import median
from time import process_time
from typing import NamedTuple

from hashi_gui.core.errors import HashiError
from hashi_gui.lab.bench.measuring import NO_VALUE, Table, format_number

Middle = Callable[[Sequence[float]], float]


class Duration(NamedTuple):
    """How long something took, in seconds: on the clock, and of the processor."""

    elapsed: float
    processor: float


class DisagreementError(HashiError):
    """Something was measured that gives wrong answers."""


def check(wrong: Sequence[str]) -> None:
    """Raise DisagreementError if anything was found to be ``wrong``."""
    if wrong:
        raise DisagreementError("\n".join([f"{len(wrong)} wrong answers:", *wrong]))


class Times(defaultdict[str, list[float]]):
    """Seconds, by the name of what took them, in the order in which that was first measured."""

    def __init__(self) -> None:
        super().__init__(list)

    @contextmanager
    def measure(self, name: str, clock: Callable[[], float] = process_time) -> Iterator[None]:
        """Add the seconds that a block takes."""
        start = clock()
        yield
        self[name].append(clock() - start)

    def table(self, title: str, note: str, unit: float = 1) -> Table:
        """How often each was measured and how long it took, in units of so many seconds."""
        rows = [[name, *_spread([each / unit for each in times])] for name, times in self.items()]
        return Table(title, note, ("", "number", "median", "95 % within", "longest"), rows)


def _spread(values: Sequence[float]) -> Iterator[str]:
    yield str(len(values))
    ordered = sorted(values)
    high = ordered[int(0.95 * (len(ordered) - 1))]
    yield from map(format_number, (median(ordered), high, ordered[-1]))


def with_longest(values: Sequence[float], middle: Middle = median) -> str:
    """The median, or another average, and in brackets the longest of several values."""
    if not values:
        return NO_VALUE
    longest = f" ({format_number(max(values))})" if len(values) > 1 else ""
    return format_number(middle(values)) + longest


def add_numbers(
    parser: ArgumentParser, *options: tuple[str, int, str], kind: Callable[[str], int]
) -> None:
    """Add options with their defaults, and what they are the numbers of."""
    for name, default, what in options:
        shown = f"{what} (default: {default})"
        parser.add_argument(f"--{name}", type=kind, default=default, help=shown)
