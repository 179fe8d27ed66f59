"""What leaves the window: pictures of the board, and paper."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, QSize, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication, QPainter
from PySide6.QtPrintSupport import QPrintDialog, QPrinter, QPrintPreviewDialog
from PySide6.QtWidgets import QFileDialog, QWidget

from hashi_gui.core.board import Board
from hashi_gui.core.errors import HashiError
from hashi_gui.gui.panels.message_bar import MessageBar
from hashi_gui.rendering.book import Entry, draw_single
from hashi_gui.rendering.pages import PagePainter
from hashi_gui.rendering.picture import Picture, PictureError, save_picture
from hashi_gui.rendering.theme import PRINT, Theme

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


class Exporter(QObject):
    """Prints, exports and copies what ``snapshot`` gives, and tells in the bar what came of it."""

    _told = Signal(str)

    def __init__(self, snapshot: Callable[[], Snapshot], bar: MessageBar, window: QWidget) -> None:
        super().__init__(window)
        self._snapshot = snapshot
        self._bar = bar
        self._window = window
        self._pool = ThreadPoolExecutor(max_workers=1)
        self._told.connect(bar.show_message, Qt.ConnectionType.QueuedConnection)

    def copy_image(self) -> None:
        """Put a picture of the board on the clipboard."""
        try:
            image = self._snapshot().picture(COPIED_CELL).image()
        except PictureError as error:
            self._bar.show_message(str(error))
            return
        QGuiApplication.clipboard().setImage(image)
        self._bar.show_message("A picture of the board is on the clipboard.")

    def export(self) -> None:
        """Ask for a file and draw the board into it: a PDF is for paper, others look as here."""
        snapshot = self._snapshot()
        file = self._ask_for_file(snapshot.name)
        if file is None:
            return
        if file.suffix.lower() == ".pdf":
            snapshot = replace(snapshot, theme=PRINT)
        self._pool.submit(self._write, file, snapshot.picture(EXPORTED_CELL))

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
        self._pool.shutdown()

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
            self._bar.show_message("The printer, or the file to print to, cannot be used.")
            return
        draw_single(PagePainter(printer, painter), snapshot.entry, snapshot.board)
        painter.end()

    def _write(self, file: Path, picture: Picture) -> None:
        """Runs in the pool's thread."""
        try:
            save_picture(file, picture)
        except HashiError as error:
            self._told.emit(str(error))
        except Exception as error:  # whatever it is, the window must hear of it
            self._told.emit(f"The picture could not be made ({type(error).__name__}: {error}).")
        else:
            self._told.emit(f"Exported as {file.name}.")


def _printer() -> QPrinter:
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setFullPage(True)
    return printer
