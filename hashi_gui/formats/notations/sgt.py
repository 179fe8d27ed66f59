"""Bridges, from Simon Tatham's Portable Puzzle Collection: game IDs, and reading of save files.

A game ID is ``PARAMS:DESC`` and holds a puzzle. PARAMS is the size, ``W`` or ``WxH``, optionally
followed by ``i`` and ``e`` (for the generator), ``mB`` (at most B bridges per pair, 2 by default),
``L`` (no loops) and ``d`` (difficulty). DESC lists the cells in reading order: ``1`` to ``9`` and
``A`` to ``G`` (10 to 16) are clues, ``a`` to ``z`` are 1 to 26 cells of water. Islands are never
adjacent. Links have such an ID, see :mod:`sgt_url`.

A save file has the moves, too. Each of its lines is ``KEY     :LENGTH:VALUE``, with the key padded
to eight characters. ``MOVE`` and ``SOLVE`` hold changes separated by ``;``: ``Lx1,y1,x2,y2,n`` sets
n bridges, ``Nx1,y1,x2,y2`` toggles a "no bridge" mark, ``Mx,y`` toggles a lock, ``S`` means that
the solver was used. ``RESTART`` clears the board. The first ``STATEPOS`` - 1 moves are in effect,
the others were undone.
"""

from __future__ import annotations

import re

from hashi_gui.core.board import Board
from hashi_gui.core.i18n import N_, _, ngettext
from hashi_gui.core.puzzle import Edge, Island, Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.core.wording import islands_text, pattern
from hashi_gui.formats.document import Document, refuse_adjacent_islands, refuse_board, refuse_clue
from hashi_gui.formats.errors import FormatError, at_most, bridges_text, quote, unexpected_input
from hashi_gui.formats.reading import (
    CLUE_CHARACTERS,
    WATER_LETTERS,
    ClueMap,
    Row,
    Word,
    check_range,
    encode_runs,
    non_blank_lines,
    parse_bridge_limit,
    parse_columns,
    parse_number,
    parse_rows,
    to_character,
)

NAME = "sgt"
TITLE = N_("game ID of SGT's Bridges")
MAX_LENGTH = 2 * 2**20
SUFFIX = ".txt"
ONE_LINE = True

_MIN_SIDE = 3
_MIN_ISLANDS = 2
_PARAMS_TEXT = (
    r"\s*+(?P<cols>[0-9]++)(?:x(?P<rows>[0-9]++))?+(?:i[0-9]++)?+(?:e[0-9]++)?+"
    r"(?:m(?P<limit>[0-9]++))?+(?P<loops>L)?+(?:d[0-9]++)?+[ \t]*+"
)
_PARAMS = pattern(_PARAMS_TEXT)
_ID = pattern(_PARAMS_TEXT + r"(?P<kind>[:#])[ \t]*+(?P<desc>\S*+)\s*+")

_COLLECTION = "Simon Tatham's Portable Puzzle Collection"
_LINE = pattern(r"(?P<key>[A-Z]{1,8}+) *+:(?P<length>[0-9]++):(?P<value>.*)")
_CHANGE = pattern(
    r"L(?P<from>\d{1,4},\d{1,4}),(?P<to>\d{1,4},\d{1,4}),(?P<count>\d)"
    r"|N(?P<mark>\d{1,4},\d{1,4}),(?P<mark_to>\d{1,4},\d{1,4})|M(?P<lock>\d{1,4},\d{1,4})|S",
    re.ASCII,
)
_MOVE_KEYS = ("MOVE", "SOLVE", "RESTART")


def recognises(text: str) -> bool:
    """Whether the text is a game ID, also one with a random seed, or a save file."""
    return _is_save_file(text) or _ID.fullmatch(text) is not None


def read(text: str) -> Document:
    if _is_save_file(text):
        save = _SaveFile(text)
        puzzle = _parse_puzzle(save.params, save.desc)
        return Document(puzzle, save.board(puzzle), NAME)
    return Document.from_puzzle(read_id(next(non_blank_lines(text))), NAME)


def read_id(line: Row) -> Puzzle:
    """Return the puzzle of a game ID. Raises FormatError."""
    match = _ID.fullmatch(line.text)
    if match is None:
        expected = _("a game ID such as '7x7m2:3a5...'")
        raise unexpected_input(quote(line.text), expected, line.at)
    if match["kind"] == "#":
        raise FormatError(
            _(
                "A random seed follows the #, which only Simon Tatham's own program can use; "
                "copy the game ID that has a colon instead."
            ),
            line.location(match.start("kind")),
            words=_("Only Simon Tatham's program knows that puzzle. Copy the ID with a colon."),
        )
    kind, desc = match.span("kind"), match.span("desc")
    return _parse_puzzle(
        Row(line.text[: kind[0]], line.at), Row(line.text[slice(*desc)], line.location(desc[0]))
    )


