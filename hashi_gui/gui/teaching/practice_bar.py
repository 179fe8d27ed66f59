"""The bar above the board during a practice set: the task, the score so far, and the buttons."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from hashi_gui.core.i18n import _, pgettext
from hashi_gui.gui.widgets.controls import bar_button, filled, say, set_style_property, spaced
from hashi_gui.rendering.theme import Theme

DOT, GAP = 10, 5
"""The size of the sign for an exercise and the distance between two, in pixels."""

WIDTH_FOR_SCORE = 560
"""In a narrower bar there is only room for the texts."""


class PracticeBar(QWidget):
    """Says which exercise of how many this is, and after the answer whether it was right."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("practiceBar")
        self._title, self._remark = QLabel(wordWrap=True), QLabel(wordWrap=True)
        self._title.setObjectName("title")
        self._remark.setObjectName("remark")
        for label in (self._title, self._remark):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.score = ScoreSigns()
        self.show_button = bar_button(_("Show me"), _("Show the answer; this counts as wrong"))
        self.next_button = bar_button(_("Next"), _("Go on (Enter)"))
        self.end_button = bar_button(
            pgettext("button", "End"), _("Back to your game, which is as you left it")
        )
        self.next_button.setAutoDefault(True)
        texts = filled(spaced(QVBoxLayout(), 4), self._title, self._remark)
        buttons = self.show_button, self.next_button, self.end_button
        row = spaced(QHBoxLayout(self), 8, (24, 8, 24, 8))
        filled(row, texts, self.score, 8, *buttons, broad=texts)
        self.hide()

    @property
    def text(self) -> str:
        return f"{self._title.text()}\n{self._remark.text()}"

    def show_waiting(self, title: str, remark: str) -> None:
        """Say that there is nothing to do yet."""
        self._show(title, remark, "", ())

    def show_task(self, title: str, remark: str) -> None:
        self._show(title, remark, "", (self.show_button,))

    def show_answered(self, title: str, remark: str, next_text: str, *, right: bool) -> None:
        """Say how it went, and offer to go on."""
        self._show(title, remark, "done" if right else "wrong", (self.next_button,))
        self.next_button.setText(next_text)
        self.next_button.setFocus()

    def show_remark(self, remark: str) -> None:
        """Say something about what was drawn; the task is still the same."""
        self._remark.setText(remark)
        say(self, remark)

    def set_theme(self, theme: Theme) -> None:
        self.score.set_theme(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.score.setVisible(self.width() >= WIDTH_FOR_SCORE)

    def _show(self, title: str, remark: str, mood: str, offered: Collection[QPushButton]) -> None:
        self._title.setText(title)
        self._remark.setText(remark)
        say(self, self.text)
        set_style_property(self._remark, "mood", mood)
        for button in (self.show_button, self.next_button):
            button.setVisible(button in offered)
        self.next_button.setDefault(self.next_button in offered)


class ScoreSigns(QWidget):
    """A disc for each right answer, a cross for each wrong one, a ring for what is to come."""

    def __init__(self) -> None:
        super().__init__()
        self._results: Sequence[bool] = ()
        self._total = 0
        self._theme: Theme | None = None

    def show_results(self, results: Sequence[bool], total: int) -> None:
        self._results, self._total = tuple(results), total
        right = sum(results)
        text = _("{right} right, {wrong} wrong, {total} in all")
        self.setToolTip(text.format(right=right, wrong=len(results) - right, total=total))
        self.setAccessibleName(self.toolTip())
        self.updateGeometry()
        self.update()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._total * (DOT + GAP), DOT + 4)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._theme is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number in range(self._total):
            top = (self.height() - DOT) / 2
            place = QRectF(number * (DOT + GAP) + 1, top, DOT, DOT).adjusted(1, 1, -1, -1)
            result = self._results[number] if number < len(self._results) else None
            self._draw_sign(painter, place, result, self._theme)
        painter.end()

    def _draw_sign(
        self, painter: QPainter, place: QRectF, result: bool | None, theme: Theme
    ) -> None:
        if result is False:
            painter.setPen(QPen(QColor(theme.fault), 2.2))
            painter.drawLine(place.topLeft(), place.bottomRight())
            painter.drawLine(place.topRight(), place.bottomLeft())
            return
        colour = QColor(theme.lit_ring if result else theme.muted)
        painter.setPen(QPen(colour, 1.4))
        painter.setBrush(colour if result else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(place)
