"""Pages of paper with text, lines, boards and QR codes, measured in millimetres."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from unicodedata import bidirectional

from PySide6.QtCore import QBuffer, QIODevice, QLineF, QMarginsF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QPagedPaintDevice,
    QPageLayout,
    QPageSize,
    QPaintDevice,
    QPaintEngine,
    QPainter,
    QPdfWriter,
    QPen,
    QTextLayout,
    QTextOption,
)

from hashi_gui import __version__
from hashi_gui.core.board import Board
from hashi_gui.core.errors import HashiError
from hashi_gui.core.highlight import Highlight
from hashi_gui.core.i18n import _
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import printable, printable_lines
from hashi_gui.rendering.geometry import ISLAND_RADIUS, UNIT, board_rect
from hashi_gui.rendering.painting import draw_board, draw_fitted, painting_on
from hashi_gui.rendering.resources import drawable, font_of_height
from hashi_gui.rendering.theme import PRINT, Theme
from hashi_gui.system.libraries import load

QUIET = 4
"""How many squares wide the white rim is that readers need."""

SQUARE = 0.42
MIN_SIDE = 18.0
"""The least width of a square, and of a whole code, in millimetres on paper."""

MAX_LINK = 1200
"""The most characters of a link whose code cameras can read, and that leaves room for a board."""


class CodeError(HashiError):
    """A QR code cannot be made."""


def check_codes() -> None:
    """Raise CodeError if no codes can be made, because segno is missing or broken."""
    load("segno", CodeError)


@lru_cache(maxsize=256)
def code_rows(link: str) -> tuple[bytes, ...]:
    """The squares of a code row by row, 1 for black, without the rim. Raises CodeError."""
    check_codes()
    if len(link) > MAX_LINK:
        raise CodeError(_("This puzzle is too large for a QR code: its link is too long."))
    import segno

    return tuple(bytes(row) for row in segno.make_qr(link, error="l").matrix)


def code_side(link: str) -> float:
    """The side of a code with its rim on paper, in millimetres. Raises CodeError."""
    return max(MIN_SIDE, SQUARE * (len(code_rows(link)) + 2 * QUIET))


def draw_code(painter: QPainter, box: QRectF, link: str) -> None:
    """Draw a code with its white rim in a square. Raises CodeError."""
    rows = code_rows(link)
    square = box.width() / (len(rows) + 2 * QUIET)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.fillRect(box, Qt.GlobalColor.white)
    for r, row in enumerate(rows):
        for run in re.finditer(b"\1+", row):
            corner = box.topLeft() + QPointF(QUIET + run.start(), QUIET + r) * square
            size = QSizeF(len(run[0]) * square, square)
            painter.fillRect(QRectF(corner, size), Qt.GlobalColor.black)
    painter.restore()


def code_image(link: str, pixels: int) -> QImage:
    """A code as an image in which a square is so many pixels wide. Raises CodeError."""
    side = (len(code_rows(link)) + 2 * QUIET) * pixels
    image = QImage(side, side, QImage.Format.Format_RGB32)
    with painting_on(image) as painter:
        draw_code(painter, QRectF(0, 0, side, side), link)
    return image


PDF_DPI = 1200
MM_PER_INCH = 25.4

UNITS_PER_POINT = 20
"""Text is laid out in fractions of a point, because Qt's font sizes in pixels are integers."""

TEXT_UNIT = MM_PER_INCH / 72 / UNITS_PER_POINT
"""The unit in which text is laid out, in millimetres."""

LINE_WIDTH = 0.2
FOLD_MARK = 7.0
"""The width of thin lines, and the length of those that show where to fold."""

BASELINE = 1.35
"""How far below the middle of its box a line of text stands, in millimetres."""

RIM = ISLAND_RADIUS / UNIT + PRINT.ring / 2
"""How far an island reaches from its centre, in cells."""

WIDEST = 1e6
"""The width of a line that nothing wraps, in units of TEXT_UNIT."""

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
        return font_of_height(round(self.points * UNITS_PER_POINT), self.weight)


