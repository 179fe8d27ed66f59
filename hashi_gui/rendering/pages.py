"""A sheet of paper: text, lines and boards in millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QBuffer, QIODevice, QLineF, QMarginsF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPagedPaintDevice,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QPen,
)

from hashi_gui import __version__
from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.rendering.geometry import UNIT, board_rect
from hashi_gui.rendering.painting import draw_fitted
from hashi_gui.rendering.theme import FAMILY, PRINT

PDF_DPI = 1200
POINT = 25.4 / 72
"""In millimetres."""

FINE = 20
"""Units to a point in which text is laid out, because a font's size in pixels is whole."""

Align = Qt.AlignmentFlag


class Paper(Enum):
    """What a book or a puzzle is printed on."""

    A4 = QPageSize.PageSizeId.A4
    LETTER = QPageSize.PageSizeId.Letter

    @property
    def page_size(self) -> QPageSize:
        return QPageSize(self.value)

    @property
    def size(self) -> QSizeF:
        """In millimetres, upright."""
        return self.page_size.size(QPageSize.Unit.Millimeter)


@dataclass(frozen=True, slots=True)
class TextStyle:
    """How a text looks: its size in points, its weight and its colour."""

    points: float
    weight: QFont.Weight = QFont.Weight.Normal
    colour: str = PRINT.text

    def font(self) -> QFont:
        """The font in FINE units."""
        font = QFont(FAMILY)
        font.setPixelSize(round(self.points * FINE))
        font.setWeight(self.weight)
        font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        return font


class PagePainter:
    """Draws on one page after the other; places are millimetres from the top left corner."""

    def __init__(self, device: QPagedPaintDevice, painter: QPainter) -> None:
        """``painter`` draws on ``device``, whose pages have no margins."""
        self.size = device.pageLayout().fullRect(QPageLayout.Unit.Millimeter).size()
        self._device = device
        self._painter = painter
        dots = painter.device().logicalDpiX() / 25.4
        painter.scale(dots, dots)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def turn(self) -> None:
        """Go on with a new page."""
        self._device.newPage()

    def text(self, box: QRectF, text: str, face: TextStyle, align: Align = Align.AlignLeft) -> None:
        """One line, cut with an ellipsis where it is too long for the box."""
        font = face.font()
        fine = POINT / FINE
        fitting = QFontMetricsF(font).elidedText(
            text, Qt.TextElideMode.ElideRight, box.width() / fine
        )
        self._draw_text(box, fitting, font, face, align | Align.AlignVCenter)

    def paragraph(self, box: QRectF, text: str, face: TextStyle) -> float:
        """Lines as wide as the box, from its top; returns their height."""
        wrapped = int(Qt.TextFlag.TextWordWrap)
        font = face.font()
        fine = POINT / FINE
        room = QRectF(0, 0, box.width() / fine, 1e6)
        height = QFontMetricsF(font).boundingRect(room, wrapped, text).height() * fine
        self._draw_text(box, text, font, face, wrapped)
        return height

    def rule(self, left: float, right: float, y: float, colour: str = PRINT.line) -> None:
        """A thin line across."""
        self._painter.setPen(QPen(QColor(colour), 0.2))
        self._painter.drawLine(QLineF(left, y, right, y))

    def board(self, box: QRectF, puzzle: Puzzle, board: Board, largest_cell: float) -> None:
        """A board as large as fits at the top of the box, in its middle."""
        rect = board_rect(puzzle).size()
        cell = min(box.width() / rect.width(), box.height() / rect.height(), largest_cell / UNIT)
        space = QRectF(box.x(), box.y(), box.width(), rect.height() * cell)
        draw_fitted(self._painter, space, puzzle, board, PRINT)

    def _draw_text(
        self, box: QRectF, text: str, font: QFont, face: TextStyle, flags: int | Align
    ) -> None:
        fine = POINT / FINE
        painter = self._painter
        painter.save()
        painter.translate(box.topLeft())
        painter.scale(fine, fine)
        painter.setFont(font)
        painter.setPen(QColor(face.colour))
        room = QRectF(0, 0, box.width() / fine, box.height() / fine)
        painter.drawText(room, int(flags) | int(Qt.TextFlag.TextDontClip), text)
        painter.restore()


def output_buffer() -> QBuffer:
    """What Qt can write to; the bytes gather in its ``data()``."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return buffer


def pdf_writer(target: QIODevice, size: QPageSize, title: str) -> QPdfWriter:
    """What draws the pages of a PDF, without margins."""
    writer = QPdfWriter(target)
    writer.setResolution(PDF_DPI)
    writer.setPageSize(size)
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setTitle(title)
    writer.setCreator(f"Hashi {__version__}")
    return writer
