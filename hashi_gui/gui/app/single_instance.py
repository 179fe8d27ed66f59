"""One window for one folder of saved games: a second start hands its puzzle to the first one."""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from hashi_gui.core.errors import HashiError

TIMEOUT_MS = 3_000
"""How long the first instance may take to answer."""

_HELD_BY_ANOTHER = QLockFile.LockError.LockFailedError
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
        self._lock = QLockFile(str(self._file))
        self._lock.setStaleLockTime(0)  # It is held as long as the process lives.
        digest = hashlib.sha256(str(folder.absolute()).encode()).hexdigest()
        self._name = f"hashi-{digest[:16]}"
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._accept)
        self._received: dict[QLocalSocket, bytes] = {}

    def claim(self) -> bool:
        """Whether the folder is free for this process; one that cannot be locked counts as free."""
        with suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
        can_be_locked = self._file.is_file() or not os.path.lexists(self._file)
        locked = can_be_locked and self._lock.tryLock(0)
        if can_be_locked and not locked and self._lock.error() == _HELD_BY_ANOTHER:
            return False
        QLocalServer.removeServer(self._name)  # A crash leaves the socket behind.
        self._server.listen(self._name)
        return True

    def send(self, message: str) -> None:
        """Send a message to the first instance. Raises InstanceError if it does not answer."""
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        if socket.waitForConnected(TIMEOUT_MS):
            socket.write(message.encode() + _END)
            if socket.waitForReadyRead(TIMEOUT_MS) and socket.readAll().data() == _RECEIVED:
                return
        raise InstanceError("Hashi is already running, but it does not answer.")

    def release(self) -> None:
        """Let another process claim the folder."""
        self._server.close()
        self._lock.unlock()

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
