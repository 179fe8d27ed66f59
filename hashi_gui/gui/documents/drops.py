"""What is dropped on the window: files, folders, links and text."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMimeData, QObject, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget


class Drops(QObject):
    """Takes whatever may be a puzzle or a pack, anywhere on a window."""

    dropped = Signal(object)
    """The QMimeData that was dropped.

    The program from which something is dragged waits until the slots have returned.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, window: QObject, event: QEvent) -> bool:
        if isinstance(event, QDragEnterEvent):
            data = event.mimeData()
            if data.hasUrls() or data.hasText():
                event.acceptProposedAction()
            return True
        if isinstance(event, QDropEvent) and event.type() == QEvent.Type.Drop:
            event.acceptProposedAction()
            self.dropped.emit(_copy_of(event.mimeData()))
            return True
        return super().eventFilter(window, event)


def _copy_of(data: QMimeData) -> QMimeData:
    """A copy, since the original ends with the drop."""
    copy = QMimeData()
    if data.hasText():
        copy.setText(data.text())
    if data.hasUrls():
        copy.setUrls(data.urls())
    return copy
