"""Solving as people do: the easiest technique that gives something, again and again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import perf_counter

from hashi_gui.logic.position import Position
from hashi_gui.logic.technique import Conclusion, Technique


class Deducer:
    """Draws conclusions on a position, the easiest first, and applies each.

    ``techniques`` are in order of rising difficulty. Each looks only at what was touched since it
    last looked. ``seconds[n]`` is the time that technique n has taken.
    """

    def __init__(self, position: Position, techniques: Sequence[Technique], start: int = 0) -> None:
        """``start`` is the number of entries of ``position.touched`` that are old news."""
        self.position = position
        self.seconds = [0.0] * len(techniques)
        self._techniques = techniques
        self._seen = [start] * len(techniques)
        self._pending: list[dict[int, None]] = [{} for _ in techniques]

    def run(self) -> Iterator[Conclusion]:
        """Every conclusion, until there is none or something cannot be any more."""
        while (conclusion := self.next()) is not None:
            yield conclusion

    def next(self) -> Conclusion | None:
        """The easiest conclusion that says something new, applied; None without one."""
        for number, technique in enumerate(self._techniques):
            if self.position.conflict is not None:
                return None
            if self._has_work(number, technique):
                begin = perf_counter()
                conclusion = self._conclude(number, technique)
                self.seconds[number] += perf_counter() - begin
                if conclusion is not None:
                    return conclusion
        return None

    def _has_work(self, number: int, technique: Technique) -> bool:
        touched, pending = self.position.touched, self._pending[number]
        seen = self._seen[number]
        if seen < len(touched):
            self._seen[number] = len(touched)
            pending.update(dict.fromkeys(technique.subjects(self.position, touched[seen:])))
        return bool(pending)

    def _conclude(self, number: int, technique: Technique) -> Conclusion | None:
        pending = self._pending[number]
        while pending:
            subject = next(iter(pending))
            for conclusion in technique.find(self.position, subject):
                if conclusion.changes(self.position):
                    conclusion.apply(self.position)
                    return conclusion
            del pending[subject]
        return None
