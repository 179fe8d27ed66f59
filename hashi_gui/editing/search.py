"""Looking for few changes of a puzzle that reach a goal: one solution, or another level."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, zip_longest
from typing import Protocol

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Cell, Puzzle
from hashi_gui.editing.proposal import (
    Candidate,
    ChangeKind,
    IslandChange,
    Proposal,
    Restrictions,
    SearchStep,
    SearchSteps,
)
from hashi_gui.generating.repair import possible_changes, undecided_islands
from hashi_gui.generating.rng import Rng
from hashi_gui.logic.levels import Level
from hashi_gui.logic.rating.grading import Reasoning, reason_within
from hashi_gui.logic.teaching.walkthrough import count_steps
from hashi_gui.solving import Backbone, CancelToken, Solver, Verdict, VerdictKind

Lines = dict[tuple[Cell, bool], int]
"""The number of bridges from a cell to the next one in its row (True) or in its column (False)."""


class Disturbance:
    """Compares solutions with bounds of the bridges that are wanted on each edge of a puzzle.

    The puzzles of these solutions may have islands on other cells, so bridges are compared from
    cell to cell.
    """

    def __init__(self, puzzle: Puzzle, wanted: Backbone) -> None:
        self._low = _lines(puzzle, wanted.low)
        self._high = _lines(puzzle, wanted.high)

    def of(self, puzzle: Puzzle, solution: bytes) -> int:
        """The number of steps from a cell to the next one with fewer or more bridges than wanted,
        each counted once for each bridge.
        """
        lines = _lines(puzzle, solution)
        return sum(
            max(0, self._low.get(place, 0) - count, count - self._high.get(place, 0))
            for place in self._low.keys() | lines.keys()
            for count in [lines.get(place, 0)]
        )


def _lines(puzzle: Puzzle, counts: Sequence[int]) -> Lines:
    lines: Lines = {}
    for edge, count in zip(puzzle.edges, counts):
        if count:
            start = puzzle.islands[edge.a].cell
            for cell in [start, *puzzle.water(edge.id)]:
                lines[cell, edge.horizontal] = count
    return lines


_MAX_STEPS = 60
"""The most steps of a descent."""

_MAX_TRIES = 60
"""The most steps tried before a descent gives up."""

_MAX_DETOURS = 4
"""The most steps of a descent that do not lead nearer to the goal."""

_MAX_SINGLE_TRIES = 1000
"""The most steps tried to reach the goal with a single one."""

_MAX_SINGLES = 30
"""The most proposals with a single step."""

_MAX_DESCENTS = 24
"""The most descents."""

_PATIENCE = 8
"""After so many descents in a row that found nothing better, there are no more."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a puzzle with a solution is from a goal; ``distance`` is 0 if the goal is reached.

    ``bounds`` are those of the edges that stand between the puzzle and the goal.
    """

    distance: float
    solution: bytes
    bounds: Backbone


class Goal(Protocol):
    """What a puzzle is to become. The methods raise Cancelled."""

    @property
    def level(self) -> Level | None:
        """The level that all puzzles have that reach the goal, if it is known."""
        ...

    def solution(self, puzzle: Puzzle) -> bytes | None:
        """The only solution of a puzzle that has reached the goal; None for all others."""
        ...

    def standing(self, puzzle: Puzzle) -> Standing | None:
        """How far a puzzle is from the goal; None if it has no solution."""
        ...

    def steps(self, puzzle: Puzzle, standing: Standing) -> Sequence[Iterable[SearchStep]]:
        """Steps that may lead nearer to the goal, by their kinds."""
        ...


class LocalSearch:
    """Proposals for a goal. Every method raises Cancelled."""

    def __init__(
        self, goal: Goal, restrictions: Restrictions, disturbance: Disturbance | None, rng: Rng
    ) -> None:
        self._goal = goal
        self._restrictions = restrictions
        self._disturbance = disturbance
        self._rng = rng

    def proposals(self, start: Candidate, standing: Standing) -> Iterator[Proposal]:
        """Proposals from a start with a solution: a quick one, those with one step, and others."""
        if (proposal := self._descend(start, standing)) is not None:
            yield proposal
        yield from self._after_one(start, standing)
        yield from self.descents([(start, standing)])

    def descents(self, starts: Sequence[tuple[Candidate, Standing]]) -> Iterator[Proposal]:
        """Proposals found by descents from each start in turn, as long as they get better."""
        cheapest, fruitless = math.inf, 0
        for number in range(_MAX_DESCENTS):
            proposal = self._descend(*starts[number % len(starts)])
            fruitless += 1
            if proposal is not None:
                yield proposal
                if proposal.cost < cheapest:
                    cheapest, fruitless = proposal.cost, 0
            if fruitless >= _PATIENCE:
                return

    def _after_one(self, candidate: Candidate, standing: Standing) -> Iterator[Proposal]:
        """Proposals that reach the goal with a single step; all kinds of steps take turns."""
        found = 0
        for step in islice(self._steps(candidate, standing), _MAX_SINGLE_TRIES):
            after = candidate.after(step)
            solution = self._goal.solution(after.puzzle) if after else None
            if after and solution is not None:
                yield self.proposal(after, solution)
                found += 1
            if found == _MAX_SINGLES:
                return

    def _descend(self, candidate: Candidate, standing: Standing) -> Proposal | None:
        """A proposal found by random steps, most of them nearer to the goal; None if it fails.

        All changes that were not needed are taken back.
        """
        detours = 0
        for _ in range(_MAX_STEPS):
            if not standing.distance:
                return self.pruned(candidate)
            following = self._next(candidate, standing)
            if following is None:
                return None
            detours += following[1].distance >= standing.distance
            if detours > _MAX_DETOURS:
                return None
            candidate, standing = following
        return None

    def pruned(self, candidate: Candidate) -> Proposal | None:
        """The proposal of a candidate that has reached the goal, without what is not needed."""
        solution = self._goal.solution(candidate.puzzle)
        if solution is None:
            return None
        while (shorter := self._shorter(candidate)) is not None:
            candidate, solution = shorter
        return self.proposal(candidate, solution)

    def proposal(self, candidate: Candidate, solution: bytes) -> Proposal:
        disturbed = self._disturbance.of(candidate.puzzle, solution) if self._disturbance else 0
        return Proposal(candidate.puzzle, solution, candidate.changes, disturbed, self._goal.level)

    def _next(self, candidate: Candidate, standing: Standing) -> tuple[Candidate, Standing] | None:
        """A random step nearer to the goal; if there is none, the nearest of those tried."""
        nearest: tuple[Candidate, Standing] | None = None
        for step in islice(self._steps(candidate, standing), _MAX_TRIES):
            after = candidate.after(step)
            reached = self._goal.standing(after.puzzle) if after else None
            if after and reached and (nearest is None or reached.distance < nearest[1].distance):
                nearest = after, reached
                if reached.distance < standing.distance:
                    break
        return nearest

    def _steps(self, candidate: Candidate, standing: Standing) -> Iterator[SearchStep]:
        """Random steps, one of each kind in turn."""
        kinds = self._goal.steps(candidate.puzzle, standing)
        mixed = [self._rng.shuffled(list(steps)) for steps in kinds]
        for steps in zip_longest(*mixed):
            yield from (step for step in steps if step is not None)

    def _shorter(self, candidate: Candidate) -> tuple[Candidate, bytes] | None:
        """The candidate without the changes of an island, or of two neighbours, if that will do."""
        changes = candidate.changes
        units = list(dict.fromkeys(self._unit(candidate.puzzle, each, changes) for each in changes))
        pairs = (
            one | two
            for number, one in enumerate(units)
            for two in units[:number]
            if any(_are_neighbours(candidate.puzzle, a, b) for a in one for b in two)
        )
        for unit in chain(self._rng.shuffled(units), pairs):
            before = candidate.without(unit)
            solution = self._goal.solution(before.puzzle) if before else None
            if before and solution is not None:
                return before, solution
        return None

    def _unit(
        self, puzzle: Puzzle, change: IslandChange, changes: Sequence[IslandChange]
    ) -> frozenset[IslandChange]:
        """The changes at the images of the cell of one of them."""
        images = {cell for (cell,) in self._restrictions.images(puzzle, change.cell)}
        return frozenset(each for each in changes if each.cell in images)


def _are_neighbours(puzzle: Puzzle, one: IslandChange, two: IslandChange) -> bool:
    """Whether two changed islands are neighbours; one that was removed may have been any's."""
    if one.after is None or two.after is None:
        return True
    return puzzle.edge_between(one.after.id, two.after.id) is not None


