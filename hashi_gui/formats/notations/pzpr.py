"""The files of pzpr (puzz.link): puzzle, bridges and "no bridge" marks, but no locks.

Line by line, or with ``/`` for line breaks: ``pzprv3``, ``hashikake``, the number of rows, the
number of columns, the clues (``.`` is water, ``-`` is "?"), the horizontal segments (between each
two cells next to each other in a row) and the vertical ones. A segment is 0, 1, 2, or -1 for a
mark. The rest of the file (trial layers, history, metadata) is ignored. A mark on any segment marks
the whole edge and is written on all its segments; marks that are not on an edge are ignored. A link
of puzz.link may hold a whole file in place of a puzzle, percent-encoded.
"""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import unquote

from hashi_gui.core.board import MARK
from hashi_gui.core.i18n import N_, _
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import listed, pattern
from hashi_gui.formats.document import Document, refuse_other_rules
from hashi_gui.formats.drawing import Spans, transpose
from hashi_gui.formats.errors import other_puzzle, quote, unexpected_input
from hashi_gui.formats.notations.puzzlink import KINDS
from hashi_gui.formats.reading import (
    CellContent,
    Row,
    Rows,
    Word,
    check_range,
    non_blank_lines,
    parse_columns,
    parse_grid,
    parse_number,
    parse_rows,
    to_matrix,
)

NAME = "pzpr"
TITLE = N_("pzpr file")
MAX_LENGTH = 48 * 2**20
SUFFIX = ".txt"
ONE_LINE = False

_STATES = {"0": 0, "1": 1, "2": 2, "-1": MARK}
_LINK = pattern(r"\s*+[^\s?]*+\?(?:[a-z]++=[^\s&]*+&)*+(?:v:[^\s/]*+/)?+(?P<file>pzprv[^\n]*+)\s*+")
_LINE = pattern(r"[^/\n][^/]*+")


def recognises(text: str) -> bool:
    """Whether the text begins with a pzpr version, or is a link to a page with such a file."""
    return text.lstrip().startswith("pzprv") or _LINK.fullmatch(text) is not None


def read(text: str) -> Document:
    link = _LINK.fullmatch(text)
    lines = _split_lines(unquote(link["file"]) if link else text)
    version, kind, height, width = (row.expect_words(1)[0] for row in lines.take(4))
    if version.text.split(".")[0] != "pzprv3":
        raise unexpected_input(quote(version.text), "'pzprv3'", version.at)
    if kind.text not in KINDS:
        raise other_puzzle(kind.text, kind.at, in_link=link is not None)
    rows, cols = parse_rows(height), parse_columns(width)
    grid = (row.expect_cells(cols) for row in lines.take(rows))
    puzzle = Puzzle.from_clues(rows, cols, parse_grid(grid, _parse_clue))
    across = _Segments.parse(lines, rows, cols - 1)
    down = _Segments.parse(lines, rows - 1, cols)

    def find_word(line: int, index: int, horizontal: bool) -> Word:
        return across.rows[line].word(index) if horizontal else down.rows[index].word(line)

    spans = Spans(across.states, transpose(down.states) or [[]] * cols)
    return Document(puzzle, spans.to_board(puzzle, 0, find_word), NAME)


def write(document: Document) -> str:
    puzzle = document.puzzle
    refuse_other_rules(puzzle, TITLE)
    spans = Spans.from_board(puzzle, document.board, 0)
    lines = ["pzprv3", "hashikake", str(puzzle.rows), str(puzzle.cols)]
    cells = to_matrix(puzzle, ".", lambda clue: "-" if clue is None else str(clue))
    lines += [" ".join(row) for row in cells]
    lines += [" ".join(map(str, row)) for row in [*spans.across, *transpose(spans.down)]]
    return "\n".join(lines) + "\n"


def _split_lines(text: str) -> Rows:
    return Rows(
        Row(part[0], line.location(part.start()))
        for line in non_blank_lines(text)
        for part in _LINE.finditer(line.text)
        if part[0].strip()
    )


def _parse_clue(word: Word) -> CellContent:
    if word.text == ".":
        return ()
    if word.text == "-":
        return (None,)
    return (check_range(parse_number(word, _("a number, '-' or '.'")), word.at),)


class _Segments(NamedTuple):
    """Rows of segments in the input, and their states."""

    rows: list[Row]
    states: list[list[int]]

    @classmethod
    def parse(cls, lines: Rows, height: int, width: int) -> _Segments:
        """Parse the next ``height`` rows of ``width`` segments; rows without segments are blank."""
        if width == 0:
            return cls([], [[]] * height)
        rows = lines.take(height)
        cache: dict[str, int] = {}
        return cls(rows, [row.expect_cells(width).parse(cache, _parse_state) for row in rows])


def _parse_state(word: Word) -> int:
    if word.text not in _STATES:
        raise unexpected_input(
            quote(word.text), _("one of {names}").format(names=listed(_STATES)), word.at
        )
    return _STATES[word.text]
