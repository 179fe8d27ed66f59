"""Connectivity, lazily: what is wrong with an answer that falls into several components."""

from __future__ import annotations

from collections.abc import Sequence


def cuts(islands: int, ends: Sequence[tuple[int, int]], drawn: Sequence[int]) -> list[list[int]]:
    """For each component but one the edges that leave it: a solution has at least one of them.

    ``ends`` are the two islands of each edge. An edge is drawn where ``drawn`` is positive, which
    may be longer than ``ends``. Empty if everything is connected. The component that most edges
    leave gets no cut: where the others grow it is seldom left alone, and on a large puzzle its
    cut would be longer than all the others together.
    """
    home = list(range(islands))
    for (a, b), state in zip(ends, drawn):
        if state > 0:
            while home[a] != a:
                home[a] = a = home[home[a]]
            while home[b] != b:
                home[b] = b = home[home[b]]
            # Always to the smaller island, so that one pass in order brings all to their root.
            if a < b:
                home[b] = a
            else:
                home[a] = b
    for island, parent in enumerate(home):
        home[island] = home[parent]
    leaving: list[list[int]] = [[] for _ in home]
    for edge, (a, b) in enumerate(ends):
        a, b = home[a], home[b]
        if a != b:
            leaving[a].append(edge)
            leaving[b].append(edge)
    found = [leaving[root] for root in sorted(set(home))]
    found.remove(max(found, key=len))
    return found
