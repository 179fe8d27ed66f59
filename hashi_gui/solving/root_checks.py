"""Checks that refute some puzzles at once, for which SAT would need exponentially long.

Resolution cannot count: clauses do not show that the totals of the clues do not add up.
"""

from __future__ import annotations

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving.encoding import spare_bridges


def is_trivially_unsolvable(puzzle: Puzzle, max_counts: list[int]) -> bool:
    """Return whether the islands cannot be connected, or the clues cannot add up.

    ``max_counts`` holds the most bridges that each edge can have; edges with 0 are not usable.
    There are too few of them, or too few bridges, if the islands cannot be connected.

    Each bridge counts at two islands, so the sum of all clues is even. If the islands have two
    colours, as on a chessboard, and all usable edges join different colours, then both colours
    have the same sum. If False is returned, the puzzle may still be unsolvable.
    """
    colours = [0] * len(puzzle.islands)  # 1 and -1; 0 for islands that are not reached
    colours[0] = 1
    reached = [0]
    two_coloured = True
    for island in reached:
        colour = colours[island]
        for e in puzzle.incident[island]:
            if max_counts[e]:
                neighbour = puzzle.edges[e].other(island)
                if not colours[neighbour]:
                    colours[neighbour] = -colour
                    reached.append(neighbour)
                elif colours[neighbour] == colour:
                    two_coloured = False
    if len(reached) < len(puzzle.islands) or spare_bridges(puzzle) < 0:
        return True
    clues = [island.clue for island in puzzle.islands if island.clue is not None]
    if len(clues) < len(puzzle.islands):
        return False
    if two_coloured:
        return sum(clue * colour for clue, colour in zip(clues, colours)) != 0
    return sum(clues) % 2 == 1
