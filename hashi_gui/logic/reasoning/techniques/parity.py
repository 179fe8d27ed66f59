"""What follows from a sum that is odd or even."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hashi_gui.core.i18n import _
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.levels import Level
from hashi_gui.logic.reasoning.position import UNLIMITED, Position
from hashi_gui.logic.reasoning.techniques.connectivity import component_and_cuts
from hashi_gui.logic.reasoning.techniques.technique import Conclusion, PuzzleTechnique
from hashi_gui.logic.wording import bridges_text, edge_name, mention

MOST_ISLANDS = 12
"""Nobody adds up the needs of more islands."""


class OddAndEven(PuzzleTechnique):
    """The only way out of several islands takes an odd number of bridges if they need one.

    Otherwise it takes an even number, since a bridge between two of them counts twice.
    """

    name = "Odd and even"
    level = Level.EXPERT

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        for edge, islands in _only_ways_out(position):
            low, high = position.low[edge], position.high[edge]
            need = sum(position.max_need[island] for island in islands)
            possible = tuple(range(low + need % 2, high + 1, 2))
            facts = need, high - low, possible
            if low < possible[0]:
                yield Conclusion(self, edge, True, possible[0], islands, facts)
            if possible[-1] < high:
                yield Conclusion(self, edge, False, possible[-1], islands, facts)

    def says_all(self, conclusion: Conclusion) -> bool:
        return True

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        need, room, possible = conclusion.facts
        if need % 2:
            text = _(
                "Add up what {islands} still needs: {need}. A bridge between two of them counts "
                "twice, so an odd number must lead out. The only open way out is {where}, with "
                "room for {room} more, so there must be {bridges}."
            )
        else:
            text = _(
                "Add up what {islands} still needs: {need}. A bridge between two of them counts "
                "twice, so only an even number can lead out. The only open way out is {where}, "
                "with room for {room} more, so there must be {bridges}."
            )
        return text.format(
            islands=mention(conclusion.islands),
            need=need,
            where=edge_name(puzzle, conclusion.edge),
            room=room,
            bridges=_bridges(possible),
        )


def _bridges(possible: Sequence[int]) -> str:
    """Of how many bridges one number must be right."""
    *others, most = possible
    if others:
        numbers = ", ".join(map(str, others))
        return _("{numbers} or {most}").format(numbers=numbers, most=bridges_text(most))
    return _("exactly {bridges}").format(bridges=bridges_text(most)) if most else _("no bridge")


def _only_ways_out(position: Position) -> list[tuple[int, tuple[int, ...]]]:
    """The open edges that alone lead out of a few islands, which all have a clue; and these."""
    found, needs = [], position.max_need
    order = [-1] * len(position.group)
    for start, capacity in enumerate(position.island_capacity):
        if order[start] >= 0 or not capacity:
            continue
        component, cuts = component_and_cuts(position, position.low, start, order)
        for edge, beyond in cuts:
            inside = component[beyond.start : beyond.stop]
            outside = component[: beyond.start] + component[beyond.stop :]
            for side in sorted((inside, outside), key=len):
                if 1 < len(side) <= MOST_ISLANDS and all(needs[i] < UNLIMITED for i in side):
                    found.append((edge, tuple(sorted(side))))
                    break
    return found
