"""QR codes on pages and as images, read back by another program."""

import sys

import pytest
from PySide6.QtCore import QRectF

from hashi_gui.cli import main
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, read, write
from hashi_gui.rendering.book import Book
from hashi_gui.rendering.entry import Entry
from hashi_gui.rendering.pages import (
    MAX_LINK,
    MIN_SIDE,
    CodeError,
    PagePainter,
    code_image,
    code_side,
)
from tests.scanning import scanned

LINK = "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3"
FIVE = read(LINK).puzzle
LONG = "https://puzz.link/p?hashi/99/99/" + "4g2i3h23k3g1g3g4g3" * 60

pytest.importorskip("segno")

pytestmark = pytest.mark.usefixtures("fonts")


@pytest.fixture
def drawn(monkeypatch):
    """For each page, what boards and codes cover, and the links of the codes."""
    pages = [[]]
    draw_board, draw_code = PagePainter.draw_board, PagePainter.draw_code
    start_page = PagePainter.start_page

    def record_board(painter, *args):
        rect = draw_board(painter, *args)
        pages[-1].append(QRectF(rect))
        return rect

    def record_code(painter, box, link):
        pages[-1].append((QRectF(box), link))
        draw_code(painter, box, link)

    def record_page(painter, *turned):
        pages.append([])
        start_page(painter, *turned)

    monkeypatch.setattr(PagePainter, "draw_board", record_board)
    monkeypatch.setattr(PagePainter, "draw_code", record_code)
    monkeypatch.setattr(PagePainter, "start_page", record_page)
    return pages


@pytest.mark.parametrize("link", [LINK, LONG, LINK.replace("/5/5/", "/5/5/é")])
def test_a_code_is_read_back(link):
    assert scanned(code_image(link, 3)) == link


def test_a_code_grows_with_its_link_on_paper():
    assert code_side(LINK) == MIN_SIDE
    assert MIN_SIDE < code_side(LONG) < 60


@pytest.mark.parametrize("per_page", [1, 2, 4, 6])
def test_codes_of_a_book_are_inside_their_page_and_beside_the_boards(drawn, per_page):
    entry = Entry(FIVE, code=LINK, solution=bytes(len(FIVE.edges)), solution_code=LINK)
    Book("B", [entry] * 7, per_page).pdf()
    codes = 0
    for page in drawn:
        boxes = [item[0] if isinstance(item, tuple) else item for item in page]
        for n, box in enumerate(boxes):
            assert QRectF(0, 0, 210, 297).contains(box)
            assert not any(box.intersects(other) for other in boxes[:n])
        codes += sum(isinstance(item, tuple) for item in page)
    assert codes == 14


def test_a_command_prints_codes_beside_puzzles_or_solutions(tmp_path, drawn, capsys):
    for number, options in enumerate((["--qr", "puzzles"], ["--qr", "solutions", "--solutions"])):
        drawn[:] = [[]]
        assert main(["pack", LINK, "-o", str(tmp_path / f"{number}.pdf"), *options]) == 0
        found = [[item[1] for item in page if isinstance(item, tuple)] for page in drawn]
        assert found[2:] == [[[LINK]], [[], [LINK]]][number]
    assert capsys.readouterr().err == ""


def test_a_puzzle_without_room_for_a_code_is_printed_without_it(tmp_path, capsys):
    file = tmp_path / "large.txt"
    file.write_text(
        write(Document.from_puzzle(Puzzle.from_clues(61, 25, {(0, 0): 1, (0, 24): 1}), ""), "text")
    )
    assert main(["pack", str(file), "-o", str(tmp_path / "b.pdf"), "--qr", "puzzles"]) == 0
    assert "There is no room on a page for the QR code" in capsys.readouterr().err


def test_codes_need_a_package(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "segno", None)
    assert main(["pack", LINK, "-o", str(tmp_path / "b.pdf"), "--qr", "puzzles"]) == 2
    assert capsys.readouterr().err.startswith("hashi: This needs segno, which is not installed. ")
    assert not (tmp_path / "b.pdf").exists()


def test_a_link_that_is_too_long_has_no_code():
    with pytest.raises(CodeError, match="too large for a QR code"):
        code_image("x" * (MAX_LINK + 1), 1)
