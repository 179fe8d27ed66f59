"""Turning numbers into "?" as long as the solution stays the only one."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import closing
from dataclasses import dataclass

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.editing.proposal import UNRESTRICTED, IslandChange, Proposal, Restrictions
from hashi_gui.solving import CancelToken, SatSolver, VerdictKind
from hashi_gui.solving.clue_sets import ClueSets


@dataclass(frozen=True, slots=True)
class FewestClues:
    """The best answer so far: ``clues`` numbers are left, and at least ``at_least`` are needed."""

    proposal: Proposal
    clues: int
    at_least: int

    @property
    def is_proved(self) -> bool:
        """Whether fewer numbers cannot do."""
        return self.clues == self.at_least


def fewest_clues(
    puzzle: Puzzle,
    restrictions: Restrictions = UNRESTRICTED,
    cancel: CancelToken | None = None,
) -> Iterator[FewestClues]:
    """Hide as many numbers of a puzzle with exactly one solution as possible.

    The first answer, without a number that could be hidden on its own, comes at once; then one for
    each better answer or bound. The last is proved. With a symmetry, a number is hidden together
    with those at the images of its cell. Raises ValueError if the puzzle does not have exactly one
    solution, and Cancelled.
    """
    token = cancel or CancelToken()
    with SatSolver(puzzle) as solver:
        verdict = solver.verdict(token)
    if verdict.kind != VerdictKind.UNIQUE or verdict.solution is None:
        raise ValueError("Only a puzzle with exactly one solution can spare clues.")
    groups = _groups(puzzle, restrictions)
    numbers = sum(island.clue is not None for island in puzzle.islands)
    fixed = numbers - sum(map(len, groups))
    with closing(ClueSets(puzzle, groups, verdict.solution)) as clues:
        known = clues.irreducible(token)
        for found in clues.fewer(known, token):
            hidden = [i for n, group in enumerate(groups) if n not in found.subset for i in group]
            yield FewestClues(
                _proposal(puzzle, verdict.solution, hidden),
                fixed + found.cost,
                fixed + found.at_least,
            )


def _groups(puzzle: Puzzle, restrictions: Restrictions) -> list[tuple[int, ...]]:
    """The numbers that can be hidden, in groups that must be hidden together.

    A 0, as it may be on a board with a single island, is no "?": that has at least one bridge.
    """
    groups: dict[tuple[int, ...], None] = {}
    for island in puzzle.islands:
        images = restrictions.images(puzzle, island.cell)
        group = [puzzle.island_at(*cell) for cell in images]
        numbered = sorted(i.id for i in group if i is not None and i.clue)
        if island.id in numbered and restrictions.kept.isdisjoint(images):
            groups[tuple(numbered)] = None
    return list(groups)


def _proposal(puzzle: Puzzle, solution: bytes, hidden: Collection[int]) -> Proposal:
    clues = {island.cell: island.clue for island in puzzle.islands}
    clues |= {puzzle.islands[island].cell: None for island in hidden}
    after = Puzzle.from_clues(puzzle.rows, puzzle.cols, clues, puzzle.max_bridges)
    changes = tuple(
        IslandChange(puzzle.islands[island], after.islands[island]) for island in sorted(hidden)
    )
    return Proposal(after, solution, changes)
