"""A list of buttons to choose the level of a new puzzle, each with a description."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from hashi_gui.core.i18n import _
from hashi_gui.gui.widgets.controls import let_tab_reach_checked
from hashi_gui.logic.levels import Level
from hashi_gui.rendering.theme import Theme

LEVEL_DESCRIPTIONS: dict[Level | None, str] = {
    **{level: level.description for level in Level},
    None: "Any difficulty; the fastest to generate.",
}
"""What each level needs, in the order in which they are offered; None stands for any level."""

HEIGHT, MIN_HEIGHT = 40, 32
CORNER_RADIUS = 8
MARGIN = 12
OUTLINE_WIDTH, FOCUSED_WIDTH = 2, 3
"""Of the chosen level, in pixels."""
BAR_WIDTH, BAR_GAP, BAR_HEIGHTS = 4, 3, (5, 8, 11, 14, 17)
NAME_LEFT = 62
DESCRIPTION_LEFT = 140
MIN_WIDTH = 240


def level_name(level: Level | None) -> str:
    return level.capitalize() if level else _("Any")


class LevelButton(QAbstractButton):
    """One level: rising bars, its name and its description."""

    def __init__(self, level: Level | None, theme: Theme) -> None:
        super().__init__()
        self._level = level
        self._theme = theme
        self.setText(level_name(level))
        self.setAccessibleDescription(LEVEL_DESCRIPTIONS[level])
        self.setToolTip(LEVEL_DESCRIPTIONS[level])
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.setCheckable(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def sizeHint(self) -> QSize:
        width = (
            DESCRIPTION_LEFT
            + self.fontMetrics().horizontalAdvance(LEVEL_DESCRIPTIONS[self._level])
            + MARGIN
        )
        return QSize(width, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(MIN_WIDTH, MIN_HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_frame(painter)
        self._draw_bars(painter)
        self._draw_texts(painter)

    def _draw_frame(self, painter: QPainter) -> None:
        theme, width = self._theme, 1
        colour = theme.muted if self.underMouse() else theme.line
        if self.isChecked():
            colour, width = theme.accent, FOCUSED_WIDTH if self.hasFocus() else OUTLINE_WIDTH
        painter.setPen(QPen(QColor(colour), width))
        painter.setBrush(QColor(theme.panel))
        inset = width / 2
        frame = self.rect().toRectF().adjusted(inset, inset, -inset, -inset)
        painter.drawRoundedRect(frame, CORNER_RADIUS, CORNER_RADIUS)

    def _draw_bars(self, painter: QPainter) -> None:
        filled = 0 if self._level is None else self._level.rank + 1
        bottom = (self.height() + BAR_HEIGHTS[-1]) / 2
        painter.setPen(Qt.PenStyle.NoPen)
        for number, height in enumerate(BAR_HEIGHTS):
            painter.setBrush(QColor(self._theme.bridge if number < filled else self._theme.line))
            left = MARGIN + number * (BAR_WIDTH + BAR_GAP)
            bar = QRectF(QPointF(left, bottom - height), QPointF(left + BAR_WIDTH, bottom))
            painter.drawRoundedRect(bar, 1.5, 1.5)

    def _draw_texts(self, painter: QPainter) -> None:
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        space = self.rect().adjusted(NAME_LEFT, 0, -MARGIN, 0)
        name = QFont(self.font())
        name.setWeight(QFont.Weight.DemiBold)
        painter.setFont(name)
        painter.setPen(QColor(self._theme.text))
        painter.drawText(space, middle, self.text())
        painter.setFont(self.font())
        painter.setPen(QColor(self._theme.muted))
        space.setLeft(DESCRIPTION_LEFT)
        description = LEVEL_DESCRIPTIONS[self._level]
        shortened = Qt.TextElideMode.ElideRight
        painter.drawText(
            space, middle, self.fontMetrics().elidedText(description, shortened, space.width())
        )


class LevelField(QWidget):
    """A button for each level; one of them is chosen."""

    chosen = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._group = QButtonGroup(self)
        self._buttons = {level: LevelButton(level, theme) for level in LEVEL_DESCRIPTIONS}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        for button in self._buttons.values():
            self._group.addButton(button)
            column.addWidget(button)
        self._group.buttonToggled.connect(partial(let_tab_reach_checked, self._group))
        self._group.buttonClicked.connect(self.chosen)

    @property
    def level(self) -> Level | None:
        return next(level for level, button in self._buttons.items() if button.isChecked())

    @level.setter
    def level(self, level: Level | None) -> None:
        self._buttons[level].setChecked(True)

    def button(self, level: Level | None) -> LevelButton:
        return self._buttons[level]
