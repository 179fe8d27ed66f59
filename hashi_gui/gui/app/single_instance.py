"""One window for one folder of saved games: a second start hands its puzzle to the first one."""

from __future__ import annotations

import errno
import hashlib
import os
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from hashi_gui.core.errors import HashiError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

TIMEOUT_MS = 10_000
"""How long the first instance may take to answer, for example while it is starting."""

RETRY_SECONDS = 0.05

_HELD_BY_ANOTHER = (errno.EACCES, errno.EAGAIN, errno.EWOULDBLOCK, errno.EDEADLK)
_END, _RECEIVED = b"\0", b"ok"


class InstanceError(HashiError):
    """Another instance is running, but does not answer."""


class SingleInstance(QObject):
    """Claims a folder for this process, or sends a message to the process that has claimed it."""

    message_received = Signal(str)
    """Another instance has sent a message and ended."""

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._file = folder / "lock"
        self._descriptor: int | None = None
        digest = hashlib.sha256(str(folder.absolute()).encode()).hexdigest()
        self._name = f"hashi-{digest[:16]}"
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._accept)
        self._received: dict[QLocalSocket, bytes] = {}

    def claim_or_send(self, message: str) -> bool:
        """Claim the folder, or else send a message to the first instance; whether it is claimed.

        The first instance may just be starting, or ending: both are tried until one succeeds.
        Raises InstanceError if neither does.
        """
        end = monotonic() + TIMEOUT_MS / 1000
        while not self.claim():
            if self.send(message):
                return False
            if monotonic() > end:
                raise InstanceError("Hashi is already running, but it does not answer.")
            sleep(RETRY_SECONDS)
        return True

    def claim(self) -> bool:
        """Whether the folder is free for this process; one that cannot be locked counts as free."""
        with suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
        if not self._lock():
            return False
        QLocalServer.removeServer(self._name)  # A crash leaves the socket behind.
        self._server.listen(self._name)
        return True

    def send(self, message: str) -> bool:
        """Send a message to the first instance; whether it was received."""
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        if not socket.waitForConnected(TIMEOUT_MS):
            return False
        socket.write(message.encode() + _END)
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

    def _accept(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            self._received[socket] = b""
            socket.readyRead.connect(lambda socket=socket: self._read(socket))
            socket.disconnected.connect(lambda socket=socket: self._forget(socket))
            self._read(socket)

    def _read(self, socket: QLocalSocket) -> None:
        if socket not in self._received:
            return
        self._received[socket] += socket.readAll().data()
        if self._received[socket].endswith(_END):
            message = self._received.pop(socket)[: -len(_END)]
            socket.write(_RECEIVED)
            socket.flush()
            self.message_received.emit(message.decode(errors="replace"))

    def _forget(self, socket: QLocalSocket) -> None:
        self._received.pop(socket, None)
        socket.deleteLater()
