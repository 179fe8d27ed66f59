"""What follows from a board in few steps, as people can see it before they draw anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.position import Position
from hashi_gui.logic.reasoner import Reasoner
from hashi_gui.logic.techniques.catalogue import DIRECT_TECHNIQUES, OBVIOUS_TECHNIQUES
from hashi_gui.logic.techniques.technique import Conclusion
from hashi_gui.solving import CancelToken

_TECHNIQUES = [each for each in DIRECT_TECHNIQUES if not each.obvious]


def look_ahead(
    position: Position, islands: Iterable[int], steps: int, cancel: CancelToken | None = None
) -> Iterator[Conclusion]:
    """What follows near some islands in so many steps at most, the fewest and easiest first.

    What follows in one step is applied to the position before the next step is looked for. What is
    obvious on the board takes no step. Only the techniques that assume nothing are used. Raises
    Cancelled.
    """
    cancel = cancel or CancelToken()
    near = _within(position.puzzle, islands, steps + 1)
    obvious = Reasoner(position, OBVIOUS_TECHNIQUES, cancel=cancel)
    for _ in range(steps):
        yield from obvious.run()
        found = []
        for conclusion in _found_at(position, near, cancel):
            found.append(conclusion)
            yield conclusion
        for conclusion in found:
            conclusion.apply(position)


def _found_at(position: Position, islands: list[int], cancel: CancelToken) -> Iterator[Conclusion]:
    """What each technique gives at some islands, from the position as it is."""
    for technique in _TECHNIQUES:
        cancel.raise_if_cancelled()
        for subject in technique.affected(position, islands):
            for conclusion in technique.find(position, subject):
                if conclusion.is_new(position):
                    yield conclusion


def _within(puzzle: Puzzle, islands: Iterable[int], steps: int) -> list[int]:
    """The islands that can be reached over so many edges, the nearest first."""
    reached = newest = dict.fromkeys(islands)
    for _ in range(steps):
        edges = {edge for island in newest for edge in puzzle.incident[island]}
        ends = dict.fromkeys(end.id for edge in sorted(edges) for end in puzzle.ends(edge))
        newest = {island: None for island in ends if island not in reached}
        reached = reached | newest
    return list(reached)
