"""What follows from a board in few steps, as people can see it before they draw anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.position import Position
from hashi_gui.logic.reasoner import Reasoner
from hashi_gui.logic.techniques.catalogue import DIRECT_TECHNIQUES, OBVIOUS_TECHNIQUES
from hashi_gui.logic.techniques.technique import Conclusion, Technique
from hashi_gui.solving import CancelToken

_TECHNIQUES = [each for each in DIRECT_TECHNIQUES if not each.obvious]


def look_ahead(
    position: Position, islands: Iterable[int], steps: int, cancel: CancelToken | None = None
) -> Iterator[Conclusion]:
    """What follows near some islands in so many steps at most, the fewest and easiest first.

    What follows in one step is applied to the position before the next step is looked for. What is
    obvious after it takes no step; what is obvious before must be known already. Only the
    techniques that assume nothing are used. Raises Cancelled.
    """
    cancel = cancel or CancelToken()
    near = _within(position.puzzle, islands, steps + 1)
    obvious = Reasoner(position, OBVIOUS_TECHNIQUES, len(position.touched), cancel)
    for _ in range(steps):
        yield from obvious.run()
        found = []
        for conclusion in found_at(position, near, _TECHNIQUES, cancel):
            found.append(conclusion)
            yield conclusion
        for conclusion in found:
            conclusion.apply(position)


def found_at(
    position: Position,
    islands: Sequence[int],
    techniques: Iterable[Technique],
    cancel: CancelToken,
) -> Iterator[Conclusion]:
    """What each technique gives at some islands, from the position as it is. Raises Cancelled."""
    for technique in techniques:
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
