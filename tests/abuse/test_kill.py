"""The program is killed at a random moment: nothing that was saved is lost, and nothing is damaged.

Each change must be given to the thread that saves at once. How soon that has saved it depends on
the machine; it is reported, but no failure.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from time import sleep

import pytest

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, write
from hashi_gui.game import Game, GameStore
from tests.abuse.processes.playing import saved_key
from tests.processes import TIMEOUT, output_before_kill

pytestmark = [
    pytest.mark.abuse,
    pytest.mark.skipif(os.name == "nt", reason="Windows does not kill like this"),
]

PROMISED = 0.05
"""How many seconds after a change it is on disk, on a machine that is not busy otherwise."""

LONGEST_PLAY = 1.5
KILLS = 2

STATES = ("open", "given", "done")
"""What a line begins with that names a state of a game."""

Environment = Callable[[Path], dict[str, str]]


def square(side: int, extra: int = 0) -> Puzzle:
    """A puzzle with an island on every second cell; without ``extra`` it has a solution."""
    cells = {(2 * row, 2 * col) for row in range(side) for col in range(side)}
    steps = ((0, 2), (2, 0), (0, -2), (-2, 0))
    clues = {
        (row, col): sum((row + down, col + right) in cells for down, right in steps) + extra
        for row, col in cells
    }
    return Puzzle.from_clues(2 * side, 2 * side, clues)


def write_puzzles(folder: Path, puzzles: list[Puzzle]) -> list[Path]:
    files = [folder / f"{number}.txt" for number in range(len(puzzles))]
    for file, puzzle in zip(files, puzzles, strict=True):
        file.write_text(write(Document.from_puzzle(puzzle, "text"), "text"))
    return files


def empty(puzzle: Puzzle) -> Document:
    return Document(puzzle, Board.empty(puzzle), "text")


def name(key: str) -> str:
    """The puzzle that a key belongs to."""
    return key.split("/")[0]


class Log:
    """What a killed process has printed, see ``processes/playing.py``."""

    def __init__(self, output: str) -> None:
        lines = [line.split() for line in output.split("\n")[:-1]]
        self.states: list[tuple[float, str]] = []
        self.saved: list[int] = []
        """The places of those states that were reported as saved."""
        given: dict[str, int] = {}
        must_be_given = False
        for event, *words in lines:
            must_be_given = event == "plan" or (must_be_given and event != "given")
            if event == "saved":
                self.saved.append(given[words[0]])
            if event == "given":
                given[words[2]] = len(self.states)
            if event in STATES:
                self.states.append((float(words[0]), words[1]))
            assert not (event == "done" and must_be_given), f"{words[1]} was not saved at once"
        self.newest = self.states[-1][0]
        if lines[-1][0] == "plan":
            self.states.append((self.newest, lines[-1][1]))
        self.opening = lines[-1][0] == "opening"

    def lateness(self, saved: Document, before: Document) -> float:
        """For how many seconds what is saved for a puzzle had been out of date at the kill.

        ``before`` is what was saved when the process was started.
        """
        found = saved_key(saved)
        places = [n for n, (_, key) in enumerate(self.states) if name(key) == name(found)]
        reported = max({*places} & {*self.saved}, default=-1)
        last = max((n for n in places if self.states[n][1] == found), default=-1)
        assert last >= 0 or found == saved_key(before), f"{found} is saved, but was never in play"
        assert last >= reported, f"{found} is saved, but no longer {self.states[reported][1]}"
        later = [n for n in places if n > last]
        return self.newest - self.states[later[0]][0] if later else 0

    def lateness_of_last(self, last: Document | None) -> float:
        """For how many seconds the puzzle to be resumed had not been in play at the kill.

        It may be one of an earlier process, or None, until the first game of this one is saved.
        """
        resumed = last and name(saved_key(last))
        places = [n for n, (_, key) in enumerate(self.states) if name(key) == resumed]
        played = max(places, default=-1)
        assert self.opening or played >= max(self.saved, default=-1), f"{resumed} is resumed"
        after = self.states[played + 1 :]
        return 0 if self.opening or not after else self.newest - after[0][0]


def check_saved(log: Log, store: GameStore, before: list[Document]) -> float:
    """Check that each puzzle is saved, and the last one found; returns the greatest lateness."""
    last = store.load_last()
    assert last is not None or not any(document.game for document in before)
    lateness = log.lateness_of_last(last)
    for document in before:
        saved = store.resume(empty(document.puzzle))
        Game.from_document(saved)
        lateness = max(lateness, log.lateness(saved, document))
    assert store.quarantined == []
    return lateness


def describe(lateness: float) -> str:
    if lateness <= PROMISED:
        return "survived"
    limit = next((limit for limit in (0.1, 0.2, 0.5, 1, 2) if lateness <= limit), "more")
    return f"survived (up to {limit} s late)"


def kill_while_playing(
    script: Callable[..., list[str]],
    environment: Environment,
    mode: str,
    puzzles: list[Puzzle],
    rng: Random,
    folder: Path,
) -> str:
    """Play and be killed, several times over; each start finds what the last kill has left."""
    store = GameStore(folder / "data" / "hashi")
    files = write_puzzles(folder, puzzles)
    lateness = 0.0
    for _ in range(KILLS):
        before = [store.resume(empty(puzzle)) for puzzle in puzzles]
        command = script("playing.py", rng.random(), mode, *files)
        log = Log(output_before_kill(command, environment(folder), rng.uniform(0, LONGEST_PLAY)))
        lateness = max(lateness, check_saved(log, store, before))
        # A start removes what the kill before has left.
        assert len(list((folder / "data").rglob("*.part"))) <= 1
    return describe(lateness)


def test_killed_while_playing(abuse, script, environment):
    puzzles = [square(side, extra=1) for side in (4, 6, 9)]
    play_round = partial(kill_while_playing, script, environment, "everything", puzzles)
    abuse("killed while playing", play_round)


def test_killed_while_a_board_of_2025_islands_is_solved(abuse, script, environment):
    play_round = partial(kill_while_playing, script, environment, "solve", [square(45)])
    abuse("killed while a large board is solved", play_round)


def test_killed_while_closing(abuse, script, environment):
    def play_round(rng: Random, folder: Path) -> str:
        puzzles = [square(6, extra=1)]
        files = write_puzzles(folder, puzzles)
        command = script("playing.py", rng.random(), "moves", *files)
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "bufsize": 0}
        with subprocess.Popen(command, env=environment(folder), **pipes) as process:
            first = process.stdout.readline()
            sleep(rng.uniform(0, 0.5))
            process.terminate()
            sleep(rng.uniform(0, 0.1))
            closed = process.poll() is not None
            process.kill()
            output, errors = process.communicate(timeout=TIMEOUT)
        assert errors == b"", errors
        log, store = Log((first + output).decode()), GameStore(folder / "data" / "hashi")
        lateness = check_saved(log, store, list(map(empty, puzzles)))
        assert lateness == 0 or not closed
        return "closed in time" if closed else describe(lateness)

    abuse("killed while closing", play_round)
