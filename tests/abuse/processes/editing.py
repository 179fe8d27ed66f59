"""Runs the program as usual, but a setter in it edits a draft every few milliseconds.

Usage: editing.py SEED

The draft that an earlier process has left goes on. Before each edit is saved, a line ``SECONDS
PATH DIGEST NUMBER`` is printed: the time, the file of the draft, "-" before its first edit, and a
digest of the draft. ``saved NUMBER`` is printed afterwards.
"""

from __future__ import annotations

import hashlib
import sys
import time
from random import Random

from PySide6.QtCore import QTimer

from hashi_gui.core.symmetry import half_turn, mirror, turn_right
from hashi_gui.editing import Draft
from hashi_gui.gui.window.main_window import MainWindow
from tests.abuse.processes.inside import report_saved, run_with

INTERVAL_MS = 4


def digest(draft: Draft) -> str:
    """A short name of a draft, which another process can compare."""
    content = draft.rows, draft.cols, sorted(draft.clues.items(), key=str)
    return hashlib.sha256(repr((content, sorted(draft.bridges.items()))).encode()).hexdigest()[:12]


def show(*words: object) -> None:
    print(f"{' '.join(map(str, words))}\n", end="", flush=True)  # At once, for there are threads.


class Setter:
    """Edits in a window, at random."""

    def __init__(self, window: MainWindow, rng: Random) -> None:
        self.window = window
        self.rng = rng
        self.editor = window.editor
        if not self.editor.running:
            self.editor.edit_game()
        self.report(-1)
        report_saved(self.editor.drafts._thread, self.report)
        self.timer = QTimer(window, interval=INTERVAL_MS)
        self.timer.timeout.connect(self.edit)
        self.timer.start()

    def report(self, number: int) -> None:
        drafts, draft = self.editor.drafts, self.editor.controller.draft
        show(time.monotonic(), drafts.path or "-", digest(draft), number)

    def edit(self) -> None:
        rng, controller = self.rng, self.editor.controller
        draft = controller.draft
        cell = rng.randrange(draft.rows), rng.randrange(draft.cols)
        controller.select({cell, rng.choice(list(draft.clues) or [cell])}, cell)
        acts = {
            lambda: controller.place_at(cell, rng.choice([None, 1, 2, 3])): 6,
            lambda: controller.set_clue(rng.randrange(1, 9)): 6,
            lambda: controller.step_clue(1): 3,
            lambda: controller.move_selected(0, 1): 3,
            controller.remove_selected: 2,
            lambda: controller.bridge_towards(0, 1): 3,
            controller.undo: 4,
            controller.redo: 2,
            lambda: controller.turn(rng.choice([half_turn, mirror, turn_right])): 1,
            lambda: self.editor.set_solution_first(rng.random() < 0.5): 1,
        }
        rng.choices(list(acts), list(acts.values()))[0]()


if __name__ == "__main__":
    sys.exit(run_with(lambda window: Setter(window, Random(sys.argv[1]))))
