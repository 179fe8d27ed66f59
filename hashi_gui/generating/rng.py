"""Chance that falls the same way on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Rng:
    """Random choices from a seed, the same in every version of Python.

    All of them are drawn from ``Random.random``, the one method whose numbers Python promises
    never to change for a seed.
    """

    def __init__(self, seed: int) -> None:
        self.fraction = Random(seed).random
        """A number from 0 up to, not including, 1."""

    def index(self, size: int) -> int:
        """A whole number from 0 to ``size - 1``."""
        return int(self.fraction() * size)

    def pick(self, items: Sequence[T]) -> T:
        return items[self.index(len(items))]

    def chance(self, share: float) -> bool:
        """True in that share of throws."""
        return self.fraction() < share

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in random order."""
        mixed = list(items)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.index(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed
