"""A puzzle as a card: a page that is printed on one side and folded twice, into quarters.

The upper half is folded behind the lower one, then the left half behind the right one. So the lower
right quarter is the front, with the words and the puzzle, and the lower left one the back, with the
rules. The upper half, printed upside down, is the inside: its left quarter, which is the right one
there, has the solution, and the other one room for a greeting. Unlike other pages, a card has the
colours of the window: who opens it sees all lanterns lit.

All lengths are in millimetres.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QFont

from hashi_gui.core.board import Board
from hashi_gui.core.i18n import _
from hashi_gui.core.rules import rules_of
from hashi_gui.core.wording import printable
from hashi_gui.rendering.geometry import UNIT, board_rect
from hashi_gui.rendering.painting import painting_on
from hashi_gui.rendering.printing.entry import FACTS_STYLE, BookError, Entry, cell_size
from hashi_gui.rendering.printing.pages import (
    Align,
    PagePainter,
    Paper,
    TextStyle,
    output_buffer,
    pdf_writer,
)
from hashi_gui.rendering.theme import LIGHT

SIDE_MARGIN, TOP_MARGIN = 10.0, 12.0
"""The margins of each quarter, left and right, and above and below."""

WORDS_GAP = 9.0
"""The space between the words and the puzzle."""

MIN_WORDS_HEIGHT, MAX_WORDS_HEIGHT = 24.0, 40.0
"""The room for the words; the puzzle gives way to long ones."""

MIN_CELL = 2.3
"""The smallest size of a cell at which a puzzle is readable."""

MAX_CELL = 15.0

STEP = 2.0
"""How finely the lines of the words are balanced."""

MAX_WORDS = 200
"""The most characters of the words."""

WORDS_STYLES = [TextStyle(n, QFont.Weight.DemiBold, LIGHT.text) for n in (40, 34, 28, 23, 19, 15)]
"""The styles of the words; the first one in which they fit is taken."""

FOLDING = _("Fold the top half behind, then the left half.")
"""What to do with the page."""

RULES_TITLE_STYLE = TextStyle(11, QFont.Weight.DemiBold, LIGHT.text)
RULE_STYLE = TextStyle(9, colour=LIGHT.text)
RULE_GAP, FOOT = 1.8, 5.0
"""The space between two rules, and the height of the line below them."""


@dataclass(frozen=True, slots=True)
class Card:
    """A puzzle with its solution, and the words on its front.

    Raises BookError if the puzzle is too large.
    """

    entry: Entry
    words: str
    paper: Paper = Paper.A4

    def __post_init__(self) -> None:
        if self.cell < MIN_CELL:
            raise BookError(
                _(
                    "The puzzle is too large for a card: its cells would be {mm:.1f} mm wide."
                ).format(mm=self.cell)
            )

    @property
    def cell(self) -> float:
        """The size of a cell."""
        room = self._quarter(0, 0).size()
        height = PagePainter.text_height(self._words, WORDS_STYLES[-1], room.width())
        height = min(max(height, MIN_WORDS_HEIGHT), MAX_WORDS_HEIGHT)
        room.setHeight(room.height() - height - WORDS_GAP)
        return min(cell_size(room, self.entry.puzzle), MAX_CELL)

    def pdf(self) -> bytes:
        """The page to fold."""
        buffer = output_buffer()
        writer = pdf_writer(buffer, self.paper.page_size, self._words)
        with painting_on(writer) as painter:
            page = PagePainter(writer, painter)
            page.draw_fold_marks()
            self._draw_front(page)
            self._draw_back(page)
            with page.upside_down():
                # Seen from this side, the upper left quarter is the lower right one.
                self._draw_inside(page)
        return bytes(buffer.data().data())

    def _draw_front(self, page: PagePainter) -> None:
        """Draw the words above the puzzle, both together in the middle of the quarter."""
        box, words = self._quarter(1, 1), self._words
        board = board_rect(self.entry.puzzle).height() / UNIT * self.cell
        room = QSizeF(box.width(), box.height() - board - WORDS_GAP)
        style = next((each for each in WORDS_STYLES if _fits(words, each, room)), WORDS_STYLES[-1])
        width = _balanced_width(words, style, box.width())
        height = min(page.text_height(words, style, width), room.height())
        top = box.top() + (room.height() - height) / 2
        text = QRectF(box.center().x() - width / 2, top, width, height)
        page.draw_paragraph(text, words, style, Align.AlignHCenter)
        box.setTop(top + height + WORDS_GAP)
        self._draw_board(page, box, Board.empty(self.entry.puzzle), Align.AlignTop)

    def _draw_back(self, page: PagePainter) -> None:
        box = self._quarter(1, 0)
        foot = QRectF(box.left(), box.bottom() - FOOT, box.width(), FOOT)
        page.draw_text(foot, self.entry.facts, FACTS_STYLE)
        page.draw_text(foot, "Hashi", FACTS_STYLE, Align.AlignRight)
        box.setBottom(foot.top() - FOOT)
        for text, style in (
            (_("How to play"), RULES_TITLE_STYLE),
            *((rule, RULE_STYLE) for rule in rules_of([self.entry.puzzle])),
            (self.entry.instructions, RULE_STYLE),
        ):
            box.setTop(box.top() + page.draw_paragraph(box, text, style) + RULE_GAP)

    def _draw_inside(self, page: PagePainter) -> None:
        assert self.entry.solution is not None
        self._draw_board(page, self._quarter(1, 1), Board(self.entry.solution), Align.AlignVCenter)

    def _draw_board(self, page: PagePainter, box: QRectF, board: Board, align: Align) -> None:
        puzzle = self.entry.puzzle
        page.draw_board(box, puzzle, board, self.cell, align | Align.AlignHCenter, LIGHT)

    @property
    def _words(self) -> str:
        return printable(self.words, MAX_WORDS)

    def _quarter(self, row: int, col: int) -> QRectF:
        """A quarter of the page without its margins."""
        width, height = self.paper.size.width() / 2, self.paper.size.height() / 2
        whole = QRectF(col * width, row * height, width, height)
        return whole.adjusted(SIDE_MARGIN, TOP_MARGIN, -SIDE_MARGIN, -TOP_MARGIN)


def _fits(words: str, style: TextStyle, room: QSizeF) -> bool:
    """Whether words fit, and none of them must be broken."""
    widest = max(PagePainter.text_width(word, style) for word in words.split() or [""])
    return (
        widest <= room.width()
        and PagePainter.text_height(words, style, room.width()) <= room.height()
    )


def _balanced_width(words: str, style: TextStyle, width: float) -> float:
    """The least width in which words have as many lines, so that no line has just one of them."""
    height = PagePainter.text_height(words, style, width)
    while width > STEP and PagePainter.text_height(words, style, width - STEP) == height:
        width -= STEP
    return width
