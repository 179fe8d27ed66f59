"""A book of puzzles as PDF: a title page with the rules, the puzzles, then the solutions.

A puzzle whose cells would be too small beside others has a page of its own, in landscape format if
it is too wide for portrait.

All lengths are in millimetres.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from itertools import takewhile
from typing import NamedTuple

from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QFont

from hashi_gui.core.board import Board
from hashi_gui.core.errors import HashiError
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import RULES, STANDARD
from hashi_gui.core.wording import quantity, shown_level
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
from hashi_gui.rendering.painting import painting_on
from hashi_gui.rendering.theme import PRINT

SIDE_MARGIN, TOP_MARGIN, BOTTOM_MARGIN = 18.0, 16.0, 22.0
"""The margins of a page; the footer is in the bottom margin."""

GUTTER = QSizeF(12.0, 9.0)
"""The space between two boards on a page, horizontally and vertically."""

HEADING_HEIGHT = 9.0
HEADING_GAP = 2.5
"""The space between the number, the title and the facts of a puzzle."""

SOLUTIONS_TITLE_HEIGHT = 13.0
SOLUTION_HEADING_HEIGHT = 5.0
MIN_CELL = 4.0
"""The smallest size of a cell in which a puzzle can be solved with a pencil."""

MAX_CELL = 12.0
MAX_CELL_OF_TWO = 18.0
MAX_CELL_ALONE = 24.0
"""The largest size of a cell: of several puzzles on a page, of two, and of one."""

MAX_SOLUTION_CELL = 6.0
MIN_SOLUTION_CELL = 2.3
"""The smallest size of a cell at which a solution is readable."""

PUZZLE_GRIDS = {1: (1, 1), 2: (2, 1), 4: (2, 2), 6: (3, 2)}
"""The rows and columns of puzzles on a page, by the number of puzzles per page."""

MAX_CELLS = {1: MAX_CELL_ALONE, 2: MAX_CELL_OF_TWO, 4: MAX_CELL, 6: MAX_CELL}
"""The largest size of a cell, by the number of puzzles per page."""

SOLUTION_GRIDS = ((5, 4), (4, 3), (3, 2), (2, 2), (2, 1), (1, 1))
"""The rows and columns of solutions to try for a page, the largest number first.

