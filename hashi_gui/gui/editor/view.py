"""The view of the editor: says where on the draft the pointer is pressed, dragged and released."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent

from hashi_gui.gui.board.view import ZoomableView
from hashi_gui.gui.editor.scene import EditorScene

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

    def start(self) -> None:
        super().start()
        self._room = self.board_rect

    def make_room(self) -> None:
        """Make room for what the scene shows now: fit it, if the whole board was shown before."""
        if self._room == self.board_rect:
            return
        self._room = self.board_rect
        if self._fitted:
            self.fit()
        else:
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
