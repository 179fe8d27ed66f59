"""Runs the program as usual, but says which dialogs it shows, and does what it is told to.

Usage: program.py [FILE]

It prints ``window`` once it is open, ``shown CLASS`` for each dialog that is shown, and ``hidden
CLASS``. Each line of its input is done as if a player did it: ``trigger NAME`` an action by its
name in the module of actions, ``drop PATH`` a file on the window, ``escape`` the key.
"""

from __future__ import annotations

import sys
from threading import Thread

from PySide6.QtCore import QEvent, QMimeData, QObject, QPointF, Qt, QUrl, Signal, Slot
from PySide6.QtGui import QDropEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QDialog

from hashi_gui.gui.app import actions, editor_actions, start
from hashi_gui.gui.app.main_window import MainWindow


def show(*words: str) -> None:
    print(*words, flush=True)


class Watcher(QObject):
    """Watches the dialogs of a window, and uses it."""

    _told = Signal(str)

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._told.connect(self._do, Qt.ConnectionType.QueuedConnection)
        QApplication.instance().installEventFilter(self)
        Thread(target=self._listen, daemon=True).start()
        window.files.opened.connect(lambda: show("opened", window.files.name))

    def eventFilter(self, target: QObject, event: QEvent) -> bool:
        if isinstance(target, QDialog) and event.type() in (QEvent.Type.Show, QEvent.Type.Hide):
            word = "shown" if event.type() == QEvent.Type.Show else "hidden"
            show(word, type(target).__name__)
        return False

    def _listen(self) -> None:
        for line in sys.stdin:
            self._told.emit(line.strip())

    @Slot(str)
    def _do(self, line: str) -> None:
        verb, _, rest = line.partition(" ")
        if verb == "trigger":
            spec = getattr(actions, rest, None) or getattr(editor_actions, rest)
            self._window.window_actions[spec].trigger()
        elif verb == "drop":
            data = QMimeData()
            data.setUrls([QUrl.fromLocalFile(rest)])
            copy, left = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
            none = Qt.KeyboardModifier.NoModifier
            QApplication.sendEvent(self._window, QDropEvent(QPointF(), copy, data, left, none))
        elif verb == "escape":
            target = QApplication.activeModalWidget()
            for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                QApplication.postEvent(
                    target,
                    QKeyEvent(kind, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier),
                )


def main() -> int:
    open_window = start.Application.open_window

    def open_and_watch(application, document, settings, store):
        window = open_window(application, document, settings, store)
        window.watcher = Watcher(window)
        show("window")
        return window

    start.Application.open_window = open_and_watch
    return start.run(*sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
