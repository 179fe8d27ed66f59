"""What the library shows of a pack: its progress, what can be done, what was not imported."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPlainTextEdit,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from hashi_gui.core.i18n import _
from hashi_gui.gui.widgets.controls import ValueField, dialog_button, muted
from hashi_gui.gui.widgets.dialogs import DIALOG_MARGINS, AnswerDialog, FittingDialog, form_layout
from hashi_gui.packs.exchange import Reading
from hashi_gui.packs.pack import PackProgress

WANTED_SIZE = QSize(620, 380)


class ExportForm(StrEnum):
    """What a pack can be exported as; the value is the text of the menu entry."""

    ARCHIVE = "As a .zip file…"
    FOLDER = "As a folder…"
    LIST = "As a list of links…"
    BOOK = "As a book…"


class BookStyle(NamedTuple):
    """What a book is to be like; ``paper`` is the name of a ``Paper``, ``qr`` says beside what
    QR codes are: "puzzles", "solutions" or nothing.
    """

    contest: bool
    per_page: int
    paper: str
    solutions: bool
    qr: str


class BookDialog(AnswerDialog):
    """What a book of the puzzles of a pack is to be like."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(_("Make a book"), parent)
        self.contest = ValueField(
            {"": _("Book"), "contest": _("Contest, with points and boxes to write in")}
        )
        self.per_page = ValueField({n: n for n in ("1", "2", "4", "6")})
        self.per_page.value = "4"
        self.paper = ValueField({"A4": "A4", "LETTER": "Letter"})
        self.solutions = QCheckBox(_("Solutions on the last pages"))
        self.solutions.setChecked(True)
        self.qr = ValueField(
            {"": _("None"), "puzzles": _("Beside puzzles"), "solutions": _("Beside solutions")}
        )
        self.solutions.toggled.connect(self._on_solutions)
        self.qr.currentIndexChanged.connect(self._on_qr)
        rows = (
            (_("Template"), self.contest),
            (_("Puzzles per page"), self.per_page),
            (_("Paper"), self.paper),
            ("", self.solutions),
            (_("QR codes"), self.qr),
        )
        self.fill(_("Save as PDF…"), form_layout(*rows))

    def _on_solutions(self, wanted: bool) -> None:
        if not wanted and self.qr.value == "solutions":
            self.qr.value = ""

    def _on_qr(self) -> None:
        if self.qr.value == "solutions":
            self.solutions.setChecked(True)

    @property
    def chosen(self) -> BookStyle:
        return BookStyle(
            bool(self.contest.value),
            int(self.per_page.value),
            self.paper.value,
            self.solutions.isChecked(),
            self.qr.value,
        )


class PackBar(QWidget):
    """Shows how much of a pack is solved, with buttons to change it."""

    export_pressed = Signal(ExportForm)

    def __init__(self) -> None:
        super().__init__()
        self.progress = muted("")
        self.rename_button = dialog_button(_("Rename…"))
        self.export_button = dialog_button(_("Export"))
        menu = QMenu(self)
        for form in ExportForm:
            menu.addAction(form).triggered.connect(partial(self.export_pressed.emit, form))
        self.export_button.setMenu(menu)
        self.remove_button = dialog_button(_("Remove…"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.progress, 1)
        for button in (self.rename_button, self.export_button, self.remove_button):
            row.addWidget(button)

    def show_pack(self, pack_progress: PackProgress) -> None:
        self.progress.setText(pack_progress.progress_text)


class TaskBar(QWidget):
    """Shows what takes a while, with a button to stop it; hidden if there is nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.text = QLabel()
        self._progress = QProgressBar(textVisible=False)
        self._progress.setFixedWidth(110)
        self.stop_button = dialog_button(_("Stop"))
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


class ImportReport(FittingDialog):
    """Lists the files and lines that are no puzzles, and the puzzles that were there twice."""

    def __init__(self, reading: Reading, parent: QWidget | None = None) -> None:
        super().__init__(reading.title, parent, WANTED_SIZE)
        summary = QLabel(reading.summary, wordWrap=True)
        summary.setObjectName("title")
        self.list = QPlainTextEdit("\n".join([*reading.broken, *reading.repeated]), readOnly=True)
        self.copy_button = dialog_button(_("Copy"))
        self.copy_button.clicked.connect(self._copy)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        foot = QHBoxLayout()
        foot.addWidget(self.copy_button)
        foot.addStretch()
        foot.addWidget(buttons)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(*DIALOG_MARGINS)
        layout.addWidget(summary)
        layout.addWidget(self.list, 1)
        layout.addLayout(foot)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.list.toPlainText())
