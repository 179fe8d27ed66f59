"""The way from an assumption to a contradiction, as easy as possible and step by step.

For that, techniques that draw only what some sentences of the teacher say.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial, reduce
from heapq import heappop, heappush
from itertools import chain, groupby
from math import inf
from operator import itemgetter
from time import thread_time
from types import MappingProxyType
from typing import NamedTuple

from hashi_gui.core.board import MARK
from hashi_gui.core.highlight import Role
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.reasoner import Reasoner
from hashi_gui.logic.reasoning.techniques.assumptions import (
    NestedWhatIf,
    Refutation,
    WhatIf,
    assumption_text,
    opposite_of,
    refute,
)
from hashi_gui.logic.reasoning.techniques.blocking import case_text, cases_left_out
from hashi_gui.logic.reasoning.techniques.catalogue import (
    DIRECT_TECHNIQUES,
    FAST_TECHNIQUES,
    OBVIOUS_TECHNIQUES,
    all_techniques,
    draw_obvious,
)
from hashi_gui.logic.reasoning.techniques.connectivity import isolated_group
from hashi_gui.logic.reasoning.techniques.technique import (
    Conclusion,
    PuzzleTechnique,
    Technique,
    all_cases,
    joint_reason,
)
from hashi_gui.logic.teaching.cost import SENTENCE, cost_of, cost_of_step
from hashi_gui.logic.teaching.explanation import Explanation, lit, lit_by, lit_by_texts
from hashi_gui.solving import CancelToken
from hashi_gui.solving.clue_sets import HittingSets


class Sentence(NamedTuple):
    """The islands that a sentence is about, and what it costs to follow it."""

    islands: tuple[int, ...]
    cost: int


Bound = tuple[int, bool, int]
"""What a conclusion says: edge, whether at least or at most, and the number of bridges."""

Allows = Callable[[list[Conclusion], Sentence, Position, int], bool]
"""Whether conclusions of one sentence are drawn at a position; obvious techniques have looked at so
many of its touched islands.
"""


class SentenceFilter(Technique):
    """A technique of which only some sentences are drawn."""

    def __init__(self, technique: Technique, allows: Allows) -> None:
        self._technique = technique
        self._allows = allows
        self.at_open_islands = technique.at_open_islands

    def affected(self, position: Position, touched: Iterable[int]) -> Iterable[int]:
        return self._technique.affected(position, touched)

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        touched = len(position.touched)
        found = [each for each in self._technique.find(position, subject) if each.is_new(position)]
        for sentence, parts in groupby(found, partial(sentence_of, position)):
            conclusions = list(parts)
            if self._allows(conclusions, sentence, position, touched):
                yield from conclusions

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        return self._technique.reason(puzzle, conclusion)


class _Restricted(SentenceFilter):
    """Only the given sentences, perhaps only some bounds that they give."""

    def __init__(
        self,
        technique: Technique,
        sentences: Collection[Sentence],
        bounds: Collection[Bound] | None,
    ) -> None:
        super().__init__(technique, self._is_given)
        self._most: dict[tuple[int, ...], int] = {}
        for islands, cost in sentences:
            self._most[islands] = max(cost, self._most.get(islands, 0))
        self._bounds = bounds
        self._islands = [island for sentence in sentences for island in sentence.islands]

    def affected(self, position: Position, touched: Iterable[int]) -> Iterable[int]:
        return self._technique.subjects(position, self._islands)

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        for conclusion in super().find(position, subject):
            if conclusion.technique.says_all(conclusion) or self._has_bound(conclusion):
                yield conclusion

    def _is_given(
        self, conclusions: list[Conclusion], sentence: Sentence, *_others: object
    ) -> bool:
        at_most = self._most.get(sentence.islands, -1)
        return sentence.cost <= at_most and any(map(self._has_bound, conclusions))

    def _has_bound(self, conclusion: Conclusion) -> bool:
        return self._bounds is None or bound_of(conclusion) in self._bounds


def restricted_to(
    sentences: Collection[Sentence], bounds: Collection[Bound] | None = None
) -> list[Technique]:
    """What is obvious, and the techniques restricted to some sentences, perhaps to some bounds."""
    explained = [each for each in DIRECT_TECHNIQUES if not each.obvious and sentences]
    return [*OBVIOUS_TECHNIQUES, *(_Restricted(each, sentences, bounds) for each in explained)]


def bound_of(conclusion: Conclusion) -> Bound:
    """What a conclusion says."""
    return conclusion.edge, conclusion.is_minimum, conclusion.bound


def sentence_of(position: Position, conclusion: Conclusion) -> Sentence:
    """The sentence of a conclusion."""
    says_all = conclusion.technique.says_all(conclusion)
    islands = conclusion.islands if says_all else position.ends[conclusion.edge]
    return Sentence(islands, cost_of(conclusion))


def found_again(
    position: Position, known: Iterable[Conclusion], conclusion: Conclusion
) -> list[Conclusion]:
    """What the technique of a conclusion finds at its place if only ``known`` is known."""
    checkpoint = position.checkpoint()
    for part in known:
        part.apply(position)
    found = list(conclusion.technique.find_new(position, conclusion.islands))
    position.rollback(checkpoint)
    return found


def explain_refutation(
    puzzle: Puzzle, conclusion: Conclusion, *others: Conclusion
) -> tuple[Explanation, ...]:
    """The steps from the assumption behind a conclusion to the contradiction.

    The first one is the assumption, the last one the contradiction, and those between are as many
    as the reason of the conclusion says. Each highlights what would be drawn by now if the
    assumption were true, and the limits that were said and cannot be drawn. Obvious steps are left
    out, but what they would draw is not. The steps of a nested assumption stand before the sentence
    that sums them up. What follows is numbered, unlike the assumption and the contradiction. If
    nothing was assumed, these are the cases of conclusions, if they are too many for their reasons.
    """
    if not isinstance(conclusion.technique, WhatIf):
        return tuple(_case_steps(puzzle, (conclusion, *others)))
    steps = list(_steps(puzzle, conclusion, conclusion.facts))
    headings = ["?", *map(str, range(1, len(steps) - 1)), "!"]
    return tuple(replace(step, heading=heading) for heading, step in zip(headings, steps))


def _steps(
    puzzle: Puzzle,
    conclusion: Conclusion,
    refutation: Refutation,
    states: Mapping[int, int] = MappingProxyType({}),
) -> Iterator[Explanation]:
    """The steps if ``states`` are drawn already, because of another assumption."""
    assumption = opposite_of(conclusion)
    states, limits = _drawn(states, assumption), _limits([assumption])
    text = assumption_text(puzzle, conclusion)
    yield _step(text, conclusion.islands, [conclusion.edge], states, limits)
    steps = refutation.steps()
    for step in steps:
        *before, last = step
        if isinstance(last.facts, Refutation):
            yield from _steps(puzzle, last, last.facts, reduce(_drawn, before, states))
        states = reduce(_drawn, step, states)
        explained = [part for part in step if not part.technique.obvious]
        text = joint_reason(puzzle, explained)
        edges = [part.edge for part in explained]
        limits = {**limits, **_limits(explained)}
        yield from _case_steps(puzzle, explained)
        cases = all_cases(explained)
        shown = replace(lit_by(puzzle, explained, edges), ghosts=dict(states), limits=limits)
        yield Explanation(reasons=(text,), highlight=shown, place=explained[0].islands, cases=cases)
    states = reduce(_drawn, refutation.chain[sum(map(len, steps)) :], states)
    text = refutation.conflict_text(puzzle)
    yield _step(text, refutation.conflict, (), states, limits)


def _case_steps(puzzle: Puzzle, conclusions: Sequence[Conclusion]) -> Iterator[Explanation]:
    """The cases of conclusions at one island that are too many for their reasons, one by one."""
    island, *_others = conclusions[0].islands
    for number, case in enumerate(cases_left_out(conclusions), 1):
        ghosts = {edge: least or MARK for edge, least, most in case.bridges if least or not most}
        limits = {edge: most for edge, least, most in case.bridges if most and not least}
        text = case_text(puzzle, case, island)
        lit_up = lit_by_texts([text], [case], [edge for edge, *_numbers in case.bridges])
        highlight = replace(lit_up, ghosts=ghosts, limits=limits)
        yield Explanation(str(number), (text,), highlight, (island,), cases=(case,))


def _step(
    text: str,
    islands: Sequence[int],
    edges: Sequence[int],
    states: Mapping[int, int],
    limits: Mapping[int, int],
) -> Explanation:
    """A step of a refutation; only the contradiction is about no edges."""
    highlight = lit(Role.HINT if edges else Role.CONFLICT, islands, edges)
    return Explanation(
        reasons=(text,),
        highlight=replace(highlight, ghosts=dict(states), limits=limits),
        place=islands,
    )


def _limits(conclusions: Iterable[Conclusion]) -> dict[int, int]:
    """What conclusions say that cannot be drawn: the most bridges on edges, if they are any."""
    return {each.edge: each.bound for each in conclusions if each.bound and not each.is_minimum}


def _drawn(states: Mapping[int, int], conclusion: Conclusion) -> dict[int, int]:
    """The states after another conclusion.

    An upper bound above 0 cannot be drawn, and neither can what contradicts the states before.
    """
    edge, bound = conclusion.edge, conclusion.bound
    known = states.get(edge, 0)
    if conclusion.is_minimum and bound and known != MARK:
        return {**states, edge: bound}
    if not conclusion.is_minimum and bound == 0 and known == 0:
        return {**states, edge: MARK}
    return dict(states)


MAX_ATTEMPTS = 150
"""How often one assumption is followed to find the cheapest way to a contradiction."""

MAX_SECONDS = 1.0
"""How long the cheapest way is looked for; then the best one found so far is taken."""


def minimise_refutation(
    position: Position, conclusion: Conclusion, cancel: CancelToken | None = None
) -> Conclusion:
    """The same conclusion of WhatIf with a refutation that costs as little as possible.

    It is the cheapest one by direct techniques; if there is none, one with further assumptions, of
    which none is superfluous. ``position`` is one at which the conclusion can be drawn; it is left
    unchanged. Raises Cancelled, after which the position is invalid.
    """
    refutation = cheapest_refutation(position, opposite_of(conclusion), cancel)
    if refutation is not None:
        return conclusion._replace(facts=refutation)
    return cheapest_nested(position, [conclusion], cancel) or conclusion


def cheapest_nested(
    position: Position,
    conclusions: Iterable[Conclusion],
    cancel: CancelToken | None = None,
    *,
    hurry: bool = False,
) -> Conclusion | None:
    """That of some conclusions whose refutation with further assumptions costs the least.

    None if none is refuted. All are compared as they are found, and those that seem the cheapest
    without superfluous steps, as far as MAX_SECONDS allow. In a ``hurry``, further assumptions may
    have longer refutations. Raises Cancelled, see above.
    """
    end = thread_time() + MAX_SECONDS
    checkpoint, islands = position.checkpoint(), range(len(position.puzzle.islands))
    draw_obvious(position)
    found = []
    for each in conclusions:
        if thread_time() > end - MAX_SECONDS / 2:
            break
        assert isinstance(each.technique, WhatIf)
        techniques = each.technique.technique_sets[-1]
        refutation = refute(position, opposite_of(each), techniques, cancel, islands)
        if refutation is not None:
            found.append(each._replace(facts=refutation))
    found.sort(key=cost_of)
    for number, each in enumerate(found):
        refutation = with_needed_steps(position, opposite_of(each), each.facts, cancel, end)
        found[number] = each._replace(facts=refutation)
        if thread_time() > end:
            break
    cheapest = min(found, key=cost_of, default=None)
    if cheapest is not None and not hurry:
        parts = _with_cheapest_parts(position, cheapest, cancel)
        cheapest = cheapest._replace(facts=replace(cheapest.facts, chain=parts))
    position.rollback(checkpoint)
    return cheapest


def _with_cheapest_parts(
    position: Position, conclusion: Conclusion, cancel: CancelToken | None
) -> tuple[Conclusion, ...]:
    """What follows from an assumption, with the cheapest refutations of the further ones."""
    end = thread_time() + MAX_SECONDS / 2
    checkpoint = position.checkpoint()
    opposite_of(conclusion).apply(position)
    chain = list(conclusion.facts.chain)
    for number, part in enumerate(chain):
        if isinstance(part.technique, WhatIf) and thread_time() < end:
            chain[number] = minimise_refutation(position, part, cancel)
        part.apply(position)
    position.rollback(checkpoint)
    return tuple(chain)


def try_both_ways(
    position: Position, conclusion: Conclusion, cancel: CancelToken
) -> Conclusion | None:
    """A conclusion with a refutation of its opposite, however many further assumptions it takes.

    None if its opposite is possible. Raises Cancelled, see above.
    """
    techniques = [*all_techniques(cancel=cancel)[:-1], _BothWays(cancel)]
    islands = range(len(position.puzzle.islands))
    refutation = refute(position, opposite_of(conclusion), techniques, cancel, islands)
    return conclusion._replace(facts=refutation) if refutation else None


class _BothWays(NestedWhatIf):
    """Tries both ways of one edge after the other, at a position that has no solution."""

    def __init__(self, cancel: CancelToken) -> None:
        super().__init__(())
        self._techniques = [*all_techniques(cancel=cancel)[:-1], self]
        self._token = cancel

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        open_edges = (
            e for e, (low, high) in enumerate(zip(position.low, position.high)) if low < high
        )
        for edge in open_edges:
            assumption = Conclusion(self, edge, False, position.low[edge], position.ends[edge])
            refutation = refute(position, assumption, self._techniques, self._token)
            if refutation:
                yield opposite_of(assumption)._replace(facts=refutation)
            return

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        return WhatIf.reason(self, puzzle, conclusion)


def with_needed_steps(
    position: Position,
    assumption: Conclusion,
    refutation: Refutation,
    cancel: CancelToken | None,
    end: float = inf,
) -> Refutation:
    """A refutation without the steps that its contradiction does not need.

    Some that are not needed may be left at the ``end``, a time.
    """
    needed = refutation
    for number in reversed(range(len(refutation.steps()))):
        if thread_time() > end:
            return needed
        steps = needed.steps()
        others = _Again([*steps[:number], *steps[number + 1 :]], cancel)
        techniques = [*OBVIOUS_TECHNIQUES, others]
        shorter = refute(position, assumption, techniques, cancel, assumption.islands)
        if shorter and len(shorter.steps()) < len(steps):
            needed = shorter
    if needed is refutation:
        return refutation
    return with_needed_steps(position, assumption, needed, cancel, end)


class _Again(PuzzleTechnique):
    """Some steps once more, in their order, as far as they still conclude anything."""

    def __init__(self, steps: Iterable[Sequence[Conclusion]], cancel: CancelToken | None) -> None:
        self._steps = iter(steps)
        self._cancel = cancel

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        for step in self._steps:
            found = [each for each in self._again(position, step) if each.is_new(position)]
            if found:
                return iter(found)
        return iter(())

    def _again(self, position: Position, step: Sequence[Conclusion]) -> list[Conclusion]:
        last = step[-1]
        if isinstance(last.technique, WhatIf):
            refutation = refute(position, opposite_of(last), DIRECT_TECHNIQUES, self._cancel)
            return [last._replace(facts=refutation)] if refutation else []
        bounds = [bound_of(part) for part in step]
        return [
            each
            for each in found_again(position, (), last)
            if bound_of(each) in bounds
            or (each.islands == last.islands and each.technique.says_all(each))
        ]

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        return conclusion.technique.reason(puzzle, conclusion)


def cheapest_refutation(
    position: Position, assumption: Conclusion, cancel: CancelToken | None = None
) -> Refutation | None:
    """The refutation of an assumption by direct techniques that costs the least.

    None if there is none. If neither MAX_ATTEMPTS nor MAX_SECONDS are enough to find it, it is the
    cheapest of those found, without superfluous sentences. The position is left unchanged. Raises
    Cancelled, after which the position is invalid.
    """
    checkpoint = position.checkpoint()
    draw_obvious(position)
    search = RefutationSearch(position, assumption, open_islands(position), cancel)
    search_cheapest([search], MAX_ATTEMPTS)
    refutation = search.found()
    position.rollback(checkpoint)
    return refutation


def search_cheapest(searches: Sequence[RefutationSearch], max_attempts: int) -> bool:
    """Look for the cheapest refutations of several assumptions.

    Returns whether they were found in so many attempts for all together and in MAX_SECONDS;
    twice as long is allowed while none is in sight.
    """
    start = thread_time()
    queue = [(search.next_cost, True, number) for number, search in enumerate(searches)]
    best = in_sight = inf
    while queue:
        cost, is_blind, number = heappop(queue)
        if cost > best or (cost == best and is_blind):
            break
        late = thread_time() - start > (MAX_SECONDS if in_sight < inf else 2 * MAX_SECONDS)
        if max_attempts <= 0 or late:
            return False
        search = searches[number]
        max_attempts -= search.go_on()
        best = min(best, search.cost)
        in_sight = min(in_sight, search.cost, search.seems)
        if search.next_cost < inf:
            heappush(queue, (search.next_cost, search.next_cost < search.seems, number))
    return True


class RefutationSearch:
    """Looks for the cheapest sentences that refute an assumption.

    After all sentences that lead to no contradiction, each one that is left leads to one at once. A
    refutation needs one of those; so it is a hitting set of all such remainders (Ignatiev et al.,
    "Smallest MUS extraction with minimal hitting set dualization", 2015). All sets of one or two
    are tried; then cheapest ones, each of which gives another remainder if it refutes nothing.

    A remainder may lack a sentence where the position is impossible without showing it: where the
    islands are split, or an island cannot be finished; and a sentence may cost more than where it
    was met. So some long refutations are not the cheapest.
    """

    def __init__(
        self,
        position: Position,
        assumption: Conclusion,
        islands: Collection[int],
        cancel: CancelToken | None = None,
    ) -> None:
        """The position must show all that is obvious; ``islands`` are its open ones."""
        self._assumption = assumption
        self._position = position
        self._open_islands = islands
        self._cancel = cancel or CancelToken()
        self._hitting_sets = HittingSets[Sentence]({})
        self._hitting_cost: float = 0
        """What a hitting set costs at least."""
        self._looked = 0
        """How many of the first looks were taken."""
        self._first: list[Sentence] | None = None
        """One of these is needed; they are not tried with one more sentence yet."""
        self._promising: list[tuple[int, Sequence[Sentence]]] = []
        """What refutes the assumption, each with what it seems to cost, the cheapest last."""
        self._best: Refutation | None = None
        self._attempts = 0

    @property
    def cost(self) -> float:
        """What the steps cost of the cheapest refutation so far; infinite if there is none."""
        return inf if self._best is None else _cost(self._best)

    @property
    def seems(self) -> float:
        """What the next refutation seems to cost; infinite if none is in sight."""
        return self._promising[-1][0] if self._promising else inf

    @property
    def next_cost(self) -> float:
        """What a refutation costs at least that is not known yet; infinite if none is left."""
        if not self._looked:
            return 0
        if self._attempts >= MAX_ATTEMPTS:
            return inf
        first_look = SENTENCE + 1 if self._looked == 1 else inf
        return min(self.seems, first_look, self._pair_cost, self._hitting_cost)

    @property
    def _pair_cost(self) -> float:
        if self._first is None:
            return 2 * SENTENCE
        return self._first[-1].cost + SENTENCE if self._first else inf

    def go_on(self) -> int:
        """Look a bit further for a refutation that costs no more; the number of attempts."""
        before = self._attempts
        if not self._looked:
            self._add_promising((), FAST_TECHNIQUES)
            self._looked, self._hitting_cost = 1, 3 * SENTENCE
        elif self.seems == self.next_cost:
            _cost, sentences = self._promising.pop()
            self._refuted_by(sentences)
        elif self._looked == 1:
            self._add_promising((), [t for t in DIRECT_TECHNIQUES if t not in FAST_TECHNIQUES])
            self._looked = 2
        elif self._first is None:
            self._first = sorted(self._remainder(()), key=lambda each: each.cost, reverse=True)
        elif self._first and self._pair_cost == self.next_cost:
            self._add_promising((self._first.pop(),), DIRECT_TECHNIQUES)
        else:
            self._try_hitting_set()
        return self._attempts - before

    def found(self) -> Refutation | None:
        """The cheapest one so far; if there is none yet, one that needs all of its sentences."""
        while self._best is None and self._promising:
            _cost, sentences = self._promising.pop()
            self._refuted_by(sentences)
        found = self._best or self._irredundant()
        return found and with_needed_steps(self._position, self._assumption, found, self._cancel)

    def _add_promising(
        self, sentences: Sequence[Sentence], techniques: Sequence[Technique]
    ) -> None:
        """Note what techniques say that leads to a contradiction at once after some sentences."""
        cost = sum(each.cost for each in sentences)
        last = self._refused(sentences, techniques, draws=False)
        self._promising += [(cost + each.cost, (*sentences, each)) for each in last]
        self._promising.sort(key=itemgetter(0), reverse=True)

    def _try_hitting_set(self) -> None:
        sentences = self._hitting_sets.cheapest(self._cancel)
        cost = inf if sentences is None else sum(each.cost for each in sentences)
        if sentences is None or cost > self._hitting_cost:
            self._hitting_cost = cost
        elif self._refuted_by(sentences):
            self._hitting_sets.exclude(sentences)
        else:
            self._remainder(sentences)

    def _refuted_by(self, sentences: Collection[Sentence]) -> Refutation | None:
        refutation = self._refute(restricted_to(sentences), ())
        if refutation is not None:
            refutation = self._trimmed(refutation)
            self._best = min(self._best or refutation, refutation, key=_cost)
        return refutation

    def _remainder(self, sentences: Collection[Sentence]) -> Collection[Sentence]:
        """What leads to a contradiction at once after some sentences and all that lead to none."""
        remainder = self._refused(sentences, DIRECT_TECHNIQUES, draws=True)
        if remainder:
            self._hitting_sets.add(remainder, {each: each.cost for each in remainder})
        else:
            self._hitting_cost = inf
        return remainder

    def _refused(
        self, sentences: Collection[Sentence], techniques: Sequence[Technique], *, draws: bool
    ) -> Collection[Sentence]:
        """What leads to a contradiction at once after some sentences.

        With ``draws``, all others that lead to none are drawn before.
        """
        given, refused = restricted_to(sentences), dict[Sentence, None]()

        def allows(
            conclusions: list[Conclusion], sentence: Sentence, position: Position, touched: int
        ) -> bool:
            checkpoint = position.checkpoint()
            for conclusion in conclusions:
                conclusion.apply(position)
            Reasoner(position, given, touched).finish()
            cut_off = isolated_group(position, position.touched[touched:])
            is_refused = position.conflict is not None or cut_off is not None
            position.rollback(checkpoint)
            if is_refused:
                refused[sentence] = None
            return draws and not is_refused

        others = [SentenceFilter(each, allows) for each in techniques if not each.obvious]
        refutation = self._refute([*given, *others], self._open_islands)
        if refutation is not None and not draws:
            self._best = min(self._best or refutation, refutation, key=_cost)
        return refused

    def _irredundant(self) -> Refutation | None:
        """A refutation that needs every one of its sentences."""
        refutation = self._refute(DIRECT_TECHNIQUES, self._open_islands)
        if refutation is None:
            return None
        sentences = self._said(refutation)
        for sentence in sorted(sentences, key=lambda each: each.cost, reverse=True):
            fewer = [each for each in self._said(refutation) if each != sentence]
            refutation = self._refute(restricted_to(fewer), ()) or refutation
        return refutation

    def _trimmed(self, refutation: Refutation) -> Refutation:
        """The refutation by its sentences without what they say in vain."""
        sentences = self._said(refutation)
        for step in reversed(refutation.steps()):
            others = chain(*(each for each in refutation.steps() if each != step))
            bounds = {bound_of(part) for part in others if not part.technique.obvious}
            shorter = self._refute(restricted_to(sentences, bounds), ())
            if shorter and _cost(shorter) < _cost(refutation):
                return self._trimmed(shorter)
        return refutation

    def _refute(
        self, techniques: Sequence[Technique], islands: Collection[int]
    ) -> Refutation | None:
        self._attempts += 1
        return refute(self._position, self._assumption, techniques, self._cancel, islands)

    def _said(self, refutation: Refutation) -> list[Sentence]:
        explained = (part for part in refutation.chain if not part.technique.obvious)
        return list(dict.fromkeys(sentence_of(self._position, part) for part in explained))


def _cost(refutation: Refutation) -> int:
    """What the steps cost, without the contradiction."""
    return sum(map(cost_of_step, refutation.steps()))


def open_islands(position: Position) -> set[int]:
    """The islands at which direct techniques conclude something, after all that is obvious."""
    everywhere = range(len(position.puzzle.islands))
    return {
        conclusion.islands[0]
        for technique in DIRECT_TECHNIQUES
        for conclusion in technique.find_new(position, everywhere)
    }
