"""Crashes between any two writes: a model of journal, snapshot and results against the real ones.

Everything that the store does to its files is recorded, with a copy of the folder at each point
where a crash may leave it. A new store must recover from every copy: with the state that was saved
last or the one that was being saved, no file set aside, and every result once.

There are two kinds of crash. If the program is *killed*, the system keeps what it was given; the
last write may be incomplete. If the *power fails*, what was not flushed may be missing or zeros,
and file names may be as they were at any time since something was flushed last: file systems with a
journal lose them in no other order.

``HASHI_CRASH_OPERATIONS=6 python -m pytest tests/game/test_crash_points.py`` enumerates every
state that six operations can reach; the suite enumerates two.
"""

from __future__ import annotations

import errno
import io
import os
import sqlite3
import tempfile
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, PuzzleInfo, SavedGame
from hashi_gui.game import Game, GameStore
from hashi_gui.game.autosave import Autosave
from hashi_gui.game.mastery import Attempt
from hashi_gui.game.store import puzzle_key

OPERATIONS = int(os.environ.get("HASHI_CRASH_OPERATIONS", "2"))

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
        patch.setattr(io, "open", self._open(io.open))
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

    def killed(self, every_byte: bool) -> Iterator[Image]:
        """What a kill may have left at any time while it was recorded."""
        for before, after in pairwise(self.points):
            yield _image(before)
            contents = dict(before.values())
            for name, (number, new) in after.items():
                old = contents.get(number, b"")
                if new.startswith(old) and not name.startswith(DATABASE):
                    cuts = range(len(old), len(new))
                    for cut in cuts if every_byte else sorted({*cuts[:1], *cuts[-1:]}):
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
                    found[os.path.relpath(path, self.folder)] = (os.fstat(descriptor).st_ino, content)
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
            if operation.__name__ != "unlink":
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
                    raise sqlite3.OperationalError("database or disk is full")
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
        self._open(replace(PUZZLES[self.number], info=self.game.info))
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

    def write_and_crash(self, checked: set[int], every_byte: bool) -> int:
        """Let the saving thread do its next job, and recover from every crash meanwhile.

        Returns how many there were that are not among those checked before.
        """
        before = len(checked)
        self.disk.begin()
        self.begin_to_write()
        self.disk.end()
        for image in self.disk.killed(every_byte):
            self._recover(image, [shown.saved for shown in self.shown], checked)
        for image in self.disk.powerless:
            self._recover(image, [shown.durable for shown in self.shown], checked)
        self.end_writing()
        return len(checked) - before

    def _recover(self, image: Image, oldest: list[int], checked: set[int]) -> None:
        allowed = [s.states[old : s.tried + 1] for s, old in zip(self.shown, oldest, strict=True)]
        required = [
            {state.begun for state in shown.states[: old + 1] if state.finished}
            for shown, old in zip(self.shown, oldest, strict=True)
        ]
        guarantee = str((allowed, required, self.lasts, self.attempts_saved))
        case = hash((frozenset(image.items()), guarantee))
        if case in checked:
            return
        checked.add(case)
        with self.disk.unwatched():
            for other_first in (False, True):
                with folder_with(image) as folder:
                    Recovery(self, folder, other_first).check(allowed, required)


class Recovery:
    """The next start of the program, after a crash."""

    def __init__(self, player: Player, folder: Path, other_first: bool) -> None:
        self.player, self.folder = player, folder
        self.store = GameStore(folder)
        self.store.remove_partial_files()
        self.autosave = Autosave(self.store, lambda _: None)
        self.last = self.store.load_last()
        self.other_first = other_first

    def check(self, allowed: list[list[SavedGame]], required: list[set[str]]) -> None:
        last = None if self.last is None else number_of(self.last)
        assert last in self.player.lasts
        if self.last is not None:
            assert state_of(self.last) in allowed[last]
        first = last or 0
        for number in (1 - first, first) if self.other_first else (first, 1 - first):
            saved = None if number != last else self.last
            if saved is not None and saved.game.finished:
                required[number] = {*required[number], saved.game.begun}
            document = self.store.resume(PUZZLES[number])
            begun_anew = [state for state in allowed[number] if state.finished]
            assert state_of(document) in allowed[number] or (document.game is None and begun_anew)
            self._play(document if saved is None or self.other_first else saved)
        assert self.store.set_aside == self.store.results.set_aside == []
        self._check_records(required)

    def _play(self, document: Document) -> None:
        """Play on, and find that saved at the next start."""
        game = game_of(document)
        self.autosave.open(game)
        game.play(game.toggle_mark(0))
        self.autosave.save()
        game.play(game.toggle_mark(0))
        self.autosave.save()
        self.autosave._thread._jobs.allowed = 99
        self.autosave._thread._work()
        assert self.autosave.error is None
        found = GameStore(self.folder).load_last()
        assert found is not None
        assert state_of(found) == state_of(game.to_document())

    def _check_records(self, required: list[set[str]]) -> None:
        store = GameStore(self.folder)
        results = store.results.all()
        for number, shown in enumerate(self.player.shown):
            key = puzzle_key(PUZZLES[number].puzzle)
            recorded = [result.begun for result in results if result.puzzle == key]
            possible = {state.begun for state in shown.states if state.finished}
            assert required[number] <= set(recorded) <= possible
            assert len(recorded) == len(set(recorded))
            assert (key in store.solved_puzzles()) == bool(recorded)
            daily = PUZZLES[number].info.daily
            assert (daily in store.solved_dailies()) == bool(recorded and daily)
        for name in ("solved", "dailies", "begun-dailies"):
            file = self.folder / name
            lines = file.read_text().split() if file.exists() else []
            assert len(lines) == len(set(lines))
        attempts = len(store.practice.all())
        assert self.player.attempts_saved <= attempts <= self.player.attempts


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
        for path, content in image.items():
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        yield folder


@contextmanager
def new_player() -> Iterator[Player]:
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as name:
        patch.setattr("hashi_gui.game.saving_thread.Thread", StillThread)
        patch.setattr("hashi_gui.game.saving_thread.SimpleQueue", Queue)
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
    """Also those of the operations after a start that is no operation."""
    states, crashes = set[int](), set[int]()
    paths: list[tuple[str, ...]] = [()]
    for path in paths:
        with new_player() as player:
            player.start()
            for act in path[:-1]:
                player.write()
                ACTS[act](player)
            if path:
                player.write()
                ACTS[path[-1]](player)
            while player.marks:
                player.write_and_crash(crashes, every_byte=False)
            state = fingerprint(player)
            if state not in states:
                states.add(state)
                paths += [(*path, act) for act in ACTS if len(path) < OPERATIONS]
    print(f"{len(paths)} paths to {len(states)} states, {len(crashes)} crashes")
