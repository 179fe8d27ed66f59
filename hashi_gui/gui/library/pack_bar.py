"""What can be done with the pack that the library shows, and what is being done."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QProgressBar, QPushButton, QWidget

from hashi_gui.packs.pack_store import PackProgress


class ExportForm(StrEnum):
    """What a pack can be exported as; the value is the text of the menu entry."""

    ARCHIVE = "As a .zip file…"
    FOLDER = "As a folder…"
    LIST = "As a list of links…"


class PackBar(QWidget):
    """Shows how much of a pack is solved, with buttons to change it."""

    rename_pressed = Signal()
    removal_pressed = Signal()
    export_pressed = Signal(ExportForm)

    def __init__(self) -> None:
        super().__init__()
        self.progress = QLabel()
        self.progress.setObjectName("muted")
        self.rename_button = _button("Rename…")
        self.rename_button.clicked.connect(self.rename_pressed)
        self.export_button = _button("Export")
        menu = QMenu(self)
        for form in ExportForm:
            menu.addAction(form).triggered.connect(lambda _, form=form: self._export(form))
        self.export_button.setMenu(menu)
        self.remove_button = _button("Remove…")
        self.remove_button.clicked.connect(self.removal_pressed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.progress, 1)
        for button in (self.rename_button, self.export_button, self.remove_button):
            row.addWidget(button)

    def show_pack(self, pack_progress: PackProgress) -> None:
        self.progress.setText(pack_progress.progress_text)

    def _export(self, form: ExportForm) -> None:
        self.export_pressed.emit(form)


class TaskBar(QWidget):
    """Shows what takes a while, with a button to stop it; hidden if there is nothing."""

    stop_pressed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.text = QLabel()
        self._progress = QProgressBar(textVisible=False)
        self._progress.setFixedWidth(110)
        self.stop_button = _button("Stop")
        self.stop_button.clicked.connect(self.stop_pressed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.text, 1)
        row.addWidget(self._progress)
        row.addWidget(self.stop_button)
        self.show_activity("")

    def show_activity(self, text: str, done: int = 0, total: int = 0) -> None:
        """Show how much is done out of a total, 0 if that is not known; "" hides everything."""
        self.text.setText(text)
        self._progress.setRange(0, total)
        self._progress.setValue(done)
        self.setVisible(bool(text))


def _button(text: str) -> QPushButton:
    button = QPushButton(text)
    button.setAutoDefault(False)
    return button
