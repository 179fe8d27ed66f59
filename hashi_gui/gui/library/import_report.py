"""The report of an import into the library: what was left out, and why."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from hashi_gui.gui.widgets.fitting import FittingDialog
from hashi_gui.packs.importing import Reading

WANTED_SIZE = QSize(620, 380)


class ImportReport(FittingDialog):
    """Lists the files and lines that are no puzzles, and the puzzles that were there twice."""

    def __init__(self, reading: Reading, parent: QWidget | None = None) -> None:
        super().__init__(reading.title, parent, WANTED_SIZE)
        summary = QLabel(reading.summary, wordWrap=True)
        summary.setObjectName("title")
        self.list = QPlainTextEdit("\n".join([*reading.broken, *reading.repeated]), readOnly=True)
        self.copy_button = QPushButton("Copy")
        self.copy_button.setAutoDefault(False)
        self.copy_button.clicked.connect(self._copy)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        foot = QHBoxLayout()
        foot.addWidget(self.copy_button)
        foot.addStretch()
        foot.addWidget(buttons)
        layout = QVBoxLayout(self)
        layout.addWidget(summary)
        layout.addWidget(self.list, 1)
        layout.addLayout(foot)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.list.toPlainText())