MAX_PROPOSALS = 5

_MAX_ALIKE = 2
"""How many proposals with the same kinds of changes come before any others."""

_MAX_FACTOR = 3
"""How many times as many islands as the best proposal others may change."""


class Shortlist:
    """The best of all proposals that were added, the best first, and different in kind if possible.

    The cheapest of those that disturb the fewest bridges is always among them.

    A proposal is better if it changes fewer islands; then, if it disturbs fewer bridges; then, if
    it changes the islands less.
    """

    def __init__(self) -> None:
        self._proposals: dict[Puzzle, Proposal] = {}
        self.best: tuple[Proposal, ...] = ()

    def add(self, proposal: Proposal) -> bool:
        """Add a proposal; returns whether it is one of the best."""
        before = self.best
        self._proposals[proposal.puzzle] = proposal
        ranked = sorted(self._proposals.values(), key=_rank)
        affordable = [each for each in ranked if each.cost <= _MAX_FACTOR * ranked[0].cost]
        alike: Counter[frozenset[ChangeKind]] = Counter()
        first: list[Proposal] = []
        others: list[Proposal] = []
        for each in affordable:
            alike[each.kinds] += 1
            (first if alike[each.kinds] <= _MAX_ALIKE else others).append(each)
        chosen = [*first, *others][:MAX_PROPOSALS]
        gentlest = min(ranked, key=lambda each: (each.disturbed, each.cost))
        if gentlest not in chosen:
            chosen[-1] = gentlest
        self.best = tuple(sorted(chosen, key=_rank))
        return self.best != before


