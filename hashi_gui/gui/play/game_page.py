"""What is around the board of a game: a cover in a pause, bars for trials and races, facts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import Enum

from PySide6.QtCore import (
    QEvent,
    QObject,
    QPointF,
    QRect,
    QRectF,
    QSignalBlocker,
    QSize,
    Qt,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from hashi_gui.core.i18n import N_, _, translated
from hashi_gui.core.rules import STANDARD
from hashi_gui.core.wording import format_duration, listed, printable, sentences, shorten, stated
from hashi_gui.game import Game
from hashi_gui.game.results import Results
from hashi_gui.game.share import Opponent
from hashi_gui.gui.board.view import BoardView
from hashi_gui.gui.play.controller import BoardController
from hashi_gui.gui.widgets.actions import key_of
from hashi_gui.gui.widgets.controls import (
    NO_MARGINS,
    BoardArea,
    Side,
    bar_button,
    filled,
    menu_text,
    muted,
    number_font,
    plain,
    say,
    set_style_property,
    spaced,
)
from hashi_gui.gui.widgets.local_texts import level_name
from hashi_gui.gui.widgets.messages import FittingWidget
from hashi_gui.rendering.geometry import ISLAND_RADIUS, UNIT
from hashi_gui.rendering.looks import BridgeLook
from hashi_gui.rendering.painting import painting_on
from hashi_gui.rendering.pieces import draw_bridge
from hashi_gui.rendering.theme import LIGHT, Theme

SPACING = 16

SAMPLE_CELL = 36
"""The size of a cell in pixels, for the sample of a bridge."""

SAMPLE_CELLS = 1.25

MAX_TRIAL_NAME = 40
"""The most characters of the name of a trial."""

MAX_TITLES_WIDTH, BESIDE_TITLES = 200, 130
"""In pixels: how wide the names of all trials are at most, and what they leave of a third of the
window."""


class PauseCover(QWidget):
    """Takes the place of the board, so that nobody can think about it."""

    resumed = Signal()
    """The player wants to go on."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("pauseCover")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        title = QLabel(_("Paused"))
        title.setObjectName("heading")
        text = muted(_("Take your time: the clock is stopped."), wraps=False)
        self.button = QPushButton(_("Continue"))
        self.button.setDefault(True)
        self.button.setAccessibleDescription(title.text())
        self.button.clicked.connect(self.resumed)
        column = spaced(QVBoxLayout(self), SPACING)
        column.addStretch()
        for widget in (title, text, self.button):
            column.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch()
        self.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
            self.resumed.emit()
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.resumed.emit()


class GamePage(QWidget):
    """The board; features put companions beside it, and bars above and below it."""

    def __init__(self, view: BoardView) -> None:
        super().__init__()
        self._view = view
        self._board: QWidget = view
        self.cover = PauseCover()
        self._column = spaced(QVBoxLayout(self), 0, NO_MARGINS)
        self._column.addWidget(view, 1)
        self._column.addWidget(self.cover, 1)

    def add_companion(self, companion: QWidget, place_in: Callable[[QSize], Side]) -> None:
        """Put a widget beside all that is there, see :class:`BoardArea`."""
        index = self._column.indexOf(self._board)
        self._board = BoardArea(self._board, companion, place_in)
        self._column.insertWidget(index, self._board, 1)

    def add_bar(self, bar: QWidget, side: Side) -> None:
        """Put a bar above or below all that is there."""
        self._column.insertWidget(0 if side is Side.ABOVE else -1, bar)

    def set_paused(self, paused: bool) -> None:
        """Cover the board in a pause, or show it again."""
        if paused != self._board.isHidden():
            self._board.setHidden(paused)
            self.cover.setVisible(paused)
            (self.cover.button if paused else self._view).setFocus()


