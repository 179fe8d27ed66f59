"""Grids and drawings in plain characters.

A plain grid has one character for each cell: ``1`` to ``9`` and ``A`` to ``G`` (10 to 16) are
clues, ``?`` is any number, ``.``, ``-``, ``0`` and the space are water. Where all water is spaces,
those at the end of a row, and rows of nothing else at the end, may be left out. ``#`` starts a
comment. Two lines may come before the grid: its size, ``7,7`` or ``7 7``, and ``max-bridges 3``
where the limit is not 2. Over a drawing, or a grid whose water is all spaces, ``7 7`` may also be a
row: it is the size if what follows has that size.

Text with a box drawing character or ``×`` in it is a drawing (see :mod:`drawing`), which holds the
board as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from statistics import mode
from typing import NamedTuple

from hashi_gui.core.puzzle import MAX_SIDE, Puzzle
from hashi_gui.formats import clues
from hashi_gui.formats.document import Document
from hashi_gui.formats.drawing import BRIDGES, WATER, draw, undraw
from hashi_gui.formats.errors import quantity, quote, unexpected_input
from hashi_gui.formats.reading import Row, Word, bridge_limit, check_size, side

NAME = "text"
TITLE = "plain grid or drawing"
RANK = 2
MAX_LENGTH = 64 * 2**20
SUFFIX = ".txt"
ONE_LINE = False

_SIZE = re.compile(r"\s*+(?P<rows>[0-9]++)(?:,\s?|\s)(?P<cols>[0-9]++)\s*+")
_LIMIT = re.compile(r"\s*+max-bridges\s++(?P<limit>\S++)\s*+")
_MOST_LINES = _LONGEST_ROW = 4 * MAX_SIDE


def _one_of(characters: Iterable[str]) -> str:
    return f"[{re.escape(''.join(characters))}]"


_ROW = re.compile(f"{_one_of([*WATER, *BRIDGES, *clues.CHARACTERS])}*+")
_BRIDGE = re.compile(_one_of(BRIDGES))
_SPELLED = re.compile(_one_of([*WATER.replace(" ", ""), *BRIDGES]))
_CLUE = re.compile(f"[^{re.escape(WATER)}]")


class _Sheet(NamedTuple):
    """The text taken apart, without comments; ``rows`` are those of the grid or drawing."""

    size: tuple[int, int] | None
    max_bridges: int
    rows: list[Row]


def recognises(text: str) -> bool:
    """Whether at least half of the lines are rows of a grid or drawing, or its header.

    Text of more lines than a large drawing with many comments is left unread, and so is one with
    a row that is longer than any.
    """
    if text.count("\n") > _MOST_LINES:
        return False
    rows = [row.text.rstrip() for row in _rows(text) if row.text.strip()]
    if max(map(len, rows), default=0) > _LONGEST_ROW:
        return False
    fitting = sum(any(pattern.fullmatch(row) for pattern in (_ROW, _SIZE, _LIMIT)) for row in rows)
    return 0 < len(rows) <= 2 * fitting


def read(text: str) -> Document:
    sheet = _sheet(_rows(text))
    if _any_of(_BRIDGE, sheet.rows):
        return _drawn(sheet)
    rows, cols = _extent(sheet)
    islands = clues.Islands()
    for r, row in enumerate(sheet.rows):
        for found in _CLUE.finditer(row.text):
            at = row.place(found.start())
            if found[0] not in clues.CHARACTERS:
                raise unexpected_input(quote(found[0]), "a clue or water", at)
            clue = clues.CHARACTERS[found[0]]
            islands[r, found.start()] = clues.check(clue, at, sheet.max_bridges)
    return Document.from_puzzle(Puzzle.from_clues(rows, cols, islands, sheet.max_bridges), NAME)


def write(document: Document) -> str:
    return draw(document.puzzle, document.board) + "\n"


def _any_of(characters: re.Pattern[str], rows: list[Row]) -> bool:
    return any(characters.search(row.text) for row in rows)


def _rows(text: str) -> list[Row]:
    """The lines, comments taken off; those of a comment alone are left out."""
    rows = []
    for line, content in enumerate(text.split("\n"), start=1):
        kept, comment, _ = content.partition("#")
        if kept.strip() or not comment:
            rows.append(Row(kept, (line, 1)))
    return rows


def _sheet(rows: list[Row]) -> _Sheet:
    filled = [index for index, row in enumerate(rows) if row.text.strip()]
    rows = rows[: filled[-1] + 1]
    size, max_bridges, start = None, 2, 0
    for index in filled[:2]:
        row = rows[index]
        if size is None and (match := _SIZE.fullmatch(row.text)):
            size = _size(row, match, rows[index + 1 :])
            if size is None:
                break
        elif match := _LIMIT.fullmatch(row.text):
            max_bridges = bridge_limit(_word(row, match, "limit"))
        else:
            break
        start = index + 1
    del rows[:start]
    if size is None or _any_of(_SPELLED, rows):
        # Only between a size and a grid of spaces is an empty line a row of water.
        while rows and not rows[0].text.strip():
            del rows[0]
    return _Sheet(size, max_bridges, rows)


def _size(row: Row, match: re.Match[str], below: list[Row]) -> tuple[int, int] | None:
    """What a line like a size says; None for ``7 7`` if it must be a row of two islands."""
    height, width = (_word(row, match, group) for group in ("rows", "cols"))
    rows, cols = side(height, "rows"), side(width, "columns")
    if "," in row.text:
        fits = True
    elif _any_of(_BRIDGE, below):
        # A drawing has an odd number of lines, so below its own first line their number is even.
        fits = len(below) == 2 * rows - 1
    else:
        longest = max((len(row.text.rstrip()) for row in below), default=0)
        fits = _any_of(_SPELLED, below) or (len(below) <= rows and longest <= cols)
    return (rows, cols) if fits else None


def _word(row: Row, match: re.Match[str], group: str) -> Word:
    return Word(match[group], row.place(match.start(group)))


def _drawn(sheet: _Sheet) -> Document:
    rows = [Row(row.text.rstrip(), row.at) for row in sheet.rows]
    puzzle, board = undraw(rows, sheet.max_bridges)
    if sheet.size not in (None, (puzzle.rows, puzzle.cols)):
        height, width = sheet.size
        raise unexpected_input(
            f"a drawing of {puzzle.rows} x {puzzle.cols} cells", f"{height} x {width}", rows[0].at
        )
    return Document(puzzle, board, NAME)


def _extent(sheet: _Sheet) -> tuple[int, int]:
    """The size of a plain grid, once it is known that its rows fit."""
    lengths = [len(row.text.rstrip()) for row in sheet.rows]
    spelled = _any_of(_SPELLED, sheet.rows)
    usual = mode(lengths) if spelled else max(lengths, default=0)
    rows, cols = sheet.size or (len(lengths), usual)
    if sheet.rows:
        check_size(rows, cols, sheet.rows[0].at)
    for r, (row, length) in enumerate(zip(sheet.rows, lengths)):
        if r == rows:
            raise unexpected_input("one more row", f"the end after {quantity(rows, 'row')}", row.at)
        if length > cols:
            raise unexpected_input(
                f"a row of {quantity(length, 'cell')}", str(cols), row.place(cols)
            )
        if spelled and len(row.text) < cols:
            raise unexpected_input(f"a row of {quantity(length, 'cell')}", str(cols), row.end)
    if spelled and len(lengths) < rows:
        last = sheet.rows[-1].end
        raise unexpected_input(f"the end after {quantity(len(lengths), 'row')}", str(rows), last)
    return rows, cols
