"""A book of puzzles as PDF: a cover, the contents, the rules, the puzzles, hints and solutions.

The first page of a contest has boxes to write in, and the points of the puzzles. Where cells would
be too small, or texts would be cut, fewer puzzles share a page; one that is too wide for portrait
has a page in landscape format.

All lengths are in millimetres.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby, takewhile
from typing import NamedTuple

from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QFont

from hashi_gui.core.board import Board
from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _, ngettext, translated
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules, is_solution, rules_of
from hashi_gui.core.wording import long_number, printable, shown_level
from hashi_gui.formats import Document, read, write_link
from hashi_gui.generating import GeneratorOptions, generate
from hashi_gui.generating.generator import seed_of_name
from hashi_gui.logic.levels import Level
from hashi_gui.logic.wording import COUNTED
from hashi_gui.rendering.entry import (
    FACTS_STYLE,
    HEADING_GAP,
    MIN_CELL,
    MIN_TEXT,
    SIDE_GAP,
    SIDE_WIDTH,
    TEXT_GAP,
    BookError,
    Entry,
    Texts,
    cell_size,
    code_height,
    draw_beside,
    draw_entry,
    draw_title,
    points_text,
    side_height,
)
from hashi_gui.rendering.pages import (
    Align,
    PagePainter,
    Paper,
    TextStyle,
    code_side,
    output_buffer,
    pdf_writer,
)
from hashi_gui.rendering.painting import painting_on
from hashi_gui.rendering.theme import LIGHT, PRINT

SIDE_MARGIN, TOP_MARGIN, BOTTOM_MARGIN = 18.0, 16.0, 22.0
"""The margins of a page; the footer is in the bottom margin."""

GUTTER = QSizeF(12.0, 9.0)
"""The space between two boards on a page, horizontally and vertically."""

TITLE_BOTTOM = 62.0
"""Where the title on the first page ends; a long one begins further up."""

BELOW_TITLE = 84.0
"""Where the picture on a cover begins, or the boxes of a contest."""

COVER_SIDE = 9
"""The rows and columns of the board on a cover."""

FORM_HEIGHT = 25.0
BOX_HEIGHT = 12.0
"""What a contest has above its list, and the height of the boxes there."""

CHAPTER_HEIGHT, CHAPTER_GAP = 12.0, 10.0
ROW_HEIGHT, CONTEST_ROW_HEIGHT = 6.4, 8.6
"""The heights of a heading, of the space above one, and of a row in the list of puzzles."""

RULE_INDENT, RULE_GAP = 7.0, 2.2
MIN_EXAMPLE, EXAMPLE_GAP, CAPTION_HEIGHT = 50.0, 10.0, 7.0
"""The least height of the boards below the rules, and what is above and below them."""

NUMBER_WIDTH, PAGE_WIDTH, POINTS_WIDTH, SCORE_WIDTH = 11.0, 14.0, 20.0, 26.0
"""The widths of the columns of the list."""

HINT_GAP = 4.0
"""The space between two hints."""

FORM_GAP = 6.0
"""The space between two boxes to write in."""

NAME_WIDTH = 80.0
"""The length of the line for the name on each page of a contest."""

SOLUTIONS_TITLE_HEIGHT = 13.0
SOLUTION_HEADING_HEIGHT = 5.0
MAX_CELL = 12.0
MAX_CELL_OF_TWO = 18.0
MAX_CELL_ALONE = 24.0
"""The largest size of a cell: of several puzzles on a page, of two, and of one."""

GOOD_CELL = 7.0
"""The size of a cell below which a puzzle does not share its page with as many others."""

MIN_SOLUTION_CELL = 2.3
"""The smallest size of a cell at which a solution is readable."""

PUZZLE_GRIDS = {1: (1, 1), 2: (2, 1), 4: (2, 2), 6: (3, 2)}
"""The rows and columns of puzzles on a page, by the number of puzzles per page."""

MAX_CELLS = {1: MAX_CELL_ALONE, 2: MAX_CELL_OF_TWO, 4: MAX_CELL, 6: MAX_CELL}
"""The largest size of a cell, by the number of puzzles per page."""

SOLUTION_GRIDS = ((1, 1), (2, 1), (2, 2), (3, 2), (3, 3), (4, 3), (5, 4))
"""The rows and columns of solutions to try for a page, the smallest number first.

