"""Crashes between any two writes: a model of journal, snapshot and results against the real ones.

Everything that the store does to its files is recorded, with a copy of the folder at each point
where a crash may leave it. A new store must recover from every copy: with the state that was saved
last or the one that was being saved, no file set aside, and every result once.

There are two kinds of crash. If the program is *killed*, the system keeps what it was given; the
last write may be incomplete. If the *power fails*, what was not flushed may be missing or zeros,
and file names may be as they were at any time since something was flushed last: file systems with a
journal lose them in no other order.

``HASHI_CRASH_OPERATIONS=6 python -m pytest tests/game/test_crash_points.py`` enumerates every
state that six operations can reach; the suite has a sample. ``HASHI_CRASH_EXAMPLES`` is how many
games are played at random.
"""

from __future__ import annotations

import builtins
import errno
import io
import os
import shutil
import sqlite3
import tempfile
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, PuzzleInfo
from hashi_gui.formats.saved_game import SavedGame
from hashi_gui.game import Game, GameStore
from hashi_gui.game.autosave import Autosave
from hashi_gui.game.mastery import Attempt
from hashi_gui.game.store import puzzle_key

OPERATIONS = int(os.environ.get("HASHI_CRASH_OPERATIONS", "1"))
STRIDE = 1 if "HASHI_CRASH_OPERATIONS" in os.environ else 50
"""One of so many crashes is checked."""
CUT_EVERY = 64
"""At every so many bytes of what is written a crash is considered, besides the first and last."""
EXAMPLES = int(os.environ.get("HASHI_CRASH_EXAMPLES", "2"))

PUZZLES = tuple(
    Document(puzzle, Game(puzzle).board, "text", info=PuzzleInfo(daily=daily))
    for puzzle, daily in (
        (Puzzle.from_clues(1, 5, {(0, 0): 1, (0, 2): 2, (0, 4): 1}), "2026-11-21/easy"),
        (Puzzle.from_clues(1, 3, {(0, 0): 2, (0, 2): 2}), ""),
    )
)
SOLUTIONS = (bytes([1, 1]), bytes([2]))

Image = dict[str, bytes]
"""The content of each file of a folder."""

Snapshot = dict[str, tuple[int, bytes]]
"""The same with the number of each file, which it keeps if it is renamed."""

DATABASE = "results.sqlite"
PATCHED = ("fsync", "replace", "rename", "unlink", "mkdir")


