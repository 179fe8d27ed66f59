"""A monkey at the window: random keys, clicks, drags, menus, dialogs and puzzles, with checks.

Usage: monkey.py SEED STEPS FOLDER

Prints the number of steps done at the end. Any finding is printed to standard error, after the
last steps that led to it, and the exit code is 1.
"""

import dataclasses
import os
import sys
from collections import deque
from pathlib import Path
from random import Random

from PySide6.QtCore import QMimeData, QPoint, Qt, QTimer, QUrl
from PySide6.QtGui import QAction, QDesktopServices, QGuiApplication
from PySide6.QtPrintSupport import QPrintDialog, QPrinter, QPrintPreviewDialog
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QMenu, QWidget

from hashi_gui.core import i18n
from hashi_gui.core.board_status import BoardStatus
from hashi_gui.core.errors import HashiError
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.formats import Document, write
from hashi_gui.formats.registry import NOTATIONS
from hashi_gui.game import Game, GameStore
from hashi_gui.game.autosave import Autosave
from hashi_gui.gui.settings.preferences import Settings
from hashi_gui.gui.widgets import dialogs
from hashi_gui.gui.window.main_window import MainWindow
from hashi_gui.gui.window.start import Application
from hashi_gui.logic.reasoning.techniques.catalogue import all_techniques
from hashi_gui.solving import solve
from tests.abuse.processes.inside import report_errors
from tests.menus import action, declared, menu_titled
from tests.mouse import turn_wheel
from tests.samples import sample

CHECK_STORE_STEPS = 50
ATTEND_MS = 15
MAX_POKES = 6
SHOWN_STEPS = 25

BUTTONS = (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton)
MODIFIERS = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)
KEYS = [
    *map(Qt.Key, range(Qt.Key.Key_A, Qt.Key.Key_Z + 1)),
    *map(Qt.Key, range(Qt.Key.Key_0, Qt.Key.Key_9 + 1)),
    *[Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right] * 6,
    *[Qt.Key.Key_Space, Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Escape] * 2,
    *[Qt.Key.Key_Return, Qt.Key.Key_Backspace, Qt.Key.Key_Delete, Qt.Key.Key_Home],
    *[Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_F1, Qt.Key.Key_F10],
    *[Qt.Key.Key_F11, Qt.Key.Key_Plus, Qt.Key.Key_Minus, Qt.Key.Key_Menu],
]
NO_POKES = (QPrintDialog, QPrintPreviewDialog)
"""Dialogs that could change files outside the folder, or print."""


