"""The card beside a solved board: what it says of the game, and what can be next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import takewhile

from PySide6.QtCore import (
    QAbstractAnimation,
    QMargins,
    QMarginsF,
    QObject,
    QPoint,
    QRect,
    QRectF,
    QSequentialAnimationGroup,
    QSize,
    Qt,
    QVariantAnimation,
    Signal,
    Slot,
)
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QGraphicsOpacityEffect,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from hashi_gui.core.board import Board
from hashi_gui.core.highlight import Highlight
from hashi_gui.core.i18n import _, ngettext
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import format_duration, listed, shown_level
from hashi_gui.formats.document import local_time
from hashi_gui.game import Game
from hashi_gui.game.calibration import Calibration
from hashi_gui.game.library import lesson_number
from hashi_gui.game.result import GameResult, Help, most_help
from hashi_gui.game.results import Results
from hashi_gui.game.share import race_outcome
from hashi_gui.game.store import puzzle_key
from hashi_gui.gui.board.placement import Placement
from hashi_gui.gui.board.scene import EASING, BoardScene
from hashi_gui.gui.play.controller import BoardController
from hashi_gui.gui.play.playing import GameInPlay
from hashi_gui.gui.settings.preferences import AnimationSetting
from hashi_gui.gui.widgets.controls import (
    ANY_LENGTH,
    LARGE_BUTTON,
    NO_MARGINS,
    Figure,
    Side,
    bar_button,
    close_button,
    filled,
    give_room,
    muted,
    number_font,
    say,
    set_style_property,
    spaced,
)
from hashi_gui.logic.levels import Level
from hashi_gui.rendering.painting import draw_board, fit_board, painting_on, transparent_pixmap
from hashi_gui.rendering.resources import themed_icon
from hashi_gui.rendering.theme import LIGHT, Theme

HARD_LEVELS = (Level.HARD, Level.EXPERT, Level.EXTREME)

LEAST_IN_MONTH, LEAST_STREAK = 3, 3
"""With fewer games of a kind in a month, or fewer days in a row, there is nothing to praise."""


@dataclass(frozen=True, slots=True)
class FinishSummary:
    """Texts: ``praise`` is one kind sentence, or the outcome of a race, ``kind`` the size and the
    level, ``expected`` the time in which the puzzle was expected to be solved, empty unless the
    player was faster, and ``whose_time`` for whom; ``figures`` are values with their captions,
    first the best time of all other games of the kind, if there is one. Only three are shown: the
    title says how many hints there were, too.
    """

    title: str
    time: str
    praise: str
    kind: str
    expected: str
    whose_time: str
    figures: Sequence[tuple[str, str]]


def summarise(
    game: Game,
    results: Sequence[GameResult] | None,
    calibration: Calibration,
    *,
    complete: bool = True,
) -> FinishSummary:
    """The summary of a game that the player has solved.

    ``results`` are those of all games in the order in which they have ended, perhaps of this one,
    too; None while they are unknown. They are ``complete`` if none was ever deleted.
    """
    result = GameResult.of(game.to_document(), puzzle_key(game.puzzle))
    assert result is not None
    others = None if results is None else [each for each in results if each.game != result.game]
    before = (each.help for each in others or () if each.puzzle == result.puzzle)
    result = replace(result, helped_before=most_help(before))
    expected = calibration.seconds(game.info)
    times = [each.unaided_seconds for each in others or () if each.kind == result.kind]
    best = min((time for time in times if time is not None), default=None)
    days = _days_in_a_row(result, others or ())
    counted = [
        (days if days > 1 else 0, _("Days in a row")),
        (game.checks, ngettext("Check", "Checks", game.checks)),
        (game.hints, ngettext("Hint", "Hints", game.hints)),
    ]
    figures = [(str(number), name) for number, name in counted if number]
    if best is not None:
        caption = _("Second best") if _beats(result, best) else _("Best time")
        figures.insert(0, (format_duration(best), caption))
    time = calibration.text(game.info) if _beats(result, expected) else ""
    return FinishSummary(
        _title(game),
        format_duration(game.clock.seconds),
        race_outcome(game) or praise(result, others, expected, complete=complete),
        listed((game.puzzle.size_text, shown_level(game.info.level))),
        _("Expected: {time}").format(time=time) if time else "",
        calibration.explanation,
        figures,
    )


def praise(
    result: GameResult,
    others: Sequence[GameResult] | None,
    expected: float | None,
    *,
    complete: bool = True,
) -> str:
    """What is new in a result, in one sentence: what happens most rarely; empty if nothing is.

    ``others`` are the results of all other games, None while they are unknown; see
    :func:`summarise`. ``expected`` is the time in seconds that was expected.
    """
    unaided = result.help is Help.NONE
    if unaided and others is not None and (sentence := _record(result, others, complete)):
        return sentence
    days = _days_in_a_row(result, others or ())
    if days >= LEAST_STREAK:
        return _("{days} days in a row with a daily puzzle.").format(days=days)
    if unaided and not result.checks and result.level in HARD_LEVELS:
        return _("No hint and no check on a hard one.")
    if _beats(result, expected):
        return _("Faster than expected.")
    return ""


def _record(result: GameResult, others: Sequence[GameResult], complete: bool) -> str:
    """What the player has done for the first time, or faster than ever; empty if nothing."""
    unaided = [each for each in others if each.unaided_seconds is not None]
    if complete and all(each.size_text != result.size_text for each in unaided):
        return _("Your first {size} without help.").format(size=result.size_text)
    if complete and result.level and all(each.level != result.level for each in unaided):
        level = shown_level(result.level)
        return _("Your first {level} puzzle without help.").format(level=level)
    alike = [each for each in unaided if each.kind == result.kind]
    kind = listed((result.size_text, shown_level(result.level)))
    if alike and _is_fastest(result, alike):
        return _("Your best time yet for {kind}.").format(kind=kind)
    month = _month(result)
    recent = list(takewhile(lambda each: _month(each) == month, reversed(alike)))
    if month and len(recent) + 1 >= LEAST_IN_MONTH and _is_fastest(result, recent):
        return _("Your fastest this month for {kind}.").format(kind=kind)
    return ""


def _is_fastest(result: GameResult, others: Sequence[GameResult]) -> bool:
    return all((result.seconds or 0) < (each.seconds or 0) for each in others)


def _beats(result: GameResult, expected: float | None) -> bool:
    seconds = result.unaided_seconds
    return seconds is not None and expected is not None and seconds < expected


def _days_in_a_row(result: GameResult, others: Sequence[GameResult]) -> int:
    """The days up to that of the result with a solved daily puzzle; 0 if it is not that day's."""
    from hashi_gui.generating.daily import day_of, streak

    day = _day(result)
    if day is None or day_of(result.daily) != day:
        return 0
    return streak(day, {each.daily for each in (result, *others) if each.finished})


