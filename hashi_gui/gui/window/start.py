"""Starting the game: the first puzzle, what another start asks for, and uncaught errors."""

from __future__ import annotations

import logging
import sys
import traceback
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication, QMessageBox, QStyleFactory

from hashi_gui.formats import Document, read_path, write
from hashi_gui.game import GameStore
from hashi_gui.game.library import library_files
from hashi_gui.gui.documents.arrivals import Request
from hashi_gui.gui.settings.settings import Settings, log_file
from hashi_gui.gui.widgets.plain_text import plain
from hashi_gui.gui.window.log import bug_report, start_log
from hashi_gui.gui.window.main_window import MainWindow
from hashi_gui.gui.window.signals import EndSignals
from hashi_gui.gui.window.single_instance import SingleInstance
from hashi_gui.packs import PackStore
from hashi_gui.puzzle_input import read_single
from hashi_gui.rendering.resources import interface_font, load_fonts, program_icon
from hashi_gui.rendering.widget_style import APPLICATION_STYLE_SHEET
from hashi_gui.system.files import is_on_another_computer, make_private
from hashi_gui.system.paths import config_folder, data_folder

NO_BUTTON_ICONS = "QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }"
"""For all dialogs, those of Qt as well; a dialog asks for it before it has a parent."""

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
        self.setStyleSheet(NO_BUTTON_ICONS)
        self.setStyleSheet(APPLICATION_STYLE_SHEET)
        load_fonts()
        self.setFont(interface_font())
        self.setWindowIcon(program_icon())
        self.window: MainWindow | None = None

    def open_window(self, document: Document, settings: Settings, store: GameStore) -> MainWindow:
        self.window = MainWindow(document, settings, store)
        hints = self.styleHints()
        hints.colorSchemeChanged.connect(self.window.context.theme.apply)
        if hasattr(hints, "accessibility"):  # Qt 6.10 and later.
            hints.accessibility().contrastPreferenceChanged.connect(self.window.context.theme.apply)
        self.window.show()
        return self.window

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent) and self.window is not None:
            documents = self.window.documents
            documents.arrivals.add(partial(documents.open_file, Path(event.file())))
            return True
        return super().event(event)


def run(source: str | None = None) -> int:
    """Open the game on a puzzle, or where the player left off, and return the exit code.

    ``source`` is passed to :func:`read_single`. If the game is open already, its window shows the
    puzzle instead. Raises HashiError before a window opens if ``source`` is not a puzzle.
    """
    document = None if source is None else read_single(source, streams=False)
    sys.setswitchinterval(SWITCH_SECONDS)
    application = Application(["hashi"])
    folder = data_folder()
    instance = SingleInstance(folder, application)
    if not instance.claim_or_send(_request(source, document).to_message()):
        return 0
    for own_folder in (folder, config_folder()):
        make_private(own_folder)
    start_log(log_file())
    if instance.problem:
        logging.warning("other starts cannot reach this one: %s", instance.problem)
    sys.excepthook = _report
    store = GameStore(folder)
    store.remove_partial_files()
    PackStore.beside(store).remove_partial_files()
    end_signals = EndSignals(application)  # A signal from now on is received by the event loop.
    window = application.open_window(_first_document(document, store), Settings(), store)
    instance.message_received.connect(partial(_open_request, window))
    window.closed.connect(instance.stop_receiving)
    end_signals.received.connect(window.close_without_asking)
    logging.info("the window is open")
    application.commitDataRequest.connect(lambda _: window.context.stores.flushed_games())
    code = application.exec()
    instance.release()
    return code


def show_error(error: str) -> None:
    """Show why the game cannot be opened, where there is no console to print it on."""
    application = QApplication.instance() or Application(["hashi"])
    QMessageBox.critical(None, application.applicationName(), plain(error))


def _first_document(document: Document | None, store: GameStore) -> Document:
    if document is not None:
        return store.resume(document)
    return store.load_last() or read_path(library_files()[0])


def _request(source: str | None, document: Document | None) -> Request:
    """What a second instance sends to the first one."""
    if source is None or document is None:
        return Request()
    file = Path(source).absolute()
    with suppress(OSError):  # The text of a puzzle may be too long for the name of a file.
        if file.is_file() and not is_on_another_computer(str(file)):
            return Request(file=file)
    return Request(text=write(document, "hashi"))


def _open_request(window: MainWindow, message: bytes) -> None:
    """Open what another instance has sent, and bring the window to the front."""
    try:
        request = Request.from_message(message)
    except ValueError as error:
        logging.warning("a message was not understood: %s", error)
        return
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.raise_()
    window.activateWindow()
    documents = window.documents
    if request.file is not None:
        documents.arrivals.add(partial(documents.open_file, request.file))
    elif request.text:
        documents.arrivals.add(partial(documents.open_text, request.text, "the other window"))


def _report(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Log an uncaught error and report it to the player; the game goes on."""
    details = "".join(traceback.format_exception(kind, error, trace))
    logging.error("uncaught\n%s", details)
    if sys.stderr is not None:  # hashi-gui has no console on Windows.
        sys.__excepthook__(kind, error, trace)
    application = QApplication.instance()
    if isinstance(application, Application) and application.window is not None:
        application.window.report_error(str(error), bug_report(details))
