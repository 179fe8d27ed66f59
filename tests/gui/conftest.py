"""A window with a game, a player with mouse and keyboard, and puzzles to play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from PySide6.QtCore import QMimeData, QPoint, QPointF, QSize, Qt, QTimer
from PySide6.QtGui import QAccessible, QCloseEvent, QCursor, QGuiApplication
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QMainWindow,
    QMessageBox,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from hashi_gui.core.puzzle import Cell, Puzzle
from hashi_gui.formats import Document, PuzzleInfo, read, write
from hashi_gui.game import Game, GameStore
from hashi_gui.game.library import lessons
from hashi_gui.game.result import GameResult
from hashi_gui.gui.board.view import ZoomableView
from hashi_gui.gui.library.daily import DailyDialog
from hashi_gui.gui.library.library_dialog import LibraryDialog
from hashi_gui.gui.library.new_puzzle import NewPuzzleDialog
from hashi_gui.gui.play.play import Play
from hashi_gui.gui.settings.current_preferences import PreferencesDialog
from hashi_gui.gui.settings.help import HelpDialog, HelpWindows
from hashi_gui.gui.settings.keys import KeysDialog
from hashi_gui.gui.settings.preferences import Preferences, Settings
from hashi_gui.gui.stage import Context
from hashi_gui.gui.tasks.tasks import Lane, Tasks
from hashi_gui.gui.teaching.teaching import Teaching
from hashi_gui.gui.widgets.actions import Action, Actions
from hashi_gui.gui.window.main_window import MIN_SIZE, MainWindow
from hashi_gui.rendering.geometry import UNIT
from hashi_gui.rendering.theme import LIGHT
from hashi_gui.solving import solve
from hashi_gui.solving.engines import auto
from tests.mouse import drop, turn_wheel
from tests.samples import GARDEN

LEFT = Qt.MouseButton.LeftButton

WINDOW = QSize(760, 720)
"""Smaller than the screen, because the pointer cannot leave it."""

SCREEN_CORNER = QPoint(790, 790)

FOR_EVER_MS = 10**9
"""Where the pointer starts, outside every window."""

DIALOGS = {
    "new": lambda store, tasks: NewPuzzleDialog(LIGHT, tasks),
    "daily": lambda store, tasks: DailyDialog(LIGHT, store, tasks),
    "library": lambda store, _tasks: LibraryDialog(LIGHT, store),
    "help": lambda store, _tasks: HelpDialog(LIGHT, [("Solver", [("H", "Hint")])]),
    "preferences": lambda store, _tasks: PreferencesDialog(Preferences()),
    "keys": lambda store, _tasks: KeysDialog([("Solve", [Action("Hint", "", print, ("H",))])]),
}
"""Large dialogs, made with a store and tasks."""


class Frame(QMainWindow):
    """A window with what every feature needs, and with none of the features."""

    menus: Actions

    def __init__(self, settings: Settings, store: GameStore) -> None:
        super().__init__()
        self.context = Context.of(self, settings, store)
        self.help = HelpWindows(self, lambda: self.menus.keys_by_menu(), self.context.theme)
        self.setMinimumSize(MIN_SIZE)
        central = QWidget()
        self.setCentralWidget(central)
        self.column = QVBoxLayout(central)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(0)
        self.column.addWidget(self.context.messages.notices)
        self.column.addWidget(self.context.messages.bar)


class GameWindow(Frame):
    """A window with the game and its teacher alone; it takes half as long as the whole one."""

    def __init__(self, document: Document, settings: Settings, store: GameStore) -> None:
        super().__init__(settings, store)
        context = self.context
        self.play = Play(context, document)
        self.teaching = Teaching(context, self.play, self.help)
        self.features = (context.preferences, self.help, self.play, self.teaching)
        self.menus = Actions(self, [each for part in self.features for each in part.actions()])
        self.addToolBar(self.menus.tool_bar("game"))
        self.column.insertWidget(1, self.play.page, 1)
        context.stage.changed.connect(self._show_activity)
        context.stage.updated.connect(self._update)
        context.theme.apply()
        self.play.begin()

    def _show_activity(self) -> None:
        if not self.context.stage.paused:
            self.play.view.setFocus()

    def _update(self) -> None:
        self.setWindowTitle(f"{self.context.stage.current.name} — Hashi")
        self.menus.update(self.context.stage.allowed)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.context.stage.stop_clock()
        for feature in self.features:
            feature.close()
        self.context.tasks.close()
        super().closeEvent(event)


class User:
    """Uses mouse and keyboard. Positions are (row, column) in cells and may be fractions."""

    view: ZoomableView

    def __init__(self, qtbot: QtBot, window: MainWindow | GameWindow) -> None:
        self.qtbot = qtbot
        self.window = window
        self.open = window.play.in_play.open_document
        self.flushed_games = window.context.stores.flushed_games
        self.bar, self.notices = window.context.messages.bar, window.context.messages.notices

    def at(self, row: float, col: float) -> QPoint:
        """The pixel of the view at a position."""
        raise NotImplementedError

    def move(self, row: float, col: float) -> None:
        self.qtbot.mouseMove(self.view.viewport(), self.at(row, col))

    def release(self, row: float, col: float, button: Qt.MouseButton = LEFT) -> None:
        self.qtbot.mouseRelease(self.view.viewport(), button, pos=self.at(row, col))

    def key(
        self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    ) -> None:
        """Press a key in the widget that has the keyboard focus."""
        focus = QApplication.focusWidget()
        assert focus is not None
        self.qtbot.keyClick(focus, key, modifier)

    def wait(self, condition: Callable[[], object]) -> None:
        self.qtbot.waitUntil(lambda: bool(condition()))


class Player(User):
    """Plays a game."""

    def __init__(self, qtbot: QtBot, window: MainWindow | GameWindow) -> None:
        super().__init__(qtbot, window)
        self.view = window.play.view
        self.scene = window.play.scene
        self.controller = window.play.controller
        self.panel = window.teaching.panel
        self.presenter = window.teaching.presenter
        self.finish_card = window.play.finish_card

    @property
    def game(self) -> Game:
        return self.controller.game

    @property
    def puzzle(self) -> Puzzle:
        return self.game.puzzle

    @property
    def facts(self) -> list[str]:
        """What the message bar shows besides the message: verdict, islands and clock."""
        return [label.text() for label in self.bar.findChildren(QLabel, "fact")]

    @property
    def texts(self) -> list[str]:
        """Every text in the message bar, except those of buttons."""
        return [label.text() for label in self.bar.findChildren(QLabel) if label.isVisible()]

    def offers(self, text: str) -> bool:
        """Whether the message or the explanation has a button with this text."""
        return self._button(text) is not None

    def accept(self, text: str) -> None:
        """Press the button of the message or of the explanation with this text."""
        self.qtbot.mouseClick(self._button(text), LEFT)

    def _button(self, text: str) -> QPushButton | None:
        for part in (self.bar, self.panel):
            with suppress(StopIteration):
                return part.button(text)
        return None

    def island(self, cell: Cell) -> int:
        island = self.puzzle.island_at(*cell)
        assert island is not None
        return island.id

    def edge(self, one: Cell, two: Cell) -> int:
        edge = self.puzzle.edge_between(self.island(one), self.island(two))
        assert edge is not None
        return edge.id

    def state(self, one: Cell, two: Cell) -> int:
        """The number of bridges between two islands, or MARK."""
        return self.game.board.state(self.edge(one, two))

    def at(self, row: float, col: float) -> QPoint:
        return self.view.mapFromScene(QPointF(col * UNIT, row * UNIT))

    def press(self, row: float, col: float, button: Qt.MouseButton = LEFT) -> None:
        self.move(row, col)
        self.qtbot.mousePress(self.view.viewport(), button, pos=self.at(row, col))

    def move_off(self) -> None:
        """Move the pointer to the message bar."""
        self.qtbot.mouseMove(self.bar)

    def click(self, row: float, col: float, button: Qt.MouseButton = LEFT) -> None:
        self.press(row, col, button)
        self.release(row, col, button)

    def double_click(self, row: float, col: float) -> None:
        """Press, release, double-click, release: what a desktop sends for two quick clicks."""
        self.click(row, col)
        self.qtbot.mouseDClick(self.view.viewport(), LEFT, pos=self.at(row, col))
        self.release(row, col)

    def drag(self, *places: tuple[float, float], button: Qt.MouseButton = LEFT) -> None:
        self.press(*places[0], button)
        for place in places[1:]:
            self.move(*place)
        self.release(*places[-1], button)

    def drop(self, data: QMimeData) -> None:
        """Drop something on the board."""
        game = self.game
        drop(self.view.viewport(), self.at(0, 0), data)
        assert self.game is game  # Until the drop is over.
        QApplication.processEvents()
        self.wait_for_disk()

    def wheel(self, at: QPoint, steps: int) -> None:
        """Turn the wheel over a pixel of the view; a positive number of steps zooms in."""
        turn_wheel(self.view.viewport(), at, QPoint(0, 120 * steps))

    def ask(self, key: Qt.Key) -> None:
        """Press a key and wait for the answer of the solver."""
        self.key(key)
        self.wait_for_solver()

    def wait_for_solver(self) -> None:
        """Wait until no question is being answered, not even one of the window itself."""
        self.wait(lambda: self.window.play.runner.current is None)

    def wait_for_disk(self) -> None:
        """Wait until what was asked of the disk so far has been done and shown."""
        if isinstance(self.window, MainWindow):
            self.wait(lambda: not self.window.documents.unopened)
        ends: list[object] = []
        self.window.context.tasks.run(Lane.DISK, lambda: None, ends.append)
        self.wait(lambda: ends)

    def open_file(self, file: Path) -> None:
        self.window.documents.open_file(file)
        self.wait_for_disk()

    def open_text(self, text: str) -> None:
        self.window.documents.open_text(text, "a test")
        self.wait_for_disk()

    def paste(self, pasted: QMimeData | str) -> None:
        """Copy something, press the keys for pasting, and wait until it is read."""
        if isinstance(pasted, str):
            QGuiApplication.clipboard().setText(pasted)
        else:
            QGuiApplication.clipboard().setMimeData(pasted)
        self.key(Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
        self.wait_for_disk()

    def wait_for_progress(self) -> None:
        """Wait until a question has taken so long that the window shows progress."""
        self.wait(self.bar.stop_button.isVisible)

    def finish(self) -> None:
        """Draw the solution with the mouse, with one click per bridge."""
        counts = solve(self.puzzle).counts
        assert counts is not None
        for edge, count in enumerate(counts):
            a, b = self.puzzle.ends(edge)
            near = (a.row, a.col + 0.46) if a.row == b.row else (a.row + 0.46, a.col)
            for _ in range(count - self.game.board.counts[edge]):
                self.click(*near)


def answer_next(text: str, *, ticked: bool = False) -> list[str]:
    """Press the button with a text, or else Cancel, in the message box that opens next.

    Its question and its details are in the list once it is open. If ``ticked``, so is its option.
    """
    asked: list[str] = []

    def answer() -> None:
        box = QApplication.activeModalWidget()
        if not isinstance(box, QMessageBox):
            QTimer.singleShot(1, answer)
            return
        asked.extend((box.text(), box.informativeText()))
        if ticked:
            box.checkBox().click()
        buttons = {button.text().replace("&", ""): button for button in box.buttons()}
        buttons.get(text, buttons["Cancel"]).click()

    QTimer.singleShot(0, answer)
    return asked


PlayOn = Callable[..., Player]
"""Opens a puzzle, a document or its text in a window and returns a player for it."""

Library = Callable[..., list[Path]]


@pytest.fixture
def settings_file(tmp_path: Path) -> Path:
    return tmp_path / "hashi.ini"


@pytest.fixture
def store(tmp_path: Path) -> GameStore:
    return GameStore(tmp_path / "store")


@pytest.fixture
def tasks(qapp: QApplication) -> Iterator[Tasks]:
    tasks = Tasks()
    yield tasks
    tasks.close()


@pytest.fixture
def slow_player(store: GameStore) -> None:
    """The store has twenty games that took twice as long as expected."""
    for number in range(20):
        game = {"seconds": 200.0, "expected_seconds": 100.0, "finished": True, "level": "easy"}
        store.results.add(GameResult(puzzle=str(number), cols=9, rows=9, **game))


@pytest.fixture
def window_class(request: pytest.FixtureRequest) -> type[MainWindow | GameWindow]:
    """The window that a player has: for tests below the library, the game and its teacher."""
    below = request.path.parent.name in ("board", "play", "teaching", "settings")
    return GameWindow if below else MainWindow


@pytest.fixture
def play_on(
    qtbot: QtBot,
    fonts: None,
    settings_file: Path,
    store: GameStore,
    window_class: type[MainWindow | GameWindow],
) -> PlayOn:
    """Opens windows, all with the same settings and store; they are closed after the test."""

    def play_on(opened: Puzzle | Document | str) -> Player:
        if isinstance(opened, str):
            opened = read(opened)
        elif isinstance(opened, Puzzle):
            opened = Document.from_puzzle(opened, "text")
        QCursor.setPos(SCREEN_CORNER)
        # However slow the machine is, no button is held by accident.
        QGuiApplication.styleHints().setMousePressAndHoldInterval(FOR_EVER_MS)
        settings = Settings(settings_file)
        window = window_class(opened, settings, store)
        qtbot.addWidget(window)
        if settings.geometry is None:
            window.resize(WINDOW)
        window.show()
        qtbot.waitExposed(window)
        with qtbot.waitActive(window):
            window.activateWindow()
        if isinstance(window, MainWindow):
            assert window.editor  # It is loaded.
        return Player(qtbot, window)

    return play_on


@pytest.fixture(autouse=True)
def agreements(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What players were asked before they saw a solution or began a race; they always agree."""
    asked: list[str] = []

    def agrees(_parent: QWidget, question: str, *_: str, can_be_undone: bool) -> bool:
        asked.append(question)
        return True

    for module in ("teaching.teaching", "documents.documents"):
        monkeypatch.setattr(f"hashi_gui.gui.{module}.agrees", agrees)
    return asked


