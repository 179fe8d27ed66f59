"""One window for one folder of saved games: a second start hands its puzzle to the first one."""

from __future__ import annotations

import errno
import hashlib
import logging
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import monotonic, sleep

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _
from hashi_gui.system.files import make_private_folder

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