def _day(result: GameResult) -> date | None:
    time = local_time(result.ended)
    return time and time.date()


def _month(result: GameResult) -> date | None:
    day = _day(result)
    return day and day.replace(day=1)


def _title(game: Game) -> str:
    if game.solution_shown:
        return _("Solved after seeing the solution.")
    if game.hints:
        title = ngettext("Solved with {hints} hint.", "Solved with {hints} hints.", game.hints)
        return title.format(hints=game.hints)
    return _("Solved!")


WIDTH, MARGIN = 300, 8
"""The width of the card beside the board, and the least room around it, in pixels."""

PADDING, FLAT_PADDING = (24, 20, 24, 16), (16, 0, 56, 0)
"""Between the edge of the card and its contents, beside the board and below it."""

HEADER_HEIGHT, HEADER_RADIUS, AROUND_SMALL_BOARD = 148, 15, QMarginsF(16, 8, 16, 8)

APPEARING_MS, RISE = 240, 8
"""How long the card takes to appear, and how many pixels it rises."""


class SmallBoard(QWidget):
    """The solved board, on water."""

    def __init__(self) -> None:
        super().__init__()
        self.theme = LIGHT
        self._shown: tuple[Puzzle, Board] | None = None
        self._picture = QPixmap()
        self.setFixedHeight(HEADER_HEIGHT)

    def show_board(self, puzzle: Puzzle, board: Board) -> None:
        self._shown, self._picture = (puzzle, board), QPixmap()

    def set_theme(self, theme: Theme) -> None:
        self.theme, self._picture = theme, QPixmap()

    def paintEvent(self, event: QPaintEvent) -> None:
        ratio = self.devicePixelRatioF()
        if self._picture.size() != self.size() * ratio:
            self._picture = transparent_pixmap(self.size(), ratio)
            with painting_on(self._picture) as painter:
                self._draw(painter)
        with painting_on(self) as painter:
            painter.drawPixmap(QPoint(), self._picture)

    def _draw(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self.theme.water))
        sheet = QRectF(0, 0, self.width(), self.height() + HEADER_RADIUS)
        painter.drawRoundedRect(sheet, HEADER_RADIUS, HEADER_RADIUS)
        if self._shown is not None:
            room = self.rect().toRectF().marginsRemoved(AROUND_SMALL_BOARD)
            fit_board(painter, room, self._shown[0])
            draw_board(painter, *self._shown, self.theme, Highlight())


