"""The text of a puzzle at janko.at: the puzzle with its solution, title and author.

It has sections: ``[problem]``, with ``-`` for water, and ``[solution]``, which has ``1`` and ``2``
for horizontal bridges in the cells that these pass, ``a`` and ``b`` for vertical ones, and ``-``
elsewhere. Each section begins on a line of its own, its content may follow on the same line. The
names of sections also stand without brackets; then only grids go on after their first line. The
solution is the board of the document. Bridges between adjacent islands cannot be represented.
"""

from __future__ import annotations

import re

from hashi_gui.core.board import Board
from hashi_gui.core.i18n import N_, _, ngettext
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import pattern, printable
from hashi_gui.formats.document import (
    Document,
    PuzzleInfo,
    refuse_all_but_bridges_over_water,
    refuse_crossings,
    refuse_other_than_numbers,
)
from hashi_gui.formats.drawing import Spans, words_of
from hashi_gui.formats.errors import other_puzzle, quote, unexpected_input
from hashi_gui.formats.fields import MAX_NAME
from hashi_gui.formats.reading import (
    CellContent,
    Cells,
    Row,
    Word,
    check_size,
    non_blank_lines,
    parse_grid,
    to_matrix,
)

NAME = "janko"
TITLE = N_("text of janko.at")
MAX_LENGTH = 32 * 2**20
SUFFIX = ".txt"
ONE_LINE = False

_START = pattern(
    r"\s*+(?:\[(?:begin|puzzle|title|author|source|size|problem)\]|(?:begin|problem)[ \t]*+\n|"
    r"puzzle[ \t])",
    re.IGNORECASE,
)
_PROBLEM = pattern(r"^[ \t]*+\[problem\]", re.IGNORECASE | re.MULTILINE)
_BARE_PROBLEM = pattern(r"^[ \t]*+problem[ \t]*+$", re.IGNORECASE | re.MULTILINE)
_SECTION = pattern(r"[ \t]*+\[(?P<name>[a-z]++)\](?P<rest>.*)", re.IGNORECASE)
_BARE_SECTION = pattern(r"[ \t]*+(?P<name>[a-z]{3,20}+)(?P<rest>(?:[ \t].*)?)", re.IGNORECASE)
_SIZE = pattern(r"([0-9]{1,4})(?:[ \tx,]+([0-9]{1,4}))?")
_ACROSS = {"1": 1, "2": 2}
_DOWN = {"a": 1, "b": 2}
_CLUES = frozenset("12345678")
_KINDS = ("hashi", "hashiwokakero", "bridges")
_INFO = ("title", "author", "source")


def recognises(text: str) -> bool:
    """Whether the text begins with a section, and exactly one is for a problem."""
    if _START.match(text) is None:
        return False
    return len(_PROBLEM.findall(text) or _BARE_PROBLEM.findall(text)) == 1


def read(text: str) -> Document:
    sections = _sections(text)
    kind = next(iter(sections.get("puzzle", [])), None)
    if kind and kind.text.strip().lower() not in _KINDS:
        raise other_puzzle(kind.text.strip().lower(), kind.at)
    lines = sections["problem"]
    if not lines:
        raise unexpected_input(_("no rows in the problem"), _("at least one"))
    grid = _cells(lines, len(lines[0].text.split()))
    puzzle = Puzzle.from_clues(len(grid), len(grid[0].texts), parse_grid(grid, _parse_clue))
    _check_size(puzzle, sections.get("size", []))
    title, author, source = (
        " ".join(row.text.strip() for row in sections.get(name, []))[:MAX_NAME] for name in _INFO
    )
    info = PuzzleInfo(title=title, author=author, source=source)
    return Document(puzzle, _parse_solution(puzzle, sections.get("solution", [])), NAME, info=info)


def _sections(text: str) -> dict[str, list[Row]]:
    """The rows of each section; of several with the same name, those of the first."""
    section = (_SECTION if _PROBLEM.search(text) else _BARE_SECTION).fullmatch
    found: dict[str, list[Row]] = {}
    rows: list[Row] = []
    for line in non_blank_lines(text):
        start = section(line.text)
        if start is None:
            rows.append(line)
            continue
        rows = []
        if found.setdefault(start["name"].lower(), rows) is rows and start["rest"].strip():
            rows.append(Row(start["rest"], line.location(start.start("rest"))))
    return found


def _cells(rows: list[Row], cols: int) -> list[Cells]:
    check_size(len(rows), cols, rows[0].at)
    return [row.expect_cells(cols) for row in rows]


def _parse_clue(word: Word) -> CellContent:
    if word.text == "-":
        return ()
    if word.text not in _CLUES:
        raise unexpected_input(quote(word.text), _("a number from 1 to 8, or '-'"), word.at)
    return (int(word.text),)


def _check_size(puzzle: Puzzle, size: list[Row]) -> None:
    """Compare the size with that of the grid; of two numbers, either may be that of the rows."""
    match = _SIZE.match(size[0].text) if size else None
    if match and {int(match[1]), int(match[2] or match[1])} != {puzzle.rows, puzzle.cols}:
        found = _("a problem of {rows} x {cols} cells").format(rows=puzzle.rows, cols=puzzle.cols)
        expected = _("the size {size}").format(size=match[0].strip())
        raise unexpected_input(found, expected, size[0].at)


def _parse_solution(puzzle: Puzzle, rows: list[Row]) -> Board:
    if not rows:
        return Board.empty(puzzle)
    if len(rows) != puzzle.rows:
        n = len(rows)
        found = ngettext("a solution of {n} row", "a solution of {n} rows", n).format(n=n)
        raise unexpected_input(found, str(puzzle.rows), rows[0].at)
    cells = _cells(rows, puzzle.cols)
    return Spans.from_signs(cells, _ACROSS, _DOWN).to_board(puzzle, 1, words_of(cells))


def write(document: Document) -> str:
    puzzle, board = document.puzzle, document.board
    refuse_other_than_numbers(puzzle, TITLE)
    refuse_all_but_bridges_over_water(puzzle, board, TITLE)
    refuse_crossings(puzzle, board, TITLE)
    lines = ["[begin]", "[puzzle]", "hashi"]
    for name in _INFO:
        text = printable(getattr(document.info, name)).strip()
        if text and not text.startswith("["):
            lines += [f"[{name}]", text]
    lines += ["[size]", f"{puzzle.rows} {puzzle.cols}", "[problem]"]
    lines += map(" ".join, to_matrix(puzzle, "-", str))
    if any(board.counts):
        solution = [["-"] * puzzle.cols for _ in range(puzzle.rows)]
        Spans.from_board(puzzle, board, 1).paint(solution, _ACROSS, _DOWN)
        lines += ["[solution]", *map(" ".join, solution)]
    return "\n".join([*lines, "[end]"]) + "\n"
