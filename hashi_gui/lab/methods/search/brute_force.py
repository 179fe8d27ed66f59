"""The method ``brute-force``: tries every number of bridges on every edge.

A reference for tiny puzzles that uses only the rules: it shares no code with the other methods.
"""

from __future__ import annotations

from itertools import compress, product
from math import prod
from operator import mul
from typing import Any

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.lab.methods.method import NO_LOOPS, Method
from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.results import UnsupportedPuzzleError

MAX_ASSIGNMENTS_LOG2 = 34
"""The most assignments, as a power of 2; they take some minutes."""

TAIL_EDGES = 10
"""How many edges, the last ones, go through all their numbers between two checks of the token."""

DIGIT_BITS = 5
"""Enough for the bridges at one island: at most 4 on each of 4 sides."""


def _search_by_brute_force(
    puzzle: Puzzle, cancel: CancelToken, stats: dict[str, Any]
) -> bytes | None:
    """Try all assignments; see :data:`Search <hashi_gui.lab.methods.method.Search>`.

    The bridges at all islands are added up in one integer, with a digit for each island that has
    a clue. So testing an assignment costs one comparison; only the few that match all clues are
    tested with the rules.
    """
    ranges = _count_ranges(puzzle)
    stats |= {"assignments": 0, "clues_met": 0}
    digits = [
        0 if island.clue is None else 1 << DIGIT_BITS * island.id for island in puzzle.islands
    ]
    clues = sum(digit * (island.clue or 0) for digit, island in zip(digits, puzzle.islands))
    bridge = [digits[edge.a] + digits[edge.b] for edge in puzzle.edges]
    tails = list(product(*ranges[-TAIL_EDGES:]))
    sums = [sum(map(mul, tail, bridge[-TAIL_EDGES:])) for tail in tails]
    for head in product(*ranges[:-TAIL_EDGES]):
        cancel.raise_if_cancelled()
        missing = clues - sum(map(mul, head, bridge))
        stats["assignments"] += len(tails)
        if missing not in sums:
            continue
        for tail in compress(tails, map(missing.__eq__, sums)):
            stats["clues_met"] += 1
            if is_solution(puzzle, counts := bytes(head + tail)):
                return counts
    return None


def _count_ranges(puzzle: Puzzle) -> list[range]:
    """Return the possible numbers of bridges of each edge: up to the limit or the smaller clue.

    Raises UnsupportedPuzzleError if they allow too many assignments.
    """
    limit = puzzle.rules.max_bridges
    clues = [limit if island.clue is None else island.clue for island in puzzle.islands]
    ranges = [range(min(limit, clues[edge.a], clues[edge.b]) + 1) for edge in puzzle.edges]
    log2 = (prod(map(len, ranges)) - 1).bit_length()
    if log2 > MAX_ASSIGNMENTS_LOG2:
        raise UnsupportedPuzzleError(
            f"brute-force: this puzzle has 2^{log2} assignments; "
            f"at most 2^{MAX_ASSIGNMENTS_LOG2} are supported."
        )
    return ranges


BRUTE_FORCE = Method(
    "brute-force",
    "HCMUS report 5, section 6.4",
    "as a reference for tiny puzzles, with up to about 20 edges",
    _search_by_brute_force,
    rules=NO_LOOPS,
)
"""Tries every assignment.

Stats: the ``assignments`` tried, and ``clues_met``, the number of those that matched all clues and
were tested with the rules.
"""
