"""The panel beside the board of the editor: the verdict, and explanations below it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QBoxLayout, QWidget

from hashi_gui.gui.editor.verdict_card import VerdictCard
from hashi_gui.gui.teaching.teacher_panel import TeacherPanel
from hashi_gui.gui.widgets.board_area import ANY_LENGTH, Side
from hashi_gui.gui.widgets.style_property import set_style_property
from hashi_gui.rendering.theme import Theme

MAX_SIZE = QSize(340, 260)
"""The width of the panel beside the board and its height below it, in pixels."""

MAX_SHARE = 0.42
"""The most that it takes of a small window."""


class SetterPanel(QWidget):
    """The card with the verdict, and the teacher's panel for what can be explained."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("setterPanel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.card = VerdictCard(theme)
        self.teacher_panel = TeacherPanel()
        self.teacher_panel.close_button.setToolTip("Close (Esc)")
        self._layout = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._layout.setSpacing(0)
        self._layout.addWidget(self.card, 0, Qt.AlignmentFlag.AlignTop)
        self._layout.addWidget(self.teacher_panel, 1)
        self._layout.addStretch(0)

    def set_theme(self, theme: Theme) -> None:
        self.card.set_theme(theme)
        self.teacher_panel.set_theme(theme)

    def place_in(self, area: QSize) -> Side:
        """Choose the side that leaves more for the board: the right one, or below it."""
        size = MAX_SIZE.boundedTo(area * MAX_SHARE)
        left_of_it = min(area.width() - size.width(), area.height())
        above_it = min(area.width(), area.height() - size.height())
        side = Side.RIGHT if left_of_it >= above_it else Side.BELOW
        directions = QBoxLayout.Direction
        if side is Side.RIGHT:
            self._layout.setDirection(directions.TopToBottom)
            self._layout.setContentsMargins(1, 0, 0, 0)  # for the line beside the board
            self.setMinimumSize(size.width(), 0)
            self.setMaximumSize(size.width(), ANY_LENGTH)
        else:
            self._layout.setDirection(directions.LeftToRight)
            self._layout.setContentsMargins(0, 1, 0, 0)
            self.setMinimumSize(0, size.height())
            self.setMaximumSize(ANY_LENGTH, size.height())
        set_style_property(self, "side", side.name)
        return side
