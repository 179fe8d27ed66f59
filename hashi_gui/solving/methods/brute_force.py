"""The method ``brute-force``: every assignment of a number of bridges to each edge, one by one.

A reference for tiny puzzles, from the rules alone: it shares nothing with the other methods.
"""

from __future__ import annotations

from itertools import compress, product
from math import prod
from operator import mul
from typing import Any

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.methods.method import Method, UnsupportedPuzzleError

LARGEST = 34
"""As a power of 2, the most assignments; they take some minutes."""

AT_ONCE = 10
"""How many edges run through all their numbers between two looks at the token."""

BITS = 5
"""Room for the bridges at one island: at most 4 on each of 4 sides."""


def _search_by_brute_force(
    puzzle: Puzzle, cancel: CancelToken, stats: dict[str, Any]
) -> bytes | None:
    """Adds up the bridges at all islands in one number, with a digit for each that has a clue.

    So an assignment costs one comparison; the few that meet all clues go through the rules.
    """
    choices = _choices(puzzle)
    stats |= {"assignments": 0, "clues_met": 0}
    digits = [0 if island.clue is None else 1 << BITS * island.id for island in puzzle.islands]
    clues = sum(digit * (island.clue or 0) for digit, island in zip(digits, puzzle.islands))
    bridge = [digits[edge.a] + digits[edge.b] for edge in puzzle.edges]
    tails = list(product(*choices[-AT_ONCE:]))
    sums = [sum(map(mul, tail, bridge[-AT_ONCE:])) for tail in tails]
    for head in product(*choices[:-AT_ONCE]):
        cancel.check()
        missing = clues - sum(map(mul, head, bridge))
        stats["assignments"] += len(tails)
        if missing not in sums:
            continue
        for tail in compress(tails, map(missing.__eq__, sums)):
            stats["clues_met"] += 1
            if is_solution(puzzle, counts := bytes(head + tail)):
                return counts
    return None


def _choices(puzzle: Puzzle) -> list[range]:
    """How many bridges each edge may have: the limit, or the smaller clue.

    Raises UnsupportedPuzzleError where that makes too many assignments.
    """
    limit = puzzle.max_bridges
    clues = [limit if island.clue is None else island.clue for island in puzzle.islands]
    choices = [range(min(limit, clues[edge.a], clues[edge.b]) + 1) for edge in puzzle.edges]
    power = (prod(map(len, choices)) - 1).bit_length()
    if power > LARGEST:
        raise UnsupportedPuzzleError(
            f"brute-force: 2^{power} assignments are too many; it takes at most 2^{LARGEST}."
        )
    return choices


BRUTE_FORCE = Method(
    "brute-force",
    "HCMUS report 5, section 6.4",
    "as a reference for tiny puzzles, of up to some 20 edges",
    _search_by_brute_force,
)
"""Every assignment.

Stats: the ``assignments`` tried, and those that met all clues, so that the other rules were asked.
"""
