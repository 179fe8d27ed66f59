"""Runs the program as usual, but says what it shows, and does what it is told to.

Usage: dialogs.py [FILE]

It prints ``window`` once it is open, ``shown CLASS`` for each dialog, and ``opened NAME`` for each
further puzzle. Each line of its input is executed as Python in the event loop, with ``window`` and
the functions below.
"""

import sys
from threading import Thread

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QDialog, QPushButton

from hashi_gui.gui.window.main_window import MainWindow
from tests import mouse
from tests.abuse.processes.inside import run_with, show
from tests.menus import action


def trigger(window: MainWindow, text: str, editing: bool = False) -> None:
    action(window, text, editing=editing).trigger()


def move(window: MainWindow) -> None:
    window.play.controller.play(window.play.controller.game.cycle_bridges(0))


def drop(window: MainWindow, file: str) -> None:
    mouse.drop(window, QPoint(), mouse.data_of(file))


def escape() -> None:
    """Press Esc in the dialog on top."""
    key = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)
    QApplication.postEvent(QApplication.activeModalWidget(), key)


def press(text: str) -> None:
    """Press a button of the dialog on top."""
    buttons = QApplication.activeModalWidget().findChildren(QPushButton)
    next(button for button in buttons if button.text() == text).click()


class Watcher(QObject):
    _told = Signal(str)

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._told.connect(self._do, Qt.ConnectionType.QueuedConnection)
        window.play.in_play.opened.connect(lambda: show("opened", window.play.in_play.name))
        QApplication.instance().installEventFilter(self)
        Thread(target=self._listen, daemon=True).start()
        show("window")

    def eventFilter(self, target: QObject, event: QEvent) -> bool:
        if isinstance(target, QDialog) and event.type() == QEvent.Type.Show:
            show("shown", type(target).__name__)
        return False

    def _listen(self) -> None:
        for line in sys.stdin:
            self._told.emit(line)

    @Slot(str)
    def _do(self, line: str) -> None:
        exec(line, {**globals(), "window": self._window})


if __name__ == "__main__":
    sys.exit(run_with(Watcher, *sys.argv[1:]))
