from __future__ import annotations

import re
from threading import Thread
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QFont, QImage

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import read
from hashi_gui.rendering.picture import (
    AROUND,
    ENCODERS,
    Picture,
    PictureError,
    Postcard,
    save_picture,
)
from hashi_gui.rendering.resources import drawable, font
from hashi_gui.rendering.theme import DARK, LIGHT, PRINT, THEMES
from hashi_gui.system.files import StorageError

DRAWN = read("2═══2 .\n\n. . 1")
SOLVED = read("2═══2 .\n\n. . .")
CELL = 94
"""Of 8 mm, in pixels."""

SVG = "{http://www.w3.org/2000/svg}"


def picture(theme=LIGHT, cell=8.0):
    return Picture(DRAWN.puzzle, DRAWN.board, theme, cell)


def pixel(image, row, col):
    """The colour at a position on the board."""
    return image.pixelColor(round((0.85 + col) * CELL), round((0.85 + row) * CELL)).name()


pytestmark = pytest.mark.usefixtures("fonts")


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_a_png_has_the_colours_of_its_theme(theme):
    image = QImage.fromData(picture(theme).png())
    assert image.size() == QSize(round(4.7 * 94), round(2.7 * 94))
    assert image.pixelColor(1, 1).name() == theme.water
    assert pixel(image, -0.3, 0) == theme.dim_island
    assert pixel(image, 0.1, 1) == theme.bridge
    assert pixel(image, 1, 1) == theme.dot


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_a_solved_puzzle_is_lit(theme):
    image = Picture(SOLVED.puzzle, SOLVED.board, theme, 8.0).image()
    assert pixel(image, -0.3, 0) == theme.lit
    root = ElementTree.fromstring(Picture(SOLVED.puzzle, SOLVED.board, theme, 8.0).svg())
    colours = {group.attrib.get("fill") for group in root.iter(f"{SVG}g")}
    assert theme.lit_clue in colours
    assert theme.dim_clue not in colours - {theme.lit_clue}


def test_a_png_has_its_size_on_paper():
    image = QImage.fromData(picture(cell=5.0).png())
    assert image.width() / image.dotsPerMeterX() * 1000 == pytest.approx(4.7 * 5, rel=0.01)


def test_an_svg_has_the_right_size_and_needs_no_font():
    root = ElementTree.fromstring(picture(DARK).svg())
    width, height = (float(root.attrib[side].removesuffix("mm")) for side in ("width", "height"))
    assert (width, height) == pytest.approx((4.7 * 8, 2.7 * 8), abs=0.01)
    assert root.find(f".//{SVG}text") is None
    fills = {group.attrib["fill"] for group in root.iter(f"{SVG}g") if "fill" in group.attrib}
    assert {DARK.water, DARK.bridge, DARK.dim_clue} <= fills


def test_the_clues_of_an_svg_are_where_those_of_a_png_are():
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


def test_a_pdf_is_one_page_of_the_size_of_the_board_with_embedded_fonts():
    data = picture(cell=10.0).pdf()
    assert len(re.findall(rb"/Type\s*/Page\b", data)) == 1
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
    millimetres = [float(side) * 25.4 / 72 for side in box.groups()]
    assert millimetres == pytest.approx([47, 27], abs=0.4)
    assert b"/FontFile" in data
    assert b"Inter" in data


def test_clues_are_larger_if_islands_are_small():
    puzzle = Puzzle.from_clues(1, 1, {(0, 0): 1})

    def darkness(cell):
        """The share of the island that is covered by its clue."""
        image = Picture(puzzle, Board.empty(puzzle), PRINT, cell).image()
        middle = range(round(0.35 * image.width()), round(0.65 * image.width()))
        pixels = [image.pixelColor(x, y).lightness() for x in middle for y in middle]
        return 1 - sum(pixels) / len(pixels) / 255

    assert darkness(4.0) > 1.1 * darkness(8.0)


def test_a_picture_drawn_in_another_thread_is_the_same():
    shown, drawn = picture(), []
    thread = Thread(target=lambda: drawn.append(shown.png()))
    thread.start()
    thread.join()
    assert drawn == [shown.png()]


@pytest.mark.parametrize(
    ("rows", "pixels"), [(2000, "188066 x 188066"), (1, "188066 x 160")], ids=["area", "side"]
)
def test_a_too_large_image_is_rejected_before_it_is_allocated(rows, pixels):
    puzzle = Puzzle.from_clues(rows, 2000, {(0, 0): 1, (0, 2): 1})
    with pytest.raises(PictureError) as caught:
        Picture(puzzle, Board.empty(puzzle), LIGHT, 8.0).image()
    assert str(caught.value) == (
        f"The image would be {pixels} pixels; the limit is 150 million pixels and 32767 per side. "
        "Use a smaller cell, or SVG or PDF."
    )


def test_a_too_large_page_is_rejected():
    puzzle = Puzzle.from_clues(1, 2000, {(0, 0): 1, (0, 2): 1})
    with pytest.raises(
        PictureError, match="The page would be 16006 x 14 mm; the limit for PDF is 5080 mm"
    ):
        Picture(puzzle, Board.empty(puzzle), LIGHT, 8.0).pdf()


@pytest.mark.parametrize("extension", [*ENCODERS, ".PNG"])
def test_the_extension_determines_the_format(tmp_path, extension):
    file = tmp_path / f"board{extension}"
    save_picture(file, picture())
    signatures = {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}
    assert file.read_bytes().startswith(signatures[extension.lower()])


def test_an_unknown_extension_is_rejected(tmp_path):
    with pytest.raises(
        PictureError, match=r"board\.gif: expected a file name ending in \.png, \.svg or \.pdf\."
    ):
        save_picture(tmp_path / "board.gif", picture())
    assert list(tmp_path.iterdir()) == []


def test_an_error_while_writing_is_reported(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="cannot be written"):
        save_picture(tmp_path / "file" / "board.png", picture())


def postcard(*facts, theme=LIGHT):
    return Postcard(Picture(SOLVED.puzzle, SOLVED.board, theme, 8.0), *facts).image()


def texts_in(image):
    """The columns of pixels in which something is written below the sheet."""
    rows = range(image.height() - round(0.9 * CELL), image.height())
    window = image.pixel(0, 0)
    return [x for x in range(image.width()) if any(image.pixel(x, y) != window for y in rows)]


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_the_board_lies_lit_on_the_colour_of_the_window(theme):
    image = postcard("Row", [], theme=theme)
    edge = AROUND / 64
    assert image.pixelColor(1, 1).name() == theme.window
    assert image.pixelColor(round(edge * CELL) + 30, round(edge * CELL) + 8).name() == theme.water
    ring = round((edge + 0.85) * CELL), round((edge + 0.85 - 0.3) * CELL)
    assert image.pixelColor(*ring).name() == theme.lit


def test_the_texts_are_below_at_both_ends():
    title, both = texts_in(postcard("Row", [])), texts_in(postcard("Row", ["5×1 easy", "1:25"]))
    assert title[0] == both[0] < 0.5 * CELL
    assert both[-1] > 4.9 * CELL
    assert title[-1] < 2 * CELL


def test_long_texts_are_smaller():
    image = postcard("A very long name indeed", ["25×25 extreme", "1:25:00"])
    columns = texts_in(image)
    assert columns[0] > 0
    assert columns[-1] < image.width() - 1


def test_a_character_that_no_font_has_is_a_box():
    assert drawable("a\U0010fffd\nb", font(1, QFont.Weight.Medium)) == "a□\nb"
