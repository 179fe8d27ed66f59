"""Fingers on a board: one is a mouse with its left button, two move the board and zoom."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent, QLineF, QObject, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QEventPoint, QGuiApplication, QMouseEvent, QTouchEvent
from PySide6.QtWidgets import QWidget

SLOP = 10
"""How far a finger may move, in pixels, and still rest on its place."""


class Fingers(QObject):
    """Makes of the touches of a viewport what the mouse does, and what only fingers do."""

    def __init__(
        self,
        viewport: QWidget,
        hold: Callable[[QPointF], None],
        cancel: Callable[[], None],
        move: Callable[[float, QPoint, QPoint], None],
    ) -> None:
        """``hold`` is called where a finger rests, and ``cancel`` when the first one is not meant.

        ``move`` is by how much two fingers have spread, where their middle is, and how far it went.
        """
        super().__init__(viewport)
        self._viewport, self._cancel, self._move = viewport, cancel, move
        self._start = QPointF()
        self._rests = self._several = False
        self._before: QLineF | None = None
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(lambda: hold(self._start))
        viewport.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)

    def touch(self, event: QTouchEvent) -> None:
        """Follow the fingers."""
        down = [each for each in event.points() if each.state() is not QEventPoint.State.Released]
        finger = event.points()[0].position()
        match event.type():
            case QEvent.Type.TouchBegin:
                self._start, self._before = finger, None
                self._rests, self._several = True, False
                self._send(QEvent.Type.MouseMove, finger, event)
                self._send(QEvent.Type.MouseButtonPress, finger, event)
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
        if not self._rests:
            self._send(QEvent.Type.MouseMove, finger, event)

    def _follow_two(self, fingers: QLineF) -> None:
        if not self._several:
            self._several = True
            self._timer.stop()
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
        elif not self._several:
            place = self._start if self._rests else finger
            self._send(QEvent.Type.MouseButtonRelease, place, event)
        # Nothing is pointed at any more.
        QCoreApplication.sendEvent(self._viewport, QEvent(QEvent.Type.Leave))

    def _send(self, kind: QEvent.Type, place: QPointF, event: QTouchEvent) -> None:
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
