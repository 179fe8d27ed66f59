"""What the solver says of a draft, at a glance: verdict, level, techniques, and the path."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QHelpEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QToolTip, QVBoxLayout, QWidget

from hashi_gui.core.wording import quantity
from hashi_gui.gui.style_property import set_style_property
from hashi_gui.logic.levels import Level
from hashi_gui.rendering.theme import Theme

ROW_HEIGHT = 20
MAX_ROWS = 6
"""How many techniques have a row of their own."""

PATH_HEIGHT = 46
MAX_STEP_WIDTH = 12.0
FONT_SCALE = 0.9


@dataclass(frozen=True, slots=True)
class TechniqueCount:
    """How often a technique is needed."""

    name: str
    level: Level
    times: int


@dataclass(frozen=True, slots=True)
class StepMark:
    """A step of the solving path; ``open`` is the number of steps that could be made there.

    None for that is unknown. ``is_key``: the step opens the puzzle.
    """

    level: Level
    open: int | None
    tip: str
    is_key: bool = False


class VerdictCard(QWidget):
    """A heading, details, a histogram of techniques, and the solving path."""

    step_clicked = Signal(int)
    """The number of a step of the path, from 0."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.heading = QLabel(wordWrap=True)
        self.heading.setObjectName("heading")
        self.details = QLabel(wordWrap=True)
        self.details.setObjectName("muted")
        self.techniques = TechniqueBars(theme)
        self.path = PathStrip(theme)
        self.path.clicked.connect(self.step_clicked)
        self.path_note = QLabel(wordWrap=True)
        self.path_note.setObjectName("muted")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 10)
        layout.setSpacing(8)
        for widget in (self.heading, self.details, self.techniques, self.path, self.path_note):
            layout.addWidget(widget)
        for label in (self.heading, self.details, self.path_note):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setMinimumWidth(80)
        self.show_nothing("")

    @property
    def text(self) -> str:
        """The heading and the details."""
        return f"{self.heading.text()}\n{self.details.text()}".strip()

    def set_theme(self, theme: Theme) -> None:
        self.techniques.set_theme(theme)
        self.path.set_theme(theme)

    def show_nothing(self, heading: str) -> None:
        """Show only a heading."""
        self.show_verdict(heading, "", mood="")
        self._clear_path()

    def show_verdict(self, heading: str, details: str, *, mood: str) -> None:
        """Show the verdict; ``mood`` is "right", "wrong" or empty."""
        self.heading.setText(heading)
        self.show_details(details)
        set_style_property(self.heading, "mood", mood)

    def show_details(self, details: str) -> None:
        self.details.setText(details)
        self.details.setVisible(bool(details))

    def mark_old(self) -> None:
        """Show that what is written is of the draft before the last edit."""
        set_style_property(self.heading, "mood", "old")
        self.show_details("Checking…")
        self._clear_path()

    def show_path(self, steps: Sequence[StepMark], note: str) -> None:
        """Show the solving path, and a sentence about it."""
        self.path.show_steps(steps)
        self.path_note.setText(note)
        self.path_note.setVisible(bool(note))

    def _clear_path(self) -> None:
        self.techniques.show_counts(())
        self.show_path((), "")


