"""Counting the solutions of a part, or finding one, by deciding one edge after the other.

All ways to decide the first edges that mean the same for the others are one *state*, and only their
number is remembered, or one of them. So the work depends on the number of states, not on that of
the solutions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.frontier import big_numbers
from hashi_gui.solving.frontier.big_numbers import BigNumbers
from hashi_gui.solving.frontier.layers import (
    FULL,
    Block,
    Layer,
    States,
    Tag,
    add_bridges,
    bytes_of,
    concatenated,
    first_state,
    follow,
    numbered,
    regroup,
    same_values,
    size_of,
    split_bridges,
    summed,
)
from hashi_gui.solving.frontier.parts import Part
from hashi_gui.solving.frontier.plan import Plan
from hashi_gui.solving.results import Count

_NARROW = 1 << 17
"""The most states that are followed after there was not enough memory for all."""

Progress = Callable[[int, int, int], None]
"""Called with the number of decided edges, that of all edges, and the number of states."""


class FrontierSearch:
    """Counts the solutions of a part. ``order`` lists its edges.

    ``memory`` is the most bytes that states and their numbers may take. All methods raise
    Cancelled.
    """

    def __init__(self, part: Part, order: Sequence[int], memory: int) -> None:
        self._plan = Plan(part, order)
        self._capacities = part.capacities
        self._memory = memory

    def count(
        self,
        limit: int,
        solution: Sequence[int] | None,
        token: CancelToken,
        progress: Progress,
    ) -> Count:
        """Return the number of solutions, or a lower bound.

        If there are more than ``limit`` states after a step, or more than there is memory for,
        then only those are followed that the most ways lead to, and those of ``solution``: a known
        solution, as the number of bridges on each edge.
        """
        exact = True
        layer, known = self._first_layer(), first_state(self._plan)
        steps = self._plan.steps
        for number, step in enumerate(steps):
            most = limit
            if bytes_of(layer) > FULL * self._memory:
                most = min(limit, self._affordable(layer, number))
            if size_of(layer) > most:
                exact = False
                layer = _most_frequent(layer, most, known if solution else None, token)
            after = self._next(layer, number, token)
            if solution:
                known = follow(step, self._plan.labels, known, solution[step.edge])
            if layer:  # There was no memory for what follows from these.
                exact, limit = False, min(limit, _NARROW)
                if solution and not any(map(partial(_has, known), after)):
                    after.append(Block(known, big_numbers.ones(1)))
            layer = after
            progress(number + 1, len(steps), size_of(layer))
        return Count(sum(big_numbers.total(block.values) for block in layer), exact)

    def shares(self, token: CancelToken) -> list[list[int]]:
        """Return how many solutions have 0, 1, 2... bridges on each edge.

        For each state the number of ways that lead to it is multiplied by that of the ways to
        go on from it, which takes a second search, backwards. There must be memory for all states.
        """
        steps = self._plan.steps
        shares = [[0] * (capacity + 1) for capacity in self._capacities]
        layers = self._layers(token)
        ways_on = big_numbers.ones(size_of(self._layer(layers, len(steps), token)))
        for number in reversed(range(len(steps))):
            layer = self._layer(layers, number, token)
            ways_on = self._step_back(layer, number, ways_on, shares[steps[number].edge], token)
        return shares

    def _first_layer(self) -> Layer:
        return [Block(first_state(self._plan), big_numbers.ones(1))]

    def _next(self, layer: Layer, number: int, token: CancelToken, tag: Tag | None = None) -> Layer:
        """The layer after a step; what there is no memory for is left in the one before."""
        step, labels, memory = self._plan.steps[number], self._plan.labels, self._memory
        return [
            summed(groups) for groups in regroup(step, labels, layer, token, tag=tag, memory=memory)
        ]

    def _affordable(self, layer: Layer, number: int) -> int:
        """A number of states before a step for which there is certainly enough memory."""
        blocks = 2 + self._plan.steps[number].capacity  # One before, and one for each choice after.
        return min(_NARROW, self._memory * size_of(layer) // (bytes_of(layer) * blocks))

    def _layers(self, token: CancelToken) -> dict[int, Layer]:
        """The layers before each step and after the last, or as many of them as there is memory
        for; always the first.
        """
        layers = {0: self._first_layer()}
        layer = layers[0]
        for number in range(len(self._plan.steps)):
            layer = layers[number + 1] = self._next([*layer], number, token, tag=same_values)
            if sum(map(bytes_of, layers.values())) > self._memory / 2:
                for dropped in list(layers)[1::2]:
                    del layers[dropped]
        return layers

    def _layer(self, layers: dict[int, Layer], number: int, token: CancelToken) -> Layer:
        """Remove a layer; if it is not there, compute it and those before it again."""
        start = max(known for known in layers if known <= number)
        for missing in range(start, number):
            layers[missing + 1] = self._next([*layers[missing]], missing, token, tag=same_values)
        return layers.pop(number)

    def _step_back(
        self,
        layer: Layer,
        number: int,
        ways_on: BigNumbers,
        shares: list[int],
        token: CancelToken,
    ) -> BigNumbers:
        """Add to the shares of the edge of a step.

        ``ways_on`` are the numbers of ways to go on from each state after the step. Returns those
        for the states before it.
        """
        ways_to = concatenated(layer).values
        before = np.zeros((len(ways_on), ways_to.shape[1]), np.uint64)
        end = 0
        step = self._plan.steps[number]
        blocks = numbered(block.states for block in layer)
        for groups in regroup(step, self._plan.labels, blocks, token, tag=add_bridges):
            start, end = end, end + len(groups.starts)
            targets = np.repeat(np.arange(start, end), groups.sizes)
            sources, bridges = split_bridges(groups.values[0])
            for count in range(len(shares)):
                with_count = np.flatnonzero(bridges == count)
                ways = ways_on.take(targets[with_count], axis=1)
                # No two of these have the same source.
                before[:, sources[with_count]] += ways
                shares[count] += big_numbers.sum_of_products(
                    ways_to.take(sources[with_count], axis=1), ways
                )
        return big_numbers.normalised(before)


def _most_frequent(layer: Layer, count: int, known: States | None, token: CancelToken) -> Layer:
    """About ``count`` states of a layer, those with the largest values, and ``known``.

    Each block is reduced to the same share, because hashes distribute the states evenly.
    """
    share = count / size_of(layer)
    reduced = []
    for block in layer:
        token.raise_if_cancelled()
        dropped = block.size - int(block.size * share)
        is_kept = np.zeros(block.size, np.bool_)
        order = np.argpartition(big_numbers.magnitudes(block.values), dropped - 1)
        is_kept[order[dropped:]] = True
        if known is not None:
            is_kept |= (block.states == known).all(axis=0)
        reduced.append(block.select(np.flatnonzero(is_kept)))
    return reduced


def _has(state: States, block: Block) -> bool:
    return bool((block.states == state).all(axis=0).any())


class Decision:
    """The states of a part after more and more edges are decided, in the order of ``order``."""

    def __init__(self, part: Part, order: Sequence[int], token: CancelToken) -> None:
        """Raises Cancelled."""
        self._plan = Plan(part, order, token)
        self._states = first_state(self._plan)
        self._ways: list[NDArray[np.uint32]] = []
        """For each edge decided, one way to each state after it: the number of the state before,
        and in the lowest bits that of bridges."""

    @property
    def states(self) -> int:
        """How many there are now; if there is none, the part has no solution."""
        count: int = self._states.shape[1]
        return count

    @property
    def is_complete(self) -> bool:
        """Whether all edges are decided."""
        return len(self._ways) == len(self._plan.steps)

    def decide(self, token: CancelToken) -> None:
        """Decide the next edge. Raises Cancelled."""
        step = self._plan.steps[len(self._ways)]
        layer = numbered([self._states])
        groups = list(regroup(step, self._plan.labels, layer, token, tag=add_bridges))
        ways = [group.values[0][group.starts].astype(np.uint32) for group in groups]
        self._ways.append(np.concatenate([*ways, np.zeros(0, np.uint32)]))
        self._states = np.concatenate(
            [*(group.states for group in groups), self._states[:, :0]], axis=1
        )

    def solution(self) -> list[int]:
        """The number of bridges on each edge of the part, once all are decided."""
        found = [0] * len(self._ways)
        state = 0
        for step, ways in zip(reversed(self._plan.steps), reversed(self._ways)):
            state, found[step.edge] = map(int, split_bridges(ways[state]))
        return found
