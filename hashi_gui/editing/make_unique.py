"""Few changes of a puzzle that leave exactly one solution."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import islice

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import degrees, is_solution
from hashi_gui.editing.corrections import Corrections
from hashi_gui.editing.disturbance import Disturbance
from hashi_gui.editing.goals import UniqueGoal
from hashi_gui.editing.proposal import UNRESTRICTED, Proposal, Restrictions
from hashi_gui.editing.revision import Revision, Step
from hashi_gui.editing.search import Search, Standing
from hashi_gui.editing.shortlist import Shortlist
from hashi_gui.generating.rng import Rng
from hashi_gui.solving import Bounds, CancelToken
from hashi_gui.solving.clue_sets import ClueSets

_MAX_EDGES = 200
"""With more undecided edges, only "?" are replaced by numbers: there are too many other changes."""

_MAX_STARTS = 8
"""The most puzzles with several solutions from which descents begin, if there was no solution."""

_EDGES_PER_CHANGE = 4
"""About how many undecided edges a change decides."""


def make_unique(
    puzzle: Puzzle,
    drawn: bytes | None = None,
    restrictions: Restrictions = UNRESTRICTED,
    seed: int = 0,
    cancel: CancelToken | None = None,
) -> Iterator[tuple[Proposal, ...]]:
    """Find small changes after which a puzzle without a solution, or with several, has exactly one.

    Each result replaces the one before: the best proposals so far, at most MAX_PROPOSALS, the best
    first. ``drawn`` is the number of bridges on each edge in a solution, perhaps with other clues,
    that the setter would like to keep; without it, what all solutions share is to be kept. There is
    no result if the puzzle has exactly one solution, or no proposal is found. Raises Cancelled.
    """
    token = cancel or CancelToken()
    standing = UniqueGoal(restrictions, None, token).standing(puzzle)
    if standing is None or standing.distance:
        maker = _Maker(puzzle, drawn, restrictions, Rng(seed), token, standing)
        proposals = maker.from_several(standing) if standing else maker.from_none()
        shortlist = Shortlist()
        for proposal in proposals:
            if shortlist.add(proposal):
                yield shortlist.best


class _Maker:
    """The proposals for one puzzle."""

    def __init__(
        self,
        puzzle: Puzzle,
        drawn: bytes | None,
        restrictions: Restrictions,
        rng: Rng,
        token: CancelToken,
        standing: Standing | None,
    ) -> None:
        self._puzzle = puzzle
        self._drawn = drawn
        self._restrictions = restrictions
        self._rng = rng
        self._token = token
        disturbance = None
        if drawn is not None:
            disturbance = Disturbance(puzzle, Bounds(drawn, drawn))
        elif standing is not None:
            disturbance = Disturbance(puzzle, standing.bounds)
        self._goal = UniqueGoal(restrictions, disturbance, token)
        self._search = Search(self._goal, restrictions, disturbance, rng)

    def from_several(self, standing: Standing) -> Iterator[Proposal]:
        """The proposals for a puzzle with several solutions."""
        if self._drawn is not None and is_solution(self._puzzle, self._drawn):
            standing = replace(standing, solution=self._drawn)
        showing = self._showing(standing.solution)
        yield from islice(showing, 1)
        if standing.distance <= _MAX_EDGES:
            yield from self._search.proposals(Revision.of(self._puzzle), standing)
        yield from showing

    def from_none(self) -> Iterator[Proposal]:
        """The proposals for a puzzle without a solution."""
        corrections = Corrections(
            self._puzzle, self._drawn, self._restrictions, self._rng, self._token
        )
        for revisions in (corrections.simple(), corrections.combined()):
            starts: list[tuple[Revision, Standing]] = []
            for revision in revisions:
                standing = self._goal.standing(revision.puzzle)
                if standing is not None and standing.distance:
                    starts.append((revision, standing))
                elif standing is not None and (proposal := self._search.pruned(revision)):
                    yield proposal
            if starts:
                starts.sort(key=_expected_cost)
                yield from self._search.descents(starts[:_MAX_STARTS])

    def _showing(self, solution: bytes) -> Iterator[Proposal]:
        """Numbers instead of as few "?" as possible, so that a solution is the only one."""
        start = Revision.of(self._puzzle)
        unknown = [island.id for island in self._puzzle.islands if island.clue is None]
        groups = self._restrictions.groups(self._puzzle, unknown)
        clues = degrees(self._puzzle, solution)
        full = start.after(Step(clues={i: clues[i] for group in groups for i in group}))
        assert full is not None
        with closing(ClueSets(full.puzzle, groups, solution)) as sets:
            if groups and sets.is_enough(range(len(groups)), self._token):
                for found in sets.fewer(sets.irreducible(self._token), self._token):
                    shown = {i: clues[i] for number in found.subset for i in groups[number]}
                    revision = start.after(Step(clues=shown))
                    assert revision is not None
                    yield self._search.proposal(revision, solution)


def _expected_cost(start: tuple[Revision, Standing]) -> float:
    revision, standing = start
    return len(revision.changes) + standing.distance / _EDGES_PER_CHANGE
