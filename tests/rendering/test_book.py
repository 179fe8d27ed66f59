from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QMarginsF, QRectF
from PySide6.QtGui import QPageLayout, QPageSize, QPainter

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import RULES
from hashi_gui.rendering.book import Book, Entry, draw_single
from hashi_gui.rendering.pages import PagePainter, Paper, output_buffer, pdf_writer

ROW = Puzzle.from_clues(1, 5, {(0, 0): 1, (0, 2): 2, (0, 4): 1})
SINGLES = Puzzle.from_clues(1, 3, {(0, 0): 1, (0, 2): 1}, max_bridges=1)
LARGE = Puzzle.from_clues(30, 30, {(0, 0): 1, (0, 29): 1})


def solved(puzzle, title="", level=""):
    return Entry(puzzle, title, level, bytes([1] * len(puzzle.edges)))


@pytest.fixture(autouse=True)
def _drawing(qapp, fonts):
    """Prepare Qt for drawing."""


@pytest.fixture
def drawn(monkeypatch):
    """The contents of each page: texts as strings, boards as (box, puzzle, board)."""
    pages = [[]]
    draw_text, draw_paragraph = PagePainter.draw_text, PagePainter.draw_paragraph
    draw_board, start_page = PagePainter.draw_board, PagePainter.start_page

    def record_text(painter, box, text, *rest):
        pages[-1].append(text)
        return draw_text(painter, box, text, *rest)

    def record_paragraph(painter, box, text, *rest):
        pages[-1].append(text)
        return draw_paragraph(painter, box, text, *rest)

    def record_board(painter, box, puzzle, board, *rest):
        pages[-1].append((QRectF(box), puzzle, board))
        return draw_board(painter, box, puzzle, board, *rest)

    def record_page(painter):
        pages.append([])
        start_page(painter)

    monkeypatch.setattr(PagePainter, "draw_text", record_text)
    monkeypatch.setattr(PagePainter, "draw_paragraph", record_paragraph)
    monkeypatch.setattr(PagePainter, "draw_board", record_board)
    monkeypatch.setattr(PagePainter, "start_page", record_page)
    return pages


def boards(page):
    return [item for item in page if isinstance(item, tuple)]


def pages_in(data):
    return len(re.findall(rb"/Type\s*/Page\b", data))


@pytest.mark.parametrize(
    ("per_page", "pages"), [(1, 1 + 7 + 1), (2, 1 + 4 + 1), (4, 1 + 2 + 1), (6, 1 + 2 + 1)]
)
def test_a_book_has_a_title_page_its_puzzles_and_its_solutions(per_page, pages):
    data, count = Book("B", [solved(ROW)] * 7, per_page).pdf()
    assert pages_in(data) == count == pages


def test_a_book_without_solutions_has_no_pages_for_them():
    data, count = Book("B", [Entry(ROW)] * 7, 2).pdf()
    assert pages_in(data) == count == 1 + 4


def test_the_title_page_has_the_rules_and_a_summary(drawn):
    entries = [Entry(ROW, level="hard"), Entry(LARGE, level="easy"), Entry(ROW, level="my own")]
    Book("Long evenings", entries).pdf()
    assert drawn[0][0] == "Long evenings"
    assert "3 puzzles · 5 × 1 to 30 × 30 · easy to hard" in drawn[0]
    assert all(rule in drawn[0] for rule in RULES)
    assert len(boards(drawn[0])) == 2


def test_the_summary_of_one_puzzle_has_no_ranges(drawn):
    Book("B", [Entry(ROW)]).pdf()
    assert "1 puzzle · 5 × 1" in drawn[0]


def test_puzzles_have_a_number_a_title_a_level_and_a_size(drawn):
    Book("B", [Entry(ROW, "Harbour", "easy"), Entry(SINGLES), Entry(ROW)], per_page=2).pdf()
    texts = [[item for item in page if isinstance(item, str)] for page in drawn]
    assert texts[1] == ["2", "B", "Easy · 5 × 1", "1", "Harbour", "up to 1 bridge · 3 × 1", "2", ""]
    assert texts[2] == ["3", "B", "5 × 1", "3", ""]


def test_puzzles_are_empty_and_solutions_have_their_bridges(drawn):
    entry = solved(ROW)
    Book("B", [entry]).pdf()
    assert [board for _, _, board in boards(drawn[1])] == [Board.empty(ROW)]
    assert [board for _, _, board in boards(drawn[2])] == [Board(entry.solution)]


@pytest.mark.parametrize("per_page", [1, 2, 4, 6])
@pytest.mark.parametrize("paper", Paper)
def test_boards_are_inside_the_page_and_do_not_overlap(drawn, per_page, paper):
    Book("B", [solved(LARGE)] * 7, per_page, paper).pdf()
    page_rect = QRectF(0, 0, paper.size.width(), paper.size.height()).adjusted(15, 15, -15, -20)
    for page in drawn[1:]:
        boxes = [box for box, _, _ in boards(page)]
        assert boxes
        for n, box in enumerate(boxes):
            assert page_rect.contains(box)
            assert not any(box.intersects(other) for other in boxes[:n])


def test_a_page_has_as_many_solutions_as_are_readable(drawn):
    Book("B", [solved(ROW)] * 20 + [solved(LARGE)] * 7, per_page=4).pdf()
    assert [len(boards(page)) for page in drawn[8:]] == [20, 6, 1]
    assert "1 to 20" in drawn[8]
    assert "27" in drawn[10]


@pytest.mark.parametrize(("paper", "size"), [(Paper.A4, (210, 297)), (Paper.LETTER, (216, 279))])
def test_the_pages_have_the_size_of_the_paper(paper, size):
    data, _ = Book("B", [Entry(ROW)], 4, paper).pdf()
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
    assert [float(side) * 25.4 / 72 for side in box.groups()] == pytest.approx(size, abs=0.5)


def test_the_fonts_are_embedded_and_the_title_is_set():
    data, _ = Book("Long evenings", [Entry(ROW)]).pdf()
    assert data.count(b"/FontFile") == 3
    assert "Long evenings".encode("utf-16-be") in data


def test_a_single_page_can_be_in_landscape_format(drawn):
    writer = pdf_writer(buffer := output_buffer(), QPageSize(QPageSize.PageSizeId.A4), "")
    writer.setPageOrientation(QPageLayout.Orientation.Landscape)
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    painter = QPainter(writer)
    page = PagePainter(writer, painter)
    assert (page.size.width(), page.size.height()) == pytest.approx((297, 210), abs=0.5)
    draw_single(page, Entry(ROW, "Harbour"), Board(b"\x01\x01"))
    painter.end()
    assert pages_in(buffer.data().data()) == 1
    [(box, _, board)] = boards(drawn[0])
    assert board == Board(b"\x01\x01")
    assert box.right() < 297
    assert "Harbour" in drawn[0]
