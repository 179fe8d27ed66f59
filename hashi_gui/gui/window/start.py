"""Starting the game: the first puzzle, other starts, the log, errors, and signals that end it."""

from __future__ import annotations

import faulthandler
import logging
import signal
import socket
import sys
import traceback
from contextlib import suppress
from functools import partial
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import Any

from PySide6 import __version__ as pyside_version
from PySide6.QtCore import QEvent, QObject, QSocketNotifier, QSysInfo, Qt, Signal, qVersion
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication, QMessageBox, QStyleFactory

from hashi_gui import __version__
from hashi_gui.formats import Document, read_path, write
from hashi_gui.game import GameStore
from hashi_gui.game.library import first_file
from hashi_gui.gui.documents.arrivals import Request
from hashi_gui.gui.settings.settings import Settings, log_file
from hashi_gui.gui.widgets.controls import plain
from hashi_gui.gui.window.main_window import MainWindow
from hashi_gui.gui.window.single_instance import SingleInstance
from hashi_gui.packs import PackStore
from hashi_gui.puzzle_input import read_single
from hashi_gui.rendering.resources import interface_font, prepare_drawing, program_icon
from hashi_gui.rendering.widget_style import APPLICATION_STYLE_SHEET
from hashi_gui.system.files import (
    check_regular_file,
    config_folder,
    data_folder,
    is_on_another_computer,
    make_private,
    make_private_folder,
    open_regular_file,
    private,
)

MAX_LOG_BYTES = 500_000
OLDER_LOGS = 2

_LOG_FORMAT = "%(asctime)s %(levelname)s %(name)s %(threadName)s: %(message)s"

END_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")

SWITCH_SECONDS = 0.001
"""How long another thread may hold the interpreter while the GUI thread waits for it."""


class _PrivateFileHandler(RotatingFileHandler):
    def _open(self) -> Any:
        return open(
            self.baseFilename, self.mode, encoding="utf-8", errors="replace", opener=private
        )

    def handleError(self, record: logging.LogRecord) -> None:
        """Print nothing if a message cannot be written, such as on a full disk."""


def start_log(file: Path) -> None:
    """Write log messages to a file, which is rotated; crashes of the interpreter go beside it.

    Without a place to write, the program works without a log.
    """
    # Otherwise Python would print the messages, with tracebacks.
    logging.getLogger().addHandler(logging.NullHandler())
    with suppress(OSError):
        make_private_folder(file.parent)
        check_regular_file(file)
        crashes = open_regular_file(crash_file(file), "ab")
        handler = _PrivateFileHandler(
            file, maxBytes=MAX_LOG_BYTES, backupCount=OLDER_LOGS, delay=False
        )
        handler.setFormatter(logging.Formatter(_LOG_FORMAT))
        logging.getLogger().addHandler(handler)
        logging.getLogger().setLevel(logging.INFO)
        faulthandler.enable(crashes)
    logging.info("%s", describe_system())


def crash_file(log_file: Path) -> Path:
    """The file for crashes of the interpreter itself, beside a log file."""
    return log_file.with_suffix(".crash")


def describe_system() -> str:
    """The versions that a bug report needs, in one line."""
    return (
        f"Hashi {__version__}, Python {sys.version.split()[0]}, PySide6 {pyside_version}, "
        f"Qt {qVersion()}, {QSysInfo.prettyProductName()}, "
        f"{QSysInfo.kernelType()} {QSysInfo.kernelVersion()} {QSysInfo.currentCpuArchitecture()}"
    )


def bug_report(error: str) -> str:
    """The text of a bug report about an error, with its traceback."""
    return f"{describe_system()}\n\n{error}"


class EndSignals(QObject):
    """Emits ``received`` when the process is asked to end.

    Python runs its handlers between two instructions of its own, which may never come while Qt
    waits for events. But it writes to a socket at once, and Qt watches that.
    """

    received = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._reader, self._writer = socket.socketpair()
        self._reader.setblocking(False)
        self._writer.setblocking(False)
        signal.set_wakeup_fd(self._writer.fileno(), warn_on_full_buffer=False)
        self._notifier = QSocketNotifier(
            self._reader.fileno(), QSocketNotifier.Type.Read, parent=self
        )
        self._notifier.activated.connect(self._read)
        for name in END_SIGNALS:
            if hasattr(signal, name):  # Windows has no SIGHUP.
                signal.signal(getattr(signal, name), lambda *_: None)

    def _read(self) -> None:
        with suppress(BlockingIOError):
            if self._reader.recv(64):
                self.received.emit()


class Application(QApplication):
    """The Qt application. Opens the files that macOS passes to it."""

    def __init__(self, arguments: list[str]) -> None:
        super().__init__(arguments)
        self.setApplicationName("hashi")
        self.setApplicationDisplayName("Hashi")
        self.setDesktopFileName("hashi")
        self.setStyle(QStyleFactory.create("Fusion"))
        self.setStyleSheet(APPLICATION_STYLE_SHEET)
        prepare_drawing()
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
            self.window.documents.open_file(Path(event.file()))
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
    return store.load_last() or read_path(first_file())


def _request(source: str | None, document: Document | None) -> Request:
    """What a second instance sends to the first one."""
    if source is None or document is None:
        return Request()
    file = Path(source).absolute()
    with suppress(OSError):  # The text of a puzzle may be too long for the name of a file.
        if file.is_file() and not is_on_another_computer(str(file)):
            return Request((file,))
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
    if request.files or request.text:
        window.documents.open(request)


def _report(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Log an uncaught error and report it to the player; the game goes on."""
    details = "".join(traceback.format_exception(kind, error, trace))
    logging.error("uncaught\n%s", details)
    if sys.stderr is not None:  # hashi-gui has no console on Windows.
        sys.__excepthook__(kind, error, trace)
    application = QApplication.instance()
    if isinstance(application, Application) and application.window is not None:
        application.window.report_error(bug_report(details))