Any puzzle that fits on a page is readable as a single solution, also if its page is turned.
"""

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


class BookError(HashiError):
    """A puzzle cannot be in a book."""


class Placement(Enum):
    """The page of a puzzle: with others, of its own, or of its own in landscape format."""

    SHARED = auto()
    ALONE = auto()
    TURNED = auto()


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


class _Page(NamedTuple):
    draw: Callable[[PagePainter], None]
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Book:
    """The contents and the layout of a book; ``per_page`` is a key of PUZZLE_GRIDS."""

    title: str
    entries: Sequence[Entry]
    per_page: int = 4
    paper: Paper = Paper.A4

    def pdf(self) -> tuple[bytes, int]:
        """The book as a PDF, and the number of its pages.

        Raises BookError if a puzzle is too large for a page.
        """
        pages = list(self._pages())
        buffer = output_buffer()
        writer = pdf_writer(buffer, self.paper.page_size, self.title)
        with painting_on(writer) as painter:
            page = PagePainter(writer, painter)
            for number, (draw_page, turned) in enumerate(pages, start=1):
                if number > 1:
                    page.start_page(turned)
                    self._draw_footer(page, number)
                draw_page(page)
        return bytes(buffer.data().data()), len(pages)

    def _pages(self) -> Iterator[_Page]:
        yield _Page(self._draw_title_page)
        yield from self._puzzle_pages()
        yield from self._solution_pages()

    def _puzzle_pages(self) -> Iterator[_Page]:
        shared: list[tuple[int, Entry]] = []
        for number, entry in enumerate(self.entries, start=1):
            placement = place(entry.puzzle, self.per_page, self.paper)
            if shared and (placement is not Placement.SHARED or len(shared) == self.per_page):
                yield _Page(partial(_draw_puzzles, shared, self.per_page))
                shared = []
            if placement is Placement.SHARED:
                shared.append((number, entry))
            else:
                draw_page = partial(_draw_puzzles, [(number, entry)], 1)
                yield _Page(draw_page, placement is Placement.TURNED)
        if shared:
            yield _Page(partial(_draw_puzzles, shared, self.per_page))

    def _solution_pages(self) -> Iterator[_Page]:
        numbered = enumerate(self.entries, start=1)
        remaining = [(number, entry) for number, entry in numbered if entry.solution is not None]
        while remaining:
            boxes = self._solution_boxes([entry.puzzle for _, entry in remaining])
            on_page, remaining = remaining[: len(boxes)], remaining[len(boxes) :]
            yield _Page(partial(_draw_solutions, on_page, boxes))

    def _solution_boxes(self, puzzles: Sequence[Puzzle]) -> Sequence[QRectF]:
        """The boxes on the next page of solutions: for as many as possible that are readable."""
        area = _print_area(self.paper.size).adjusted(0, SOLUTIONS_TITLE_HEIGHT, 0, 0)
        layouts = [_grid_boxes(area, rows, cols) for rows, cols in SOLUTION_GRIDS]
        return max((_readable_boxes(boxes, puzzles) for boxes in layouts), key=len)

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

    def _draw_footer(self, page: PagePainter, number: int) -> None:
        area = _print_area(page.size)
        footer = QRectF(area.left(), page.size.height() - 14, area.width(), 5)
        page.draw_text(footer, str(number), FOOTER_STYLE, Align.AlignRight)
        footer.setWidth(footer.width() - 15)
        page.draw_text(footer, self.title, FOOTER_STYLE)


def check_size(puzzle: Puzzle, paper: Paper) -> None:
    """Raise BookError if a puzzle is too large for a page."""
    place(puzzle, 1, paper)


def place(puzzle: Puzzle, per_page: int, paper: Paper) -> Placement:
    """Where a puzzle is in a book. Raises BookError if it is too large for a page."""
    upright = paper.size
    cells = {
        Placement.SHARED: _puzzle_cell(puzzle, upright, *PUZZLE_GRIDS[per_page]),
        Placement.ALONE: _puzzle_cell(puzzle, upright, 1, 1),
        Placement.TURNED: _puzzle_cell(puzzle, upright.transposed(), 1, 1),
    }
    for placement, cell in cells.items():
        if cell >= MIN_CELL:
            return placement
    raise BookError(
        f"The puzzle is too large for {paper.page_size.name()} paper: its cells would be "
        f"{max(cells.values()):.1f} mm wide, and {MIN_CELL:.0f} mm is the smallest readable size. "
        "hashi render draws it at any size."
    )


def _puzzle_cell(puzzle: Puzzle, page: QSizeF, rows: int, cols: int) -> float:
    """The size of a cell of a puzzle on a page with this many rows and columns of puzzles."""
    box = _grid_boxes(_print_area(page), rows, cols)[0]
    return _cell_size(_below_heading(box), puzzle)


def _draw_puzzles(entries: Sequence[tuple[int, Entry]], per_page: int, page: PagePainter) -> None:
    boxes = _grid_boxes(_print_area(page.size), *PUZZLE_GRIDS[per_page])
    for box, (number, entry) in zip(boxes, entries):
        _draw_entry(page, box, entry, Board.empty(entry.puzzle), per_page, str(number))


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
        board_box = _below_solution_heading(box)
        board = Board(entry.solution)
        page.draw_board(board_box, entry.puzzle, board, MAX_SOLUTION_CELL, Align.AlignLeft)


def _readable_boxes(boxes: Sequence[QRectF], puzzles: Sequence[Puzzle]) -> Sequence[QRectF]:
    """The boxes up to the first one in which the solution of its puzzle is too small."""
    sizes = (
        _cell_size(_below_solution_heading(box), puzzle) for box, puzzle in zip(boxes, puzzles)
    )
    return boxes[: len(list(takewhile(lambda size: size >= MIN_SOLUTION_CELL, sizes)))]


def _draw_entry(
    page: PagePainter, box: QRectF, entry: Entry, board: Board, per_page: int, number: str = ""
) -> None:
    """Draw a puzzle under a heading with its number, title, level and size.

    Below each other, boards are in the middle of their boxes; side by side, their tops align.
    """
    heading = QRectF(box.left(), box.top(), box.width(), 6)
    facts = _facts(entry)
    page.draw_text(heading, facts, FACTS_STYLE, Align.AlignRight)
    left = heading.left()
    if number:
        page.draw_text(heading, number, NUMBER_STYLE)
        left += page.text_width(number, NUMBER_STYLE) + HEADING_GAP
    right = heading.right() - page.text_width(facts, FACTS_STYLE) - HEADING_GAP
    if entry.title != f"{entry.puzzle.size_text}, {entry.level}":  # The facts say that already.
        title = QRectF(left, heading.top(), right - left, heading.height())
        page.draw_text(title, entry.title, ENTRY_TITLE_STYLE)
    page.draw_line(box.left(), box.right(), heading.bottom() + 0.6)
    _, cols = PUZZLE_GRIDS[per_page]
    vertical = Align.AlignVCenter if cols == 1 else Align.AlignTop
    align = vertical | Align.AlignHCenter
    page.draw_board(_below_heading(box), entry.puzzle, board, MAX_CELLS[per_page], align)


def draw_single(page: PagePainter, entry: Entry, board: Board) -> None:
    """Draw one puzzle on a page of its own."""
    _draw_entry(page, _print_area(page.size), entry, board, per_page=1)


def _facts(entry: Entry) -> str:
    """The level and the size of a puzzle, and its rules if they are unusual."""
    puzzle = entry.puzzle
    facts = [shown_level(entry.level).capitalize()] if entry.level else []
    if puzzle.rules != STANDARD:
        facts += puzzle.rules.facts
    return " · ".join([*facts, puzzle.size_text])


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


def _below_heading(box: QRectF) -> QRectF:
    return box.adjusted(0, HEADING_HEIGHT, 0, 0)


def _below_solution_heading(box: QRectF) -> QRectF:
    return box.adjusted(0, SOLUTION_HEADING_HEIGHT, 0, 0)


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
