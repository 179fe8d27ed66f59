"""Arrays of numbers of any size: a row for each 32 bits, the lowest first, a column per number."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

BigNumbers = NDArray[np.uint64]

_ROW_BITS = 32
_ROW_MASK = np.uint64((1 << _ROW_BITS) - 1)

_DIGIT_BITS = 16
_MAX_PRODUCTS = 1 << 20
"""The sum of this many products of two digits is exact in floating point."""


def ones(count: int) -> BigNumbers:
    return np.ones((1, count), np.uint64)


def normalised(rows: BigNumbers) -> BigNumbers:
    """The same numbers with at most 32 bits in each row; changes its argument."""
    for lower, higher in pairwise(rows):
        higher += lower >> np.uint64(_ROW_BITS)
        lower &= _ROW_MASK
    excess = rows[-1] >> np.uint64(_ROW_BITS)
    if not excess.any():
        return rows
    rows[-1] &= _ROW_MASK
    return np.vstack((rows, excess))


def sums(numbers: BigNumbers, starts: NDArray[np.intp]) -> BigNumbers:
    """The sum of the numbers from each start up to the next."""
    if len(starts) == numbers.shape[1]:
        return numbers
    return normalised(np.add.reduceat(numbers, starts, axis=1))


def magnitudes(numbers: BigNumbers) -> NDArray[np.float64]:
    """Values that order the numbers by size, approximately."""
    result = np.zeros(numbers.shape[1])
    for row in numbers[:-3:-1]:
        result = result * 2.0**_ROW_BITS + row
    return result


def total(numbers: BigNumbers) -> int:
    """The sum of all numbers; 0 if there are none."""
    return sum(int(row.sum()) << _ROW_BITS * place for place, row in enumerate(numbers))


def sum_of_products(one: BigNumbers, two: BigNumbers) -> int:
    """The sum of the products of the numbers in the same columns."""
    result = 0
    for start in range(0, one.shape[1], _MAX_PRODUCTS):
        columns = slice(start, start + _MAX_PRODUCTS)
        products = _digits(one[:, columns]) @ _digits(two[:, columns]).T
        for (i, j), product in np.ndenumerate(products):
            result += int(product) << _DIGIT_BITS * (i + j)
    return result


def _digits(numbers: BigNumbers) -> NDArray[np.float64]:
    """The numbers with 16 bits in each row."""
    mask = np.uint64((1 << _DIGIT_BITS) - 1)
    pairs = [(row & mask, row >> np.uint64(_DIGIT_BITS)) for row in numbers]
    return np.array([digit for pair in pairs for digit in pair], np.float64)
