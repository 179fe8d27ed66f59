"""Reasoning as people do: always with the easiest technique that concludes something."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from time import perf_counter

from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.techniques.technique import Conclusion, Technique
from hashi_gui.solving import CancelToken


class Reasoner:
    """Draws conclusions from a position, the easiest first, and applies each of them to it.

    ``techniques`` are in order of rising difficulty. Each looks only at the subjects affected by
    changes since it looked last, and draws all its conclusions at one subject before an easier
    technique has its turn again. ``seconds[n]`` is the time spent in technique n.
    """

    def __init__(
        self,
        position: Position,
        techniques: Sequence[Technique],
        start: int = 0,
        cancel: CancelToken | None = None,
    ) -> None:
        """``start`` is the number of entries of ``position.touched`` to ignore."""
        self.position = position
        self.seconds = [0.0] * len(techniques)
        self._techniques = list(techniques)
        self._seen = [start] * len(techniques)
        # Not a dict: to find its first key takes long after many were deleted.
        self._pending = [OrderedDict[int, None]() for _ in techniques]
        self._cancel = cancel or CancelToken()

    def look_at(self, islands: Iterable[int], techniques: Iterable[Technique]) -> None:
        """Let techniques look at some islands; new ones are more difficult than those before."""
        for technique in techniques:
            if technique not in self._techniques:
                self._techniques.append(technique)
                self._seen.append(len(self.position.touched))
                self._pending.append(OrderedDict())
                self.seconds.append(0.0)
            affected = technique.affected(self.position, islands)
            self._pending[self._techniques.index(technique)].update(dict.fromkeys(affected))

    def run(self) -> Iterator[Conclusion]:
        """Each new conclusion, after it was applied, until there is none or there is a conflict.

        Raises Cancelled.
        """
        number = 0
        while self.position.conflict is None and number < len(self._techniques):
            found = False
            if self._has_work(number):
                conclusions = self._conclusions(number)
                while (conclusion := self._timed_next(number, conclusions)) is not None:
                    found = True
                    yield conclusion
            number = 0 if found else number + 1

    def finish(self) -> None:
        """Draw all conclusions. Raises Cancelled."""
        for _ in self.run():
            pass

    def _has_work(self, number: int) -> bool:
        touched, pending = self.position.touched, self._pending[number]
        seen = self._seen[number]
        if seen < len(touched):
            self._seen[number] = len(touched)
            affected = self._techniques[number].affected(self.position, touched[seen:])
            pending.update(dict.fromkeys(affected))
        return bool(pending)

    def _conclusions(self, number: int) -> Iterator[Conclusion]:
        """Apply what a technique concludes at the first subject where it concludes anything."""
        position, technique = self.position, self._techniques[number]
        pending = self._pending[number]
        found = False
        while pending and not found:
            subject, _ = pending.popitem(last=False)
            if technique.at_open_islands and not position.island_capacity[subject]:
                continue
            self._cancel.raise_if_cancelled()
            for conclusion in technique.find(position, subject):
                if conclusion.is_new(position):
                    conclusion.apply(position)
                    found = True
                    yield conclusion
                    if position.conflict is not None:
                        return

    def _timed_next(self, number: int, conclusions: Iterator[Conclusion]) -> Conclusion | None:
        begin = perf_counter()
        conclusion = next(conclusions, None)
        self.seconds[number] += perf_counter() - begin
        return conclusion
