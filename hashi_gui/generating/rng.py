"""Random numbers that are the same on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Rng:
    """A random number generator whose results for a seed are the same in every Python version.

    They are all computed from ``Random.random``, the only method for which Python guarantees that.
    """

    def __init__(self, seed: int) -> None:
        self.fraction = Random(seed).random
        """Returns a number from 0 up to, but not including, 1."""

    def index(self, size: int) -> int:
        """A whole number from 0 to ``size - 1``."""
        return int(self.fraction() * size)

    def pick(self, items: Sequence[T]) -> T:
        """A random item."""
        return items[self.index(len(items))]

    def chance(self, share: float) -> bool:
        """True with probability ``share``."""
        return self.fraction() < share

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """A new list of the items in random order."""
        mixed, fraction = list(items), self.fraction
        for last in range(len(mixed) - 1, 0, -1):
            other = int(fraction() * (last + 1))
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed
