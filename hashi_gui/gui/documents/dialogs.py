"""The dialogs for what leaves the program: a card, and the QR code of a link."""

from __future__ import annotations

import math

from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from hashi_gui.core.i18n import _
from hashi_gui.gui.widgets.controls import FIELD_HEIGHT, ValueField, muted
from hashi_gui.gui.widgets.dialogs import AnswerDialog, form_layout, room_for
from hashi_gui.rendering.entry import MAX_WORDS
from hashi_gui.rendering.pages import QUIET, code_image, code_rows

SIDE = 320
"""The least side of the code, if the screen has room for it."""


class QrDialog(AnswerDialog):
    """Shows a QR code, and offers to copy it. Raises CodeError if there can be none."""

    def __init__(self, parent: QWidget, link: str) -> None:
        squares = len(code_rows(link)) + 2 * QUIET
        self.image = code_image(link, -(-SIDE // squares))
        super().__init__(_("QR code"), parent)
        self.code = QLabel()
        self.code.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.code.setAccessibleName(_("QR code of {link}").format(link=link))
        text = muted(_("Scan it with a phone to open this puzzle there."))
        self.fill(_("Copy image"), self.code, text)
        ratio = parent.devicePixelRatioF()
        room = room_for(self).height() - self.sizeHint().height()
        pixels = min(math.ceil(SIDE * ratio / squares), int(room * ratio / squares))
        shown = QPixmap.fromImage(code_image(link, max(pixels, 1)))
        shown.setDevicePixelRatio(ratio)
        self.code.setPixmap(shown)


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
