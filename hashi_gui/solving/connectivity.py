"""Clauses for what encodings leave out: connectivity, and that there are no loops."""

from __future__ import annotations

from collections.abc import Sequence

from hashi_gui.core.rules import find_loops
from hashi_gui.solving.encoding import Encoding, Literals


def violated_clauses(encoding: Encoding, drawn: Sequence[int]) -> list[Literals]:
    """Return clauses that every solution satisfies, but not these drawn edges.

    Edge ``e`` is drawn if ``drawn[e]`` is positive. The result is empty if they follow the rules
    about walking from island to island. If the rules forbid loops, the encoding must have a single
    literal for "this edge has a bridge".
    """
    puzzle = encoding.puzzle
    cuts = find_cuts(len(puzzle.islands), encoding.ends, drawn)
    clauses: list[Literals] = [encoding.any_drawn(cut) for cut in cuts]
    if not puzzle.rules.loops:
        loops = find_loops(puzzle, drawn)
        clauses += [[-literal for literal in encoding.any_drawn(loop)] for loop in loops]
    return clauses


def find_cuts(
    island_count: int, ends: Sequence[tuple[int, int]], drawn: Sequence[int]
) -> list[list[int]]:
    """Return, for all components but one, the edges that leave the component.

    Every solution has a bridge on at least one edge of each such list. ``ends`` holds the two
    islands of each edge. Edge ``e`` is drawn if ``drawn[e]`` is positive; ``drawn`` may be longer
    than ``ends``. The result is empty if all islands are connected.

    The component with the most leaving edges gets no cut: once the others grow, it is seldom
    isolated, and on a large puzzle its cut would be longer than all others together.
    """
    parents = list(range(island_count))
    for (a, b), state in zip(ends, drawn):
        if state > 0:
            while parents[a] != a:
                parents[a] = a = parents[parents[a]]
            while parents[b] != b:
                parents[b] = b = parents[parents[b]]
            # The root is always the smaller island, so that one pass in order finds all roots.
            if a < b:
                parents[b] = a
            else:
                parents[a] = b
    for island, parent in enumerate(parents):
        parents[island] = parents[parent]
    leaving: list[list[int]] = [[] for _ in parents]
    for edge, (a, b) in enumerate(ends):
        a, b = parents[a], parents[b]
        if a != b:
            leaving[a].append(edge)
            leaving[b].append(edge)
    cuts = [leaving[root] for root in sorted(set(parents))]
    cuts.remove(max(cuts, key=len))
    return cuts
