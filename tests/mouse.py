"""What only events can do: turn a wheel, use a touchpad, touch the screen, and drop something."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import (
    QDragEnterEvent,
    QDropEvent,
    QInputDevice,
    QNativeGestureEvent,
    QPointingDevice,
    QWheelEvent,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

NO_MODIFIER = Qt.KeyboardModifier.NoModifier


def touchpad() -> QPointingDevice:
    return QPointingDevice(
        "touchpad",
        1,
        QInputDevice.DeviceType.TouchPad,
        QPointingDevice.PointerType.Finger,
        QInputDevice.Capability.Position,
        2,
        0,
    )


def turn_wheel(
    widget: QWidget,
    at: QPoint,
    angle: QPoint,
    modifiers: Qt.KeyboardModifier = NO_MODIFIER,
    device: QPointingDevice | None = None,
) -> None:
    """Turn the wheel over a pixel of a widget. A step is 120; down it is away from the user.

    With a touchpad as the ``device``, move two fingers on it.
    """
    event = QWheelEvent(
        QPointF(at),
        QPointF(widget.mapToGlobal(at)),
        QPoint(),
        angle,
        Qt.MouseButton.NoButton,
        modifiers,
        Qt.ScrollPhase.NoScrollPhase,
        False,  # not inverted
        device=device or QPointingDevice.primaryPointingDevice(),
    )
    QApplication.sendEvent(widget, event)


def pinch(widget: QWidget, at: QPoint, growth: float, device: QPointingDevice) -> None:
    """Move two fingers apart on a touchpad; what is under them grows by this share."""
    where = QPointF(at), QPointF(at), QPointF(widget.mapToGlobal(at))
    gesture = Qt.NativeGestureType.ZoomNativeGesture
    QApplication.sendEvent(
        widget, QNativeGestureEvent(gesture, device, 2, *where, growth, QPointF(), 0)
    )


@cache
def touch_screen() -> QPointingDevice:
    return QTest.createTouchDevice()


def touch(widget: QWidget, *ways: Sequence[QPoint], lifts: bool = True) -> None:
    """Put a finger, and then others, on the first place of a way, and move them to its end."""
    fingers = list(enumerate(ways))
    for finger, way in fingers:
        event = QTest.touchEvent(widget, touch_screen(), autoCommit=False)
        for other, places in fingers[:finger]:
            event.move(other, places[0], widget)
        event.press(finger, way[0], widget).commit()
    for places in zip(*(way[1:] for way in ways)):
        event = QTest.touchEvent(widget, touch_screen(), autoCommit=False)
        for finger, place in enumerate(places):
            event.move(finger, place, widget)
        event.commit()
    if lifts:
        lift(widget, *(way[-1] for way in ways))


def lift(widget: QWidget, *places: QPoint) -> None:
    """Take fingers away from the screen."""
    event = QTest.touchEvent(widget, touch_screen(), autoCommit=False)
    for finger, place in enumerate(places):
        event.release(finger, place, widget)
    event.commit()


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
