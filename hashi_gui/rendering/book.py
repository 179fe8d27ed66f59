"""A book of puzzles as PDF: a title page with the rules, the puzzles, then the solutions.

All lengths are in millimetres.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QFont, QPainter

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import RULES
from hashi_gui.core.wording import quantity
from hashi_gui.formats import read
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

SIDE_MARGIN, TOP_MARGIN, BOTTOM_MARGIN = 18.0, 16.0, 22.0
"""The margins of a page; the footer is in the bottom margin."""

GUTTER = QSizeF(12.0, 9.0)
"""The space between two boards on a page, horizontally and vertically."""

HEADING_HEIGHT = 9.0
SOLUTIONS_TITLE_HEIGHT = 13.0
SOLUTION_HEADING_HEIGHT = 5.0
MAX_CELL = 12.0
MAX_SOLUTION_CELL = 6.0
MIN_SOLUTION_CELL = 2.3
"""The smallest size of a cell at which a solution is readable."""

PUZZLE_GRIDS = {1: (1, 1), 2: (2, 1), 4: (2, 2), 6: (3, 2)}
"""The rows and columns of puzzles on a page, by the number of puzzles per page."""

SOLUTION_GRIDS = ((5, 4), (4, 3), (3, 2), (2, 2))
"""The rows and columns of solutions to try for a page, the largest number first."""

TITLE_STYLE = TextStyle(34, QFont.Weight.DemiBold)
CHAPTER_STYLE = TextStyle(15, QFont.Weight.DemiBold)
SUMMARY_STYLE = TextStyle(12, colour=PRINT.muted)
RULE_STYLE = TextStyle(10.5)
RULE_NUMBER_STYLE = TextStyle(10.5, QFont.Weight.DemiBold)
NUMBER_STYLE = TextStyle(13, QFont.Weight.DemiBold)
ENTRY_TITLE_STYLE = TextStyle(10.5, QFont.Weight.Medium)
FACTS_STYLE = TextStyle(8.5, colour=PRINT.muted)
FOOTER_STYLE = TextStyle(8.5, colour=PRINT.muted)
SOLUTION_NUMBER_STYLE = TextStyle(9, QFont.Weight.DemiBold)

EXAMPLE = read(
    "4═══2 . .\n║\n║ 3─────2\n║ ║     │\n3 ║ . . │\n│ ║     │\n│ 3───1 │\n│       │\n3═══4═══3"
)
"""The puzzle of the title page, solved."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle of a book.

    ``title`` and ``level`` may be empty. ``solution`` is the number of bridges on each edge; None
    if the book is not to show it.
    """

    puzzle: Puzzle
    title: str = ""
    level: str = ""
    solution: bytes | None = None


@dataclass(frozen=True, slots=True)
class Book:
    """The contents and the layout of a book; ``per_page`` is a key of PUZZLE_GRIDS."""

    title: str
    entries: Sequence[Entry]
    per_page: int = 4
    paper: Paper = Paper.A4

    def pdf(self) -> tuple[bytes, int]:
        """The book as a PDF, and the number of its pages."""
        buffer = output_buffer()
        writer = pdf_writer(buffer, self.paper.page_size, self.title)
        painter = QPainter(writer)
        page = PagePainter(writer, painter)
        number = 0
        for number, draw_page in enumerate(self._pages(), start=1):
            if number > 1:
                page.start_page()
                self._draw_footer(page, number)
            draw_page(page)
        painter.end()
        return bytes(buffer.data().data()), number

    def _pages(self) -> Iterator[Callable[[PagePainter], None]]:
        """The functions that draw the pages, in order."""
        yield self._draw_title_page
        numbered = list(enumerate(self.entries, start=1))
        for start in range(0, len(numbered), self.per_page):
            yield partial(self._draw_puzzles, numbered[start : start + self.per_page])
        remaining = [(number, entry) for number, entry in numbered if entry.solution is not None]
        while remaining:
            boxes = self._solution_boxes(remaining)
            on_page, remaining = remaining[: len(boxes)], remaining[len(boxes) :]
            yield partial(_draw_solutions, on_page, boxes)

    def _solution_boxes(self, remaining: Sequence[tuple[int, Entry]]) -> list[QRectF]:
        """The boxes on the next page of solutions: as many as possible if all are readable.

        There are always more of them than puzzles on a page.
        """
        boxes: list[QRectF] = []
        for rows, cols in SOLUTION_GRIDS:
            if rows * cols <= self.per_page:
                break
            area = _print_area(self.paper.size).adjusted(0, SOLUTIONS_TITLE_HEIGHT, 0, 0)
            boxes = _grid_boxes(area, rows, cols)
            board_box = boxes[0].adjusted(0, SOLUTION_HEADING_HEIGHT, 0, 0)
            on_page = remaining[: len(boxes)]
            if all(
                _cell_size(board_box, entry.puzzle) >= MIN_SOLUTION_CELL for _, entry in on_page
            ):
                break
        return boxes

    def _draw_title_page(self, page: PagePainter) -> None:
        left, width = SIDE_MARGIN, page.size.width() - 2 * SIDE_MARGIN
        y = 38.0
        y += page.draw_paragraph(QRectF(left, y, width, 100), self.title, TITLE_STYLE) + 3
        y += (
            page.draw_paragraph(QRectF(left, y, width, 20), _summary(self.entries), SUMMARY_STYLE)
            + 12
        )
        page.draw_line(left, left + width, y)
        y += 12
        page.draw_text(QRectF(left, y, width, 8), "How to play", CHAPTER_STYLE)
        y += 13
        for number, rule in enumerate(RULES, start=1):
            page.draw_paragraph(QRectF(left, y, 7, 20), str(number), RULE_NUMBER_STYLE)
            y += page.draw_paragraph(QRectF(left + 7, y, width - 7, 20), rule, RULE_STYLE) + 2.2
        self._draw_example(page, left, width, y + 12)

    @staticmethod
    def _draw_example(page: PagePainter, left: float, width: float, y: float) -> None:
        """Draw a puzzle and its solution, side by side."""
        half = (width - GUTTER.width()) / 2
        pictures = (Board.empty(EXAMPLE.puzzle), "A puzzle"), (EXAMPLE.board, "Its solution")
        for n, (board, caption) in enumerate(pictures):
            x = left + n * (half + GUTTER.width())
            page.draw_board(QRectF(x, y, half, 62), EXAMPLE.puzzle, board, MAX_CELL)
            page.draw_text(QRectF(x, y + 64, half, 5), caption, FACTS_STYLE, Align.AlignHCenter)

    def _draw_puzzles(self, entries: Sequence[tuple[int, Entry]], page: PagePainter) -> None:
        boxes = _grid_boxes(_print_area(page.size), *PUZZLE_GRIDS[self.per_page])
        for box, (number, entry) in zip(boxes, entries):
            draw_entry(page, box, entry, Board.empty(entry.puzzle), str(number))

    def _draw_footer(self, page: PagePainter, number: int) -> None:
        area = _print_area(page.size)
        footer = QRectF(area.left(), page.size.height() - 14, area.width(), 5)
        page.draw_text(footer, str(number), FOOTER_STYLE, Align.AlignRight)
        footer.setWidth(footer.width() - 15)
        page.draw_text(footer, self.title, FOOTER_STYLE)


def _draw_solutions(
    entries: Sequence[tuple[int, Entry]], boxes: Sequence[QRectF], page: PagePainter
) -> None:
    title = _print_area(page.size)
    title.setHeight(8)
    page.draw_text(title, "Solutions", CHAPTER_STYLE)
    numbers = _format_range(str(entries[0][0]), str(entries[-1][0]))
    page.draw_text(title, numbers, FACTS_STYLE, Align.AlignRight)
    for box, (number, entry) in zip(boxes, entries):
        assert entry.solution is not None
        heading = QRectF(box.left(), box.top(), box.width(), SOLUTION_HEADING_HEIGHT)
        page.draw_text(heading, str(number), SOLUTION_NUMBER_STYLE)
        board_box = box.adjusted(0, SOLUTION_HEADING_HEIGHT, 0, 0)
        page.draw_board(board_box, entry.puzzle, Board(entry.solution), MAX_SOLUTION_CELL)


def draw_entry(
    page: PagePainter, box: QRectF, entry: Entry, board: Board, number: str = ""
) -> None:
    """Draw a puzzle under a heading with its number, title, level and size."""
    heading = QRectF(box.left(), box.top(), box.width(), 6)
    facts_width = min(62.0, 0.55 * box.width())
    page.draw_text(heading, _facts(entry), FACTS_STYLE, Align.AlignRight)
    left = heading.left()
    if number:
        page.draw_text(heading, number, NUMBER_STYLE)
        left += 3.2 + 2.6 * len(number)
    title = QRectF(left, heading.top(), heading.right() - facts_width - left, heading.height())
    page.draw_text(title, entry.title, ENTRY_TITLE_STYLE)
    page.draw_line(box.left(), box.right(), heading.bottom() + 0.6)
    page.draw_board(box.adjusted(0, HEADING_HEIGHT, 0, 0), entry.puzzle, board, MAX_CELL)


def draw_single(page: PagePainter, entry: Entry, board: Board) -> None:
    """Draw one puzzle on a page of its own."""
    draw_entry(page, _print_area(page.size), entry, board)


def _facts(entry: Entry) -> str:
    """The level and the size of a puzzle, and its limit of bridges if that is unusual."""
    puzzle = entry.puzzle
    facts = [entry.level.capitalize()] if entry.level else []
    if puzzle.max_bridges != 2:
        facts.append(f"up to {quantity(puzzle.max_bridges, 'bridge')}")
    return " · ".join([*facts, f"{puzzle.cols} × {puzzle.rows}"])


def _summary(entries: Sequence[Entry]) -> str:
    """The number of puzzles in a book, their sizes and levels."""
    count = quantity(len(entries), "puzzle")
    by_area = sorted((e.puzzle.cols * e.puzzle.rows, e.puzzle.cols, e.puzzle.rows) for e in entries)
    sizes = [f"{cols} × {rows}" for _, cols, rows in (by_area[0], by_area[-1])]
    found = {entry.level for entry in entries}
    levels = [level for level in Level if level in found]
    facts = [count, _format_range(*sizes)]
    if levels:
        facts.append(_format_range(levels[0], levels[-1]))
    return " · ".join(facts)


def _format_range(first: str, last: str) -> str:
    return first if first == last else f"{first} to {last}"


def _print_area(paper: QSizeF) -> QRectF:
    """A page without its margins."""
    page = QRectF(0, 0, paper.width(), paper.height())
    return page.adjusted(SIDE_MARGIN, TOP_MARGIN, -SIDE_MARGIN, -BOTTOM_MARGIN)


def _grid_boxes(area: QRectF, rows: int, cols: int) -> list[QRectF]:
    """Divide an area into boxes, row by row."""
    width = (area.width() - (cols - 1) * GUTTER.width()) / cols
    height = (area.height() - (rows - 1) * GUTTER.height()) / rows
    return [
        QRectF(
            area.left() + col * (width + GUTTER.width()),
            area.top() + row * (height + GUTTER.height()),
            width,
            height,
        )
        for row in range(rows)
        for col in range(cols)
    ]


def _cell_size(box: QRectF, puzzle: Puzzle) -> float:
    """The size of a cell if the board of a puzzle fills a box."""
    rect = board_rect(puzzle)
    return UNIT * min(box.width() / rect.width(), box.height() / rect.height())
