"""What one sentence of the teacher is about, and techniques that draw only some sentences."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Iterator
from functools import partial
from itertools import groupby

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.reasoner import Reasoner
from hashi_gui.logic.reasoning.techniques.catalogue import DIRECT_TECHNIQUES, OBVIOUS_TECHNIQUES
from hashi_gui.logic.reasoning.techniques.technique import Conclusion, Technique

Sentence = tuple[int, ...]
"""The islands that a sentence is about."""

Bound = tuple[int, bool, int]
"""What a conclusion says: edge, whether at least or at most, and the number of bridges."""


def draw_obvious(position: Position, but: str = "") -> None:
    """Draw what takes no sentence, perhaps without the technique of one name."""
    techniques = [technique for technique in OBVIOUS_TECHNIQUES if technique.name != but]
    for _ in Reasoner(position, techniques).run():
        pass


class SentenceFilter(Technique):
    """A technique of which only some sentences are drawn."""

    def __init__(self, technique: Technique) -> None:
        self._technique = technique
        self.at_open_islands = technique.at_open_islands

    def affected(self, position: Position, touched: Iterable[int]) -> Iterable[int]:
        return self._technique.affected(position, touched)

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        touched = len(position.touched)
        found = [each for each in self._technique.find(position, subject) if each.is_new(position)]
        for sentence, parts in groupby(found, partial(sentence_of, position)):
            conclusions = list(parts)
            if self.allows(position, sentence, conclusions, touched):
                yield from conclusions

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        return self._technique.reason(puzzle, conclusion)

    @abstractmethod
    def allows(
        self, position: Position, sentence: Sentence, conclusions: list[Conclusion], touched: int
    ) -> bool:
        """Whether a sentence is drawn; ``touched`` islands were known to obvious techniques."""


class _Restricted(SentenceFilter):
    """Only the given sentences, perhaps only some bounds that they give."""

    def __init__(
        self,
        technique: Technique,
        sentences: Collection[Sentence],
        bounds: Collection[Bound] | None,
    ) -> None:
        super().__init__(technique)
        self._sentences = sentences
        self._bounds = bounds
        self._islands = [island for islands in sentences for island in islands]

    def affected(self, position: Position, touched: Iterable[int]) -> Iterable[int]:
        return self._technique.subjects(position, self._islands)

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        for conclusion in super().find(position, subject):
            if conclusion.technique.says_all(conclusion) or self._has_bound(conclusion):
                yield conclusion

    def allows(
        self, position: Position, sentence: Sentence, conclusions: list[Conclusion], touched: int
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
    technique = conclusion.technique
    subjects = list(technique.subjects(position, conclusion.islands))
    all_found = (other for subject in subjects for other in technique.find(position, subject))
    found = [other for other in all_found if other.is_new(position)]
    position.rollback(checkpoint)
    return found
