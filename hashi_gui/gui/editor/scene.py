"""The scene of the editor: a draft with its border, the selection, the cursor and symmetry axes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from PySide6.QtCore import QLineF, QObject, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from hashi_gui.core.board_status import Faults
from hashi_gui.core.puzzle import Cell, Puzzle
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.editing import Draft
from hashi_gui.editing.operations import box_of
from hashi_gui.gui.board.scene import BoardScene
from hashi_gui.gui.settings.preferences import Animation, Preferences
from hashi_gui.rendering.geometry import UNIT, CellArea
from hashi_gui.rendering.islands import draw_gone_island
from hashi_gui.rendering.looks import Highlight, Role
from hashi_gui.rendering.theme import Theme

BORDER = 0.62
"""How far the border is from the centres of the outermost cells, in cells."""

GRIP_LENGTH = 0.9
"""The length of the grips in the middle of the sides, in cells."""

CORNER_LENGTH = 0.2
"""The length of the arms of the cursor, in cells."""

MARGIN = 0.35
"""The room around all that is shown, in cells."""

ROOM = 3
"""How many cells there are around the grid, where islands can be moved."""

AS_IT_IS = Preferences(grey_finished=False, show_remaining=False, animation=Animation.NONE)
"""How the editor shows islands: all alike, with their clues."""


class EditorScene(BoardScene):
    """One draft on screen, with some room around the grid for islands that are outside.

    Cells are those of the draft.
    """

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(theme, parent)
        self.draft = Draft(1, 1)
        self.room = (0, 0, 0, 0)
        """The top row, left column, rows and columns of the grid with the room around it."""
        self.cursor: Cell | None = None
        self._selection: frozenset[Cell] = frozenset()
        self._grid = CellArea(0, 0, 0, 0)
        self._answer = Highlight()
        self._symmetry = Symmetry.NONE
        self._band = QRectF()
        self._gone: Mapping[Cell, int | None] = {}
        self._preferences, self.animation = AS_IT_IS, Animation.NONE
        self.set_draft(self.draft)

    def set_draft(self, draft: Draft) -> None:
        """Show another draft, without highlights but with the selection.

        The overlay stays where it still fits, unless the size of the grid is another one.
        """
        self.draft = draft
        corner = draft.rows - 1 + ROOM, draft.cols - 1 + ROOM
        top, left, rows, cols = room = box_of([(-ROOM, -ROOM), corner, *draft.clues])
        clues = {(row - top, col - left): clue for (row, col), clue in draft.clues.items()}
        puzzle = Puzzle.unchecked(rows, cols, clues, draft.rules)
        self._draft_board = draft.board_on(puzzle, (top, left))
        grid = CellArea(-top, -left, draft.rows - 1 - top, draft.cols - 1 - left)
        if (room, grid) == (self.room, self._grid):
            self.change_puzzle(puzzle, self._draft_board)
        else:
            self.room, self._grid = room, grid
            self.set_puzzle(puzzle, self._draft_board, grid)
        self.setSceneRect(self._whole())
        faulty = {self.island_on(cell) for cell in draft.faults() if cell is not None}
        self.set_faults(Faults(overfull=frozenset(i for i in faulty if i is not None)))
        self._answer = Highlight()
        self.show_gone({})
        self._show_selection()

    @property
    def origin(self) -> Cell:
        """The cell of the draft that is the first one of the puzzle shown."""
        return self.room[0], self.room[1]

    def show_gone(self, gone: Mapping[Cell, int | None]) -> None:
        """Draw where islands with these clues were before."""
        for cell in {*self._gone, *gone}:
            self.update(self.cell_rect(cell))
        self._gone = gone

    def show_draft_board(self) -> None:
        """Show the bridges of the draft again, after another board in their place."""
        if self.board is not self._draft_board:
            self.show_board(self._draft_board)

    def island_on(self, cell: Cell) -> int | None:
        """The id of the island on a cell of the draft in the puzzle that is shown."""
        island = self.puzzle.island_at(cell[0] - self.origin[0], cell[1] - self.origin[1])
        return None if island is None else island.id

    def cell_rect(self, cell: Cell) -> QRectF:
        """The area of a cell in the scene."""
        row, col = cell[0] - self.origin[0], cell[1] - self.origin[1]
        return QRectF((col - 0.5) * UNIT, (row - 0.5) * UNIT, UNIT, UNIT)

    @property
    def border(self) -> QRectF:
        """The border of the grid in the scene."""
        more = (BORDER - 0.5) * UNIT
        first = self.cell_rect((0, 0))
        last = self.cell_rect((self.draft.rows - 1, self.draft.cols - 1))
        return (first | last).adjusted(-more, -more, more, more)

    def _whole(self) -> QRectF:
        """The border and all islands, with a margin."""
        margin = MARGIN * UNIT
        outside = [cell for cell in self.draft.clues if not self.draft.holds(cell)]
        area = self.border
        for cell in outside:
            area |= self.cell_rect(cell)
        return area.adjusted(-margin, -margin, margin, margin)

    def set_selection(self, selection: Collection[Cell], cursor: Cell | None) -> None:
        """Mark the selected islands, and the cell that the keyboard acts on."""
        self._selection = frozenset(selection)
        if cursor != self.cursor:
            for cell in (self.cursor, cursor):
                if cell is not None:
                    self.update(self.cell_rect(cell).adjusted(-4, -4, 4, 4))
            self.cursor = cursor
        self._show_selection()

    def show_answer(self, highlight: Highlight) -> None:
        """Highlight what the solver has found, under the selection."""
        self._answer = highlight
        self._show_selection()

    def set_symmetry(self, symmetry: Symmetry) -> None:
        """Draw the axes or the centre of a symmetry."""
        self._symmetry = symmetry
        self.update()

    def set_band(self, band: QRectF) -> None:
        """Draw a rubber band; an empty rectangle for none."""
        before, self._band = self._band, band
        self.update(before.normalized().adjusted(-4, -4, 4, 4))
        self.update(band.normalized().adjusted(-4, -4, 4, 4))

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        """Draw what is in a rectangle of the scene."""
        painter.fillRect(exposed, QColor(self.theme.window))
        painter.fillRect(exposed & self.border, QColor(self.theme.water))
        self._draw_axes(painter)
        self._painter.draw(painter, exposed)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_border(painter)
        for cell, clue in self._gone.items():
            draw_gone_island(painter, self.cell_rect(cell).center(), clue, self.theme)
        self._draw_cursor(painter)
        self._draw_band(painter)
        painter.restore()

    def _show_selection(self) -> None:
        islands = dict(self._answer.islands)
        for cell in self._selection:
            island = self.island_on(cell)
            # The cursor shows that its island is selected, also if that is highlighted.
            if island is not None and not (cell == self.cursor and island in islands):
                islands[island] = Role.SELECTED
        self.set_highlight(replace(self._answer, islands=islands))

    def _draw_axes(self, painter: QPainter) -> None:
        pen = QPen(QColor(self.theme.line), 0.04 * UNIT, Qt.PenStyle.DashLine)
        painter.setPen(pen)
        border, middle = self.border, self.border.center()
        if self._symmetry in (Symmetry.LEFT_RIGHT, Symmetry.BOTH_MIRRORS):
            painter.drawLine(QLineF(middle.x(), border.top(), middle.x(), border.bottom()))
        if self._symmetry in (Symmetry.TOP_BOTTOM, Symmetry.BOTH_MIRRORS):
            painter.drawLine(QLineF(border.left(), middle.y(), border.right(), middle.y()))
        if self._symmetry in (Symmetry.HALF_TURN, Symmetry.QUARTER_TURNS):
            reach = 0.18 * UNIT
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(middle, reach, reach)

    def _draw_border(self, painter: QPainter) -> None:
        border = self.border
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(self.theme.line), 0.03 * UNIT))
        painter.drawRect(border)
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

    def _draw_cursor(self, painter: QPainter) -> None:
        if self.cursor is None:
            return
        pen = QPen(QColor(self.theme.accent), 0.05 * UNIT)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        rect = self.cell_rect(self.cursor)
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
        if self._band.isNull():
            return
        fill = QColor(self.theme.accent)
        fill.setAlphaF(0.12)
        painter.setBrush(fill)
        painter.setPen(QPen(QColor(self.theme.accent), 0.03 * UNIT))
        painter.drawRect(self._band.normalized())
