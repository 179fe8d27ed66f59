"""Starts the game."""

from __future__ import annotations

import sys
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QEvent
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication, QStyleFactory

from hashi_gui.formats import Document, read_path
from hashi_gui.game import GameStore
from hashi_gui.game.library import library_files
from hashi_gui.gui.app.main_window import MainWindow
from hashi_gui.gui.app.settings import Settings, data_folder
from hashi_gui.puzzle_input import read_source
from hashi_gui.rendering.icons import program_icon
from hashi_gui.rendering.theme import interface_font, load_fonts

SWITCH_SECONDS = 0.001
"""How long another thread may hold the interpreter while the GUI thread waits for it."""


class Application(QApplication):
    """The Qt application. Opens the files that macOS passes to it."""

    def __init__(self, arguments: list[str]) -> None:
        super().__init__(arguments)
        self.setApplicationName("hashi")
        self.setApplicationDisplayName("Hashi")
        self.setDesktopFileName("hashi")
        self.setStyle(QStyleFactory.create("Fusion"))
        load_fonts()
        self.setFont(interface_font())
        self.setWindowIcon(program_icon())
        self.window: MainWindow | None = None

    def open_window(self, document: Document, settings: Settings, store: GameStore) -> MainWindow:
        self.window = MainWindow(document, settings, store)
        self.styleHints().colorSchemeChanged.connect(self.window.apply_theme)
        self.window.show()
        return self.window

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent) and self.window is not None:
            self.window.files.open_file(Path(event.file()))
            return True
        return super().event(event)


def run(source: str | None = None) -> int:
    """Open the game on a puzzle, or where the player left off, and return the exit code.

    ``source`` is passed to :func:`read_source`. Raises HashiError before a window opens if it is
    not a puzzle.
    """
    document = None if source is None else read_source(source)
    sys.setswitchinterval(SWITCH_SECONDS)
    sys.excepthook = _report
    application = Application(["hashi"])
    store = GameStore(data_folder())
    if document is None:
        opened = store.load_last() or read_path(library_files()[0])
    else:
        opened = store.resume(document)
    application.open_window(opened, Settings(), store)
    return application.exec()


def _report(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Report an uncaught error to the player; the game goes on."""
    sys.__excepthook__(kind, error, trace)
    application = QApplication.instance()
    if isinstance(application, Application) and application.window is not None:
        application.window.bar.show_message(f"Something went wrong, but you can play on. ({error})")