class PagePainter:
    """Draws on one page after another; coordinates are in millimetres from the top left corner."""

    def __init__(self, device: QPaintDevice, painter: QPainter) -> None:
        """``painter`` draws on ``device``; if that has pages, they have no margins."""
        self._device = device
        self._painter = painter
        dots_per_mm = painter.device().logicalDpiX() / MM_PER_INCH
        painter.scale(dots_per_mm, dots_per_mm)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    @property
    def size(self) -> QSizeF:
        """The size of the current page in millimetres."""
        assert isinstance(self._device, QPagedPaintDevice)
        return self._device.pageLayout().fullRect(QPageLayout.Unit.Millimeter).size()

    def start_page(self, turned: bool) -> None:
        """Start a new page, in landscape format if it is ``turned``, otherwise in portrait."""
        assert isinstance(self._device, QPagedPaintDevice)
        orientation = QPageLayout.Orientation
        self._device.setPageOrientation(orientation.Landscape if turned else orientation.Portrait)
        self._device.newPage()

    @staticmethod
    def text_width(text: str, style: TextStyle) -> float:
        """The width of a line of text in millimetres."""
        return (
            QFontMetricsF(style.font()).horizontalAdvance(drawable(text, style.font())) * TEXT_UNIT
        )

    @staticmethod
    def text_height(text: str, style: TextStyle, width: float) -> float:
        """The height of a text wrapped to a width, in millimetres."""
        return _height(_wrapped(printable_lines(text), style, width)) if text else 0.0

    def draw_text(
        self, box: QRectF, text: str, style: TextStyle, align: Align = Align.AlignLeft
    ) -> None:
        """Draw one line, shortened with an ellipsis if it is too long for the box.

        All texts in a box are on one base line, whatever their size.
        """
        layout = _wrapped(_elided(printable(text), style, box.width()), style)
        room = box.width() - self.text_width(layout.text(), style)
        left = {Align.AlignRight: room, Align.AlignHCenter: room / 2}.get(align, 0.0)
        ascent = layout.lineAt(0).ascent() * TEXT_UNIT
        top = box.height() / 2 + BASELINE - ascent
        self._draw_layout(box.topLeft() + QPointF(left, top), layout, style)

    def draw_paragraph(
        self, box: QRectF, text: str, style: TextStyle, align: Align = Align.AlignLeft
    ) -> float:
        """Draw a text wrapped to the width of the box, and return its height.

        What is too long for the box is left out, with an ellipsis.
        """
        layout = _wrapped(printable_lines(text), style, box.width(), box.height(), align)
        self._draw_layout(box.topLeft(), layout, style)
        return _height(layout)

    def draw_line(self, left: float, right: float, y: float) -> None:
        """Draw a thin horizontal line."""
        self._painter.setPen(QPen(QColor(PRINT.line), LINE_WIDTH))
        self._painter.drawLine(QLineF(left, y, right, y))

    def draw_fold_marks(self) -> None:
        """Draw short lines at the edges of the page, where it is folded into quarters."""
        width, height = self.size.width(), self.size.height()
        self._painter.setPen(QPen(QColor(PRINT.line), LINE_WIDTH))
        for end in (0, 1):
            x, y = end * (width - FOLD_MARK), end * (height - FOLD_MARK)
            self._painter.drawLine(QLineF(x, height / 2, x + FOLD_MARK, height / 2))
            self._painter.drawLine(QLineF(width / 2, y, width / 2, y + FOLD_MARK))

    @contextmanager
    def upside_down(self) -> Iterator[None]:
        """Draw as if the page were turned around; coordinates are from its lower right corner."""
        self._painter.save()
        self._painter.translate(self.size.width(), self.size.height())
        self._painter.rotate(180)
        yield
        self._painter.restore()

    def draw_box(self, box: QRectF) -> None:
        """Draw the thin frame of a box to write in."""
        self._painter.setPen(QPen(QColor(PRINT.muted), LINE_WIDTH))
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.drawRect(box)

    def draw_code(self, box: QRectF, link: str) -> None:
        """Draw the QR code of a link."""
        draw_code(self._painter, box, link)

    def draw_board(
        self,
        box: QRectF,
        puzzle: Puzzle,
        board: Board,
        max_cell: float,
        align: Align = Align.AlignTop | Align.AlignHCenter,
        theme: Theme = PRINT,
    ) -> QRectF:
        """Draw a board in the box, as large as fits, and return what it covers.

        A cell is at most ``max_cell`` millimetres wide.
        """
        size = board_rect(puzzle).size()
        scale = min(box.width() / size.width(), box.height() / size.height(), max_cell / UNIT)
        size *= scale
        left = 0.0 if align & Align.AlignLeft else (box.width() - size.width()) / 2
        top = (box.height() - size.height()) / 2 if align & Align.AlignVCenter else 0.0
        rect = QRectF(box.topLeft() + QPointF(left, top), size)
        draw_fitted(self._painter, rect, puzzle, board, theme)
        return rect

    def draw_tight_board(self, at: QPointF, puzzle: Puzzle, board: Board, cell: float) -> None:
        """Draw a board without the water around it, so that an island at ``at`` touches the sides.

        A cell is ``cell`` millimetres wide.
        """
        painter = self._painter
        painter.save()
        painter.translate(at)
        painter.scale(cell / UNIT, cell / UNIT)
        painter.translate(RIM * UNIT, RIM * UNIT)
        draw_board(painter, puzzle, board, PRINT, Highlight())
        painter.restore()

    def _draw_layout(self, at: QPointF, layout: QTextLayout, style: TextStyle) -> None:
        painter, colour = self._painter, QColor(style.colour)
        painter.save()
        painter.translate(at)
        painter.scale(TEXT_UNIT, TEXT_UNIT)
        painter.setPen(colour)
        if painter.paintEngine().type() == QPaintEngine.Type.SVG:
            # An SVG only refers to fonts by name, so texts are drawn as outlines.
            for run in layout.glyphRuns():
                for glyph, place in zip(run.glyphIndexes(), run.positions(), strict=True):
                    painter.fillPath(run.rawFont().pathForGlyph(glyph).translated(place), colour)
        else:
            layout.draw(painter, QPointF())
        painter.restore()


