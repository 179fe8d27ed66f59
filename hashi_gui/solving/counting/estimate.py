"""Estimating in which share of the solutions each edge has 0, 1, 2... bridges.

From one solution, others are reached by drawing one part of the puzzle after the other again: all
bridges near some place are removed, and one of all ways to complete the solution is chosen, each
with the same probability. In the long run all solutions are equally frequent then (the Gibbs
sampler). How many ways there are with 0, 1, 2... bridges on an edge is known exactly each time; the
average of these shares is the estimate.

A search counts the ways. If that has too many states, it follows a random sample of them, and
always those of the solution before: a state is followed with a probability that grows with the
number of ways that lead to it, and the less probable that was, the more do these ways count. That
leaves all solutions equally frequent (the discrete particle Gibbs sampler of N. Whiteley, C.
Andrieu and A. Doucet, 2010).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.frontier.layers import (
    Flags,
    Indices,
    States,
    add_bridges,
    first_state,
    follow,
    numbered,
    regroup,
    split_bridges,
)
from hashi_gui.solving.frontier.order import find_order
from hashi_gui.solving.frontier.parts import Part, split
from hashi_gui.solving.frontier.plan import Plan, PlanStep
from hashi_gui.solving.results import Backbone, Shares

ROUNDS = (1, 2, 4, 8, 16)
"""The rounds after which an estimate is given; in each, every edge is repainted at least twice.
One round before only leads away from the solution known first.
"""

WINDOW = 48
"""How many islands are near an island."""

STATES = 4096
"""About how many states are followed after each step of a search over a window."""

STATES_OF_ALL = 500
"""The same for a search over everything, which has many more steps."""

Floats = NDArray[np.float64]
Random = np.random.Generator


def estimate_shares(
    puzzle: Puzzle, bounds: Backbone, solution: bytes, token: CancelToken
) -> Iterator[Shares]:
    """Yield estimates of the shares of the solutions, each one better than the one before.

    ``bounds`` are those of all solutions, ``solution`` is any one of them. The estimates depend on
    the arguments alone. Raises Cancelled.
    """
    estimate = _Estimate(puzzle, bounds, solution, token)
    estimate.draw_again()
    estimate.forget()
    for number in range(1, ROUNDS[-1] + 1):
        estimate.draw_again()
        if number in ROUNDS:
            yield estimate.shares()


class _Estimate:
    """A solution that changes at random, and how often each edge had how many bridges."""

    def __init__(
        self, puzzle: Puzzle, bounds: Backbone, solution: bytes, token: CancelToken
    ) -> None:
        self._puzzle = puzzle
        self._bounds = bounds
        self._token = token
        self._solution = bytearray(solution)
        self._random = np.random.default_rng(0)
        self._differing = np.frombuffer(bounds.low, np.uint8) != np.frombuffer(
            bounds.high, np.uint8
        )
        self._cells = np.array([island.cell for island in puzzle.islands])
        self._ends = np.array([(edge.a, edge.b) for edge in puzzle.edges])
        self.forget()

    def forget(self) -> None:
        """Start counting again."""
        self._sums = np.zeros((len(self._puzzle.edges), self._puzzle.rules.max_bridges + 1))
        self._times = np.zeros(len(self._puzzle.edges), int)

    def draw_again(self) -> None:
        """Draw everything again, since windows alone may not lead to all solutions, then windows
        until each edge has been in one.
        """
        self._draw_between(np.ones(len(self._cells), np.bool_), STATES_OF_ALL)
        waiting = self._differing
        while waiting.any():
            edge = self._random.choice(np.flatnonzero(waiting))
            waiting = waiting & ~self._draw_between(self._near(int(edge)), STATES)

    def shares(self) -> Shares:
        """The average so far."""
        shares = np.zeros_like(self._sums)
        shares[np.arange(len(shares)), list(self._bounds.low)] = 1.0
        drawn = self._times > 0
        shares[drawn] = self._sums[drawn] / self._times[drawn, np.newaxis]
        return Shares(tuple(map(tuple, shares.tolist())), exact=False)

    def _near(self, edge: int) -> Flags:
        """Which islands are in the window around an edge."""
        middle = self._cells[self._ends[edge]].mean(axis=0)
        distances = np.abs(self._cells - middle).max(axis=1)
        distances[self._ends[edge]] = 0
        near = np.zeros(len(distances), np.bool_)
        near[np.argsort(distances, kind="stable")[:WINDOW]] = True
        return near

    def _draw_between(self, islands: Flags, states: int) -> Flags:
        """Draw the edges between some islands again; returns which these are."""
        drawn: Flags = islands[self._ends].all(axis=1) & self._differing
        low, high = bytearray(self._solution), bytearray(self._solution)
        for e in np.flatnonzero(drawn).tolist():
            self._sums[e, self._solution[e]] += 1
            low[e], high[e] = self._bounds.low[e], self._bounds.high[e]
        self._times += drawn
        for part in split(self._puzzle, bytes(low), bytes(high)) or ():
            self._draw(part, low, states)
        return drawn

    def _draw(self, part: Part, low: Sequence[int], states: int) -> None:
        """Draw the edges of a part again, which have at least ``low`` bridges."""
        known = [self._solution[e] - low[e] for e in part.edges]
        plan = Plan(part, find_order(part, 1, self._token), self._token)
        sample = _Sample(plan, known, states, self._random, self._token)
        for e, before, further, row in zip(part.edges, known, sample.solution(), sample.shares):
            self._sums[e, self._solution[e]] -= 1
            most = min(len(row), self._sums.shape[1] - low[e])
            self._sums[e, low[e] : low[e] + most] += row[:most]
            self._solution[e] += further - before


@dataclass(frozen=True, slots=True)
class _Passage:
    """A step of a sample: each entry of the arrays is a way from a state to another.

    ``sources`` and ``targets`` are the indices of states before and after the step; ``onwards`` is
    proportional to the number of ways to go on from there.
    """

    edge: int
    sources: Indices
    targets: Indices
    bridges: NDArray[np.int64]
    onwards: Floats


class _Sample:
    """A search that follows a sample of the states, and all of ``known``, a solution.

    ``shares`` has for each edge the share of the sample with 0, 1, 2... bridges, in rows.
    """

    def __init__(
        self, plan: Plan, known: list[int], states: int, random: Random, token: CancelToken
    ) -> None:
        self._plan = plan
        self._limit = states
        self._random = random
        self._token = token
        self._sweep(known)

    def solution(self) -> list[int]:
        """A random solution of the sample, as the number of bridges on each edge."""
        found = [0] * len(self._passages)
        state = 0
        for passage in self._passages:
            ways = np.flatnonzero(passage.sources == state)
            chances = np.cumsum(passage.onwards[ways])
            way = ways[np.searchsorted(chances, self._random.random() * chances[-1], "right")]
            found[passage.edge] = int(passage.bridges[way])
            state = passage.targets[way]
        return found

    def _sweep(self, known: list[int]) -> None:
        """Follow the states forwards, then find out backwards how many ways lead on from each."""
        steps = self._plan.steps
        layer = known_state = first_state(self._plan)
        weights = np.ones(1)
        forwards = []
        for step in steps:
            known_state = follow(step, self._plan.labels, known_state, known[step.edge])
            groups, sources, bridges, targets = self._decide(layer, step)
            after = np.bincount(targets, weights[sources]).astype(np.float64)
            is_known = (groups == known_state).all(axis=0)
            followed, chances = _choose(after, is_known, self._limit, self._random)
            places = np.full(len(after), -1)
            places[followed] = np.arange(len(followed))
            kept = places[targets] >= 0
            forwards.append(
                (weights, sources[kept], bridges[kept], places[targets[kept]], 1 / chances)
            )
            layer, weights = groups[:, followed], after[followed] / chances
            weights = weights / weights.sum()
        self.shares = np.zeros((len(steps), max(step.capacity for step in steps) + 1))
        self._passages: list[_Passage] = []
        ways_on = np.ones(layer.shape[1])
        for step, (weights, sources, bridges, targets, factors) in zip(
            reversed(steps), reversed(forwards)
        ):
            onwards = (ways_on * factors)[targets]
            row = np.bincount(bridges, weights[sources] * onwards, self.shares.shape[1])
            self.shares[step.edge] = row / row.sum()
            self._passages.insert(0, _Passage(step.edge, sources, targets, bridges, onwards))
            ways_on = np.bincount(sources, onwards, len(weights)).astype(np.float64)
            ways_on /= ways_on.max()

    def _decide(
        self, layer: States, step: PlanStep
    ) -> tuple[States, Indices, NDArray[np.int64], Indices]:
        """The states after a step, and all ways to them: sources, bridges and targets."""
        before = numbered([layer])
        groups = list(regroup(step, self._plan.labels, before, self._token, tag=add_bridges))
        sources, bridges = split_bridges(np.concatenate([group.values[0] for group in groups]))
        sizes = np.concatenate([group.sizes for group in groups])
        return (
            np.concatenate([group.states for group in groups], axis=1),
            sources.astype(np.intp),
            bridges.astype(np.int64),
            np.repeat(np.arange(len(sizes)), sizes),
        )


def _choose(weights: Floats, always: Flags, limit: int, random: Random) -> tuple[Indices, Floats]:
    """Choose about ``limit`` items; returns their indices, and how probable each of them was.

    Heavy items are always chosen, the others with a probability proportional to their weight. An
    item in ``always`` is chosen, but its probability is that of any other of its weight.
    """
    if len(weights) <= limit:
        return np.arange(len(weights)), np.ones(len(weights))
    heaviest_first = np.sort(weights)[::-1]
    # The sum of this weight and all lighter ones; the threshold if those before are always chosen.
    rest = np.cumsum(heaviest_first[::-1])[::-1][:limit]
    thresholds = rest / np.arange(limit, 0, -1)
    threshold = thresholds[np.argmax(heaviest_first[:limit] <= thresholds)]
    chances = np.minimum(1.0, weights / threshold)
    chosen = np.flatnonzero(always | (random.random(len(weights)) < chances))
    return chosen, chances[chosen]