Any puzzle that fits on a page is readable as a single solution, also if its page is turned.
"""

TITLE_STYLE = TextStyle(34, QFont.Weight.DemiBold)
CHAPTER_STYLE = TextStyle(15, QFont.Weight.DemiBold)
SUMMARY_STYLE = TextStyle(12, colour=PRINT.muted)
RULE_STYLE = TextStyle(10.5)
RULE_NUMBER_STYLE = TextStyle(10.5, QFont.Weight.DemiBold)
FOOTER_STYLE = TextStyle(8.5, colour=PRINT.muted)
SOLUTION_NUMBER_STYLE = TextStyle(9, QFont.Weight.DemiBold)

_STANDARD_EXAMPLE = (
    "4═══2 . .\n║\n║ {}─────2\n║ ║     │\n3 ║ . . │\n│ ║     │\n│ 3───1 │\n│       │\n3═══4═══3"
)
_STRICT_EXAMPLE = (
    "max-bridges 1\n"
    "1───3───2\n    │   │\n. . │ . │\n    │   │\n1 . {} . 1\n│   │\n│ . │ . .\n│   │\n2───3───1"
)
"""A solved example with double bridges and a loop, and one with neither, each without a clue."""


class Placement(NamedTuple):
    """The page of a puzzle: for how many, a key of PUZZLE_GRIDS, and whether it is turned."""

    per_page: int
    turned: bool = False


class _Page(NamedTuple):
    """A page to draw, and the numbers of the puzzles that are to be solved on it."""

    draw: Callable[[PagePainter], None]
    turned: bool = False
    numbers: Sequence[int] = ()


class _Row(NamedTuple):
    """A row of the list of puzzles; ``end`` is a page or points."""

    number: str
    title: str
    byline: str
    facts: str
    end: str


@dataclass(frozen=True, slots=True)
class Book:
    """The contents and the layout of a book; ``per_page`` is a key of PUZZLE_GRIDS.

    A contest lists points in place of pages, and has boxes for the player's name, times and score.
    ``check`` is called often while the book is made; what it raises stops that.
    """

    title: str
    entries: Sequence[Entry]
    per_page: int = 4
    paper: Paper = Paper.A4
    contest: bool = False
    check: Callable[[], object] = lambda: None

    def pdf(self) -> tuple[bytes, int]:
        """The book as a PDF, and the number of its pages.

        Raises BookError if a puzzle is too large for a page.
        """
        pages = list(self._pages())
        buffer = output_buffer()
        writer = pdf_writer(buffer, self.paper.page_size, self.title)
        with painting_on(writer) as painter:
            page = PagePainter(writer, painter)
            for number, each in enumerate(pages, start=1):
                self.check()
                if number > 1:
                    page.start_page(each.turned)
                    self._draw_footer(page, number)
                if self.contest and each.numbers:
                    _draw_name_line(page)
                each.draw(page)
        return bytes(buffer.data().data()), len(pages)

    def _pages(self) -> Iterator[_Page]:
        puzzles = list(self._puzzle_pages())
        hints, solutions = list(self._hint_pages()), list(self._solution_pages())
        if self.contest:
            front = self._front_pages(self._points())
        else:
            # The pages in the contents depend on how many pages they take.
            count = len(self._front_pages(self._contents(0, puzzles, hints, solutions)))
            front = self._front_pages(self._contents(count, puzzles, hints, solutions))
        yield from front
        yield from puzzles
        yield from hints
        yield from solutions

    def _front_pages(self, rows: Sequence[_Row]) -> list[_Page]:
        """The pages before the puzzles: the cover, the list of puzzles, and the rules."""
        bottom = self.paper.size.height() - BOTTOM_MARGIN
        tops, parts = zip(*self._parts(rows))
        end = tops[-1] + CHAPTER_HEIGHT + len(parts[-1]) * self._row_height + CHAPTER_GAP
        room = bottom - end - self._rules_height - CAPTION_HEIGHT
        below = end if room >= MIN_EXAMPLE else None
        pages = [] if self.contest else [_Page(self._draw_cover)]
        for n, (top, part) in enumerate(zip(tops, parts), start=1):
            pages.append(
                _Page(partial(self._draw_contents, part, top, below if n == len(parts) else None))
            )
        return pages if below else [*pages, _Page(partial(self._draw_rules, TOP_MARGIN))]

    def _contents(
        self,
        rules: int,
        puzzles: Sequence[_Page],
        hints: Sequence[_Page],
        solutions: Sequence[_Page],
    ) -> list[_Row]:
        """The rows of the contents; ``rules`` is the page before the puzzles."""
        rows = [_Row("", _("How to play"), "", "", str(rules))]
        numbered = [
            (number, page)
            for page, each in enumerate(puzzles, start=rules + 1)
            for number in each.numbers
        ]
        for _name, group in groupby(numbered, lambda each: self._shown_name(each[0])):
            (first, page), *others = group
            row = self._row(first, str(page))
            last = others[-1][0] if others else first
            rows.append(row._replace(number=_format_range(str(first), str(last))))
        next_page = rules + len(puzzles) + 1
        if hints:
            rows.append(_Row("", _("Hints"), "", "", str(next_page)))
        if solutions:
            rows.append(_Row("", _("Solutions"), "", "", str(next_page + len(hints))))
        return rows

    def _shown_name(self, number: int) -> tuple[str, ...]:
        """What tells an entry from the one before; several without a name share a row."""
        entry = self.entries[number - 1]
        return (str(number),) if entry.title or entry.byline else ("", entry.facts)

    def _points(self) -> list[_Row]:
        """The rows of the list of a contest."""
        points = [entry.info.points or 0 for entry in self.entries]
        shown = [long_number(n) if n else "–" for n in (*points, sum(points))]
        rows = [self._row(number, n) for number, n in enumerate(shown[:-1], start=1)]
        return [*rows, _Row("", _("Total"), "", "", shown[-1])]

    def _row(self, number: int, end: str) -> _Row:
        entry = self.entries[number - 1]
        return _Row(str(number), entry.title, entry.byline, entry.facts, end)

    def _parts(self, rows: Sequence[_Row]) -> list[tuple[float, Sequence[_Row]]]:
        """The rows on each page of the list, and where that begins."""
        bottom = self.paper.size.height() - BOTTOM_MARGIN - CHAPTER_HEIGHT
        first, more = (
            int((bottom - top) / self._row_height) for top in (self._list_top, TOP_MARGIN)
        )
        starts = range(first, len(rows), more)
        others = ((TOP_MARGIN, rows[start : start + more]) for start in starts)
        return [(self._list_top, rows[:first]), *others]

    @property
    def _row_height(self) -> float:
        return CONTEST_ROW_HEIGHT if self.contest else ROW_HEIGHT

    @property
    def _list_top(self) -> float:
        """Where the list begins on its first page."""
        return BELOW_TITLE + FORM_HEIGHT if self.contest else TOP_MARGIN

    def _puzzle_pages(self) -> Iterator[_Page]:
        shared: list[tuple[int, Entry]] = []
        most = self.per_page
        for number, entry in enumerate(self.entries, start=1):
            self.check()
            placement = place(entry, self.per_page, self.paper)
            if shared and (placement.turned or len(shared) >= min(most, placement.per_page)):
                yield self._puzzle_page(shared)
                shared, most = [], self.per_page
            if placement.turned:
                yield self._puzzle_page([(number, entry)], turned=True)
            else:
                shared.append((number, entry))
                most = min(most, placement.per_page)
        if shared:
            yield self._puzzle_page(shared)

    def _puzzle_page(self, entries: Sequence[tuple[int, Entry]], *, turned: bool = False) -> _Page:
        """A page with these puzzles, as large as so many can be."""
        per_page = next(n for n in PUZZLE_GRIDS if n >= len(entries))
        draw = partial(_draw_puzzles, entries, per_page, not self.contest)
        return _Page(draw, turned, [number for number, _ in entries])

    def _hint_pages(self) -> Iterator[_Page]:
        area = _solution_area(self.paper).adjusted(0, HINT_GAP, 0, 0)
        box = area.adjusted(NUMBER_WIDTH, 0, 0, 0)
        on_page: list[tuple[int, str, QRectF]] = []
        for number, entry in enumerate(self.entries, start=1):
            if entry.hint:
                box.setHeight(PagePainter.text_height(entry.hint, RULE_STYLE, box.width()))
                if box.bottom() > area.bottom():
                    yield _Page(partial(_draw_hints, on_page))
                    on_page = []
                    box.moveTop(area.top())
                on_page.append((number, entry.hint, QRectF(box)))
                box.translate(0, box.height() + HINT_GAP)
        if on_page:
            yield _Page(partial(_draw_hints, on_page))

    def _solution_pages(self) -> Iterator[_Page]:
        numbered = enumerate(self.entries, start=1)
        remaining = [(number, entry) for number, entry in numbered if entry.solution is not None]
        while remaining:
            self.check()
            boxes = self._solution_boxes([entry for _, entry in remaining])
            on_page, remaining = remaining[: len(boxes)], remaining[len(boxes) :]
            yield _Page(partial(_draw_solutions, on_page, boxes))

    def _solution_boxes(self, entries: Sequence[Entry]) -> Sequence[QRectF]:
        """The boxes on the next page of solutions: for as many as possible that are readable."""
        area = _solution_area(self.paper)
        layouts = [_grid_boxes(area, rows, cols) for rows, cols in SOLUTION_GRIDS]
        return max((_readable_boxes(boxes, entries) for boxes in layouts), key=len)

    def _draw_cover(self, page: PagePainter) -> None:
        """Draw the title and a solved board, which is another one for another title."""
        self._draw_title(page)
        options = GeneratorOptions.defaults_for(COVER_SIDE, COVER_SIDE, Level.EASY)
        cover = generate(options, seed_of_name(self.title))
        box = _print_area(page.size)
        box.setTop(BELOW_TITLE)
        align = Align.AlignVCenter | Align.AlignHCenter
        page.draw_board(box, cover.puzzle, Board(cover.solution), MAX_CELL_ALONE, align, LIGHT)

    def _draw_title(self, page: PagePainter) -> None:
        left, width = SIDE_MARGIN, page.size.width() - 2 * SIDE_MARGIN
        text = printable(self.title)
        height = page.text_height(text, TITLE_STYLE, width)
        title = QRectF(left, TOP_MARGIN, width, TITLE_BOTTOM - TOP_MARGIN)
        title.setTop(max(title.top(), title.bottom() - height))
        page.draw_paragraph(title, text, TITLE_STYLE)
        line = QRectF(left, TITLE_BOTTOM + 2.5, width, 6)
        bylines = {entry.byline for entry in self.entries}
        for text in (bylines.pop() if len(bylines) == 1 else "", _summary(self.entries)):
            if text:
                page.draw_text(line, text, SUMMARY_STYLE)
                line.translate(0, 6)

    def _draw_contents(
        self, rows: Sequence[_Row], top: float, rules_top: float | None, page: PagePainter
    ) -> None:
        """Draw a page of the list of puzzles, perhaps with the rules below."""
        if self.contest and top > TOP_MARGIN:
            self._draw_title(page)
            width = page.size.width() - 2 * SIDE_MARGIN
            _draw_form(page, QRectF(SIDE_MARGIN, BELOW_TITLE, width, FORM_HEIGHT))
        self._draw_list(rows, top, page)
        if rules_top:
            self._draw_rules(rules_top, page)

    def _draw_list(self, rows: Sequence[_Row], top: float, page: PagePainter) -> None:
        """Draw rows of the list of puzzles below a heading."""
        left, right = SIDE_MARGIN, page.size.width() - SIDE_MARGIN
        end = right - SCORE_WIDTH if self.contest else right
        end_width = POINTS_WIDTH if self.contest else PAGE_WIDTH
        heading = QRectF(left, top, end - left, 8)
        page.draw_text(heading, _("Puzzles") if self.contest else _("Contents"), CHAPTER_STYLE)
        page.draw_text(
            heading, _("Points") if self.contest else _("Page"), FACTS_STYLE, Align.AlignRight
        )
        if self.contest:
            score = QRectF(end + FORM_GAP, top, SCORE_WIDTH - FORM_GAP, 8)
            page.draw_text(score, _("Score"), FACTS_STYLE)
        y = top + CHAPTER_HEIGHT
        page.draw_line(left, end, y - 1)
        for row in rows:
            box = QRectF(left, y, end - end_width - left, self._row_height - 1)
            page.draw_text(box, row.number, RULE_NUMBER_STYLE)
            box.setLeft(left + NUMBER_WIDTH)
            page.draw_text(box, row.facts, FACTS_STYLE, Align.AlignRight)
            box.setRight(box.right() - page.text_width(row.facts, FACTS_STYLE) - HEADING_GAP)
            draw_title(page, box, row.title, row.byline)
            box.setLeft(end - end_width)
            box.setRight(end)
            page.draw_text(box, row.end, RULE_STYLE, Align.AlignRight)
            if self.contest:
                score = QRectF(end + FORM_GAP, y, SCORE_WIDTH - FORM_GAP, self._row_height - 2)
                page.draw_box(score)
            y += self._row_height
            page.draw_line(left, end, y - 1)

    @property
    def _rules(self) -> list[str]:
        return rules_of([entry.puzzle for entry in self.entries])

    @property
    def _rules_height(self) -> float:
        """How far below the top of their heading the example of the rules begins."""
        width = _print_area(self.paper.size).width() - RULE_INDENT
        heights = (PagePainter.text_height(rule, RULE_STYLE, width) for rule in self._rules)
        return CHAPTER_HEIGHT + 2 + sum(height + RULE_GAP for height in heights) + EXAMPLE_GAP

    def _draw_rules(self, top: float, page: PagePainter) -> None:
        area = _print_area(page.size)
        left, width = area.left(), area.width()
        page.draw_text(QRectF(left, top, width, 8), _("How to play"), CHAPTER_STYLE)
        y = top + CHAPTER_HEIGHT + 2
        for number, rule in enumerate(self._rules, start=1):
            page.draw_paragraph(QRectF(left, y, RULE_INDENT, 20), str(number), RULE_NUMBER_STYLE)
            box = QRectF(left + RULE_INDENT, y, width - RULE_INDENT, 20)
            y += page.draw_paragraph(box, rule, RULE_STYLE) + RULE_GAP
        example = example_for([entry.puzzle for entry in self.entries])
        half = (width - GUTTER.width()) / 2
        y += EXAMPLE_GAP
        height = min(half, area.bottom() - CAPTION_HEIGHT - y)
        boards = (Board.empty(example.puzzle), _("A puzzle")), (example.board, _("Its solution"))
        for n, (board, caption) in enumerate(boards):
            box = QRectF(left + n * (half + GUTTER.width()), y, half, height)
            page.draw_board(box, example.puzzle, board, MAX_CELL_OF_TWO)
            box.moveTop(box.bottom() + 2)
            box.setHeight(5)
            page.draw_text(box, caption, FACTS_STYLE, Align.AlignHCenter)

    def _draw_footer(self, page: PagePainter, number: int) -> None:
        area = _print_area(page.size)
        footer = QRectF(area.left(), page.size.height() - 14, area.width(), 5)
        page.draw_text(footer, str(number), FOOTER_STYLE, Align.AlignRight)
        footer.setWidth(footer.width() - 15)
        page.draw_text(footer, self.title, FOOTER_STYLE)


def example_for(puzzles: Sequence[Puzzle]) -> Document:
    """A small solved puzzle that follows the rules of all these, with a "?" if they have some."""
    unknown = any(island.clue is None for puzzle in puzzles for island in puzzle.islands)
    example = read(_STANDARD_EXAMPLE.format("?" if unknown else 3))
    limit = min(puzzle.rules.max_bridges for puzzle in puzzles)
    rules = Rules(limit, all(puzzle.rules.loops for puzzle in puzzles))
    strict = example.puzzle._replace(rules=rules)
    if is_solution(strict, example.board.counts):
        return example
    return read(_STRICT_EXAMPLE.format("?" if unknown else 2))


def check_size(entry: Entry, paper: Paper) -> None:
    """Raise BookError if a puzzle is too large for a page, or its solution with a QR code."""
    place(entry, 1, paper)
    if _solution_cell(_solution_area(paper), entry) < MIN_SOLUTION_CELL and entry.solution_code:
        raise BookError(_("There is no room on a page for the QR code of this puzzle."))


def with_code(entry: Entry, paper: Paper, *, beside_solution: bool) -> tuple[Entry, str]:
    """The entry with the QR code of its link, or as it is and why it can have none."""
    try:
        link = write_link(Document.from_puzzle(entry.puzzle, "hashi"))
        changed = (
            replace(entry, solution_code=link) if beside_solution else replace(entry, code=link)
        )
        check_size(changed, paper)
    except BookError:
        return entry, _("There is no room on a page for the QR code of this puzzle.")
    except HashiError as error:
        return entry, str(error)
    return changed, ""


def place(entry: Entry, per_page: int, paper: Paper) -> Placement:
    """Where a puzzle is in a book: with at most ``per_page`` on its page, and as many as have good
    cells. Raises BookError if it is too large for a page.
    """
    cells: dict[Placement, float] = {}
    for n in sorted((n for n in PUZZLE_GRIDS if 1 < n <= per_page), reverse=True):
        box = _grid_boxes(_print_area(paper.size), *PUZZLE_GRIDS[n])[0].size()
        texts = Texts.of(entry, box, timed=True)
        above = _board_cell(entry, box, texts.above + texts.below)
        is_whole = texts == texts.within(entry, box)
        cells[Placement(n)] = max(above if is_whole else 0.0, _cell_beside(entry, box))
    for turned in (False, True):
        size = paper.size.transposed() if turned else paper.size
        box = _print_area(size).size()
        texts = Texts.of(entry, box)
        needed = texts.heading + min(texts.instructions, MIN_TEXT) + texts.code
        cells[Placement(1, turned)] = _board_cell(entry, box, needed)
    good = (placement for placement, cell in cells.items() if cell >= GOOD_CELL)
    best = next(good, max(cells, key=lambda placement: cells[placement]))
    if cells[best] >= MIN_CELL:
        return best
    raise BookError(
        _(
            "The puzzle is too large for {paper} paper: its cells would be {width:.1f} mm wide, "
            "and {least:.0f} mm is the smallest readable size. hashi render draws it at any size."
        ).format(paper=paper.page_size.name(), width=cells[best], least=MIN_CELL)
    )


def _cell_beside(entry: Entry, box: QSizeF) -> float:
    """The size of a cell if the texts are in a column beside the board; 0 if they do not fit."""
    if side_height(entry) > box.height():
        return 0.0
    room = QSizeF(box.width() - SIDE_WIDTH - SIDE_GAP, box.height())
    return cell_size(room, entry.puzzle) if room.width() > 0 else 0.0


def _board_cell(entry: Entry, box: QSizeF, texts: float) -> float:
    """The size of a cell in a box in which so much height is for texts."""
    return cell_size(QSizeF(box.width(), max(0.0, box.height() - texts)), entry.puzzle)


def _draw_puzzles(
    entries: Sequence[tuple[int, Entry]], per_page: int, timed: bool, page: PagePainter
) -> None:
    """Draw puzzles: side by side, their tops align; below each other, they are in the middle.

    Their texts are above and below the board, or beside it if that makes it larger.
    """
    _rows, cols = PUZZLE_GRIDS[per_page]
    boxes = _grid_boxes(_print_area(page.size), *PUZZLE_GRIDS[per_page])
    size, max_cell = boxes[0].size(), MAX_CELLS[per_page]
    natural = [Texts.of(entry, size, timed=timed) for _, entry in entries]
    two_lines = any(texts.two_lines for texts in natural)
    all_texts = [
        texts._replace(two_lines=two_lines).within(entry, size)
        for texts, (_, entry) in zip(natural, entries, strict=True)
    ]
    align = Align.AlignVCenter if cols == 1 else Align.AlignTop
    for n, (box, (number, entry), texts) in enumerate(zip(boxes, entries, all_texts)):
        start = n - n % cols
        above = max(each.above for each in all_texts[start : start + cols])
        cell = _board_cell(entry, size, above + texts.below)
        if per_page > 1 and _cell_beside(entry, size) > cell:
            draw_beside(page, box, entry, max_cell, str(number), timed=timed)
            continue
        if cell < MIN_CELL:
            above = texts.above
        board = Board.empty(entry.puzzle)
        draw_entry(page, box, entry, board, texts, above, max_cell, align, str(number), timed=timed)


def _draw_chapter(page: PagePainter, title: str, first: int, last: int) -> None:
    """Draw the heading of a page about some puzzles."""
    box = _print_area(page.size)
    box.setHeight(8)
    page.draw_text(box, title, CHAPTER_STYLE)
    page.draw_text(box, _format_range(str(first), str(last)), FACTS_STYLE, Align.AlignRight)


def _draw_hints(hints: Sequence[tuple[int, str, QRectF]], page: PagePainter) -> None:
    _draw_chapter(page, _("Hints"), hints[0][0], hints[-1][0])
    counted = _print_area(page.size).adjusted(0, 7, 0, 0)
    page.draw_paragraph(counted, translated(COUNTED), FACTS_STYLE)
    for number, hint, box in hints:
        page.draw_paragraph(box.translated(-NUMBER_WIDTH, 0), str(number), RULE_NUMBER_STYLE)
        page.draw_paragraph(box, hint, RULE_STYLE)


def _draw_solutions(
    entries: Sequence[tuple[int, Entry]], boxes: Sequence[QRectF], page: PagePainter
) -> None:
    _draw_chapter(page, _("Solutions"), entries[0][0], entries[-1][0])
    for box, (number, entry) in zip(boxes, entries):
        assert entry.solution is not None
        heading = QRectF(box.left(), box.top(), box.width(), SOLUTION_HEADING_HEIGHT)
        page.draw_text(heading, str(number), SOLUTION_NUMBER_STYLE)
        board, board_box = Board(entry.solution), _solution_box(box, entry)
        rect = page.draw_board(board_box, entry.puzzle, board, MAX_CELL, Align.AlignLeft)
        if entry.solution_code:
            side = code_side(entry.solution_code)
            code = QRectF(box.left(), rect.bottom() + TEXT_GAP, side, side)
            page.draw_code(code, entry.solution_code)


def _readable_boxes(boxes: Sequence[QRectF], entries: Sequence[Entry]) -> Sequence[QRectF]:
    """The boxes up to the first one in which the solution of its puzzle is too small."""
    sizes = (_solution_cell(box, entry) for box, entry in zip(boxes, entries))
    return boxes[: len(list(takewhile(lambda size: size >= MIN_SOLUTION_CELL, sizes)))]


def draw_single(page: PagePainter, entry: Entry, board: Board) -> None:
    """Draw one puzzle on a page of its own."""
    box = _print_area(page.size)
    timed, align = not any(board.counts), Align.AlignVCenter
    texts = Texts.of(entry, box.size(), timed=timed).within(entry, box.size())
    draw_entry(page, box, entry, board, texts, texts.above, MAX_CELL_ALONE, align, timed=timed)


def _draw_form(page: PagePainter, area: QRectF) -> None:
    """Draw the boxes in which the player of a contest writes."""
    width = (area.width() - 3 * FORM_GAP) / 5
    x = area.left()
    for label, share in ((_("Name"), 2), (_("Start"), 1), (_("Finish"), 1), (_("Score"), 1)):
        box = QRectF(x, area.top() + 5, share * width, BOX_HEIGHT)
        page.draw_text(QRectF(x, area.top(), box.width(), 4), label, FACTS_STYLE)
        page.draw_box(box)
        x += box.width() + FORM_GAP


def _draw_name_line(page: PagePainter) -> None:
    """Draw a line for the player's name above the puzzles of a contest."""
    right = page.size.width() - SIDE_MARGIN
    box = QRectF(right - NAME_WIDTH, 6.5, NAME_WIDTH, 5)
    page.draw_text(box, _("Name"), FACTS_STYLE)
    page.draw_line(box.left() + 11, right, box.bottom())


