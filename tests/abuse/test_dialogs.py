"""Dialogs are open, often for something from outside, while more arrives or the system ends all."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from random import Random
from threading import Thread
from zipfile import ZipFile

import pytest

from hashi_gui.game import GameStore
from hashi_gui.gui.documents.arrivals import load_unopened
from tests.processes import TIMEOUT

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
    "Export as image or PDF…",
    "Print…",
    "Print preview…",
    "Statistics…",
    "Preferences…",
    "How to play",
    "About Hashi",
)
OPENERS = [
    *([f"trigger(window, {name!r})"] for name in ACTIONS),
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


class Window:
    """The program as a process that says what it shows, and does what it is told to."""

    def __init__(self, script: list[str], environment: dict[str, str], folder: Path) -> None:
        self.folder, self.environment = folder, environment
        self.saved = folder / "data" / "hashi"
        for name, grid in {"row.txt": "1.2.1\n", "pair.txt": "2.2\n"}.items():
            (folder / name).write_text(grid)
        (folder / "pack").mkdir()
        (folder / "pack" / "good.txt").write_text("2.2\n")
        (folder / "pack" / "bad.txt").write_text("nonsense")
        with ZipFile(folder / "pack.zip", "w") as archive:
            archive.writestr("pair.txt", "2.2\n")
        self._said: SimpleQueue[str] = SimpleQueue()
        pipes = dict.fromkeys(("stdin", "stdout"), subprocess.PIPE)
        self._errors = (folder / "errors").open("w+")
        self.process = subprocess.Popen(
            [*script, "row.txt"],
            cwd=folder,
            env=environment,
            text=True,
            stderr=self._errors,
            **pipes,
        )
        self._reader = Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        for line in self.process.stdout:
            self._said.put(line)
        self._said.put("")

    def wait_for(self, word: str) -> None:
        while not (line := self._said.get(timeout=TIMEOUT)).startswith(word):
            assert line, f"ended before {word!r}: {self.errors()}"

    def tell(self, line: str) -> None:
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def hand_over(self, file: str) -> None:
        """Start the program once more, with a file."""
        command = [sys.executable, "-m", "hashi_gui", "play", file]
        again = {"cwd": self.folder, "env": self.environment, "timeout": TIMEOUT}
        ended = subprocess.run(command, **again, capture_output=True, text=True)
        assert (ended.returncode, ended.stderr) == (0, "")

    def errors(self) -> str:
        self._errors.seek(0)
        return self._errors.read()

    def end(self) -> list[str]:
        """Let the system end the program; what it has said that nobody has waited for."""
        self.process.terminate()
        assert self.process.wait(TIMEOUT) == 0, self.errors()
        assert self.errors() == ""
        return list(iter(partial(self._said.get, timeout=TIMEOUT), ""))

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()
        self._reader.join()
        self._errors.close()


@pytest.fixture
def start(script, environment) -> Callable[[Path], Window]:
    windows = []

    def start(folder: Path) -> Window:
        windows.append(Window(script("dialogs.py"), environment(folder), folder))
        windows[-1].wait_for("window")
        return windows[-1]

    yield start
    for window in windows:
        window.close()


def test_what_other_starts_send_waits_for_the_dialogs_before(start, tmp_path):
    """A dialog in the slot of the socket has ended the program without a message."""
    window = start(tmp_path)
    window.hand_over("pack.zip")
    window.wait_for("shown LibraryDialog")
    window.hand_over("pair.txt")
    window.tell("escape()")
    window.wait_for("opened pair.txt")
    window.tell("drop(window, 'pack')")
    window.wait_for("shown ImportReport")
    window.end()
    last = GameStore(window.saved).load_last()
    assert last is not None
    assert len(last.puzzle.islands) == 2


def test_the_system_ends_the_program_while_a_dialog_is_open(start, abuse):
    def play_round(rng: Random, folder: Path) -> str:
        window = start(folder)
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
        is_pair_open = "opened pair.txt\n" in window.end()
        if handed == "pair.txt" and not is_pair_open:
            unopened, _ = load_unopened(window.saved / "unopened.json")
            assert (folder / handed,) in [request.files for request in unopened]
        if steps not in UNSAVED:
            last = GameStore(window.saved).load_last()
            assert last is not None
            assert last.game is not None
            assert last.game.position == (0 if is_pair_open else 1)
        return "not saved" if steps in UNSAVED else "saved"

    abuse("ends while a dialog is open", play_round)
