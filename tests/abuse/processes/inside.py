"""Runs the program as usual, with somebody inside who acts in its window."""

import sys
import traceback
from collections.abc import Callable
from itertools import count

from PySide6.QtCore import QtMsgType, qInstallMessageHandler

from hashi_gui.game.autosave import SavingThread
from hashi_gui.gui.window import start
from hashi_gui.gui.window.main_window import MainWindow


class Limit:
    """Lets no file become longer than a few bytes, as if the disk were full."""

    def __init__(self, size: int) -> None:
        self.size = size

    def fill(self) -> None:
        self._set(self.size)

    def free(self) -> None:
        self._set(-1)

    def _set(self, size: int) -> None:
        from resource import RLIMIT_FSIZE, setrlimit  # Windows has none.

        setrlimit(RLIMIT_FSIZE, (size, -1))


def run_with(somebody: Callable[[MainWindow], object], file: str | None = None) -> int:
    """Run the program, which may open a file; somebody lives as long as the window."""
    report_messages(lambda text: print(text, file=sys.stderr, flush=True))
    open_window = start.Application.open_window

    def open_and_act(application, document, settings, store):
        window = open_window(application, document, settings, store)
        window.somebody = somebody(window)
        return window

    start.Application.open_window = open_and_act
    return start.run(file)


def show(*words: object) -> None:
    """Print a line, at once, for there are threads."""
    print(f"{' '.join(map(str, words))}\n", end="", flush=True)


def before_saving(show: Callable[[], object]) -> None:
    """Call a function before anything is saved, so that a kill cannot come in between."""
    run = SavingThread.run

    def show_and_run(thread: SavingThread, job: Callable[[], None]) -> None:
        show()
        run(thread, job)

    SavingThread.run = show_and_run


def report_saved(thread: SavingThread, report: Callable[[int], object]) -> None:
    """Report each state before a thread gets it to save, and print ``saved NUMBER`` afterwards."""
    run, numbers = thread.run, count()

    def report_and_run(job: Callable[[], None]) -> None:
        number = next(numbers)

        def save() -> None:
            job()
            show("saved", number)

        report(number)
        run(save)

    thread.run = report_and_run


def report_messages(report: Callable[[str], object]) -> None:
    """Report what Qt complains about, and where."""

    def on_message(kind: QtMsgType, _context: object, text: str) -> None:
        of_platform = text.startswith("This plugin does not support")  # It has no screen.
        if kind not in (QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg) and not of_platform:
            report(f"Qt: {text}\n{''.join(traceback.format_stack(limit=8))}")

    qInstallMessageHandler(on_message)


def report_errors(report: Callable[[str], object]) -> None:
    """Report errors that nothing has caught, and what Qt complains about."""
    sys.excepthook = lambda *error: report("".join(traceback.format_exception(*error)))
    report_messages(report)