class Disk:
    """The folder of a store, and what has happened to its files since ``begin``."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.full = False
        self.watched = True
        self.recording = False
        self.points: list[Snapshot] = []
        self.not_flushed: list[Snapshot] = []
        self.powerless: list[Image] = []
        self._flushed: dict[int, bytes] = {}
        for name in PATCHED:
            patch.setattr(os, name, self._wrap(getattr(os, name), flushes=name == "fsync"))
        opened = self._open(io.open)
        patch.setattr(io, "open", opened)
        patch.setattr(builtins, "open", opened)
        patch.setattr(sqlite3, "connect", self._connect(sqlite3.connect))

    def begin(self) -> None:
        """Record what happens from now on."""
        self.points, self.recording = [], True
        self._note()
        self.powerless = [loss for old in self.not_flushed for loss in self._losses(old)]

    def end(self) -> None:
        self._note()
        self.recording = False

    def image(self) -> Image:
        return {name: content for name, (_, content) in self._snapshot().items()}

    def replace(self, image: Image) -> None:
        """Hold these files, flushed, and have room again."""
        with self.unwatched():
            shutil.rmtree(self.folder)
            write_image(self.folder, image)
        snapshot = self._snapshot()
        self.full, self.not_flushed, self._flushed = False, [snapshot], dict(snapshot.values())

    def killed(self) -> Iterator[Image]:
        """What a kill may have left at any time while it was recorded."""
        for before, after in pairwise(self.points):
            yield _image(before)
            contents = dict(before.values())
            for name, (number, new) in after.items():
                old = contents.get(number, b"")
                if new.startswith(old) and not name.startswith(DATABASE):
                    cuts = range(len(old), len(new))
                    for cut in sorted({*cuts[:1], *cuts[1::CUT_EVERY], *cuts[-1:]}):
                        yield {**_image(after), name: new[:cut]}
        yield _image(self.points[-1])

    def _note(self) -> None:
        if not self.watched:
            return
        snapshot = self._snapshot()
        known = {number for old in self.not_flushed[-1:] for number, _ in old.values()}
        numbers = {number for number, _ in snapshot.values()}
        self._flushed = {n: c for n, c in self._flushed.items() if n in known & numbers}
        if not self.not_flushed or self.not_flushed[-1] != snapshot:
            self.not_flushed.append(snapshot)
            self.powerless += self._losses(snapshot)
        if self.recording and (not self.points or self.points[-1] != snapshot):
            self.points.append(snapshot)

    def _losses(self, snapshot: Snapshot) -> Iterator[Image]:
        """What may be on the disk if the power fails."""
        image = _image(snapshot)
        lossy = {
            name: (content, self._flushed.get(number, b""))
            for name, (number, content) in snapshot.items()
            if not name.startswith(DATABASE) and self._flushed.get(number) != content
        }
        yield image
        yield {**image, **{name: kept for name, (_, kept) in lossy.items()}}
        zeros = {name: kept.ljust(len(content), b"\0") for name, (content, kept) in lossy.items()}
        yield {**image, **zeros}

    def _flush(self, number: int | None) -> None:
        """A file is flushed, and with it the names of all files."""
        if not self.watched:
            return
        snapshot = self._snapshot()
        self.not_flushed = [snapshot]
        self._flushed.update({n: c for n, c in snapshot.values() if n == number})

    def _snapshot(self) -> Snapshot:
        found = {}
        for parent, _, names in os.walk(self.folder):
            for name in names:
                if not name.endswith("-shm"):
                    path = os.path.join(parent, name)  # noqa: PTH118
                    descriptor = os.open(path, os.O_RDONLY)
                    content = os.read(descriptor, 1 << 20)
                    found[os.path.relpath(path, self.folder)] = (
                        os.fstat(descriptor).st_ino,
                        content,
                    )
                    os.close(descriptor)
        return found

    @contextmanager
    def unwatched(self) -> Iterator[None]:
        """Let something happen elsewhere."""
        full, self.full, self.watched = self.full, False, False
        yield
        self.full, self.watched = full, True

    def _fail_if_full(self) -> None:
        if self.full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def _wrap(self, operation: Callable[..., Any], flushes: bool) -> Callable[..., Any]:
        def wrapped(*args: Any, **kwargs: Any) -> Any:
            if operation.__name__ in ("fsync", "replace"):
                self._fail_if_full()
            self._note()
            result = None if flushes else operation(*args, **kwargs)
            if flushes:
                self._flush(os.fstat(args[0]).st_ino)
            self._note()
            return result

        return wrapped

    def _open(self, opened: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(file: Any, mode: str = "r", *args: Any, **kwargs: Any) -> Any:
            if mode in ("r", "rb"):
                return opened(file, mode, *args, **kwargs)
            self._note()
            file = opened(file, mode, *args, **kwargs)
            self._note()
            return _File(self, file)

        return wrapped

    def _connect(self, connect: Callable[..., Any]) -> Callable[..., Any]:
        disk = self

        class Connection(sqlite3.Connection):
            def execute(self, sql: str, *args: Any) -> Any:
                if sql.startswith("PRAGMA synchronous"):
                    return super().execute("PRAGMA synchronous = OFF")  # To save time.
                if disk.full and sql.startswith(("BEGIN", "COMMIT")):
                    error = sqlite3.OperationalError("database or disk is full")
                    error.sqlite_errorcode = sqlite3.SQLITE_FULL
                    raise error
                disk._note()
                cursor = super().execute(sql, *args)
                if sql == "COMMIT":
                    disk._flush(None)
                disk._note()
                return cursor

            def close(self) -> None:
                super().close()
                disk._note()

        return lambda *args, **kwargs: connect(*args, **kwargs, factory=Connection)


class _File:
    """A file that is written; if the disk is full, only a part."""

    def __init__(self, disk: Disk, file: Any) -> None:
        self._disk, self._file = disk, file

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def __enter__(self) -> _File:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()
        self._disk._note()

    def write(self, data: Any) -> int:
        if self._disk.full:
            self._file.write(data[: len(data) // 2])
        self._disk._fail_if_full()
        return self._file.write(data)


def _image(snapshot: Snapshot) -> Image:
    return {name: content for name, (_, content) in snapshot.items()}


class Queue:
    """The jobs of a saving thread; ``get`` has as many as are allowed."""

    def __init__(self) -> None:
        self.jobs: deque[Any] = deque()
        self.allowed = 0

    def put(self, job: Any) -> None:
        self.jobs.append(job)

    def empty(self) -> bool:
        return not self.jobs

    def get(self) -> Any:
        if not self.allowed or not self.jobs:
            return None
        self.allowed -= 1
        return self.jobs.popleft()


class StillThread:
    """A thread that does nothing by itself."""

    def __init__(self, target: Callable[[], None], **_: object) -> None:
        self.work = target

    def start(self) -> None:
        pass


@dataclass
class Shown:
    """The states of the games on a puzzle as a player was shown them, and which must survive."""

    states: list[SavedGame]
    saved: int = 0
    """The last state that survives if the program is killed."""
    durable: int = 0
    """The last state that survives if the power fails."""
    tried: int = 0
    """The last state that was ever being saved."""
    recorded: set[str] = field(default_factory=set)
    """The beginnings of earlier games that have a result."""


class Player:
    """Plays in a store as the window does; the saving thread does its jobs on request."""

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        self.shown = [Shown([state_of(document)]) for document in PUZZLES]
        self.lasts: list[int | None] = [None]
        self.games_begun = 0
        self.attempts = self.attempts_saved = 0

    def now(self) -> str:
        return f"2026-11-21T19:30:{self.games_begun:02}.000Z"

    def start(self) -> None:
        """Start the program where it was left."""
        self.store = GameStore(self.disk.folder)
        self.store.remove_partial_files()
        self.autosave = Autosave(self.store, lambda _: None)
        self.jobs: deque[Any] = self.autosave._thread._jobs.jobs
        self.marks: deque[tuple[int, int, int]] = deque()
        self._open(self.store.load_last() or PUZZLES[0])

    def _open(self, document: Document) -> None:
        self.games_begun += 1
        self.number = number_of(document)
        self.game = game_of(document)
        self.autosave.open(self.game)
        self._note()

    def open_other(self) -> None:
        self.write()
        self._open(self.store.resume(PUZZLES[1 - self.number]))

    def play_again(self) -> None:
        self.write()
        self._open(PUZZLES[self.number]._replace(info=self.game.info))
        self.save_whole()

    def move(self) -> None:
        self.game.play(self.game.toggle_mark(0))
        self.save()

    def finish(self) -> None:
        board = self.game.board
        self.game.play(board.move_to(Board(SOLUTIONS[self.number])))
        self.save()

    def undo(self) -> None:
        self.game.undo()
        self.save()

    def practise(self) -> None:
        self.attempts += 1
        time = f"2026-11-21T19:30:00.{self.attempts:03}Z"
        self.store.practice.add(Attempt("full island", time, True, 1.0))
        self.autosave.save_practice()
        self._note()

    def save_whole(self) -> None:
        self.autosave.save_whole()
        self._note()

    def save(self) -> None:
        self.autosave.save()
        self._note()

    def _note(self) -> None:
        """Note what is shown, and which jobs save it."""
        states = self.shown[self.number].states
        states.append(state_of(self.game.to_document()))
        mark = self.number, len(states) - 1, self.attempts
        self.marks += [mark] * (len(self.jobs) - len(self.marks))

    def begin_to_write(self) -> None:
        """Let the saving thread do its next job."""
        number, state, _ = self.marks[0]
        self.shown[number].tried = max(state, self.shown[number].tried)
        self.lasts.append(number)
        self.autosave._thread._jobs.allowed = 1
        self.autosave._thread._work()

    def end_writing(self) -> None:
        """Note what is saved now, as the player is told."""
        number, state, attempts = self.marks.popleft()
        if self.autosave.error is None:
            self.shown[number].saved = state
            self.attempts_saved = attempts
            self.lasts = self.lasts if self.marks else [number]
            if not self.marks:
                for shown in self.shown:
                    shown.durable = shown.saved

    def write(self) -> None:
        while self.marks:
            self.begin_to_write()
            self.end_writing()

    def write_and_crash(self) -> Iterator[Crash]:
        """Let the saving thread do its next job; yields every crash that may happen meanwhile."""
        self.disk.begin()
        self.begin_to_write()
        self.disk.end()
        for image in self.disk.killed():
            yield self.crash(image, "killed")
        for image in self.disk.powerless:
            yield self.crash(image, "powerless")
        self.end_writing()

    def crash(self, image: Image, kind: str) -> Crash:
        """A crash of a kind that leaves these files."""
        oldest = [each.saved if kind == "killed" else each.durable for each in self.shown]
        shown = list(zip(self.shown, oldest, strict=True))
        return Crash(
            image,
            allowed=[each.states[old : each.tried + 1] for each, old in shown],
            required=[each.recorded | finishes(each.states[: old + 1]) for each, old in shown],
            possible=[each.recorded | finishes(each.states) for each in self.shown],
            lasts=[*self.lasts],
            attempts=range(self.attempts_saved, self.attempts + 1),
        )

    def start_after(self, crash: Crash) -> None:
        """Start on what a crash has left."""
        self.disk.replace(crash.image)
        self.start()
        self.write()
        for number in range(len(PUZZLES)):
            document = self.store.resume(PUZZLES[number])
            state = state_of(self.game.to_document() if number == self.number else document)
            key = puzzle_key(document.puzzle)
            results = self.store.results.all()
            recorded = {result.begun for result in results if result.puzzle == key}
            self.shown[number] = Shown([state], recorded=recorded)
        self.attempts = self.attempts_saved = len(self.store.practice.all())


@dataclass(frozen=True)
class Crash:
    """What a crash leaves, and what must be found then, for each puzzle: one of the states that are
    allowed, the results that are required, and no others than are possible.
    """

    image: Image
    allowed: list[list[SavedGame]]
    required: list[set[str]]
    possible: list[set[str]]
    lasts: list[int | None]
    attempts: range

    def __hash__(self) -> int:
        return hash((frozenset(self.image.items()), str(replace(self, image={}))))

    def check(self) -> None:
        """Start the program again where it was left, and on the other puzzle if that may lose the
        result of the one that was left.
        """
        for other_first in {False, any(map(finishes, self.allowed))}:
            with folder_with(self.image) as folder:
                self._start(folder, other_first)

    def _start(self, folder: Path, other_first: bool) -> None:
        store = GameStore(folder)
        store.remove_partial_files()
        last = store.load_last()
        played = None if last is None else number_of(last)
        assert played in self.lasts
        assert last is None or state_of(last) in self.allowed[played]
        finished = last is not None and last.game.finished
        order = (0, 1) if (played == 1) == other_first else (1, 0)
        for number in order:
            document = store.resume(PUZZLES[number])
            assert state_of(document) in self.allowed[number] or (
                document.game is None and finishes(self.allowed[number])
            )
            if number == order[0]:
                play_on(store, document if last is None or other_first else last)
        assert not list(folder.rglob("*damaged*"))
        required = [
            each | ({last.game.begun} if finished and number == played else set())
            for number, each in enumerate(self.required)
        ]
        self._check_records(GameStore(folder), required)

    def _check_records(self, store: GameStore, required: list[set[str]]) -> None:
        results = store.results.all()
        for number, document in enumerate(PUZZLES):
            key, daily = puzzle_key(document.puzzle), document.info.daily
            recorded = [result.begun for result in results if result.puzzle == key]
            assert required[number] <= set(recorded) <= self.possible[number]
            assert len(recorded) == len(set(recorded))
            assert (key in store.solved_puzzles()) == bool(recorded)
            assert (daily in store.solved_dailies()) == bool(recorded and daily)
        for name in ("solved", "dailies", "begun-dailies"):
            file = store.folder / name
            lines = file.read_text().split() if file.exists() else []
            assert len(lines) == len(set(lines))
        assert len(store.practice.all()) in self.attempts


def play_on(store: GameStore, document: Document) -> None:
    """Play on, and find that saved at the next start."""
    autosave = Autosave(store, lambda _: None)
    game = game_of(document)
    autosave.open(game)
    for _ in range(2):
        game.play(game.toggle_mark(0))
        autosave.save()
    autosave._thread._jobs.allowed = 3
    autosave._thread._work()
    assert autosave.error is None
    found = GameStore(store.folder).load_last()
    assert found is not None
    assert state_of(found) == state_of(game.to_document())


def finishes(states: list[SavedGame]) -> set[str]:
    """The beginnings of those games that are finished."""
    return {state.begun for state in states if state.finished}


def game_of(document: Document) -> Game:
    """A game whose clock stands still."""
    return Game.from_document(document, now=lambda: 0.0)


def state_of(document: Document) -> SavedGame:
    return game_of(document).to_document().game


def number_of(document: Document) -> int:
    return [each.puzzle for each in PUZZLES].index(document.puzzle)


@contextmanager
def folder_with(image: Image) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "hashi"
        write_image(folder, image)
        yield folder


def write_image(folder: Path, image: Image) -> None:
    for path, content in image.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


@contextmanager
def new_player() -> Iterator[Player]:
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as name:
        patch.setattr("hashi_gui.game.autosave.Thread", StillThread)
        patch.setattr("hashi_gui.game.autosave.SimpleQueue", Queue)
        player = Player(Disk(Path(name) / "hashi", patch))
        patch.setattr("hashi_gui.game.game.utc_now", player.now)
        yield player


ACTS: dict[str, Callable[[Player], None]] = {
    "open": Player.open_other,
    "move": Player.move,
    "undo": Player.undo,
    "save whole": Player.save_whole,
    "finish": Player.finish,
    "play again": Player.play_again,
}


def fingerprint(player: Player) -> int:
    """What two states have in common that behave alike."""
    autosave = player.autosave
    state = player.number, state_of(player.game.to_document()), autosave._saved_whole
    shown = [(each.states[each.saved], each.states[each.durable]) for each in player.shown]
    image = frozenset(player.disk.image().items())
    return hash((str((state, shown, player.lasts)), image))


def test_every_state_of_a_few_operations_recovers():
    """From every crash while the last of them is saved."""
    states, crashes = set[int](), set[int]()
    paths: list[tuple[str, ...]] = [()]
    for path in paths:
        with new_player() as player:
            player.start()
            for act in path:
                player.write()
                ACTS[act](player)
            while player.marks:
                for crash in player.write_and_crash():
                    if hash(crash) not in crashes:
                        crashes.add(hash(crash))
                        if len(crashes) % STRIDE == 0:
                            try:
                                with player.disk.unwatched():
                                    crash.check()
                            except AssertionError as error:
                                raise AssertionError(f"after {path}: {crash}") from error
            state = fingerprint(player)
            if state not in states:
                states.add(state)
                paths += [(*path, act) for act in ACTS if len(path) < OPERATIONS]
    print(f"{len(paths)} paths to {len(states)} states, {len(crashes)} crashes")


def test_a_journal_that_is_cut_at_any_byte_recovers():
    with new_player() as player:
        player.start()
        for act in (Player.move, Player.move, Player.undo, Player.move, Player.finish):
            act(player)
        player.write()
        states = player.shown[0].states
        (name,) = (n for n in player.disk.image() if n.endswith(".journal"))
        journal = player.disk.folder / name
        content = journal.read_bytes()
        with player.disk.unwatched():
            for cut in range(0, len(content), min(STRIDE, 19)):
                journal.write_bytes(content[:cut])
                store = GameStore(player.disk.folder)
                changes = max(0, content[:cut].count(b"\n") - 1)
                assert state_of(store.load_last()) == states[2 + changes]
                assert store.quarantined == []


class Crashes(RuleBasedStateMachine):
    """Plays while the saving thread lags behind, the disk is full, the program is killed and the
    power fails.
    """

    def __init__(self) -> None:
        super().__init__()
        self.context = new_player()
        self.player = self.context.__enter__()
        self.player.start()

    def teardown(self) -> None:
        self.context.__exit__(None, None, None)

    @rule(act=st.sampled_from([Player.move, Player.undo, Player.finish, Player.practise]))
    def act(self, act: Callable[[Player], None]) -> None:
        act(self.player)

    @rule(act=st.sampled_from([Player.open_other, Player.play_again]))
    def leave(self, act: Callable[[Player], None]) -> None:
        """The player is asked before leaving a game that is not saved."""
        self.player.save()
        self.player.write()
        if self.player.autosave.error is not None:
            self.player.save_whole()
            self.player.write()
        if self.player.autosave.error is None:
            act(self.player)

    @rule()
    def try_again(self) -> None:
        if self.player.autosave.error is not None:
            self.player.save_whole()

    @rule(times=st.integers(1, 3))
    def write(self, times: int) -> None:
        for _ in range(min(times, len(self.player.marks))):
            self.player.begin_to_write()
            self.player.end_writing()

    @precondition(lambda self: not self.player.disk.full)
    @rule()
    def fill_disk(self) -> None:
        self.player.disk.full = True

    @precondition(lambda self: self.player.disk.full)
    @rule()
    def free_disk(self) -> None:
        self.player.disk.full = False

    @precondition(lambda self: self.player.marks)
    @rule(choice=st.randoms())
    def crash_at_any_time(self, choice: Random) -> None:
        """A job is done up to any point; the program starts again, or the game goes on."""
        crash = choice.choice(list(self.player.write_and_crash()))
        with self.player.disk.unwatched():
            crash.check()
        if choice.random() < 0.5:
            self.player.start_after(crash)


Crashes.TestCase.settings = settings(max_examples=EXAMPLES, stateful_step_count=15, deadline=None)
TestCrashes = Crashes.TestCase
