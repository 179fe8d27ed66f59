"""Proposals of few changes that leave exactly one solution, or make a puzzle easier or harder."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import islice, zip_longest

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import components, degrees, is_solution
from hashi_gui.editing.proposal import (
    UNRESTRICTED,
    Candidate,
    Clue,
    Proposal,
    Restrictions,
    SearchStep,
    SearchSteps,
)
from hashi_gui.editing.search import (
    NO_DEMANDS,
    Demands,
    Disturbance,
    LevelGoal,
    LocalSearch,
    Shortlist,
    Standing,
    UniqueGoal,
    only_solution_of,
)
from hashi_gui.generating.repair import Kept, exact_oracle
from hashi_gui.generating.repair import make_unique as repaired
from hashi_gui.generating.rng import Rng
from hashi_gui.logic.levels import Level
from hashi_gui.logic.rating.grading import grade
from hashi_gui.solving import Backbone, CancelToken, Solver
from hashi_gui.solving.clue_sets import ClueSets, find_clue_conflicts

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
    solution = only_solution_of(puzzle, token)
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


_CORRECTIONS = 12
"""How many ways to correct contradicting clues are tried."""

_MAX_REMOVED = 60
"""How many islands are removed, each alone, to see whether the others have a solution."""

_MAX_COMBINED = 60
"""With how many changes of islands the corrections of clues are combined."""


@dataclass(frozen=True, slots=True)
class Corrections:
    """Candidates of a puzzle without a solution. Not all of them have one.

    ``drawn`` is the number of bridges on each edge that the setter wants to have, if known.
    """

    puzzle: Puzzle
    drawn: bytes | None
    restrictions: Restrictions
    rng: Rng
    token: CancelToken

    def simple(self) -> Iterator[Candidate]:
        """Candidates with other clues, and candidates with one change where clues contradict."""
        start = Candidate.of(self.puzzle)
        if self.drawn is not None:
            yield from self._with_clues_of(start, self.drawn)
        islands = self._conflict() or range(len(self.puzzle.islands))
        in_turns = zip_longest(
            self._corrected(start, _CORRECTIONS),
            _after(start, self._steps().clues(islands)),
            self._changed(islands),
            islice(_after(start, self._steps().removed(self._around(islands))), _MAX_REMOVED),
        )
        for candidates in in_turns:
            yield from (candidate for candidate in candidates if candidate is not None)

    def combined(self) -> Iterator[Candidate]:
        """Candidates with a change of an island and other clues, if they cannot be connected."""
        if not self._conflict():
            islands = range(len(self.puzzle.islands))
            for changed in islice(self._changed(islands), _MAX_COMBINED):
                yield from self._corrected(changed, 1)

    def _steps(self) -> SearchSteps:
        return SearchSteps(self.puzzle, self.restrictions, bytes(len(self.puzzle.edges)))

    def _changed(self, islands: Collection[int]) -> Iterator[Candidate]:
        """Candidates in which one of some islands is moved, or sees a new one."""
        start = Candidate.of(self.puzzle)
        for candidate in _after(start, self._steps().placed(islands)):
            yield from self._with_numbers(candidate)
        yield from _after(start, self._steps().moved(islands))

    def _around(self, islands: Collection[int]) -> Iterator[int]:
        """Some islands, then their neighbours, the neighbours of these, and so on."""
        found = dict.fromkeys(islands)
        following = list(found)
        for island in following:
            yield island
            beside = (there.id for _, there in self.puzzle.neighbours(island))
            new = [there for there in beside if there not in found]
            found.update(dict.fromkeys(new))
            following += new

    def _with_numbers(self, candidate: Candidate) -> Iterator[Candidate]:
        """The candidate with numbers on the islands that were added with a "?"."""
        with Solver(candidate.puzzle) as solver:
            solution = solver.solution(self.token)
        if solution is None:
            yield candidate
        else:
            yield from self._with_clues_of(candidate, solution)

    def _corrected(self, candidate: Candidate, ways: int) -> Iterator[Candidate]:
        """Candidates with the clues of solutions that fit as many other clues as possible."""
        puzzle = candidate.puzzle
        numbers = [island.id for island in puzzle.islands if island.clue]
        groups = self.restrictions.groups(puzzle, numbers)
        with closing(ClueSets(puzzle, groups)) as sets:
            for number in range(ways):
                some = self.rng.shuffled(range(len(groups)))[: number * len(groups) // (2 * ways)]
                found = sets.fitting(frozenset(some), self.token)
                if found is not None:
                    yield from self._with_clues_of(candidate, found[1])

    def _with_clues_of(self, candidate: Candidate, solution: bytes) -> Iterator[Candidate]:
        """The candidate with the clues of a solution, also on added islands, if that is allowed."""
        puzzle = candidate.puzzle
        found = degrees(puzzle, solution)
        clues = {i.id: found[i.id] for i in puzzle.islands if i.clue not in (None, found[i.id])}
        if self._is_allowed(puzzle, clues):
            added = [island for island, origin in enumerate(candidate.origins) if origin is None]
            clues |= {island: found[island] for island in added}
            yield from _after(candidate, [SearchStep(clues=clues)])

    def _is_allowed(self, puzzle: Puzzle, clues: Mapping[int, Clue]) -> bool:
        """Whether no kept clue is changed, and equal clues at images stay equal."""
        for island, clue in clues.items():
            here = puzzle.islands[island]
            there = self.restrictions.islands_at_images(puzzle, here.cell)
            alike = [each for each in there if each.clue == here.clue]
            if any(clues.get(each.id) != clue for each in alike):
                return False
            if not self.restrictions.kept.isdisjoint(each.cell for each in alike):
                return False
        return True

    def _conflict(self) -> Collection[int]:
        """Islands whose clues contradict each other, each of them needed for that.

        There are none if the islands cannot be connected, whatever their clues are.
        """
        *_, conflict = islice(find_clue_conflicts(self.puzzle, self.token), 2)
        return sorted(conflict.islands)


def _after(
    candidate: Candidate, steps: Iterator[SearchStep] | list[SearchStep]
) -> Iterator[Candidate]:
    """The candidate after each step that is possible."""
    return (after for step in steps if (after := candidate.after(step)) is not None)
