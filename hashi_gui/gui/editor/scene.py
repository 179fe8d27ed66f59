"""The scene of the editor: a draft with its border, the selection, the cursor and symmetry axes."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QObject, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from hashi_gui.core.puzzle import Cell
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.editing import Draft
from hashi_gui.editing.operations import box_of
from hashi_gui.gui.board.scene import BoardScene
from hashi_gui.gui.editor.picture import DraftPicture
from hashi_gui.rendering.geometry import UNIT
from hashi_gui.rendering.painting import draw_sheet
from hashi_gui.rendering.pieces import draw_padlock, draw_removed_island
from hashi_gui.rendering.theme import Theme

BORDER = 0.62
"""How far the border is from the centres of the outermost cells, in cells."""

GRIP_LENGTH = 0.9
"""The length of the grips in the middle of the sides, in cells."""

CORNER_LENGTH = 0.2
"""The length of the arms of the cursor, in cells."""

AXIS_WIDTH = 0.025
"""How broad the axes of a symmetry are, in cells."""

PADLOCK_PLACE = 0.3
"""How far right of the centre of an island and below it the padlock is, in cells."""

MARGIN = 0.35
"""The room around all that is shown, in cells."""


class EditorScene(BoardScene):
    """A draft on screen, as its ``draft_picture`` says; cells are those of the draft.

    :meth:`show_draft` draws again only what differs.
    """

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(theme, parent)
        self.draft_picture = DraftPicture.of(Draft(1, 1))
        self.show_draft(DraftPicture.of(Draft(1, 1)))

    def show_draft(self, picture: DraftPicture) -> None:
        """Show another picture."""
        before, self.draft_picture = self.draft_picture, picture
        self.show(picture.board_with_selection())
        if picture.draft is not before.draft:
            self.setSceneRect(self._whole())
        if picture.draft.symmetry is not before.draft.symmetry:
            self.update()
        cells = {cell for cell, _ in picture.removed.items() ^ before.removed.items()}
        cells |= picture.draft.kept ^ before.draft.kept
        cells |= picture.images ^ before.images
        areas = [self.cell_rect(cell) for cell in cells]
        if picture.cursor != before.cursor:
            cursors = (before.cursor, picture.cursor)
            areas += [self.cell_rect(cell) for cell in cursors if cell is not None]
        if picture.band != before.band:
            areas += [self._rect(before.band), self._rect(picture.band)]
        for area in areas:
            self.update(area.adjusted(-4, -4, 4, 4))

    def cell_rect(self, cell: Cell) -> QRectF:
        """The area of a cell in the scene."""
        return self._rect(QRectF(cell[1] - 0.5, cell[0] - 0.5, 1, 1))

    def _rect(self, cells: QRectF) -> QRectF:
        """The area in the scene of a rectangle in cells."""
        top, left = self.draft_picture.origin
        at = cells.translated(-left, -top)
        return QRectF(at.topLeft() * UNIT, at.size() * UNIT).normalized()

    @property
    def border(self) -> QRectF:
        """The border of the grid in the scene."""
        more = (BORDER - 0.5) * UNIT
        first = self.cell_rect((0, 0))
        draft = self.draft_picture.draft
        last = self.cell_rect((draft.rows - 1, draft.cols - 1))
        return (first | last).adjusted(-more, -more, more, more)

    def _whole(self) -> QRectF:
        """The border and all islands, with a margin."""
        margin = MARGIN * UNIT
        area, clues = self.border, self.draft_picture.draft.clues
        if clues:
            top, left, rows, cols = box_of(clues)
            area |= self._rect(QRectF(left - 0.5, top - 0.5, cols, rows))
        return area.adjusted(-margin, -margin, margin, margin)

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        """Draw what is in a rectangle of the scene."""
        painter.fillRect(exposed, QColor(self.theme.window))
        draw_sheet(painter, self.border, self.theme)
        self._draw_axes(painter)
        self._painter.draw(painter, exposed)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_border(painter)
        for cell, clue in self.draft_picture.removed.items():
            draw_removed_island(painter, self.cell_rect(cell).center(), clue, self.theme)
        self._draw_kept(painter, exposed)
        self._draw_cursor(painter)
        self._draw_band(painter)
        painter.restore()

    def _draw_axes(self, painter: QPainter) -> None:
        pen = QPen(QColor(self.theme.ink), AXIS_WIDTH * UNIT, Qt.PenStyle.DashLine)
        painter.setPen(pen)
        border, middle = self.border, self.border.center()
        symmetry = self.draft_picture.draft.symmetry
        if symmetry in (Symmetry.LEFT_RIGHT, Symmetry.BOTH_MIRRORS):
            painter.drawLine(QLineF(middle.x(), border.top(), middle.x(), border.bottom()))
        if symmetry in (Symmetry.TOP_BOTTOM, Symmetry.BOTH_MIRRORS):
            painter.drawLine(QLineF(border.left(), middle.y(), border.right(), middle.y()))
        if symmetry in (Symmetry.HALF_TURN, Symmetry.QUARTER_TURNS):
            reach = 0.18 * UNIT
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(middle, reach, reach)

    def _draw_border(self, painter: QPainter) -> None:
        border = self.border
        grip = QPen(QColor(self.theme.muted), 0.08 * UNIT)
        grip.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(grip)
        half, middle = GRIP_LENGTH * UNIT / 2, border.center()
        across, down = QPointF(half, 0), QPointF(0, half)
        for y in (border.top(), border.bottom()):
            at = QPointF(middle.x(), y)
            painter.drawLine(at - across, at + across)
        for x in (border.left(), border.right()):
            at = QPointF(x, middle.y())
            painter.drawLine(at - down, at + down)

    def _draw_kept(self, painter: QPainter, exposed: QRectF) -> None:
        draft = self.draft_picture.draft
        for cell in draft.kept:
            rect, is_island = self.cell_rect(cell), cell in draft.clues
            if rect.intersects(exposed) and (is_island or draft.contains(cell)):
                corner = PADLOCK_PLACE * UNIT if is_island else 0
                draw_padlock(painter, rect.center() + QPointF(corner, corner), self.theme)

    def _draw_cursor(self, painter: QPainter) -> None:
        """Corners around the cursor, and thin ones around the cells where edits are repeated."""
        pen = QPen(QColor(self.theme.accent), 0.025 * UNIT)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        for cell in self.draft_picture.images:
            self._draw_corners(painter, cell)
        if self.draft_picture.cursor is not None:
            pen.setWidthF(0.05 * UNIT)
            painter.setPen(pen)
            self._draw_corners(painter, self.draft_picture.cursor)

    def _draw_corners(self, painter: QPainter, cell: Cell) -> None:
        rect = self.cell_rect(cell)
        arm = CORNER_LENGTH * UNIT
        for corner, across, down in (
            (rect.topLeft(), 1, 1),
            (rect.topRight(), -1, 1),
            (rect.bottomLeft(), 1, -1),
            (rect.bottomRight(), -1, -1),
        ):
            painter.drawLine(corner, corner + QPointF(across * arm, 0))
            painter.drawLine(corner, corner + QPointF(0, down * arm))

    def _draw_band(self, painter: QPainter) -> None:
        band = self.draft_picture.band
        if band.isNull():
            return
        fill = QColor(self.theme.accent)
        fill.setAlphaF(0.12)
        painter.setBrush(fill)
        painter.setPen(QPen(QColor(self.theme.accent), 0.03 * UNIT))
        painter.drawRect(self._rect(band))
