"""What a card with a puzzle is to be like."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QWidget

from hashi_gui.core.i18n import _
from hashi_gui.gui.widgets.controls import FIELD_HEIGHT, ValueField, muted
from hashi_gui.gui.widgets.dialogs import AnswerDialog, form_layout
from hashi_gui.rendering.printing.card import MAX_WORDS

WIDTH = 300


class CardDialog(AnswerDialog):
    """Asks for the words on a card, and for its paper."""

    def __init__(self, parent: QWidget, words: str) -> None:
        super().__init__(_("Make a card"), parent)
        self.words = QLineEdit(words, maxLength=MAX_WORDS)
        self.words.setPlaceholderText(_("Happy birthday, Anna!"))
        self.words.setMinimumSize(WIDTH, FIELD_HEIGHT)
        self.paper = ValueField({"A4": "A4", "LETTER": "Letter"})
        about = muted(_("The puzzle is on the front, its solution inside."))
        fields = form_layout((_("Words"), self.words), (_("Paper"), self.paper))
        self.fill(_("Save as PDF…"), about, fields)