class BridgeSample(QWidget):
    """A piece of bridge as it looks in a trial."""

    def __init__(self) -> None:
        super().__init__()
        self.trial = 1
        self.theme = LIGHT
        self.setFixedSize(QSize(round(SAMPLE_CELLS * SAMPLE_CELL), SAMPLE_CELL // 2))

    def paintEvent(self, event: QPaintEvent) -> None:
        with painting_on(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.translate(0, self.height() / 2)
            painter.scale(SAMPLE_CELL / UNIT, SAMPLE_CELL / UNIT)
            begin = QPointF(-ISLAND_RADIUS, 0)
            end = QPointF(SAMPLE_CELLS * UNIT + ISLAND_RADIUS, 0)
            theme = replace(self.theme, water=self.theme.window)
            draw_bridge(painter, begin, end, end, BridgeLook(1, trial=self.trial), theme)


class NameField(QLineEdit):
    """A field for a name, where Esc takes back only what was typed."""

    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__(maxLength=MAX_TRIAL_NAME)
        self.setPlaceholderText(_("What do you try?"))
        self.setAccessibleName(_("Name of the trial"))

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            if event.type() == QEvent.Type.KeyPress:
                self.cancelled.emit()
            return True
        return super().event(event)


class TrialBar(QWidget):
    """Visible while a trial is open: the names of all of them, and how the innermost one ends."""

    named = Signal(str)
    """The player has given the innermost trial a name, empty for none."""

    def __init__(self) -> None:
        super().__init__()
        self._names: Sequence[str] = []
        self._sample = BridgeSample()
        self.name_button = bar_button("")
        self.name_button.setObjectName("textButton")
        self.name_button.clicked.connect(self.begin_naming)
        self.name_field = NameField()
        self.name_field.editingFinished.connect(self._end_naming)
        self.name_field.cancelled.connect(lambda: self._end_naming(self._names[-1]))
        accepting = _("End the trial; its moves stay ({key})").format(key=key_of("Ctrl+T"))
        self.accept_button = bar_button(_("Accept"), accepting)
        discarding = _("Go back to where it began ({key})").format(key=key_of("Ctrl+Backspace"))
        self.discard_button = bar_button(_("Discard"), discarding)
        buttons = self.name_button, self.name_field, self.accept_button, self.discard_button
        filled(spaced(QHBoxLayout(self), 8, NO_MARGINS), self._sample, *buttons)
        self.name_field.hide()
        self.show_trials(())

    def set_theme(self, theme: Theme) -> None:
        self._sample.theme = theme
        self._sample.update()

    def show_trials(self, names: Sequence[str]) -> None:
        """Show all open trials by their names, the innermost one last; nothing if none is."""
        if len(names) != len(self._names):
            self._show_field(False)
        self._names = names
        self.setVisible(bool(names))
        self._sample.trial = max(len(names), 1)
        self._sample.update()
        self._fit_names()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_names()

    def _fit_names(self) -> None:
        """Show as many of the last names as fit."""
        unnamed = _("Trial {n}") if len(self._names) > 1 else _("Trial")
        titles = [
            printable(name, MAX_TRIAL_NAME) or unnamed.format(n=n)
            for n, name in enumerate(self._names, 1)
        ]
        room = min(MAX_TITLES_WIDTH, max(0, self.window().width() // 3 - BESIDE_TITLES))
        self.name_field.setFixedWidth(room)
        metrics, cut = self.name_button.fontMetrics(), Qt.TextElideMode.ElideLeft
        self.name_button.setText(menu_text(metrics.elidedText(" › ".join(titles), cut, room)))
        tip = _("{trials}\nGive the last one a name (Shift+T)")
        self.name_button.setToolTip(plain(tip.format(trials="\n".join(titles))))

    def begin_naming(self) -> None:
        """Let the player type the name of the innermost trial."""
        self._show_field(True)
        self.name_field.setText(self._names[-1])
        self.name_field.selectAll()
        self.name_field.setFocus()

    def _end_naming(self, name: str | None = None) -> None:
        self._show_field(False)
        self.named.emit(self.name_field.text().strip() if name is None else name)

    def _show_field(self, shown: bool) -> None:
        with QSignalBlocker(self.name_field):  # It loses the focus.
            self.name_field.setVisible(shown)
        self.name_button.setHidden(shown)


TRACK_HEIGHT, MAX_TRACK_WIDTH, MAX_NAME_WIDTH = 52, 520, 110
BAR_DISTANCE, BAR_WIDTH, RADIUS, BAR_GAP = 20, 4, 7, 14
"""In pixels."""


class RaceTrack(QWidget):
    """A bar for each of the two, with a lantern that lights up at its end."""

    def __init__(self) -> None:
        super().__init__()
        self.theme = LIGHT
        self.name = ""
        self.shares = 0.0, 0.0
        """How far the other one and the player are, from 0 to 1."""
        self.middle = 0.0
        """Where the middle of the bars is, in pixels from the left, as far as they fit there."""
        self.setFixedHeight(TRACK_HEIGHT)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.update()

    def show_race(self, name: str) -> None:
        """Show a race against somebody; an empty name for none."""
        self.name = name
        self.setVisible(bool(name))

    def show_shares(self, other: float, own: float) -> None:
        if self.shares != (other, own):
            self.shares = other, own
            self.update()

    def stand_above(self, middle: float) -> None:
        """Move the bars to the middle of what is below."""
        self.middle = middle
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        metrics, cut = self.fontMetrics(), Qt.TextElideMode.ElideRight
        names = [metrics.elidedText(name, cut, MAX_NAME_WIDTH) for name in (self.name, _("You"))]
        for_names = max(map(metrics.horizontalAdvance, names))
        width = min(self.width() - 2 * BAR_GAP, MAX_TRACK_WIDTH)
        left = max(min(self.middle - width / 2, self.width() - BAR_GAP - width), BAR_GAP)
        colours = self.theme.island, self.theme.accent
        align = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        with painting_on(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for number, (name, share, colour) in enumerate(zip(names, self.shares, colours)):
                y = TRACK_HEIGHT / 2 + BAR_DISTANCE * (number - 0.5)
                painter.setPen(QColor(self.theme.muted))
                painter.drawText(
                    QRectF(left, y - TRACK_HEIGHT / 2, for_names, TRACK_HEIGHT), align, name
                )
                begin = QPointF(left + for_names + BAR_GAP + RADIUS, y)
                self._draw_bar(painter, begin, QPointF(left + width - BAR_GAP, y), share, colour)

    def _draw_bar(
        self, painter: QPainter, begin: QPointF, end: QPointF, share: float, colour: str
    ) -> None:
        theme, at = self.theme, begin + (end - begin) * share
        cap = Qt.PenCapStyle.RoundCap
        for to, line in ((end, theme.edge), (at, theme.bridge)):
            painter.setPen(QPen(QColor(line), BAR_WIDTH, Qt.PenStyle.SolidLine, cap))
            painter.drawLine(begin, to)
        painter.setBrush(QColor(theme.water))
        painter.setPen(QPen(QColor(theme.edge), 1.5))
        painter.drawEllipse(end, RADIUS, RADIUS)
        is_lit = share == 1
        painter.setPen(QPen(QColor(theme.lit_ring if is_lit else theme.ink), 1.5))
        painter.setBrush(QColor(theme.lit if is_lit else colour))
        painter.drawEllipse(at, RADIUS, RADIUS)


FACT_GAP = 18
DOT_RADIUS = 1.3

CLOCK_MS = 250

MAX_SHOWN_NAME = 16
"""The most characters of the name of another player."""

CHECK_TEXTS = {True: N_("✓ can be finished"), False: N_("✗ cannot be finished"), None: ""}
"""What the check after each move has found."""


class Fact(Enum):
    """What is shown, from left to right; the value is the tooltip, in English."""

    LEVEL = N_("How hard the puzzle is")
    EXPECTED_TIME = N_("How long the puzzle may take")
    LIMIT = N_("How many bridges can join two islands")
    RULES = N_("Only one way leads from an island to another; bridges side by side are one way")
    VERDICT = N_("How many solutions the puzzle has (V)")
    ISLANDS = N_("Islands with all their bridges")
    RACE = N_("The islands that your friend had finished at this time")
    CHECK = N_("Whether the board can still be finished")
    TIME = N_("Playing time; paused while the window is in the background")


BY_IMPORTANCE = (
    Fact.TIME,
    Fact.CHECK,
    Fact.ISLANDS,
    Fact.RACE,
    Fact.RULES,
    Fact.LEVEL,
    Fact.EXPECTED_TIME,
    Fact.VERDICT,
    Fact.LIMIT,
)
"""Where there is not enough room, the last ones are left out."""


class FactsLine(FittingWidget):
    """Shows the facts that are known, as many as there is room for."""

    def __init__(self) -> None:
        super().__init__()
        self._room = 0
        self._row = spaced(QHBoxLayout(self), FACT_GAP, NO_MARGINS)
        self._labels = {fact: self._add_label(fact) for fact in Fact}

    @property
    def texts(self) -> list[str]:
        """What is shown, from left to right."""
        return [label.text() for label in self._shown()]

    def show_fact(self, fact: Fact, text: str, *, urgent: bool = False) -> None:
        """Show a fact; an empty text for one that is not known, or does not apply.

        An ``urgent`` one has the colour of faults.
        """
        label = self._labels[fact]
        if label.text() != text:
            set_style_property(label, "urgent", urgent)
            label.setText(text)
            self._refresh()

    def set_tip(self, fact: Fact, text: str) -> None:
        """Let the tooltip of a fact say more about it."""
        self._labels[fact].setToolTip(sentences(stated(translated(fact.value)), text))

    def set_room(self, width: int) -> None:
        """Show no more than fits into a width, but always the most important fact."""
        self._room = width
        self._refresh()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a dot between each two facts."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._labels[Fact.TIME].palette().windowText())
        for label in self._shown()[1:]:
            gap = QRect(label.x() - FACT_GAP, 0, FACT_GAP, self.height())
            if self.isRightToLeft():
                gap.moveLeft(label.geometry().right() + 1)
            painter.drawEllipse(gap.toRectF().center(), DOT_RADIUS, DOT_RADIUS)

    def _shown(self) -> list[QLabel]:
        return [label for label in self._labels.values() if not label.isHidden()]

    def _refresh(self) -> None:
        left = self._room + FACT_GAP
        for fact in BY_IMPORTANCE:
            label = self._labels[fact]
            needed = label.sizeHint().width() + FACT_GAP if label.text() else 0
            fits = needed <= left or fact is BY_IMPORTANCE[0]
            left = left - needed if fits else 0
            label.setVisible(fits and bool(needed))
        self.update()

    def _add_label(self, fact: Fact) -> QLabel:
        label = QLabel(textFormat=Qt.TextFormat.PlainText)
        label.setObjectName("fact")
        label.setFont(number_font(self))
        label.setToolTip(translated(fact.value))
        self._row.addWidget(label)
        return label


class FactPresenter(QObject):
    """Says what kind of puzzle it is, how far the player is, and what is known of the board."""

    def __init__(self, line: FactsLine, controller: BoardController, results: Results) -> None:
        super().__init__(controller)
        self._results = results
        self.line = line
        self._controller = controller
        self._shows_clock = True
        self._opponent: Opponent | None = None
        self.track = RaceTrack()
        self._clock = QTimer(self, interval=CLOCK_MS)
        self._clock.timeout.connect(self._show_time)
        self._clock.start()
        controller.changed.connect(self._show_progress)

    def game_opened(self) -> None:
        self.show_level()
        race = self._game.race
        self._opponent = Opponent(self._game.puzzle, race) if race else None
        self.line.show_fact(Fact.RACE, "")
        self.track.show_race((race.shown_name or _("Friend")) if race else "")
        rules = self._game.puzzle.rules
        limit, *extra = rules.facts
        is_usual = rules.max_bridges == STANDARD.max_bridges
        self.line.show_fact(Fact.LIMIT, "" if is_usual else limit)
        self.line.show_fact(Fact.RULES, listed(extra))
        self._show_progress()

    def show_level(self) -> None:
        self.line.show_fact(Fact.LEVEL, level_name(self._game.info.level))
        self.show_expected_time()

    @Slot()
    def show_expected_time(self) -> None:
        """Show how long the puzzle may take, which changes once the results are known."""
        calibration = self._results.calibration
        self.line.show_fact(Fact.EXPECTED_TIME, calibration.text(self._game.info))
        self.line.set_tip(Fact.EXPECTED_TIME, calibration.explanation)

    @property
    def progress_text(self) -> str:
        """The time and how far the player is, also where there is no clock."""
        return _("{time}. {finished} of {islands} islands have all their bridges.").format(
            time=format_duration(self._game.clock.seconds),
            finished=self._finished,
            islands=self._islands,
        )

    def set_clock_shown(self, shown: bool) -> None:
        self._shows_clock = shown
        self._show_time()

    def show_verdict(self, text: str) -> None:
        """Show how many solutions the puzzle has; empty if that is one or unknown."""
        self.line.show_fact(Fact.VERDICT, text)
        say(self.line, text)

    def show_check(self, solvable: bool | None) -> None:
        """Show whether the board can still be finished; None while that is unknown."""
        text = translated(CHECK_TEXTS[solvable])
        self.line.show_fact(Fact.CHECK, text, urgent=solvable is False)
        say(self.line, text if solvable is False else "")

    def close(self) -> None:
        self._clock.stop()

    @property
    def _game(self) -> Game:
        return self._controller.game

    def _show_progress(self) -> None:
        self.line.show_fact(Fact.ISLANDS, f"{self._finished} / {self._islands}")
        self._show_time()

    @property
    def _islands(self) -> int:
        return len(self._game.puzzle.islands)

    @property
    def _finished(self) -> int:
        """How many islands are finished; all, if the puzzle is solved."""
        return self._islands if self._game.solved else self._game.status.finished

    def _show_time(self) -> None:
        seconds = self._game.clock.seconds
        self.line.show_fact(Fact.TIME, format_duration(seconds) if self._shows_clock else "")
        if self._opponent is not None:
            finished, islands = self._opponent.finished_at(seconds), self._islands
            name = shorten(self.track.name, MAX_SHOWN_NAME)
            text = _("{name}: {finished} / {islands}")
            text = text.format(name=name, finished=finished, islands=islands)
            self.line.show_fact(Fact.RACE, text)
            self.track.show_shares(finished / islands, self._finished / islands)
