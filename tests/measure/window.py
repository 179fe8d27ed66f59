"""Measure the window on boards with 134 to 10,000 islands: how fast it is, how long it stalls.

Run it on a desktop or under `xvfb-run`. Each board gets a process of its own, which opens a real
window and plays in it with the mouse, the wheel and the solver. Then it edits the puzzle as setters
do, and lets the solver find out about it after each edit. Clicks and undo, pan and zoom, edits and
drags include the painting of the board; while it is panned and zoomed, the board is solved. A stall
is a time in which the window answers no event. Processor time is that of the window's thread, which
other work on the machine does not change much.
"""

import sys
import time
from argparse import ArgumentParser, Namespace
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from operator import attrgetter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from PySide6.QtCore import QEventLoop, QPoint, QPointF, Qt, QTimer
from PySide6.QtTest import QTest

from hashi_gui.core.puzzle import MAX_ISLANDS, Cell
from hashi_gui.editing import Draft
from hashi_gui.formats import Document, read_path, write
from hashi_gui.game import GameStore
from hashi_gui.gui.board.scene import WAVE_MS
from hashi_gui.gui.settings.preferences import Settings
from hashi_gui.gui.window.main_window import MainWindow
from hashi_gui.gui.window.start import SWITCH_SECONDS, Application
from hashi_gui.lab.bench.measuring import Table
from hashi_gui.rendering.display_check import check_display
from hashi_gui.rendering.geometry import UNIT
from hashi_gui.rendering.theme import ThemeSetting
from hashi_gui.system.option_types import positive_number, whole_number_between
from hashi_gui.system.processes import WorkerPool
from hashi_gui.system.progress import progress_bar
from tests.measure.makers import large_puzzle
from tests.measure.measuring import Duration, add_numbers, with_longest
from tests.measure.setter import Setter
from tests.mouse import turn_wheel

SIZES = (134, 864, 2_000, 10_000)

ROUNDS = 5
"""How often the slow things are done."""

MAX_FINDING_SECONDS = 0.5
"""How long the editor's findings about a puzzle are waited for before the next edit."""

BEAT_MS = 1
"""How often the window is asked whether it answers."""

ZOOM_STEPS = [1] * 12 + [-1] * 24 + [1] * 12
"""The turns of the wheel: far in, far out, and back."""


Durations = Mapping[str, Sequence[Duration]]
"""The durations of everything that is measured, by its name."""


def measure(islands: int, count: int, seed: int) -> Durations:
    """Play on a board in a new process. Raises WorkerLostError if that crashes."""
    with TemporaryDirectory() as folder:
        files = [Path(folder, name) for name in ("first.hashi", "second.hashi")]
        for number, file in enumerate(files):
            document = Document.from_puzzle(large_puzzle(islands, seed + number), "hashi")
            file.write_text(write(document, "hashi"), encoding="utf-8")
        with WorkerPool(1) as process:
            return process.submit(play, files, count, seed, time.time()).result()


def table(
    title: str, columns: Mapping[int, Durations], seconds: Callable[[Duration], float]
) -> Table:
    """A table with a column for each number of islands."""
    rows = [
        [
            name,
            *(
                with_longest([1000 * seconds(each) for each in column[name]])
                for column in columns.values()
            ),
        ]
        for name in next(iter(columns.values()))
    ]
    head = ["islands", *(f"{islands:,}" for islands in columns)]
    return Table(title, "Milliseconds: the median, and the longest in brackets.", head, rows)


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "islands",
        metavar="ISLANDS",
        nargs="*",
        type=whole_number_between(2, MAX_ISLANDS),
        default=SIZES,
        help=f"sizes of the boards (default: {' '.join(map(str, SIZES))})",
    )
    add_numbers(parser, ("count", 200, "clicks"), kind=positive_number)
    add_numbers(parser, ("seed", 0, "of puzzles and clicks"), kind=int)


def run(args: Namespace) -> Iterator[Table]:
    check_display()
    columns = {
        islands: measure(islands, args.count, args.seed)
        for islands in progress_bar(args.islands, len(args.islands))
    }
    yield table("Elapsed", columns, attrgetter("elapsed"))
    yield table("Processor", columns, attrgetter("processor"))


