"""The program is killed at a random moment: nothing that was saved is lost, and nothing is damaged.

Each move must be given to the thread that saves at once. How soon that has saved it depends on
the machine; it is reported, but no failure.
"""

import os
import signal
from functools import partial
from pathlib import Path
from random import Random
from time import sleep

import pytest

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.editing import DraftStore
from hashi_gui.formats import Document
from hashi_gui.game import Game, GameStore
from tests.abuse.processes.playing import draft_key, puzzle_of, saved_key
from tests.abuse.programs import Program, data_folder, kill_after, script, write_puzzle

pytestmark = [
    pytest.mark.abuse,
    pytest.mark.skipif(os.name == "nt", reason="Windows does not kill like this"),
]

PROMISED = 0.05
"""How many seconds after a change it is on disk, on a machine that is not busy otherwise."""

LONGEST_PLAY, KILLS = 1.5, 2
LONGEST_RECORDING, KILLS_WHILE_RECORDING = 0.4, 5

STATES = ("open", "given", "done")
"""What a line begins with that names a state of a game."""


def square(side: int, extra: int = 0) -> Puzzle:
    """A puzzle with an island on every second cell; without ``extra`` it has a solution."""
    cells = {(2 * row, 2 * col) for row in range(side) for col in range(side)}
    steps = ((0, 2), (2, 0), (0, -2), (-2, 0))
    clues = {
        (row, col): sum((row + down, col + right) in cells for down, right in steps) + extra
        for row, col in cells
    }
    return Puzzle.from_clues(2 * side, 2 * side, clues)


def empty(puzzle: Puzzle) -> Document:
    return Document(puzzle, Board.empty(puzzle), "text")


class Log:
    """What a killed process has printed, see ``processes/playing.py``."""

    def __init__(self, lines: list[str]) -> None:
        self.states: list[tuple[float, str]] = []
        self.saved: list[int] = []
        """The places of those states that were reported as saved."""
        given: dict[str, int] = {}
        must_be_given = False
        events = [line.split() for line in lines]
        for event, *words in events:
            must_be_given = event == "plan" or (must_be_given and event != "given")
            if event == "saved":
                self.saved.append(given[words[0]])
            if event == "given":
                given[words[2]] = len(self.states)
            if event in STATES:
                self.states.append((float(words[0]), words[1]))
            assert not (event == "done" and must_be_given), f"{words[1]} was not saved at once"
        self.newest = self.states[-1][0]
        if events[-1][0] == "plan":
            self.states.append((self.newest, events[-1][1]))
        self.opening = events[-1][0] == "opening"

    def places(self, name: str | None) -> list[int]:
        """The places of the states of a puzzle or draft."""
        return [n for n, (_, key) in enumerate(self.states) if puzzle_of(key) == name]

    def lateness(self, found: str, before: str | None = None) -> float:
        """For how many seconds the state that is saved had been out of date at the kill.

        ``before`` is the one that was saved when the process was started.
        """
        places = self.places(puzzle_of(found))
        reported = max({*places} & {*self.saved}, default=-1)
        last = max((n for n in places if self.states[n][1] == found), default=-1)
        assert last >= 0 or found == before, f"{found} is saved, but was never in play"
        assert last >= reported, f"{found} is saved, but no longer {self.states[reported][1]}"
        later = [n for n in places if n > last]
        return self.newest - self.states[later[0]][0] if later else 0

    def lateness_of_last(self, last: Document | None) -> float:
        """For how many seconds the puzzle to be resumed had not been in play at the kill.

        It may be one of an earlier process, or None, until the first game of this one is saved.
        """
        resumed = last and puzzle_of(saved_key(last))
        played = max(self.places(resumed), default=-1)
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
        lateness = max(lateness, log.lateness(saved_key(saved), saved_key(document)))
    assert store.quarantined == []
    return lateness


def describe(lateness: float) -> str:
    if lateness <= PROMISED:
        return "survived"
    limit = next((limit for limit in (0.1, 0.2, 0.5, 1, 2) if lateness <= limit), "more")
    return f"survived (up to {limit} s late)"


