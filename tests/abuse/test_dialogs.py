"""Dialogs are open, often for something from outside, while more arrives or the system ends all."""

import os
import shutil
import signal
from pathlib import Path
from random import Random
from zipfile import ZipFile

import pytest

from hashi_gui.game import GameStore
from hashi_gui.gui.documents.arrivals import load_unopened
from tests.abuse.programs import HASHI, Program, data_folder, run, script

pytestmark = [
    pytest.mark.abuse,
    pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals"),
]


ACTIONS = (
    "New…",
    "Daily…",
    "Library…",
    "Open…",
    "Save as…",
    "More notations…",
    "Solve by a method…",
    "Statistics…",
    "Preferences…",
    "How to play",
    "About Hashi",
)
OPENERS = [
    *([f"trigger(window, {name!r})"] for name in ACTIONS),
    *(["trigger(window, 'Print…')", f"press({name!r})"] for name in ("Print…", "Preview…")),
    ["trigger(window, 'Export…')", "press('Export…')"],
    ["trigger(window, 'Library…')", "window.library.packs._ask_and_import(True)"],
    ["drop(window, 'pack')"],
    ["drop(window, 'pack')", "window.library.packs._ask_and_import(False)"],
    ["drop(window, 'pack')", "drop(window, 'pair.txt')"],
    ["window.close()"],
    ["drop(window, 'pair.txt')"],
    ["drop(window, 'pair.txt')", "press('Save elsewhere…')"],
    ["window.close()", "press('Save elsewhere…')"],
]
"""What a player does; in the last four, the game cannot be saved."""

UNSAVED = OPENERS[-4:]


class Window(Program):
    """The program as a process that says what it shows, and does what it is told to."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.saved = folder, data_folder(folder)
        for name, grid in {"row.txt": "1.2.1\n", "pair.txt": "2.2\n"}.items():
            (folder / name).write_text(grid)
        (folder / "pack").mkdir()
        (folder / "pack" / "good.txt").write_text("2.2\n")
        (folder / "pack" / "bad.txt").write_text("nonsense")
        with ZipFile(folder / "pack.zip", "w") as archive:
            archive.writestr("pair.txt", "2.2\n")
        super().__init__(script("dialogs.py", "row.txt"), folder)
        self.wait_for("window")

    def hand_over(self, file: str) -> None:
        """Start the program once more, with a file."""
        run([*HASHI, "play", file], self.folder)

    def terminate(self) -> None:
        """Let the system end the program."""
        assert self.end(signal.SIGTERM) == 0, self.errors
        assert self.errors == ""


def test_what_other_starts_send_waits_for_the_dialogs_before(tmp_path):
    """A dialog in the slot of the socket has ended the program without a message."""
    with Window(tmp_path) as window:
        window.hand_over("pack.zip")
        window.wait_for("shown LibraryDialog")
        window.hand_over("pair.txt")
        window.tell("escape()")
        window.wait_for("opened pair.txt")
        window.tell("drop(window, 'pack')")
        window.wait_for("shown ImportReport")
        window.terminate()
    last = GameStore(window.saved).load_last()
    assert last is not None
    assert len(last.puzzle.islands) == 2


def test_the_system_ends_the_program_while_a_dialog_is_open(abuse):
    def play_round(rng: Random, folder: Path) -> str:
        with Window(folder) as window:
            return end_while_a_dialog_is_open(window, rng)

    abuse("ends while a dialog is open", play_round)


def end_while_a_dialog_is_open(window: Window, rng: Random) -> str:
    steps = rng.choice(OPENERS)
    if steps in UNSAVED:
        window.tell("window.context.stores.flushed_games()")
        window.tell("print('saved', flush=True)")
        window.wait_for("saved")
        shutil.rmtree(window.saved / "games")
        (window.saved / "games").write_text("")
    window.tell("move(window)")
    for step in steps:
        window.tell(step)
        if rng.random() < 0.8 or step != steps[-1]:
            window.wait_for("shown")
    handed = rng.choice(["pack.zip", "pair.txt"]) if rng.random() < 0.3 else ""
    if handed:
        window.hand_over(handed)
    window.terminate()
    is_pair_open = "opened pair.txt" in window.lines
    if handed == "pair.txt" and not is_pair_open:
        unopened, _ = load_unopened(window.saved / "unopened.json")
        assert (window.folder / handed,) in [request.files for request in unopened]
    if steps in UNSAVED:
        return "not saved"
    last = GameStore(window.saved).load_last()
    assert last is not None
    assert last.game is not None
    assert last.game.position == (0 if is_pair_open else 1)
    return "saved"
