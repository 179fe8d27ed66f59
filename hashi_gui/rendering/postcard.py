"""A picture to share: a board on its sheet of water, with a line below that says what it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter

from hashi_gui.rendering.geometry import UNIT, board_rect
from hashi_gui.rendering.looks import Highlight
from hashi_gui.rendering.painting import draw_board, draw_sheet, painting_on
from hashi_gui.rendering.picture import Picture, blank_image
from hashi_gui.rendering.resources import font

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
        texts = self.title, " · ".join(self.facts)
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
