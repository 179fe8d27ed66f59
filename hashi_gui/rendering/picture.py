"""Pictures of a board, as PNG, SVG or PDF, and to share with a line that says what they show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QIODevice, QPointF, QRect, QRectF, QSize, QSizeF
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QPageSize,
    QPaintDevice,
    QPainter,
)
from PySide6.QtSvg import QSvgGenerator

from hashi_gui.core.board import Board
from hashi_gui.core.errors import HashiError
from hashi_gui.core.highlight import Highlight
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.rendering.geometry import UNIT, board_rect
from hashi_gui.rendering.painting import draw_board, draw_sheet, painting_on
from hashi_gui.rendering.printing.pages import MM_PER_INCH, output_buffer, pdf_writer
from hashi_gui.rendering.resources import drawable, font
from hashi_gui.rendering.theme import Theme
from hashi_gui.system.files import atomic_write

IMAGE_DPI = 300
MAX_PIXELS = 150_000_000
"""The size of the largest image, which takes 600 MB of memory."""

MAX_IMAGE_SIDE = 32_767
"""The longest side of an image that Qt can draw on, in pixels."""

SVG_DPI = 2540
"""100 units per millimetre, because Qt rounds the size of an SVG to whole units."""

MAX_PAGE_SIDE = 5080
"""The longest side of a PDF page in millimetres: 200 inches."""


AROUND = 0.4 * UNIT
"""The room around the sheet."""

TEXT, MAX_LINE = 0.42, 30
"""The height of the text in cells, and the width of a board in such heights; the text of a larger
one is larger.
"""

GAP, BASELINE, BELOW = 1.0, 1.6, 2.4
"""The least room between two texts, how far below the sheet they stand, and where the picture ends,
in heights of the text.
"""


class PictureError(HashiError):
    """A picture cannot be drawn."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A board to draw; ``cell`` is the size of a cell in millimetres.

    It looks as in play: islands with all their bridges are pale, those of a solved puzzle are lit.
    """

    puzzle: Puzzle
    board: Board
    theme: Theme
    cell: float
    highlight: Highlight = field(default_factory=Highlight)

    @property
    def size(self) -> QSizeF:
        """The size in millimetres, with the margin."""
        return board_rect(self.puzzle).size() * (self.cell / UNIT)

    def image(self) -> QImage:
        """The picture at about 300 pixels per inch: the size of a cell is rounded to whole pixels.

        Raises PictureError if it would be too large.
        """
        image, cell = blank_image(board_rect(self.puzzle).size() / UNIT, self.cell)
        self.draw(image, cell)
        return image

    def png(self) -> bytes:
        return png_file(self.image())

    def svg(self) -> bytes:
        """The picture as SVG. It needs no fonts: clues are drawn as outlines."""
        buffer = output_buffer()
        generator = svg_writer(buffer, self.size, "Hashi")
        self.draw(generator, self.cell * SVG_DPI / MM_PER_INCH)
        return bytes(buffer.data().data())

    def pdf(self) -> bytes:
        """One page of the size of the picture. Raises PictureError if it would be too large."""
        width, height = self.size.width(), self.size.height()
        if max(width, height) > MAX_PAGE_SIDE:
            raise PictureError(
                f"The page would be {width:.0f} x {height:.0f} mm; the limit for PDF is "
                f"{MAX_PAGE_SIDE} mm per side. Use a smaller cell, or SVG."
            )
        buffer = output_buffer()
        exact = QPageSize.SizeMatchPolicy.ExactMatch
        writer = pdf_writer(
            buffer, QPageSize(self.size, QPageSize.Unit.Millimeter, "", exact), "Hashi"
        )
        self.draw(writer, self.cell * writer.resolution() / MM_PER_INCH)
        return bytes(buffer.data().data())

    @property
    def solved(self) -> bool:
        return is_solution(self.puzzle, self.board.counts)

    def draw(self, device: QPaintDevice, cell: float, part: QRect | None = None) -> None:
        """Draw on a device, with ``cell`` dots per cell: all of it, or the part in some dots."""
        rect = board_rect(self.puzzle)
        with painting_on(device) as painter:
            if part is not None:
                painter.setClipRect(part)
            painter.scale(cell / UNIT, cell / UNIT)
            painter.translate(-rect.topLeft())
            painter.fillRect(rect, QColor(self.theme.water))
            exposed = painter.clipBoundingRect() if painter.hasClipping() else None
            draw_board(painter, self.puzzle, self.board, self.theme, self.highlight, exposed)


def blank_image(size: QSizeF, cell: float) -> tuple[QImage, int]:
    """An image of a size in cells, of which each has some millimetres, and their size in pixels.

    Raises PictureError if it would be too large.
    """
    pixels = max(1, round(cell * IMAGE_DPI / MM_PER_INCH))
    whole = (size * pixels).toSize()
    width, height = whole.width(), whole.height()
    if width * height > MAX_PIXELS or max(width, height) > MAX_IMAGE_SIDE:
        raise PictureError(
            f"The image would be {width} x {height} pixels; the limit is "
            f"{MAX_PIXELS // 10**6} million pixels and {MAX_IMAGE_SIDE} per side. "
            "Use a smaller cell, or SVG or PDF."
        )
    image = QImage(whole, QImage.Format.Format_RGB32)
    image.setDotsPerMeterX(round(1000 * pixels / cell))
    image.setDotsPerMeterY(round(1000 * pixels / cell))
    return image, pixels


@dataclass(frozen=True, slots=True)
class Postcard:
    """A picture with a title and more facts below it."""

    picture: Picture
    title: str
    facts: Sequence[str]

    def image(self) -> QImage:
        """The picture on the colour of the window, with cells as in :meth:`Picture.image`.

        Raises PictureError if it would be too large.
        """
        puzzle, theme = self.picture.puzzle, self.picture.theme
        sheet = board_rect(puzzle)
        height = max(TEXT * UNIT, sheet.width() / MAX_LINE)
        area = sheet.adjusted(-AROUND, -AROUND, AROUND, BELOW * height)
        image, cell = blank_image(area.size() / UNIT, self.picture.cell)
        image.fill(QColor(theme.window))
        with painting_on(image) as painter:
            painter.scale(cell / UNIT, cell / UNIT)
            painter.translate(-area.topLeft())
            draw_sheet(painter, sheet, theme)
            draw_board(painter, puzzle, self.picture.board, theme, Highlight())
            self._draw_line(painter, sheet, height)
        return image

    def _draw_line(self, painter: QPainter, sheet: QRectF, height: float) -> None:
        """Draw the texts at both ends of a line, smaller if they do not fit beside each other."""
        weights = QFont.Weight.DemiBold, QFont.Weight.Medium
        fonts = [font(height / UNIT, weight) for weight in weights]
        given = self.title, " · ".join(self.facts)
        texts = [drawable(text, each) for each, text in zip(fonts, given, strict=True)]
        widths = [
            QFontMetricsF(each).horizontalAdvance(text)
            for each, text in zip(fonts, texts, strict=True)
        ]
        scale = min(1.0, sheet.width() / (sum(widths) + GAP * height))
        ends = sheet.left(), sheet.right() - scale * widths[1]
        colours = self.picture.theme.text, self.picture.theme.muted
        for each, text, left, colour in zip(fonts, texts, ends, colours, strict=True):
            painter.save()
            painter.translate(QPointF(left, sheet.bottom() + BASELINE * height))
            painter.scale(scale, scale)
            painter.setFont(each)
            painter.setPen(QColor(colour))
            painter.drawText(QPointF(), text)
            painter.restore()


def svg_writer(target: QIODevice, size: QSizeF, title: str) -> QSvgGenerator:
    """A paint device for an SVG of a size in millimetres."""
    generator = QSvgGenerator()
    generator.setOutputDevice(target)
    generator.setTitle(title)
    generator.setResolution(SVG_DPI)
    size = size * (SVG_DPI / MM_PER_INCH)
    generator.setSize(QSize(round(size.width()), round(size.height())))
    generator.setViewBox(QRectF(0, 0, size.width(), size.height()))
    return generator


def png_file(image: QImage) -> bytes:
    """The content of a PNG file with an image."""
    buffer = output_buffer()
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


ENCODERS: dict[str, Callable[[Picture], bytes]] = {
    ".png": Picture.png,
    ".svg": Picture.svg,
    ".pdf": Picture.pdf,
}
"""The functions that encode a picture, by file extension."""


def save_picture(path: Path, picture: Picture) -> None:
    """Write a picture in the format of the extension. Raises PictureError and StorageError."""
    if path.suffix.lower() not in ENCODERS:
        *others, last = ENCODERS
        extensions = f"{', '.join(others)} or {last}"
        raise PictureError(f"{path}: expected a file name ending in {extensions}.")
    atomic_write(path, ENCODERS[path.suffix.lower()](picture))
