"""Signals of the operating system, such as SIGTERM, as a Qt signal."""

from __future__ import annotations

import signal
import socket
from contextlib import suppress

from PySide6.QtCore import QObject, QSocketNotifier, Signal

END_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")


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
