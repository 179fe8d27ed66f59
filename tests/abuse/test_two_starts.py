"""The program is started several times at once: one window, and no puzzle and no move is lost."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path
from random import Random
from time import sleep

import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, write
from hashi_gui.game import GameStore
from tests.abuse.processes.playing import saved_key
from tests.processes import TIMEOUT, wait_until

pytestmark = [
    pytest.mark.abuse,
    pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals"),
]

GENERATIONS = 2


def puzzle_file(folder: Path, number: int) -> tuple[Path, Puzzle]:
    cells = {(2 * row, 2 * col): 3 for row in range(3) for col in range(3 + number)}
    puzzle = Puzzle.from_clues(6, 2 * (3 + number), cells)
    file = folder / f"{number}.txt"
    file.write_text(write(Document.from_puzzle(puzzle, "text"), "text"))
    return file, puzzle


class Start:
    """A process, whose output goes to files so that it never waits for a reader."""

    def __init__(self, command: list[str], environment: dict[str, str], name: Path) -> None:
        self.output, self.errors = name.with_suffix(".out"), name.with_suffix(".err")
        with self.output.open("w") as output, self.errors.open("w") as errors:
            self.process = subprocess.Popen(command, env=environment, stdout=output, stderr=errors)

    @property
    def lines(self) -> list[str]:
        return [line for line in self.output.read_text().split("\n")[:-1] if line]

    @property
    def opened(self) -> bool:
        """Whether it has opened a window."""
        return bool(self.lines)

    @property
    def keys(self) -> list[str]:
        """The states that it has shown."""
        return [line.split()[2] for line in self.lines if line.startswith(("open ", "done "))]


def run_generation(
    starts: list[Start], end_signal: signal.Signals, store: GameStore, puzzles: list[Puzzle]
) -> None:
    """One of the processes has the window, the others end, and all puzzles are opened."""
    wait_until(
        lambda: sum(start.process.poll() is None for start in starts) <= 1, "one process is left"
    )
    for start in starts:
        code, errors = start.process.poll(), start.errors.read_text()
        assert code in (None, 0), f"code {code}: {errors}"
        assert errors == ""
    alive = [start for start in starts if start.process.poll() is None]
    wait_until(lambda: any(start.opened for start in starts), "a window")
    windows = [start for start in starts if start.opened]
    assert windows == alive, f"{len(windows)} windows, {len(alive)} alive"
    wait_until(lambda: set(names(puzzles)) <= opened_names(alive[0]), "all puzzles are opened")
    alive[0].process.send_signal(end_signal)
    alive[0].process.wait(TIMEOUT)
    if end_signal is signal.SIGTERM:
        last = store.load_last()
        assert last is not None
        assert saved_key(last) == alive[0].keys[-1]


def names(puzzles: list[Puzzle]) -> list[str]:
    return [saved_key(Document.from_puzzle(puzzle, "text")).split("/")[0] for puzzle in puzzles]


def opened_names(start: Start) -> set[str]:
    """The puzzles that a window has opened."""
    return {line.split()[2].split("/")[0] for line in start.lines if line.startswith("open ")}


def test_starts_at_the_same_time(abuse, script, environment):
    def play_round(rng: Random, folder: Path) -> str:
        store = GameStore(folder / "data" / "hashi")
        kinds = []
        for generation in range(GENERATIONS):
            starts = []
            puzzles = []
            pause = rng.choice([0, 0, 0.1, 0.5, 1.5])
            for number in range(rng.choice([2, 2, 3])):
                file, puzzle = puzzle_file(folder, number)
                puzzles.append(puzzle)
                name = folder / f"{generation}-{number}"
                command = script("playing.py", rng.random(), "moves", file)
                starts.append(Start(command, environment(folder), name))
                sleep(rng.uniform(0, pause))
            end_signal = rng.choice([signal.SIGTERM, signal.SIGKILL])
            try:
                run_generation(starts, end_signal, store, puzzles)
            finally:
                for start in starts:
                    start.process.kill()
                    start.process.wait()
            kinds.append(end_signal.name)
        assert not store.quarantined
        return "survived"

    abuse("starts at the same time", play_round)


def test_a_start_while_another_window_closes(abuse, script, environment):
    """The second start becomes the only window, or its puzzle is opened by the first one."""

    def play_round(rng: Random, folder: Path) -> str:
        (one, first_puzzle), (two, second_puzzle) = puzzle_file(folder, 0), puzzle_file(folder, 1)
        first = Start(
            script("playing.py", rng.random(), "moves", one), environment(folder), folder / "first"
        )
        second = None
        try:
            wait_until(lambda: first.opened, "the first window")
            command = script("playing.py", rng.random(), "moves", two)
            second = Start(command, environment(folder), folder / "second")
            sleep(rng.uniform(0, 1.5))
            first.process.terminate()
            first.process.wait(TIMEOUT)
            wait_until(
                lambda: second.opened or second.process.poll() is not None, "a second window"
            )
            handed = names([second_puzzle])[0] in opened_names(first)
            assert first.errors.read_text() == second.errors.read_text() == ""
            assert handed != second.opened, (handed, second.opened)
            if second.opened:
                second.process.terminate()
            assert second.process.wait(TIMEOUT) == 0
        finally:
            for start in filter(None, (first, second)):
                start.process.kill()
                start.process.wait()
        store = GameStore(folder / "data" / "hashi")
        for puzzle, start in ((first_puzzle, first), (second_puzzle, first if handed else second)):
            of_puzzle = [key for key in start.keys if key.split("/")[0] == names([puzzle])[0]]
            saved = store.resume(Document.from_puzzle(puzzle, "text"))
            assert saved_key(saved) == of_puzzle[-1]
        return "handed over" if handed else "second window"

    abuse("start while another window closes", play_round)