def _rank(proposal: Proposal) -> tuple[int, int, int]:
    return proposal.cost, proposal.disturbed, sum(change.size for change in proposal.changes)


class UniqueGoal:
    """The goal of exactly one solution; the bounds are those over all solutions."""

    level = None

    def __init__(
        self, restrictions: Restrictions, disturbance: Disturbance | None, token: CancelToken
    ) -> None:
        self._restrictions = restrictions
        self._disturbance = disturbance
        self._token = token

    def solution(self, puzzle: Puzzle) -> bytes | None:
        return only_solution(puzzle, self._token)

    def standing(self, puzzle: Puzzle) -> Standing | None:
        with Solver(puzzle) as solver:
            verdict = solver.verdict(self._token)
            if verdict.solution is None:
                return None
            if verdict.second is None:
                return Standing(0, verdict.solution, Backbone(verdict.solution, verdict.solution))
            bounds = solver.backbone(Board.empty(puzzle), self._token)
        return Standing(undecided_count(bounds), self._less_disturbed(puzzle, verdict), bounds)

    def steps(self, puzzle: Puzzle, standing: Standing) -> Sequence[Iterable[SearchStep]]:
        islands = sorted(undecided_islands(puzzle, standing.bounds))
        removed = SearchSteps(puzzle, self._restrictions, standing.solution).removed(islands)
        return *_steps_near(puzzle, self._restrictions, standing), removed

    def _less_disturbed(self, puzzle: Puzzle, verdict: Verdict) -> bytes:
        solutions = [each for each in (verdict.solution, verdict.second) if each is not None]
        if self._disturbance is None:
            return solutions[0]
        disturbance = self._disturbance
        return min(solutions, key=lambda solution: disturbance.of(puzzle, solution))


@dataclass(frozen=True, slots=True)
class Demands:
    """What a puzzle must have beside its level.

    ``no_unknown``: only numbers, but for a "?" on a kept cell. ``hard_steps`` is the least number
    of steps of the level, or harder.
    """

    no_unknown: bool = False
    hard_steps: int = 1


NO_DEMANDS = Demands()


