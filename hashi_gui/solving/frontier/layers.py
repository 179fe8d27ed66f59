"""Deciding an edge in all states of a frontier search at once, in blocks of moderate size.

A block holds states, and the numbers that belong to them, as NumPy arrays. It is small enough that
no operation on it takes long, so that a search can be cancelled at any moment, and that most of its
data fits into the processor's cache.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.frontier.big_numbers import multiplied, sums
from hashi_gui.solving.frontier.plan import (
    WORD_BITS,
    BitField,
    Exits,
    Labels,
    Outlet,
    Plan,
    PlanStep,
    Supply,
)

States = NDArray[np.uint64]
"""A row for each word and a column for each state."""

Values = NDArray[np.unsignedinteger]
"""Numbers that belong to states, one or more for each: the same columns as the states."""

Flags = NDArray[np.bool_]
Indices = NDArray[np.intp]

_ALL_BITS = (1 << WORD_BITS) - 1


def first_state(plan: Plan) -> States:
    """The only state before anything is decided."""
    return np.zeros((plan.words, 1), np.uint64)


def decide(
    step: PlanStep, labels: Labels, states: States, most: int
) -> Iterator[tuple[int, Indices, States]]:
    """For each number of bridges on the edge, up to ``most``: the number, the indices of the states
    that allow it and do not lead to a dead end, and what they become.
    """
    states = states.copy()
    for word, bits in step.start:
        states[word] |= np.uint64(bits)
    for bridges in range(most + 1):
        sources = np.flatnonzero(_allows(step, states, bridges))
        after = states.take(sources, axis=1)
        _draw(step, labels, after, bridges)
        for outlet in step.hopeless:
            _unblock(outlet, after)
        alive = np.ones(len(sources), np.bool_)
        for supply in step.supplies:
            alive &= _is_sufficient(supply, after)
        for exits in step.exits:
            alive &= _close(exits, labels, after, step.may_end)
        if not alive.all():
            sources, after = sources[alive], after.compress(alive, axis=1)
        yield bridges, sources, after


def follow(step: PlanStep, labels: Labels, state: States, bridges: int) -> States:
    """What a single state becomes with a number of bridges."""
    *_, (_, _, after) = decide(step, labels, state, bridges)
    return after


def _read(states: States, field: BitField) -> Values:
    values: Values = (states[field.word] >> np.uint64(field.shift)) & np.uint64(field.mask)
    return values


def _allows(step: PlanStep, states: States, bridges: int) -> Flags:
    allowed = np.ones(states.shape[1], np.bool_)
    if bridges and step.blocked:
        allowed &= _read(states, step.blocked) == 0
    if bridges and step.apart:
        one, two = step.apart
        allowed &= _read(states, one) != _read(states, two)
    for field, rest in step.needed:
        needed = _read(states, field)
        allowed &= (needed >= bridges) & (needed <= bridges + rest)
    return allowed


def _draw(step: PlanStep, labels: Labels, states: States, bridges: int) -> None:
    if bridges:
        for field, _ in step.needed:
            states[field.word] -= np.uint64(bridges << field.shift)
        for word, bits in step.blocks:
            states[word] |= np.uint64(bits)
        if step.joins:
            one, two = (_read(states, field) for field in step.joins)
            _replace(labels, states, np.maximum(one, two), np.minimum(one, two))
    for word, bits in step.end:
        states[word] &= np.uint64(_ALL_BITS ^ bits)


def _is_usable(outlet: Outlet, states: States) -> Flags:
    usable = np.ones(states.shape[1], np.bool_)
    if outlet.blocked:
        usable &= _read(states, outlet.blocked) == 0
    for field in outlet.needed:
        usable &= _read(states, field) != 0
    return usable


def _unblock(outlet: Outlet, states: States) -> None:
    """Clear the bit "blocked" of an edge that is not needed at one of its ends."""
    assert outlet.blocked
    useful = _is_usable(outlet._replace(blocked=None), states).astype(np.uint64)
    word, shift, mask = outlet.blocked
    others = np.uint64(_ALL_BITS ^ mask << shift)
    states[word] &= others | useful << np.uint64(shift)


def _is_sufficient(supply: Supply, states: States) -> Flags:
    available = np.zeros(states.shape[1], np.uint64)
    for outlet in supply.outlets:
        most = np.full(states.shape[1], outlet.capacity, np.uint64)
        for field in outlet.needed:
            np.minimum(most, _read(states, field), out=most)
        if outlet.blocked:
            most *= _read(states, outlet.blocked) ^ np.uint64(1)
        available += most
    needed = supply.needed
    return available >= (_read(states, needed) if isinstance(needed, BitField) else needed)


def _close(exits: Exits, labels: Labels, states: States, may_end: bool) -> Flags:
    """Clear the label of a group that has no usable edge; returns which states are not dead ends.

    If the label has the number of this field, it is replaced in the other fields.
    """
    alive = np.ones(states.shape[1], np.bool_)
    closes = _read(states, exits.label) != 0
    for outlet in exits.outlets:
        closes &= ~_is_usable(outlet, states)
    closing = np.flatnonzero(closes)
    if not len(closing):
        return alive
    changed = states.take(closing, axis=1)
    label = _read(changed, exits.label)
    word, shift, mask = exits.label
    changed[word] &= np.uint64(_ALL_BITS ^ mask << shift)
    first = _first_number(labels, changed, label)
    _replace(labels, changed, label, np.where((label == exits.number) & (first > 0), first, label))
    states[:, closing] = changed
    is_last = first == 0
    if may_end:
        is_last &= np.any([word & np.uint64(m) for word, m in zip(changed, labels.masks)], axis=0)
    alive[closing[is_last]] = False
    return alive


def _fields_with(labels: Labels, word: int, states: States, label: Values) -> Values:
    """The lowest bit of each field of a word that holds the label, of all fields at once."""
    ones = labels.ones[word]
    highest = ones << labels.bits - 1
    others = np.uint64(highest - ones)
    different = states[word] ^ label * np.uint64(ones)
    # The sum sets the highest bit of a field if any other bit of it is set.
    is_different = (different & others) + others | different | others
    found: Values = (~is_different & np.uint64(highest)) >> np.uint64(labels.bits - 1)
    return found


def _replace(labels: Labels, states: States, old: Values, new: Values) -> None:
    """Replace a label, one for each state, in all fields."""
    for word in range(len(labels.ones)):
        states[word] ^= _fields_with(labels, word, states, old) * (old ^ new)


def _first_number(labels: Labels, states: States, label: Values) -> Values:
    """The lowest number of a field that holds the label; 0 if there is none."""
    first = np.zeros(states.shape[1], np.uint64)
    for word in reversed(range(len(labels.ones))):
        found = _fields_with(labels, word, states, label)
        lowest = found & (~found + np.uint64(1))
        place = np.bitwise_count(lowest - np.uint64(1)) // labels.bits
        number = place + np.uint64(word * labels.per_word + 1)
        np.copyto(first, number, where=found != 0)
    return first


_BLOCK_SIZE = 1 << 16
"""States."""

_BUCKET_BITS = 8
"""At most; with more buckets, what a block adds to each of them would be too little."""

_BRIDGE_BITS = 3
"""Enough for the number of bridges on an edge."""

FULL = 0.9
"""The share of the memory that different states may take; the rest is for equal ones."""

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)


class Block(NamedTuple):
    """States, and the numbers that belong to each of them, in the same columns."""

    states: States
    values: Values

    @property
    def size(self) -> int:
        """The number of states."""
        return int(self.values.shape[1])

    def select(self, columns: Indices) -> Block:
        return Block(self.states.take(columns, axis=1), self.values.take(columns, axis=1))


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


def numbered(blocks: Iterable[States]) -> Layer:
    """A layer of these states, with their numbers, from 0, as values."""
    layer = []
    end = 0
    for states in blocks:
        start, end = end, end + states.shape[1]
        layer.append(Block(states, np.arange(start, end, dtype=np.uint64)[np.newaxis]))
    return layer


def add_bridges(numbers: Values, bridges: int) -> Values:
    """Values that hold the number of a state, and in the lowest bits that of bridges."""
    return numbers << np.uint64(_BRIDGE_BITS) | np.uint64(bridges)


def split_bridges(values: Values) -> tuple[Values, Values]:
    """The numbers of the states and those of bridges again."""
    return values >> np.uint64(_BRIDGE_BITS), values & np.uint64((1 << _BRIDGE_BITS) - 1)


class RegroupedStates(NamedTuple):
    """States after a step, and the values of the states that became each of them.

    The values of state ``n`` are the columns from ``starts[n]``, up to those of the next state.
    """

    states: States
    values: Values
    starts: Indices

    @property
    def sizes(self) -> Indices:
        """How many values each state has."""
        return np.diff(self.starts, append=self.values.shape[1])


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
    values are numbers of ways, which are added where states become equal, and one bridge stands
    for any number of them if no island has to count them. In theory equal states can end up in
    different groups, if others have the same hash; that is harmless.
    Blocks are removed from the layer as they are used. Without a tag, some are left there if all
    states take more than ``memory`` bytes. Raises Cancelled.
    """
    most = step.capacity
    is_counting = tag is None
    if tag is None:
        ways = 1 if step.needed else step.capacity
        most //= ways
        tag = partial(_add_ways, ways)
    expected = size_of(layer) * (most + 1)
    bits = min((expected // _BLOCK_SIZE).bit_length(), _BUCKET_BITS)
    buckets: list[list[Block]] = [[] for _ in range(1 << bits)]
    used = bytes_of(layer)
    while layer:
        token.raise_if_cancelled()
        block = layer.pop()
        after = concatenated(
            [
                Block(states, tag(block.values.take(sources, axis=1), bridges))
                for bridges, sources, states in decide(step, labels, block.states, most)
            ]
        )
        used += bytes_of([after]) - bytes_of([block])
        if step.merges:
            _distribute(after, buckets, bits)
        else:
            for start in range(0, after.size, _BLOCK_SIZE):
                part = after.select(np.arange(start, min(start + _BLOCK_SIZE, after.size)))
                yield RegroupedStates(*part, np.arange(part.size))
        if is_counting and used > memory:
            for bucket in filter(None, buckets):
                token.raise_if_cancelled()
                used -= bytes_of(bucket)
                bucket[:] = [summed(_grouped(concatenated(bucket)))]
                used += bytes_of(bucket)
            if used > FULL * memory:
                break
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
    """A hash of each state, of which the highest and the lowest bits are the best."""
    mixed: Values = states[0] * _MULTIPLIER
    for word in states[1:]:
        mixed = ((mixed ^ (mixed >> np.uint64(32))) + word) * _MULTIPLIER
    return mixed ^ (mixed >> np.uint64(32))


def _order(keys: Values) -> Indices:
    """The indices that sort numbers of at most 16 bits: NumPy has a radix sort for these."""
    order: Indices = keys.argsort(kind="stable")
    return order


def _distribute(block: Block, buckets: list[list[Block]], bits: int) -> None:
    """Add the states to the buckets, by the highest bits of their hashes."""
    if not bits:
        buckets[0].append(block)
        return
    keys = (_hash(block.states) >> np.uint64(WORD_BITS - bits)).astype(np.uint8)
    order = _order(keys)
    ends = np.cumsum(np.bincount(keys, minlength=len(buckets))).tolist()
    for bucket, start, end in zip(buckets, [0, *ends], ends):
        if start < end:
            bucket.append(block.select(order[start:end]))


def _grouped(block: Block) -> RegroupedStates:
    hashes = _hash(block.states).astype(np.uint32)
    order = _order(hashes.astype(np.uint16))
    order = order.take(_order((hashes >> np.uint32(16)).astype(np.uint16).take(order)))
    block = block.select(order)
    is_new = np.ones(block.size, np.bool_)
    is_new[1:] = False
    for word in block.states:
        is_new[1:] |= word[1:] != word[:-1]
    starts = np.flatnonzero(is_new)
    return RegroupedStates(block.states.take(starts, axis=1), block.values, starts)


def summed(groups: RegroupedStates) -> Block:
    """The states, with the sums of the numbers of ways to them."""
    return Block(groups.states, sums(groups.values, groups.starts))
