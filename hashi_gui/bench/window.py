"""Measure how long the window takes for a click, on boards with 150 to 10,000 islands.

Run `python -m hashi_gui.bench.window`, with a display or with QT_QPA_PLATFORM=offscreen. A click
is a mouse press and release on an edge, with everything that follows from it but painting: the
move, the faults and what is displayed. A click on an edge that another bridge crosses is refused
and makes no move. Painting is what the next round of events takes.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from hashi_gui.bench.large import large_puzzle
from hashi_gui.formats import Document
from hashi_gui.game import GameStore
from hashi_gui.gui.app.main_window import MainWindow
from hashi_gui.gui.app.settings import Settings
from hashi_gui.gui.app.start import Application
from hashi_gui.option_types import positive_number
from hashi_gui.rendering.geometry import UNIT

SIZES = (150, 600, 2_400, 10_000)


class ClickBenchmark:
    """Clicks on one board, on edges taken at random from a seed."""

    def __init__(self, window: MainWindow, seed: int) -> None:
        self._window = window
        self._random = Random(seed)
        self._application = Application.instance()

    def run(self, count: int) -> dict[str, list[float]]:
        """Seconds of each click, of painting after it, and of each undo."""
        times: dict[str, list[float]] = {"click": [], "paint": [], "undo": []}
        edges = self._window.game.puzzle.edges
        for edge in self._random.sample(range(len(edges)), min(count, len(edges))):
            at = self._place(edge)
            QTest.mouseMove(self._window.view.viewport(), at)
            self._settle()
            times["click"].append(_seconds(partial(self._click, at)))
            times["paint"].append(_seconds(self._settle))
        while self._window.game.can_undo:
            times["undo"].append(_seconds(self._window.controller.undo))
            self._settle()
        return times

    def _place(self, edge: int) -> QPoint:
        """The pixel in the middle of an edge."""
        a, b = self._window.game.puzzle.ends(edge)
        middle = QPointF((a.col + b.col) * UNIT / 2, (a.row + b.row) * UNIT / 2)
        return self._window.view.mapFromScene(middle)

    def _click(self, at: QPoint) -> None:
        QTest.mouseClick(self._window.view.viewport(), Qt.MouseButton.LeftButton, pos=at)

    def _settle(self) -> None:
        assert self._application is not None
        self._application.processEvents()


def _seconds(act: Callable[[], object]) -> float:
    begin = perf_counter()
    act()
    return perf_counter() - begin


def _row(islands: int, times: dict[str, list[float]]) -> str:
    figures = [
        f"{1000 * value(seconds):.2f}" for seconds in times.values() for value in (median, max)
    ]
    return f"| {islands} | {len(times['undo'])} | {' | '.join(figures)} |"


def main() -> None:
    parser = ArgumentParser(prog="python -m hashi_gui.bench.window", description=__doc__)
    parser.add_argument(
        "islands",
        metavar="ISLANDS",
        nargs="*",
        type=positive_number,
        default=SIZES,
        help=f"sizes of the boards (default: {' '.join(map(str, SIZES))})",
    )
    parser.add_argument(
        "--count", metavar="N", type=positive_number, default=200, help="clicks (default: 200)"
    )
    parser.add_argument("--seed", metavar="S", type=int, default=0, help="of puzzles and clicks")
    args = parser.parse_args()
    application = Application([])
    print("Milliseconds, median and longest.\n")
    print("| islands | moves | click | longest | paint | longest | undo | longest |")
    print("|---:|---:|---:|---:|---:|---:|---:|---:|")
    for islands in args.islands:
        document = Document.from_puzzle(large_puzzle(islands, args.seed), "has")
        with TemporaryDirectory() as folder:
            settings = Settings(Path(folder, "hashi.ini"))
            window = application.open_window(document, settings, GameStore(Path(folder)))
            window.presenter.runner.close()
            QTest.qWaitForWindowExposed(window)
            print(_row(islands, ClickBenchmark(window, args.seed).run(args.count)), flush=True)
            window.close()


if __name__ == "__main__":
    main()
