"""What the solver says of a draft, at a glance: verdict, level, techniques, and the path."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from hashi_gui.core.i18n import _
from hashi_gui.core.rules import STANDARD, Rules
from hashi_gui.gui.editor.path_strip import MARGIN, PathStrip, StepMark
from hashi_gui.gui.widgets.controls import bar_button, muted, number_font, set_style_property
from hashi_gui.logic.levels import Level
from hashi_gui.rendering.theme import Theme

ROW_HEIGHT = 20
MAX_ROWS = 6
"""How many techniques have a row of their own."""

FONT_SCALE = 0.9

SIDE = 24
"""Between the text and the sides of the card."""


@dataclass(frozen=True, slots=True)
class TechniqueCount:
    """How often a technique is needed."""

    name: str
    level: Level
    times: int


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
            self.techniques: muted(_("How often each technique is needed")),
            self.path: muted(_("Steps open at each move")),
        }
        self._has_captions = True
        self.path_note = muted("", wraps=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SIDE - MARGIN, 16, SIDE - MARGIN, 8)
        layout.setSpacing(8)
        layout.addWidget(self.heading)
        layout.addWidget(self.rules)
        layout.addWidget(self.details)
        row = QHBoxLayout()
        row.setContentsMargins(MARGIN, 0, MARGIN, 0)
        row.addWidget(self.browse_button)
        row.addStretch()
        layout.addLayout(row)
        for chart, caption in self._captions.items():
            layout.addWidget(caption)
            layout.addWidget(chart)
        layout.addWidget(self.path_note)
        for label in (self.heading, self.rules, self.details, self.path_note):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setMinimumWidth(80)
        texts = (self.heading, self.rules, self.details, self.path_note, *self._captions.values())
        for aligned in (*texts, self.techniques):
            aligned.setContentsMargins(MARGIN, 0, MARGIN, 0)
        self.show_verdict("")

    @property
    def text(self) -> str:
        """The heading and the details."""
        return f"{self.heading.text()}\n{self.details.text()}".strip()

    def set_theme(self, theme: Theme) -> None:
        self.techniques.set_theme(theme)
        self.path.set_theme(theme)

    def show_verdict(self, heading: str, *, mood: str = "") -> None:
        """Show the verdict and nothing else; ``mood`` is "right", "wrong", "old" or empty."""
        self.heading.setText(heading)
        self.show_mood(mood)
        self.show_details("")
        self.browse_button.hide()
        self._clear_path()

    def show_rules(self, rules: Rules) -> None:
        """Show the rules if they are not those of most puzzles."""
        self.rules.setText(", ".join(rules.facts).capitalize())
        self.rules.setVisible(rules != STANDARD)

    def show_details(self, details: str) -> None:
        self.details.setText(details)
        self.details.setVisible(bool(details))

    def show_mood(self, mood: str) -> None:
        """Show the heading in the colour of "right", "wrong" or neither."""
        set_style_property(self.heading, "mood", mood)

    def mark_old(self) -> None:
        """Show that the verdict is of the draft before the last edit."""
        self.show_mood("old")

    def show_checking(self) -> None:
        """Show nothing of the draft before the last edit."""
        self.show_verdict(_("Checking…"), mood="old")

    def set_captions_shown(self, shown: bool) -> None:
        """Say above each chart what it shows, or not, where there is little room."""
        self._has_captions = shown
        self._show_captions()

    def show_counts(self, counts: Sequence[TechniqueCount]) -> None:
        """Show how often techniques are needed."""
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

    def _clear_path(self) -> None:
        self.show_counts(())
        self.show_path((), "")


class TechniqueBars(QWidget):
    """A histogram: a row with a bar for each technique, the hardest first."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._counts: list[tuple[str, int]] = []
        self.setFont(number_font(self, FONT_SCALE))
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
            rows = [*rows[: MAX_ROWS - 1], (_("Easier ones"), sum(times for _, times in rest))]
        self._counts = rows
        self.setAccessibleName(_("Techniques"))
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
        rows = QRectF(self.contentsRect())
        name_width = rows.width() * 0.5
        room = rows.width() - name_width - number_width - 12
        for row, (name, times) in enumerate(self._counts):
            area = QRectF(rows.left(), row * ROW_HEIGHT, name_width, ROW_HEIGHT)
            shown = metrics.elidedText(name, Qt.TextElideMode.ElideRight, int(name_width))
            painter.setPen(QColor(self._theme.text))
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, shown)
            bar = QRectF(area.right() + 6, area.top() + 6, max(2.0, room * times / most), 8)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self._theme.bridge))
            painter.drawRoundedRect(bar, 2, 2)
            painter.setPen(QColor(self._theme.muted))
            number = QRectF(rows.right() - number_width, area.top(), number_width, ROW_HEIGHT)
            right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
            painter.drawText(number, right, str(times))
