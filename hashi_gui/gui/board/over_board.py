"""What lies over a board: its map, where the focus is, and short-lived remarks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import (
    QMargins,
    QPointF,
    QPropertyAnimation,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QHideEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPixmap,
    QRegion,
)
from PySide6.QtWidgets import QGraphicsOpacityEffect, QLabel, QWidget

from hashi_gui.core.highlight import Role
from hashi_gui.core.i18n import _
from hashi_gui.core.puzzle import Cell, Puzzle
from hashi_gui.gui.board.scene import BoardScene
from hashi_gui.gui.widgets.controls import BoardArea, say
from hashi_gui.gui.widgets.dialogs import move_into
from hashi_gui.rendering.geometry import UNIT, centre
from hashi_gui.rendering.looks import IslandLook
from hashi_gui.rendering.painting import painting_on
from hashi_gui.rendering.theme import Theme

MAX_SIDE, MAX_SHARE = 132, 0.25
"""The longer side of the map, in pixels and at most as a share of the shorter side of the view."""

AWAY = 12
"""How far the map is from the sides of its room, in pixels."""

REDRAW_MS = 100
"""How long after a change of the board the map shows it."""

CORNER = 6
"""The radius of the corners, in pixels; a larger one would cut islands off."""

MIN_SIZE = QSize(2 * CORNER, 2 * CORNER)
"""The map of a long and narrow board has at least its corners, in pixels."""

RING = 2
"""The width of the frame of a board that has the focus, in pixels."""

DOT = 0.7
"""The size of an island on the map, in cells."""


class FocusRing(QWidget):
    """Frames a view to which the keyboard has led."""

    def __init__(self, view: QWidget) -> None:
        super().__init__(view, autoFillBackground=True)
        self._view = view
        self.setBackgroundRole(QPalette.ColorRole.Highlight)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def fit(self) -> None:
        """Lie over the edges of the view, whatever its size is now."""
        place = self._view.rect()
        self.setGeometry(place)
        self.setMask(QRegion(place) - QRegion(place.adjusted(RING, RING, -RING, -RING)))
        self.raise_()


class Overview(QWidget):
    """Shows where the islands are, and what part of them is in view; a click leads elsewhere."""

    def __init__(self, scene: BoardScene, view: QWidget, go_to: Callable[[QPointF], None]) -> None:
        """``go_to`` moves a place of the scene to the middle of the view."""
        super().__init__(view)
        self._scene, self._view = scene, view
        self._go_to = go_to
        self._seen = QRectF()
        self._map: QPixmap | None = None
        self._puzzle: Puzzle | None = None
        self._centres: dict[Cell, QPointF] = {}
        self._redraw = QTimer(self, singleShot=True, interval=REDRAW_MS)
        self._redraw.timeout.connect(self._draw_again)
        scene.changed.connect(self._board_changed)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName(_("Map of the board"))
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.hide()

    def show_view(self, seen: QRectF, areas: Sequence[BoardArea]) -> QMargins:
        """The view shows a part of the scene now; returns the room that it leaves for the map.

        There is none if the map fits below a panel of the areas around it. Else that is beside the
        board or below it, where it is smaller, so that no island is covered.
        """
        board = self._scene.sceneRect()
        self._seen = seen & board
        edge = UNIT / 3
        shows = not seen.contains(board.adjusted(edge, edge, -edge, -edge))
        self.setVisible(shows)
        if not shows:
            for area in areas:
                area.below_panel(0)
            return QMargins()
        view = self._view.rect()
        side = min(MAX_SIDE, MAX_SHARE * min(view.width(), view.height()))
        self._scale = side / max(board.width(), board.height())
        self.resize((board.size() * self._scale).toSize().expandedTo(MIN_SIZE))
        across, down = self.width() + 2 * AWAY, self.height() + 2 * AWAY
        self.update()
        for area in areas:
            room = area.below_panel(down)
            if room is not None:
                self._lie_on(area)
                self.move(room.center() - self.rect().center())
                return QMargins()
        self._lie_on(self._view)
        self.move(view.right() - across + AWAY, view.bottom() - down + AWAY)
        is_below = down * view.width() < across * view.height()
        return QMargins(0, 0, 0, down) if is_below else QMargins(0, 0, across, 0)

    def _lie_on(self, widget: QWidget) -> None:
        if self.parentWidget() is not widget:
            self.setParent(widget)
            self.show()

    def _board_changed(self) -> None:
        if self.isVisible() and not self._redraw.isActive():
            self._redraw.start()

    def _draw_again(self) -> None:
        """Draw the map apart from the board, which is painted soon and takes a while, too."""
        self._map = self._drawn_map() if self.isVisible() else None
        self.update()

    def _drawn_map(self) -> QPixmap:
        drawn = QPixmap(self.size() * self.devicePixelRatioF())
        drawn.setDevicePixelRatio(self.devicePixelRatioF())
        with painting_on(drawn) as painter:
            self._draw_map(painter)
        return drawn

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._map is None or self._map.size() != self.size() * self.devicePixelRatioF():
            self._map = self._drawn_map()
        with painting_on(self) as painter:
            painter.drawPixmap(0, 0, self._map)
            painter.setPen(QPen(QColor(self._scene.theme.accent), 2))
            to_map = self._seen.translated(-self._scene.sceneRect().topLeft())
            shown = QRectF(to_map.topLeft() * self._scale, to_map.size() * self._scale)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.drawRoundedRect(shown.toRect().adjusted(1, 1, -1, -1), CORNER, CORNER)

    def _draw_map(self, painter: QPainter) -> None:
        theme = self._scene.theme
        painter.fillRect(self.rect(), QColor(theme.window))  # What is under its corners.
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(theme.muted))
        painter.setBrush(QColor(theme.panel))
        frame = self.rect().toRectF().adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(frame, CORNER, CORNER)
        painter.scale(self._scale, self._scale)
        painter.translate(-self._scene.sceneRect().topLeft())
        for colour, points in self._places(theme).items():
            pen = QPen(QColor(colour), DOT * UNIT)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawPoints(points)

    def _places(self, theme: Theme) -> Mapping[str, Sequence[QPointF]]:
        """The middles of all islands, by their colours."""
        puzzle = self._scene.picture.puzzle
        if puzzle is not self._puzzle:
            known, self._puzzle = self._centres, puzzle
            cells = [(row, col) for _, row, col, _ in puzzle.islands]
            self._centres = {
                cell: known.get(cell) or centre(island)
                for cell, island in zip(cells, puzzle.islands)
            }
        colours: dict[int, str] = {}
        places = defaultdict(list)
        # There are few looks, and each is one object for many islands.
        for point, look in zip(self._centres.values(), self._scene.island_looks):
            colour = colours.get(id(look))
            if colour is None:
                colours[id(look)] = colour = _colour(look, theme)
            places[colour].append(point)
        return places

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.mouseMoveEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go_to(event.position() / self._scale + self._scene.sceneRect().topLeft())


def _colour(look: IslandLook, theme: Theme) -> str:
    if look.overfull or look.unsatisfiable:
        return theme.fault
    if look.role is Role.HINT:
        return theme.hint
    if look.light:
        return theme.lit_ring
    return theme.dim_ink if look.satisfied else theme.ink


SHOWN_MS = 3000
"""How long a remark can be seen."""

FADE = 0.06
"""The share of this time in which it appears, and in which it vanishes."""

DISTANCE = 6
"""Pixels between a remark and its place."""


class Bubble(QLabel):
    """A remark of one sentence over a view, above a place or below it."""

    gone = Signal()
    """The remark is not shown any more."""

    def __init__(self, view: QWidget) -> None:
        super().__init__(view, textFormat=Qt.TextFormat.PlainText)
        self._view = view
        self.setObjectName("bubble")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._effect = QGraphicsOpacityEffect(self)
        self.setGraphicsEffect(self._effect)
        self._fade = QPropertyAnimation(self._effect, b"opacity", self)
        self._fade.setDuration(SHOWN_MS)
        for share, opacity in ((0, 0), (FADE, 1), (1 - FADE, 1), (1, 0)):
            self._fade.setKeyValueAt(share, opacity)
        self._fade.finished.connect(self.hide)
        self.hide()

    def say(self, text: str, place: QRect, *, fades: bool) -> None:
        """Show a remark on a place in the view; ``fades``: it does not appear at once."""
        self.hide()
        self.setText(text)
        self.setWordWrap(False)
        self.adjustSize()
        room = self._view.rect()
        if self.width() > room.width():
            self.setWordWrap(True)
            self.resize(room.width(), self.heightForWidth(room.width()))
        box = self.rect()
        box.moveCenter(place.center())
        box.moveBottom(place.top() - DISTANCE)
        if box.top() < room.top():
            box.moveTop(place.bottom() + DISTANCE)
        move_into(box, room)
        self.move(box.topLeft())
        self._effect.setEnabled(fades)
        self._fade.start()
        self.show()
        say(self._view, text)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.hide()  # Also if it is the view that is hidden.
        self._fade.stop()
        self.gone.emit()
