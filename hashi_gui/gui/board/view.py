"""The views of a board: one that can be zoomed and moved around, and the one for playing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum, auto
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QMargins,
    QObject,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    QVariantAnimation,
    Signal,
)
from PySide6.QtGui import (
    QAction,
    QCursor,
    QEnterEvent,
    QFocusEvent,
    QGuiApplication,
    QInputDevice,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QRegion,
    QResizeEvent,
    QTouchEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QGraphicsView, QWidget

from hashi_gui.core.i18n import _
from hashi_gui.gui.board.gestures import Gesture, HitMap, Target
from hashi_gui.gui.board.over_board import FocusRing, Overview
from hashi_gui.gui.board.placement import (
    AROUND_BOARD,
    MAX_CELL,
    MIN_CELL,
    Placement,
    fitted_cell,
    place_board,
)
from hashi_gui.gui.board.scene import EASING, BoardScene
from hashi_gui.gui.board.touch import Fingers, Lens
from hashi_gui.gui.settings.preferences import AnimationSetting
from hashi_gui.gui.widgets.controls import BoardArea
from hashi_gui.rendering.board_painter import MAX_AREAS
from hashi_gui.rendering.geometry import UNIT
from hashi_gui.rendering.theme import text_growth

if TYPE_CHECKING:
    from hashi_gui.gui.board.accessible import SpokenBoard


class Shown(Enum):
    """What part of the board a view shows: all of it, or where the player zoomed or moved to.

    A board whose cells would be tiny is begun at a place, in clear cells.
    """

    WHOLE = auto()
    BEGIN = auto()
    CHOSEN = auto()


TINY_CELL, CLEAR_CELL = 16.0, 24.0
"""Cells, in pixels: below the first, islands are hard to see; in the second, they are easy to."""

ZOOM_STEP = 1.2

BY_KEYBOARD = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)

SCROLL_STEP = 60
"""Pixels to scroll by with each step of a wheel."""

SCROLL_MARGIN = 24
"""Pixels to leave around what is scrolled to."""

FLIGHT_MS = 240
"""Duration of the flight to a part of the board."""

BUILDING_BUTTON = Qt.MouseButton.LeftButton
MARKING_BUTTON = Qt.MouseButton.RightButton


class Flight(QVariantAnimation):
    """Moves the board to another place, and keeps it there until it is cancelled."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(
            parent, startValue=0.0, endValue=1.0, duration=FLIGHT_MS, easingCurve=EASING
        )
        self._move: Callable[[float], None] | None = None
        self.valueChanged.connect(self._fly_on)

    def fly(self, move: Callable[[float], None], *, animated: bool) -> None:
        """Call ``move`` with the progress from 0 to 1, or only with 1 if it is not ``animated``."""
        self.cancel()
        self._move = move
        if animated:
            self.start()
        else:
            move(1.0)

    def cancel(self) -> None:
        """Move the board no further."""
        self.stop()
        self._move = None

    def arrive(self) -> None:
        """Go to where the last flight has led once more, because the view has another size."""
        if self.state() is self.State.Stopped:
            self._fly_on(1.0)

    def _fly_on(self, progress: float) -> None:
        if self._move is not None:
            self._move(progress)


