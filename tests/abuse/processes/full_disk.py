"""Plays or edits while the disk becomes full and free again, and checks what the window shows.

Usage: full_disk.py WHO SEED FOLDER KIND

WHO is "player" or "setter". FOLDER is the data folder. KIND is "disk", which fills its file system,
or "limit", which limits the size of a file. Any finding ends the program.
"""

import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import monotonic

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox, QPushButton

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.editing import DraftError, DraftHistory
from hashi_gui.formats import Document
from hashi_gui.game import GameStore, IllegalMoveError
from hashi_gui.gui import stage
from hashi_gui.gui.settings.preferences import Settings
from hashi_gui.gui.window.start import Application
from tests.abuse.processes.inside import Limit, report_errors
from tests.abuse.programs import threes
from tests.processes import TIMEOUT

ROUNDS = {"player": 3, "setter": 2}
SIDE = 12
"""Of the setter's puzzle."""


class Disk:
    """Becomes full by a large file."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "large"

    def fill(self) -> None:
        descriptor = os.open(self.file, os.O_WRONLY | os.O_CREAT)
        size = 1 << 16
        while size:
            try:
                os.lseek(descriptor, 0, os.SEEK_END)
                os.write(descriptor, b"x" * size)
            except OSError:
                size //= 2
        os.close(descriptor)

    def free(self) -> None:
        self.file.unlink()


class Somebody:
    """Acts in a window whose data folder is on the disk, and answers its questions."""

    notice = "not saved"

    def __init__(self, rng: Random, folder: Path, disk: Disk | Limit) -> None:
        self.rng = rng
        self.folder = folder
        self.disk = disk
        self.questions: list[str] = []
        self.answer = "Cancel"
        self.store = GameStore(folder)
        self.window = Application(["hashi"]).open_window(
            Document.from_puzzle(self.puzzle(), "text"),
            Settings(folder.parent / "hashi.ini"),
            self.store,
        )
        QMessageBox.exec = lambda box: self._answer(box)  # bound to each box

    def puzzle(self) -> Puzzle:
        raise NotImplementedError

    def run(self) -> None:
        raise NotImplementedError

    def _answer(self, box: QMessageBox) -> int:
        self.questions.append(box.text())
        next(b for b in box.findChildren(QPushButton) if self.answer in b.text()).click()
        return 0

    @property
    def is_told(self) -> bool:
        return self.notice in self.window.context.messages.notices.text

    def check_notice(self) -> None:
        """The notice cannot be dismissed."""
        notices = self.window.context.messages.notices
        assert not any(b.text() == "Dismiss" for b in notices.findChildren(QPushButton))

    def wait(self, condition: Callable[[], object], what: str) -> None:
        end = monotonic() + TIMEOUT
        while not condition():
            assert monotonic() < end, f"not within {TIMEOUT} s: {what}"
            QTest.qWait(5)


class Player(Somebody):
    def puzzle(self) -> Puzzle:
        return threes(4, 4)

    def move(self, moves: int) -> None:
        game = self.window.play.controller.game
        for _ in range(moves):
            edge = self.rng.randrange(len(game.puzzle.edges))
            try:
                self.window.play.controller.play(game.cycle_bridges(edge))
            except IllegalMoveError:
                continue
            QTest.qWait(self.rng.choice([0, 1, 4]))

    def is_saved(self) -> bool:
        last = self.store.load_last()
        game = self.window.play.controller.game.to_document()
        return (
            last is not None
            and last.game is not None
            and (last.puzzle, last.board, last.game.history, last.game.position)
            == (game.puzzle, game.board, game.game.history, game.game.position)
        )

    def check_not_saved(self) -> None:
        """The notice appears and stays while nothing can be saved, and whoever leaves is asked."""
        self.wait(lambda: self.is_told, "the notice")
        self.check_notice()
        QTest.qWait(3 * stage.RETRY_MS)
        if not self.is_told:
            assert self.is_saved()  # A retry found room that a replaced file had left.
            return
        asked = len(self.questions)
        self.answer = "Cancel"
        assert not self.window.close()
        before = self.window.play.controller.game
        self.window.play.in_play.open_document(Document.from_puzzle(threes(6, 6), "text"))
        assert self.window.play.controller.game is before
        assert len(self.questions) == asked + 2

    def run(self) -> None:
        for _ in range(ROUNDS["player"]):
            self.move(self.rng.randrange(1, 40))
            self.wait(self.is_saved, "the game is saved")
            saved = len(self.store.load_last().game.history)
            self.disk.fill()
            while not self.is_told:
                self.move(1)
            assert len(self.store.load_last().game.history) >= saved
            self.check_not_saved()
            self.move(self.rng.randrange(0, 20))
            self.disk.free()
            self.wait(lambda: not self.is_told, "the notice is removed")
            self.wait(self.is_saved, "the game is saved")
            self.wait(lambda: not list(self.folder.rglob("*.part")), "nothing half-written")
            assert not self.store.quarantined, self.store.quarantined
        self.end()

    def end(self) -> None:
        """Close while the disk is full, or after it has become free."""
        self.disk.fill()
        while not self.is_told:
            self.move(1)
        saved = self.store.load_last()
        if self.rng.random() < 0.5:
            self.answer = "Leave without saving"
            asked = len(self.questions)
            assert self.window.close()
            assert len(self.questions) == asked + 1
            assert self.store.load_last() == saved
        else:
            self.disk.free()
            asked = len(self.questions)
            assert self.window.close()
            assert len(self.questions) == asked
            assert self.is_saved()
        assert not list(self.folder.rglob("*.part"))


class Setter(Somebody):
    """Edits at random, from the first edit of a puzzle on."""

    notice = "Your draft is not saved."

    def __init__(self, rng: Random, folder: Path, disk: Disk | Limit) -> None:
        super().__init__(rng, folder, disk)
        self.editor = self.window.editor
        self.editor.edit_game()

    def puzzle(self) -> Puzzle:
        return Puzzle.from_clues(SIDE, SIDE, {(0, 0): 1, (0, 2): 1})

    def edit(self) -> None:
        controller, rng = self.editor.controller, self.rng
        before = len(controller.history.changes), controller.history.position
        while before == (len(controller.history.changes), controller.history.position):
            act = rng.choices((self._place, controller.undo, controller.redo), (6, 2, 1))[0]
            act()
        QTest.qWait(rng.choice([0, 1, 4]))

    def _place(self) -> None:
        cell = self.rng.randrange(SIDE), self.rng.randrange(SIDE)
        self.editor.controller.place_at(cell, self.rng.choice([None, 1, 2, 3]))

    def saved(self) -> DraftHistory | None:
        """What another start of the program would find; None if there is no draft."""
        path = self.editor.drafts.path
        if path is None or not path.exists():
            return None
        try:
            return self.editor.drafts.store.load(path)[0]
        except DraftError:
            return None

    def is_saved(self) -> bool:
        saved, history = self.saved(), self.editor.controller.history
        return saved is not None and (saved.changes, saved.position, saved.draft) == (
            history.changes,
            history.position,
            history.draft,
        )

    def fill_disk(self) -> None:
        """Edit until the setter is told; what was saved before is there."""
        before = self.saved()
        self.disk.fill()
        while not self.is_told:
            self.edit()
        assert "\n" not in self.window.context.messages.notices.text
        self.check_notice()
        assert before is None or self.saved() is not None

    def run(self) -> None:
        for _ in range(ROUNDS["setter"]):
            self.fill_disk()
            for _ in range(self.rng.randrange(1, 20)):
                self.edit()
            asked = len(self.questions)
            if self.window.close():
                assert self.is_saved()  # A replaced file had left room.
                return
            assert len(self.questions) == asked + 1
            assert self.questions[-1].startswith("Your draft is not saved.")
            self.disk.free()
            self.wait(lambda: not self.is_told, "the notice is removed")
            self.wait(self.is_saved, "the draft is saved with all edits")
            assert not self.questions[asked + 1 :]
            for _ in range(self.rng.randrange(1, 20)):
                self.edit()
            self.wait(self.is_saved, "the draft is saved")
        assert self.window.close()
        assert self.is_saved()
        assert not list(self.editor.drafts.store.folder.glob("*.part"))


def main() -> None:
    """Let somebody act, and end the process without waiting for its threads."""
    who, seed, name, disk = sys.argv[1:]
    kind = {"player": Player, "setter": Setter}[who]
    folder = Path(name)
    stage.RETRY_MS = 100
    rng = Random(seed)
    errors: list[str] = []
    report_errors(errors.append)
    code = 0
    try:
        kind(rng, folder, Disk(folder) if disk == "disk" else Limit(rng.randrange(100))).run()
        assert not errors, errors
    except BaseException:
        traceback.print_exc()
        code = 1
    os._exit(code)


if __name__ == "__main__":
    main()
