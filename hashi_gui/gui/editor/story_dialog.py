"""The dialog in which the setter says what the solving path of a new puzzle is to be like."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QStyledItemDelegate,
    QVBoxLayout,
    QWidget,
)

from hashi_gui.core.symmetry import Symmetry
from hashi_gui.editing import Draft
from hashi_gui.generating import GeneratorOptions
from hashi_gui.generating.story import PLACES, TECHNIQUES, Need, Story
from hashi_gui.gui.editor.generating_fields import islands_field, note
from hashi_gui.gui.library.generator_options import FIELD_HEIGHT
from hashi_gui.gui.widgets.fitting import AnswerButtons, FittingDialog
from hashi_gui.gui.widgets.number_field import NumberField

NOTE = (
    "A new puzzle of this size is suggested, whose solving path is like that. It takes the "
    "place of what you have set; you can undo this."
)

ANYTHING = "anything"
ANYWHERE = "anywhere"


class StoryDialog(FittingDialog):
    """Where the path opens, a technique that it needs and when, and how it ends."""

    def __init__(self, draft: Draft, symmetry: Symmetry, parent: QWidget | None) -> None:
        super().__init__("Require a technique", parent)
        self._draft = draft
        self._symmetry = symmetry
        self.islands = islands_field(draft, 2)
        self.opens = _combo_box(ANYWHERE, PLACES)
        self.needs = _combo_box(ANYTHING, TECHNIQUES)
        self.first, self.last = NumberField(0, 100, 0), NumberField(0, 100, 100)
        self.ends = _combo_box(ANYTHING, TECHNIQUES)
        for field in (self.first, self.last):
            field.setSuffix(" %")
        self.problem = QLabel()
        self.problem.setObjectName("muted")
        buttons = AnswerButtons(self, "Generate")
        self.ok_button = buttons.accept_button
        layout = QVBoxLayout(self)
        layout.setSpacing(16)
        layout.addWidget(note(NOTE, symmetry))
        layout.addLayout(self._form())
        layout.addWidget(self.problem)
        layout.addWidget(buttons)
        for combo in (self.opens, self.needs, self.ends):
            combo.currentIndexChanged.connect(self._check)
        for field in (self.islands, self.first, self.last):
            field.valueChanged.connect(self._check)
        self._check()

    @property
    def story(self) -> Story:
        needs = _chosen(self.needs)
        part = self.first.value() / 100, self.last.value() / 100
        return Story(
            _chosen(self.opens), (Need(needs, *part),) if needs else (), _chosen(self.ends)
        )

    @property
    def options(self) -> GeneratorOptions:
        """What was chosen. Raises GenerationError if it is impossible."""
        return GeneratorOptions(
            self._draft.rows,
            self._draft.cols,
            self.islands.value(),
            max_bridges=self._draft.rules.max_bridges,
            symmetry=self._symmetry,
            story=str(self.story),
        )

    def _form(self) -> QFormLayout:
        part = QHBoxLayout()
        part.addWidget(self.first)
        part.addWidget(QLabel("to"))
        part.addWidget(self.last)
        part.addWidget(QLabel("of the path"))
        part.addStretch()
        form = QFormLayout()
        form.addRow("Islands", self.islands)
        form.addRow("Opens", self.opens)
        form.addRow("Needs", self.needs)
        form.addRow("within", part)
        form.addRow("Ends with", self.ends)
        return form

    def _check(self) -> None:
        needs = bool(_chosen(self.needs))
        for field in (self.first, self.last):
            field.setEnabled(needs)
        self.problem.setText(self._problem_text())
        possible = all(field.possible for field in (self.islands, self.first, self.last))
        self.ok_button.setEnabled(possible and not self.problem.text())

    def _problem_text(self) -> str:
        """Why there is nothing to look for; empty if there is."""
        if not any(_chosen(combo) for combo in (self.opens, self.needs, self.ends)):
            return "Choose what the path is to be like."
        if _chosen(self.needs) and self.first.value() >= self.last.value():
            return "The part of the path must end after it begins."
        return ""


def _combo_box(nothing: str, words: Iterable[str]) -> QComboBox:
    """A box with the words of a story, and one that asks for nothing."""
    combo = QComboBox()
    combo.setMinimumHeight(FIELD_HEIGHT)
    # The default delegate of a combo box ignores style sheets.
    combo.setItemDelegate(QStyledItemDelegate(combo))
    combo.addItem(nothing.capitalize(), "")
    for word in words:
        combo.addItem(word.replace("-", " ").capitalize(), word)
    return combo


def _chosen(combo: QComboBox) -> str:
    return str(combo.currentData())
