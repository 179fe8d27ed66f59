"""Which clues of a puzzle without a solution contradict each other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.clue_sets import ClueSet, ClueSets


@dataclass(frozen=True, slots=True)
class ClueConflict:
    """Islands whose clues have no solution, whatever the others are.

    If it is ``smallest``, no set of fewer clues has no solution.
    """

    islands: frozenset[int]
    smallest: bool = False


def find_clue_conflicts(puzzle: Puzzle, token: CancelToken) -> Iterator[ClueConflict]:
    """Yield conflicts of a puzzle without a solution, each one better than the one before.

    The first comes at once; each clue of the second is needed; the last is the smallest. The
    islands are empty if they cannot be connected, whatever their clues are. Raises Cancelled, and
    ValueError if the puzzle has a solution.
    """
    islands = [island.id for island in puzzle.islands if island.clue is not None]
    with closing(ClueSets(puzzle, [[island] for island in islands])) as sets:
        core = sets.core(range(len(islands)), token)
        if core is None:
            raise ValueError("The puzzle has a solution.")
        for found, smallest in _smaller(sets, core, token):
            yield ClueConflict(frozenset(islands[number] for number in found), smallest)


def _smaller(sets: ClueSets, core: ClueSet, token: CancelToken) -> Iterator[tuple[ClueSet, bool]]:
    """Yield smaller and smaller sets, each with whether it is proved to be the smallest."""
    yield core, not core
    if core:
        core = _irreducible(sets, core, token)
        yield core, len(core) <= 1
    if len(core) > 1:
        for found in sets.fewer(core, token):
            if found.is_smallest or found.subset != core:
                core = found.subset
                yield core, found.is_smallest


def _irreducible(sets: ClueSets, core: ClueSet, token: CancelToken) -> ClueSet:
    """Leave out clues until each of the others is needed."""
    for number in sorted(core, reverse=True):
        if number in core:
            smaller = sets.core(core - {number}, token)
            core = core if smaller is None else smaller
    return core
