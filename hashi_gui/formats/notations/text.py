"""Plain grids and drawings in text characters.

A plain grid has one character for each cell: ``1`` to ``9`` and ``A`` to ``G`` (10 to 16) are
clues, ``?`` is any number, and ``.``, ``-``, ``0`` and the space are water. If all water cells are
spaces, spaces at the end of rows and blank rows at the end may be missing. Spaces and tabs are
separators instead if they stand between all cells of a grid with visible water, as in ``3 . 2``;
its clues above 9 may also be decimal numbers. ``#`` starts a comment.

Header lines may precede the grid: its size, as ``7,7`` or ``7 7``, ``max-bridges 3`` if the limit
is not 2, and ``no-loops``. Before a drawing, or a grid with spaces as water or as separators,
``7 7`` may also be a row of islands; it is the size if the rows that follow have that size.

Text with a box-drawing character or ``×`` is a drawing (see :mod:`drawing`), which also holds the
board.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

from hashi_gui.core.i18n import N_, _
from hashi_gui.core.puzzle import MAX_SIDE, Puzzle
from hashi_gui.core.rules import STANDARD, Rules
from hashi_gui.core.wording import pattern
from hashi_gui.formats.document import Document
from hashi_gui.formats.drawing import BRIDGES_AND_MARKS, WATER, draw, parse_drawing
from hashi_gui.formats.errors import unexpected_input
from hashi_gui.formats.reading import (
    CLUE_CHARACTERS,
    CellContent,
    ClueMap,
    Row,
    Word,
    check_range,
    check_size,
    end_after_rows,
    parse_bridge_limit,
    parse_columns,
    parse_grid,
    parse_number,
    parse_rows,
    row_of_cells,
)

NAME = "text"
TITLE = N_("plain grid or drawing")
MAX_LENGTH = 64 * 2**20
SUFFIX = ".txt"
ONE_LINE = False

_SIZE = pattern(r"\s*+(?P<rows>[0-9]++)(?:,\s?|\s)(?P<cols>[0-9]++)\s*+")
_LIMIT = pattern(r"\s*+max-bridges\s++(?P<limit>\S++)\s*+")
_NO_LOOPS = pattern(r"\s*+no-loops\s*+")
_HEADER_LINES = 3
_MAX_LINES = _MAX_ROW_LENGTH = 4 * MAX_SIDE


def _character_class(characters: Iterable[str]) -> str:
    return f"[{re.escape(''.join(characters))}]"


_ROW = pattern(f"{_character_class([*WATER, chr(9), *BRIDGES_AND_MARKS, *CLUE_CHARACTERS])}*+")
_BRIDGE_OR_MARK = pattern(_character_class(BRIDGES_AND_MARKS))
_VISIBLE_WATER = pattern(_character_class([*WATER.replace(" ", ""), *BRIDGES_AND_MARKS]))
_CLUE = pattern(f"[^{re.escape(WATER)}]")
_SEPARATED_ROW = pattern(r"[ \t]*+(?:(?:1[0-6]|\S)(?:[ \t]++|$))++")


_LINES = (_ROW, _SIZE, _LIMIT, _NO_LOOPS)


class _Parts(NamedTuple):
    """The header and the rows of the grid or drawing, without comments."""

    size: tuple[int, int] | None
    rules: Rules
    rows: list[Row]


def recognises(text: str) -> bool:
    """Whether at least half of the lines are rows or headers of a grid or drawing.

    Text with more lines, or longer ones, than a large drawing with many comments is rejected first.
    """
    if text.count("\n") > _MAX_LINES:
        return False
    rows = [row.text.rstrip() for row in _rows(text) if row.text.strip()]
    if max(map(len, rows), default=0) > _MAX_ROW_LENGTH:
        return False
    matching = sum(any(pattern.fullmatch(row) for pattern in _LINES) for row in rows)
    return 0 < len(rows) <= 2 * matching


def read(text: str) -> Document:
    parts = _split_header(_rows(text))
    if _contains(_BRIDGE_OR_MARK, parts.rows):
        return _read_drawing(parts)
    if _is_separated(parts.rows):
        return _read_separated(parts)
    rows, cols = _check_rows(parts)
    islands = ClueMap()
    for r, row in enumerate(parts.rows):
        for found in _CLUE.finditer(row.text):
            word = Word(found[0], row.location(found.start()))
            islands[r, found.start()] = _parse_clue(word, parts.rules)
    return Document.from_puzzle(Puzzle.from_clues(rows, cols, islands, parts.rules), NAME)


def _read_separated(parts: _Parts) -> Document:
    widths = [_count_words(row) for row in parts.rows]
    rows, cols = parts.size or (len(widths), _most_common(widths))
    check_size(rows, cols, parts.rows[0].at)
    grid = (row.expect_cells(cols) for row in parts.rows[:rows])
    islands = parse_grid(grid, partial(_parse_cell, rules=parts.rules))
    _check_height(parts.rows, rows)
    return Document.from_puzzle(Puzzle.from_clues(rows, cols, islands, parts.rules), NAME)


def _parse_cell(word: Word, rules: Rules) -> CellContent:
    return () if word.text in WATER else (_parse_clue(word, rules),)


def _parse_clue(word: Word, rules: Rules) -> int | None:
    if word.text in CLUE_CHARACTERS:
        clue = CLUE_CHARACTERS[word.text]
    else:
        clue = parse_number(word, _("a clue or water"))
    return check_range(clue, word.at, rules)


def write(document: Document) -> str:
    return draw(document.puzzle, document.board) + "\n"


def _contains(characters: re.Pattern[str], rows: list[Row]) -> bool:
    return any(characters.search(row.text) for row in rows)


def _is_separated(rows: list[Row]) -> bool:
    """Whether spaces or tabs stand between all cells, and water is visible."""
    filled = [row for row in rows if row.text.strip()]
    return (
        _contains(_VISIBLE_WATER, filled)
        and all(_SEPARATED_ROW.fullmatch(row.text) for row in filled)
        and any(_count_words(row) > 1 for row in filled)
    )


def _count_words(row: Row) -> int:
    return len(row.text.split())


def _rows(text: str) -> list[Row]:
    """Return the lines without comments; lines with nothing but a comment are left out."""
    rows = []
    for line, content in enumerate(text.split("\n"), start=1):
        before, comment, _ = content.partition("#")
        if before.strip() or not comment:
            rows.append(Row(before, (line, 1)))
    return rows


def _split_header(rows: list[Row]) -> _Parts:
    non_blank = [index for index, row in enumerate(rows) if row.text.strip()]
    rows = rows[: non_blank[-1] + 1]
    size, rules, start = None, STANDARD, 0
    for index in non_blank[:_HEADER_LINES]:
        row = rows[index]
        if size is None and (match := _SIZE.fullmatch(row.text)):
            size = _parse_size(row, match, rows[index + 1 :])
            if size is None:
                break
        elif match := _LIMIT.fullmatch(row.text):
            limit = parse_bridge_limit(_group_word(row, match, "limit"))
            rules = rules._replace(max_bridges=limit)
        elif _NO_LOOPS.fullmatch(row.text):
            rules = rules._replace(loops=False)
        else:
            break
        start = index + 1
    del rows[:start]
    if size is None or _contains(_VISIBLE_WATER, rows):
        # A blank line is a row of water only between a size and a grid with spaces as water.
        while rows and not rows[0].text.strip():
            del rows[0]
    return _Parts(size, rules, rows)


def _parse_size(row: Row, match: re.Match[str], below: list[Row]) -> tuple[int, int] | None:
    """Parse a line that looks like a size; None if ``7 7`` must be a row of two islands."""
    height, width = (_group_word(row, match, group) for group in ("rows", "cols"))
    rows, cols = parse_rows(height), parse_columns(width)
    if "," in row.text:
        fits = True
    elif _contains(_BRIDGE_OR_MARK, below):
        # A drawing has an odd number of lines, so an even number would follow its own first line.
        fits = len(below) == 2 * rows - 1
    elif _is_separated(below):
        words = [_count_words(row) for row in below if row.text.strip()]
        fits = len(words) == rows or any(count != 2 for count in words)
    else:
        longest = max((len(row.text.rstrip()) for row in below), default=0)
        fits = _contains(_VISIBLE_WATER, below) or (len(below) <= rows and longest <= cols)
    return (rows, cols) if fits else None


def _group_word(row: Row, match: re.Match[str], group: str) -> Word:
    return Word(match[group], row.location(match.start(group)))


def _read_drawing(parts: _Parts) -> Document:
    rows = [Row(row.text.rstrip(), row.at) for row in parts.rows]
    puzzle, board = parse_drawing(rows, parts.rules)
    if parts.size not in (None, (puzzle.rows, puzzle.cols)):
        height, width = parts.size
        found = _("a drawing of {rows} x {cols} cells").format(rows=puzzle.rows, cols=puzzle.cols)
        raise unexpected_input(found, f"{height} x {width}", rows[0].at)
    return Document(puzzle, board, NAME)


def _most_common(lengths: Iterable[int]) -> int:
    """The length that occurs most often, the first one of several; there is at least one."""
    return Counter(lengths).most_common(1)[0][0]


def _check_rows(parts: _Parts) -> tuple[int, int]:
    """Return the size of a plain grid. Raises FormatError if its rows have different lengths."""
    lengths = [len(row.text.rstrip()) for row in parts.rows]
    has_visible_water = _contains(_VISIBLE_WATER, parts.rows)
    width = _most_common(lengths) if has_visible_water else max(lengths, default=0)
    rows, cols = parts.size or (len(lengths), width)
    if parts.rows:
        check_size(rows, cols, parts.rows[0].at)
    for row, length in zip(parts.rows[:rows], lengths):
        if length > cols:
            raise unexpected_input(row_of_cells(length), str(cols), row.location(cols))
        if has_visible_water and len(row.text) < cols:
            raise unexpected_input(row_of_cells(length), str(cols), row.end)
    if has_visible_water or len(lengths) > rows:
        _check_height(parts.rows, rows)
    return rows, cols


def _check_height(found: list[Row], rows: int) -> None:
    """Raise FormatError if there are more or fewer rows than these."""
    if len(found) > rows:
        raise unexpected_input(_("another row"), end_after_rows(rows), found[rows].at)
    if len(found) < rows:
        raise unexpected_input(end_after_rows(len(found)), str(rows), found[-1].end)
