"""Puzzles that counting alone refutes, where clauses would take ages: resolution cannot count."""

from __future__ import annotations

from hashi_gui.core.puzzle import Puzzle


def impossible(puzzle: Puzzle, capacities: list[int]) -> bool:
    """Whether the usable edges leave islands apart, or the clues cannot add up.

    Each bridge counts at two islands, so the clues have an even sum. Where the edges lead only
    between two classes of islands, as on a chessboard, both classes have the same sum.
    """
    side = [0] * len(puzzle.islands)
    side[0] = 1
    reached = [0]
    two_classes = True
    for island in reached:
        here = side[island]
        for e in puzzle.incident[island]:
            if capacities[e]:
                there = puzzle.edges[e].other(island)
                if not side[there]:
                    side[there] = -here
                    reached.append(there)
                elif side[there] == here:
                    two_classes = False
    if len(reached) < len(side):
        return True
    clues = [island.clue for island in puzzle.islands if island.clue is not None]
    if len(clues) < len(side):
        return False
    if two_classes:
        return sum(clue * s for clue, s in zip(clues, side)) != 0
    return sum(clues) % 2 == 1
