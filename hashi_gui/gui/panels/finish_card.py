"""The card over the water when the puzzle is solved: how it went, and where to go from here."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QFont, QMouseEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QToolButton,
    QVBoxLayout,
)

from hashi_gui.game import Game
from hashi_gui.gui.board.placement import keep_inside, place_over
from hashi_gui.gui.board.view import BoardView
from hashi_gui.gui.panels.finish_summary import Summary
from hashi_gui.rendering.icons import themed_icon
from hashi_gui.rendering.theme import Theme

MAX_TEXT_WIDTH = 360
TITLE_SCALE, FIGURE_SCALE = 1.5, 1.35
"""How much larger the title and the figures are than other texts."""


class Figure(QVBoxLayout):
    """A value with its caption below."""

    def __init__(self) -> None:
        super().__init__()
        self._value, self._caption = QLabel(), QLabel()
        self._value.setFont(_scaled_font(self._value, FIGURE_SCALE))
        self._caption.setObjectName("muted")
        self.setSpacing(0)
        self.addWidget(self._value)
        self.addWidget(self._caption)

    def show_text(self, value: str, caption: str) -> None:
        self._value.setText(value)
        self._caption.setText(caption)


class FinishCard(QFrame):
    """Lies over a view, at the place where it covers the fewest islands; the player can move it."""

    next_pressed = Signal()
    review_pressed = Signal()
    again_pressed = Signal()
    closed = Signal()
    """The player does not want to see the card any more."""

    def __init__(self, view: BoardView, share_menu: QMenu) -> None:
        super().__init__(view)
        self.setObjectName("finishCard")
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self._view = view
        self._grabbed_at: QPoint | None = None
        self._was_moved = False
        self._title, self._puzzle = QLabel(), QLabel()
        self._title.setFont(_scaled_font(self._title, TITLE_SCALE))
        self._puzzle.setObjectName("muted")
        self._figures = [Figure() for _ in range(4)]
        self.close_button = QToolButton()
        self.close_button.setToolTip("Close")
        self.close_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.close_button.clicked.connect(self.closed)
        self.next_button = _button("Next puzzle", "Go on with a puzzle of this kind (Enter)")
        self.next_button.setDefault(True)
        self.next_button.clicked.connect(self.next_pressed)
        self.review_button = _button("Review", "Walk through the solution, step by step (E)")
        self.review_button.clicked.connect(self.review_pressed)
        self.share_button = _button("Share", "Copy the puzzle, a picture or the result")
        self.share_button.setMenu(share_menu)
        self.again_button = _button("Play again", "Start the same puzzle over")
        self.again_button.clicked.connect(self.again_pressed)
        self._build()
        self.hide()
        view.resized.connect(self._place)

    @property
    def texts(self) -> list[str]:
        """Everything that the card says, apart from its buttons."""
        return [label.text() for label in self.findChildren(QLabel)]

    def set_theme(self, theme: Theme) -> None:
        self.close_button.setIcon(themed_icon("close", theme))

    def show_summary(self, summary: Summary, game: Game, next_text: str) -> None:
        """Show the card where it covers the fewest islands."""
        self._title.setText(summary.title)
        elide = Qt.TextElideMode.ElideRight
        metrics = self._puzzle.fontMetrics()
        self._puzzle.setText(metrics.elidedText(summary.puzzle, elide, MAX_TEXT_WIDTH))
        for figure, texts in zip(self._figures, summary.figures, strict=True):
            figure.show_text(*texts)
        self.next_button.setText(next_text)
        self._cells = [island.cell for island in game.puzzle.islands]
        self._was_moved = False
        self.ensurePolished()
        self.adjustSize()
        self.show()
        self._place()
        self.raise_()

    def _place(self) -> None:
        if self.isHidden():
            return
        if self._was_moved:
            self.move(keep_inside(self._view, self.geometry()))
        else:
            self.move(place_over(self._view, self._cells, self.size()))

    def _build(self) -> None:
        titles = QVBoxLayout()
        titles.setSpacing(2)
        titles.addWidget(self._title)
        titles.addWidget(self._puzzle)
        header = QHBoxLayout()
        header.addLayout(titles, 1)
        header.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        figures = QHBoxLayout()
        figures.setSpacing(28)
        for figure in self._figures:
            figures.addLayout(figure)
        figures.addStretch()
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in (self.next_button, self.review_button, self.share_button, self.again_button):
            buttons.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 14, 14, 16)
        layout.setSpacing(12)
        for part in (header, figures, buttons):
            layout.addLayout(part)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._grabbed_at = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._grabbed_at is not None:
            place = self.mapToParent(event.position().toPoint() - self._grabbed_at)
            self.move(keep_inside(self._view, QRect(place, self.size())))
            self._was_moved = True

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._grabbed_at = None


def _button(text: str, tip: str) -> QPushButton:
    button = QPushButton(text)
    button.setToolTip(tip)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setAutoDefault(True)
    return button


def _scaled_font(label: QLabel, scale: float) -> QFont:
    """The font of a label, larger, in digits of one width."""
    font = QFont(label.font())
    font.setPointSizeF(font.pointSizeF() * scale)
    font.setWeight(QFont.Weight.DemiBold)
    font.setFeature(QFont.Tag("tnum"), 1)
    return font
