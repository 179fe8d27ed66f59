"""The goals of a search for changes: exactly one solution, or another level."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.editing.proposal import Restrictions, SearchStep
from hashi_gui.editing.search import Disturbance, Standing
from hashi_gui.editing.steps import SearchSteps
from hashi_gui.generating.repair import possible_changes, undecided_islands
from hashi_gui.logic.levels import Level
from hashi_gui.logic.rating.grading import Reasoning, reason_within
from hashi_gui.logic.teaching.walkthrough import count_steps
from hashi_gui.solving import Backbone, CancelToken, Solver, Verdict, VerdictKind


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
