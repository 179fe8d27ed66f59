"""Few changes of a puzzle that make it easier or harder."""

from __future__ import annotations

from collections.abc import Iterator

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.editing.goals import LevelGoal, only_solution
from hashi_gui.editing.proposal import UNRESTRICTED, Proposal, Restrictions
from hashi_gui.editing.revision import Revision
from hashi_gui.editing.search import Disturbance, Search, Shortlist
from hashi_gui.generating.rng import Rng
from hashi_gui.logic.grading import grade
from hashi_gui.logic.levels import Level
from hashi_gui.solving import Bounds, CancelToken


def change_level(
    puzzle: Puzzle,
    level: Level,
    restrictions: Restrictions = UNRESTRICTED,
    seed: int = 0,
    cancel: CancelToken | None = None,
) -> Iterator[tuple[Proposal, ...]]:
    """Find small changes after which a puzzle has exactly one solution and another level.

    Each result replaces the one before: the best proposals so far, at most MAX_PROPOSALS, the best
    first. All of them are graded exactly at ``level``. There is no result if the puzzle has that
    level already, or no proposal is found. Raises ValueError if the puzzle does not have exactly
    one solution, and Cancelled.
    """
    token = cancel or CancelToken()
    solution = only_solution(puzzle, token)
    if solution is None:
        raise ValueError("Only a puzzle with exactly one solution can become easier or harder.")
    before = grade(puzzle, token).level
    if before is level:
        return
    goal = LevelGoal(level, restrictions, token, harder=level.rank > before.rank)
    standing = goal.standing(puzzle)
    assert standing is not None
    search = Search(goal, restrictions, Disturbance(puzzle, Bounds(solution, solution)), Rng(seed))
    shortlist = Shortlist()
    for proposal in search.proposals(Revision.of(puzzle), standing):
        if shortlist.add(proposal):
            yield shortlist.best
