from __future__ import annotations

import re
from threading import Thread
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import read
from hashi_gui.game import StorageError
from hashi_gui.rendering.picture import ENCODERS, Picture, PictureError, save_picture
from hashi_gui.rendering.theme import DARK, LIGHT, PRINT, THEMES

DRAWN = read("2═══2 .\n\n. . .")
SVG = "{http://www.w3.org/2000/svg}"


def picture(theme=LIGHT, cell=8.0):
    return Picture(DRAWN.puzzle, DRAWN.board, theme, cell)


def pixel(image, row, col):
    """The colour of a place on the board; a cell of 8 mm has 94 pixels."""
    return image.pixelColor(round((0.85 + col) * 94), round((0.85 + row) * 94)).name()


@pytest.fixture(autouse=True)
def _drawing(qapp, fonts):
    """Qt is ready to draw."""


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_a_png_shows_the_board_in_its_colours(theme):
    image = QImage.fromData(picture(theme).png())
    assert image.size() == QSize(round(4.7 * 94), round(2.7 * 94))
    assert image.pixelColor(1, 1).name() == theme.water
    assert pixel(image, -0.3, 0) == theme.dim_island
    assert pixel(image, 0.1, 1) == theme.ink
    assert pixel(image, 1, 1) == theme.dot


def test_a_png_knows_how_large_it_is_on_paper():
    image = QImage.fromData(picture(cell=5.0).png())
    assert image.width() / image.dotsPerMeterX() * 1000 == pytest.approx(4.7 * 5, rel=0.01)


def test_an_svg_is_as_large_as_asked_and_needs_no_font():
    root = ElementTree.fromstring(picture(DARK).svg())
    width, height = (float(root.attrib[side].removesuffix("mm")) for side in ("width", "height"))
    assert (width, height) == pytest.approx((4.7 * 8, 2.7 * 8), abs=0.01)
    assert root.find(f".//{SVG}text") is None
    fills = {group.attrib["fill"] for group in root.iter(f"{SVG}g") if "fill" in group.attrib}
    assert {DARK.water, DARK.ink, DARK.dim_clue} <= fills


def test_an_svg_draws_a_clue_where_a_png_has_it():
    from PySide6.QtCore import QByteArray, Qt
    from PySide6.QtGui import QPainter
    from PySide6.QtSvg import QSvgRenderer

    shown = picture(PRINT)
    expected = shown.image()
    image = QImage(expected.size(), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    QSvgRenderer(QByteArray(shown.svg())).render(painter)
    painter.end()
    dark = [
        {
            (x, y)
            for x in range(50, 110)
            for y in range(50, 110)
            if drawn.pixelColor(x, y).lightness() < 128
        }
        for drawn in (expected, image)
    ]
    assert len(dark[0]) > 200
    assert len(dark[0] ^ dark[1]) < 0.2 * len(dark[0])


def test_a_pdf_is_one_page_of_the_boards_size_with_its_font_inside():
    data = picture(cell=10.0).pdf()
    assert len(re.findall(rb"/Type\s*/Page\b", data)) == 1
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
    millimetres = [float(side) * 25.4 / 72 for side in box.groups()]
    assert millimetres == pytest.approx([47, 27], abs=0.4)
    assert b"/FontFile" in data
    assert b"Inter" in data


def test_a_clue_grows_where_its_island_is_small_on_paper():
    puzzle = Puzzle.from_clues(1, 1, {(0, 0): 1})

    def darkness(cell):
        """The share of the island that its clue covers."""
        image = Picture(puzzle, Board.empty(puzzle), PRINT, cell).image()
        middle = range(round(0.35 * image.width()), round(0.65 * image.width()))
        pixels = [image.pixelColor(x, y).lightness() for x in middle for y in middle]
        return 1 - sum(pixels) / len(pixels) / 255

    assert darkness(4.0) > 1.1 * darkness(8.0)


def test_the_same_picture_comes_from_another_thread():
    shown, drawn = picture(), []
    thread = Thread(target=lambda: drawn.append(shown.png()))
    thread.start()
    thread.join()
    assert drawn == [shown.png()]


@pytest.mark.parametrize(
    ("rows", "pixels"), [(2000, "188066 x 188066"), (1, "188066 x 160")], ids=["area", "side"]
)
def test_too_large_an_image_is_refused_before_memory_is_taken(rows, pixels):
    puzzle = Puzzle.from_clues(rows, 2000, {(0, 0): 1, (0, 2): 1})
    with pytest.raises(PictureError) as caught:
        Picture(puzzle, Board.empty(puzzle), LIGHT, 8.0).image()
    assert str(caught.value) == (
        f"The image would have {pixels} pixels, more than 150 million or 32767 a side; "
        "take a smaller cell, or SVG or PDF."
    )


def test_too_large_a_page_is_refused():
    puzzle = Puzzle.from_clues(1, 2000, {(0, 0): 1, (0, 2): 1})
    with pytest.raises(PictureError, match="The page would be 16006 x 14 mm, a PDF has at most"):
        Picture(puzzle, Board.empty(puzzle), LIGHT, 8.0).pdf()


@pytest.mark.parametrize("ending", [*ENCODERS, ".PNG"])
def test_the_ending_says_what_is_written(tmp_path, ending):
    file = tmp_path / f"board{ending}"
    save_picture(file, picture())
    beginnings = {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}
    assert file.read_bytes().startswith(beginnings[ending.lower()])


def test_an_unknown_ending_is_refused(tmp_path):
    with pytest.raises(PictureError, match=r"board\.gif: a picture is a file in \.png, \.svg, "):
        save_picture(tmp_path / "board.gif", picture())
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="cannot be written"):
        save_picture(tmp_path / "file" / "board.png", picture())
