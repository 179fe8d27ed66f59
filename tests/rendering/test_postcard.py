from __future__ import annotations

import pytest
from PySide6.QtGui import QFont

from hashi_gui.formats import read
from hashi_gui.rendering.picture import AROUND, Picture, Postcard
from hashi_gui.rendering.resources import drawable, font
from hashi_gui.rendering.theme import LIGHT, THEMES

SOLVED = read("2═══2 .\n\n. . .")
CELL = 94
"""Of 8 mm, in pixels."""

pytestmark = pytest.mark.usefixtures("qapp", "fonts")


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