def _wrapped(
    text: str,
    style: TextStyle,
    width: float = math.inf,
    height: float = math.inf,
    align: Align = Align.AlignLeft,
) -> QTextLayout:
    """The lines of a text in a box of some millimetres, the last one perhaps with an ellipsis."""
    layout = QTextLayout(drawable(text, style.font()).replace("\n", "\u2028"), style.font())
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    on_right = width < math.inf and _is_right_to_left(text)
    side = Align.AlignRight if on_right and align is Align.AlignLeft else align
    option.setAlignment(side | Align.AlignAbsolute)
    layout.setTextOption(option)
    layout.beginLayout()
    y = 0.0
    while (line := layout.createLine()).isValid():
        line.setLineWidth(min(width / TEXT_UNIT, WIDEST))
        line.setPosition(QPointF(0, y))
        y += line.height()
        if (y + line.height()) * TEXT_UNIT > height:
            units = layout.text().encode("utf-16-le")  # As Qt counts.
            start, end = (2 * at for at in (line.textStart(), line.textStart() + line.textLength()))
            if end < len(units):
                layout.endLayout()
                before, rest = units[:start].decode("utf-16-le"), units[start:].decode("utf-16-le")
                rest = _elided(rest.replace("\u2028", " "), style, width)
                return _wrapped(before + rest, style, width, align=align)
    layout.endLayout()
    return layout


def _is_right_to_left(text: str) -> bool:
    """Whether the first letter of a text is written from right to left."""
    directions = map(bidirectional, text)
    return next((each for each in directions if each in ("L", "R", "AL")), "L") != "L"


def _elided(text: str, style: TextStyle, width: float) -> str:
    metrics = QFontMetricsF(style.font())
    return metrics.elidedText(
        drawable(text, style.font()), Qt.TextElideMode.ElideRight, width / TEXT_UNIT
    )


def _height(layout: QTextLayout) -> float:
    lines = map(layout.lineAt, range(layout.lineCount()))
    return sum(line.height() for line in lines) * TEXT_UNIT


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