class Monkey:
    def __init__(self, seed: str, folder: Path) -> None:
        self.rng = Random(seed)
        self.folder = folder
        self.steps: deque[str] = deque(maxlen=SHOWN_STEPS)
        self.findings: list[str] = []
        self.pokes = 0
        self.store = GameStore(folder / "store")
        self.settings = Settings(folder / "hashi.ini")
        self.puzzles = self._puzzles()
        self._play_some()
        self.application = Application(["monkey"])
        self._replace_what_leaves_the_window()
        self.attendant = QTimer(interval=ATTEND_MS)
        # Not from its own slot, because a dialog that is opened there would stop the timer.
        self.attendant.timeout.connect(lambda: QTimer.singleShot(0, self.attend))
        self.attendant.start()
        self.open_window()

    @property
    def window(self) -> MainWindow:
        """The window, which is another one after a change of the language or of keys."""
        return self.application.current

    # Puzzles

    def _puzzles(self) -> list[Path]:
        """Files of random puzzles in every notation."""
        files = []
        for number in range(24):
            puzzle = self._random_puzzle(number)
            document = Document.from_puzzle(puzzle, "text")
            notation = NOTATIONS[number % len(NOTATIONS)]
            try:
                text = write(document, notation.NAME)
            except HashiError:
                text = write(document, "hashi")
            file = self.folder / f"{number}{notation.SUFFIX}"
            file.write_text(text, encoding="utf-8")
            files.append(file)
        bad = self.folder / "bad.txt"
        bad.write_bytes(self.rng.randbytes(self.rng.randrange(300)))
        return [*files, bad, self.folder / "missing.hashi", self.folder]

    def _random_puzzle(self, number: int) -> Puzzle:
        """Every second one has a solution."""
        rng = self.rng
        if number % 2:
            return sample(rng.getrandbits(30), max_side=14)
        rows, cols = rng.randint(2, 12), rng.randint(2, 12)
        cells = [(row, col) for row in range(rows) for col in range(cols)]
        chosen = rng.sample(cells, rng.randint(1, len(cells)))
        max_bridges = rng.choice([1, 2, 2, 2, 3, 4])
        clues = {
            cell: rng.choice([None, *range(1, min(8, 4 * max_bridges) + 1)]) for cell in chosen
        }
        return Puzzle.from_clues(rows, cols, clues, Rules(max_bridges))

    def _play_some(self) -> None:
        """Solve some puzzles, so that there are games to look back at."""
        autosave = Autosave(self.store, lambda _: None)
        for number in range(1, 7, 2):
            game = Game(self._random_puzzle(number))
            for edge, count in enumerate(solve(game.puzzle).counts or ()):
                for _ in range(count):
                    game.play(game.cycle_bridges(edge))
            autosave.open(game)
            autosave.save_whole()
        autosave.close()

    # The window and what opens beside it

    def open_window(self) -> None:
        document = self.store.load_last()
        if document is None:
            document = Document.from_puzzle(self._random_puzzle(0), "text")
        window = self.application.open_window(document, self.settings, self.store)
        QTest.qWaitForWindowExposed(window)
        window.activateWindow()

    def _replace_what_leaves_the_window(self) -> None:
        target = self.folder / "target"
        target.mkdir()

        def file_to_open(*_: object) -> Path | None:
            return self.rng.choice(self.puzzles) if self.rng.random() < 0.7 else None

        def file_to_save(*_: object) -> Path | None:
            names = ["", "game", "game.hashi", "no folder/game.hashi", "x" * 300, "board.png"]
            name = self.rng.choice(names)
            return target / name if name else None

        def print_dialog(dialog: QPrintDialog) -> int:
            printer = dialog.printer()
            printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
            printer.setOutputFileName(str(target / "page.pdf"))
            return self.rng.randrange(2)

        dialogs.file_to_open = file_to_open
        dialogs.file_to_save = file_to_save
        QPrintDialog.exec = print_dialog
        QDesktopServices.openUrl = lambda _url: True

    def attend(self) -> None:
        """Do something in the dialog or menu that is open, and close it soon."""
        popup = QApplication.activePopupWidget()
        dialog = QApplication.activeModalWidget()
        if popup is None and dialog is None:
            self.pokes = 0
            return
        widget = popup or dialog
        self.pokes += 1
        if self.pokes <= MAX_POKES and not isinstance(widget, NO_POKES):
            self._poke(widget)
        elif isinstance(widget, QDialog):
            self.note(f"reject {type(widget).__name__}")
            widget.reject()
        else:
            widget.close()

    def _poke(self, widget: QWidget) -> None:
        if isinstance(widget, QMenu):
            QTest.keyClick(widget, self.rng.choice([Qt.Key.Key_Down, Qt.Key.Key_Right]))
            return
        children = [w for w in widget.findChildren(QWidget) if w.isVisible() and w.isEnabled()]
        child = self.rng.choice([widget, *children])
        self.note(f"poke {type(child).__name__} in {type(widget).__name__}")
        if self.rng.random() < 0.5:
            self._key(child)
        else:
            self._click(child)

    # Steps

    def step(self) -> None:
        kinds = [
            (self.key, 20),
            (self.click, 24),
            (self.drag, 10),
            (self.wheel, 3),
            (self.action, 14),
            (self.menu_action, 6),
            (self.open, 3),
            (self.button, 4),
            (self.look_back, 1),
            (self.practise, 1),
            (self.resize, 1),
            (self.wait, 6),
            (self.reopen, 0.4),
        ]
        functions, weights = zip(*kinds, strict=True)
        self.rng.choices(functions, weights)[0]()
        self.application.processEvents()
        while QApplication.activeModalWidget() or QApplication.activePopupWidget():
            QTest.qWait(ATTEND_MS)

    def note(self, text: str) -> None:
        self.steps.append(text)

    def key(self) -> None:
        self._key(QApplication.focusWidget() or self.window)

    def _key(self, widget: QWidget) -> None:
        key, modifier = self.rng.choice(KEYS), self.rng.choice(MODIFIERS)
        if (key, modifier) == (Qt.Key.Key_Q, Qt.KeyboardModifier.ControlModifier):
            return  # See reopen().
        self.note(f"key {key!r} {modifier!r} to {type(widget).__name__}")
        QTest.keyClick(widget, key, modifier)

    def click(self) -> None:
        self.note("click on the board")
        self._click(self.window.play.view.viewport())

    def _place(self, widget: QWidget) -> QPoint:
        return QPoint(
            self.rng.randrange(max(1, widget.width())), self.rng.randrange(max(1, widget.height()))
        )

    def _click(self, widget: QWidget) -> None:
        button, modifier = self.rng.choice(BUTTONS), self.rng.choice(MODIFIERS)
        place = self._place(widget)
        QTest.mouseMove(widget, place)
        QTest.mouseClick(widget, button, modifier, place)
        if self.rng.random() < 0.2:
            QTest.mouseDClick(widget, button, modifier, place)

    def drag(self) -> None:
        self.note("drag")
        widget = self.window.play.view.viewport()
        button, modifier = self.rng.choice(BUTTONS), self.rng.choice(MODIFIERS)
        QTest.mousePress(widget, button, modifier, self._place(widget))
        for _ in range(self.rng.randrange(4)):
            QTest.mouseMove(widget, self._place(widget))
            if self.rng.random() < 0.1:
                self.key()
        if self.rng.random() < 0.95:  # Otherwise the release gets lost, as to another window.
            QTest.mouseRelease(widget, button, modifier, self._place(widget))

    def wheel(self) -> None:
        self.note("wheel")
        viewport = self.window.play.view.viewport()
        place = self._place(viewport)
        angle = QPoint(self.rng.choice([0, 0, 120]), self.rng.choice([-1200, -120, 120, 1200]))
        turn_wheel(viewport, place, angle, self.rng.choice(MODIFIERS))

    def action(self) -> None:
        quit_action = declared(self.window, i18n._("&Quit").replace("&", ""))
        spec = self.rng.choice([spec for spec in self.window.menus if spec is not quit_action])
        self._trigger(self.window.menus[spec])

    def menu_action(self) -> None:
        """Any entry of any menu or submenu, those that are built by functions too."""
        menu_titled(self.window, i18n._("Open &recent")).aboutToShow.emit()
        quit_action = action(self.window, i18n._("&Quit").replace("&", ""))
        menus = self.window.menuBar().findChildren(QMenu) + self.window.findChildren(QMenu)
        entries = {id(a): a for menu in menus for a in menu.actions() if a.menu() is None}
        leaves = [a for a in entries.values() if a.isEnabled() and a is not quit_action]
        if leaves:
            self._trigger(self.rng.choice(leaves))

    def _trigger(self, action: QAction) -> None:
        if action.isEnabled():
            self.note(f"action {action.text()}")
            action.trigger()

    def open(self) -> None:
        file = self.rng.choice(self.puzzles)
        self.note(f"open {file.name}")
        way = self.rng.randrange(4)
        if way == 0 or not file.is_file():
            self.window.documents.open_file(file)
            return
        text = file.read_bytes().decode(errors="replace")
        if way == 1:
            QGuiApplication.clipboard().setText(text)
            self.window.documents.paste()
            return
        data = QMimeData()
        if way == 2:
            data.setUrls([QUrl.fromLocalFile(str(file))])
        else:
            data.setText(text)
        self.window.documents.open_data(data, "what was dropped")

    def button(self) -> None:
        """A button of the message bar, of the notices or of the toolbar."""
        buttons = [b for b in self.window.findChildren(QAbstractButton) if b.isVisible()]
        if buttons:
            button = self.rng.choice(buttons)
            self.note(f"button {button.text()!r}")
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    def look_back(self) -> None:
        past = self.window.progress.past_games
        show = self.rng.choice([past.review, past.replay, past.open_puzzle])
        results = self.store.results.all()
        if results:
            self.note(f"{show.__name__} of a past game")
            show(self.rng.choice(results))

    def practise(self) -> None:
        technique = self.rng.choice([None, *all_techniques()])
        self.note(f"practise {technique}")
        self.window.teaching.practise(technique and technique.name)

    def resize(self) -> None:
        self.note("resize")
        self.window.resize(self.rng.randint(1, 1500), self.rng.randint(1, 1200))

    def wait(self) -> None:
        QTest.qWait(self.rng.choice([0, 1, 5, 20, 60]))

    def reopen(self) -> None:
        """Close the window and continue in another one."""
        self.note("close and open again")
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, QDialog):
                widget.close()
        before = self.window.play.in_play.game.to_document()
        kept = [each.to_data() for each in self.window.documents.kept]
        if not self.window.close():
            self.finding("the window does not close")
        self.compare(self.store.load_last(), before, "after closing")
        self.window.deleteLater()
        self.application.processEvents()
        self.open_window()
        self.compare(self.window.play.in_play.game.to_document(), before, "in the next window")
        offered = [each.to_data() for each in self.window.documents.kept]
        if offered != kept:
            self.finding(f"offered: {offered}, was not open yet: {kept}")

    # Checks

    def finding(self, text: str) -> None:
        self.findings.append(text)

    def check(self, number: int) -> None:
        window, game = self.window, self.window.play.controller.game
        scene = window.play.scene
        if scene.picture.puzzle is not game.puzzle:
            self.finding("the scene shows another puzzle")
        elif not window.play.controller.showing_other_board and (
            (scene.picture.board, scene.picture.tried) != (game.board, game.tried)
        ):
            self.finding(f"the scene shows {scene.picture.board}, the game has {game.board}")
        fresh = BoardStatus(game.puzzle, game.board)
        for fact in ("remaining", "capacities", "finished", "solved", "faults"):
            if getattr(fresh, fact) != getattr(game.status, fact):
                self.finding(f"{fact} is {getattr(game.status, fact)}: {getattr(fresh, fact)}")
        for island in range(len(game.puzzle.islands)):
            if fresh.group(island) != game.status.group(island):
                self.finding(f"the group of island {island} is {game.status.group(island)}")
        if number % CHECK_STORE_STEPS == 0:
            last = window.context.stores.flushed_games().load_last()
            self.compare(last, window.play.in_play.game.to_document(), "in the store")
        if self.store.quarantined:
            self.finding(f"set aside: {self.store.quarantined}")
        notice = window.context.messages.notices.text
        if i18n._("Your game is not saved. {problem}").format(problem="") in notice:
            self.finding(notice)

    def compare(self, found: Document | None, expected: Document, where: str) -> None:
        if found is None or found.puzzle != expected.puzzle:
            self.finding(f"another puzzle {where}")
            return
        if found.game is None:
            self.finding(f"no game {where}")
            return
        same_time = dataclasses.replace(found.game, seconds=expected.game.seconds)
        if found.board != expected.board or same_time != expected.game:
            self.finding(f"another game {where}: {found.game}\nexpected: {expected.game}")

    def run(self, steps: int) -> int:
        for number in range(1, steps + 1):
            self.step()
            self.check(number)
            if self.findings:
                print(f"step {number}, after", *self.steps, sep="\n  ", file=sys.stderr)
                print(*self.findings, sep="\n", file=sys.stderr, flush=True)
                os._exit(1)
        self.reopen()
        self.window.close()
        return 1 if self.findings else 0


def main() -> int:
    seed, steps, folder = sys.argv[1:]
    os.chdir(folder)
    monkey = Monkey(seed, Path(folder))
    report_errors(monkey.finding)
    code = monkey.run(int(steps))
    print(steps, *monkey.findings, flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main())