def kill_while_playing(mode: str, puzzles: list[Puzzle], rng: Random, folder: Path) -> str:
    """Play and be killed, several times over; each start finds what the last kill has left."""
    store = GameStore(data_folder(folder))
    files = [write_puzzle(folder / f"{n}.txt", puzzle) for n, puzzle in enumerate(puzzles)]
    lateness = 0.0
    for _ in range(KILLS):
        before = [store.resume(empty(puzzle)) for puzzle in puzzles]
        command = script("playing.py", rng.random(), mode, *files)
        log = Log(kill_after(rng.uniform(0, LONGEST_PLAY), command, folder))
        lateness = max(lateness, check_saved(log, store, before))
        # A start removes what the kill before has left.
        assert len(list((folder / "data").rglob("*.part"))) <= 1
    return describe(lateness)


@pytest.mark.parametrize(
    ("kind", "mode", "puzzles"),
    [
        ("killed while playing", "everything", [square(side, extra=1) for side in (4, 6, 9)]),
        ("killed while a board of 2025 islands is solved", "solve", [square(45)]),
    ],
)
def test_killed_while_playing(abuse, kind, mode, puzzles):
    abuse(kind, partial(kill_while_playing, mode, puzzles))


def test_killed_while_closing(abuse):
    def play_round(rng: Random, folder: Path) -> str:
        puzzle = square(6, extra=1)
        file = write_puzzle(folder / "puzzle.txt", puzzle)
        with Program(script("playing.py", rng.random(), "moves", file), folder) as program:
            program.wait_for("")
            sleep(rng.uniform(0, 0.5))
            program.process.send_signal(signal.SIGTERM)
            sleep(rng.uniform(0, 0.1))
            closed = not program.runs
        assert program.errors == ""
        store = GameStore(data_folder(folder))
        lateness = check_saved(Log(program.lines), store, [empty(puzzle)])
        assert lateness == 0 or not closed
        return "closed in time" if closed else describe(lateness)

    abuse("killed while closing", play_round)


def lateness_of_draft(log: Log, store: DraftStore) -> float:
    """For how many seconds what is saved of the last draft had been out of date at the kill."""
    name = puzzle_of(log.states[-1][1])
    path = store.folder / name.replace("_", " ")
    if not path.exists():
        assert not log.saved
        return 0 if name == "-" else log.newest - log.states[log.places(name)[0]][0]
    history, problem = store.load(path)
    assert problem == ""
    return log.lateness(draft_key(path, history.draft))


def test_killed_while_editing(abuse):
    def play_round(rng: Random, folder: Path) -> str:
        store = DraftStore(data_folder(folder) / "drafts")
        lateness = 0.0
        for _ in range(KILLS):
            command = script("playing.py", rng.random(), "edit")
            log = Log(kill_after(rng.uniform(0, LONGEST_PLAY), command, folder))
            lateness = max(lateness, lateness_of_draft(log, store))
        return describe(lateness)

    abuse("killed while editing", play_round)


def test_killed_while_results_are_recorded(abuse):
    def play_round(rng: Random, folder: Path) -> str:
        store = GameStore(folder / "data")
        reported: set[int] = set()
        for _ in range(KILLS_WHILE_RECORDING):
            command = script("recording.py", store.folder, len(reported))
            reported |= set(
                map(int, kill_after(rng.uniform(0, LONGEST_RECORDING), command, folder))
            )
            results = GameStore(store.folder).results
            recorded = {result.cols - 3 for result in results.all()}
            assert results.quarantined == []
            games = map(results.document, results.all())
            assert {game.puzzle.cols - 3 for game in games if game.game.finished} == recorded
            assert reported <= recorded, f"{reported - recorded} lost"
            # A result may be recorded without having been reported; the next start repeats it.
            assert len(recorded - reported) <= 1
            reported = recorded
        return "survived"

    abuse("killed while results are recorded", play_round)
