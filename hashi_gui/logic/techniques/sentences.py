"""What one sentence of the teacher is about, and techniques that draw only some sentences."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Iterator
from functools import partial
from itertools import groupby

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.position import Position
from hashi_gui.logic.reasoner import Reasoner
from hashi_gui.logic.techniques.catalogue import DIRECT_TECHNIQUES, OBVIOUS_TECHNIQUES
from hashi_gui.logic.techniques.island_clues import CapacityTechnique
from hashi_gui.logic.techniques.technique import Conclusion, Technique

Sentence = tuple[type[Technique], tuple[int, ...]]
"""A kind of technique, and the islands that it is applied to."""


def draw_obvious(position: Position, but: str = "") -> None:
    """Draw what takes no sentence, perhaps without the technique of one name."""
    techniques = [technique for technique in OBVIOUS_TECHNIQUES if technique.name != but]
    for _ in Reasoner(position, techniques).run():
        pass


class SentenceFilter(Technique):
    """A technique of which only some sentences are drawn."""

    def __init__(self, technique: Technique) -> None:
        self._technique = technique

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
    """Only the given sentences."""

    def __init__(self, technique: Technique, sentences: Collection[Sentence]) -> None:
        super().__init__(technique)
        self._sentences = sentences
        self._islands = [island for _, islands in sentences for island in islands]

    def affected(self, position: Position, touched: Iterable[int]) -> Iterable[int]:
        return self._technique.subjects(position, self._islands)

    def allows(
        self, position: Position, sentence: Sentence, conclusions: list[Conclusion], touched: int
    ) -> bool:
        return sentence in self._sentences


def restricted_to(sentences: Collection[Sentence]) -> list[Technique]:
    """What is obvious, and the techniques restricted to some sentences."""
    kinds = {kind for kind, _ in sentences}
    return [
        *OBVIOUS_TECHNIQUES,
        *(_Restricted(each, sentences) for each in DIRECT_TECHNIQUES if _kind(each) in kinds),
    ]


def sentence_of(position: Position, conclusion: Conclusion) -> Sentence:
    """The sentence of a conclusion."""
    technique, ends = conclusion.technique, position.ends[conclusion.edge]
    return _kind(technique), conclusion.islands if technique.says_all(conclusion) else ends


def _kind(technique: Technique) -> type[Technique]:
    """The type of a technique; all counts at an island are one, since one turns into another."""
    return CapacityTechnique if isinstance(technique, CapacityTechnique) else type(technique)
