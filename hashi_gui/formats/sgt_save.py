"""Save files of Simon Tatham's Portable Puzzle Collection: their puzzle and their moves.

Every line is ``KEY     :LENGTH:VALUE``, with the key filled up to eight characters. A ``MOVE`` or
``SOLVE`` holds parts joined by ``;``: ``Lx1,y1,x2,y2,n`` sets n bridges, ``Nx1,y1,x2,y2`` sets or
lifts a "no bridge" mark, ``Mx,y`` a lock, ``S`` says that the solver was asked. ``RESTART`` clears
the board. ``STATEPOS`` - 1 of the moves stand, the others were undone.
"""

from __future__ import annotations

import re

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Edge, Island, Puzzle
from hashi_gui.formats.errors import FormatError, quantity, quote, unexpected_input
from hashi_gui.formats.reading import Row, Word, filled_lines, number

_MAGIC = "Simon Tatham's Portable Puzzle Collection"
_LINE = re.compile(r"(?P<key>[A-Z]{1,8}+) *+:(?P<length>[0-9]++):(?P<value>.*)")
_PART = re.compile(
    r"L(?P<from>\d{1,4},\d{1,4}),(?P<to>\d{1,4},\d{1,4}),(?P<count>\d)"
    r"|N(?P<off>\d{1,4},\d{1,4}),(?P<there>\d{1,4},\d{1,4})|M(?P<lock>\d{1,4},\d{1,4})|S",
    re.ASCII,
)
_MOVES = ("MOVE", "SOLVE", "RESTART")


def recognises(text: str) -> bool:
    """Whether it begins with the key of a save file."""
    return text.lstrip().startswith("SAVEFILE:")


class Save:
    """A save file taken apart; ``params`` and ``desc`` are the two halves of its game ID."""

    def __init__(self, text: str) -> None:
        """Raises FormatError where it is not a game of Bridges."""
        self._values: dict[str, Row] = {}
        self._moves: list[tuple[str, Row]] = []
        for line in filled_lines(text):
            key, value = _key_and_value(line)
            if key in _MOVES:
                self._moves.append((key, value))
            else:
                self._values.setdefault(key, value)
        self._end = line.end
        for key, expected in (("SAVEFILE", _MAGIC), ("VERSION", "1"), ("GAME", "Bridges")):
            value = self._value(key)
            if value.text != expected:
                raise unexpected_input(f"{key} {quote(value.text)}", repr(expected), value.at)
        self.params, self.desc = self._value("PARAMS"), self._value("DESC")

    def board(self, puzzle: Puzzle) -> Board:
        """What was drawn on the puzzle when it was saved."""
        position = self._value("STATEPOS")
        expected = f"the place in {quantity(len(self._moves), 'move')} that it was saved at, from 1"
        stand = number(Word(position.text, position.at), expected) - 1
        if not 0 <= stand <= len(self._moves):
            raise unexpected_input(position.text, expected, position.at)
        drawing = _Drawing(puzzle)
        for key, value in self._moves[:stand]:
            if key == "RESTART":
                drawing = _Drawing(puzzle)
            else:
                drawing.make(value)
        return drawing.board()

    def _value(self, key: str) -> Row:
        if key not in self._values:
            raise unexpected_input("the end", f"a line {key}", self._end)
        return self._values[key]


def _key_and_value(line: Row) -> tuple[str, Row]:
    match = _LINE.fullmatch(line.text)
    if match is None:
        raise unexpected_input(quote(line.text), "KEY:LENGTH:VALUE", line.at)
    value = Row(match["value"], line.place(match.start("value")))
    length = number(Word(match["length"], line.place(match.start("length"))), "a length")
    if length != len(value.text):
        raise unexpected_input(quantity(len(value.text), "character"), str(length), value.at)
    return match["key"], value


class _Drawing:
    """A board while moves are made on it."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._counts = bytearray(len(puzzle.edges))
        self._off: set[int] = set()
        self._locks: set[int] = set()

    def make(self, move: Row) -> None:
        index = 0
        for text in move.text.split(";") if move.text else ():
            self._make(Word(text, move.place(index)))
            index += len(text) + 1

    def _make(self, word: Word) -> None:
        part = _PART.fullmatch(word.text)
        if part is None:
            raise unexpected_input(quote(word.text), "a move such as 'L0,0,2,0,1'", word.at)
        if part["from"]:
            count = int(part["count"])
            if count > self._puzzle.max_bridges:
                raise unexpected_input(
                    quantity(count, "bridge"), f"at most {self._puzzle.max_bridges}", word.at
                )
            self._counts[self._edge(part["from"], part["to"], word).id] = count
        elif part["off"]:
            self._off ^= {self._edge(part["off"], part["there"], word).id}
        elif part["lock"]:
            self._locks ^= {self._island(part["lock"], word).id}

    def board(self) -> Board:
        marks = frozenset(edge for edge in self._off if not self._counts[edge])
        return Board(bytes(self._counts), marks, frozenset(self._locks))

    def _island(self, place: str, word: Word) -> Island:
        x, y = place.split(",")
        island = self._puzzle.island_at(int(y), int(x))
        if island is None:
            raise FormatError(f"there is no island at column {x}, row {y}.", word.at)
        return island

    def _edge(self, one: str, two: str, word: Word) -> Edge:
        edge = self._puzzle.edge_between(self._island(one, word).id, self._island(two, word).id)
        if edge is None:
            raise FormatError(f"the islands of {quote(word.text)} do not see each other.", word.at)
        return edge
