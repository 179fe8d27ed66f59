"""The dialog for the title, the author and the notes of a draft."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QFormLayout, QLineEdit, QPlainTextEdit, QWidget

from hashi_gui.formats import PuzzleInfo
from hashi_gui.gui.widgets.fitting import AnswerButtons, FittingDialog

MAX_LENGTH = 200
"""The most characters of a title and of the name of an author."""


class PropertiesDialog(FittingDialog):
    """Title, author and notes; they are saved in ``.hashi`` files."""

    def __init__(self, info: PuzzleInfo, parent: QWidget | None) -> None:
        super().__init__("Title and author", parent, QSize(460, 320))
        self._info = info
        self.title = QLineEdit(info.title, maxLength=MAX_LENGTH)
        self.author = QLineEdit(info.author, maxLength=MAX_LENGTH)
        self.notes = QPlainTextEdit(info.notes)
        self.notes.setTabChangesFocus(True)
        form = QFormLayout(self)
        form.addRow("Title", self.title)
        form.addRow("Author", self.author)
        form.addRow("Notes", self.notes)
        form.addRow(AnswerButtons(self, "OK"))

    @property
    def info(self) -> PuzzleInfo:
        """What was entered; the rest stays as it was."""
        return replace(
            self._info,
            title=self.title.text().strip(),
            author=self.author.text().strip(),
            notes=self.notes.toPlainText().strip(),
        )