class TechniqueBars(QWidget):
    """A histogram: a row with a bar for each technique, the hardest first."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._counts: list[tuple[str, int]] = []
        _make_small(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()

    @property
    def rows(self) -> list[tuple[str, int]]:
        """What each row says: a technique, and how often it is needed."""
        return list(self._counts)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def show_counts(self, counts: Sequence[TechniqueCount]) -> None:
        """Show how often techniques are needed; those beyond MAX_ROWS together."""
        ordered = sorted(counts, key=lambda count: (-count.level.rank, -count.times))
        rows = [(count.name, count.times) for count in ordered]
        if len(rows) > MAX_ROWS:
            rest = rows[MAX_ROWS - 1 :]
            rows = [*rows[: MAX_ROWS - 1], ("Easier ones", sum(times for _, times in rest))]
        self._counts = rows
        self.setAccessibleName("Techniques")
        self.setAccessibleDescription("; ".join(f"{name}: {times}" for name, times in rows))
        self.setVisible(bool(rows))
        self.setFixedHeight(len(rows) * ROW_HEIGHT)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(240, len(self._counts) * ROW_HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics = self.fontMetrics()
        most = max((times for _, times in self._counts), default=1)
        number_width = metrics.horizontalAdvance("000")
        name_width = self.width() * 0.5
        room = self.width() - name_width - number_width - 12
        for row, (name, times) in enumerate(self._counts):
            area = QRectF(0, row * ROW_HEIGHT, name_width, ROW_HEIGHT)
            shown = metrics.elidedText(name, Qt.TextElideMode.ElideRight, int(name_width))
            painter.setPen(QColor(self._theme.text))
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, shown)
            bar = QRectF(name_width + 6, area.top() + 6, max(2.0, room * times / most), 8)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self._theme.accent))
            painter.drawRoundedRect(bar, 2, 2)
            painter.setPen(QColor(self._theme.muted))
            number = QRectF(self.width() - number_width, area.top(), number_width, ROW_HEIGHT)
            right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
            painter.drawText(number, right, str(times))


class PathStrip(QWidget):
    """The solving path: a column for each step, the higher the more steps were open there."""

    clicked = Signal(int)
    """The number of a step, from 0."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._steps: Sequence[StepMark] = ()
        self._selected: int | None = None
        self.setFixedHeight(PATH_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName("Solving path")
        self.hide()

    @property
    def steps(self) -> Sequence[StepMark]:
        return self._steps

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def show_steps(self, steps: Sequence[StepMark]) -> None:
        """Show another path, none of its steps selected."""
        self._steps, self._selected = steps, None
        self.setAccessibleDescription(quantity(len(steps), "step"))
        self.setVisible(bool(steps))
        self.update()

    def select(self, number: int | None) -> None:
        """Mark the step that the board shows."""
        self._selected = number
        self.update()

    def column_rect(self, number: int) -> QRectF:
        """The area of the column of a step."""
        width = min(self.width() / max(len(self._steps), 1), MAX_STEP_WIDTH)
        return QRectF(number * width, 0, width, self.height())

    def step_at(self, x: float) -> int | None:
        """The number of the step at a horizontal position."""
        number = int(x // self.column_rect(0).width())
        return number if 0 <= number < len(self._steps) else None

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        most = max((log2(1 + (step.open or 0)) for step in self._steps), default=1.0) or 1.0
        base = self.height() - 5.0
        for number, step in enumerate(self._steps):
            column = self.column_rect(number)
            gap = 1.0 if column.width() > 3 else 0.0
            share = 1.0 if step.open is None else log2(1 + step.open) / most
            height = max(3.0, share * (base - 3))
            bar = QRectF(column.left(), base - height, column.width() - gap, height)
            painter.setBrush(self._colour(step, number))
            painter.drawRect(bar)
            if step.is_key:
                painter.setBrush(QColor(self._theme.text))
                painter.drawEllipse(QRectF(column.center().x() - 2.5, base + 1, 4, 4))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        step = self.step_at(event.position().x())
        if step is not None:
            self.clicked.emit(step)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            step = self.step_at(event.pos().x())
            tip = "" if step is None else f"{step + 1}. {self._steps[step].tip}"
            QToolTip.showText(event.globalPos(), tip, self)
            return True
        return super().event(event)

    def _colour(self, step: StepMark, number: int) -> QColor:
        if number == self._selected:
            return QColor(self._theme.hint)
        colour = QColor(self._theme.accent)
        colour.setAlphaF(0.25 + 0.75 * step.level.rank / (len(Level) - 1))
        return colour


def _make_small(widget: QWidget) -> None:
    font = QFont(widget.font())
    font.setPointSizeF(font.pointSizeF() * FONT_SCALE)
    font.setFeature(QFont.Tag("tnum"), 1)
    widget.setFont(font)