class FinishCard(QWidget):
    """The card, in the middle of the room that it has beside the board or below it."""

    closed = Signal()
    """The player does not want to see the card any more."""
    appearing = Signal()
    """The card, which has waited for the light, comes in sight."""

    def __init__(self) -> None:
        super().__init__()
        self._frame = QFrame(self)
        self._frame.setObjectName("finishCard")
        self._board, self._row = SmallBoard(), QWidget()
        self._figures = [Figure() for _ in range(3)]
        self._title, self._time, self._praise = QLabel(), QLabel(), QLabel()
        self._kind, self._expected = muted(""), muted("")
        self._praise.setTextFormat(Qt.TextFormat.PlainText)
        names = {self._title: "cardTitle", self._time: "time", self._praise: "praise"}
        for label, name in names.items():
            label.setObjectName(name)
        self._time.setFont(number_font(self._time))
        self.next_button = bar_button("", _("Go on with a puzzle of this kind (Enter)"))
        self.next_button.setDefault(True)
        self.review_button = _link(_("Review"), _("See how you played (R)"))
        self.share_button = _link(_("Share"), _("Copy the puzzle, a picture or the result"))
        self.again_button = _link(_("Play again"), _("Start the same puzzle over"))
        self._build()
        self.close_button = close_button(_("Close"))
        self.close_button.setParent(self._frame)
        self.close_button.clicked.connect(self.closed)
        self._effect = QGraphicsOpacityEffect(self._frame)
        self._frame.setGraphicsEffect(self._effect)
        self._appearing = QSequentialAnimationGroup(self)
        self._pause = self._appearing.addPause(0)
        self._pause.finished.connect(self.appearing)
        rise = QVariantAnimation(
            self, startValue=0.0, endValue=1.0, duration=APPEARING_MS, easingCurve=EASING
        )
        rise.valueChanged.connect(self._show_progress)
        self._appearing.addAnimation(rise)
        self._is_flat, self._rise, self._progress = False, 0, 1.0
        self._has_figures = False
        self.hide()

    @property
    def texts(self) -> list[str]:
        """Everything that the card says, apart from its buttons."""
        return [label.text() for label in self.findChildren(QLabel) if label.text()]

    @property
    def waits(self) -> bool:
        """Whether the card will come in sight after the light."""
        return self._pause.state() is QAbstractAnimation.State.Running

    def set_theme(self, theme: Theme) -> None:
        self._board.set_theme(theme)
        self.close_button.setIcon(themed_icon("close", theme))

    def show_summary(self, summary: FinishSummary, game: Game, next_text: str) -> None:
        """Show the card at once."""
        if self.isHidden():
            figures = map(": ".join, ((caption, value) for value, caption in summary.figures))
            texts = summary.title, summary.time, summary.praise, *figures
            say(self, "\n".join(filter(None, texts)))
        self._board.show_board(game.puzzle, game.board)
        self._title.setText(summary.title)
        self._time.setText(summary.time)
        self._praise.setText(summary.praise)
        self._kind.setText(summary.kind)
        self._expected.setText(summary.expected)
        self._expected.setToolTip(summary.whose_time)
        self._has_figures = bool(summary.figures)
        for figure in self._figures[len(summary.figures) :]:
            figure.show_text("", "")
        for figure, texts in zip(self._figures, summary.figures):
            figure.show_text(*texts)
        self.next_button.setText(next_text)
        self.show()
        for part in self.findChildren(QWidget):
            part.ensurePolished()
        self._appearing.stop()
        self._show_progress(1.0)
        self._arrange()

    def appear(self, after: int, animation: AnimationSetting) -> None:
        """Let the card, if it is shown, appear after so many milliseconds."""
        if self.isVisible() and animation is not AnimationSetting.NONE:
            self._rise = RISE if animation is AnimationSetting.FULL else 0
            self._show_progress(0.0)
            self._pause.setDuration(after)
            self._appearing.start()

    def place_at(self, placement: Placement) -> Side:
        """Take the place beside a board, see :class:`BoardArea`."""
        self._is_flat = placement.side is Side.BELOW
        return give_room(self, placement.side, placement.card)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Show as much as there is room for; what matters least goes first."""
        flat, directions = self._is_flat, QBoxLayout.Direction
        for layout in (self._body, self._titles, self._buttons):
            layout.setDirection(directions.LeftToRight if flat else directions.TopToBottom)
        self._body.setContentsMargins(*(FLAT_PADDING if flat else PADDING))
        cross = self.close_button.sizeHint()
        self._title.setContentsMargins(0, 0, 0 if flat else cross.width(), 0)
        for label in (self._title, self._praise):
            label.setWordWrap(not flat)
        self.next_button.setMinimumHeight(0 if flat else LARGE_BUTTON)
        set_style_property(self._time, "flat", flat)
        room = self.size().shrunkBy(QMargins(MARGIN, MARGIN, MARGIN, MARGIN))
        room.setWidth(room.width() if flat else WIDTH)
        tall_only = self._board, self._expected, self._kind
        links = self.again_button, self.share_button, self.review_button
        inner = ANY_LENGTH if flat else WIDTH - PADDING[0] - PADDING[2]
        narrow = sum(link.sizeHint().width() for link in links) > inner
        self._links.setDirection(directions.TopToBottom if narrow else directions.LeftToRight)
        for wraps in (False, True):
            if not wraps or self._row.minimumSizeHint().width() > inner:
                for figure in self._figures:
                    figure.caption.setWordWrap(wraps)
        parts = (*tall_only, self._row, *links, self._praise, self._title, self._time)
        for part in parts:
            part.setVisible(not (flat and part in tall_only))
        for label in (self._praise, self._expected):
            label.setVisible(bool(label.text()) and not label.isHidden())
        self._row.setVisible(self._has_figures)
        for part in parts:
            needed = self._needed(room)
            if needed.boundedTo(room) == needed:
                break
            part.hide()
        self._frame.resize(room if flat else self._needed(room))
        top = (room.height() - cross.height()) // 2 if flat else self._title.y() - 2
        at = QPoint(self._frame.width() - cross.width() - 20, top)
        self.close_button.setGeometry(QRect(at, cross))
        self._place()

    def _needed(self, room: QSize) -> QSize:
        """The size that the visible parts need, in a room of a width."""
        layout = self._frame.layout()
        assert layout is not None
        layout.activate()
        if self._is_flat:
            return layout.totalMinimumSize()
        height = layout.totalHeightForWidth(room.width())  # -1 if no text can wrap.
        return QSize(room.width(), max(height, layout.totalMinimumSize().height()))

    def _place(self) -> None:
        free = (self.size() - self._frame.size()) / 2
        fallen = round(self._rise * (1 - self._progress))
        self._frame.move(free.width(), free.height() + fallen)

    def _show_progress(self, progress: float) -> None:
        """Show the card as it is while it appears, from 0 to 1."""
        self._progress = progress
        self._effect.setEnabled(progress < 1)
        self._effect.setOpacity(progress)
        self._frame.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, progress == 0)
        self._place()

    def _build(self) -> None:
        down = QBoxLayout.Direction.TopToBottom
        self._titles = filled(QBoxLayout(down), self._title, self._time)
        parts = self._titles, self._praise, self._kind, self._expected
        texts = filled(spaced(QVBoxLayout(), 2), *parts)
        row = spaced(QHBoxLayout(self._row), 16, NO_MARGINS)
        for figure in self._figures:
            row.addLayout(figure, 1)
            row.setAlignment(figure, Qt.AlignmentFlag.AlignTop)
        links = self.review_button, self.share_button, self.again_button
        self._links = filled(spaced(QHBoxLayout(), 0), *links)
        self._buttons = filled(spaced(QBoxLayout(down), 8), self.next_button, self._links)
        self._body = filled(spaced(QBoxLayout(down), 16), texts, self._row, self._buttons)
        filled(spaced(QVBoxLayout(self._frame), 0, NO_MARGINS), self._board, self._body)


def _link(text: str, tip: str) -> QPushButton:
    """A button that is a text only."""
    button = bar_button(text, tip)
    button.setObjectName("textButton")
    return button


class FinishPresenter(QObject):
    """Shows the card whenever the player has solved the puzzle and sees the solved board.

    A card that the player has closed comes back when the board is solved again.
    """

    card_shown = Signal()
    """The card has appeared; it needs the room of whatever is beside the board."""

    def __init__(
        self,
        card: FinishCard,
        scene: BoardScene,
        controller: BoardController,
        in_play: GameInPlay,
        results: Results,
        next_text: Callable[[], str],
    ) -> None:
        """There is only a card for the game ``in_play``; ``next_text`` returns what leads on."""
        super().__init__(controller)
        self._card, self._scene = card, scene
        self._controller = controller
        self._results = results
        self._in_play = in_play
        self._next_text = next_text
        self._closed = self._covered = False
        self.shows_card = False
        card.closed.connect(self._close)
        controller.changed.connect(self.update)
        controller.solved.connect(self._celebrate)
        controller.other_board_shown.connect(self.update)

    def game_opened(self) -> None:
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
            self.card_shown.emit()
            self.shows_card = True
            self._show_summary()

    def set_covered(self, covered: bool) -> None:
        """Show no card from now on, because something else is in its place, or show it again."""
        self._covered = covered
        self._card.setVisible(self.shows_card and not covered)

    @Slot()
    def show_again(self) -> None:
        """Add what could not be known, if the window was opened on a solved game before."""
        if self.shows_card:
            self._show_summary()

    def _show_summary(self) -> None:
        results = self._results
        known = results.all() if results.loaded else None
        game = self._controller.game
        summary = summarise(game, known, results.calibration, complete=results.complete)
        self._card.show_summary(summary, game, self._next_text())
        self._card.setHidden(self._covered)

    def _celebrate(self) -> None:
        """Let the card appear after the light."""
        self._card.appear(self._scene.spreading_ms, self._scene.animation)

    def _close(self) -> None:
        self._closed = True
        self._hide_card()

    def _hide_card(self) -> None:
        self.shows_card = False
        self._card.hide()
