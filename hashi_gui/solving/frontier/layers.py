"""All states after a step of a frontier search, with their numbers, in blocks of moderate size.

A block is small enough that no operation on it takes long, so that a search can be cancelled at any
moment, and that most of its data fits into the processor's cache.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import numpy as np

from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.frontier.big_numbers import multiplied
from hashi_gui.solving.frontier.plan import Labels, PlanStep
from hashi_gui.solving.frontier.states import Indices, States, Values, decide

_BLOCK_SIZE = 1 << 16
"""States."""

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_HASH_BITS = 64


class MemoryLimitError(Exception):
    """The states need more memory than allowed."""


class Block(NamedTuple):
    """States, and the numbers that belong to each of them, in the same columns."""

    states: States
    values: Values

    @property
    def size(self) -> int:
        """The number of states."""
        return int(self.values.shape[1])

    def select(self, columns: Indices | slice) -> Block:
        return Block(self.states[:, columns], self.values[:, columns])


Layer = list[Block]


def size_of(layer: Layer) -> int:
    """The number of states."""
    return sum(block.size for block in layer)


def bytes_of(layer: Layer) -> int:
    """The memory that a layer takes."""
    return sum(block.states.nbytes + block.values.nbytes for block in layer)


Tag = Callable[[Values, int], Values]


def same_values(values: Values, _: int) -> Values:
    return values


class RegroupedStates(NamedTuple):
    """States after a step, and the values of the states that became each of them.

    The values of state ``n`` are the columns from ``starts[n]``, up to those of the next state.
    """

    states: States
    values: Values
    starts: Indices


def regroup(
    step: PlanStep,
    labels: Labels,
    layer: Layer,
    token: CancelToken,
    *,
    tag: Tag | None,
    memory: float = math.inf,
) -> Iterator[RegroupedStates]:
    """Apply a step to all states of a layer, and group what has become equal.

    ``tag`` makes values after the step from those before it and the number of bridges. Without it,
    values are numbers of ways, and one bridge stands for any number of them if no island has to
    count them. In theory equal states can end up in different groups, if others have the same hash;
    that is harmless.
    Raises Cancelled, and MemoryLimitError if all states take more than ``memory`` bytes.
    """
    most = step.capacity
    if tag is None:
        ways = 1 if step.needed else step.capacity
        most //= ways
        tag = partial(_add_ways, ways)
    expected = size_of(layer) * (most + 1)
    bucket_bits = (expected // _BLOCK_SIZE).bit_length() if step.merges else 0
    buckets: list[list[Block]] = [[] for _ in range(1 << bucket_bits)]
    used = bytes_of(layer)
    for block in layer:
        token.raise_if_cancelled()
        after = concatenated(
            [
                Block(states, tag(block.values[:, sources], bridges))
                for bridges, sources, states in decide(step, labels, block.states, most)
            ]
        )
        used += bytes_of([after])
        if used > memory:
            raise MemoryLimitError
        if step.merges:
            _distribute(after, buckets, bucket_bits)
            continue
        for start in range(0, after.size, _BLOCK_SIZE):
            part = after.select(slice(start, start + _BLOCK_SIZE))
            yield RegroupedStates(*part, np.arange(part.size))
    while buckets:
        token.raise_if_cancelled()
        blocks = buckets.pop()
        if blocks:
            yield _grouped(concatenated(blocks))


def _add_ways(ways: int, values: Values, bridges: int) -> Values:
    return multiplied(values, ways) if bridges else values


def concatenated(blocks: list[Block]) -> Block:
    """One block of several; values with fewer rows than others get rows of zeros."""
    if len(blocks) == 1:
        return blocks[0]
    states = np.concatenate([block.states for block in blocks], axis=1)
    rows = max(len(block.values) for block in blocks)
    values = np.zeros((rows, states.shape[1]), blocks[0].values.dtype)
    end = 0
    for block in blocks:
        start, end = end, end + block.size
        values[: len(block.values), start:end] = block.values
    return Block(states, values)


def _hash(states: States) -> Values:
    """A hash of each state, of which the highest bits are the best."""
    mixed: Values = states[0] * _MULTIPLIER
    for word in states[1:]:
        mixed = ((mixed ^ (mixed >> np.uint64(32))) + word) * _MULTIPLIER
    return mixed


def _order(states: States) -> tuple[Values, Indices]:
    """The sorted hashes, with the index in the lowest bits, and the indices in this order.

    Sorting numbers is much faster than finding the order in which they are sorted.
    """
    size = states.shape[1]
    index_mask = np.uint64((1 << size.bit_length()) - 1)
    keys = _hash(states) & ~index_mask | np.arange(size, dtype=np.uint64)
    keys.sort()
    return keys, (keys & index_mask).astype(np.intp)


def _distribute(block: Block, buckets: list[list[Block]], bits: int) -> None:
    """Add the states to the buckets, by the highest bits of their hashes."""
    if not block.size:
        return
    if not bits:
        buckets[0].append(block)
        return
    keys, order = _order(block.states)
    limits = np.arange(1, len(buckets), dtype=np.uint64) << np.uint64(_HASH_BITS - bits)
    bounds = [0, *np.searchsorted(keys, limits), block.size]
    for bucket, start, end in zip(buckets, bounds, bounds[1:]):
        if start < end:
            bucket.append(block.select(order[start:end]))


def _grouped(block: Block) -> RegroupedStates:
    _, order = _order(block.states)
    block = block.select(order)
    is_new = np.ones(block.size, np.bool_)
    is_new[1:] = False
    for word in block.states:
        is_new[1:] |= word[1:] != word[:-1]
    starts = np.flatnonzero(is_new)
    return RegroupedStates(block.states[:, starts], block.values, starts)
