"""Techniques that assume something, follow it to a contradiction, and so rule it out.

The elimination search of Yen et al. ("Hashi Solver", section III.D): assumption, extending
ratiocination, mistake testing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from hashi_gui.core.i18n import _
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.levels import Level
from hashi_gui.logic.position import Position
from hashi_gui.logic.reasoner import Reasoner
from hashi_gui.logic.techniques.connectivity import isolated_group
from hashi_gui.logic.techniques.technique import Conclusion, PuzzleTechnique, Technique
from hashi_gui.logic.wording import bridges_text, edge_name, group_name, island_name, outcome_text
from hashi_gui.solving import CancelToken, SolutionBounds


@dataclass(frozen=True, slots=True)
class Refutation:
    """The conclusions that follow from an assumption, and the contradiction they lead to.

    ``conflict`` holds an island that would get too few or too many bridges, or the two ends of an
    edge whose bounds contradict each other, or the islands of a forbidden loop, or, if
    ``isolated``, a group without a way out.
    """

    chain: tuple[Conclusion, ...]
    conflict: tuple[int, ...]
    isolated: bool

    def steps(self) -> list[list[Conclusion]]:
        """The chain, cut after each conclusion with a reason that the next one does not share.

        Obvious conclusions need no reason: they belong to the step after them, and those at the end
        of the chain to no step.
        """
        steps: list[list[Conclusion]] = []
        waiting: list[Conclusion] = []
        for part in self.chain:
            waiting.append(part)
            if part.technique.obvious:
                continue
            if steps and waiting == [part] and _shares_reason(part, steps[-1][-1]):
                steps[-1].append(part)
            else:
                steps.append(waiting)
            waiting = []
        return steps

    def step_count(self) -> int:
        """The number of steps, and of those from nested assumptions to their contradictions."""
        lasts = [step[-1].facts for step in self.steps()]
        nested = [facts.step_count() + 2 for facts in lasts if isinstance(facts, Refutation)]
        return len(lasts) + sum(nested)

    def conflict_text(self, puzzle: Puzzle) -> str:
        """The contradiction, as a clause that mentions islands."""
        if self.isolated:
            return f"{group_name(puzzle, self.conflict)} would be cut off"
        if len(self.conflict) == 1:
            island = island_name(puzzle, self.conflict[0])
            return f"the {island} could not get the right number of bridges"
        if len(self.conflict) > 2:
            return _("{group} would form a loop").format(group=group_name(puzzle, self.conflict))
        one, two = (island_name(puzzle, island) for island in self.conflict)
        return f"the {one} and the {two} would need more bridges between them than are possible"


class WhatIf(PuzzleTechnique):
    """Assume one value of one edge and apply other techniques: a contradiction rules it out.

    ``forced``, the bounds known to the exact solver, saves trying assumptions that no reasoning
    can refute.
    """

    name = "What if"
    level = Level.EXPERT

    def __init__(
        self,
        technique_sets: Sequence[Sequence[Technique]],
        forced: SolutionBounds | None = None,
        cancel: CancelToken | None = None,
    ) -> None:
        """``technique_sets`` are the techniques to refute assumptions with, the fastest set first;
        a set is used only if the sets before it refute nothing.
        """
        self.technique_sets = technique_sets
        self._forced = forced
        self._cancel = cancel

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        for techniques in self.technique_sets:
            for conclusion in self._refuted(position, techniques):
                yield conclusion
                return  # Easier techniques may go on from there.

    def looked_at(self, puzzle: Puzzle, conclusion: Conclusion) -> set[int]:
        refutation: Refutation = conclusion.facts
        steps = (step[-1] for step in refutation.steps())
        on_the_way = (part.technique.looked_at(puzzle, part) for part in steps)
        return {*conclusion.islands, *refutation.conflict}.union(*on_the_way)

    def find_all(self, position: Position) -> Iterator[Conclusion]:
        """Everything that follows from an assumption that can be refuted. Raises Cancelled."""
        yield from self._refuted(position, self.technique_sets[-1])

    def _refuted(self, position: Position, techniques: Sequence[Technique]) -> Iterator[Conclusion]:
        """The opposite of each assumption that some techniques refute."""
        for assumption in self._assumptions(position):
            refutation = refute(position, assumption, techniques, self._cancel)
            if refutation is not None:
                edge, bound = assumption.edge, assumption.bound
                opposite = bound - 1 if assumption.is_minimum else bound + 1
                ends = position.ends[edge]
                yield Conclusion(self, edge, not assumption.is_minimum, opposite, ends, refutation)

    def _assumptions(self, position: Position) -> Iterator[Conclusion]:
        """First, for each edge, that it gets no more bridges, since refuting that gives a bridge;
        then, for each edge, that it gets as many as it can.
        """
        forced = self._forced
        for is_minimum in (False, True):
            for edge, (low, high) in enumerate(zip(position.low, position.high)):
                refutable = forced is None or (
                    forced.high[edge] < high if is_minimum else forced.low[edge] > low
                )
                if low < high and refutable:
                    bound = high if is_minimum else low
                    yield Conclusion(self, edge, is_minimum, bound, position.ends[edge])

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        refutation: Refutation = conclusion.facts
        outcome = outcome_text(conclusion.bound, "there", is_minimum=conclusion.is_minimum)
        return (
            f"{assumption_text(puzzle, conclusion)}: {_steps_later(refutation)}, "
            f"{refutation.conflict_text(puzzle)}. So {outcome}."
        )


class NestedWhatIf(WhatIf):
    """The same with further assumptions on the way."""

    name = "What if, deeper"
    level = Level.EXTREME


def assumption_of(conclusion: Conclusion) -> Conclusion:
    """What was assumed before a conclusion was drawn, which is the opposite of it."""
    bound = conclusion.bound + (-1 if conclusion.is_minimum else 1)
    return conclusion._replace(is_minimum=not conclusion.is_minimum, bound=bound)


def assumption_text(puzzle: Puzzle, conclusion: Conclusion) -> str:
    """What was assumed before a conclusion was drawn, which is the opposite of it."""
    bound = conclusion.bound
    if conclusion.is_minimum:
        assumed = f"no more than {bridges_text(bound - 1)}" if bound > 1 else "no bridge"
    elif bound == 0:
        assumed = "a bridge"
    else:
        clues = [end.clue for end in puzzle.ends(conclusion.edge) if end.clue is not None]
        is_most = bound + 1 == min([puzzle.rules.max_bridges, *clues])
        assumed = bridges_text(bound + 1) if is_most else f"at least {bridges_text(bound + 1)}"
    return f"Suppose there were {assumed} {edge_name(puzzle, conclusion.edge)}"


def refute(
    position: Position,
    assumption: Conclusion,
    techniques: Sequence[Technique],
    cancel: CancelToken | None = None,
    open_islands: Iterable[int] = (),
) -> Refutation | None:
    """The refutation of an assumption; None if the techniques find no contradiction.

    ``open_islands`` are those at which they may conclude something without it. The position is left
    unchanged. Raises Cancelled, after which the position is invalid.
    """
    checkpoint = position.checkpoint()
    reasoner = Reasoner(position, techniques, len(position.touched), cancel)
    position.touched += open_islands
    assumption.apply(position)
    chain = tuple(reasoner.run())
    conflict, isolated = position.conflict, False
    if conflict is None:
        conflict, isolated = isolated_group(position), True
    position.rollback(checkpoint)
    return None if conflict is None else Refutation(chain, conflict, isolated)


def _shares_reason(one: Conclusion, two: Conclusion) -> bool:
    return (one.technique, one.islands, one.facts) == (two.technique, two.islands, two.facts)


def _steps_later(refutation: Refutation) -> str:
    steps = refutation.step_count()
    return f"{steps} steps later" if steps > 1 else "one step later" if steps else "right away"
