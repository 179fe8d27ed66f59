"""Starting the game: one window for one folder, the first puzzle, the log, errors, and the end."""

from __future__ import annotations

import errno
import faulthandler
import hashlib
import logging
import os
import signal
import stat
import sys
import traceback
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from logging.handlers import RotatingFileHandler
from pathlib import Path
from socket import socketpair
from time import monotonic, sleep
from types import TracebackType
from typing import Any

from PySide6 import __version__ as pyside_version
from PySide6.QtCore import (
    QEvent,
    QLibraryInfo,
    QLocale,
    QObject,
    QSocketNotifier,
    QSysInfo,
    Qt,
    QTimer,
    QTranslator,
    Signal,
    qVersion,
)
from PySide6.QtGui import QAccessible, QFileOpenEvent
from PySide6.QtNetwork import QLocalServer, QLocalSocket
from PySide6.QtWidgets import QApplication, QMessageBox, QStyleFactory

from hashi_gui import APPLICATION_ID, __version__
from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _
from hashi_gui.formats import Document, read_path, write
from hashi_gui.formats.sources import read_single
from hashi_gui.game import GameStore
from hashi_gui.game.library import first_file
from hashi_gui.gui.board import accessible
from hashi_gui.gui.documents.arrivals import Request
from hashi_gui.gui.settings.preferences import Language, Preferences, Settings, log_file
from hashi_gui.gui.widgets import spoken_tool
from hashi_gui.gui.widgets.controls import plain
from hashi_gui.gui.widgets.messages import Notice
from hashi_gui.gui.window.main_window import MainWindow
from hashi_gui.packs import PackStore
from hashi_gui.rendering.resources import (
    interface_font,
    lacks_letters_of,
    prepare_drawing,
    program_icon,
)
from hashi_gui.rendering.theme import APPLICATION_STYLE_SHEET
from hashi_gui.system import languages
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
from hashi_gui.system.languages import ENGLISH, LANGUAGES

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

TIMEOUT_MS = 10_000
"""How long the first instance may take to answer, for example while it is starting."""

RETRY_SECONDS = 0.05

RECEIVING_MS = 5_000
"""How long a message may take to arrive."""

MAX_MESSAGE = 2**20
"""The most bytes of a message."""

MAX_ADDRESS = 100
"""The most bytes of the path of a socket; systems allow a few more."""

_HELD_BY_ANOTHER = (errno.EACCES, errno.EAGAIN, errno.EWOULDBLOCK, errno.EDEADLK)
_END, _RECEIVED = b"\0", b"ok"

_UNREACHABLE = b"unreachable"
"""What the locked file says in place of an address if no messages can be received."""


class InstanceError(HashiError):
    """Another instance is running, but receives no messages."""


