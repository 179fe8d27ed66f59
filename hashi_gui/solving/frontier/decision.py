"""Looking for a solution of a part by deciding one edge after the other.

All ways to decide the first edges that mean the same for the others are one *state*, and only one
of them is remembered.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.frontier.layers import Block, regroup
from hashi_gui.solving.frontier.parts import Part
from hashi_gui.solving.frontier.plan import Plan
from hashi_gui.solving.frontier.states import Values, first_state

_BRIDGE_BITS = 3
"""Enough for the number of bridges on an edge."""


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
        before = np.arange(self.states, dtype=np.uint64)[np.newaxis]
        step = self._plan.steps[len(self._ways)]
        block = Block(self._states, before)
        groups = list(regroup(step, self._plan.labels, [block], token, tag=_add_bridges))
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
            way = int(ways[state])
            state, found[step.edge] = way >> _BRIDGE_BITS, way & (1 << _BRIDGE_BITS) - 1
        return found


def _add_bridges(numbers: Values, bridges: int) -> Values:
    return numbers << np.uint64(_BRIDGE_BITS) | np.uint64(bridges)
