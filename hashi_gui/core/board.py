"""What a player has drawn, and the moves that change it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hashi_gui.core.errors import HashiError
from hashi_gui.core.puzzle import Puzzle

MARK = -1
"""The state of an edge that the player has marked "no bridge here"."""


class MoveError(HashiError):
    """A move in text form that does not fit the puzzle."""


@dataclass(frozen=True, slots=True)
class Board:
    """Bridges, marks and locks on a puzzle; immutable, a move makes a new one.

    ``counts[e]`` is the number of bridges on edge ``e``; ``marks`` are edges marked "no bridge"
    (an edge with a mark has no bridges); ``locks`` are islands whose edges the player has locked.
    """

    counts: bytes
    marks: frozenset[int] = frozenset()
    locks: frozenset[int] = frozenset()

    @classmethod
    def empty(cls, puzzle: Puzzle) -> Board:
        return cls(bytes(len(puzzle.edges)))

    def state(self, edge: int) -> int:
        """The number of bridges on an edge, or MARK."""
        return MARK if edge in self.marks else self.counts[edge]

    def apply(self, move: Move) -> Board:
        """The board after a move."""
        counts, marks = self.counts, self.marks
        if move.edges:
            drawn = bytearray(counts)
            marked = set(marks)
            for edge, state in move.edges:
                drawn[edge] = max(state, 0)
                (marked.add if state == MARK else marked.discard)(edge)
            counts, marks = bytes(drawn), frozenset(marked)
        locked = {island for island, lock in move.locks if lock}
        unlocked = {island for island, lock in move.locks if not lock}
        return Board(counts, marks, self.locks - unlocked | locked)

    def inverse(self, move: Move) -> Move:
        """The move that, made after ``move``, brings this board back."""
        return Move(
            tuple((edge, self.state(edge)) for edge, _ in move.edges),
            tuple((island, island in self.locks) for island, _ in move.locks),
        )

    def move_to(self, target: Board) -> Move:
        """The one move that turns this board into ``target``."""
        differ = [e for e, pair in enumerate(zip(self.counts, target.counts)) if pair[0] != pair[1]]
        edges = sorted({*differ, *(self.marks ^ target.marks)})
        return Move(
            tuple((e, target.state(e)) for e in edges),
            tuple((i, i in target.locks) for i in sorted(self.locks ^ target.locks)),
        )


_PLACE = r"(\d{1,4}),(\d{1,4})"
_WORD = re.compile(rf"{_PLACE}(?:-{_PLACE}=(\d|x)|=(lock|unlock))", re.ASCII)


@dataclass(frozen=True, slots=True)
class Move:
    """One step of a player, and one step of undo: new states of edges, locks set or lifted.

    ``edges`` holds (edge, state) with state 0..max_bridges or MARK; ``locks`` (island, locked).
    """

    edges: tuple[tuple[int, int], ...] = ()
    locks: tuple[tuple[int, bool], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.edges or self.locks)

    def to_text(self, puzzle: Puzzle) -> str:
        """One line, in cells so that it outlives ids: ``0,0-0,2=2;3,1-3,4=x;5,5=lock``."""
        words = []
        for edge, state in self.edges:
            a, b = puzzle.ends(edge)
            value = "x" if state == MARK else state
            words.append(f"{a.row},{a.col}-{b.row},{b.col}={value}")
        for island, lock in self.locks:
            row, col = puzzle.islands[island].cell
            words.append(f"{row},{col}={'lock' if lock else 'unlock'}")
        return ";".join(words)

    @classmethod
    def from_text(cls, puzzle: Puzzle, text: str) -> Move:
        """The move that :meth:`to_text` wrote. Raises MoveError where it does not fit."""
        words = text.split(";") if text else []
        edges: list[tuple[int, int]] = []
        locks: list[tuple[int, bool]] = []
        for word in words:
            parts = _WORD.fullmatch(word)
            if parts is None:
                raise MoveError(
                    f"{word!r} is not a move; expected, say, '0,0-0,2=1' or '0,0=lock'."
                )
            if parts[6]:
                locks.append((_island(puzzle, parts[1], parts[2]), parts[6] == "lock"))
            else:
                edges.append((_edge(puzzle, parts), _state(puzzle, parts[5])))
        return cls(tuple(edges), tuple(locks))


def _island(puzzle: Puzzle, row: str, col: str) -> int:
    island = puzzle.island_at(int(row), int(col))
    if island is None:
        raise MoveError(f"There is no island at row {row}, column {col}.")
    return island.id


def _edge(puzzle: Puzzle, parts: re.Match[str]) -> int:
    edge = puzzle.edge_between(
        _island(puzzle, parts[1], parts[2]), _island(puzzle, parts[3], parts[4])
    )
    if edge is None:
        raise MoveError(f"The islands of {parts[0]!r} do not see each other.")
    return edge.id


def _state(puzzle: Puzzle, value: str) -> int:
    if value == "x":
        return MARK
    if int(value) > puzzle.max_bridges:
        raise MoveError(f"{value} bridges on one edge; at most {puzzle.max_bridges} are allowed.")
    return int(value)
