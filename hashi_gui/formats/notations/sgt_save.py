"""Save files of Simon Tatham's Portable Puzzle Collection: the puzzle and the moves.

Each line is ``KEY     :LENGTH:VALUE``, with the key padded to eight characters. ``MOVE`` and
``SOLVE`` hold changes separated by ``;``: ``Lx1,y1,x2,y2,n`` sets n bridges, ``Nx1,y1,x2,y2``
toggles a "no bridge" mark, ``Mx,y`` toggles a lock, ``S`` means that the solver was used.
``RESTART`` clears the board. The first ``STATEPOS`` - 1 moves are in effect, the others were
undone.
"""

from __future__ import annotations

import re

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Edge, Island, Puzzle
from hashi_gui.core.wording import pattern, quantity
from hashi_gui.formats.errors import FormatError, quote, unexpected_input
from hashi_gui.formats.reading import Row, Word, non_blank_lines, parse_number

_COLLECTION = "Simon Tatham's Portable Puzzle Collection"
_LINE = pattern(r"(?P<key>[A-Z]{1,8}+) *+:(?P<length>[0-9]++):(?P<value>.*)")
_CHANGE = pattern(
    r"L(?P<from>\d{1,4},\d{1,4}),(?P<to>\d{1,4},\d{1,4}),(?P<count>\d)"
    r"|N(?P<mark>\d{1,4},\d{1,4}),(?P<mark_to>\d{1,4},\d{1,4})|M(?P<lock>\d{1,4},\d{1,4})|S",
    re.ASCII,
)
_MOVE_KEYS = ("MOVE", "SOLVE", "RESTART")


def recognises(text: str) -> bool:
    """Whether the text begins with the first key of a save file."""
    return text.lstrip().startswith("SAVEFILE:")


class SaveFile:
    """A parsed save file; ``params`` and ``desc`` are the two parts of its game ID."""

    def __init__(self, text: str) -> None:
        """Parse a save file. Raises FormatError if it is not one of Bridges."""
        self._values: dict[str, Row] = {}
        self._moves: list[tuple[str, Row]] = []
        for line in non_blank_lines(text):
            key, value = _parse_line(line)
            if key in _MOVE_KEYS:
                self._moves.append((key, value))
            else:
                self._values.setdefault(key, value)
        self._end = line.end
        for key, expected in (("SAVEFILE", _COLLECTION), ("VERSION", "1"), ("GAME", "Bridges")):
            value = self._value(key)
            if value.text != expected:
                raise unexpected_input(f"{key} {quote(value.text)}", repr(expected), value.at)
        self.params, self.desc = self._value("PARAMS"), self._value("DESC")

    def board(self, puzzle: Puzzle) -> Board:
        """Return the board of the saved game. Raises FormatError."""
        position = self._value("STATEPOS")
        expected = f"a position from 1 to {len(self._moves) + 1}"
        count = parse_number(Word(position.text, position.at), expected) - 1
        if not 0 <= count <= len(self._moves):
            raise unexpected_input(position.text, expected, position.at)
        builder = _BoardBuilder(puzzle)
        for key, value in self._moves[:count]:
            if key == "RESTART":
                builder = _BoardBuilder(puzzle)
            else:
                builder.apply(value)
        return builder.board()

    def _value(self, key: str) -> Row:
        if key not in self._values:
            raise unexpected_input("the end", f"a {key} line", self._end)
        return self._values[key]


def _parse_line(line: Row) -> tuple[str, Row]:
    match = _LINE.fullmatch(line.text)
    if match is None:
        raise unexpected_input(quote(line.text), "KEY:LENGTH:VALUE", line.at)
    value = Row(match["value"], line.location(match.start("value")))
    length = parse_number(Word(match["length"], line.location(match.start("length"))), "a length")
    if length != len(value.text):
        raise unexpected_input(quantity(len(value.text), "character"), str(length), value.at)
    return match["key"], value


class _BoardBuilder:
    """A board that moves are applied to."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._counts = bytearray(len(puzzle.edges))
        self._marks: set[int] = set()
        self._locks: set[int] = set()

    def apply(self, move: Row) -> None:
        index = 0
        for text in move.text.split(";") if move.text else ():
            self._apply_change(Word(text, move.location(index)))
            index += len(text) + 1

    def _apply_change(self, word: Word) -> None:
        change = _CHANGE.fullmatch(word.text)
        if change is None:
            raise unexpected_input(quote(word.text), "a move such as 'L0,0,2,0,1'", word.at)
        if change["from"]:
            count = int(change["count"])
            if count > self._puzzle.rules.max_bridges:
                raise unexpected_input(
                    quantity(count, "bridge"), f"at most {self._puzzle.rules.max_bridges}", word.at
                )
            self._counts[self._edge(change["from"], change["to"], word).id] = count
        elif change["mark"]:
            self._marks ^= {self._edge(change["mark"], change["mark_to"], word).id}
        elif change["lock"]:
            self._locks ^= {self._island(change["lock"], word).id}

    def board(self) -> Board:
        marks = frozenset(edge for edge in self._marks if not self._counts[edge])
        return Board(bytes(self._counts), marks, frozenset(self._locks))

    def _island(self, cell: str, word: Word) -> Island:
        x, y = cell.split(",")
        island = self._puzzle.island_at(int(y), int(x))
        if island is None:
            raise FormatError(f"there is no island at column {x}, row {y}.", word.at)
        return island

    def _edge(self, one: str, two: str, word: Word) -> Edge:
        edge = self._puzzle.edge_between(self._island(one, word).id, self._island(two, word).id)
        if edge is None:
            raise FormatError(f"the two islands of {quote(word.text)} are not neighbours.", word.at)
        return edge
