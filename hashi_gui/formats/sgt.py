"""Bridges of Simon Tatham's Portable Puzzle Collection: game IDs, and save files to read.

A game ID is ``PARAMS:DESC`` and holds a puzzle. PARAMS is the size, ``W`` or ``WxH``, then perhaps
``i`` and ``e`` (how to make such a puzzle), ``mB`` (at most B bridges a pair, 2 unless given),
``L`` (no loops) and ``d`` (how hard). DESC goes through the cells in reading order: ``1`` to ``9``
and ``A`` to ``G`` (10 to 16) are clues, ``a`` to ``z`` 1 to 26 cells of water. Islands never touch.

A save file (see :mod:`sgt_save`) holds the moves as well. Games without loops are refused: that
is a rule of its own.
"""

from __future__ import annotations

import re

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import clues, sgt_save
from hashi_gui.formats.document import Document
from hashi_gui.formats.errors import FormatError, quantity, quote, unexpected_input
from hashi_gui.formats.reading import Row, Word, bridge_limit, filled_lines, side
from hashi_gui.formats.refusals import refuse_board, refuse_clue, refuse_touching

NAME = "sgt"
TITLE = "game ID of SGT's Bridges"
RANK = 0
MAX_LENGTH = 2 * 2**20
SUFFIX = ".txt"
ONE_LINE = True

_SMALLEST_SIDE = 3
_FEWEST_ISLANDS = 2
_PARAMS = re.compile(
    r"\s*+(?P<cols>[0-9]++)(?:x(?P<rows>[0-9]++))?+(?:i[0-9]++)?+(?:e[0-9]++)?+"
    r"(?:m(?P<limit>[0-9]++))?+(?P<loops>L)?+(?:d[0-9]++)?+[ \t]*+"
)
_ID = re.compile(_PARAMS.pattern + r"(?P<kind>[:#])[ \t]*+(?P<desc>\S*+)\s*+")
_RUNS = "abcdefghijklmnopqrstuvwxyz"


def recognises(text: str) -> bool:
    """Whether it is a size with what may follow, and ``:`` or ``#``; or a save file."""
    return sgt_save.recognises(text) or _ID.fullmatch(text) is not None


def read(text: str) -> Document:
    if sgt_save.recognises(text):
        save = sgt_save.Save(text)
        puzzle = _puzzle(save.params, save.desc)
        return Document(puzzle, save.board(puzzle), NAME)
    line = next(filled_lines(text))
    match = _ID.fullmatch(line.text)
    assert match is not None
    if match["kind"] == "#":
        raise FormatError(
            "after # is a seed, from which only SGT's own generator makes the puzzle; there, "
            "copy the game ID by description, which has a colon.",
            line.place(match.start("kind")),
        )
    kind, desc = match.span("kind"), match.span("desc")
    return Document.from_puzzle(
        _puzzle(
            Row(line.text[: kind[0]], line.at),
            Row(line.text[slice(*desc)], line.place(desc[0])),
        ),
        NAME,
    )


def _puzzle(params: Row, desc: Row) -> Puzzle:
    match = _PARAMS.fullmatch(params.text)
    if match is None:
        raise unexpected_input(quote(params.text), "parameters such as '10x10m2'", params.at)
    if match["loops"]:
        raise FormatError(
            "L forbids loops, a rule that this program does not have; without the L the puzzle "
            "can be read.",
            params.place(match.start("loops")),
        )
    width = Word(match["cols"], params.place(match.start("cols")))
    height = Word(match["rows"], params.place(match.start("rows"))) if match["rows"] else width
    cols, rows = side(width, "columns"), side(height, "rows")
    limit = 2
    if match["limit"]:
        limit = bridge_limit(Word(match["limit"], params.place(match.start("limit"))))
    return Puzzle.from_clues(rows, cols, _islands(rows, cols, limit, desc), limit)


def _islands(rows: int, cols: int, limit: int, desc: Row) -> clues.Islands:
    islands = clues.Islands()
    cell = 0
    for index, character in enumerate(desc.text):
        if cell >= rows * cols:
            raise unexpected_input(
                f"more than {rows * cols} cells", f"{rows} x {cols}", desc.place(index)
            )
        if "a" <= character <= "z":
            cell += ord(character) - ord("a") + 1
            continue
        clue = clues.CHARACTERS.get(character)
        if not clue:
            raise unexpected_input(
                quote(character), "a clue or a letter for water", desc.place(index)
            )
        row, col = divmod(cell, cols)
        if (row - 1, col) in islands or (col and (row, col - 1) in islands):
            raise unexpected_input("islands that touch", "water between them", desc.place(index))
        islands[row, col] = clues.check(clue, desc.place(index), limit)
        cell += 1
    if cell != rows * cols:
        raise unexpected_input(quantity(cell, "cell"), f"{rows} x {cols} = {rows * cols}", desc.end)
    if len(islands) < _FEWEST_ISLANDS:
        raise unexpected_input(quantity(len(islands), "island"), "at least 2", desc.at)
    return islands


def write(document: Document) -> str:
    puzzle = document.puzzle
    refuse_board(document.board, TITLE)
    refuse_clue(puzzle, None, TITLE)
    refuse_clue(puzzle, 0, TITLE)
    refuse_touching(puzzle, TITLE)
    if min(puzzle.rows, puzzle.cols) < _SMALLEST_SIDE:
        raise FormatError(
            f"A {TITLE} needs at least {_SMALLEST_SIDE} rows and columns; "
            f"this puzzle has {puzzle.rows} x {puzzle.cols}."
        )
    if len(puzzle.islands) < _FEWEST_ISLANDS:
        raise FormatError(f"A {TITLE} needs at least {_FEWEST_ISLANDS} islands.")
    desc = clues.in_one_line(puzzle, clues.character, _RUNS)
    return f"{puzzle.cols}x{puzzle.rows}m{puzzle.max_bridges}:{desc}"
