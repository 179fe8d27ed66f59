"""A window with the editor, and a setter with mouse and keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import ClassVar

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QClipboard, QGuiApplication
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from hashi_gui.core.puzzle import Cell
from hashi_gui.editing import Draft, DraftHistory
from hashi_gui.game import Game
from hashi_gui.gui.editor.dialogs import SizeDialog
from hashi_gui.gui.editor.editor import Editor
from hashi_gui.gui.tasks.tasks import Lane
from hashi_gui.gui.window.main_window import MainWindow
from hashi_gui.solving import Cancelled
from hashi_gui.system.processes import ServerProcess
from tests.gui.conftest import User

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NO_MODIFIER = Qt.KeyboardModifier.NoModifier

Place = tuple[float, float]


class WarmProcess(ServerProcess):
    """A process that the window of the next test uses again, unless something went wrong in it."""

    idle: ClassVar[list[WarmProcess]] = []

    @classmethod
    def get(cls, module: str, name: str) -> WarmProcess:
        return cls.idle.pop() if cls.idle else cls(module, name)

    def __init__(self, module: str, name: str) -> None:
        super().__init__(module, name)
        self._failed = False

    def ask(self, request: object) -> object:
        try:
            return super().ask(request)
        except Cancelled:
            raise
        except Exception:
            self._failed = True
            raise

    def end(self) -> None:
        if self._failed:
            super().end()
        else:
            self.idle.append(self)


@pytest.fixture(scope="session")
def warm_process() -> Iterator[Callable[[str, str], WarmProcess]]:
    yield WarmProcess.get
    while WarmProcess.idle:
        ServerProcess.end(WarmProcess.idle.pop())


@pytest.fixture(autouse=True)
def _analyses_in_warm_process(warm_process, monkeypatch: pytest.MonkeyPatch) -> None:
    """A window takes over the process of the one before, because it takes long to start."""
    monkeypatch.setattr("hashi_gui.editing.analysis.ServerProcess", warm_process)


class Setter(User):
    """Sets a puzzle."""

    window: MainWindow

    def __init__(self, qtbot: QtBot, window: MainWindow) -> None:
        super().__init__(qtbot, window)
        self.view = window.editor.page.view
        self.scene = window.editor.page.scene
        self.card, self.panel = (
            window.editor.page.panel.card,
            window.editor.page.panel.teacher_panel,
        )

    @property
    def game(self) -> Game:
        return self.window.play.controller.game

    @property
    def editor(self) -> Editor:
        return self.window.editor

    @property
    def draft(self) -> Draft:
        return self.editor.controller.draft

    @property
    def clues(self) -> dict[Cell, int | None]:
        return dict(self.draft.clues)

    @property
    def selection(self) -> set[Cell]:
        return set(self.editor.controller.selection)

    @property
    def message(self) -> str:
        return self.bar.text

    def at(self, row: float, col: float) -> QPoint:
        top_left = self.scene.cell_rect((0, 0)).center()
        unit = self.scene.cell_rect((0, 0)).width()
        top_left.setX(top_left.x() + col * unit)
        top_left.setY(top_left.y() + row * unit)
        return self.view.mapFromScene(top_left)

    def press(
        self,
        row: float,
        col: float,
        modifier: Qt.KeyboardModifier = NO_MODIFIER,
        button: Qt.MouseButton = LEFT,
    ) -> None:
        self.move(row, col)
        self.qtbot.mousePress(self.view.viewport(), button, modifier, self.at(row, col))

    def click(self, row: float, col: float, modifier: Qt.KeyboardModifier = NO_MODIFIER) -> None:
        self.press(row, col, modifier)
        self.release(row, col)

    def drag(self, *places: Place, modifier: Qt.KeyboardModifier = NO_MODIFIER) -> None:
        """Press at the first place and release at the last one."""
        pixels = [self.at(*place) for place in places]
        self.press(*places[0], modifier)
        for pixel in pixels[1:]:
            self.qtbot.mouseMove(self.view.viewport(), pixel)
        self.qtbot.mouseRelease(self.view.viewport(), LEFT, pos=pixels[-1])

    def type(self, text: str) -> None:
        focus = QApplication.focusWidget()
        assert focus is not None
        self.qtbot.keyClicks(focus, text)

    def paste(self) -> None:
        """Press Ctrl+V and wait until what was copied is read."""
        self.key(Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
        self.wait_for_reading()

    def wait_for_reading(self) -> None:
        """Wait until all that was to be read is shown."""
        done: list[object] = []
        self.window.context.tasks.run(Lane.READING, lambda: None, done.append)
        self.wait(lambda: done)

    def set(self, text: str) -> None:
        """Set a grid of clues, by mouse and keyboard: a point is water."""
        for row, line in enumerate(text.split()):
            for col, clue in enumerate(line):
                if clue != ".":
                    self.click(row, col)
                    self.type(clue)

    def create(self, cols: int, rows: int) -> None:
        """Create an empty grid with the dialog."""

        def answer(dialog: SizeDialog) -> None:
            dialog.width_field.setValue(cols)
            dialog.height_field.setValue(rows)
            dialog.buttons.accept_button.click()

        self.in_dialog(SizeDialog, answer)
        self.editor.ask_for_new()
        self.activate()

    def activate(self) -> None:
        """Give the window the keyboard again, after a dialog."""
        with self.qtbot.waitActive(self.window):
            self.window.activateWindow()

    def wait_until_settled(self) -> None:
        """Wait until all is said of the draft."""
        self.wait(lambda: self.editor.verdicts.settled)
        QApplication.processEvents()

    def in_dialog(self, kind: type[QDialog], answer: Callable[..., None]) -> None:
        """Do something in the dialog that opens next; ``answer`` must close it."""

        def do() -> None:
            dialog = QApplication.activeModalWidget()
            if dialog is None:
                QTimer.singleShot(5, do)
                return
            assert isinstance(dialog, kind), dialog
            answer(dialog)

        QTimer.singleShot(0, do)


EditOn = Callable[[str], Setter]


@pytest.fixture
def edit(qtbot: QtBot, play_on) -> EditOn:
    """Opens puzzles in a window and edits them; "7x5" is an empty grid of seven columns."""

    def edit(text: str) -> Setter:
        size = re.fullmatch(r"(\d+)x(\d+)", text)
        player = play_on("2.2" if size else text)
        setter = Setter(qtbot, player.window)
        if size:
            store = setter.editor.drafts.store
            store.write(
                path := store.new_path(), DraftHistory(Draft(*map(int, size.groups()[::-1])))
            )
            setter.editor.open_draft(path)
        else:
            setter.key(Qt.Key.Key_F2)
            setter.key(Qt.Key.Key_S)
        setter.wait_until_settled()
        return setter

    return edit


@pytest.fixture
def setter(edit: EditOn) -> Setter:
    """A setter on an empty grid of 7 columns and 6 rows."""
    return edit("7x6")


@pytest.fixture
def clipboard(qapp: QApplication) -> Iterator[QClipboard]:
    clipboard = QGuiApplication.clipboard()
    clipboard.clear()
    yield clipboard
    clipboard.clear()
