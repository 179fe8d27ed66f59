"""What the solver says of a draft, at a glance: verdict, level, techniques, and the path."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log2

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolTip, QVBoxLayout, QWidget

from hashi_gui.core.i18n import N_, _, ngettext, translated
from hashi_gui.core.rules import STANDARD, Rules
from hashi_gui.core.wording import capitalized, listed, sentences, shown_level
from hashi_gui.gui.widgets.controls import (
    bar_button,
    filled,
    muted,
    number_font,
    say,
    set_style_property,
    spaced,
)
from hashi_gui.gui.widgets.spoken_table import let_read
from hashi_gui.logic.levels import Level
from hashi_gui.logic.rating.solving_path import SolvingPath
from hashi_gui.logic.reasoning.techniques.catalogue import TECHNIQUE_LEVELS
from hashi_gui.logic.teaching.explanation import Explanation
from hashi_gui.rendering.theme import Theme

HEIGHT = 50
MAX_STEP_WIDTH = 12.0

MARGIN = 5
"""Between the columns and the edge of the strip, where the ring is while it has the focus."""

RING_RADIUS = 4

ARROWS: dict[int, tuple[int, int]] = {
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
}

NO_STEPS = N_("The empty board is the solution.")


@dataclass(frozen=True, slots=True)
class StepMark:
    """A step of the solving path; ``open`` is the number of steps that could be made there.

    None for that is unknown. ``is_key``: the step opens the puzzle.
    """

    level: Level
    open: int | None
    tip: str
    is_key: bool = False


class PathStrip(QWidget):
    """The solving path: a column for each step, the higher the more steps were open there."""

    chosen = Signal(int)
    """The number of a step, from 0."""
    walked = Signal(int, int)
    """An arrow key was pressed, as a step in rows and columns."""
    closed = Signal()
    """Esc was pressed, or the path is old while the strip had the focus."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.steps: Sequence[StepMark] = ()
        self._selected: int | None = None
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(_("Solving path"))
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def show_steps(self, steps: Sequence[StepMark]) -> None:
        """Show another path, none of its steps selected."""
        self.steps = steps
        self.select(None)
        if not steps:
            self.leave()
        self.setVisible(bool(steps))

    def leave(self) -> None:
        """Give the focus away, if the strip has it."""
        if self.hasFocus():
            self.closed.emit()

    def select(self, number: int | None) -> None:
        """Mark the step that the board shows."""
        self._selected = number
        count = len(self.steps)
        if number is None:
            text = ngettext("{n} step", "{n} steps", count)
        else:
            text = ngettext("{n} step; shown: {step}", "{n} steps; shown: {step}", count)
        step = "" if number is None else self._tip(number)
        self.setAccessibleDescription(text.format(n=count, step=step))
        self.update()

    def column_rect(self, number: int) -> QRectF:
        room = self.width() - 2 * MARGIN
        width = min(room / max(len(self.steps), 1), MAX_STEP_WIDTH)
        return QRectF(MARGIN + number * width, 0, width, self.height())

    def step_at(self, x: float) -> int | None:
        """The number of the step at a horizontal position."""
        first = self.column_rect(0)
        number = int((x - first.left()) // first.width())
        return number if 0 <= number < len(self.steps) else None

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.hasFocus():
            painter.setPen(QPen(QColor(self._theme.accent), 1))
            ring = self.rect().toRectF().adjusted(0.5, 0.5, -0.5, -0.5)
            painter.drawRoundedRect(ring, RING_RADIUS, RING_RADIUS)
        painter.setPen(Qt.PenStyle.NoPen)
        most = max((log2(1 + (step.open or 0)) for step in self.steps), default=1.0) or 1.0
        base = self.height() - 7.0
        for number, step in enumerate(self.steps):
            column = self.column_rect(number)
            gap = 1.0 if column.width() > 3 else 0.0
            share = 1.0 if step.open is None else log2(1 + step.open) / most
            height = max(3.0, share * (base - MARGIN))
            bar = QRectF(column.left(), base - height, column.width() - gap, height)
            if number == self._selected:
                lit = QRectF(bar.left(), MARGIN, max(bar.width(), 3.0), base - MARGIN)
                painter.fillRect(lit, QColor(self._theme.hint))
                bar.adjust(lit.width() / 4, 0, -lit.width() / 4, 0)
            painter.setBrush(self._colour(step))
            painter.drawRect(bar)
            if step.is_key:
                painter.setBrush(QColor(self._theme.text))
                painter.drawEllipse(QRectF(column.center().x() - 2.5, base + 1, 4, 4))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        step = self.step_at(event.position().x())
        if step is not None:
            self.chosen.emit(step)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case key if key in ARROWS:
                self.walked.emit(*ARROWS[key])
            case Qt.Key.Key_Home:
                self.chosen.emit(0)
            case Qt.Key.Key_End:
                self.chosen.emit(len(self.steps) - 1)
            case Qt.Key.Key_Escape:
                self.closed.emit()
            case _:
                super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            step = self.step_at(event.pos().x())
            QToolTip.showText(event.globalPos(), "" if step is None else self._tip(step), self)
            return True
        return super().event(event)

    def _tip(self, number: int) -> str:
        return f"{number + 1}. {self.steps[number].tip}"

    def _colour(self, step: StepMark) -> QColor:
        colour = QColor(self._theme.bridge)
        colour.setAlphaF(0.5 + 0.5 * step.level.rank / (len(Level) - 1))
        return colour


def step_marks(path: SolvingPath) -> list[StepMark]:
    key = path.key
    steps = zip(path.steps, path.open)
    return [_mark(step, ways, is_key=number == key) for number, (step, ways) in enumerate(steps)]


def path_note(path: SolvingPath) -> str:
    """Which step opens the puzzle, and where the path is narrowest."""
    if not path.steps:
        return translated(NO_STEPS)
    count = len(path.steps)
    texts = [ngettext("{n} step.", "{n} steps.", count).format(n=count)]
    if path.key is not None:
        texts.append(_("The key is step {n}.").format(n=path.key + 1))
    if path.narrowest:
        texts.append(_("The tightest spot is step {n}.").format(n=path.narrowest[0] + 1))
    return sentences(*texts)


def _mark(step: Explanation, ways: int | None, *, is_key: bool) -> StepMark:
    if ways is None:
        text = _("{technique} ({level}).")
    else:
        text = ngettext(
            "{technique} ({level}), {n} step open.", "{technique} ({level}), {n} steps open.", ways
        )
    technique, level = translated(step.technique), shown_level(step.level or "")
    tip = text.format(technique=technique, level=level, n=ways)
    if is_key:
        tip = sentences(tip, _("This step opens the puzzle."))
    return StepMark(step.level or Level.EASY, ways, tip, is_key)


MIN_ROW_HEIGHT = 20
MAX_ROWS = 6
"""How many techniques have a row of their own."""

FONT_SCALE = 0.9

MAX_NAME_SHARE = 0.7
"""How much of a row is the name of the technique at most."""

SIDE = 24
"""Between the text and the sides of the card."""


class VerdictCard(QWidget):
    """A heading, unusual rules, details, a histogram of techniques, and the solving path."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.heading = QLabel(wordWrap=True)
        self.heading.setObjectName("heading")
        self.rules = muted("", wraps=True)
        self.details = muted("", wraps=True)
        self.browse_button = bar_button(_("See them one by one"), _("See them one by one (E)"))
        self.techniques = TechniqueBars(theme)
        self.path = PathStrip(theme)
        self._captions = {
            self.techniques: muted(_("How often each technique is needed"), wraps=True),
            self.path: muted(_("Steps open at each move"), wraps=True),
        }
        self._has_captions, self._said = True, ""
        self.path_note = muted("", wraps=True)
        layout = spaced(QVBoxLayout(self), 8, (SIDE - MARGIN, 16, SIDE - MARGIN, 8))
        row = filled(QHBoxLayout(), self.browse_button, None)
        row.setContentsMargins(MARGIN, 0, MARGIN, 0)
        filled(layout, self.heading, self.rules, self.details, row)
        for chart, caption in self._captions.items():
            filled(layout, caption, chart)
        layout.addWidget(self.path_note)
        texts = (self.heading, self.rules, self.details, self.path_note, *self._captions.values())
        for label in texts:
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setMinimumWidth(80)
        for aligned in (*texts, self.techniques):
            aligned.setContentsMargins(MARGIN, 0, MARGIN, 0)
        self.show_verdict("")

    @property
    def text(self) -> str:
        return f"{self.heading.text()}\n{self.details.text()}".strip()

    def set_theme(self, theme: Theme) -> None:
        self.techniques.set_theme(theme)
        self.path.set_theme(theme)

    def show_verdict(self, heading: str, *, mood: str = "") -> None:
        """Show the verdict and nothing else; ``mood`` is "right", "wrong", "old" or empty."""
        if mood != "old" and heading != self._said:
            self._said = heading
            say(self, heading)
        self.heading.setText(heading)
        self.show_mood(mood)
        self.show_details("")
        self.browse_button.hide()
        self.show_counts({})
        self.show_path((), "")

    def show_rules(self, rules: Rules) -> None:
        """Show the rules if they are not those of most puzzles."""
        self.rules.setText(capitalized(listed(rules.facts)))
        self.rules.setVisible(rules != STANDARD)

    def show_details(self, details: str) -> None:
        self.details.setText(details)
        say(self, details)
        self.details.setVisible(bool(details))

    def show_mood(self, mood: str) -> None:
        """Show the heading in the colour of "right", "wrong", "old" or none of these."""
        set_style_property(self.heading, "mood", mood)

    def show_checking(self) -> None:
        """Show nothing of the draft before the last edit."""
        self.show_verdict(_("Checking…"), mood="old")

    def set_captions_shown(self, shown: bool) -> None:
        """Say above each chart what it shows, or not, where there is little room."""
        self._has_captions = shown
        self._show_captions()

    def show_counts(self, counts: Mapping[str, int]) -> None:
        """Show how often techniques are needed, by their names."""
        self.techniques.show_counts(counts)
        self._show_captions()

    def show_path(self, steps: Sequence[StepMark], note: str) -> None:
        """Show the solving path, and a sentence about it."""
        self.path.show_steps(steps)
        self._show_captions()
        self.path_note.setText(note)
        self.path_note.setVisible(bool(note))

    def _show_captions(self) -> None:
        for chart, caption in self._captions.items():
            caption.setVisible(self._has_captions and not chart.isHidden())


class TechniqueBars(QWidget):
    """A histogram: a row with a bar for each technique, the hardest first."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.rows: Sequence[tuple[str, int]] = ()
        """What each row says: a technique, and how often it is needed."""
        self.setFont(number_font(self, FONT_SCALE))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def show_counts(self, counts: Mapping[str, int]) -> None:
        """Show how often techniques are needed, by their names; those beyond MAX_ROWS together."""
        names = sorted(counts, key=lambda name: (-TECHNIQUE_LEVELS[name].rank, -counts[name]))
        rows = [(translated(name), counts[name]) for name in names]
        if len(rows) > MAX_ROWS:
            rest = rows[MAX_ROWS - 1 :]
            rows = [*rows[: MAX_ROWS - 1], (_("Easier ones"), sum(times for _, times in rest))]
        self.rows = rows
        headings = _("Technique"), _("How often it is needed")
        let_read(self, _("Techniques"), headings, [(name, str(times)) for name, times in rows])
        self.setToolTip("\n".join(f"{name}: {times}" for name, times in rows))
        self.setVisible(bool(rows))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(240, len(self.rows) * self._row_height)

    @property
    def _row_height(self) -> int:
        return max(MIN_ROW_HEIGHT, self.fontMetrics().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        metrics, height = self.fontMetrics(), self._row_height
        most = max((times for _, times in self.rows), default=1)
        number_width = metrics.horizontalAdvance("000")
        rows = QRectF(self.contentsRect())
        widest = max((metrics.horizontalAdvance(name) for name, _ in self.rows), default=0)
        name_width = min(widest + 1, rows.width() * MAX_NAME_SHARE)
        room = rows.width() - name_width - number_width - 12
        for row, (name, times) in enumerate(self.rows):
            area = QRectF(rows.left(), row * height, name_width, height)
            shown = metrics.elidedText(name, Qt.TextElideMode.ElideRight, int(name_width))
            painter.setPen(QColor(self._theme.text))
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, shown)
            bar = QRectF(area.right() + 6, area.center().y() - 4, max(2.0, room * times / most), 8)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self._theme.bridge))
            painter.drawRoundedRect(bar, 2, 2)
            painter.setPen(QColor(self._theme.muted))
            number = QRectF(rows.right() - number_width, area.top(), number_width, height)
            right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
            painter.drawText(number, right, str(times))
