"""What only events can do with a mouse: turn its wheel, and drop something."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget

NO_MODIFIER = Qt.KeyboardModifier.NoModifier


def turn_wheel(
    widget: QWidget, at: QPoint, angle: QPoint, modifiers: Qt.KeyboardModifier = NO_MODIFIER
) -> None:
    """Turn the wheel over a pixel of a widget. A step is 120; down it is away from the user."""
    no_button, phase = Qt.MouseButton.NoButton, Qt.ScrollPhase.NoScrollPhase
    where = QPointF(at), QPointF(widget.mapToGlobal(at))
    event = QWheelEvent(*where, QPoint(), angle, no_button, modifiers, phase, False)  # not inverted
    QApplication.sendEvent(widget, event)


def data_of(*files: Path | str) -> QMimeData:
    """What a file manager lets one drag or copy."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
    return data


def drop(widget: QWidget, at: QPoint, data: QMimeData) -> None:
    """Drop something on a pixel of a widget, as a file manager or a browser would."""
    how = Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, NO_MODIFIER
    try:
        entering = QDragEnterEvent(QPointF(at), *how)
    except (TypeError, ValueError):  # Qt before 6.12 expects whole pixels.
        entering = QDragEnterEvent(at, *how)
    QApplication.sendEvent(widget, entering)
    QApplication.sendEvent(widget, QDropEvent(QPointF(at), *how))
