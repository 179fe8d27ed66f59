"""Boards, which hold what a player has drawn, the moves that change them, and the log of a game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import IntFlag, StrEnum
from functools import reduce
from itertools import compress, count
from operator import ge, ne, or_
from typing import NamedTuple, TypeVar

from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import pattern, shorten

MARK = -1
"""The state of an edge that the player has marked "no bridge here"."""


_MAX_QUOTE_LENGTH = 60


class MoveError(HashiError):
    """The text of a move is malformed or does not fit the puzzle."""


class Tag(IntFlag):
    """What players note for themselves on an island or an edge; nothing follows from it.

    A disc or a diamond, of two colours, is for whatever they want to follow.
    """

    AT_LEAST_ONE = 1
    """On an edge: at least one bridge. It is seen as long as there is neither bridge nor mark."""
    DISC = 2
    DIAMOND = 4
    COLOURS = DISC | DIAMOND


NO_TAG = Tag(0)


class Tags(NamedTuple):
    """The tags of islands and edges, by id; in a move, those that they get instead of others."""

    islands: Mapping[int, Tag] = {}
    edges: Mapping[int, Tag] = {}

    def __hash__(self) -> int:
        return 0  # Mappings have none.

    def __bool__(self) -> bool:
        return bool(self.islands or self.edges)

    def apply(self, change: Tags) -> Tags:
        """Return the tags after those of a move."""
        if not change:
            return self
        islands, edges = {**self.islands, **change.islands}, {**self.edges, **change.edges}
        return Tags(
            {island: tag for island, tag in islands.items() if tag},
            {edge: tag for edge, tag in edges.items() if tag},
        )

    def of(self, islands: Iterable[int], edges: Iterable[int]) -> Tags:
        """Return the tags of some islands and edges, also of those that have none."""
        return Tags(
            {island: self.islands.get(island, NO_TAG) for island in islands},
            {edge: self.edges.get(edge, NO_TAG) for edge in edges},
        )


class Board(NamedTuple):
    """All that a player draws on a puzzle. Immutable: applying a move returns a new board.

    ``counts[e]`` is the number of bridges on edge ``e``. ``marks`` are the edges that the player
    marked "no bridge here"; they have no bridges. ``locks`` are the islands that the player locked.
    """

    counts: bytes
    marks: frozenset[int] = frozenset()
    locks: frozenset[int] = frozenset()
    tags: Tags = Tags()

    @classmethod
    def empty(cls, puzzle: Puzzle) -> Board:
        return cls(bytes(len(puzzle.edges)))

    def state(self, edge: int) -> int:
        """The number of bridges on an edge, or MARK."""
        return MARK if edge in self.marks else self.counts[edge]

    def states(self, edges: Iterable[int]) -> tuple[tuple[int, int], ...]:
        """Some edges, each with its state."""
        counts, marks = self.counts, self.marks
        return tuple([(edge, MARK if edge in marks else counts[edge]) for edge in edges])

    def apply(self, move: Move) -> Board:
        """Return the board after a move."""
        counts, marks = self.counts, self.marks
        if move.edges:
            states, new_counts = dict(move.edges), bytearray(counts)
            for edge, state in states.items():
                new_counts[edge] = state if state > 0 else 0
            marked = [edge for edge, state in states.items() if state == MARK]
            counts, marks = bytes(new_counts), marks.difference(states).union(marked)
        locked = {island for island, lock in move.locks if lock}
        unlocked = {island for island, lock in move.locks if not lock}
        return Board(counts, marks, self.locks - unlocked | locked, self.tags.apply(move.tags))

    def with_solution(self, counts: bytes) -> Board:
        """Return the board with all bridges of a solution; marks where it has none stay."""
        marks = frozenset([e for e in self.marks if not counts[e]])
        return self._replace(counts=counts, marks=marks)

    def extends(self, other: Board) -> bool:
        """Whether it has at least the bridges and the marks of another board."""
        return other.marks <= self.marks and all(map(ge, self.counts, other.counts))

    def after(self, moves: Iterable[Move]) -> Board:
        """Return the board after any number of moves, as fast for many as if they were one."""
        edges: dict[int, int] = {}
        locks: dict[int, bool] = {}
        island_tags: dict[int, Tag] = {}
        edge_tags: dict[int, Tag] = {}
        for move in moves:
            edges.update(move.edges)
            locks.update(move.locks)
            island_tags.update(move.tags.islands)
            edge_tags.update(move.tags.edges)
        tags = Tags(island_tags, edge_tags)
        return self.apply(Move(tuple(edges.items()), tuple(locks.items()), tags))

    def inverse(self, move: Move) -> Move:
        """Return the move that undoes ``move``: applied after it, it restores this board."""
        return Move(
            self.states([edge for edge, _ in move.edges]),
            tuple((island, island in self.locks) for island, _ in move.locks),
            self.tags.of(move.tags.islands, move.tags.edges),
        )

    def move_to(self, target: Board) -> Move:
        """Return the move that turns this board into ``target``."""
        edges, marks = differing_places(self.counts, target.counts), self.marks ^ target.marks
        return Move(
            target.states(sorted({*edges, *marks}) if marks else edges),
            tuple((i, i in target.locks) for i in sorted(self.locks ^ target.locks)),
            target.tags.of(
                sorted(differing_keys(self.tags.islands, target.tags.islands)),
                sorted(differing_keys(self.tags.edges, target.tags.edges)),
            ),
        )


def differing_places(one: bytes, other: bytes, start: int = 0) -> list[int]:
    """Where two byte strings of the same length differ, counted from ``start``.

    This is fast if they differ in few places.
    """
    if one == other:
        return []
    if len(one) <= _COMPARED_AT_ONCE:
        return list(compress(count(start), map(ne, one, other)))
    middle = len(one) // 2
    return [
        *differing_places(one[:middle], other[:middle], start),
        *differing_places(one[middle:], other[middle:], start + middle),
    ]


_COMPARED_AT_ONCE = 512


def differing_keys(one: Mapping[T, object], other: Mapping[T, object]) -> set[T]:
    """The keys that two mappings do not share with the same value."""
    return {key for key, _ in one.items() ^ other.items()}


T = TypeVar("T")

_CELL = r"(\d{1,4}),(\d{1,4})"
_CHANGE = pattern(rf"{_CELL}(?:-{_CELL}=(\d|x)|=(lock|unlock))", re.ASCII)
_TAGGING = pattern(rf"{_CELL}(?:-{_CELL})?=([a-z_+]*)", re.ASCII)
_TAG_NAMES = {str(tag.name).lower(): tag for tag in Tag}


class Move(NamedTuple):
    """A change of the board that is made, and undone, in one step.

    ``edges`` lists (edge, new state), a state being a number of bridges or MARK; ``locks`` lists
    (island, whether it is locked now). An empty move is false and changes nothing.
    """

    edges: tuple[tuple[int, int], ...] = ()
    locks: tuple[tuple[int, bool], ...] = ()
    tags: Tags = Tags()

    def __bool__(self) -> bool:
        return bool(self.edges or self.locks or self.tags)

    @property
    def without_tags(self) -> Move:
        """All that it changes but tags."""
        return self._replace(tags=Tags()) if self.tags else self

    def to_text(self, puzzle: Puzzle) -> str:
        """Return the move without its tags as one line, such as ``0,0-0,2=2;3,1-3,4=x;5,5=lock``.

        It names islands by row and column, because ids are not part of any file.
        """
        changes = []
        for edge, state in self.edges:
            a, b = puzzle.ends(edge)
            value = "x" if state == MARK else state
            changes.append(f"{a.row},{a.col}-{b.row},{b.col}={value}")
        for island, lock in self.locks:
            row, col = puzzle.islands[island].cell
            changes.append(f"{row},{col}={'lock' if lock else 'unlock'}")
        return ";".join(changes)

    @classmethod
    def from_text(cls, puzzle: Puzzle, text: str) -> Move:
        """Parse the output of :meth:`to_text`.

        Raises MoveError if the text is malformed or does not fit the puzzle.
        """
        edges: list[tuple[int, int]] = []
        locks: list[tuple[int, bool]] = []
        for change in text.split(";") if text else ():
            parts = _CHANGE.fullmatch(change)
            if parts is None:
                raise MoveError(
                    _(
                        "{text!r} is not a move; expected, for example, '0,0-0,2=1' or '0,0=lock'."
                    ).format(text=shorten(change, _MAX_QUOTE_LENGTH))
                )
            if parts[6]:
                locks.append((_parse_island(puzzle, parts[1], parts[2]), parts[6] == "lock"))
            else:
                edges.append((_parse_edge(puzzle, parts), _parse_state(puzzle, parts[5])))
        return cls(tuple(edges), tuple(locks))

    def tags_to_text(self, puzzle: Puzzle) -> str:
        """Return the tags as one line, such as ``0,0=disc;0,0-0,2=at_least_one+diamond;3,1=``.

        It is apart from the rest, which versions without tags can read.
        """
        changes = []
        for island, tag in self.tags.islands.items():
            row, col = puzzle.islands[island].cell
            changes.append(f"{row},{col}={_tag_text(tag)}")
        for edge, tag in self.tags.edges.items():
            a, b = puzzle.ends(edge)
            changes.append(f"{a.row},{a.col}-{b.row},{b.col}={_tag_text(tag)}")
        return ";".join(changes)

    def with_tags(self, puzzle: Puzzle, text: str) -> Move:
        """Return the same move with the tags in the output of :meth:`tags_to_text`.

        Raises MoveError if the text is malformed or does not fit the puzzle.
        """
        islands: dict[int, Tag] = {}
        edges: dict[int, Tag] = {}
        for change in text.split(";") if text else ():
            parts = _TAGGING.fullmatch(change)
            names = parts[5].split("+") if parts and parts[5] else []
            if parts is None or not _TAG_NAMES.keys() >= set(names):
                raise MoveError(
                    _("{text!r} is not a tag; expected, for example, '0,0=disc'.").format(
                        text=shorten(change, _MAX_QUOTE_LENGTH)
                    )
                )
            tag = reduce(or_, map(_TAG_NAMES.__getitem__, names), NO_TAG)
            if parts[3]:
                edges[_parse_edge(puzzle, parts)] = tag
            else:
                islands[_parse_island(puzzle, parts[1], parts[2])] = tag
        return self._replace(tags=Tags(islands, edges))


def _tag_text(tag: Tag) -> str:
    return "+".join(name for name, each in _TAG_NAMES.items() if each in tag)


def _parse_island(puzzle: Puzzle, row: str, col: str) -> int:
    island = puzzle.island_at(int(row), int(col))
    if island is None:
        raise MoveError(_("There is no island at {place}.").format(place=f"{row},{col}"))
    return island.id


def _parse_edge(puzzle: Puzzle, parts: re.Match[str]) -> int:
    edge = puzzle.edge_between(
        _parse_island(puzzle, parts[1], parts[2]), _parse_island(puzzle, parts[3], parts[4])
    )
    if edge is None:
        text = _("The two islands of {text!r} are not neighbours.")
        raise MoveError(text.format(text=parts[0]))
    return edge.id


def _parse_state(puzzle: Puzzle, value: str) -> int:
    if value == "x":
        return MARK
    if int(value) > puzzle.rules.max_bridges:
        raise MoveError(
            _("{n} bridges between two islands; at most {most} are allowed.").format(
                n=value, most=puzzle.rules.max_bridges
            )
        )
    return int(value)


MAX_SECONDS = 10**9
"""The longest playing time that is read; no game takes thirty years."""


class LogKind(StrEnum):
    """What changed the board."""

    MOVE = "move"
    HINT = "hint"
    SOLUTION = "solution"
    UNDO = "undo"
    REDO = "redo"
    DISCARD = "discard"
    UNKNOWN = "unknown"
    """All that happened before there was a log."""


class LogEntry(NamedTuple):
    """A change of the board: the playing time at which it was made, by what, and the change."""

    seconds: float
    kind: LogKind
    move: Move

    def to_text(self, puzzle: Puzzle) -> str:
        """Return the entry as one line, such as ``12.5 move 0,0-0,2=2``."""
        return f"{self.seconds:.1f} {self.kind} {self.move.to_text(puzzle)}"

    @classmethod
    def from_text(cls, puzzle: Puzzle, text: str) -> LogEntry:
        """Parse the output of :meth:`to_text`. Raises MoveError."""
        try:
            seconds, kind, move = text.split(" ", 2)
            entry = cls(round(float(seconds), 1), LogKind(kind), Move.from_text(puzzle, move))
        except ValueError as error:
            raise MoveError(
                _(
                    "{text!r} is not an entry of the log; expected, for example, {example!r}."
                ).format(text=shorten(text, _MAX_QUOTE_LENGTH), example="12.5 move 0,0-0,2=2")
            ) from error
        if not 0 <= entry.seconds <= MAX_SECONDS:
            text = _("The log has a time of {n} seconds.")
            raise MoveError(text.format(n=shorten(seconds, _MAX_QUOTE_LENGTH)))
        return entry


def board_after(start: Board, log: Iterable[LogEntry]) -> Board:
    """The board after all changes of a log."""
    return start.after(entry.move for entry in log)
