"""Runs programs in homes of their own, and ends them in every way."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Self

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, write
from tests.processes import TIMEOUT, wait_until

ROOT = Path(__file__).parents[2]
HASHI = (sys.executable, "-m", "hashi_gui")
OLDER_DATA = Path(__file__).with_name("data") / "older"


def script(name: str, *arguments: object) -> list[str]:
    """The command that runs a script of the folder ``processes``."""
    file = Path(__file__).with_name("processes") / name
    return [sys.executable, "-X", "faulthandler", str(file), *map(str, arguments)]


def environment(home: Path) -> dict[str, str]:
    """The environment of a process with this home."""
    return {
        **os.environ,
        "HOME": str(home),
        "USERPROFILE": str(home),
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "PYTHONFAULTHANDLER": "1",
        "PYTHONPATH": str(ROOT),
    }


def data_folder(home: Path) -> Path:
    """Where the program keeps its data."""
    return home / "data" / "hashi"


def run(command: Sequence[object], home: Path, **variables: str) -> str:
    """What a process prints, which must succeed without errors."""
    process = subprocess.run(
        list(map(str, command)),
        cwd=home,
        env=environment(home) | variables,
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert (process.returncode, process.stderr) == (0, ""), (process.returncode, process.stderr)
    return process.stdout


class Program:
    """A process whose output is read as it comes, so that it never waits for a reader.

    It is killed at the end of the block at the latest.
    """

    def __init__(self, command: Sequence[str], home: Path, **variables: str) -> None:
        self._output: list[str] = []
        self._errors: list[str] = []
        self._waited_for = 0
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        self.process = subprocess.Popen(
            command, cwd=home, env=environment(home) | variables, text=True, **pipes
        )
        streams = (self.process.stdout, self._output), (self.process.stderr, self._errors)
        self._readers = [Thread(target=lines.extend, args=(stream,)) for stream, lines in streams]
        for reader in self._readers:
            reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end(signal.SIGKILL)

    @property
    def runs(self) -> bool:
        return self.process.poll() is None

    @property
    def lines(self) -> list[str]:
        """The lines that it has printed; one that a kill has cut off is left out."""
        return [line[:-1] for line in self._output if line.endswith("\n")]

    @property
    def errors(self) -> str:
        return "".join(self._errors)

    def tell(self, line: str) -> None:
        """Write a line to its input."""
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def wait_for(self, word: str) -> str:
        """Wait for the next line that begins with a word, and return it."""
        while True:
            wait_until(lambda: len(self.lines) > self._waited_for or not self.runs, word)
            if not self.runs:
                self.end()  # It may have printed more before.
            assert len(self.lines) > self._waited_for, f"ended before {word!r}: {self.errors}"
            line = self.lines[self._waited_for]
            self._waited_for += 1
            if line.startswith(word):
                return line

    def end(self, number: int | None = None) -> int:
        """Send a signal, if any, and wait for the end; returns the exit code."""
        if number is not None:
            self.process.send_signal(number)
        with self.process:  # This closes the pipes.
            try:
                self.process.wait(TIMEOUT)
            except subprocess.TimeoutExpired:
                self.process.send_signal(signal.SIGABRT)  # It prints where it hangs.
            for reader in self._readers:
                reader.join()
        return self.process.returncode


def kill_after(seconds: float, command: list[str], home: Path) -> list[str]:
    """The lines of a process that is killed some seconds after its first one."""
    with Program(command, home) as program:
        program.wait_for("")
        sleep(seconds)
        assert program.runs, f"it ended by itself: {program.errors}"
    assert program.errors == ""
    return program.lines


@cache
def may_mount() -> bool:
    if not sys.platform.startswith("linux") or shutil.which("unshare") is None:
        return False
    mount = ["unshare", "-m", "mount", "-t", "tmpfs", "tmpfs", "/tmp"]
    return subprocess.run(mount, capture_output=True, check=False).returncode == 0


def threes(rows: int, cols: int) -> Puzzle:
    """A puzzle with a 3 on every second cell."""
    cells = {(2 * row, 2 * col): 3 for row in range(rows) for col in range(cols)}
    return Puzzle.from_clues(2 * rows, 2 * cols, cells)


def write_puzzle(file: Path, puzzle: Puzzle) -> Path:
    """Write a puzzle to a file, which is returned."""
    file.write_text(write(Document.from_puzzle(puzzle, "text"), "text"))
    return file
