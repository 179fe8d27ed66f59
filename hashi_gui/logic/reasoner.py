"""Solving as people do: the easiest technique that gives something, again and again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import perf_counter

from hashi_gui.logic.position import Position
from hashi_gui.logic.techniques.technique import Conclusion, Technique
from hashi_gui.solving import CancelToken


class Reasoner:
    """Draws conclusions on a position, the easiest first, and applies each.

    ``techniques`` are in order of rising difficulty. Each looks only at what is affected by what
    was touched since it last looked, and says all that it sees in one place. ``seconds[n]`` is the
    time that technique n has taken.
    """

    def __init__(
        self,
        position: Position,
        techniques: Sequence[Technique],
        start: int = 0,
        cancel: CancelToken | None = None,
    ) -> None:
        """``start`` is the number of entries of ``position.touched`` that are old news."""
        self.position = position
        self.seconds = [0.0] * len(techniques)
        self._techniques = techniques
        self._seen = [start] * len(techniques)
        self._pending: list[dict[int, None]] = [{} for _ in techniques]
        self._cancel = cancel or CancelToken()

    def run(self) -> Iterator[Conclusion]:
        """Every conclusion that says something new, applied, until there is none or something
        cannot be any more. Raises Stopped.
        """
        while (number := self._easiest()) is not None:
            found = self._conclusions(number)
            while (conclusion := self._timed(number, found)) is not None:
                yield conclusion

    def _easiest(self) -> int | None:
        """The first technique that has something to look at."""
        if self.position.conflict is None:
            for number in range(len(self._techniques)):
                if self._has_work(number):
                    return number
        return None

    def _has_work(self, number: int) -> bool:
        touched, pending = self.position.touched, self._pending[number]
        seen = self._seen[number]
        if seen < len(touched):
            self._seen[number] = len(touched)
            affected = self._techniques[number].affected(self.position, touched[seen:])
            pending.update(dict.fromkeys(affected))
        return bool(pending)

    def _conclusions(self, number: int) -> Iterator[Conclusion]:
        """What a technique says at the first place where it says something."""
        position, technique = self.position, self._techniques[number]
        pending = self._pending[number]
        said = False
        while pending and not said:
            self._cancel.raise_if_cancelled()
            subject = next(iter(pending))
            del pending[subject]
            for conclusion in technique.find(position, subject):
                if conclusion.is_new(position):
                    conclusion.apply(position)
                    said = True
                    yield conclusion
                    if position.conflict is not None:
                        return

    def _timed(self, number: int, found: Iterator[Conclusion]) -> Conclusion | None:
        begin = perf_counter()
        conclusion = next(found, None)
        self.seconds[number] += perf_counter() - begin
        return conclusion
