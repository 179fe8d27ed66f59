"""Turning clues into "?"."""

from __future__ import annotations

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.generating.options import GeneratorOptions
from hashi_gui.generating.repair import Oracle, make_unique
from hashi_gui.generating.rng import Rng

_PORTION = 0.1
"""The share of the islands whose clues are hidden at a time. The solutions of a puzzle that lacks
many clues at once vary too much for a quick repair.
"""


def hide_clues(
    puzzle: Puzzle, solution: bytes, options: GeneratorOptions, oracle: Oracle, rng: Rng
) -> tuple[Puzzle, bytes]:
    """A puzzle with as many clues hidden as asked for, or as it can spare, and its only solution.

    Both differ from those given where that took a repair. What the judge could decide, it still
    can.
    """
    wanted = round(options.unknown * len(puzzle.islands))
    candidates = _apart(puzzle, rng)
    most = 1 + int(_PORTION * len(puzzle.islands))
    unknown: set[int] = set()
    while candidates and len(unknown) < wanted:
        portion = unknown.union(candidates[: min(most, wanted - len(unknown))])
        del candidates[: len(portion) - len(unknown)]
        made = make_unique(puzzle, solution, portion, oracle, rng, loops=options.loops)
        if made:
            puzzle, solution = made
            unknown = {island.id for island in puzzle.islands if island.clue is None}
    return puzzle, solution


def _apart(puzzle: Puzzle, rng: Rng) -> list[int]:
    """Random islands of which no two see each other: a bridge between two without clues could
    change and no clue would tell.
    """
    apart: list[int] = []
    seen: set[int] = set()
    for island in rng.shuffled(range(len(puzzle.islands))):
        if island not in seen:
            apart.append(island)
            seen.update(there.id for _, there in puzzle.neighbours(island))
    return apart
