"""A puzzle on paper with its texts: in a box of a page, as a column of a magazine, or as a card.

All lengths are in millimetres.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QFont, QPageSize, QPaintDevice

from hashi_gui.core.board import Board
from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import N_, _, ngettext
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import STANDARD, rules_of
from hashi_gui.core.wording import capitalized, long_number, printable, shown_level
from hashi_gui.formats import PuzzleInfo
from hashi_gui.formats.document import MAX_SHOWN_TITLE
from hashi_gui.rendering.geometry import UNIT, board_rect
from hashi_gui.rendering.pages import (
    MM_PER_INCH,
    RIM,
    Align,
    PagePainter,
    Paper,
    TextStyle,
    code_side,
    output_buffer,
    pdf_writer,
)
from hashi_gui.rendering.painting import painting_on
from hashi_gui.rendering.picture import MAX_PAGE_SIDE, svg_writer
from hashi_gui.rendering.theme import LIGHT, PRINT

MIN_CELL = 4.0
"""The smallest size of a cell in which a puzzle can be solved with a pencil."""

LINE_HEIGHT = 6.0
SECOND_LINE = 4.6
"""How far the second line of a heading is below the first one."""

BELOW_HEADING = 3.0
HEADING_GAP = 2.5
"""The space between the number, the title and the facts of a puzzle."""

WIDE = 120.0
"""The width from which a heading is in one line."""

TIME_WIDTH, TIME_LABEL_INDENT = 24.0, 1.5
"""The width of the box for the time, and how far its label is inside."""

SIDE_WIDTH, SIDE_GAP, SIDE_LINE_GAP = 46.0, 6.0, 1.0
"""The width of a column of texts beside a board, and the space between both, and between lines."""

TEXT_GAP = 2.5
"""The space between a board and the texts above and below it."""

ABOVE_CAPITALS = 1.3
"""How far the capitals of a heading are below the top of its box."""

MIN_TEXT = TEXT_GAP + 4.6
"""The room for a line beside a board."""

MAX_TEXTS = 0.45
"""The share of a box that the texts beside its board can have."""

MAX_CHARACTERS = 10_000
"""The most characters of instructions and notes that are printed."""

MAX_BYLINE = 0.4
"""The share of a line that a byline can have if the title is long, too."""

NUMBER_STYLE = TextStyle(13, QFont.Weight.DemiBold)
ENTRY_TITLE_STYLE = TextStyle(10.5, QFont.Weight.Medium)
FACTS_STYLE = TextStyle(8.5, colour=PRINT.muted)
INSTRUCTIONS_STYLE = TextStyle(9.5)
NOTES_STYLE = TextStyle(8.5, colour=PRINT.muted)


class BookError(HashiError):
    """A puzzle cannot be printed."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle to print, with what is known of it.

    ``solution`` is the number of bridges on each edge; None if it is not to be shown. ``code`` is
    the link whose QR code stands beside the puzzle, ``solution_code`` beside its solution, and
    ``hint`` stands at the end of a book; each is empty if there is none.
    """

    puzzle: Puzzle
    info: PuzzleInfo = field(default_factory=PuzzleInfo)
    solution: bytes | None = None
    code: str = ""
    solution_code: str = ""
    hint: str = ""

    def for_contest(self) -> Entry:
        """The same without its level, which would help."""
        return replace(self, info=self.info._replace(title=self.title, level=""))

    @property
    def title(self) -> str:
        """The title; empty if it says only what the facts say."""
        says_facts = self.info.title == f"{self.puzzle.size_text}, {self.info.level}"
        return "" if says_facts else self.info.shown_title

    @property
    def byline(self) -> str:
        """Who has made the puzzle; empty if that is not known."""
        author = printable(self.info.author, MAX_SHOWN_TITLE)
        return _("by {author}").format(author=author) if author else ""

    @property
    def instructions(self) -> str:
        return _printed(self.info.shown_instructions)

    @property
    def notes(self) -> str:
        return _printed(self.info.notes)

    @property
    def points(self) -> str:
        """What the puzzle is worth; empty if that is not known."""
        n = self.info.points
        return "" if n is None else points_text(n)

    @property
    def facts(self) -> str:
        """The level and the size of the puzzle, and its rules if they are unusual."""
        level = shown_level(self.info.level)
        facts = [capitalized(level)] if level else []
        if self.puzzle.rules != STANDARD:
            facts += self.puzzle.rules.facts
        return " · ".join([*facts, self.puzzle.size_text])


class Texts(NamedTuple):
    """The room that the texts of an entry take: the heading, and those above and below the board,
    and that of its QR code.
    """

    two_lines: bool
    instructions: float
    notes: float
    code: float = 0.0

    @classmethod
    def of(cls, entry: Entry, box: QSizeF, *, timed: bool = False) -> Texts:
        """The texts of an entry in a box: as long as they are."""
        instructions, notes = (
            height and height + TEXT_GAP
            for height in (
                PagePainter.text_height(entry.instructions, INSTRUCTIONS_STYLE, box.width()),
                PagePainter.text_height(entry.notes, NOTES_STYLE, box.width()),
            )
        )
        is_long = entry.byline or entry.points or (timed and entry.title)
        two_lines = box.width() < WIDE and bool(is_long)
        return cls(two_lines, instructions, notes, code_height(entry.code))

    def within(self, entry: Entry, box: QSizeF) -> Texts:
        """The same with less room beside the board if that is needed there."""
        board = board_rect(entry.puzzle).height() / UNIT * MIN_CELL
        free = box.height() - self.heading - self.code - board
        room = max(0.0, min(free, MAX_TEXTS * box.height()))
        instructions = _cut(self.instructions, room)
        return self._replace(instructions=instructions, notes=_cut(self.notes, room - instructions))

    @property
    def heading(self) -> float:
        return LINE_HEIGHT + BELOW_HEADING + SECOND_LINE * self.two_lines

    @property
    def above(self) -> float:
        """How far below the top of the box the board begins."""
        return self.heading + self.instructions

    @property
    def below(self) -> float:
        """How far above the bottom of the box the board ends."""
        return self.notes + self.code


def code_height(link: str) -> float:
    """The room for a QR code below a board; 0 if there is no link."""
    return code_side(link) + TEXT_GAP if link else 0.0


def _cut(height: float, room: float) -> float:
    """The height of a text in some room; 0 if there is no room for a line."""
    return height if height <= room else room if room >= MIN_TEXT else 0.0


def _printed(text: str) -> str:
    """A text without most of what no page could hold."""
    return text if len(text) <= MAX_CHARACTERS else f"{text[: MAX_CHARACTERS - 1]}…"


def points_text(n: int) -> str:
    return ngettext("{n} point", "{n} points", n).format(n=long_number(n))


def cell_size(box: QSizeF, puzzle: Puzzle) -> float:
    """The size of a cell if the board of a puzzle fills a box."""
    rect = board_rect(puzzle)
    return UNIT * min(box.width() / rect.width(), box.height() / rect.height())


def draw_entry(
    page: PagePainter,
    box: QRectF,
    entry: Entry,
    board: Board,
    texts: Texts,
    above: float,
    max_cell: float,
    align: Align,
    number: str = "",
    *,
    timed: bool = False,
) -> None:
    """Draw a puzzle in a box: heading, instructions, the board ``above`` below the top, notes."""
    draw_heading(page, box, entry, two_lines=texts.two_lines, number=number, timed=timed)
    left, width = box.left(), box.width()
    if texts.instructions:
        text = QRectF(left, box.top() + texts.heading, width, texts.instructions - TEXT_GAP)
        page.draw_paragraph(text, entry.instructions, INSTRUCTIONS_STYLE)
    board_box = box.adjusted(0, above, 0, -texts.below)
    rect = page.draw_board(board_box, entry.puzzle, board, max_cell, align | Align.AlignHCenter)
    if texts.notes:
        text = QRectF(left, rect.bottom() + TEXT_GAP, width, texts.notes - TEXT_GAP)
        page.draw_paragraph(text, entry.notes, NOTES_STYLE)
    if entry.code:
        side = texts.code - TEXT_GAP
        page.draw_code(QRectF(box.right() - side, box.bottom() - side, side, side), entry.code)


def _side_texts(entry: Entry) -> list[tuple[str, TextStyle, float]]:
    """The texts of an entry in a column beside its board, with the space above each."""
    texts = [
        (entry.title, ENTRY_TITLE_STYLE, 0.0),
        *((text, FACTS_STYLE, SIDE_LINE_GAP) for text in (entry.byline, entry.facts, entry.points)),
        (entry.instructions, INSTRUCTIONS_STYLE, TEXT_GAP),
        (entry.notes, NOTES_STYLE, TEXT_GAP),
    ]
    return [each for each in texts if each[0]]


def side_height(entry: Entry) -> float:
    """The height of the number, the texts and the code of an entry beside its board."""
    fixed = LINE_HEIGHT + 2 * BELOW_HEADING + code_height(entry.code)
    return fixed + sum(
        above + PagePainter.text_height(text, style, SIDE_WIDTH)
        for text, style, above in _side_texts(entry)
    )


def draw_beside(
    page: PagePainter, box: QRectF, entry: Entry, max_cell: float, number: str, *, timed: bool
) -> None:
    """Draw a puzzle in a box, its texts in a column left of the board, with a line above both."""
    column = QRectF(box.left(), box.top() + BELOW_HEADING / 2, SIDE_WIDTH, box.height())
    page.draw_text(QRectF(column.topLeft(), QSizeF(SIDE_WIDTH, LINE_HEIGHT)), number, NUMBER_STYLE)
    if timed:
        left = column.right() - TIME_WIDTH
        _draw_time(page, QRectF(left, column.top(), TIME_WIDTH, LINE_HEIGHT))
    column.setTop(column.top() + LINE_HEIGHT + BELOW_HEADING)
    for text, style, above in _side_texts(entry):
        column.setTop(column.top() + above)
        column.setTop(column.top() + page.draw_paragraph(column, text, style))
    if entry.code:
        side = code_side(entry.code)
        page.draw_code(QRectF(box.left(), box.bottom() - side, side, side), entry.code)
    board_box = box.adjusted(SIDE_WIDTH + SIDE_GAP, 0, 0, 0)
    board, align = Board.empty(entry.puzzle), Align.AlignHCenter | Align.AlignVCenter
    page.draw_board(board_box, entry.puzzle, board, max_cell, align)
    page.draw_line(box.left(), box.right(), box.top())


def _draw_time(page: PagePainter, box: QRectF) -> None:
    """Draw the box in which the player writes the time."""
    page.draw_box(box)
    label = QRectF(box.left() + TIME_LABEL_INDENT, box.top(), box.width(), LINE_HEIGHT)
    page.draw_text(label, _("Time"), FACTS_STYLE)


def draw_heading(
    page: PagePainter,
    box: QRectF,
    entry: Entry,
    *,
    two_lines: bool,
    number: str = "",
    timed: bool = False,
) -> None:
    """Draw number, title, byline and facts in one or two lines, with a line below them."""
    bottom = box.top() + LINE_HEIGHT + SECOND_LINE * two_lines
    page.draw_line(box.left(), box.right(), bottom + 0.6)
    if timed:
        left = box.right() - TIME_WIDTH
        _draw_time(page, QRectF(left, box.top(), TIME_WIDTH, bottom - box.top() - 1))
        box = box.adjusted(0, 0, -TIME_WIDTH - HEADING_GAP, 0)
    first = QRectF(box.left(), box.top(), box.width(), LINE_HEIGHT)
    facts = " · ".join(filter(None, (entry.points, "" if two_lines else entry.facts)))
    page.draw_text(first, facts, FACTS_STYLE, Align.AlignRight)
    if facts:
        first.setRight(first.right() - page.text_width(facts, FACTS_STYLE) - HEADING_GAP)
    if number:
        page.draw_text(first, number, NUMBER_STYLE)
        first.setLeft(first.left() + page.text_width(number, NUMBER_STYLE) + HEADING_GAP)
    if two_lines:
        page.draw_text(first, entry.title, ENTRY_TITLE_STYLE)
        second = QRectF(box.left(), box.top() + SECOND_LINE, box.width(), LINE_HEIGHT)
        page.draw_text(second, entry.facts, FACTS_STYLE, Align.AlignRight)
        second.setRight(second.right() - page.text_width(entry.facts, FACTS_STYLE) - HEADING_GAP)
        page.draw_text(second, entry.byline, FACTS_STYLE)
    else:
        draw_title(page, first, entry.title, entry.byline)


def draw_title(page: PagePainter, box: QRectF, title: str, byline: str) -> None:
    """Draw a title and a byline in one line, both shortened if there is too little room."""
    used = page.text_width(title, ENTRY_TITLE_STYLE) + HEADING_GAP if title else 0.0
    wanted = page.text_width(byline, FACTS_STYLE)
    least = min(wanted, MAX_BYLINE * box.width())
    at = min(used, box.width() - least)
    gap = HEADING_GAP if byline else 0.0
    page.draw_text(QRectF(box.left(), box.top(), at - gap, box.height()), title, ENTRY_TITLE_STYLE)
    page.draw_text(box.adjusted(at, 0, 0, 0), byline, FACTS_STYLE)


@dataclass(frozen=True, slots=True)
class Column:
    """An entry as wide as a column of a magazine, with nothing around it.

    It has a heading only if there is a title, an author or points. If there is a solution, that is
    drawn.
    """

    entry: Entry
    width: float

    @property
    def cell(self) -> float:
        """The size of a cell."""
        return self.width / (self.entry.puzzle.cols - 1 + 2 * RIM)

    def pdf(self) -> bytes:
        """One page. Raises BookError if it would be too long."""
        height = self._height()
        # Qt rounds the size of a page to whole points.
        points = QSizeF(self.width, height) / MM_PER_INCH * 72
        page = QSizeF(math.ceil(points.width()), math.ceil(points.height()))
        exact = QPageSize.SizeMatchPolicy.ExactMatch
        buffer = output_buffer()
        writer = pdf_writer(
            buffer, QPageSize(page, QPageSize.Unit.Point, "", exact), self.entry.title or "Hashi"
        )
        self._draw(writer)
        below = page.height() - points.height()
        box = f"[0 {below:.3f} {points.width():.3f} {page.height():.0f}"
        return re.sub(
            rb"(?<=/MediaBox )\[[^]]*",
            lambda found: box.encode().ljust(len(found[0])),
            bytes(buffer.data().data()),
            count=1,
        )

    def svg(self) -> bytes:
        """A drawing that needs no fonts. Raises BookError if it would be too long."""
        buffer = output_buffer()
        size = QSizeF(self.width, self._height())
        self._draw(svg_writer(buffer, size, self.entry.title or "Hashi"))
        return bytes(buffer.data().data())

    @property
    def _texts(self) -> Texts:
        return Texts.of(self.entry, QSizeF(self.width, math.inf))

    @property
    def _has_heading(self) -> bool:
        return bool(self.entry.title or self.entry.byline or self.entry.points)

    @property
    def _above(self) -> float:
        texts = self._texts
        return texts.instructions + (texts.heading - ABOVE_CAPITALS) * self._has_heading

    @property
    def _board_height(self) -> float:
        return self.cell * (self.entry.puzzle.rows - 1 + 2 * RIM)

    def _height(self) -> float:
        """Raises BookError if it is more than a page can have."""
        height = self._above + self._board_height + self._texts.notes
        if height > MAX_PAGE_SIDE:
            raise BookError(
                _("The page would be {height:.0f} mm long; the limit is {limit} mm.").format(
                    height=height, limit=MAX_PAGE_SIDE
                )
            )
        return height

    def _draw(self, device: QPaintDevice) -> None:
        entry, texts = self.entry, self._texts
        with painting_on(device) as painter:
            page = PagePainter(device, painter)
            if self._has_heading:
                box = QRectF(0, -ABOVE_CAPITALS, self.width, texts.heading)
                draw_heading(page, box, entry, two_lines=texts.two_lines)
            text = QRectF(0, self._above - texts.instructions, self.width, math.inf)
            page.draw_paragraph(text, entry.instructions, INSTRUCTIONS_STYLE)
            board = Board(entry.solution) if entry.solution else Board.empty(entry.puzzle)
            page.draw_tight_board(QPointF(0, self._above), entry.puzzle, board, self.cell)
            text.moveTop(self._above + self._board_height + TEXT_GAP)
            page.draw_paragraph(text, entry.notes, NOTES_STYLE)


SIDE_MARGIN, TOP_MARGIN = 10.0, 12.0
"""The margins of each quarter, left and right, and above and below."""

WORDS_GAP = 9.0
"""The space between the words and the puzzle."""

MIN_WORDS_HEIGHT, MAX_WORDS_HEIGHT = 24.0, 40.0
"""The room for the words; the puzzle gives way to long ones."""

MIN_CARD_CELL = 2.3
"""The smallest size of a cell at which a puzzle is readable."""

MAX_CARD_CELL = 15.0

STEP = 2.0
"""How finely the lines of the words are balanced."""

MAX_WORDS = 200
"""The most characters of the words."""

WORDS_STYLES = [TextStyle(n, QFont.Weight.DemiBold, LIGHT.text) for n in (40, 34, 28, 23, 19, 15)]
"""The styles of the words; the first one in which they fit is taken."""

FOLDING = N_("Fold the top half behind, then the left half.")
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
        if self.cell < MIN_CARD_CELL:
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
        return min(cell_size(room, self.entry.puzzle), MAX_CARD_CELL)

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