def _summary(entries: Sequence[Entry]) -> str:
    """The number of puzzles in a book, their sizes, levels and points."""
    n = len(entries)
    count = ngettext("{n} puzzle", "{n} puzzles", n).format(n=n)
    by_area = sorted((e.puzzle.cols * e.puzzle.rows, e.puzzle.cols, e.puzzle.rows) for e in entries)
    sizes = [f"{cols} × {rows}" for _, cols, rows in (by_area[0], by_area[-1])]
    found = {entry.info.level for entry in entries}
    levels = [level for level in Level if level in found]
    facts = [count, _format_range(*sizes)]
    if levels:
        facts.append(_format_range(shown_level(levels[0]), shown_level(levels[-1])))
    if points := sum(entry.info.points or 0 for entry in entries):
        facts.append(points_text(points))
    return " · ".join(facts)


def _format_range(first: str, last: str) -> str:
    if first == last:
        return first
    return _("{first} to {last}").format(first=first, last=last)


def _print_area(paper: QSizeF) -> QRectF:
    """A page without its margins."""
    page = QRectF(0, 0, paper.width(), paper.height())
    return page.adjusted(SIDE_MARGIN, TOP_MARGIN, -SIDE_MARGIN, -BOTTOM_MARGIN)


def _solution_area(paper: Paper) -> QRectF:
    return _print_area(paper.size).adjusted(0, SOLUTIONS_TITLE_HEIGHT, 0, 0)


def _solution_cell(box: QRectF, entry: Entry) -> float:
    """The size of a cell of a solution in a box; 0 if its QR code does not fit."""
    if entry.solution_code and code_side(entry.solution_code) > box.width():
        return 0.0
    room = _solution_box(box, entry).size()
    return cell_size(room, entry.puzzle) if room.height() > 0 else 0.0


def _solution_box(box: QRectF, entry: Entry) -> QRectF:
    """The part of a box for a solution that is between its number and its QR code."""
    return box.adjusted(0, SOLUTION_HEADING_HEIGHT, 0, -code_height(entry.solution_code))


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
