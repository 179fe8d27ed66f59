"""The method ``brute-force``: every assignment of a number of bridges to each edge, one by one.

A reference for tiny puzzles, from the rules alone: it shares nothing with the other methods.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.method import CannotSolve, Method

LARGEST = 30
"""As a power of 2, the most assignments; they take some minutes."""

AT_ONCE = 8
"""How many edges run through all their numbers between two looks at the token."""

BITS = 5
"""Room for the bridges at one island: at most 4 on each of 4 sides."""


def _search_by_brute_force(
    puzzle: Puzzle, cancel: CancelToken, stats: dict[str, Any]
) -> bytes | None:
    """Adds up the bridges at all islands in one number, a digit for each island.

    So most assignments cost one sum; the few that meet all clues go through the rules.
    """
    _refuse_too_many(puzzle)
    stats |= {"assignments": 0, "clues_met": 0}
    ones = [1 << BITS * edge.a | 1 << BITS * edge.b for edge in puzzle.edges]
    choices = [[one * n for n in range(puzzle.max_bridges + 1)] for one in ones]
    first, last = choices[:-AT_ONCE], choices[-AT_ONCE:]
    numbered = [island for island in puzzle.islands if island.clue is not None]
    digits = sum((1 << BITS) - 1 << BITS * island.id for island in numbered)
    clues = sum(island.clue << BITS * island.id for island in numbered if island.clue)
    for head in product(*first):
        cancel.check()
        begun = sum(head)
        met = [tail for tail in product(*last) if sum(tail, begun) & digits == clues]
        stats["assignments"] += (puzzle.max_bridges + 1) ** len(last)
        stats["clues_met"] += len(met)
        for tail in met:
            counts = bytes(chosen // one for chosen, one in zip(head + tail, ones))
            if is_solution(puzzle, counts):
                return counts
    return None


def _refuse_too_many(puzzle: Puzzle) -> None:
    assignments = (puzzle.max_bridges + 1) ** len(puzzle.edges)
    power = (assignments - 1).bit_length()
    if power > LARGEST:
        raise CannotSolve(
            f"brute-force: 2^{power} assignments are too many; it takes at most 2^{LARGEST}."
        )


BRUTE_FORCE = Method(
    "brute-force",
    "HCMUS report 5, section 6.4",
    "as a reference for tiny puzzles, up to 18 edges with 2 bridges a pair",
    _search_by_brute_force,
)
"""Every assignment.

Stats: the ``assignments`` tried, and those that met all clues, so that the other rules were asked.
"""
