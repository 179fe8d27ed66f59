"""Edits a draft while the disk becomes full and free again, and checks what the window says.

Usage: full_disk_editing.py SEED FOLDER KIND

The arguments are those of full_disk.py.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.editing import DraftError, DraftHistory
from tests.abuse.processes.full_disk import Disk, Limit, Somebody, run

ROUNDS = 2
SIDE = 12


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
        notices = self.window.context.messages.notices
        assert "\n" not in notices.text
        assert not any(b.text() == "Dismiss" for b in notices.findChildren(QPushButton))
        assert before is None or self.saved() is not None

    def run(self) -> None:
        for _ in range(ROUNDS):
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


if __name__ == "__main__":
    run(Setter)
