"""The card over the water when the puzzle is solved: how it went, and where to go from here."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QMouseEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QToolButton,
    QVBoxLayout,
)

from hashi_gui.game import Game
from hashi_gui.gui.board.view import BoardView
from hashi_gui.gui.play.finish_summary import FinishSummary
from hashi_gui.gui.play.placement import Place, keep_inside, place_over
from hashi_gui.rendering.resources import themed_icon
from hashi_gui.rendering.theme import Theme

MIN_WIDTH, MAX_TEXT_WIDTH = 190, 360
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

    def __init__(self, view: BoardView) -> None:
        super().__init__(view)
        self.setObjectName("finishCard")
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self._view = view
        self._grabbed_at: QPoint | None = None
        self._was_moved = False
        self._title, self._puzzle, self._expected = QLabel(), QLabel(), QLabel()
        self._title.setFont(_scaled_font(self._title, TITLE_SCALE))
        self._puzzle.setTextFormat(Qt.TextFormat.PlainText)
        for label in (self._puzzle, self._expected):
            label.setObjectName("muted")
        self._figures = [Figure() for _ in range(4)]
        self.close_button = QToolButton()
        self.close_button.setToolTip("Close")
        self.close_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.close_button.clicked.connect(self.closed)
        self.next_button = _button("Next puzzle", "Go on with a puzzle of this kind (Enter)")
        self.next_button.setDefault(True)
        self.next_button.clicked.connect(self.next_pressed)
        self.review_button = _button("Review", "See how you played (R)")
        self.review_button.clicked.connect(self.review_pressed)
        self.share_button = _button("Share", "Copy the puzzle, a picture or the result")
        self.again_button = _button("Play again", "Start the same puzzle over")
        self.again_button.clicked.connect(self.again_pressed)
        self._build()
        self.hide()
        view.resized.connect(self._place)

    @property
    def texts(self) -> list[str]:
        """Everything that the card says, apart from its buttons."""
        return [label.text() for label in self.findChildren(QLabel) if label.text()]

    def set_theme(self, theme: Theme) -> None:
        self.close_button.setIcon(themed_icon("close", theme))

    def show_summary(self, summary: FinishSummary, game: Game, next_text: str) -> None:
        """Show the card where it covers the fewest islands."""
        self._title.setText(summary.title)
        self._summary = summary
        self._expected.setText(summary.expected)
        self._expected.setToolTip(summary.whose_time)
        self._expected.setVisible(bool(summary.expected))
        for figure, texts in zip(self._figures, summary.figures, strict=True):
            figure.show_text(*texts)
        self.next_button.setText(next_text)
        self._cells = [island.cell for island in game.puzzle.islands]
        self._was_moved = False
        self.ensurePolished()
        self.show()
        self._place()
        self.raise_()

    def _place(self) -> None:
        if self.isHidden():
            return
        if self._was_moved:
            self.move(keep_inside(self._view, self.geometry()))
            return
        wide, tall = (self._place_of(is_tall) for is_tall in (False, True))
        fits = self._view.viewport().rect().contains(tall.rect)
        is_tall = fits and tall.covered < wide.covered
        self._arrange(is_tall)
        self.setGeometry((tall if is_tall else wide).rect)

    def _place_of(self, is_tall: bool) -> Place:
        self._arrange(is_tall)
        return place_over(self._view, self._cells, self._size_for(is_tall))

    def _size_for(self, is_tall: bool) -> QSize:
        """The size it is arranged for; a tall card is as narrow as it can be."""
        if not is_tall or not self._layout.hasHeightForWidth():
            return self.sizeHint().expandedTo(self.minimumSize())
        width = max(self._layout.totalMinimumSize().width(), self.minimumWidth())
        return QSize(width, self._layout.totalHeightForWidth(width))

    def _arrange(self, is_tall: bool) -> None:
        """Arrange buttons and figures in several rows, or all beside each other."""
        directions = QBoxLayout.Direction
        direction = directions.TopToBottom if is_tall else directions.LeftToRight
        for layout in (self._figure_pairs, self._buttons):
            layout.setDirection(direction)
        self._title.setWordWrap(is_tall)
        self._puzzle.setText(self._summary.kind if is_tall else self._elided_puzzle)
        self._layout.activate()

    @property
    def _elided_puzzle(self) -> str:
        metrics, right = self._puzzle.fontMetrics(), Qt.TextElideMode.ElideRight
        return metrics.elidedText(self._summary.puzzle, right, MAX_TEXT_WIDTH)

    def _build(self) -> None:
        titles = QVBoxLayout()
        titles.setSpacing(2)
        titles.addWidget(self._title)
        titles.addWidget(self._puzzle)
        titles.addWidget(self._expected)
        header = QHBoxLayout()
        header.addLayout(titles, 1)
        header.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        self._figure_pairs = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._figure_pairs.setSpacing(8)
        for pair in (self._figures[:2], self._figures[2:]):
            row = QHBoxLayout()
            for figure in pair:
                row.addLayout(figure, 1)
            self._figure_pairs.addLayout(row)
        self._buttons = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._buttons.setSpacing(8)
        middle = QHBoxLayout()
        middle.addWidget(self.review_button)
        middle.addWidget(self.share_button)
        self._buttons.addWidget(self.next_button)
        self._buttons.addLayout(middle)
        self._buttons.addWidget(self.again_button)
        self._layout = QVBoxLayout(self)
        self.setMinimumWidth(MIN_WIDTH)
        self._layout.setContentsMargins(18, 14, 14, 16)
        self._layout.setSpacing(12)
        for part in (header, self._figure_pairs, self._buttons):
            self._layout.addLayout(part)

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
