"""Proposals of few changes that leave exactly one solution, or make a puzzle easier or harder."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from itertools import islice

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import components, degrees, is_solution
from hashi_gui.editing.corrections import Corrections
from hashi_gui.editing.goals import NO_DEMANDS, Demands, LevelGoal, UniqueGoal, only_solution
from hashi_gui.editing.proposal import UNRESTRICTED, Candidate, Proposal, Restrictions, SearchStep
from hashi_gui.editing.search import Disturbance, LocalSearch, Shortlist, Standing
from hashi_gui.generating.repair import Kept, exact_oracle
from hashi_gui.generating.repair import make_unique as repaired
from hashi_gui.generating.rng import Rng
from hashi_gui.logic.levels import Level
from hashi_gui.logic.rating.grading import grade
from hashi_gui.solving import Backbone, CancelToken, Solver
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
    first. ``drawn`` is the number of bridges on each edge that the setter has drawn and would like
    to keep: a solution, perhaps with other clues, or a part of one. Without it, what all solutions
    share is to be kept. There is no result if the puzzle has exactly one solution, or no proposal
    is found. Raises Cancelled.
    """
    given = Corrections(puzzle, drawn, restrictions, Rng(seed), cancel or CancelToken())
    shortlist = Shortlist()
    for proposal in _UniqueSearch(given).proposals():
        if shortlist.add(proposal):
            yield shortlist.best


class _UniqueSearch:
    """The proposals for one puzzle."""

    def __init__(self, given: Corrections) -> None:
        self._given, self._puzzle, self._token = given, given.puzzle, given.token
        self._set_wanted(None if given.drawn is None else _bounds_of(given.puzzle, given.drawn))

    def proposals(self) -> Iterator[Proposal]:
        with Solver(self._puzzle) as solver:
            verdict = solver.verdict(self._token)
            wanted = self._most_wanted(solver) if verdict.second is not None else None
        if verdict.second is not None:
            yield from self._from_several(wanted or verdict.second)
        elif verdict.solution is None:
            yield from self._from_none()

    def _most_wanted(self, solver: Solver) -> bytes | None:
        """The drawn solution, or one with at least the bridges drawn."""
        if self._given.drawn is None or is_solution(self._puzzle, self._given.drawn):
            return self._given.drawn
        return solver.solution(self._token, Board(self._given.drawn))

    def _set_wanted(self, wanted: Backbone | None) -> None:
        """Look for proposals that lose few of the bridges that are wanted."""
        disturbance = Disturbance(self._puzzle, wanted) if wanted is not None else None
        self._goal = UniqueGoal(self._given.restrictions, disturbance, self._token)
        self._search = LocalSearch(
            self._goal, self._given.restrictions, disturbance, self._given.rng
        )

    def _from_several(self, solution: bytes) -> Iterator[Proposal]:
        showing = self._showing(solution)
        yield from islice(showing, 2)
        standing = self._goal.standing(self._puzzle)
        assert standing is not None
        if self._given.drawn is None:
            self._set_wanted(standing.bounds)
        if standing.distance <= _MAX_EDGES:
            start = replace(standing, solution=solution)
            yield from self._search.proposals(Candidate.of(self._puzzle), start)
        yield from showing

    def _from_none(self) -> Iterator[Proposal]:
        for candidates in (self._given.simple(), self._given.combined()):
            starts: list[tuple[Candidate, Standing]] = []
            for candidate in candidates:
                standing = self._goal.standing(candidate.puzzle)
                if standing is not None and standing.distance:
                    starts.append((candidate, standing))
                elif standing is not None and (proposal := self._search.pruned(candidate)):
                    yield proposal
            if starts:
                starts.sort(key=_expected_cost)
                yield from self._search.descents(starts[:_MAX_STARTS])

    def _showing(self, solution: bytes) -> Iterator[Proposal]:
        """Numbers instead of as few "?" as possible, so that a solution is the only one."""
        start = Candidate.of(self._puzzle)
        unknown = [island.id for island in self._puzzle.islands if island.clue is None]
        groups = self._given.restrictions.groups(self._puzzle, unknown)
        decided = self._decided(solution, groups) if groups else None
        if decided is None:
            return
        full, solution = decided

        def showing(numbers: Iterable[int]) -> Proposal:
            islands = [island for number in numbers for island in groups[number]]
            candidate = start.after(SearchStep(clues={i: full.islands[i].clue for i in islands}))
            assert candidate is not None
            return self._search.proposal(candidate, solution)

        yield showing(range(len(groups)))
        with closing(ClueSets(full, groups, solution)) as sets:
            for found in sets.fewer(sets.irreducible(self._token), self._token):
                yield showing(found.subset)

    def _decided(
        self, solution: bytes, groups: list[tuple[int, ...]]
    ) -> tuple[Puzzle, bytes] | None:
        """The puzzle with numbers for all islands of the groups, and its only solution, which is
        similar to ``solution``; None if none is found.
        """
        shown = {island for group in groups for island in group}
        fixed = frozenset(range(len(self._puzzle.islands))) - shown
        unknown = frozenset(i for i in fixed if self._puzzle.islands[i].clue is None)
        found = repaired(
            self._puzzle,
            solution,
            unknown,
            exact_oracle(self._token),
            self._given.rng,
            kept=Kept(islands=fixed - unknown),
        )
        if found is None or any(found[0].islands[island].clue for island in unknown):
            return None
        return found


def _bounds_of(puzzle: Puzzle, drawn: bytes) -> Backbone:
    """What a drawing wants: itself if it connects all islands, otherwise at least its bridges."""
    if len(components(puzzle, drawn)) == 1:
        return Backbone(drawn, drawn)
    return Backbone(drawn, bytes(count or puzzle.rules.max_bridges for count in drawn))


def _expected_cost(start: tuple[Candidate, Standing]) -> float:
    candidate, standing = start
    return len(candidate.changes) + standing.distance / _EDGES_PER_CHANGE


def change_level(
    puzzle: Puzzle,
    level: Level,
    restrictions: Restrictions = UNRESTRICTED,
    demands: Demands = NO_DEMANDS,
    cancel: CancelToken | None = None,
) -> Iterator[tuple[Proposal, ...]]:
    """Find small changes after which a puzzle has exactly one solution and another level.

    Each result replaces the one before: the best proposals so far, at most MAX_PROPOSALS, the best
    first. All of them are graded exactly at ``level``, and meet the ``demands``. There is no result
    if the puzzle has that level already, or no proposal is found. Raises ValueError if the puzzle
    does not have exactly one solution, and Cancelled.
    """
    token = cancel or CancelToken()
    solution = only_solution(puzzle, token)
    if solution is None:
        raise ValueError("Only a puzzle with exactly one solution can become easier or harder.")
    before = grade(puzzle, token).level
    if before is level:
        return
    harder = level.rank > before.rank
    goal = LevelGoal(level, restrictions, token, harder=harder, demands=demands)
    found = degrees(puzzle, solution)
    shown = SearchStep(clues={island: found[island] for island in goal.unwanted(puzzle)})
    start = Candidate.of(puzzle).after(shown)
    assert start is not None
    standing = goal.standing(start.puzzle)
    assert standing is not None
    search = LocalSearch(
        goal, restrictions, Disturbance(puzzle, Backbone(solution, solution)), Rng(0)
    )
    shortlist = Shortlist()
    for proposal in search.proposals(start, standing):
        if shortlist.add(proposal):
            yield shortlist.best
