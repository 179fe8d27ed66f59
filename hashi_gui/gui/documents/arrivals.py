"""What comes to the window from outside to be opened: drops, files, and what other starts send."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, Signal, Slot
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget

from hashi_gui.system.files import is_on_another_computer


@dataclass(frozen=True, slots=True)
class Request:
    """What a start asks a window for that is open: a file, the text of a puzzle, or to be seen."""

    file: Path | None = None
    text: str = ""

    def to_message(self) -> bytes:
        data = {"file": str(self.file)} if self.file else {"text": self.text} if self.text else {}
        return json.dumps(data).encode()

    @classmethod
    def from_message(cls, message: bytes) -> Request:
        """Return the request in a message. Raises ValueError; anyone may have written it."""
        try:
            data = json.loads(message.decode())
        except RecursionError:
            raise ValueError("it is nested too deeply") from None
        match data:
            case {"file": str(name), **rest} if not rest:
                if "\0" in name or not Path(name).is_absolute() or is_on_another_computer(name):
                    raise ValueError("it does not name a file of this computer")
                return cls(file=Path(name))
            case {"text": str(text), **rest} if not rest:
                text.encode()  # Half a character is none.
                return cls(text=text)
            case dict() if not data:
                return cls()
        raise ValueError("it asks for something unknown")


class Arrivals(QObject):
    """Opens what comes from outside, one after the other, as soon as no dialog is open.

    The slot of a drop or of a socket only leaves it here. A dialog that such a slot opens runs an
    event loop, in which whatever has called the slot may be deleted.
    """

    _changed = Signal()

    def __init__(self, window: QWidget, open_dropped: Callable[[QMimeData], None]) -> None:
        """``open_dropped`` opens what is dropped anywhere on the window."""
        super().__init__(window)
        self._open_dropped = open_dropped
        self._waiting: deque[Callable[[], None]] = deque()
        self._opening = False
        self._changed.connect(self._open_next, Qt.ConnectionType.QueuedConnection)
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def add(self, open_it: Callable[[], None]) -> None:
        """Open something later; never in the middle of the caller."""
        self._waiting.append(open_it)
        self._changed.emit()

    def forget(self) -> None:
        """Open nothing of what has arrived so far."""
        self._waiting.clear()

    def eventFilter(self, window: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.WindowUnblocked:
            self._changed.emit()
        elif isinstance(event, QDragEnterEvent):
            data = event.mimeData()
            if data.hasUrls() or data.hasText():
                event.acceptProposedAction()
            return True
        elif isinstance(event, QDropEvent) and event.type() == QEvent.Type.Drop:
            event.acceptProposedAction()
            self.add(partial(self._open_dropped, _copy_of(event.mimeData())))
            return True
        return super().eventFilter(window, event)

    @Slot()
    def _open_next(self) -> None:
        if self._opening or not self._waiting or QApplication.activeModalWidget():
            return
        self._opening = True
        try:
            self._waiting.popleft()()
        finally:
            self._opening = False
            self._changed.emit()


def _copy_of(data: QMimeData) -> QMimeData:
    """A copy, since the original ends with the drop."""
    copy = QMimeData()
    if data.hasText():
        copy.setText(data.text())
    if data.hasUrls():
        copy.setUrls(data.urls())
    return copy
