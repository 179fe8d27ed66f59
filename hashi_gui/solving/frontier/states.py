"""Deciding an edge in many states of a frontier search at once, as NumPy arrays."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

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
        after = states[:, sources]
        _draw(step, labels, after, bridges)
        for outlet in step.hopeless:
            _unblock(outlet, after)
        alive = np.ones(len(sources), np.bool_)
        for supply in step.supplies:
            alive &= _is_sufficient(supply, after)
        for exits in step.exits:
            alive &= _close(exits, labels, after, step.may_end)
        if not alive.all():
            sources, after = sources[alive], after[:, alive]
        yield bridges, sources, after


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
    changed = states[:, closing]
    label = _read(changed, exits.label)
    word, shift, mask = exits.label
    changed[word] &= np.uint64(_ALL_BITS ^ mask << shift)
    first = _first_number(labels, changed, label)
    _replace(labels, changed, label, np.where((label == exits.number) & (first > 0), first, label))
    states[:, closing] = changed
    is_last = first == 0
    if may_end:
        is_last &= changed[: labels.words].any(axis=0)
    alive[closing[is_last]] = False
    return alive


def _fields_with(labels: Labels, word: Values, label: Values) -> Values:
    """The lowest bit of each field of a word that holds the label, of all fields at once."""
    highest = labels.ones << labels.bits - 1
    others = np.uint64(highest - labels.ones)
    different = word ^ label * np.uint64(labels.ones)
    # The sum sets the highest bit of a field if any other bit of it is set.
    is_different = (different & others) + others | different | others
    found: Values = (~is_different & np.uint64(highest)) >> np.uint64(labels.bits - 1)
    return found


def _replace(labels: Labels, states: States, old: Values, new: Values) -> None:
    """Replace a label, one for each state, in all fields."""
    difference = (old ^ new) * np.uint64(labels.ones)
    mask = np.uint64((1 << labels.bits) - 1)
    for word in range(labels.words):
        states[word] ^= _fields_with(labels, states[word], old) * mask & difference


def _first_number(labels: Labels, states: States, label: Values) -> Values:
    """The lowest number of a field that holds the label; 0 if there is none."""
    first = np.zeros(states.shape[1], np.uint64)
    for word in reversed(range(labels.words)):
        found = _fields_with(labels, states[word], label)
        lowest = found & (~found + np.uint64(1))
        place = np.bitwise_count(lowest - np.uint64(1)) // labels.bits
        number = place + np.uint64(word * labels.per_word + 1)
        np.copyto(first, number, where=found != 0)
    return first