def play(files: Sequence[Path], count: int, seed: int, started: float) -> Durations:
    """Open a window on the first file, in a process that was started at ``started``, and play.

    The second file is opened later, in the same window. Clicks are done ``count`` times.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    application = Application(["hashi"])
    folder = files[0].parent
    window = application.open_window(
        read_path(files[0]), Settings(folder / "hashi.ini"), GameStore(folder / "store")
    )
    QTest.qWaitForWindowExposed(window)
    application.processEvents()
    start = Duration(time.time() - started, time.thread_time())
    session = Session(application, window, seed)
    session.durations["start"].append(start)
    session.run(count, files[1])
    window.close()
    return dict(session.durations)


class Heartbeat:
    """Finds the longest time for which the event loop does not come around."""

    def __init__(self) -> None:
        self._timer = QTimer(interval=BEAT_MS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.beat)

    def start(self) -> None:
        self._last, self._longest = _now(), Duration(0, 0)
        self._timer.start()

    def stop(self) -> Duration:
        """The longest stall, on the clock, and the one with the most work."""
        self.beat()
        self._timer.stop()
        return self._longest

    def beat(self) -> None:
        """End one turn and begin the next, as the event loop does when it comes around."""
        now = _now()
        stall = _difference(self._last, now)
        self._last, self._longest = now, Duration(*map(max, self._longest, stall))


class Session:
    """One window with one board, and what is done in it."""

    def __init__(self, application: Application, window: MainWindow, seed: int) -> None:
        self.durations: defaultdict[str, list[Duration]] = defaultdict(list)
        self._application = application
        self._window = window
        self._viewport = window.play.view.viewport()
        self._seed = seed
        self._random = Random(seed)
        self._heart = Heartbeat()

    def run(self, count: int, other: Path) -> None:
        self._wait_for_solver()
        in_play, before = self._window.play.in_play, self._window.play.in_play.game
        self._ask(
            "open a puzzle",
            lambda: self._window.documents.open_file(other),
            lambda: in_play.game is not before and self._is_solver_idle(),
        )
        self._click_and_undo(count)
        presenter = self._window.teaching.presenter
        for _ in range(ROUNDS):
            self._ask("hint", presenter.hint, lambda: presenter.teacher.explains)
            presenter.stop()
        for _ in range(ROUNDS):
            self._ask("solve", presenter.solve)
            self._pan(count // ROUNDS)
            self._zoom()
            self._turns("undo the solution", self._window.play.controller.undo)
        for theme in (ThemeSetting.DARK, ThemeSetting.LIGHT) * ROUNDS:
            wanted = replace(self._window.context.preferences.current, theme=theme)
            self._turns("theme", partial(self._window.context.preferences.set, wanted))
        self._settle()
        self._heart.start()
        self._window.play.controller.redo()
        self._heart.beat()
        QTest.qWait(WAVE_MS + 100)
        self.durations["celebrate, longest stall"].append(self._heart.stop())
        self._edit(count)

    def _ask(
        self, name: str, act: Callable[[], object], is_done: Callable[[], bool] | None = None
    ) -> None:
        """Do something that the solver continues, until it has nothing to do or ``is_done``.

        An animation or another question may follow the answer.
        """
        self._heart.start()
        begin = _now()
        act()
        self._heart.beat()
        while not (is_done or self._is_solver_idle)():
            self._wait_for_event()
        self._settle()
        self.durations[name].append(_difference(begin, _now()))
        self._wait_for_solver()
        while self._window.play.scene.revealing:
            self._wait_for_event()
        self.durations[f"{name}, longest stall"].append(self._heart.stop())

    def _edit(self, count: int) -> None:
        """Edit the solved puzzle, take the edits back, and drag islands."""
        game, controller = self._window.play.controller.game, self._window.editor.controller
        self._turns("open the editor", self._window.editor.edit_game)
        self._find_out()
        for puzzle in Setter(game.puzzle, game.board.counts, self._seed).edits(count):
            draft = Draft(puzzle.rows, puzzle.cols, puzzle.clues)
            draft = draft.with_bridges(controller.draft.bridges)
            self._turns("edit", partial(controller.commit, draft))
            self._find_out()
        for _ in range(count):
            self._turns("undo an edit", controller.undo)
        for cell in self._random.sample(sorted(controller.draft.clues), ROUNDS):
            self._drag_island(cell, count // ROUNDS)

    def _find_out(self) -> None:
        """Wait for what is found out about the puzzle in the editor."""
        self._heart.start()
        verdicts = self._window.editor.page.verdicts
        end = time.perf_counter() + MAX_FINDING_SECONDS
        while not verdicts.settled and time.perf_counter() < end:
            self._wait_for_event()
        self._settle()
        self.durations["findings about an edit, longest stall"].append(self._heart.stop())

    def _drag_island(self, cell: Cell, steps: int) -> None:
        """Drag an island to and fro, and drop it where it was."""
        page, left = self._window.editor.page, Qt.MouseButton.LeftButton
        middle = page.view.mapFromScene(page.scene.cell_rect(cell).center())
        side = round(page.view.cell_size)
        QTest.mousePress(page.view.viewport(), left, pos=middle)
        for step in range(steps):
            at = middle + QPoint(side, 0) * (step % 3)
            move = partial(QTest.mouseMove, page.view.viewport(), at)
            self._turns("drag an island", move)
        QTest.mouseRelease(page.view.viewport(), left, pos=middle)
        self._settle()

    def _click_and_undo(self, count: int) -> None:
        edges = self._window.play.controller.game.puzzle.edges
        for edge in self._random.sample(range(len(edges)), min(count, len(edges))):
            at = self._place(edge)
            QTest.mouseMove(self._viewport, at)
            self._settle()
            button = Qt.MouseButton.LeftButton
            self._frame("click", partial(QTest.mouseClick, self._viewport, button, pos=at))
        self._wait_for_solver()
        while self._window.play.controller.game.can_undo:
            self._frame("undo", self._window.play.controller.undo)

    def _pan(self, count: int) -> None:
        """Drag the board with the middle button, there and back."""
        middle, button = self._viewport.rect().center(), Qt.MouseButton.MiddleButton
        QTest.mousePress(self._viewport, button, pos=middle)
        for step in range(count):
            at = middle + QPoint(6, 4) * min(step, count - step)
            self._frame("pan", partial(QTest.mouseMove, self._viewport, at))
        QTest.mouseRelease(self._viewport, button, pos=middle)
        self._settle()

    def _zoom(self) -> None:
        for step in ZOOM_STEPS:
            self._frame("zoom", partial(self._turn_wheel, step))
        self._window.play.view.fit()
        self._settle()

    def _frame(self, name: str, act: Callable[[], object]) -> None:
        begin = _now()
        act()
        self._settle()
        self.durations[name].append(_difference(begin, _now()))

    def _turns(self, name: str, act: Callable[[], object]) -> None:
        """The same, and how long the longest of its turns of the event loop is."""

        def act_in_one_turn() -> None:
            act()
            self._heart.beat()

        self._heart.start()
        self._frame(name, act_in_one_turn)
        self.durations[f"{name}, longest stall"].append(self._heart.stop())

    def _place(self, edge: int) -> QPoint:
        """The pixel in the middle of an edge."""
        a, b = self._window.play.controller.game.puzzle.ends(edge)
        middle = QPointF((a.col + b.col) * UNIT / 2, (a.row + b.row) * UNIT / 2)
        return self._window.play.view.mapFromScene(middle)

    def _turn_wheel(self, steps: int) -> None:
        turn_wheel(self._viewport, self._viewport.rect().center(), QPoint(0, 120 * steps))

    def _is_solver_idle(self) -> bool:
        return self._window.play.runner.current is None

    def _wait_for_solver(self) -> None:
        while not self._is_solver_idle():
            self._wait_for_event()
        self._settle()

    def _wait_for_event(self) -> None:
        self._application.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)

    def _settle(self) -> None:
        """Handle all events; painting is one of them."""
        self._application.processEvents()


def _now() -> Duration:
    return Duration(time.perf_counter(), time.thread_time())


def _difference(begin: Duration, end: Duration) -> Duration:
    return Duration(end.elapsed - begin.elapsed, end.processor - begin.processor)
