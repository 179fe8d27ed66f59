"""Techniques that assume something, follow it to a contradiction, and so rule it out.

The elimination search of Yen et al. ("Hashi Solver", section III.D): assumption, extending
ratiocination, mistake testing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from hashi_gui.core.i18n import N_, _, ngettext
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import sentences
from hashi_gui.logic.levels import Level
from hashi_gui.logic.reasoning.position import Checkpoint, Mark, Position
from hashi_gui.logic.reasoning.reasoner import Reasoner
from hashi_gui.logic.reasoning.techniques.blocking import cases_left_out
from hashi_gui.logic.reasoning.techniques.connectivity import cut_off_sentence, isolated_group
from hashi_gui.logic.reasoning.techniques.technique import Conclusion, PuzzleTechnique, Technique
from hashi_gui.logic.wording import mention, pair, shortage_sentence
from hashi_gui.solving import Backbone, CancelToken

MAX_NESTED_STEPS = 9
"""A refutation with further assumptions that has more steps is not summed up in a sentence."""


@dataclass(frozen=True, slots=True)
class Refutation:
    """The conclusions that follow from an assumption, and the contradiction they lead to.

    ``conflict`` has an island that would get too few or too many bridges, or the two ends of an
    edge whose bounds contradict each other, or the islands of a forbidden loop, or, if
    ``isolated``, a group without a way out.
    """

    chain: tuple[Conclusion, ...]
    conflict: tuple[int, ...]
    isolated: bool
    least: int = 0
    """How many more bridges the island needs; of two islands, how many the edge must have."""
    most: int = 0
    """How many more bridges it can get; of two islands, how many the edge can have."""

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
        """The number of steps, of those from nested assumptions to their contradictions, and of
        the cases that are steps of their own.
        """
        steps = self.steps()
        lasts = [step[-1].facts for step in steps]
        nested = [facts.step_count() + 2 for facts in lasts if isinstance(facts, Refutation)]
        return len(lasts) + sum(nested) + sum(map(len, map(cases_left_out, steps)))

    @property
    def is_long(self) -> bool:
        """Whether only its steps can explain it, not a sentence: further assumptions take many."""
        number = self.step_count()
        return number > len(self.steps()) and number > MAX_NESTED_STEPS

    def outcome_text(self, puzzle: Puzzle) -> str:
        """The contradiction, and how many steps lead to it."""
        number = self.step_count()
        steps = ngettext("{n} step shows it.", "{n} steps show it.", number).format(n=number)
        return sentences(self.conflict_text(puzzle), steps if number else "")

    def conflict_text(self, puzzle: Puzzle) -> str:
        """The contradiction, as a sentence that mentions islands."""
        if self.isolated:
            return cut_off_sentence(self.conflict)
        if len(self.conflict) > 2:
            return _("Then {group} forms a loop.").format(group=mention(self.conflict))
        if len(self.conflict) == 1:
            (island,) = self.conflict
            if self.least >= 0:
                return shortage_sentence(puzzle, island, self.least, self.most)
            return ngettext(
                "Then {island} has {n} bridge too many.",
                "Then {island} has {n} bridges too many.",
                -self.least,
            ).format(island=mention([island]), n=-self.least)
        return _("Then {pair} needs {least} or more, and can have {most} at most.").format(
            pair="–".join(map(mention, zip(self.conflict))), least=self.least, most=self.most
        )


@dataclass(frozen=True, slots=True)
class Consequences:
    """What follows from an assumption: (edge, least, most) for each edge that it changes.

    It is all that some techniques found in the state of the position at the mark, and led to no
    contradiction.
    """

    bounds: Sequence[tuple[int, int, int]]
    mark: Mark

    def extremes(self, position: Position) -> Iterator[tuple[bool, int, int]]:
        """The assumptions among them: edges with as many bridges as they can have, or no more."""
        for edge, least, most in self.bounds:
            if most == position.low[edge]:
                yield False, edge, most
            if least == position.high[edge]:
                yield True, edge, least

    def updated(
        self, position: Position, techniques: Sequence[Technique], cancel: CancelToken | None
    ) -> Outcome | None:
        """What follows now that more is known; None if the position has lost what was known.

        None as well if loops are forbidden: groups that were joined may close one anywhere. A
        refutation lacks the conclusions drawn before. Raises Cancelled.
        """
        changed = position.changed_since(self.mark)
        if changed is None or not position.puzzle.rules.loops:
            return None
        if not changed:
            return self
        own = {edge: bounds for edge, *bounds in self.bounds}
        news = [
            edge
            for edge in changed
            if edge not in own
            or position.low[edge] > own[edge][0]
            or position.high[edge] < own[edge][1]
        ]
        checkpoint, mark = position.checkpoint(), position.mark()
        for edge, least, most in self.bounds:
            position.raise_low(edge, least)
            position.lower_high(edge, most)
        reasoner = Reasoner(position, techniques, len(position.touched), cancel)
        # Only where both changes meet is there anything new.
        position.touched += _ends(position, news if len(news) < len(own) else own)
        return _outcome(reasoner, checkpoint, mark)


Outcome = Refutation | Consequences


class WhatIf(PuzzleTechnique):
    """Assume one value of one edge and apply other techniques: a contradiction rules it out.

    ``forced``, the bounds known to the exact solver, saves trying assumptions that no reasoning
    can refute.
    """

    name = N_("What if")
    level = Level.EXPERT

    def __init__(
        self,
        technique_sets: Sequence[Sequence[Technique]],
        forced: Backbone | None = None,
        cancel: CancelToken | None = None,
    ) -> None:
        """``technique_sets`` are the techniques to refute assumptions with, the fastest set first;
        a set is used only if the sets before it refute nothing.
        """
        self.technique_sets = technique_sets
        self._forced = forced
        self._cancel = cancel
        self._position: Position | None = None
        self._known: dict[tuple[int, bool, int, int], Consequences] = {}
        """Consequences in this position that include an assumption, for each set of techniques."""

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        passes = [self._refuted(position, number) for number in range(len(self.technique_sets))]
        if self._forced is not None:  # Then few are left that are not known to be possible.
            passes.append(self.find_all(position))
        yield from islice(chain.from_iterable(passes), 1)  # Easier techniques may go on from there.

    def looked_at(self, puzzle: Puzzle, conclusion: Conclusion) -> set[int]:
        refutation: Refutation = conclusion.facts
        steps = (step[-1] for step in refutation.steps())
        on_the_way = (part.technique.looked_at(puzzle, part) for part in steps)
        return {*conclusion.islands, *refutation.conflict}.union(*on_the_way)

    def find_all(self, position: Position) -> Iterator[Conclusion]:
        """Everything that follows from an assumption that can be refuted. Raises Cancelled.

        Each is followed from its beginning: one that contradicts the rules in a way that no
        technique finds may hide what it includes.
        """
        for assumption in self._assumptions(position):
            outcome = follow(position, assumption, self.technique_sets[-1], self._cancel)
            if isinstance(outcome, Refutation):
                yield opposite_of(assumption)._replace(facts=outcome)

    def _refuted(self, position: Position, number: int) -> Iterator[Conclusion]:
        """The opposite of each assumption that a set of techniques refutes.

        What follows from an assumption that leads to no contradiction leads to none either, so it
        is not followed; and it is remembered, to go on from there when more is known.
        """
        if position is not self._position:
            self._position = position
            self._known.clear()
        techniques = self.technique_sets[number]
        consistent = set[tuple[int, bool, int, int]]()
        for assumption in self._assumptions(position):
            key = number, assumption.is_minimum, assumption.edge, assumption.bound
            if key in consistent:
                continue
            known = self._known.pop(key, None)
            outcome: Outcome | None = known and known.updated(position, techniques, self._cancel)
            if not isinstance(outcome, Consequences):
                outcome = follow(position, assumption, techniques, self._cancel)
            if isinstance(outcome, Consequences):
                included = [(number, *each) for each in outcome.extremes(position)]
                consistent.update(included)
                self._known |= dict.fromkeys(included, outcome)
            else:
                yield opposite_of(assumption)._replace(facts=outcome)

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
        return sentences(
            assumption_text(puzzle, conclusion),
            refutation.outcome_text(puzzle),
            conclusion.says(puzzle),
        )


class NestedWhatIf(WhatIf):
    """The same with further assumptions on the way."""

    name = N_("What if, deeper")
    level = Level.EXTREME

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        refutation: Refutation = conclusion.facts
        if refutation.is_long:
            return sentences(_("Trying both ways shows it."), conclusion.says(puzzle))
        return super().reason(puzzle, conclusion)


def opposite_of(conclusion: Conclusion) -> Conclusion:
    """What was assumed before a conclusion was drawn; or what the refutation of it proves."""
    bound = conclusion.bound + (-1 if conclusion.is_minimum else 1)
    return conclusion._replace(is_minimum=not conclusion.is_minimum, bound=bound)


def assumption_text(puzzle: Puzzle, conclusion: Conclusion) -> str:
    """The sentence that assumes the opposite of a conclusion."""
    bound = conclusion.bound
    if conclusion.is_minimum:
        number = bound - 1
        text = (
            ngettext(
                "Suppose {pair} had no more than {n} bridge.",
                "Suppose {pair} had no more than {n} bridges.",
                number,
            )
            if number
            else _("Suppose {pair} had no bridge.")
        )
    else:
        number = bound + 1
        clues = [end.clue for end in puzzle.ends(conclusion.edge) if end.clue is not None]
        is_most = number in (1, min([puzzle.rules.max_bridges, *clues]))
        text = (
            ngettext("Suppose {pair} had {n} bridge.", "Suppose {pair} had {n} bridges.", number)
            if is_most
            else ngettext(
                "Suppose {pair} had at least {n} bridge.",
                "Suppose {pair} had at least {n} bridges.",
                number,
            )
        )
    return text.format(pair=pair(puzzle, conclusion.edge), n=number)


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
    outcome = follow(position, assumption, techniques, cancel, open_islands)
    return outcome if isinstance(outcome, Refutation) else None


def follow(
    position: Position,
    assumption: Conclusion,
    techniques: Sequence[Technique],
    cancel: CancelToken | None = None,
    open_islands: Iterable[int] = (),
) -> Outcome:
    """What follows from an assumption, see :func:`refute`."""
    checkpoint, mark = position.checkpoint(), position.mark()
    reasoner = Reasoner(position, techniques, len(position.touched), cancel)
    position.touched += open_islands
    assumption.apply(position)
    return _outcome(reasoner, checkpoint, mark)


def _outcome(reasoner: Reasoner, checkpoint: Checkpoint, mark: Mark) -> Outcome:
    """What follows from the changes since the mark; the position is rolled back to there."""
    position = reasoner.position
    conclusions = tuple(reasoner.run())
    conflict, isolated = position.conflict, False
    changed = position.changed_since(mark) or ()
    if conflict is None:
        conflict, isolated = isolated_group(position, _ends(position, changed)), True
    bounds = [(edge, position.low[edge], position.high[edge]) for edge in changed]
    least, most = _numbers(position, conflict) if conflict else (0, 0)
    position.rollback(checkpoint)
    if conflict is None:
        return Consequences(bounds, mark)
    return Refutation(conclusions, conflict, isolated, least, most)


def _numbers(position: Position, conflict: tuple[int, ...]) -> tuple[int, int]:
    """What an island needs and, by all that is obvious, can get; or the bounds of an edge."""
    if len(conflict) == 1:
        (island,) = conflict
        need = min(position.min_need[island], position.max_need[island])
        puzzle = position.puzzle
        rooms = (
            min(position.capacity(edge.id), position.max_need[there.id])
            for edge, there in puzzle.neighbours(island)
            if not any(position.low[across] for across in puzzle.crossings[edge.id])
        )
        return need, sum(room for room in rooms if room > 0)
    for edge in position.puzzle.incident[conflict[0]]:
        if position.ends[edge] == conflict:
            return position.low[edge], position.high[edge]
    return 0, 0


def _ends(position: Position, edges: Iterable[int]) -> dict[int, None]:
    """The islands at the ends of edges."""
    return dict.fromkeys(island for edge in edges for island in position.ends[edge])


def _shares_reason(one: Conclusion, two: Conclusion) -> bool:
    return (one.technique, one.islands, one.facts) == (two.technique, two.islands, two.facts)