class ZoomableView(QGraphicsView):
    """Shows a BoardScene. The wheel zooms; the middle button, or Space held, moves the board.

    Two fingers move it, and pinching zooms; one finger on the screen is a mouse. If
    ``wheel_scrolls``, the wheel moves the board, too, and zooms with Ctrl. The base of the views
    for playing and for editing, which add their gestures.
    """

    resized = Signal()
    focused = Signal()
    """Keys act on the board from now on."""

    def __init__(self, scene: BoardScene, parent: QWidget | None = None) -> None:
        super().__init__(scene, parent)
        # For a widget that Qt has made, PySide would load the types of all widgets.
        viewport = QWidget(autoFillBackground=True)
        viewport.setBackgroundRole(QPalette.ColorRole.Base)
        self.setViewport(viewport)
        self._lens = lens = Lens(scene, self, viewport)
        self._fingers = Fingers(
            viewport, lens, self._rest, self._cancel_gesture, self._follow_fingers
        )
        self._board_scene = scene
        self.spoken: SpokenBoard | None = None
        """What a screen reader is told."""
        self._started = False
        self._flight = Flight(self)
        self._pan_from: QPoint | None = None
        self._space_down = False
        self._panned = False
        self._shown = Shown.WHOLE
        self._begin, self._has_begun = QPointF(), False
        self._outer_size = QSize()
        self.wheel_scrolls = False
        self._exposed = QRegion()
        self._actions_of_board: list[QAction] = []
        self._overview = Overview(scene, self, self._go_to)
        self._ring = FocusRing(self)
        self._map_room = QMargins()
        # Later, because the view may be about to scroll or to zoom on.
        self._room_maker = QTimer(self, singleShot=True, interval=0)
        self._room_maker.timeout.connect(lambda: self.setViewportMargins(self._map_room))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(_("Board"))
        self.setAcceptDrops(False)  # The window opens what is dropped.
        self.viewport().setAcceptDrops(False)
        # Everything is painted, so that what stays visible when the board moves is copied.
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def start(self, begin: QPointF | None = None) -> None:
        """Show the board of the scene: all of it if its islands can be seen well then.

        Else show the part around the place ``begin`` in the scene, by default the top left corner.
        """
        self._started = True
        self._shown, self._begin = Shown.BEGIN, begin or self.board_rect.topLeft()
        self._has_begun = False
        self._show_again()

    def _show_again(self) -> bool:
        """Fit the whole board into another room, or begin; False if a part of it is to stay."""
        # The view gets its size before the areas around it learn of theirs.
        for area in self._areas():
            area.place_companion()
        if self._shown is Shown.WHOLE:
            self.fit()
        elif self._shown is Shown.BEGIN:
            return self._show_beginning()
        return self._shown is not Shown.CHOSEN

    def _show_beginning(self) -> bool:
        if self._fitted_size() >= TINY_CELL:
            self.fit()
            self._shown = Shown.BEGIN  # With less room, it may not be all of the board.
            self._has_begun = False
            return True
        if self._has_begun:
            return False
        self._has_begun = True
        self._flight.cancel()
        self._set_cell_size(CLEAR_CELL)
        self.centerOn(self._kept_on_board(self._begin))
        self.refresh_pointer()
        return True

    @property
    def cell_size(self) -> float:
        """The size of a cell in pixels."""
        return self.transform().m11() * UNIT

    @property
    def board_rect(self) -> QRectF:
        """The whole board in the scene, without the room to scroll around it."""
        return self._board_scene.sceneRect()

    def fit(self) -> None:
        """Show the whole board, in cells of a whole number of pixels.

        If a panel has to cover a part of it, that is its end.
        """
        self._flight.cancel()
        self._shown = Shown.WHOLE
        self._set_cell_size(self._fitted_size())
        self._centre_on(self.board_rect.center())
        begin = self.mapFromScene(self.board_rect.topLeft())
        away = begin - QPoint(AROUND_BOARD.left(), AROUND_BOARD.top())
        self._scroll(QPoint(min(away.x(), 0), min(away.y(), 0)))
        self.refresh_pointer()

    def zoom(self, factor: float, at: QPoint | None = None) -> None:
        """Scale by a factor; the pixel ``at`` stays where it is.

        Without it, the middle stays, unless the view would show less of the board than it can. A
        board that is no larger than a fitted one stays in the middle.
        """
        self._flight.cancel()
        self._shown = Shown.CHOSEN
        fixed = self.mapToScene(self.viewport().rect().center() if at is None else at)
        self._set_cell_size(min(max(self.cell_size * factor, MIN_CELL), MAX_CELL))
        if at is None or self.cell_size <= self._fitted_size():
            self._centre_on(self._kept_on_board(fixed))
        else:
            self._scroll(self.mapFromScene(fixed) - at)
        self.refresh_pointer()

    def refresh_pointer(self) -> None:
        """Report what is under the pointer again, because the board has changed or moved."""
        if self._started and self.viewport().underMouse():
            self._point_at(QPointF(self.viewport().mapFromGlobal(QCursor.pos())))

    @property
    def place(self) -> tuple[float, QPointF] | None:
        """The size of a cell and the middle of what is shown, if the player has chosen that."""
        middle = self.mapToScene(self.viewport().rect().center())
        return (self.cell_size, middle) if self._shown is Shown.CHOSEN else None

    @place.setter
    def place(self, place: tuple[float, QPointF]) -> None:
        size, middle = place
        self._set_cell_size(size)
        self._go_to(middle)

    def scroll_to(self, rect: QRectF) -> None:
        """Scroll as little as necessary to show a part of the board, with some space around it.

        A view that shows where the player was shows that in another room, too.
        """
        margin = SCROLL_MARGIN / self.transform().m11()
        area = rect.adjusted(-margin, -margin, margin, margin) & self._board_scene.sceneRect()
        if not (rect.isEmpty() or self.visible_area().contains(area)):
            if self._flight.state() is Flight.State.Stopped:
                self._flight.cancel()
            self.ensureVisible(area, 0, 0)
            self._begin = rect.center()

    def show_area(self, rect: QRectF) -> None:
        """Scroll to a part of the board; if its cells are hard to see, fly there and zoom in.

        If the board is flying already, it flies on to there.
        """
        if rect.isEmpty():
            return
        is_flying = self._flight.state() is Flight.State.Running
        self._flight.cancel()
        around = QMargins(SCROLL_MARGIN, SCROLL_MARGIN, SCROLL_MARGIN, SCROLL_MARGIN)
        room = self.viewport().rect().marginsRemoved(around)
        fitting = min(room.width() / rect.width(), room.height() / rect.height()) * UNIT
        size = min(CLEAR_CELL, fitting)
        if is_flying or self.cell_size < min(TINY_CELL, size):
            self._fly(size, rect.center())
        else:
            self.scroll_to(rect)

    def visible_area(self) -> QRectF:
        """The part of the scene that can be seen."""
        return self.mapToScene(self.viewport().rect()).boundingRect()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        super().scrollContentsBy(dx, dy)
        if self._started:
            self._lens.hide()
            self._show_overview()
            self.refresh_pointer()

    def _show_overview(self) -> None:
        """Show the map if the board is larger than the view; not if a panel covers a part of it."""
        fits = self._shown is not Shown.CHOSEN and self.cell_size == self._fitted_size() > MIN_CELL
        seen = self.board_rect if fits else self.visible_area()
        self._map_room = self._overview.show_view(seen, list(self._areas()))
        if self._map_room != self.viewportMargins():
            self._room_maker.start()

    def _go_to(self, place: QPointF) -> None:
        """Move a place of the scene to the middle of the view."""
        self._flight.cancel()
        self._shown = Shown.CHOSEN
        self.centerOn(place)

    def _fitted_size(self) -> float:
        """The size of a cell when the whole board is shown, in whole pixels."""
        return fitted_cell(
            self.board_rect.size() / UNIT, self.viewport().size().shrunkBy(AROUND_BOARD)
        )

    def _centre_on(self, place: QPointF) -> None:
        """Move a place of the scene to the middle of the view, or a board that fits to its own."""
        self.centerOn(place - self._shift_to_middle() / self.transform().m11())

    def _shift_to_middle(self) -> QPointF:
        """How far from the middle of the view a board is that fits, in pixels."""
        view = self.viewport().rect().toRectF()
        wanted = self._wanted_middle() - view.center()
        free = (view.size() - self.board_rect.size() * self.transform().m11()) / 2
        across, down = max(free.width(), 0), max(free.height(), 0)
        return QPointF(min(max(wanted.x(), -across), across), min(max(wanted.y(), -down), down))

    def _wanted_middle(self) -> QPointF:
        """Where the middle of the board should be in the view, as far as it is in view then."""
        return QRectF(QPointF(), self._shared_room().toSizeF()).center()

    def _shared_room(self) -> QSize:
        """The size of the view and all panels at its right and below it, shown or not."""
        rooms = [area.size() for area in self._areas() if area.has_panel]
        return rooms[-1] if rooms else self.viewport().size()

    def _areas(self) -> Iterator[BoardArea]:
        """The areas around the view, the innermost first."""
        area = self.parentWidget()
        while isinstance(area, BoardArea):
            yield area
            area = area.parentWidget()

    def _fly(self, size: float, target: QPointF) -> None:
        """Zoom in to cells of a size while a point of the scene moves to the middle of the view.

        It stays beside the middle if it is so near to the edge of the board that the view would
        show nothing beyond it.
        """
        self._shown = Shown.CHOSEN
        middle = self.viewport().rect().toRectF().center()
        begin, way = self.cell_size, QPointF(self.mapFromScene(target)) - middle

        def move(progress: float) -> None:
            self._set_cell_size(begin * (size / begin) ** progress)
            here = target - way * (1 - progress) / self.transform().m11()
            self.centerOn(here + (self._kept_on_board(here) - here) * progress)

        self._flight.fly(move, animated=self._board_scene.animation is AnimationSetting.FULL)

    def _kept_on_board(self, middle: QPointF) -> QPointF:
        """The place nearest to another one with which in the middle the view is full of board."""
        room = self.viewport().rect().marginsRemoved(AROUND_BOARD).size() / self.transform().m11()
        board = self.board_rect
        across = max(board.width() - room.width(), 0) / 2
        down = max(board.height() - room.height(), 0) / 2
        way = middle - board.center()
        return board.center() + QPointF(
            min(max(way.x(), -across), across), min(max(way.y(), -down), down)
        )

    def _set_cell_size(self, size: float) -> None:
        self.resetTransform()
        self.scale(size / UNIT, size / UNIT)
        # Large enough to scroll any part of the board to any part of the view.
        across = max(self.viewport().width() * UNIT / size - 2 * UNIT, 0)
        down = max(self.viewport().height() * UNIT / size - 2 * UNIT, 0)
        self.setSceneRect(self._board_scene.sceneRect().adjusted(-across, -down, across, down))

    def _scroll(self, by: QPoint) -> None:
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        across.setValue(across.value() + by.x())
        down.setValue(down.value() + by.y())

    def _place(self, position: QPointF) -> tuple[float, float]:
        """Where a position in the viewport is on the board, in cells: x to the right, y down."""
        at = self.viewportTransform().inverted()[0].map(position)
        return at.x() / UNIT, at.y() / UNIT

    def paintEvent(self, event: QPaintEvent) -> None:
        self._exposed = event.region()
        super().paintEvent(event)

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """Draw the board in each exposed rectangle, or at once in all that is around them.

        The latter if they are many or most of that, as beside the map, or if they do not end
        between two pixels of the screen.
        """
        parts: list[QRect] = list(self._exposed)  # type: ignore[call-overload]
        around = self._exposed.boundingRect()
        is_most = 2 * sum(map(_pixels, parts)) > _pixels(around)
        if is_most or len(parts) > MAX_AREAS or not self.devicePixelRatioF().is_integer():
            self._draw_part(painter, around)
            return
        for part in parts:
            painter.setClipRect(self.mapToScene(part).boundingRect())
            self._draw_part(painter, part)

    def _draw_part(self, painter: QPainter, part: QRect) -> None:
        """Draw the board in a rectangle, and in pixels that are only partly in it."""
        area = self.mapToScene(part.adjusted(-1, -1, 1, 1)).boundingRect()
        self._board_scene.draw(painter, area)

    # To be overridden

    def _point_at(self, position: QPointF) -> None:
        """The pointer is at a position in the viewport."""

    def _rest(self, position: QPointF) -> None:
        """A finger rests at a position in the viewport."""

    def _cancel_gesture(self) -> None:
        """A gesture that is in progress must end without an effect."""

    @property
    def _in_gesture(self) -> bool:
        """Whether a gesture is in progress, so that the board must not be zoomed."""
        return False

    def _space_tapped(self) -> None:
        """Space was pressed and released without moving the board."""

    # Moving the board

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._ring.hide()
        middle = event.button() == Qt.MouseButton.MiddleButton
        if middle or (self._space_down and event.button() == Qt.MouseButton.LeftButton):
            self._pan_from = event.position().toPoint()
            self._flight.cancel()
            self._cancel_gesture()
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pan_from is not None:
            here = event.position().toPoint()
            self._scroll(self._pan_from - here)
            self._pan_from = here
            self._panned = True
            self._shown = Shown.CHOSEN
        else:
            self._point_at(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._pan_from is not None:
            self._pan_from = None
            self._show_cursor()
        self._point_at(event.position())

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.accept()
        if self._in_gesture:
            return
        on_touchpad = event.device().type() is QInputDevice.DeviceType.TouchPad
        with_ctrl = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        turned = event.angleDelta()
        if (self.wheel_scrolls or on_touchpad) and not with_ctrl:
            across = self.wheel_scrolls and event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            way = event.pixelDelta() or turned * (SCROLL_STEP / 120)
            self._scroll_within(way.transposed() if across and not way.x() else way)
        elif turned.y():
            self.zoom(ZOOM_STEP ** (turned.y() / 120), event.position().toPoint())

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QTouchEvent):
            on_screen = event.device().type() is QInputDevice.DeviceType.TouchScreen
            if on_screen:
                self._fingers.touch(event)
            return on_screen
        if event.type() is not QEvent.Type.NativeGesture:
            return super().viewportEvent(event)
        assert isinstance(event, QNativeGestureEvent)
        pinched = event.gestureType() is Qt.NativeGestureType.ZoomNativeGesture
        if pinched and not self._in_gesture:
            self.zoom(1 + event.value(), event.position().toPoint())
        return pinched

    def _follow_fingers(self, growth: float, middle: QPoint, way: QPoint) -> None:
        self.zoom(growth, middle)
        self._scroll_within(way)

    def _scroll_within(self, way: QPoint) -> None:
        """Move the board by so many pixels, but show nothing beyond it."""
        if self._overview.isVisible():
            self._flight.cancel()
            self._shown = Shown.CHOSEN
            middle = self.mapToScene(self.viewport().rect().center())
            scale = self.transform().m11()
            moved = self._kept_on_board(middle - way.toPointF() / scale) - middle
            self._scroll((moved * scale).toPoint())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            if not event.isAutoRepeat():
                self._space_down, self._panned = True, False
                self._show_cursor()
        else:
            event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat() and self._space_down:
            self._space_down = False
            self._show_cursor()
            if not self._panned and self._pan_from is None:
                self._space_tapped()
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.addActions(self._actions_of_board)
        self._actions_of_board = []
        self._ring.setVisible(event.reason() in BY_KEYBOARD)
        super().focusInEvent(event)
        self.focused.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        if event.reason() is Qt.FocusReason.PopupFocusReason:
            # No letter acts on the board that is an entry of the menu that opens.
            self._actions_of_board += self.actions()
            for action in self._actions_of_board:
                self.removeAction(action)
        self._ring.hide()
        self._space_down = False
        self._pan_from = None
        self._cancel_gesture()
        self._show_cursor()
        super().focusOutEvent(event)

    def _show_cursor(self) -> None:
        if self._space_down:
            self.viewport().setCursor(Qt.CursorShape.OpenHandCursor)
        else:
            self.viewport().unsetCursor()

    def resizeEvent(self, event: QResizeEvent) -> None:
        before = self.mapToScene(QRect(QPoint(), event.oldSize())).boundingRect()
        super().resizeEvent(event)
        self._ring.fit()
        areas = [area for area in self._areas() if area.has_panel]
        size = areas[-1].size() if areas else self.size()
        grown, self._outer_size = size - self._outer_size, size
        if self._started and not self._show_again():
            self._keep_middle(grown, before)
        self._flight.arrive()
        if self._started:
            self.scroll_to(self._board_scene.highlighted_rect())
            self._show_overview()
        self.resized.emit()

    def _keep_middle(self, grown: QSize, before: QRectF) -> None:
        """Keep what is in the middle there, but let no panel move it.

        Where the player was led to stays in sight, if it was in sight ``before``.
        """
        self._scroll(QPoint(-grown.width() // 2, -grown.height() // 2))
        if self._shown is Shown.BEGIN:
            if not grown.isNull():
                middle = self.mapToScene(self.viewport().rect().center())
                self.centerOn(self._kept_on_board(middle))
            if before.contains(self._begin):
                cell = QRectF(0, 0, UNIT, UNIT)
                cell.moveCenter(self._begin)
                self.scroll_to(cell)


class BoardView(ZoomableView):
    """Shows a BoardScene. Asks for moves by signals; never makes one itself."""

    edges_clicked = Signal(object, bool, object)
    """A tuple of edges, whether to mark them rather than to build on them, and the island where a
    drag began, None for a click.
    """
    island_clicked = Signal(int)
    island_held = Signal(int)
    """The button stays pressed on an island."""
    menu_requested = Signal(int, QPoint)
    """For an island, at a place on the screen."""
    pointed_at = Signal(object, bool)
    """The Target under the pointer or None, and whether a gesture that marks is in progress."""
    lock_requested = Signal()
    """Space was tapped."""

    def __init__(self, scene: BoardScene, parent: QWidget | None = None) -> None:
        super().__init__(scene, parent)
        self._hits: HitMap | None = None
        self._gesture: Gesture | None = None
        self._pointed: Target | None = None
        self._pointer_rests = False
        self._hold = QTimer(self, singleShot=True)
        self._hold.timeout.connect(self._act_on_hold)

    def start(self, begin: QPointF | None = None) -> None:
        self._hits = HitMap(self._board_scene.picture.puzzle)
        self._set_gesture(None)
        super().start(begin)

    def rest_pointer(self) -> None:
        """Report nothing under the pointer until it moves, because the keyboard is in use."""
        self._pointer_rests = True

    @property
    def placement(self) -> Placement:
        """Where the board is when all of it is shown, and where panels are."""
        board = self.board_rect.size() / UNIT
        return place_board(board, self._shared_room(), text_growth())

    def _fitted_size(self) -> float:
        return self.placement.cell if self._leaves_room else super()._fitted_size()

    def _wanted_middle(self) -> QPointF:
        middle = self.placement.middle if self._leaves_room else super()._wanted_middle()
        if any(area.has_text_above for area in self._areas()):
            half = self.board_rect.height() * self.transform().m11() / 2
            return QPointF(middle.x(), min(middle.y(), AROUND_BOARD.top() + half))
        return middle

    @property
    def _leaves_room(self) -> bool:
        """Whether the board leaves room for panels, which is not so if there are none."""
        return self.placement.leaves_room and any(area.has_panel for area in self._areas())

    def refresh_pointer(self) -> None:
        """Report what is under the pointer again, because the board has changed or moved."""
        if self._pointer_rests:
            self.pointed_at.emit(None, False)
        else:
            super().refresh_pointer()

    def _under(self, position: QPointF) -> Target | None:
        """What is under the pointer; during a gesture, what releasing the button would act on."""
        if self._hits is None:
            return None
        counts = self._board_scene.picture.board.counts
        if self._gesture is not None:
            return self._gesture.target(self._hits, *self._place(position), counts)
        return self._hits.at(*self._place(position), counts)

    def _point_at(self, position: QPointF) -> None:
        self._pointed, self._pointer_rests = self._under(position), False
        self.pointed_at.emit(self._pointed, bool(self._gesture and self._gesture.marking))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._board_scene.revealing:
            self._board_scene.skip_reveal()
            return
        super().mousePressEvent(event)
        if self._pan_from is None:
            self._press(event)
        self._point_at(event.position())

    def _press(self, event: QMouseEvent) -> None:
        if self._gesture is not None:
            self._set_gesture(None)  # a second button cancels the first one
        elif event.button() in (BUILDING_BUTTON, MARKING_BUTTON):
            target = self._under(event.position())
            if target is not None:
                place, marking = self._place(event.position()), event.button() == MARKING_BUTTON
                self._set_gesture(Gesture(target, place, marking=marking))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._gesture is not None and event.button() == _button(self._gesture):
            target, gesture = self._under(event.position()), self._gesture
            self._set_gesture(None)
            if target is not None and target.island is not None and gesture.marking:
                self.menu_requested.emit(target.island, event.globalPosition().toPoint())
            elif target is not None and target.island is not None:
                self.island_clicked.emit(target.island)
            elif target is not None:
                self.edges_clicked.emit(target.edges, gesture.marking, gesture.origin.island)
        super().mouseReleaseEvent(event)

    def _cancel_gesture(self) -> None:
        self._set_gesture(None)

    @property
    def _in_gesture(self) -> bool:
        return self._gesture is not None

    def _space_tapped(self) -> None:
        self.lock_requested.emit()

    def _set_gesture(self, gesture: Gesture | None) -> None:
        """Begin or end a gesture; during a drag every position of the pointer counts."""
        self._gesture = gesture
        is_drag = gesture is not None and gesture.origin.island is not None
        attribute = Qt.ApplicationAttribute.AA_CompressHighFrequencyEvents
        QCoreApplication.setAttribute(attribute, not is_drag)
        if gesture is None or gesture.marking:
            self._hold.stop()
        else:
            self._hold.start(QGuiApplication.styleHints().mousePressAndHoldInterval())

    def _act_on_hold(self) -> None:
        """The button stays pressed, and the pointer where it was: that marks, or locks."""
        if self._gesture is None or self._pointed != self._gesture.origin:
            return
        target = self._pointed
        self._set_gesture(None)
        if target.island is None:
            self.edges_clicked.emit(target.edges, True, None)
        else:
            self.island_held.emit(target.island)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._point_at(event.position())
        super().enterEvent(event)

    def leaveEvent(self, event: object) -> None:
        self.pointed_at.emit(None, False)


def _pixels(area: QRect) -> int:
    return area.width() * area.height()


def _button(gesture: Gesture) -> Qt.MouseButton:
    return MARKING_BUTTON if gesture.marking else BUILDING_BUTTON
