"""When a puzzle is solved: what the player is told, and the card over the board that says it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QPoint, QRect, QSize, Qt, Signal, Slot
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

from hashi_gui.core.wording import format_duration, quantity, shown_level
from hashi_gui.game import Game
from hashi_gui.game.calibration import Calibration
from hashi_gui.game.library import lesson_number
from hashi_gui.game.result import PuzzleKind
from hashi_gui.game.results import Results
from hashi_gui.gui.board.view import BoardView
from hashi_gui.gui.play.controller import BoardController
from hashi_gui.gui.play.game_in_play import GameInPlay
from hashi_gui.gui.play.placement import Place, keep_inside, place_over
from hashi_gui.gui.widgets.controls import bar_button, number_font
from hashi_gui.rendering.resources import themed_icon
from hashi_gui.rendering.theme import Theme

MIN_WIDTH, MAX_TEXT_WIDTH = 190, 360

TITLE_SCALE, FIGURE_SCALE = 1.5, 1.35
"""How much larger the title and the figures are than other texts."""


@dataclass(frozen=True, slots=True)
class FinishSummary:
    """Texts: ``kind`` is the size and the level, ``expected`` how long the puzzle was expected to
    take, empty if that is unknown, and ``whose_time`` says for whom; ``figures`` are values with
    their captions.
    """

    title: str
    puzzle: str
    kind: str
    expected: str
    whose_time: str
    figures: tuple[tuple[str, str], ...]


def describe_puzzle(game: Game, name: str) -> str:
    """The name, the size and the level of a puzzle, each once."""
    return ", ".join([name, *(part for part in _kind(game) if part not in name)])


def _kind(game: Game) -> list[str]:
    """The size and the level, if it is known."""
    size = game.puzzle.size_text
    return [size, shown_level(game.info.level)] if game.info.level else [size]


def describe_help(game: Game) -> str:
    """How much the program has helped: "no hints", "2 hints" or "after seeing the solution"."""
    if game.solution_shown:
        return "after seeing the solution"
    return quantity(game.hints, "hint") if game.hints else "no hints"


def summarise(
    game: Game, name: str, other_times: Sequence[float], calibration: Calibration
) -> FinishSummary:
    """The summary of a solved game.

    ``other_times`` are those of the other games on puzzles of this kind, in seconds.
    """
    seconds = game.clock.seconds
    unaided = not (game.hints or game.solution_shown)
    best = min([*other_times, *([seconds] if unaided else [])], default=None)
    return FinishSummary(
        _title(game, unaided and bool(other_times) and best == seconds),
        describe_puzzle(game, name),
        ", ".join(_kind(game)),
        _expected(calibration.text(game.info)),
        calibration.explanation,
        (
            (format_duration(seconds), "Time"),
            ("–" if best is None else format_duration(best), "Best time"),
            (str(game.hints), "Hints"),
            (str(game.checks), "Checks"),
        ),
    )


def _expected(time: str) -> str:
    return time and f"Expected: {time}"


def _title(game: Game, is_new_best: bool) -> str:
    if game.solution_shown or game.hints:
        return f"Solved {'' if game.solution_shown else 'with '}{describe_help(game)}"
    return "Solved – a new best time!" if is_new_best else "Solved!"


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
        self.review_button = _button("Review", "See how you played (R)")
        self.share_button = _button("Share", "Copy the puzzle, a picture or the result")
        self.again_button = _button("Play again", "Start the same puzzle over")
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
    button = bar_button(text, tip)
    button.setAutoDefault(True)
    return button


def _scaled_font(label: QLabel, scale: float) -> QFont:
    font = number_font(label, scale)
    font.setWeight(QFont.Weight.DemiBold)
    return font


class FinishPresenter(QObject):
    """Shows the card whenever the player has solved the puzzle and sees the solved board.

    A card that the player has closed comes back when the board is solved again.
    """

    card_shown = Signal()
    """The card has appeared; it needs the room of whatever is beside the board."""

    def __init__(
        self,
        card: FinishCard,
        controller: BoardController,
        in_play: GameInPlay,
        results: Results,
        next_text: Callable[[], str],
    ) -> None:
        """There is only a card for the game ``in_play``; ``next_text`` returns what leads on."""
        super().__init__(controller)
        self._card = card
        self._controller = controller
        self._results = results
        self._in_play = in_play
        self._next_text = next_text
        self._closed = False
        self.shows_card = False
        card.closed.connect(self._close)
        controller.changed.connect(self.update)
        controller.other_board_shown.connect(self.update)

    def game_opened(self) -> None:
        """Another game is in play."""
        self._closed = False
        self._hide_card()
        self.update()

    def update(self) -> None:
        game = self._controller.game
        self._closed &= game.solved
        solved = game.solved and game.finished and lesson_number(game.puzzle) is None
        solved &= game is self._in_play.game
        if not solved or self._closed or self._controller.showing_other_board:
            self._hide_card()
        elif not self.shows_card:
            self.shows_card = True
            self._show_summary()
            self.card_shown.emit()

    @Slot()
    def results_loaded(self) -> None:
        """Add the best time, if the window was opened on a solved game before it was known."""
        if self.shows_card:
            self._show_summary()

    def _show_summary(self) -> None:
        game = self._controller.game
        summary = summarise(
            game, self._in_play.name, self._other_times(game), self._results.calibration
        )
        self._card.show_summary(summary, game, self._next_text())

    def _other_times(self, game: Game) -> list[float]:
        """The times of all other games of this kind, whether or not this one is saved already."""
        if not self._results.loaded:
            return []
        times = self._results.times(PuzzleKind.of(game.to_document()))
        return [seconds for seconds in times if seconds != game.clock.seconds]

    def _close(self) -> None:
        self._closed = True
        self._hide_card()

    def _hide_card(self) -> None:
        self.shows_card = False
        self._card.hide()