class LevelGoal:
    """The goal of exactly a level; the bounds are those that techniques up to that level find.

    A puzzle that is to become ``harder`` is nearer, the harder it is, but never harder than that.
    Any other is nearer, the fewer edges are undecided.
    """

    def __init__(
        self,
        level: Level,
        restrictions: Restrictions,
        token: CancelToken,
        *,
        harder: bool,
        demands: Demands = NO_DEMANDS,
    ) -> None:
        self.level = level
        self._demands = demands
        self._restrictions = restrictions
        self._token = token
        self._harder = harder

    def solution(self, puzzle: Puzzle) -> bytes | None:
        reasoning = reason_within(puzzle, self.level, self._token)
        if reasoning.solves and not self._missing(reasoning) and not self.unwanted(puzzle):
            return bytes(reasoning.position.low)
        return None

    def unwanted(self, puzzle: Puzzle) -> list[int]:
        """The islands with a "?" that must have a number."""
        if not self._demands.no_unknown:
            return []
        kept = self._restrictions.kept
        return [each.id for each in puzzle.islands if each.clue is None and each.cell not in kept]

    def standing(self, puzzle: Puzzle) -> Standing | None:
        reasoning = reason_within(puzzle, self.level, self._token)
        if reasoning.position.conflict is not None:
            return None
        bounds = Backbone(bytes(reasoning.position.low), bytes(reasoning.position.high))
        if reasoning.solves:
            return Standing(self._missing(reasoning), bounds.low, bounds)
        solution = None if self._harder else only_solution(puzzle, self._token)
        return Standing(undecided_count(bounds), solution, bounds) if solution else None

    def steps(self, puzzle: Puzzle, standing: Standing) -> Sequence[Iterable[SearchStep]]:
        if undecided_count(standing.bounds):
            return _steps_near(puzzle, self._restrictions, standing)
        hidden, *others = _steps_everywhere(puzzle, self._restrictions, standing.solution)
        return others if self._demands.no_unknown else [hidden, *others]

    def _missing(self, reasoning: Reasoning) -> float:
        """How many levels are missing; less, the more conclusions are of the hardest level.

        At the level itself, the share of the hard steps that are missing.
        """
        level, wanted = reasoning.level, self._demands.hard_steps
        if level is self.level and wanted > 1:
            puzzle = reasoning.position.puzzle
            found = count_steps(puzzle, reasoning.conclusions, level, self._token)
            return max(0.0, 1 - found / wanted)
        hardest = sum(each.technique.level is level for each in reasoning.conclusions)
        missing = self.level.rank - level.rank
        return missing - 1 + 1 / hardest if missing and hardest else missing


def only_solution(puzzle: Puzzle, token: CancelToken) -> bytes | None:
    """The solution of a puzzle with exactly one; None for all others. Raises Cancelled."""
    with Solver(puzzle) as solver:
        verdict = solver.verdict(token)
    return verdict.solution if verdict.kind is VerdictKind.UNIQUE else None


def only_solution_of(puzzle: Puzzle, token: CancelToken) -> bytes:
    """The only solution of a puzzle that must have one. Raises ValueError, and Cancelled."""
    solution = only_solution(puzzle, token)
    if solution is None:
        raise ValueError("The puzzle does not have exactly one solution.")
    return solution


def undecided_count(bounds: Backbone) -> int:
    """The number of edges whose bounds differ."""
    return sum(low != high for low, high in zip(bounds.low, bounds.high))


def _steps_near(
    puzzle: Puzzle, restrictions: Restrictions, standing: Standing
) -> Sequence[Iterable[SearchStep]]:
    """The steps, by kind, that may decide undecided edges: those at their ends and on them."""
    bounds = standing.bounds
    steps = SearchSteps(puzzle, restrictions, standing.solution)
    islands = sorted(undecided_islands(puzzle, bounds))
    edges = [e for e, (low, high) in enumerate(zip(bounds.low, bounds.high)) if low != high]
    return (
        steps.shown(islands),
        steps.added(edges),
        steps.bridges(possible_changes(puzzle, standing.solution, bounds)),
        steps.clues(islands),
        steps.moved(islands),
    )


def _steps_everywhere(
    puzzle: Puzzle, restrictions: Restrictions, solution: bytes
) -> Sequence[Iterable[SearchStep]]:
    """The steps, by kind, that may make a puzzle harder."""
    steps = SearchSteps(puzzle, restrictions, solution)
    islands = range(len(puzzle.islands))
    changes = [
        (edge, other)
        for edge, count in enumerate(solution)
        for other in (count - 1, count + 1)
        if 0 <= other <= puzzle.rules.max_bridges
    ]
    return steps.hidden(islands), steps.bridges(changes), steps.moved(islands)
