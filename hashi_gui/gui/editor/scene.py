"""The board of the editor: all that it shows, how it is drawn, and the view with its cursor."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field, replace

from PySide6.QtCore import QLineF, QObject, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter, QPen

from hashi_gui.core.board import Board, differing_keys
from hashi_gui.core.board_status import Faults
from hashi_gui.core.highlight import Role
from hashi_gui.core.puzzle import Cell, IdMap, Puzzle
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.editing import Draft
from hashi_gui.editing.operations import box_of
from hashi_gui.gui.board.picture import BoardPicture
from hashi_gui.gui.board.scene import BoardScene
from hashi_gui.gui.board.view import ZoomableView
from hashi_gui.rendering.geometry import UNIT, CellArea
from hashi_gui.rendering.looks import Overlay
from hashi_gui.rendering.painting import draw_sheet
from hashi_gui.rendering.pieces import draw_padlock, draw_removed_island
from hashi_gui.rendering.theme import Theme

ROOM = 3
"""How many cells there are around the grid, where islands can be moved."""


@dataclass(frozen=True, slots=True)
class DraftPicture:
    """What the editor shows. Immutable; the mappings in it are never changed.

    Cells are those of the draft. ``board`` has all its islands and some room around the grid; the
    first cell there is ``origin``. ``drawn`` are the bridges of the draft. The islands on the cells
    of the ``selection`` are highlighted over what the board highlights. ``cursor`` is the cell that
    the keyboard acts on, ``removed`` has the clues of islands that were there before, and ``band``
    is a rubber band, in cells; a null rectangle for none.
    """

    draft: Draft
    origin: Cell
    drawn: Board
    board: BoardPicture
    selection: frozenset[Cell] = frozenset()
    cursor: Cell | None = None
    removed: Mapping[Cell, int | None] = field(default_factory=dict)
    band: QRectF = field(default_factory=QRectF)

    @classmethod
    def of(cls, draft: Draft, before: DraftPicture | None = None) -> DraftPicture:
        """Only a draft, which may resemble the one that was shown before."""
        corner = draft.rows - 1 + ROOM, draft.cols - 1 + ROOM
        faulty = list(filter(None, draft.faults()))
        top, left, rows, cols = box_of([(-ROOM, -ROOM), corner, *faulty])
        clues = {(row - top, col - left): clue for (row, col), clue in draft.clues.items()}
        puzzle = Puzzle.unchecked(rows, cols, clues, draft.rules)
        if before is not None:
            puzzle.take_edges_of(before.board.puzzle)
        drawn = before and before._drawn_after(draft, puzzle, (top, left))
        drawn = drawn or draft.board_on(puzzle, (top, left))
        return cls._on(puzzle, draft, (top, left), drawn, faulty)

    def _drawn_after(self, draft: Draft, puzzle: Puzzle, origin: Cell) -> Board | None:
        """The bridges of another draft on its puzzle; None if many are not those drawn here."""
        changed = differing_keys(self.draft.bridges, draft.bridges)
        if origin != self.origin or 4 * len(changed) > len(draft.bridges):
            return None
        top, left = origin
        counts = IdMap.between(self.board.puzzle, puzzle).edges.of_list(self.drawn.counts, 0)
        for pair in changed:
            one, two = [puzzle.island_at(row - top, col - left) for row, col in pair]
            edge = one and two and puzzle.edge_between(one.id, two.id)
            if edge:
                counts[edge.id] = draft.bridges.get(pair, 0)
        return Board(bytes(counts))

    @classmethod
    def _on(
        cls, puzzle: Puzzle, draft: Draft, origin: Cell, drawn: Board, faulty: Iterable[Cell]
    ) -> DraftPicture:
        """Only a draft, on the puzzle with its islands; some of them are ``faulty``."""
        top, left = origin
        islands = (puzzle.island_at(row - top, col - left) for row, col in faulty)
        board = BoardPicture(
            puzzle,
            drawn,
            faults=Faults(overfull=frozenset(island.id for island in islands if island)),
            dotted=CellArea(-top, -left, draft.rows - 1 - top, draft.cols - 1 - left),
        )
        return cls(draft, origin, drawn, board)

    def _with_other_clues(self, draft: Draft) -> DraftPicture | None:
        """Only another draft that differs in clues and bridges; None if more differs."""
        before = self.draft
        if (draft.rows, draft.cols, draft.rules) != (before.rows, before.cols, before.rules):
            return None
        clues: dict[int, int | None] = {}
        for cell in differing_keys(before.clues, draft.clues):
            island = self.island_on(cell)
            if island is None or cell not in draft.clues:
                return None
            clues[island] = draft.clues[cell]
        puzzle = self.board.puzzle.with_other_clues(clues)
        is_same = draft.bridges == before.bridges
        drawn = self.drawn if is_same else draft.board_on(puzzle, self.origin)
        faulty = filter(None, draft.faults())
        return self._on(puzzle, draft, self.origin, drawn, faulty)

    def with_draft(self, draft: Draft) -> DraftPicture:
        """The same of another draft, without what was found out about this one.

        The overlay stays where it still fits, unless the size of the board is another one.
        """
        new = self._with_other_clues(draft) or DraftPicture.of(draft, self)
        board, overlay = new.board, self.board.overlay
        if overlay != Overlay() and board.has_size_of(self.board):
            if not board.puzzle.has_places_of(self.board.puzzle):
                overlay = overlay.with_new_ids(IdMap.between(self.board.puzzle, board.puzzle))
            board = replace(board, overlay=overlay)
        return replace(
            self, draft=draft, origin=new.origin, drawn=new.drawn, board=board, removed={}
        )

    @property
    def images(self) -> Set[Cell]:
        """The cells where the symmetry repeats edits of the selected islands, or on the cursor."""
        draft, cells = self.draft, set(self.selection)
        if not draft.symmetry.transforms:
            return set()
        if self.cursor is not None:
            cells.add(self.cursor)
        return draft.symmetry.with_images(cells, draft.rows, draft.cols) - cells

    def island_on(self, cell: Cell) -> int | None:
        """The id of the island on a cell, on the board."""
        island = self.board.puzzle.island_at(cell[0] - self.origin[0], cell[1] - self.origin[1])
        return None if island is None else island.id

    def board_with_selection(self) -> BoardPicture:
        """The board with the selection highlighted."""
        highlight = self.board.highlight
        islands = dict(highlight.islands)
        for cell in self.selection:
            island = self.island_on(cell)
            # The cursor shows that its island is selected, also if that is highlighted.
            if island is not None and not (cell == self.cursor and island in islands):
                islands[island] = Role.SELECTED
        return replace(self.board, highlight=replace(highlight, islands=islands))


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
        area = self.border | self.area_of(self.picture.faults.overfull)
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
        if symmetry is Symmetry.DIAGONAL:
            painter.drawLine(border.topLeft(), border.bottomRight())
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


EXTENDING = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier
"""The modifiers that add to the selection."""


class EditorView(ZoomableView):
    """Shows an EditorScene. Positions are in cells of the draft, x to the right and y down."""

    pressed = Signal(float, float, bool)
    """Where the left button was pressed, and whether to add to the selection."""
    dragged = Signal(float, float)
    released = Signal(float, float)
    hovered = Signal(float, float)
    """Where the pointer is while no button is pressed."""
    cancelled = Signal()
    """The gesture that is in progress ends without an effect."""
    menu_requested = Signal(float, float, object)
    """The place of the pointer, and the QPoint on the screen for a menu."""
    digit_typed = Signal(int)
    space_tapped = Signal()

    def __init__(self, scene: EditorScene) -> None:
        super().__init__(scene)
        self._editor_scene = scene
        self._pressed = False
        self._room = QRectF()
        # A scene that updates all leaves what was outside of its new rectangle as it is.
        scene.sceneRectChanged.connect(lambda: self.viewport().update())

    def start(self, begin: QPointF | None = None) -> None:
        super().start(begin)
        self._room = self.board_rect

    def make_room(self) -> None:
        """Make room for what the scene shows now: fit it, if the whole board was shown before."""
        if self._room == self.board_rect:
            return
        self._room = self.board_rect
        if not self._show_again():
            self._set_cell_size(self.cell_size)

    @property
    def seen(self) -> QRectF:
        """What is seen of the scene."""
        return self.mapToScene(self.viewport().rect()).boundingRect()

    def place_of(self, position: QPointF) -> tuple[float, float]:
        """Where a position in the viewport is on the draft."""
        x, y = self._place(position)
        top, left = self._editor_scene.draft_picture.origin
        return x + left, y + top

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if self._pan_from is not None:
            return
        if self._pressed:
            self._cancel_gesture()  # A second button cancels the first one.
        elif event.button() == Qt.MouseButton.LeftButton:
            self._pressed = True
            self.pressed.emit(*self.place_of(event.position()), bool(event.modifiers() & EXTENDING))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._pressed and event.button() == Qt.MouseButton.LeftButton:
            self._pressed = False
            self.released.emit(*self.place_of(event.position()))
        super().mouseReleaseEvent(event)

    def _rest(self, position: QPointF) -> None:
        self._cancel_gesture()
        place = self.viewport().mapToGlobal(position.toPoint())
        self.menu_requested.emit(*self.place_of(position), place)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self._pressed or self._pan_from is not None:
            return
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            cursor = self._editor_scene.draft_picture.cursor or (0, 0)
            middle = self.mapFromScene(self._editor_scene.cell_rect(cursor).center())
            self.menu_requested.emit(cursor[1], cursor[0], self.viewport().mapToGlobal(middle))
        else:
            place = self.place_of(QPointF(event.pos()))
            self.menu_requested.emit(*place, QPoint(event.globalPos()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        text, plain = event.text(), not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if plain and len(text) == 1 and text in "0123456789":
            self.digit_typed.emit(int(text))
        else:
            super().keyPressEvent(event)

    def _point_at(self, position: QPointF) -> None:
        place = self.place_of(position)
        if self._pressed:
            self.dragged.emit(*place)
        else:
            self.hovered.emit(*place)

    def _cancel_gesture(self) -> None:
        if self._pressed:
            self._pressed = False
            self.cancelled.emit()

    @property
    def _in_gesture(self) -> bool:
        return self._pressed

    def _space_tapped(self) -> None:
        self.space_tapped.emit()
