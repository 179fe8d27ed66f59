"""The dialog for the size of a grid."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QFormLayout,
    QGridLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from hashi_gui.core.puzzle import MAX_SIDE
from hashi_gui.editing import Draft, SizeChange
from hashi_gui.gui.widgets.fitting import AnswerButtons, FittingDialog
from hashi_gui.gui.widgets.number_field import NumberField

MIN_WIDTH = 320
"""Broad enough for the title, in pixels."""

ANCHORS = ("↖", "↑", "↗", "←", "•", "→", "↙", "↓", "↘")
"""The corner, side or middle that stays where it is, by its place in the square of buttons."""

MIDDLE = 4


class SizeDialog(FittingDialog):
    """Width and height; for a draft that has islands, also which part of the grid stays."""

    def __init__(self, draft: Draft, parent: QWidget | None, *, is_new: bool) -> None:
        super().__init__("New empty puzzle" if is_new else "Size of the grid", parent)
        self._draft = draft
        self.width_field = NumberField(1, MAX_SIDE, draft.cols)
        self.height_field = NumberField(1, MAX_SIDE, draft.rows)
        form = QFormLayout()
        form.addRow("Width", self.width_field)
        form.addRow("Height", self.height_field)
        self.anchors = QButtonGroup(self)
        if not is_new:
            form.addRow("What stays", self._anchor_buttons())
        buttons = AnswerButtons(self, "Create" if is_new else "Resize")
        self.ok_button = buttons.accept_button
        layout = QVBoxLayout(self)
        layout.setSpacing(16)
        layout.addLayout(form)
        layout.addWidget(buttons)
        for field in (self.width_field, self.height_field):
            field.valueChanged.connect(self._check)
        self.setMinimumWidth(MIN_WIDTH)
        self.width_field.selectAll()

    @property
    def size_change(self) -> SizeChange:
        """How much each side grows."""
        more_rows = self.height_field.value() - self._draft.rows
        more_cols = self.width_field.value() - self._draft.cols
        row, col = divmod(max(self.anchors.checkedId(), 0), 3)
        # The half that is left over goes to the bottom and to the right.
        top = (0, more_rows // 2, more_rows)[row]
        left = (0, more_cols // 2, more_cols)[col]
        return SizeChange(top, left, more_rows - top, more_cols - left)

    def _anchor_buttons(self) -> QWidget:
        square = QWidget()
        grid = QGridLayout(square)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(2)
        for place, sign in enumerate(ANCHORS):
            button = QToolButton()
            button.setText(sign)
            button.setCheckable(True)
            button.setChecked(place == MIDDLE)
            button.setFixedSize(30, 28)
            self.anchors.addButton(button, place)
            grid.addWidget(button, *divmod(place, 3))
        grid.setColumnStretch(3, 1)
        square.setToolTip("The grid grows on the other sides")
        grid.setAlignment(Qt.AlignmentFlag.AlignLeft)
        return square

    def _check(self) -> None:
        possible = self.width_field.possible and self.height_field.possible
        self.ok_button.setEnabled(possible)
