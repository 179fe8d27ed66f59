"""Edits a draft while the disk becomes full and free again, and checks what the window says.

Usage: full_disk_editing.py SEED FOLDER KIND

The arguments are those of full_disk.py, as is what is printed.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import monotonic

from full_disk import TIMEOUT, Disk, Limit
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox, QPushButton

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.editing import DraftError, DraftHistory
from hashi_gui.formats import Document
from hashi_gui.game import GameStore
from hashi_gui.gui.settings.settings import Settings
from hashi_gui.gui.stage import session
from hashi_gui.gui.window.start import Application

ROUNDS = 2
SIDE = 12


class Setter:
    """Edits at random, from the first edit of a puzzle on."""

    def __init__(self, rng: Random, folder: Path, disk: Disk | Limit) -> None:
        self.rng = rng
        self.disk = disk
        self.questions: list[str] = []
        self.answer = ""
        puzzle = Puzzle.from_clues(SIDE, SIDE, {(0, 0): 1, (0, 2): 1})
        self.window = Application(["hashi"]).open_window(
            Document.from_puzzle(puzzle, "text"),
            Settings(folder.parent / "hashi.ini"),
            GameStore(folder),
        )
        self.editor = self.window.editor
        self.editor.edit_game()
        setter = self

        def exec_box(box: QMessageBox) -> int:
            setter.questions.append(box.text())
            next(b for b in box.findChildren(QPushButton) if setter.answer in b.text()).click()
            return 0

        QMessageBox.exec = exec_box

    @property
    def is_told(self) -> bool:
        return "Your draft is not saved." in self.window.context.messages.notices.text

    def wait(self, condition: Callable[[], object], what: str) -> None:
        end = monotonic() + TIMEOUT
        while not condition():
            assert monotonic() < end, f"not within {TIMEOUT} s: {what}"
            QTest.qWait(5)

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
        notices = self.window.context.messages.notices
        assert "\n" not in notices.text
        assert not any(b.text() == "Dismiss" for b in notices.findChildren(QPushButton))
        assert before is None or self.saved() is not None

    def run(self) -> None:
        for _ in range(ROUNDS):
            self.fill_disk()
            for _ in range(self.rng.randrange(1, 20)):
                self.edit()
            self.answer = "Cancel"
            asked = len(self.questions)
            if self.window.close():
                assert self.is_saved()  # A replaced file had left room.
                return
            assert len(self.questions) == asked + 1
            assert self.questions[-1].startswith("Your draft cannot be saved.")
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


def main() -> int:
    seed, name, kind = sys.argv[1:]
    folder = Path(name)
    session.RETRY_MS = 100
    rng = Random(seed)
    errors: list[str] = []
    sys.excepthook = lambda *error: errors.append("".join(traceback.format_exception(*error)))
    setter = Setter(rng, folder, Disk(folder) if kind == "disk" else Limit(rng.randrange(100)))
    setter.run()
    assert not errors, errors
    print(len(setter.questions), flush=True)
    return 0


if __name__ == "__main__":
    try:
        code = main()
    except BaseException:
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    os._exit(code)
