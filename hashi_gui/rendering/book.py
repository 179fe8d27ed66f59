"""A book of puzzles: a title page with the rules, the puzzles, the solutions at the back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QFont, QPainter

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import RULES
from hashi_gui.formats import read
from hashi_gui.formats.errors import quantity
from hashi_gui.logic.levels import Level
from hashi_gui.rendering.geometry import UNIT, board_rect
from hashi_gui.rendering.pages import (
    Align,
    PagePainter,
    Paper,
    TextStyle,
    output_buffer,
    pdf_writer,
)
from hashi_gui.rendering.theme import PRINT

SIDE, TOP, BOTTOM = 18.0, 16.0, 22.0
"""The margins of a page, in millimetres like everything here; the foot stands in the lowest."""

GUTTER = QSizeF(12.0, 9.0)
"""Between two places on a page."""

HEADING = 9.0
SOLVED_HEADING = 5.0
LARGEST_CELL = 12.0
LARGEST_SOLVED_CELL = 6.0
LEAST_SOLVED_CELL = 2.3
"""Smaller than this, a solution cannot be read."""

PUZZLE_GRIDS = {1: (1, 1), 2: (2, 1), 4: (2, 2), 6: (3, 2)}
"""Rows and columns of places, by the number of puzzles to a page."""

SOLUTION_GRIDS = ((5, 4), (4, 3), (3, 2), (2, 2))
"""The same for solutions, the most first."""

BOOK_TITLE = TextStyle(34, QFont.Weight.DemiBold)
CHAPTER = TextStyle(15, QFont.Weight.DemiBold)
LEAD = TextStyle(12, colour=PRINT.muted)
BODY = TextStyle(10.5)
BODY_NUMBER = TextStyle(10.5, QFont.Weight.DemiBold)
NUMBER = TextStyle(13, QFont.Weight.DemiBold)
NAME = TextStyle(10.5, QFont.Weight.Medium)
FACTS = TextStyle(8.5, colour=PRINT.muted)
FOOT = TextStyle(8.5, colour=PRINT.muted)
SOLVED_NUMBER = TextStyle(9, QFont.Weight.DemiBold)

EXAMPLE = read(
    "4═══2 . .\n║\n║ 3─────2\n║ ║     │\n3 ║ . . │\n│ ║     │\n│ 3───1 │\n│       │\n3═══4═══3"
)
"""The puzzle of the title page, solved."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle of a book. ``title`` and ``level`` may be empty; ``solution`` is the number of
    bridges on each edge, None where it is not to be shown.
    """

    puzzle: Puzzle
    title: str = ""
    level: str = ""
    solution: bytes | None = None


@dataclass(frozen=True, slots=True)
class Book:
    """What a book holds and how it is laid out; ``per_page`` is a key of PUZZLE_GRIDS.

    The solutions are shown of those entries that have one.
    """

    title: str
    entries: Sequence[Entry]
    per_page: int = 4
    paper: Paper = Paper.A4

    def pdf(self) -> tuple[bytes, int]:
        """The book as a PDF, and how many pages it has."""
        buffer = output_buffer()
        writer = pdf_writer(buffer, self.paper.page_size, self.title)
        painter = QPainter(writer)
        sheet = PagePainter(writer, painter)
        number = 0
        for number, draw in enumerate(self._pages(), start=1):
            if number > 1:
                sheet.turn()
                self._draw_foot(sheet, number)
            draw(sheet)
        painter.end()
        return bytes(buffer.data().data()), number

    def _pages(self) -> Iterator[Callable[[PagePainter], None]]:
        """What draws each page, in their order."""
        yield self._draw_title
        numbered = list(enumerate(self.entries, start=1))
        for start in range(0, len(numbered), self.per_page):
            yield partial(self._draw_puzzles, numbered[start : start + self.per_page])
        rest = [(number, entry) for number, entry in numbered if entry.solution is not None]
        while rest:
            places = self._solution_places(rest)
            some, rest = rest[: len(places)], rest[len(places) :]
            yield partial(_draw_solutions, some, places)

    def _solution_places(self, rest: Sequence[tuple[int, Entry]]) -> list[QRectF]:
        """As many places on the next page of solutions as can be read, but more than puzzles."""
        places: list[QRectF] = []
        for rows, cols in SOLUTION_GRIDS:
            if rows * cols <= self.per_page:
                break
            places = _places(_print_space(self.paper.size).adjusted(0, 13, 0, 0), rows, cols)
            space = places[0].adjusted(0, SOLVED_HEADING, 0, 0)
            some = rest[: len(places)]
            if all(_cell(space, entry.puzzle) >= LEAST_SOLVED_CELL for _, entry in some):
                break
        return places

    def _draw_title(self, sheet: PagePainter) -> None:
        left, width = SIDE, sheet.size.width() - 2 * SIDE
        y = 38.0
        y += sheet.paragraph(QRectF(left, y, width, 100), self.title, BOOK_TITLE) + 3
        y += sheet.paragraph(QRectF(left, y, width, 20), _summary(self.entries), LEAD) + 12
        sheet.rule(left, left + width, y)
        y += 12
        sheet.text(QRectF(left, y, width, 8), "How to play", CHAPTER)
        y += 13
        for number, rule in enumerate(RULES, start=1):
            sheet.paragraph(QRectF(left, y, 7, 20), str(number), BODY_NUMBER)
            y += sheet.paragraph(QRectF(left + 7, y, width - 7, 20), rule, BODY) + 2.2
        self._draw_example(sheet, left, width, y + 12)

    @staticmethod
    def _draw_example(sheet: PagePainter, left: float, width: float, y: float) -> None:
        """A puzzle and its solution, side by side."""
        half = (width - GUTTER.width()) / 2
        pictures = (Board.empty(EXAMPLE.puzzle), "A puzzle"), (EXAMPLE.board, "Its solution")
        for n, (board, caption) in enumerate(pictures):
            x = left + n * (half + GUTTER.width())
            sheet.board(QRectF(x, y, half, 62), EXAMPLE.puzzle, board, LARGEST_CELL)
            sheet.text(QRectF(x, y + 64, half, 5), caption, FACTS, Align.AlignHCenter)

    def _draw_puzzles(self, some: Sequence[tuple[int, Entry]], sheet: PagePainter) -> None:
        places = _places(_print_space(sheet.size), *PUZZLE_GRIDS[self.per_page])
        for place, (number, entry) in zip(places, some):
            draw_entry(sheet, place, entry, Board.empty(entry.puzzle), str(number))

    def _draw_foot(self, sheet: PagePainter, number: int) -> None:
        space = _print_space(sheet.size)
        foot = QRectF(space.left(), sheet.size.height() - 14, space.width(), 5)
        sheet.text(foot, str(number), FOOT, Align.AlignRight)
        foot.setWidth(foot.width() - 15)
        sheet.text(foot, self.title, FOOT)


def _draw_solutions(
    some: Sequence[tuple[int, Entry]], places: Sequence[QRectF], sheet: PagePainter
) -> None:
    head = _print_space(sheet.size)
    head.setHeight(8)
    sheet.text(head, "Solutions", CHAPTER)
    sheet.text(head, _range([str(some[0][0]), str(some[-1][0])]), FACTS, Align.AlignRight)
    for place, (number, entry) in zip(places, some):
        assert entry.solution is not None
        head = QRectF(place.left(), place.top(), place.width(), SOLVED_HEADING)
        sheet.text(head, str(number), SOLVED_NUMBER)
        space = place.adjusted(0, SOLVED_HEADING, 0, 0)
        sheet.board(space, entry.puzzle, Board(entry.solution), LARGEST_SOLVED_CELL)


def draw_entry(
    sheet: PagePainter, place: QRectF, entry: Entry, board: Board, number: str = ""
) -> None:
    """A puzzle under a line with its number, its title and what kind it is."""
    head = QRectF(place.left(), place.top(), place.width(), 6)
    facts_width = min(62.0, 0.55 * place.width())
    sheet.text(head, _facts(entry), FACTS, Align.AlignRight)
    left = head.left()
    if number:
        sheet.text(head, number, NUMBER)
        left += 3.2 + 2.6 * len(number)
    name = QRectF(left, head.top(), head.right() - facts_width - left, head.height())
    sheet.text(name, entry.title, NAME)
    sheet.rule(place.left(), place.right(), head.bottom() + 0.6)
    sheet.board(place.adjusted(0, HEADING, 0, 0), entry.puzzle, board, LARGEST_CELL)


def draw_single(sheet: PagePainter, entry: Entry, board: Board) -> None:
    """One puzzle as a page of its own."""
    draw_entry(sheet, _print_space(sheet.size), entry, board)


def _facts(entry: Entry) -> str:
    puzzle = entry.puzzle
    facts = [entry.level.capitalize()] if entry.level else []
    if puzzle.max_bridges != 2:
        facts.append(f"up to {quantity(puzzle.max_bridges, 'bridge')}")
    return " · ".join([*facts, f"{puzzle.cols} × {puzzle.rows}"])


def _summary(entries: Sequence[Entry]) -> str:
    """How many puzzles a book has, of which sizes and levels."""
    count = quantity(len(entries), "puzzle")
    by_area = sorted((e.puzzle.cols * e.puzzle.rows, e.puzzle.cols, e.puzzle.rows) for e in entries)
    sizes = [f"{cols} × {rows}" for _, cols, rows in (by_area[0], by_area[-1])]
    found = {entry.level for entry in entries}
    levels = [level for level in Level if level in found]
    facts = [count, _range(sizes)] + ([_range([levels[0], levels[-1]])] if levels else [])
    return " · ".join(facts)


def _range(ends: Sequence[str]) -> str:
    return ends[0] if ends[0] == ends[1] else f"{ends[0]} to {ends[1]}"


def _print_space(paper: QSizeF) -> QRectF:
    return QRectF(SIDE, TOP, paper.width() - 2 * SIDE, paper.height() - TOP - BOTTOM)


def _places(space: QRectF, rows: int, cols: int) -> list[QRectF]:
    """The places of a page, row by row."""
    width = (space.width() - (cols - 1) * GUTTER.width()) / cols
    height = (space.height() - (rows - 1) * GUTTER.height()) / rows
    return [
        QRectF(
            space.left() + col * (width + GUTTER.width()),
            space.top() + row * (height + GUTTER.height()),
            width,
            height,
        )
        for row in range(rows)
        for col in range(cols)
    ]


def _cell(space: QRectF, puzzle: Puzzle) -> float:
    """The size of a cell of a puzzle that fills a space."""
    rect = board_rect(puzzle)
    return UNIT * min(space.width() / rect.width(), space.height() / rect.height())