class SingleInstance(QObject):
    """Claims a folder for this process, or sends a message to the process that has claimed it.

    That process locks a file in the folder, and writes there where it receives messages.
    """

    message_received = Signal(object)
    """The bytes that somebody has sent.

    It comes in a slot of a socket, which must not run an event loop.
    """

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.problem = ""
        """Why no messages can be received; empty if they can."""
        self._file = folder / "lock"
        self._descriptor: int | None = None
        self._addresses = list(_addresses(folder.absolute()))
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._accept)
        self._received: dict[QLocalSocket, bytes] = {}

    def claim_or_send(self, message: bytes) -> bool:
        """Claim the folder, or else send a message to the first instance; whether it is claimed.

        The first instance may just be starting, or ending: both are tried until one succeeds.
        Raises InstanceError if neither does.
        """
        end = monotonic() + TIMEOUT_MS / 1000
        while not self.claim():
            if self.send(message):
                return False
            if monotonic() > end:
                raise InstanceError(
                    _("Hashi is open already, but does not answer. Close it first.")
                )
            sleep(RETRY_SECONDS)
        return True

    def claim(self) -> bool:
        """Whether the folder is free for this process; one that cannot be locked counts as free."""
        with suppress(OSError):
            make_private_folder(self._file.parent)
        if not self._lock():
            return False
        self._announce(b"")
        for address in self._addresses:
            QLocalServer.removeServer(address)  # A crash leaves the socket behind.
            if self._server.listen(address):
                self._announce(os.fsencode(self._server.fullServerName()))
                return True
        self.problem = self._server.errorString()
        self._announce(_UNREACHABLE)
        return True

    def send(self, message: bytes) -> bool:
        """Send a message to the first instance; whether it was received. Raises InstanceError."""
        if len(message) > MAX_MESSAGE:
            raise InstanceError(
                _("Hashi is open already. Save this large puzzle in a file, and open it there.")
            )
        address = self._announced()
        if address == _UNREACHABLE:
            raise InstanceError(
                _("Hashi is open already. Open the puzzle there, or close Hashi first.")
            )
        socket = QLocalSocket()
        socket.connectToServer(os.fsdecode(address) or self._addresses[0])
        if not socket.waitForConnected(TIMEOUT_MS):
            return False
        socket.write(message + _END)
        return socket.waitForReadyRead(TIMEOUT_MS) and socket.readAll().data() == _RECEIVED

    def stop_receiving(self) -> None:
        """Receive no more messages, because what they ask for cannot be done any longer."""
        self._server.close()
        for socket in list(self._received):
            socket.abort()

    def release(self) -> None:
        """Let another process claim the folder."""
        self.stop_receiving()
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _lock(self) -> bool:
        """Lock the file, as long as this process lives; False if another process has done so.

        The system releases the lock when the process ends, even if it crashes.
        """
        if os.path.lexists(self._file) and not self._file.is_file():
            return True  # Opening a pipe would wait for ever.
        try:
            descriptor = os.open(self._file, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:
            return True
        try:
            if sys.platform == "win32":
                msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
            else:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(descriptor)
            return error.errno not in _HELD_BY_ANOTHER
        self._descriptor = descriptor
        return True

    def _announce(self, address: bytes) -> None:
        """Write into the locked file, after the first byte, which Windows lets nobody else read."""
        if self._descriptor is not None:
            with suppress(OSError):
                os.ftruncate(self._descriptor, 1)
                os.lseek(self._descriptor, 1, os.SEEK_SET)
                os.write(self._descriptor, address)

    def _announced(self) -> bytes:
        """What the first instance has written there; empty if that cannot be found out."""
        with suppress(OSError), self._file.open("rb", buffering=0) as file:
            file.seek(1)
            return file.read(2 * MAX_ADDRESS)
        return b""

    def _accept(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            self._received[socket] = b""
            socket.readyRead.connect(partial(self._read, socket))
            socket.disconnected.connect(partial(self._forget, socket))
            timer = QTimer(socket, interval=RECEIVING_MS, singleShot=True)
            timer.timeout.connect(partial(self._drop, socket, "it did not arrive in time"))
            timer.start()
            self._read(socket)

    def _read(self, socket: QLocalSocket) -> None:
        if socket not in self._received:
            return
        self._received[socket] += socket.readAll().data()
        if len(self._received[socket]) > MAX_MESSAGE + len(_END):
            self._drop(socket, "it is too long")
        elif self._received[socket].endswith(_END):
            message = self._received.pop(socket)[: -len(_END)]
            socket.write(_RECEIVED)
            socket.flush()
            self.message_received.emit(message)

    def _drop(self, socket: QLocalSocket, reason: str) -> None:
        if socket in self._received:
            logging.warning("a message was dropped: %s", reason)
        socket.abort()

    def _forget(self, socket: QLocalSocket) -> None:
        self._received.pop(socket, None)
        socket.deleteLater()


def _addresses(folder: Path) -> Iterator[str]:
    """Where messages for a folder may be received, the best place first.

    On Windows that is the name of a pipe, elsewhere a socket in a folder of the user, or at last in
    the one for temporary files.
    """
    name = f"hashi-{hashlib.sha256(os.fsencode(folder)).hexdigest()[:16]}"
    if sys.platform != "win32":
        runtime = Path(os.environ.get("XDG_RUNTIME_DIR", ""))
        paths = [runtime / name] if _is_private(runtime) else []
        for path in [*paths, folder / "socket"]:
            if len(os.fsencode(path)) <= MAX_ADDRESS:
                yield str(path)
    yield name


def _is_private(folder: Path) -> bool:
    """Whether a folder belongs to the user alone."""
    try:
        status = folder.stat()
    except OSError:
        return False
    others = stat.S_IRWXG | stat.S_IRWXO
    mine = sys.platform == "win32" or status.st_uid == os.getuid()
    return (
        folder.is_absolute()
        and stat.S_ISDIR(status.st_mode)
        and mine
        and not (status.st_mode & others)
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
        crashes = open_regular_file(file.with_suffix(".crash"), "ab")
        handler = _PrivateFileHandler(
            file, maxBytes=MAX_LOG_BYTES, backupCount=OLDER_LOGS, delay=False
        )
        handler.setFormatter(logging.Formatter(_LOG_FORMAT))
        logging.getLogger().addHandler(handler)
        logging.getLogger().setLevel(logging.INFO)
        faulthandler.enable(crashes)
    logging.info("%s", describe_system())


def describe_system() -> str:
    """The versions that a bug report needs, in one line."""
    return (
        f"Hashi {__version__}, Python {sys.version.split()[0]}, PySide6 {pyside_version}, "
        f"Qt {qVersion()}, {QSysInfo.prettyProductName()}, "
        f"{QSysInfo.kernelType()} {QSysInfo.kernelVersion()} {QSysInfo.currentCpuArchitecture()}"
    )


class EndSignals(QObject):
    """Emits ``received`` when the process is asked to end.

    Python runs its handlers between two instructions of its own, which may never come while Qt
    waits for events. But it writes to a socket at once, and Qt watches that.
    """

    received = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._reader, self._writer = socketpair()
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

    ending = Signal()
    """Nothing can be opened any more."""

    def __init__(self, arguments: list[str]) -> None:
        super().__init__(arguments)
        self.setApplicationName("hashi")
        self.setApplicationDisplayName("Hashi")
        self.setDesktopFileName(APPLICATION_ID)
        self.setStyle(QStyleFactory.create("Fusion"))
        self.setStyleSheet(APPLICATION_STYLE_SHEET)
        prepare_drawing()
        self.setFont(interface_font())
        self.setWindowIcon(program_icon())
        self.window: MainWindow | None = None
        self._texts_of_qt = QTranslator(self)
        QAccessible.installFactory(accessible.interface)
        QAccessible.installFactory(spoken_tool.interface)

    def open_window(self, document: Document, settings: Settings, store: GameStore) -> MainWindow:
        preferred = settings.preferences.language
        problem = self._speak(preferred)
        self.window = MainWindow(document, settings, store)
        if problem:
            self.window.context.messages.notices.show_notice("language", Notice(problem))
        hints = self.styleHints()
        theme, preferences = self.window.context.theme, self.window.context.preferences
        hints.colorSchemeChanged.connect(theme.apply)
        if hasattr(hints, "accessibility"):  # Qt 6.10 and later.
            asked = hints.accessibility()
            asked.contrastPreferenceChanged.connect(theme.apply)
            if hasattr(asked, "motionPreferenceChanged"):  # Qt 6.12 and later.
                asked.motionPreferenceChanged.connect(preferences.apply)
        preferences.changed.connect(partial(self._follow_language, preferred))
        preferences.keys_changed.connect(self._reopen, Qt.ConnectionType.QueuedConnection)
        self.window.closed.connect(self._say_that_it_ends)
        self.window.show()
        return self.window

    @property
    def current(self) -> MainWindow:
        """The window, once it is open."""
        assert self.window is not None
        return self.window

    def _speak(self, preferred: Language) -> str:
        """Speak the language of the preferences or the system; return what is missing for it."""
        system = QLocale.system()
        wanted = "" if preferred is Language.SYSTEM else preferred
        code = languages.choose(None, wanted, system.uiLanguages())
        problem = ""
        if lacks_letters_of(LANGUAGES[code]):
            languages.speak(ENGLISH)
            problem = _(
                "{language} needs a font with its letters. On Debian and Ubuntu: "
                "apt install fonts-noto-cjk."
            ).format(language=QLocale.languageToString(QLocale(code).language()))
            code = ENGLISH
        locale = QLocale(code)
        # The system may write dates in yet another language.
        is_of_system = system.dayName(1) == locale.dayName(1)
        QLocale.setDefault(system if is_of_system else locale)
        self.removeTranslator(self._texts_of_qt)
        folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        if self._texts_of_qt.load(f"qtbase_{code}", folder):
            self.installTranslator(self._texts_of_qt)
        return problem

    def _follow_language(self, before: Language, preferences: Preferences) -> None:
        """Open the window again if another language was chosen, once the change is saved."""
        if preferences.language is not before:
            QTimer.singleShot(0, self, self._reopen)

    def _reopen(self) -> None:
        """Open the window again, with all that it shows, in another language or with other keys."""
        window = self.current
        kept, settings = window.kept(), window.context.preferences.settings
        self.setQuitOnLastWindowClosed(False)
        if window.close():
            window.deleteLater()
            store = GameStore(window.context.stores.games.folder)
            self.open_window(_first_document(None, store), settings, store).restore(kept)
        self.setQuitOnLastWindowClosed(True)

    def _say_that_it_ends(self) -> None:
        if self.quitOnLastWindowClosed():
            self.ending.emit()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent) and self.window is not None:
            self.window.documents.open_file(Path(event.file()))
            return True
        return super().event(event)


def run(source: str | None = None, *, says_all: bool = False) -> int:
    """Open the game on a puzzle, or where the player left off, and return the exit code.

    ``source`` is passed to :func:`read_single`. If the game is open already, its window shows the
    puzzle instead, or what is wrong with a file. If ``source`` is not a puzzle, raises HashiError
    before a window opens; but if the window ``says_all``, it opens where the player left off.
    """
    document, refused = None, False
    try:
        document = None if source is None else read_single(source, streams=False)
    except HashiError:
        refused = True
        if not says_all:
            if not _is_said_elsewhere(_request(source, None)):
                raise
            return 0
    request = _request(source, document)
    sys.setswitchinterval(SWITCH_SECONDS)
    application = Application(["hashi"])
    folder = data_folder()
    instance = SingleInstance(folder, application)
    if not instance.claim_or_send(request.to_message()):
        return 0
    for own_folder in (folder, config_folder()):
        make_private(own_folder)
    start_log(log_file())
    if instance.problem:
        logging.warning("other starts cannot reach this one: %s", instance.problem)
    sys.excepthook = _report
    store = GameStore(folder)
    store.remove_partial_files()
    store.erase_deleted()
    PackStore.beside(store).remove_partial_files()
    end_signals = EndSignals(application)  # A signal from now on is received by the event loop.
    application.open_window(_first_document(document, store), Settings(), store)
    instance.message_received.connect(partial(_open_request, application))
    application.ending.connect(instance.stop_receiving)
    end_signals.received.connect(lambda: application.current.close_without_asking())
    logging.info("the window is open")
    application.commitDataRequest.connect(
        lambda _: application.current.context.stores.flushed_games()
    )
    if refused:
        application.current.documents.open(request)
    code = application.exec()
    instance.release()
    return code


def _is_said_elsewhere(request: Request) -> bool:
    """Let the window that is open already say what is wrong with a file; False without both."""
    if any(map(os.path.isfile, request.files)):
        application = QApplication.instance() or Application(["hashi"])
        with suppress(InstanceError):
            return SingleInstance(data_folder(), application).send(request.to_message())
    return False


def show_error(error: str) -> None:
    """Show why the game cannot be opened, where there is no console to print it on."""
    application = QApplication.instance() or Application(["hashi"])
    QMessageBox.critical(None, application.applicationName(), plain(error))


def _first_document(document: Document | None, store: GameStore) -> Document:
    if document is not None:
        return store.resume(document)
    return store.load_last() or read_path(first_file())


def _request(source: str | None, document: Document | None) -> Request:
    """What a second instance sends to the first one: a text that is no puzzle may be a file."""
    if source is not None:
        file = Path(source).absolute()
        with suppress(OSError):  # The text of a puzzle may be too long for the name of a file.
            is_file = document is None or file.is_file()
            if is_file and not is_on_another_computer(str(file)):
                return Request((file,))
    return Request() if document is None else Request(text=write(document, "hashi"))


def _open_request(application: Application, message: bytes) -> None:
    """Open what another instance has sent, and bring the window to the front."""
    try:
        request = Request.from_message(message)
    except ValueError as error:
        logging.warning("a message was not understood: %s", error)
        return
    window = application.current
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
        application.window.report_error(f"{describe_system()}\n\n{details}")
