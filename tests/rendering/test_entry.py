import re

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import PuzzleInfo
from hashi_gui.rendering.entry import WORDS_STYLES, BookError, Card, Entry
from hashi_gui.rendering.geometry import cell_pixels, device_pixel
from hashi_gui.rendering.pages import PagePainter, Paper

ROW = Puzzle.from_clues(1, 5, {(0, 0): 1, (0, 2): 2, (0, 4): 1})
SOLVED = Entry(ROW, PuzzleInfo(level="easy", instructions="Think."), bytes([1, 1]))

pytestmark = pytest.mark.usefixtures("fonts")


@pytest.fixture
def drawn(monkeypatch):
    """What is drawn, each with its box on the page and whether it is upside down."""
    drawn = []

    def recording(draw):
        def record(page, box, what, *rest):
            transform = page._painter.transform()
            scale = abs(transform.m11())
            on_page = transform.mapRect(box)
            corners = (each / scale for each in on_page.getRect())
            drawn.append((what, rest[0], QRectF(*corners), transform.m11() < 0))
            return draw(page, box, what, *rest)

        return record

    for name in ("draw_paragraph", "draw_board"):
        monkeypatch.setattr(PagePainter, name, recording(getattr(PagePainter, name)))
    return drawn


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("words", ["Anna 40", "Joyeux anniversaire, Émilie-Hélène ! " * 4])
def test_each_quarter_of_a_card_has_what_is_seen_there(drawn, words, paper):
    data = Card(SOLVED, words, paper).pdf()
    assert len(re.findall(rb"/Type\s*/Page\b", data)) == 1
    assert b"/S /Alpha" not in data  # Light that Qt would write so that it has no soft edge.
    middle = paper.size.height() / 2, paper.size.width() / 2
    found = {}
    for what, rest, box, turned in drawn:
        lower, right = box.top() > middle[0], box.left() > middle[1]
        assert box.bottom() < (2 if lower else 1) * middle[0]
        assert box.right() < (2 if right else 1) * middle[1]
        assert turned is not lower
        found.setdefault((lower, right), []).append(rest if what is ROW else what)
    assert found[True, True] == [words, Board.empty(ROW)]
    assert found[False, False] == [Board(bytes([1, 1]))]
    assert (found[True, False][0], found[True, False][-1]) == ("How to play", "Think.")
    assert (False, True) not in found


def test_what_is_upside_down_is_as_large():
    image = QImage(100, 100, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.scale(0.5, 0.5)
    upright = cell_pixels(painter), device_pixel(painter)
    painter.rotate(180)
    assert (cell_pixels(painter), device_pixel(painter)) == pytest.approx(upright)
    painter.end()


def test_the_words_are_as_large_as_fits(drawn):
    short, long = "Anna 40", "Grandmotherwilhelmina"
    for words in (short, long):
        Card(SOLVED, words).pdf()
    styles = {what: style for what, style, *_ in drawn}
    assert styles[short] == WORDS_STYLES[0]
    assert styles[long].points < styles[short].points
    assert PagePainter.text_width(long, styles[long]) < Paper.A4.size.width() / 2


def test_long_words_leave_less_room_for_the_puzzle():
    square = Entry(Puzzle.from_clues(25, 25, {(0, 0): 1, (0, 24): 1}), solution=b"\1")
    assert Card(square, "Anna " * 40).cell < Card(square, "Anna 40").cell


def test_a_puzzle_that_is_too_large_is_refused():
    with pytest.raises(BookError, match=r"too large for a card: its cells would be 0\.8 mm wide\."):
        Card(Entry(Puzzle.from_clues(2, 100, {(0, 0): 1, (0, 99): 1})), "Anna")
