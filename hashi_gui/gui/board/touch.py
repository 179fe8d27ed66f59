"""Fingers on a board: one is a mouse with its left button, two move the board and zoom."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QLineF,
    QObject,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
)
from PySide6.QtGui import (
    QColor,
    QEventPoint,
    QGuiApplication,
    QMouseEvent,
    QPaintEvent,
    QPen,
    QTouchEvent,
)
from PySide6.QtWidgets import QGraphicsView, QWidget

from hashi_gui.gui.board.scene import BoardScene
from hashi_gui.gui.widgets.dialogs import move_into
from hashi_gui.rendering.geometry import UNIT
from hashi_gui.rendering.painting import painting_on

SLOP = 10
"""How far a finger may move, in pixels, and still rest on its place."""

FINGER_MM, LENS_CELL_MM, LENS_CELLS = 9, 12, 5
"""The smallest cell that a finger hits, the size of those in the lens, and how many it is broad."""


class Lens(QWidget):
    """Magnifies the cells around a place, where they are too small for a finger to choose one."""

    def __init__(self, scene: BoardScene, view: QGraphicsView, viewport: QWidget) -> None:
        super().__init__(viewport)
        self._scene, self._view, self._room = scene, view, viewport
        self._middle = QPointF()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        scene.changed.connect(lambda: self.update())
        self.hide()

    @property
    def needed(self) -> bool:
        return self._view.transform().m11() * UNIT < self._pixels(FINGER_MM)

    def open(self, at: QPointF) -> None:
        """Lie over a position in the viewport; beside the board, close."""
        self._middle = self._view.viewportTransform().inverted()[0].map(at)
        side = round(LENS_CELLS * self._pixels(LENS_CELL_MM))
        place = QRect(QPoint(), QSize(side, side))
        place.moveCenter(at.toPoint())
        move_into(place, self._room.rect())
        self.setGeometry(place)
        self.setVisible(self._scene.sceneRect().contains(self._middle))
        self.update()

    def under(self, position: QPointF) -> QPointF:
        """Where in the viewport is what the lens shows at a position there."""
        way = (position - self.geometry().toRectF().center()) / self._scale
        return self._view.viewportTransform().map(self._middle + way)

    def paintEvent(self, event: QPaintEvent) -> None:
        size = self.size().toSizeF() / self._scale
        area = QRectF(QPointF(), size)
        area.moveCenter(self._middle)
        with painting_on(self) as painter:
            painter.save()
            painter.scale(self._scale, self._scale)
            painter.translate(-area.topLeft())
            self._scene.draw(painter, area)
            painter.restore()
            painter.setPen(QPen(QColor(self._scene.theme.accent), 2))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))

    @property
    def _scale(self) -> float:
        return self._pixels(LENS_CELL_MM) / UNIT

    def _pixels(self, mm: float) -> float:
        return mm / 25.4 * self._view.screen().physicalDotsPerInch()


class Fingers(QObject):
    """Makes of the touches of a viewport what the mouse does, and what only fingers do.

    Where cells are small, a tap opens a lens, in which fingers do the same.
    """

    def __init__(
        self,
        viewport: QWidget,
        lens: Lens,
        hold: Callable[[QPointF], None],
        cancel: Callable[[], None],
        move: Callable[[float, QPoint, QPoint], None],
    ) -> None:
        """``hold`` is called where a finger rests, and ``cancel`` when the first one is not meant.

        ``move`` is by how much two fingers have spread, where their middle is, and how far it went.
        """
        super().__init__(viewport)
        self._viewport, self._lens, self._cancel, self._move = viewport, lens, cancel, move
        self._start = QPointF()
        self._rests = self._several = self._in_lens = self._is_blind = False
        self._before: QLineF | None = None
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(lambda: hold(self._on_board(self._start)))
        viewport.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)

    def touch(self, event: QTouchEvent) -> None:
        """Follow the fingers."""
        down = [each for each in event.points() if each.state() is not QEventPoint.State.Released]
        finger = event.points()[0].position()
        match event.type():
            case QEvent.Type.TouchBegin:
                self._start, self._before = finger, None
                self._rests, self._several = True, False
                lens = self._lens
                self._in_lens = lens.isVisible() and lens.geometry().contains(finger.toPoint())
                self._is_blind = lens.needed and not self._in_lens
                if not self._is_blind:
                    self._press(event)
                    self._timer.start(QGuiApplication.styleHints().mousePressAndHoldInterval())
            case QEvent.Type.TouchUpdate if len(down) > 1:
                self._follow_two(QLineF(down[0].position(), down[1].position()))
            case QEvent.Type.TouchUpdate if not self._several:
                self._follow_one(finger, event)
            case QEvent.Type.TouchEnd | QEvent.Type.TouchCancel:
                self._end(finger, event)

    def _follow_one(self, finger: QPointF, event: QTouchEvent) -> None:
        if self._rests and QLineF(finger, self._start).length() > SLOP:
            self._rests = False
            self._timer.stop()
            if self._is_blind:
                self._press(event)
        if not self._rests:
            self._send(QEvent.Type.MouseMove, finger, event)

    def _follow_two(self, fingers: QLineF) -> None:
        if not self._several:
            self._several = True
            self._timer.stop()
            self._lens.hide()
            self._cancel()
        elif self._before is not None and self._before.length():
            middle = fingers.center().toPoint()
            way = middle - self._before.center().toPoint()
            self._move(fingers.length() / self._before.length(), middle, way)
        self._before = fingers

    def _end(self, finger: QPointF, event: QTouchEvent) -> None:
        self._timer.stop()
        if event.type() is QEvent.Type.TouchCancel:
            self._cancel()
        elif self._rests and self._is_blind and not self._several:
            self._lens.open(self._start)
        elif not self._several:
            place = self._start if self._rests else finger
            self._send(QEvent.Type.MouseButtonRelease, place, event)
        # Nothing is pointed at any more.
        QCoreApplication.sendEvent(self._viewport, QEvent(QEvent.Type.Leave))

    def _press(self, event: QTouchEvent) -> None:
        self._send(QEvent.Type.MouseMove, self._start, event)
        self._send(QEvent.Type.MouseButtonPress, self._start, event)

    def _on_board(self, place: QPointF) -> QPointF:
        return self._lens.under(place) if self._in_lens else place

    def _send(self, kind: QEvent.Type, place: QPointF, event: QTouchEvent) -> None:
        place = self._on_board(place)
        left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
        is_move, is_release = kind is QEvent.Type.MouseMove, kind is QEvent.Type.MouseButtonRelease
        mouse = QMouseEvent(
            kind,
            place,
            self._viewport.mapToGlobal(place),
            none if is_move else left,
            none if is_release else left,
            event.modifiers(),
        )
        QCoreApplication.sendEvent(self._viewport, mouse)
