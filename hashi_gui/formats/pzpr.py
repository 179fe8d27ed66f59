"""The files of pzpr (puzz.link): puzzle, bridges and "no bridge" marks, not locks.

Line by line, or with ``/`` for the end of a line: ``pzprv3``, ``hashikake``, the number of rows,
of columns, then the clues (``.`` water, ``-`` "?"), the horizontal segments (one between each two
cells side by side) and the vertical ones: 0, 1, 2, or -1 for a mark. What follows (trial layers,
history, information) is skipped. A mark on any segment counts for the whole edge, and is written
on all of it; one where no bridge can be says nothing.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from hashi_gui.core.board import MARK
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import clues
from hashi_gui.formats.document import Document
from hashi_gui.formats.errors import quote, unexpected_input
from hashi_gui.formats.puzzlink import KINDS
from hashi_gui.formats.reading import Row, Rows, Word, filled_lines, number, side
from hashi_gui.formats.refusals import refuse_other_limits
from hashi_gui.formats.spans import Spans, transposed

NAME = "pzpr"
TITLE = "pzpr file"
RANK = 0
MAX_LENGTH = 48 * 2**20
SUFFIX = ".txt"
ONE_LINE = False

_STATES = {"0": 0, "1": 1, "2": 2, "-1": MARK}
_LINE = re.compile(r"[^/\n][^/]*+")


def recognises(text: str) -> bool:
    """Whether it begins with the name of a version."""
    return text.lstrip().startswith("pzprv")


def read(text: str) -> Document:
    lines = _lines(text)
    version, kind, height, width = (row.exactly(1, "word")[0] for row in lines.take(4, "line"))
    if version.text.split(".")[0] != "pzprv3":
        raise unexpected_input(quote(version.text), "'pzprv3'", version.at)
    if kind.text not in KINDS:
        raise unexpected_input(f"a puzzle of the kind {quote(kind.text)}", "'hashikake'", kind.at)
    rows, cols = side(height, "rows"), side(width, "columns")
    grid = (row.cells(cols, "cell") for row in lines.take(rows, "row"))
    puzzle = Puzzle.from_clues(rows, cols, clues.islands(grid, _clue))
    across = _Segments.read(lines, rows, cols - 1)
    down = _Segments.read(lines, rows - 1, cols)

    def spelled(line: int, index: int, horizontal: bool) -> Word:
        return across.rows[line].word(index) if horizontal else down.rows[index].word(line)

    spans = Spans(across.states, transposed(down.states) or [[]] * cols)
    return Document(puzzle, spans.to_board(puzzle, 0, spelled), NAME)


def write(document: Document) -> str:
    puzzle = document.puzzle
    refuse_other_limits(puzzle, TITLE)
    spans = Spans.of_board(puzzle, document.board, 0)
    lines = ["pzprv3", "hashikake", str(puzzle.rows), str(puzzle.cols)]
    cells = clues.matrix(puzzle, ".", lambda clue: "-" if clue is None else str(clue))
    lines += [" ".join(row) for row in cells]
    lines += [" ".join(map(str, row)) for row in [*spans.across, *transposed(spans.down)]]
    return "\n".join(lines) + "\n"


def _lines(text: str) -> Rows:
    return Rows(
        Row(part[0], line.place(part.start()))
        for line in filled_lines(text)
        for part in _LINE.finditer(line.text)
        if part[0].strip()
    )


def _clue(word: Word) -> clues.Spelled:
    if word.text == ".":
        return ()
    if word.text == "-":
        return (None,)
    return (clues.check(number(word, "a number, '-' or '.'"), word.at),)


class _Segments(NamedTuple):
    """Lines of segments, as they are spelled and what they mean."""

    rows: list[Row]
    states: list[list[int]]

    @classmethod
    def read(cls, lines: Rows, height: int, width: int) -> _Segments:
        """The next ``height`` lines of ``width`` segments; those of width 0 are empty lines."""
        if width == 0:
            return cls([], [[]] * height)
        rows = lines.take(height, "row")
        known: dict[str, int] = {}
        return cls(rows, [row.cells(width, "segment").values(known, _state) for row in rows])


def _state(word: Word) -> int:
    if word.text not in _STATES:
        raise unexpected_input(quote(word.text), "0, 1, 2 or -1", word.at)
    return _STATES[word.text]
