"""The view for playing: turns mouse and key events into gestures."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPointF, Qt, Signal
from PySide6.QtGui import QEnterEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from hashi_gui.gui.board.gestures import Gesture, HitMap, Target
from hashi_gui.gui.board.scene import BoardScene
from hashi_gui.gui.board.zoomable_view import ZoomableView

BUILDING_BUTTON = Qt.MouseButton.LeftButton
MARKING_BUTTON = Qt.MouseButton.RightButton


class BoardView(ZoomableView):
    """Shows a BoardScene. Asks for moves by signals; never makes one itself."""

    edges_clicked = Signal(object, bool)
    """A tuple of edges, and whether to mark them rather than to build on them."""
    island_clicked = Signal(int)
    pointed_at = Signal(object, bool)
    """The Target under the pointer or None, and whether a gesture that marks is in progress."""
    lock_requested = Signal()

    def __init__(self, scene: BoardScene, parent: QWidget | None = None) -> None:
        super().__init__(scene, parent)
        self._hits: HitMap | None = None
        self._gesture: Gesture | None = None

    def start(self) -> None:
        """Show the puzzle of the scene, all of it."""
        self._hits = HitMap(self._board_scene.picture.puzzle)
        self._set_gesture(None)
        super().start()

    def refresh_pointer(self) -> None:
        """Report what is under the pointer again, because the board has changed or moved.

        While the keyboard is in use that is nothing, until the pointer moves.
        """
        if self._board_scene.picture.focus is not None:
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
        self.pointed_at.emit(self._under(position), bool(self._gesture and self._gesture.marking))

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
                self._set_gesture(Gesture(target, marking=event.button() == MARKING_BUTTON))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._gesture is not None and event.button() == _button(self._gesture):
            target, marking = self._under(event.position()), self._gesture.marking
            self._set_gesture(None)
            self._act(target, marking)
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

    def _act(self, target: Target | None, marking: bool) -> None:
        if target is None:
            return
        if target.edges:
            self.edges_clicked.emit(target.edges, marking)
        elif target.island is not None:
            self.island_clicked.emit(target.island)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._point_at(event.position())
        super().enterEvent(event)

    def leaveEvent(self, event: object) -> None:
        self.pointed_at.emit(None, False)


def _button(gesture: Gesture) -> Qt.MouseButton:
    return MARKING_BUTTON if gesture.marking else BUILDING_BUTTON
