"""The files of pzpr (puzz.link): puzzle, bridges and "no bridge" marks, not locks.

Line by line, or with ``/`` for the end of a line: ``pzprv3``, ``hashikake``, the number of rows,
of columns, then the clues (``.`` water, ``-`` "?"), the horizontal segments (one between each two
cells side by side) and the vertical ones: 0, 1, 2, or -1 for a mark. What follows (trial layers,
history, information) is skipped. A mark on any segment counts for the whole edge, and is written
on all of it; one where no bridge can be says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain

from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.puzzle import Cell, Puzzle
from hashi_gui.formats import clues
from hashi_gui.formats.document import Document
from hashi_gui.formats.errors import Place, quoted, unexpected
from hashi_gui.formats.puzzlink import KINDS
from hashi_gui.formats.reading import Row, Rows, Word, filled_lines, number, side

NAME = "pzpr"
TITLE = "pzpr file"

_Segments = list[list[Word]]
_STATES = {"0": 0, "1": 1, "2": 2, "-1": MARK}
_LINE = re.compile(r"[^/]+")


def recognises(text: str) -> bool:
    """Whether it begins with the name of a version."""
    return text.lstrip().startswith("pzprv")


def read(text: str) -> Document:
    lines = _lines(text)
    version, kind, height, width = (row.exactly(1, "word")[0] for row in lines.take(4, "line"))
    if version.text.split(".")[0] != "pzprv3":
        raise unexpected(quoted(version.text), "'pzprv3'", version.at)
    if kind.text not in KINDS:
        raise unexpected(f"a puzzle of the kind {quoted(kind.text)}", "'hashikake'", kind.at)
    rows, cols = side(height, "rows"), side(width, "columns")
    puzzle = _puzzle(lines.take(rows, "row"), cols)
    horizontal = _segments(lines, rows, cols - 1)
    vertical = _segments(lines, rows - 1, cols)
    return Document(puzzle, _board(puzzle, horizontal, vertical), NAME)


def write(document: Document) -> str:
    puzzle, board = document.puzzle, document.board
    clues.refuse_other_limits(puzzle, TITLE)
    horizontal = [["0"] * (puzzle.cols - 1) for _ in range(puzzle.rows)]
    vertical = [["0"] * puzzle.cols for _ in range(puzzle.rows - 1)]
    for edge in puzzle.edges:
        state = str(board.state(edge.id))
        a, b = puzzle.ends(edge.id)
        if edge.horizontal:
            horizontal[a.row][a.col : b.col] = [state] * (b.col - a.col)
        else:
            for row in vertical[a.row : b.row]:
                row[a.col] = state
    lines = ["pzprv3", "hashikake", str(puzzle.rows), str(puzzle.cols)]
    cells = clues.matrix(puzzle, ".", lambda clue: "-" if clue is None else str(clue))
    lines += [" ".join(row) for row in chain(cells, horizontal, vertical)]
    return "\n".join(lines) + "\n"


def _lines(text: str) -> Rows:
    return Rows(
        Row(part[0], line.place(part.start()))
        for line in filled_lines(text)
        for part in _LINE.finditer(line.text)
        if part[0].strip()
    )


def _puzzle(cells: Sequence[Row], cols: int) -> Puzzle:
    islands: dict[Cell, int | None] = {}
    for r, row in enumerate(cells):
        for c, word in enumerate(row.exactly(cols, "cell")):
            if word.text == "-":
                islands[r, c] = None
            elif word.text != ".":
                clue = number(word, "a number, '-' or '.'")
                islands[r, c] = clues.check(clue, word.at)
    return Puzzle.from_clues(len(cells), cols, islands)


def _segments(lines: Rows, height: int, width: int) -> _Segments:
    """The next ``height`` lines of ``width`` segments; those of width 0 are empty lines."""
    if width == 0:
        return [[]] * height
    segments = [row.exactly(width, "segment") for row in lines.take(height, "row")]
    for word in chain.from_iterable(segments):
        if word.text not in _STATES:
            raise unexpected(quoted(word.text), "0, 1, 2 or -1", word.at)
    return segments


def _board(puzzle: Puzzle, horizontal: _Segments, vertical: _Segments) -> Board:
    states = []
    covered: set[Place] = set()
    for edge in puzzle.edges:
        a, b = puzzle.ends(edge.id)
        if edge.horizontal:
            words = horizontal[a.row][a.col : b.col]
        else:
            words = [row[a.col] for row in vertical[a.row : b.row]]
        states.append((edge.id, _state(words)))
        covered.update(word.at for word in words)
    for word in chain.from_iterable(chain(horizontal, vertical)):
        if _STATES[word.text] > 0 and word.at not in covered:
            raise unexpected(quoted(word.text), "0 where no bridge can be", word.at)
    return Board.empty(puzzle).apply(Move(tuple(states)))


def _state(words: Sequence[Word]) -> int:
    """What the segments of one edge say together."""
    states = [_STATES[word.text] for word in words]
    bridges = max(states)
    if bridges <= 0:
        return min(states)
    for word, state in zip(words, states):
        if state != bridges:
            raise unexpected(quoted(word.text), f"{bridges} all along the bridge", word.at)
    return bridges
