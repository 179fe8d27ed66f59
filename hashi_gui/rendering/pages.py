"""Pages of paper with text, lines and boards, measured in millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QBuffer, QIODevice, QLineF, QMarginsF, QPointF, QRectF, QSizeF, Qt
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
from hashi_gui.core.wording import printable
from hashi_gui.rendering.geometry import UNIT, board_rect
from hashi_gui.rendering.painting import draw_fitted
from hashi_gui.rendering.resources import FAMILY
from hashi_gui.rendering.theme import PRINT

PDF_DPI = 1200
MM_PER_INCH = 25.4

UNITS_PER_POINT = 20
"""Text is laid out in fractions of a point, because Qt's font sizes in pixels are integers."""

TEXT_UNIT = MM_PER_INCH / 72 / UNITS_PER_POINT
"""The unit in which text is laid out, in millimetres."""

Align = Qt.AlignmentFlag


class Paper(Enum):
    """The sizes of paper for books."""

    A4 = QPageSize.PageSizeId.A4
    LETTER = QPageSize.PageSizeId.Letter

    @property
    def page_size(self) -> QPageSize:
        return QPageSize(self.value)

    @property
    def size(self) -> QSizeF:
        """In millimetres, in portrait format."""
        return self.page_size.size(QPageSize.Unit.Millimeter)


@dataclass(frozen=True, slots=True)
class TextStyle:
    """The size of a text in points, its weight and its colour."""

    points: float
    weight: QFont.Weight = QFont.Weight.Normal
    colour: str = PRINT.text

    def font(self) -> QFont:
        """The font, its size in units of TEXT_UNIT."""
        font = QFont(FAMILY)
        font.setPixelSize(round(self.points * UNITS_PER_POINT))
        font.setWeight(self.weight)
        font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        return font


class PagePainter:
    """Draws on one page after another; coordinates are in millimetres from the top left corner."""

    def __init__(self, device: QPagedPaintDevice, painter: QPainter) -> None:
        """``painter`` draws on ``device``, whose pages have no margins."""
        self._device = device
        self._painter = painter
        dots_per_mm = painter.device().logicalDpiX() / MM_PER_INCH
        painter.scale(dots_per_mm, dots_per_mm)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    @property
    def size(self) -> QSizeF:
        """The size of the current page in millimetres."""
        return self._device.pageLayout().fullRect(QPageLayout.Unit.Millimeter).size()

    def start_page(self, turned: bool) -> None:
        """Start a new page, in landscape format if it is ``turned``, otherwise in portrait."""
        orientation = QPageLayout.Orientation
        self._device.setPageOrientation(orientation.Landscape if turned else orientation.Portrait)
        self._device.newPage()

    @staticmethod
    def text_width(text: str, style: TextStyle) -> float:
        """The width of a line of text in millimetres."""
        return QFontMetricsF(style.font()).horizontalAdvance(text) * TEXT_UNIT

    def draw_text(
        self, box: QRectF, text: str, style: TextStyle, align: Align = Align.AlignLeft
    ) -> None:
        """Draw one line, shortened with an ellipsis if it is too long for the box."""
        font, text = style.font(), printable(text)
        width = box.width() / TEXT_UNIT
        shortened = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, width)
        self._draw_in_box(box, shortened, font, style, align | Align.AlignVCenter)

    def draw_paragraph(self, box: QRectF, text: str, style: TextStyle) -> float:
        """Draw a text wrapped to the width of the box, and return its height."""
        flags = int(Qt.TextFlag.TextWordWrap)
        font, text = style.font(), printable(text)
        available = QRectF(0, 0, box.width() / TEXT_UNIT, 1e6)
        height = QFontMetricsF(font).boundingRect(available, flags, text).height() * TEXT_UNIT
        self._draw_in_box(box, text, font, style, flags)
        return height

    def draw_line(self, left: float, right: float, y: float) -> None:
        """Draw a thin horizontal line."""
        self._painter.setPen(QPen(QColor(PRINT.line), 0.2))
        self._painter.drawLine(QLineF(left, y, right, y))

    def draw_board(
        self,
        box: QRectF,
        puzzle: Puzzle,
        board: Board,
        max_cell: float,
        align: Align = Align.AlignTop | Align.AlignHCenter,
    ) -> None:
        """Draw a board in the box, as large as fits.

        A cell is at most ``max_cell`` millimetres wide.
        """
        size = board_rect(puzzle).size()
        scale = min(box.width() / size.width(), box.height() / size.height(), max_cell / UNIT)
        size *= scale
        left = 0.0 if align & Align.AlignLeft else (box.width() - size.width()) / 2
        top = (box.height() - size.height()) / 2 if align & Align.AlignVCenter else 0.0
        rect = QRectF(box.topLeft() + QPointF(left, top), size)
        draw_fitted(self._painter, rect, puzzle, board, PRINT)

    def _draw_in_box(
        self, box: QRectF, text: str, font: QFont, style: TextStyle, flags: int | Align
    ) -> None:
        painter = self._painter
        painter.save()
        painter.translate(box.topLeft())
        painter.scale(TEXT_UNIT, TEXT_UNIT)
        painter.setFont(font)
        painter.setPen(QColor(style.colour))
        rect = QRectF(0, 0, box.width() / TEXT_UNIT, box.height() / TEXT_UNIT)
        painter.drawText(rect, int(flags) | int(Qt.TextFlag.TextDontClip), text)
        painter.restore()


def output_buffer() -> QBuffer:
    """A buffer that Qt can write to; ``data()`` returns its bytes."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return buffer


def pdf_writer(target: QIODevice, size: QPageSize, title: str) -> QPdfWriter:
    """A paint device for the pages of a PDF without margins."""
    writer = QPdfWriter(target)
    writer.setResolution(PDF_DPI)
    writer.setPageSize(size)
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setTitle(printable(title))
    writer.setCreator(f"Hashi {__version__}")
    return writer
