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
ROPES = Puzzle.from_clues(1, 3, {(0, 0): 1, (0, 2): 1}, max_bridges=1)
LARGE = Puzzle.from_clues(30, 30, {(0, 0): 1, (0, 29): 1})


def solved(puzzle, title="", level=""):
    return Entry(puzzle, title, level, bytes([1] * len(puzzle.edges)))


@pytest.fixture(autouse=True)
def _drawing(qapp, fonts):
    """Qt is ready to draw."""


@pytest.fixture
def drawn(monkeypatch):
    """What is put on each page: texts as they are, boards as places with puzzle and board."""
    pages = [[]]
    text, paragraph, board, turn = (
        PagePainter.text,
        PagePainter.paragraph,
        PagePainter.board,
        PagePainter.turn,
    )

    def put_text(sheet, box, words, *rest):
        pages[-1].append(words)
        return text(sheet, box, words, *rest)

    def put_paragraph(sheet, box, words, *rest):
        pages[-1].append(words)
        return paragraph(sheet, box, words, *rest)

    def put_board(sheet, box, puzzle, there, *rest):
        pages[-1].append((QRectF(box), puzzle, there))
        return board(sheet, box, puzzle, there, *rest)

    def put_turn(sheet):
        pages.append([])
        turn(sheet)

    monkeypatch.setattr(PagePainter, "text", put_text)
    monkeypatch.setattr(PagePainter, "paragraph", put_paragraph)
    monkeypatch.setattr(PagePainter, "board", put_board)
    monkeypatch.setattr(PagePainter, "turn", put_turn)
    return pages


def boards(page):
    return [thing for thing in page if isinstance(thing, tuple)]


def pages_in(data):
    return len(re.findall(rb"/Type\s*/Page\b", data))


@pytest.mark.parametrize(
    ("per_page", "pages"), [(1, 1 + 7 + 1), (2, 1 + 4 + 1), (4, 1 + 2 + 1), (6, 1 + 2 + 1)]
)
def test_a_book_has_a_title_page_its_puzzles_and_its_solutions(per_page, pages):
    data, count = Book("B", [solved(ROW)] * 7, per_page).pdf()
    assert pages_in(data) == count == pages


def test_no_solutions_no_pages_for_them():
    data, count = Book("B", [Entry(ROW)] * 7, 2).pdf()
    assert pages_in(data) == count == 1 + 4


def test_the_title_page_has_the_rules_and_what_is_inside(drawn):
    entries = [Entry(ROW, level="hard"), Entry(LARGE, level="easy"), Entry(ROW, level="my own")]
    Book("Long evenings", entries).pdf()
    assert drawn[0][0] == "Long evenings"
    assert "3 puzzles · 5 × 1 to 30 × 30 · easy to hard" in drawn[0]
    assert all(rule in drawn[0] for rule in RULES)
    assert len(boards(drawn[0])) == 2


def test_one_puzzle_is_no_range(drawn):
    Book("B", [Entry(ROW)]).pdf()
    assert "1 puzzle · 5 × 1" in drawn[0]


def test_puzzles_are_numbered_and_have_title_level_and_size(drawn):
    Book("B", [Entry(ROW, "Jetty", "easy"), Entry(ROPES), Entry(ROW)], per_page=2).pdf()
    texts = [[thing for thing in page if isinstance(thing, str)] for page in drawn]
    assert texts[1] == ["2", "B", "Easy · 5 × 1", "1", "Jetty", "up to 1 bridge · 3 × 1", "2", ""]
    assert texts[2] == ["3", "B", "5 × 1", "3", ""]


def test_puzzles_are_printed_empty_and_solutions_drawn(drawn):
    entry = solved(ROW)
    Book("B", [entry]).pdf()
    assert [board for _, _, board in boards(drawn[1])] == [Board.empty(ROW)]
    assert [board for _, _, board in boards(drawn[2])] == [Board(entry.solution)]


@pytest.mark.parametrize("per_page", [1, 2, 4, 6])
@pytest.mark.parametrize("paper", Paper)
def test_every_board_has_a_place_of_its_own_inside_the_page(drawn, per_page, paper):
    Book("B", [solved(LARGE)] * 7, per_page, paper).pdf()
    page_rect = QRectF(0, 0, paper.size.width(), paper.size.height()).adjusted(15, 15, -15, -20)
    for page in drawn[1:]:
        places = [place for place, _, _ in boards(page)]
        assert places
        for n, place in enumerate(places):
            assert page_rect.contains(place)
            assert not any(place.intersects(other) for other in places[:n])


def test_solutions_are_as_many_to_a_page_as_can_be_read(drawn):
    Book("B", [solved(ROW)] * 20 + [solved(LARGE)] * 7, per_page=4).pdf()
    assert [len(boards(page)) for page in drawn[8:]] == [20, 6, 1]
    assert "1 to 20" in drawn[8]
    assert "27" in drawn[10]


@pytest.mark.parametrize(("paper", "size"), [(Paper.A4, (210, 297)), (Paper.LETTER, (216, 279))])
def test_the_paper_is_the_one_asked_for(paper, size):
    data, _ = Book("B", [Entry(ROW)], 4, paper).pdf()
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
    assert [float(side) * 25.4 / 72 for side in box.groups()] == pytest.approx(size, abs=0.5)


def test_the_fonts_are_inside_and_the_title_is_known():
    data, _ = Book("Long evenings", [Entry(ROW)]).pdf()
    assert data.count(b"/FontFile") == 3
    assert "Long evenings".encode("utf-16-be") in data


def test_a_single_page_may_lie_on_its_side(drawn):
    writer = pdf_writer(buffer := output_buffer(), QPageSize(QPageSize.PageSizeId.A4), "")
    writer.setPageOrientation(QPageLayout.Orientation.Landscape)
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    painter = QPainter(writer)
    sheet = PagePainter(writer, painter)
    assert (sheet.size.width(), sheet.size.height()) == pytest.approx((297, 210), abs=0.5)
    draw_single(sheet, Entry(ROW, "Jetty"), Board(b"\x01\x01"))
    painter.end()
    assert pages_in(buffer.data().data()) == 1
    [(place, _, board)] = boards(drawn[0])
    assert board == Board(b"\x01\x01")
    assert place.right() < 297
    assert "Jetty" in drawn[0]
