"""The way from an assumption to a contradiction, as short as possible and step by step.

For that, techniques that draw only what some sentences of the teacher say.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial, reduce
from itertools import chain, count, groupby, takewhile
from types import MappingProxyType

from hashi_gui.core.board import MARK
from hashi_gui.core.highlight import Role
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.reasoner import Reasoner
from hashi_gui.logic.reasoning.techniques.assumptions import (
    Refutation,
    WhatIf,
    assumption_text,
    opposite_of,
    refute,
)
from hashi_gui.logic.reasoning.techniques.blocking import case_text, cases_left_out
from hashi_gui.logic.reasoning.techniques.catalogue import (
    DIRECT_TECHNIQUES,
    OBVIOUS_TECHNIQUES,
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
from hashi_gui.logic.teaching.explanation import Explanation, lit, lit_by, lit_by_texts
from hashi_gui.solving import CancelToken
from hashi_gui.solving.clue_sets import HittingSets

Sentence = tuple[int, ...]
"""The islands that a sentence is about."""

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
        self._sentences = sentences
        self._bounds = bounds
        self._islands = [island for islands in sentences for island in islands]

    def affected(self, position: Position, touched: Iterable[int]) -> Iterable[int]:
        return self._technique.subjects(position, self._islands)

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        for conclusion in super().find(position, subject):
            if conclusion.technique.says_all(conclusion) or self._has_bound(conclusion):
                yield conclusion

    def _is_given(
        self, conclusions: list[Conclusion], sentence: Sentence, *_others: object
    ) -> bool:
        return sentence in self._sentences and any(map(self._has_bound, conclusions))

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
    return conclusion.islands if says_all else position.ends[conclusion.edge]


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
"""How often an assumption is followed to find the shortest way: a second or two."""

MAX_ENUMERATED = 2
"""Of so many sentences, all sets are tried that may refute an assumption."""


def minimise_refutation(
    position: Position, conclusion: Conclusion, cancel: CancelToken | None = None
) -> Conclusion:
    """The same conclusion of WhatIf with a refutation that is as short as possible.

    It is the shortest one by direct techniques; if there is none, one with further assumptions, of
    which none is superfluous. ``position`` is one at which the conclusion can be drawn; it is left
    unchanged. Raises Cancelled, after which the position is invalid.
    """
    refutation = shortest_refutation(position, opposite_of(conclusion), cancel)
    if refutation is None:
        refutation = _nested_refutation(position, conclusion, cancel)
    return conclusion._replace(facts=refutation or conclusion.facts)


def _nested_refutation(
    position: Position, conclusion: Conclusion, cancel: CancelToken | None
) -> Refutation | None:
    """A refutation with further assumptions, without superfluous sentences."""
    assert isinstance(conclusion.technique, WhatIf)
    checkpoint = position.checkpoint()
    draw_obvious(position)
    assumption, islands = opposite_of(conclusion), range(len(position.puzzle.islands))
    techniques = conclusion.technique.technique_sets[-1]
    refutation = refute(position, assumption, techniques, cancel, islands)
    if refutation is not None:
        refutation = with_needed_steps(position, assumption, refutation, cancel)
        assumption.apply(position)
        chain = list(refutation.chain)
        for number, part in enumerate(chain):
            if isinstance(part.technique, WhatIf):
                chain[number] = minimise_refutation(position, part, cancel)
            part.apply(position)
        refutation = replace(refutation, chain=tuple(chain))
    position.rollback(checkpoint)
    return refutation


def with_needed_steps(
    position: Position, assumption: Conclusion, refutation: Refutation, cancel: CancelToken | None
) -> Refutation:
    """A refutation without the steps that its contradiction does not need."""
    needed = refutation
    for number in reversed(range(_length(refutation))):
        steps = needed.steps()
        others = _Again([*steps[:number], *steps[number + 1 :]], cancel)
        techniques = [*OBVIOUS_TECHNIQUES, others]
        shorter = refute(position, assumption, techniques, cancel, assumption.islands)
        if shorter and _length(shorter) < _length(needed):
            needed = shorter
    if needed is refutation:
        return refutation
    return with_needed_steps(position, assumption, needed, cancel)


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


def shortest_refutation(
    position: Position, assumption: Conclusion, cancel: CancelToken | None = None
) -> Refutation | None:
    """The refutation of an assumption by direct techniques that takes the fewest sentences.

    None if there is none. What is obvious takes no sentence. If MAX_ATTEMPTS do not find it, it is
    the shortest of those found, without superfluous sentences. The position is left unchanged.
    Raises Cancelled, after which the position is invalid.
    """
    checkpoint = position.checkpoint()
    draw_obvious(position)
    search = RefutationSearch(position, assumption, open_islands(position), cancel)
    lengths = takewhile(lambda _: search.may_succeed, count())
    refutation = next(filter(None, map(search.of_length, lengths)), None)
    position.rollback(checkpoint)
    return refutation


class RefutationSearch:
    """Looks for the fewest sentences that refute an assumption.

    After all sentences that lead to no contradiction, each one that is left leads to one at once. A
    refutation needs one of those; so it is a hitting set of all such remainders (Ignatiev et al.,
    "Smallest MUS extraction with minimal hitting set dualization", 2015). All small ones are tried,
    those of easy techniques first; then smallest ones, each of which gives another remainder if it
    refutes nothing.

    A remainder may lack a sentence where the position is impossible without showing it: where the
    islands are split, or an island cannot be finished. So some long refutations are not the
    shortest.
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
        self._remainders: list[Collection[Sentence]] = []
        self._hitting_sets = HittingSets[Sentence]({})
        self._tried: set[frozenset[Sentence]] = set()
        self._best: Refutation | None = None
        self.attempts = 0
        """How often the assumption was followed."""

    @property
    def may_succeed(self) -> bool:
        """Whether it is not known yet that there is no refutation."""
        return all(self._remainders)

    def of_length(self, length: int) -> Refutation | None:
        """A refutation by so many sentences; to be asked for one length after the other from 0 on.

        After MAX_ATTEMPTS, it is one without superfluous sentences.
        """
        if length <= MAX_ENUMERATED:
            self._tried.clear()
            found = self._extended(frozenset(), length)
        else:
            found = self._hitting(length)
        if found is None and self.may_succeed and self.attempts >= MAX_ATTEMPTS:
            found = min(filter(None, (self._best, self.irredundant())), key=_length, default=None)
            if found is None:
                self._remainders.append(())
        if found is None and self._best and _length(self._best) <= length:
            found = self._best
        return found and self._with_needed_steps(found)

    def _extended(self, sentences: frozenset[Sentence], more: int) -> Refutation | None:
        """A refutation by some sentences and at most so many more, each said only once."""
        if sentences in self._tried or self.attempts >= MAX_ATTEMPTS:
            return None
        self._tried.add(sentences)
        remainder = next((each for each in self._remainders if sentences.isdisjoint(each)), None)
        if remainder is None:
            refutation = self._refuted_by(sentences)
            if refutation and _length(refutation) > len(sentences):
                return None
            if refutation or not more:
                return refutation
            if more > 1 or len(sentences) > 1:
                remainder = self._remainder(sentences)
        if more == 1:
            last = DIRECT_TECHNIQUES if remainder is None else restricted_to(remainder)
            remainder = self._refused(sentences, last, draws=False)
        extensions = [sentences | {each} for each in remainder or () if more]
        return next(filter(None, (self._extended(each, more - 1) for each in extensions)), None)

    def _hitting(self, length: int) -> Refutation | None:
        """A refutation by a smallest hitting set of at most so many sentences."""
        while self.may_succeed and self.attempts < MAX_ATTEMPTS:
            sentences = self._hitting_sets.cheapest(self._cancel)
            at_most = min(length, _length(self._best) - 1) if self._best else length
            if sentences is None or len(sentences) > at_most:
                break
            refutation = self._refuted_by(sentences)
            if refutation is None:
                self._remainder(sentences)
            elif _length(refutation) <= len(sentences):
                return refutation
            else:
                self._hitting_sets.exclude(sentences)
        return None

    def _refuted_by(self, sentences: Collection[Sentence]) -> Refutation | None:
        refutation = self._refute(restricted_to(sentences), ())
        if refutation and _length(refutation) > min(len(sentences), MAX_ENUMERATED):
            refutation = self._trimmed(refutation)
            self._best = min(self._best or refutation, refutation, key=_length)
        return refutation

    def _remainder(self, sentences: Collection[Sentence]) -> Collection[Sentence]:
        """What leads to a contradiction at once after some sentences and all that lead to none."""
        remainder = self._refused(sentences, DIRECT_TECHNIQUES)
        self._remainders.append(remainder)
        if remainder:
            self._hitting_sets.add(remainder)
        return remainder

    def _refused(
        self,
        sentences: Collection[Sentence],
        techniques: Sequence[Technique],
        *,
        draws: bool = True,
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
        self._refute([*given, *others], self._open_islands)
        return refused

    def irredundant(self) -> Refutation | None:
        """A refutation that needs every one of its sentences."""
        refutation = self._refute(DIRECT_TECHNIQUES, self._open_islands)
        if refutation is None:
            return None
        sentences = self._said(refutation)
        for sentence in reversed(sentences):
            fewer = [each for each in self._said(refutation) if each != sentence]
            refutation = self._refute(restricted_to(fewer), ()) or refutation
        return self._with_needed_steps(refutation)

    def _trimmed(self, refutation: Refutation) -> Refutation:
        """The refutation by its sentences without what they say in vain."""
        sentences = self._said(refutation)
        for step in reversed(refutation.steps()):
            others = chain(*(each for each in refutation.steps() if each != step))
            bounds = {bound_of(part) for part in others if not part.technique.obvious}
            shorter = self._refute(restricted_to(sentences, bounds), ())
            if shorter and _length(shorter) < _length(refutation):
                return self._trimmed(shorter)
        return refutation

    def _with_needed_steps(self, refutation: Refutation) -> Refutation:
        return with_needed_steps(self._position, self._assumption, refutation, self._cancel)

    def _refute(
        self, techniques: Sequence[Technique], islands: Collection[int]
    ) -> Refutation | None:
        self.attempts += 1
        return refute(self._position, self._assumption, techniques, self._cancel, islands)

    def _said(self, refutation: Refutation) -> list[Sentence]:
        """The sentences of a refutation, each one once."""
        explained = (part for part in refutation.chain if not part.technique.obvious)
        return list(dict.fromkeys(sentence_of(self._position, part) for part in explained))


def open_islands(position: Position) -> set[int]:
    """The islands at which direct techniques conclude something, after all that is obvious."""
    everywhere = range(len(position.puzzle.islands))
    return {
        conclusion.islands[0]
        for technique in DIRECT_TECHNIQUES
        for conclusion in technique.find_new(position, everywhere)
    }


def _length(refutation: Refutation) -> int:
    return len(refutation.steps())
