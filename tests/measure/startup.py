"""Measure how long commands and the window take to start, beside bare programs.

Run it on a desktop or under `xvfb-run`. The programs are started in turns: `hashi --version`,
`--help`, and `solve`, `check` and `count` with the link of a small puzzle, beside Python that does
nothing; the window with a puzzle, until it is painted, beside an empty window of PySide6.
"""

import os
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from hashi_gui.core.errors import HashiError
from hashi_gui.lab.bench.measuring import NO_VALUE, Table, format_number
from hashi_gui.rendering.display_check import check_display
from hashi_gui.system.option_types import positive_number
from hashi_gui.system.progress import progress_bar
from tests.measure.measuring import Duration, add_numbers

LINK = "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3"

EMPTY_WINDOW = """
import os
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget

class Window(QWidget):
    def paintEvent(self, event):
        QTimer.singleShot(0, lambda: os._exit(0))

application = QApplication([])
window = Window()
window.resize(1100, 720)
window.show()
application.exec()
"""

GAME_WINDOW = """
import os, sys
from hashi_gui.cli import main
from hashi_gui.rendering import display_check

check = display_check.check_display

def check_display():
    check()
    from PySide6.QtCore import QTimer
    from hashi_gui.gui.board.view import BoardView

    paint = BoardView.paintEvent

    def paint_event(view, event):
        paint(view, event)
        QTimer.singleShot(0, lambda: os._exit(0))

    BoardView.paintEvent = paint_event

display_check.check_display = check_display
sys.argv = ["hashi"]
main()
"""

HASHI = ("-m", "hashi_gui")

BARE = {
    "Python": ("-c", "pass"),
    "an empty window": ("-c", EMPTY_WINDOW),
}
"""The arguments for Python of the bare programs."""

PROGRAMS = {
    "hashi --version": ("Python", (*HASHI, "--version")),
    "hashi --help": ("Python", (*HASHI, "--help")),
    "hashi solve LINK": ("Python", (*HASHI, "solve", LINK)),
    "hashi check LINK": ("Python", (*HASHI, "check", LINK)),
    "hashi count LINK": ("Python", (*HASHI, "count", LINK)),
    "the window": ("an empty window", ("-c", GAME_WINDOW)),
}
"""With which bare program each program is compared, and its arguments."""


def measure(arguments: Sequence[str]) -> Duration:
    """Start Python with these arguments, as somebody who has never played; wait until it ends."""
    from resource import RUSAGE_CHILDREN, getrusage  # Windows has none.

    with TemporaryDirectory() as home:
        names = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "APPDATA", "LOCALAPPDATA")
        environment = {**os.environ, **dict.fromkeys(names, home)}
        start, before = perf_counter(), getrusage(RUSAGE_CHILDREN)
        process = subprocess.run(
            [sys.executable, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env=environment,
            check=False,
        )
        elapsed, after = perf_counter() - start, getrusage(RUSAGE_CHILDREN)
    if process.returncode:
        raise HashiError(f"A program ended with exit code {process.returncode}.")
    return Duration(elapsed, sum(after[:2]) - sum(before[:2]))


def table(durations: Mapping[str, Sequence[Duration]]) -> Table:
    """A row for each program, given how long its starts took."""
    medians = {name: tuple(map(median, zip(*starts))) for name, starts in durations.items()}
    rows = []
    for name, values in medians.items():
        ratios = [NO_VALUE, NO_VALUE]
        if name in PROGRAMS:
            bare = medians[PROGRAMS[name][0]]
            ratios = [format_number(value / least) for value, least in zip(values, bare)]
        rows.append([name, *(format_number(1000 * value) for value in values), *ratios])
    head = ("", "elapsed", "processor", "times the bare", "processor")
    note = "Milliseconds, medians; and how many times as long as the bare program each takes."
    return Table("Starts", note, head, rows)


def add_options(parser: ArgumentParser) -> None:
    add_numbers(parser, ("count", 15, "starts of each program"), kind=positive_number)


def run(args: Namespace) -> Iterator[Table]:
    check_display()
    programs = BARE | {name: arguments for name, (_, arguments) in PROGRAMS.items()}
    for arguments in programs.values():
        measure(arguments)  # The first start also compiles modules and fills the system's caches.
    durations: dict[str, list[Duration]] = {name: [] for name in programs}
    for _ in progress_bar(range(args.count), args.count):
        for name, arguments in programs.items():
            durations[name].append(measure(arguments))
    yield table(durations)
