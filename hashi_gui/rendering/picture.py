"""A board as a picture of its own: PNG, SVG or PDF."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, QSizeF
from PySide6.QtGui import QColor, QImage, QPageSize, QPaintDevice, QPainter
from PySide6.QtSvg import QSvgGenerator

from hashi_gui.core.board import Board
from hashi_gui.core.errors import HashiError
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.game.storage import atomic_write
from hashi_gui.rendering.geometry import UNIT, board_rect
from hashi_gui.rendering.looks import Highlight
from hashi_gui.rendering.pages import output_buffer, pdf_writer
from hashi_gui.rendering.painting import draw_board
from hashi_gui.rendering.theme import Theme

INCH = 25.4
"""In millimetres."""

IMAGE_DPI = 300
MAX_PIXELS = 150_000_000
"""What an image may have: 600 MB of memory."""

MAX_IMAGE_SIDE = 32_767
"""The most pixels a side that Qt draws on."""

SVG_DPI = 2540
"""100 units to a millimetre, because Qt rounds the size of an SVG to whole units."""

MAX_PAGE_SIDE = 5080
"""The longest side of a page of a PDF, 200 inches, in millimetres."""


class PictureError(HashiError):
    """A picture that cannot be made, and why."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A board to be drawn, ``cell`` millimetres to a cell."""

    puzzle: Puzzle
    board: Board
    theme: Theme
    cell: float

    @property
    def size(self) -> QSizeF:
        """In millimetres, with the margin of water."""
        return board_rect(self.puzzle).size() * (self.cell / UNIT)

    def image(self) -> QImage:
        """The picture in 300 pixels to the inch, or nearly: a cell has a whole number of them.

        Raises PictureError for one that is too large.
        """
        cell = max(1, round(self.cell * IMAGE_DPI / INCH))
        size = (board_rect(self.puzzle).size() * (cell / UNIT)).toSize()
        width, height = size.width(), size.height()
        if width * height > MAX_PIXELS or max(width, height) > MAX_IMAGE_SIDE:
            raise PictureError(
                f"The image would have {width} x {height} pixels, more than "
                f"{MAX_PIXELS // 10**6} million or {MAX_IMAGE_SIDE} a side; "
                "take a smaller cell, or SVG or PDF."
            )
        image = QImage(size, QImage.Format.Format_RGB32)
        image.setDotsPerMeterX(round(1000 * cell / self.cell))
        image.setDotsPerMeterY(round(1000 * cell / self.cell))
        self._draw(image, cell)
        return image

    def png(self) -> bytes:
        buffer = output_buffer()
        self.image().save(buffer, "PNG")  # type: ignore[call-overload]
        return bytes(buffer.data().data())

    def svg(self) -> bytes:
        """The picture without any font: clues are outlines."""
        buffer = output_buffer()
        generator = QSvgGenerator()
        generator.setOutputDevice(buffer)
        generator.setTitle("Hashi")
        generator.setResolution(SVG_DPI)
        size = self.size * (SVG_DPI / INCH)
        generator.setSize(QSize(round(size.width()), round(size.height())))
        generator.setViewBox(QRectF(0, 0, size.width(), size.height()))
        self._draw(generator, self.cell * SVG_DPI / INCH)
        return bytes(buffer.data().data())

    def pdf(self) -> bytes:
        """One page as large as the picture. Raises PictureError where no page can be."""
        if max(self.size.width(), self.size.height()) > MAX_PAGE_SIDE:
            raise PictureError(
                f"The page would be {self.size.width():.0f} x {self.size.height():.0f} mm, a PDF "
                f"has at most {MAX_PAGE_SIDE} a side; take a smaller cell, or SVG."
            )
        buffer = output_buffer()
        exact = QPageSize.SizeMatchPolicy.ExactMatch
        writer = pdf_writer(
            buffer, QPageSize(self.size, QPageSize.Unit.Millimeter, "", exact), "Hashi"
        )
        self._draw(writer, self.cell * writer.resolution() / INCH)
        return bytes(buffer.data().data())

    def _draw(self, device: QPaintDevice, cell: float) -> None:
        """Draw on a device that has ``cell`` dots to a cell."""
        rect = board_rect(self.puzzle)
        painter = QPainter(device)
        painter.scale(cell / UNIT, cell / UNIT)
        painter.translate(-rect.topLeft())
        painter.fillRect(rect, QColor(self.theme.water))
        draw_board(painter, self.puzzle, self.board, self.theme, Highlight())
        painter.end()


ENCODERS: dict[str, Callable[[Picture], bytes]] = {
    ".png": Picture.png,
    ".svg": Picture.svg,
    ".pdf": Picture.pdf,
}
"""How each kind of file is made, by its ending."""


def check_extension(path: Path) -> None:
    """Raises PictureError where a file's ending names no kind of picture."""
    if path.suffix.lower() not in ENCODERS:
        raise PictureError(f"{path}: a picture is a file in {', '.join(ENCODERS)}.")


def save_picture(path: Path, picture: Picture) -> None:
    """Write a picture as what the file's ending says. Raises PictureError and StorageError."""
    check_extension(path)
    atomic_write(path, ENCODERS[path.suffix.lower()](picture))
