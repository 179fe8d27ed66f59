"""Arrays of numbers of any size: a row for each 56 bits, the lowest first, a column per number.

The 8 bits above them are free, so that numbers can be added before anything is carried over.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

BigNumbers = NDArray[np.uint64]

_ROW_BITS = 56
_MAX_SUMMANDS = 256

_DIGIT_BITS = 14
_MAX_PRODUCTS = 1 << 16
"""The sum of this many products of two digits is exact in floating point."""


def ones(count: int) -> BigNumbers:
    return np.ones((1, count), np.uint64)


def normalised(rows: NDArray[np.uint64]) -> BigNumbers:
    """The numbers of rows that may have 64 bits each; changes its argument."""
    for lower, higher in pairwise(rows):
        higher += lower >> np.uint64(_ROW_BITS)
    excess = rows[-1] >> np.uint64(_ROW_BITS)
    rows &= np.uint64((1 << _ROW_BITS) - 1)
    return np.vstack((rows, excess)) if excess.any() else rows


def multiplied(numbers: BigNumbers, factor: int) -> BigNumbers:
    """The numbers times a factor below 256."""
    return normalised(numbers * np.uint64(factor)) if factor > 1 else numbers


def sums(numbers: BigNumbers, starts: NDArray[np.intp]) -> BigNumbers:
    """The sum of the numbers from each start up to the next."""
    size = numbers.shape[1]
    if len(starts) == size:
        return numbers
    if np.diff(starts, append=size).max() > _MAX_SUMMANDS:
        more = np.union1d(starts, np.arange(0, size, _MAX_SUMMANDS))
        return sums(sums(numbers, more), np.searchsorted(more, starts))
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
    """The numbers with 14 bits in each row."""
    mask = np.uint64((1 << _DIGIT_BITS) - 1)
    shifts = [np.uint64(shift) for shift in range(0, _ROW_BITS, _DIGIT_BITS)]
    return np.array([row >> shift & mask for row in numbers for shift in shifts], np.float64)
