"""Replacing clues by "?"."""

from __future__ import annotations

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.generating.options import GeneratorOptions
from hashi_gui.generating.repair import NOTHING_KEPT, Kept, Oracle, make_unique
from hashi_gui.generating.rng import Rng

_PORTION = 0.1
"""The share of the islands whose clues are hidden at a time. If many clues were hidden at once, the
puzzle would have too many different solutions for a quick repair.
"""


def hide_clues(
    puzzle: Puzzle,
    solution: bytes,
    options: GeneratorOptions,
    oracle: Oracle,
    rng: Rng,
    kept: Kept = NOTHING_KEPT,
) -> tuple[Puzzle, bytes]:
    """Hide as many clues as requested, or as possible; returns the puzzle and its only solution.

    Both may have been changed by repairs. The oracle can decide the puzzle if it could before.
    No clue that is ``kept`` is hidden.
    """
    wanted = round(options.unknown * len(puzzle.islands))
    candidates = [i for i in _independent_islands(puzzle, rng) if i not in kept.islands]
    portion = 1 + int(_PORTION * len(puzzle.islands))
    unknown: set[int] = set()
    while candidates and len(unknown) < wanted:
        more_unknown = unknown.union(candidates[: min(portion, wanted - len(unknown))])
        del candidates[: len(more_unknown) - len(unknown)]
        unique = make_unique(
            puzzle, solution, more_unknown, oracle, rng, loops=options.loops, kept=kept
        )
        if unique:
            puzzle, solution = unique
            unknown = {island.id for island in puzzle.islands if island.clue is None}
    return puzzle, solution


def _independent_islands(puzzle: Puzzle, rng: Rng) -> list[int]:
    """Random islands of which no two are neighbours: between two neighbours without clues, the
    bridges could change without any clue to notice.
    """
    independent: list[int] = []
    excluded: set[int] = set()
    for island in rng.shuffled(range(len(puzzle.islands))):
        if island not in excluded:
            independent.append(island)
            excluded.update(there.id for _, there in puzzle.neighbours(island))
    return independent