@pytest.fixture
def reader_listens(qapp: QApplication) -> Iterator[None]:
    """A screen reader is there; what it hears is tested in tests/reader."""
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


@pytest.fixture
def player(play_on: PlayOn) -> Player:
    """A new game on a small puzzle whose verdict is known."""
    player = play_on(GARDEN)
    player.wait_for_solver()
    return player


@pytest.fixture
def finds_levels() -> None:
    """The window finds the levels of puzzles from elsewhere, in a process of its own."""


@pytest.fixture(autouse=True)
def finds_no_levels(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else no puzzle gets a level after a while, which would be shown here and there."""
    if "finds_levels" not in request.fixturenames:
        monkeypatch.setattr(Play, "_find_level", lambda _self: None)


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    """Replaces the puzzles of the library by others, each given as a text and a title."""
    lessons()  # They are looked for once, and not among these.

    def library(*puzzles: tuple[str, str]) -> list[Path]:
        folder = tmp_path / "puzzles"
        folder.mkdir(exist_ok=True)
        files = []
        for number, (text, title) in enumerate(puzzles):
            document = read(text)._replace(info=PuzzleInfo(title=title))
            files.append(folder / f"{number}.hashi")
            files[-1].write_text(write(document, "hashi"), encoding="utf-8")
        monkeypatch.setattr("hashi_gui.game.library.PUZZLES", folder)
        return files

    return library


@pytest.fixture(scope="session")
def garden() -> Puzzle:
    return read(GARDEN).puzzle


@pytest.fixture(scope="session")
def several() -> Puzzle:
    """A square with two solutions, which differ on all four sides."""
    return Puzzle.from_clues(3, 3, {(0, 0): 3, (0, 2): 3, (2, 0): 3, (2, 2): 3})


@pytest.fixture(scope="session")
def unsolvable() -> Puzzle:
    """A puzzle without a solution that has no visible fault."""
    return Puzzle.from_clues(1, 5, {(0, 0): 1, (0, 2): 2, (0, 4): 2})


@pytest.fixture
def hard(monkeypatch: pytest.MonkeyPatch) -> Puzzle:
    """A puzzle without a solution; it takes the solver very long to prove this.

    Colour the cells like a chessboard. One bridge at most can run between two islands of one
    colour, across the hole in the middle; but one colour has two islands more than the other.
    Engines that would see this at once do not join in, and the window says at once that it waits.
    """
    monkeypatch.setattr("hashi_gui.gui.tasks.tasks.BUSY_DELAY_MS", 0)
    monkeypatch.setattr(auto, "FIRST_CONFLICTS", 10**9)
    side = 15
    cells = {(row, col): 2 for row in range(side) for col in range(side)}
    del cells[7, 6]
    return Puzzle.from_clues(side, side, cells)


@pytest.fixture(scope="session")
def puzzles() -> SearchStrategy[Puzzle]:
    """Puzzles of up to 16 islands; many islands touch and many edges cross."""
    cells = st.tuples(st.integers(0, 5), st.integers(0, 5))
    clues = st.dictionaries(cells, st.none() | st.integers(1, 8), min_size=1, max_size=16)
    return clues.map(lambda found: Puzzle.from_clues(6, 6, found))
