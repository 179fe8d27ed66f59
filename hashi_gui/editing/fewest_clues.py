"""Turning numbers into "?" as long as the solution stays the only one."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import closing
from dataclasses import dataclass

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.editing.proposal import UNRESTRICTED, Proposal, Restrictions
from hashi_gui.editing.revision import Revision, Step
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
        """Whether no fewer numbers will do."""
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
    numbers = [island.id for island in puzzle.islands if island.clue is not None]
    # A 0, as a single island may have, is no "?": that has at least one bridge.
    groups = restrictions.groups(puzzle, [i for i in numbers if puzzle.islands[i].clue])
    fixed = len(numbers) - sum(map(len, groups))
    with closing(ClueSets(puzzle, groups, verdict.solution)) as clues:
        known = clues.irreducible(token)
        for found in clues.fewer(known, token):
            hidden = [i for n, group in enumerate(groups) if n not in found.subset for i in group]
            yield FewestClues(
                _proposal(puzzle, verdict.solution, hidden),
                fixed + found.cost,
                fixed + found.at_least,
            )


def _proposal(puzzle: Puzzle, solution: bytes, hidden: Collection[int]) -> Proposal:
    revision = Revision.of(puzzle).after(Step(clues=dict.fromkeys(hidden)))
    assert revision is not None
    return Proposal(revision.puzzle, solution, revision.changes)
