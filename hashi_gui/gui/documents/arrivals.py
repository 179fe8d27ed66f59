"""What comes to the window from outside to be opened: drops, files, and what other starts send."""

from __future__ import annotations

import json
import logging
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget

from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import N_
from hashi_gui.core.wording import printable, shorten
from hashi_gui.system.files import (
    is_on_another_computer,
    read_regular_file,
    rename_damaged,
    write_own,
)

MAX_NAME = 60
"""How many characters of a text stand for it."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be opened: a file, several as a pack, or a text; nothing just shows the window."""

    files: tuple[Path, ...] = ()
    text: str = ""
    page: str = ""
    """The part of a web page that the text was copied from."""
    source: str = N_("the other window")
    """Where it comes from, in English."""

    @property
    def name(self) -> str:
        """What the player knows it by."""
        return shorten(printable(self.files[0].name if self.files else self.text), MAX_NAME)

    def to_data(self) -> dict[str, object]:
        """All but the source, for JSON."""
        if self.files:
            return {"files": [str(file) for file in self.files]}
        return {name: text for name in ("text", "page") if (text := getattr(self, name))}

    @classmethod
    def from_data(cls, data: object) -> Request:
        """The request of :meth:`to_data`. Raises ValueError; anyone may have written it."""
        match data:
            case {"files": [_, *_] as names, **rest} if not rest:
                return cls(tuple(map(_file, names)))
            case dict() if data.keys() <= {"text", "page"}:
                return cls(text=_text(data.get("text", "")), page=_text(data.get("page", "")))
        raise ValueError("it asks for something unknown")

    def to_message(self) -> bytes:
        return json.dumps(self.to_data()).encode()

    @classmethod
    def from_message(cls, message: bytes) -> Request:
        """Return the request in a message. Raises ValueError; anyone may have written it."""
        try:
            return cls.from_data(json.loads(message.decode()))
        except RecursionError:
            raise ValueError("it is nested too deeply") from None


def _text(text: object) -> str:
    if not isinstance(text, str):
        raise ValueError("its text is none")
    text.encode()  # Half a character is none.
    return text


def _file(name: object) -> Path:
    if not isinstance(name, str) or "\0" in name or not Path(name).is_absolute():
        raise ValueError("it does not name a file")
    if is_on_another_computer(name):
        raise ValueError("it does not name a file of this computer")
    return Path(name)


def save_unopened(file: Path, requests: Sequence[Request]) -> None:
    """Keep what was not opened for the next start; if that is impossible, it is in the log."""
    try:
        if requests or file.exists():
            write_own(file, json.dumps([request.to_data() for request in requests]))
    except HashiError as error:
        logging.warning("what was not opened is lost: %s", error)


def load_unopened(file: Path) -> tuple[list[Request], Path | None]:
    """What :func:`save_unopened` has kept, as far as that can be read.

    If not all can, the file is renamed, and its new name returned, too.
    """
    requests = []
    try:
        data = list(json.loads(read_regular_file(file)))
    except FileNotFoundError:
        return [], None
    except (OSError, ValueError, TypeError, RecursionError):
        data = [None]
    for each in data:
        with suppress(ValueError, TypeError):
            requests.append(Request.from_data(each))
    if len(requests) < len(data):
        with suppress(OSError):
            return requests, rename_damaged(file)
    return requests, None


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
