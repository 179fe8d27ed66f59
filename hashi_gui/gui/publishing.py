"""What leaves the window: pictures of the board, and paper."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from PySide6.QtCore import QObject, QSize, Slot
from PySide6.QtGui import QGuiApplication, QPainter
from PySide6.QtPrintSupport import QPrintDialog, QPrinter, QPrintPreviewDialog
from PySide6.QtWidgets import QFileDialog, QWidget

from hashi_gui.core.board import Board
from hashi_gui.core.errors import HashiError
from hashi_gui.gui.background import Background, Reply, Worker
from hashi_gui.gui.message_bar import MessageBar
from hashi_gui.gui.pages.book import Entry, draw_single
from hashi_gui.gui.pages.picture import Picture, PictureError, save_picture
from hashi_gui.gui.pages.sheet import Sheet
from hashi_gui.gui.theme import PRINT, Theme
from hashi_gui.solving import CancelToken

EXPORTED_CELL = 8.0
COPIED_CELL = 5.0
"""The sizes of a cell, in millimetres."""

PREVIEW = QSize(980, 760)

ENDINGS = {"PNG image (*.png)": "png", "SVG drawing (*.svg)": "svg", "PDF page (*.pdf)": "pdf"}
"""What the player chooses from, and the ending each gives to a name without one."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A game as it is to be shown; ``name`` is what a file of it may be called."""

    entry: Entry
    board: Board
    theme: Theme
    name: str

    def picture(self, cell: float) -> Picture:
        return Picture(self.entry.puzzle, self.board, self.theme, cell)


@dataclass(frozen=True, slots=True, eq=False)
class Export:
    """A picture to be written."""

    file: Path
    picture: Picture
    token: CancelToken = field(default_factory=CancelToken)


class ExportWorker(Worker):
    """Writes pictures; the answer is None, or a HashiError that says why not."""

    def answer(self, request: Export) -> HashiError | None:
        try:
            save_picture(request.file, request.picture)
        except HashiError as error:
            return error
        return None

    def recover(self) -> None:
        """Nothing is kept from one picture to the next."""


class Publisher(QObject):
    """Prints, exports and copies what ``snapshot`` gives, and tells in the bar what came of it."""

    def __init__(self, snapshot: Callable[[], Snapshot], bar: MessageBar, window: QWidget) -> None:
        super().__init__(window)
        self._snapshot = snapshot
        self._bar = bar
        self._window = window
        self._background: Background | None = None

    def copy_image(self) -> None:
        """Put a picture of the board on the clipboard."""
        try:
            image = self._snapshot().picture(COPIED_CELL).image()
        except PictureError as error:
            self._bar.say(str(error))
            return
        QGuiApplication.clipboard().setImage(image)
        self._bar.say("A picture of the board is on the clipboard.")

    def export(self) -> None:
        """Ask for a file and draw the board into it: a PDF is for paper, others look as here."""
        snapshot = self._snapshot()
        file = self._ask_for_file(snapshot.name)
        if file is None:
            return
        if file.suffix.lower() == ".pdf":
            snapshot = replace(snapshot, theme=PRINT)
        if self._background is None:
            self._background = Background(ExportWorker(), self)
            self._background.answered.connect(self._report)
            self._background.failed.connect(self._report_failure)
        self._background.put(Export(file, snapshot.picture(EXPORTED_CELL)))

    def print(self) -> None:
        """Ask for a printer and print the board on one page."""
        printer = _printer()
        dialog = QPrintDialog(printer, self._window)
        if dialog.exec():
            self._print_on(printer)
        dialog.deleteLater()

    def preview(self) -> None:
        """Show how the page will look; it can be printed from there."""
        printer = _printer()
        dialog = QPrintPreviewDialog(printer, self._window)
        dialog.setWindowTitle("Print preview")
        dialog.resize(PREVIEW)
        dialog.paintRequested.connect(self._print_on)
        dialog.exec()
        dialog.deleteLater()

    def close(self) -> None:
        """Finish what is being written."""
        if self._background is not None:
            self._background.close()

    def _ask_for_file(self, name: str) -> Path | None:
        dialog = QFileDialog(self._window, "Export as image or PDF")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters(list(ENDINGS))
        # Qt adds the ending, so that it asks before it replaces the file it will write.
        dialog.setDefaultSuffix(next(iter(ENDINGS.values())))
        dialog.filterSelected.connect(lambda kind: dialog.setDefaultSuffix(ENDINGS[kind]))
        dialog.selectFile(name)
        chosen = dialog.selectedFiles() if dialog.exec() else []
        dialog.deleteLater()
        return Path(chosen[0]) if chosen else None

    @Slot(QPrinter)
    def _print_on(self, printer: QPrinter) -> None:
        snapshot = self._snapshot()
        printer.setDocName(snapshot.name)
        painter = QPainter()
        if not painter.begin(printer):
            self._bar.say("The printer, or the file to print to, cannot be used.")
            return
        draw_single(Sheet(printer, painter), snapshot.entry, snapshot.board)
        painter.end()

    @Slot(object)
    def _report(self, reply: Reply) -> None:
        error: HashiError | None = reply.answer
        self._bar.say(str(error) if error else f"Exported as {reply.request.file.name}.")

    @Slot(object)
    def _report_failure(self, reply: Reply) -> None:
        self._bar.say(f"The picture could not be made ({reply.error}).")


def _printer() -> QPrinter:
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setFullPage(True)
    return printer
