"""The dialog in which the setter says how the assistant completes a board."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QFormLayout, QVBoxLayout, QWidget

from hashi_gui.core.symmetry import Symmetry
from hashi_gui.editing import Draft
from hashi_gui.generating import GeneratorOptions
from hashi_gui.gui.editor.generating_fields import islands_field, note
from hashi_gui.gui.library.generator_options import MAX_UNKNOWN_PERCENT, ValueField
from hashi_gui.gui.widgets.fitting import AnswerButtons, FittingDialog
from hashi_gui.gui.widgets.number_field import NumberField
from hashi_gui.logic.levels import Level

NOTE = "Islands are added around yours, which stay with their clues and bridges."

LEVEL_TEXTS: dict[Level | None, str] = {
    None: "Any",
    **{level: level.capitalize() for level in Level},
}


class CompleteDialog(FittingDialog):
    """The number of islands, the level, "?" clues, and whether loops are allowed."""

    def __init__(self, draft: Draft, symmetry: Symmetry, parent: QWidget | None) -> None:
        super().__init__("Complete the board", parent)
        self._draft = draft
        self._symmetry = symmetry
        placed = symmetry.with_images(draft.clues, draft.rows, draft.cols)
        self.islands = islands_field(draft, max(2, len(placed)))
        self.level = ValueField(LEVEL_TEXTS)
        self.unknown = NumberField(0, MAX_UNKNOWN_PERCENT, 0)
        self.unknown.setSuffix(" %")
        self.loops = QCheckBox("Allow loops")
        self.loops.setChecked(True)
        buttons = AnswerButtons(self, "Complete")
        self.ok_button = buttons.accept_button
        form = QFormLayout()
        form.addRow("Islands in all", self.islands)
        form.addRow("Level", self.level)
        form.addRow("“?” clues", self.unknown)
        form.addRow("", self.loops)
        layout = QVBoxLayout(self)
        layout.setSpacing(16)
        layout.addWidget(note(NOTE, symmetry))
        layout.addLayout(form)
        layout.addWidget(buttons)
        for field in (self.islands, self.unknown):
            field.valueChanged.connect(self._check)

    @property
    def options(self) -> GeneratorOptions:
        """What was chosen. Raises GenerationError if it is impossible."""
        return GeneratorOptions(
            self._draft.rows,
            self._draft.cols,
            self.islands.value(),
            max_bridges=self._draft.rules.max_bridges,
            unknown=self.unknown.value() / 100,
            symmetry=self._symmetry,
            loops=self.loops.isChecked(),
            level=self.level.value,
        )

    def _check(self) -> None:
        self.ok_button.setEnabled(self.islands.possible and self.unknown.possible)