def _parse_puzzle(params: Row, desc: Row) -> Puzzle:
    match = _PARAMS.fullmatch(params.text)
    if match is None:
        raise unexpected_input(quote(params.text), _("parameters such as '10x10m2'"), params.at)
    width = Word(match["cols"], params.location(match.start("cols")))
    height = Word(match["rows"], params.location(match.start("rows"))) if match["rows"] else width
    cols, rows = parse_columns(width), parse_rows(height)
    limit = 2
    if match["limit"]:
        limit = parse_bridge_limit(Word(match["limit"], params.location(match.start("limit"))))
    rules = Rules(limit, loops=not match["loops"])
    return Puzzle.from_clues(rows, cols, _parse_clues(rows, cols, rules, desc), rules)


def _parse_clues(rows: int, cols: int, rules: Rules, desc: Row) -> ClueMap:
    islands = ClueMap()
    cell = 0
    for index, character in enumerate(desc.text):
        if cell >= rows * cols:
            found = _("more than {n} cells").format(n=rows * cols)
            raise unexpected_input(found, f"{rows} x {cols}", desc.location(index))
        if "a" <= character <= "z":
            cell += ord(character) - ord("a") + 1
            continue
        clue = CLUE_CHARACTERS.get(character)
        if not clue:
            expected = _("a clue or a letter for water")
            raise unexpected_input(quote(character), expected, desc.location(index))
        row, col = divmod(cell, cols)
        if (row - 1, col) in islands or (col and (row, col - 1) in islands):
            found, expected = _("adjacent islands"), _("water between them")
            raise unexpected_input(found, expected, desc.location(index))
        islands[row, col] = check_range(clue, desc.location(index), rules)
        cell += 1
    if cell != rows * cols:
        found = ngettext("{n} cell", "{n} cells", cell).format(n=cell)
        raise unexpected_input(found, f"{rows} x {cols} = {rows * cols}", desc.end)
    if (n := len(islands)) < _MIN_ISLANDS:
        found = islands_text(n)
        raise unexpected_input(found, _("at least {n}").format(n=_MIN_ISLANDS), desc.at)
    return islands


def write(document: Document) -> str:
    puzzle = document.puzzle
    refuse_board(document.board, TITLE)
    refuse_clue(puzzle, None, TITLE)
    refuse_clue(puzzle, 0, TITLE)
    refuse_adjacent_islands(puzzle, TITLE)
    if min(puzzle.rows, puzzle.cols) < _MIN_SIDE:
        text = _(
            "A game ID of SGT's Bridges needs at least {n} rows and columns; this puzzle has "
            "{rows} x {cols} cells."
        )
        raise FormatError(text.format(n=_MIN_SIDE, rows=puzzle.rows, cols=puzzle.cols))
    if len(puzzle.islands) < _MIN_ISLANDS:
        text = _("A game ID of SGT's Bridges needs at least {n} islands.")
        raise FormatError(text.format(n=_MIN_ISLANDS))
    desc = encode_runs(puzzle, to_character, WATER_LETTERS)
    loops = "" if puzzle.rules.loops else "L"
    return f"{puzzle.cols}x{puzzle.rows}m{puzzle.rules.max_bridges}{loops}:{desc}"


def _is_save_file(text: str) -> bool:
    """Whether the text begins with the first key of a save file."""
    return text.lstrip().startswith("SAVEFILE:")


class _SaveFile:
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
        expected = _("a position from 1 to {last}").format(last=len(self._moves) + 1)
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
            expected = _("a {key} line").format(key=key)
            raise unexpected_input(_("the end"), expected, self._end)
        return self._values[key]


def _parse_line(line: Row) -> tuple[str, Row]:
    match = _LINE.fullmatch(line.text)
    if match is None:
        raise unexpected_input(quote(line.text), "KEY:LENGTH:VALUE", line.at)
    value = Row(match["value"], line.location(match.start("value")))
    length = parse_number(
        Word(match["length"], line.location(match.start("length"))), _("a length")
    )
    if length != len(value.text):
        n = len(value.text)
        found = ngettext("{n} character", "{n} characters", n).format(n=n)
        raise unexpected_input(found, str(length), value.at)
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
            expected = _("a move such as 'L0,0,2,0,1'")
            raise unexpected_input(quote(word.text), expected, word.at)
        if change["from"]:
            count = int(change["count"])
            if count > self._puzzle.rules.max_bridges:
                most = at_most(self._puzzle.rules.max_bridges)
                raise unexpected_input(bridges_text(count), most, word.at)
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
            text = _("There is no island at column {x}, row {y}.")
            raise FormatError(text.format(x=x, y=y), word.at)
        return island

    def _edge(self, one: str, two: str, word: Word) -> Edge:
        edge = self._puzzle.edge_between(self._island(one, word).id, self._island(two, word).id)
        if edge is None:
            text = _("The two islands of {text!r} are not neighbours.")
            raise FormatError(text.format(text=word.text), word.at)
        return edge
