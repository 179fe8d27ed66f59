"""Techniques for puzzles without loops: no bridge may close a loop of islands.

Where loops are allowed, they have no subjects, and conclude nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hashi_gui.core.i18n import _, ngettext
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.levels import Level
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.techniques.island_clues import SIDES, needed_text
from hashi_gui.logic.reasoning.techniques.technique import Conclusion, IslandTechnique
from hashi_gui.logic.wording import direction, edge_name, group_name, island_name, join_words


class LoopTechnique(IslandTechnique):
    """A technique that concludes something only if the rules forbid loops."""

    level = Level.MEDIUM

    def subjects(self, position: Position, islands: Iterable[int]) -> Iterable[int]:
        return () if position.puzzle.rules.loops else islands

    def says_all(self, conclusion: Conclusion) -> bool:
        return False


class ClosingLoop(LoopTechnique):
    """Two islands that are joined over others get no bridge between them."""

    name = "Closing a loop"

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        for edge in position.open_edges(subject):
            a, b = position.ends[edge]
            if not position.low[edge] and position.group[a] == position.group[b]:
                yield Conclusion(self, edge, False, 0, position.loop(edge))

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        return _("A bridge {where} would close a loop: {group} is connected already.").format(
            where=edge_name(puzzle, conclusion.edge),
            group=group_name(puzzle, conclusion.islands),
        )


class LastWayWithoutLoop(LoopTechnique):
    """What all other ways of an island can take without closing a loop is too little.

    It can have no bridge to its own group, and to each other group only on one edge.
    """

    name = "The last way without a loop"

    def affected(self, position: Position, touched: Iterable[int]) -> Iterable[int]:
        islands = dict.fromkeys(self.subjects(position, touched))
        return islands | dict.fromkeys(
            end
            for island in islands
            for edge in position.open_edges(island)
            for end in position.ends[edge]
        )

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        # Find all before the first is applied: its bridges take from what the others need.
        yield from list(self._all(position, subject))

    def _all(self, position: Position, subject: int) -> Iterator[Conclusion]:
        need = position.min_need[subject]
        edges = position.open_edges(subject)
        for edge in edges if need else ():
            others = [other for other in edges if other != edge]
            room = _room_without_loop(position, subject, others)
            if room < min(need, sum(map(position.capacity, others))):
                low = position.low[edge] + need - room
                yield Conclusion(self, edge, True, low, (subject,), (need, room, others))

    def reason(self, puzzle: Puzzle, conclusion: Conclusion) -> str:
        (island,), (need, room, others) = conclusion.islands, conclusion.facts
        if room:
            text = ngettext(
                "The {island} needs {amount}, but {others} only {room} can go without closing a "
                "loop, so at least {gain} goes {side}.",
                "The {island} needs {amount}, but {others} only {room} can go without closing a "
                "loop, so at least {gain} go {side}.",
                need - room,
            )
        else:
            text = ngettext(
                "The {island} needs {amount}, and every other open way would close a loop, so it "
                "goes {side}.",
                "The {island} needs {amount}, and every other open way would close a loop, so they "
                "go {side}.",
                need,
            )
        return text.format(
            island=island_name(puzzle, island),
            amount=needed_text(puzzle, island, need),
            others=join_words([SIDES[direction(puzzle, island, other)] for other in others]),
            room=room,
            gain=need - room,
            side=direction(puzzle, island, conclusion.edge),
        )


def _room_without_loop(position: Position, island: int, edges: Iterable[int]) -> int:
    """How many more bridges some edges of an island can take together."""
    known = 0
    rooms = {position.group[island]: 0}
    for edge in edges:
        a, b = position.ends[edge]
        there = position.group[b if a == island else a]
        if position.low[edge]:
            known += position.capacity(edge)
        elif there != position.group[island]:
            rooms[there] = max(rooms.get(there, 0), position.capacity(edge))
    return known + sum(rooms.values())
