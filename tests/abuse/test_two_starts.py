"""The program is started several times at once: one window, and no puzzle and no move is lost."""

import os
import signal
from contextlib import ExitStack
from pathlib import Path
from random import Random
from time import sleep

import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document
from hashi_gui.game import GameStore
from hashi_gui.gui.documents.arrivals import load_unopened
from tests.abuse.processes.playing import puzzle_of, saved_key
from tests.abuse.programs import Program, data_folder, script, threes, write_puzzle
from tests.processes import wait_until

pytestmark = [
    pytest.mark.abuse,
    pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals"),
]

GENERATIONS = 2


def start(rng: Random, folder: Path, puzzle: Puzzle) -> Program:
    """Start a program that opens a puzzle, whose columns tell it from the others."""
    file = write_puzzle(folder / f"{puzzle.cols}.txt", puzzle)
    return Program(script("playing.py", rng.random(), "moves", file), folder)


def keys(program: Program) -> list[str]:
    """The states that a window has shown."""
    shown = [line.split() for line in program.lines if line.startswith(("open ", "done "))]
    return [words[2] for words in shown]


def name(puzzle: Puzzle) -> str:
    return puzzle_of(saved_key(Document.from_puzzle(puzzle, "text")))


def names(program: Program) -> set[str]:
    """The puzzles that a window has opened."""
    return set(map(puzzle_of, keys(program)))


def check_generation(
    starts: list[Program], end_signal: signal.Signals, store: GameStore, puzzles: list[Puzzle]
) -> None:
    """One of the processes has the window, the others end, and all puzzles are opened."""
    wait_until(lambda: sum(each.runs for each in starts) <= 1, "one process is left")
    for each in starts:
        assert each.process.poll() in (None, 0), each.errors
        assert each.errors == ""
    alive = [each for each in starts if each.runs]
    wait_until(lambda: any(each.lines for each in starts), "a window")
    windows = [each for each in starts if each.lines]
    assert windows == alive, f"{len(windows)} windows, {len(alive)} alive"
    (window,) = windows
    wait_until(lambda: set(map(name, puzzles)) <= names(window), "all puzzles are opened")
    window.end(end_signal)
    if end_signal is signal.SIGTERM:
        last = store.load_last()
        assert last is not None
        assert saved_key(last) == keys(window)[-1]


def test_starts_at_the_same_time(abuse):
    def play_round(rng: Random, folder: Path) -> str:
        store = GameStore(data_folder(folder))
        for _ in range(GENERATIONS):
            pause = rng.choice([0, 0, 0.1, 0.5, 1.5])
            puzzles = [threes(3, 3 + number) for number in range(rng.choice([2, 2, 3]))]
            starts = []
            with ExitStack() as stack:
                for puzzle in puzzles:
                    starts.append(stack.enter_context(start(rng, folder, puzzle)))
                    sleep(rng.uniform(0, pause))
                end_signal = rng.choice([signal.SIGTERM, signal.SIGKILL])
                check_generation(starts, end_signal, store, puzzles)
        assert not store.quarantined
        return "survived"

    abuse("starts at the same time", play_round)


def test_a_start_while_another_window_closes(abuse):
    """The second start becomes the only window, or the first one opens its puzzle or keeps it."""

    def play_round(rng: Random, folder: Path) -> str:
        puzzles = threes(3, 3), threes(3, 4)
        with start(rng, folder, puzzles[0]) as first:
            first.wait_for("open")
            with start(rng, folder, puzzles[1]) as second:
                sleep(rng.uniform(0, 1.5))
                first.end(signal.SIGTERM)
                wait_until(lambda: second.lines or not second.runs, "a second window")
                handed = name(puzzles[1]) in names(first)
                assert first.errors == second.errors == ""
                if not handed and not second.lines:
                    assert second.end() == 0
                    kept, _ = load_unopened(data_folder(folder) / "unopened.json")
                    assert [request.files for request in kept] == [(folder / "8.txt",)]
                    return "kept for the next start"
                assert handed != bool(second.lines), (handed, second.lines)
                assert second.end(None if handed else signal.SIGTERM) == 0
        store = GameStore(data_folder(folder))
        for puzzle, window in zip(puzzles, (first, first if handed else second)):
            of_puzzle = [key for key in keys(window) if puzzle_of(key) == name(puzzle)]
            saved = store.resume(Document.from_puzzle(puzzle, "text"))
            assert saved_key(saved) == of_puzzle[-1]
        return "handed over" if handed else "second window"

    abuse("start while another window closes", play_round)
