"""Packs: their texts and files, the progress with them, and how hard their puzzles are."""

from __future__ import annotations

import json
import os
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain, count
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING

from hashi_gui.core.board import Board
from hashi_gui.core.errors import HashiError, WorkerLostError
from hashi_gui.core.i18n import _
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import MAX_BRIDGES_LIMIT
from hashi_gui.core.wording import natural_order, printable
from hashi_gui.formats import Document, FormatError, read, write
from hashi_gui.formats.fields import (
    Count,
    Key,
    Name,
    Side,
    WholeSeconds,
    parse_object,
    read_items,
    read_record,
    read_value,
)
from hashi_gui.formats.notations.hashi import present_seconds
from hashi_gui.game import GameStore
from hashi_gui.game.store import puzzle_key
from hashi_gui.logic.levels import Level
from hashi_gui.solving import Cancelled, CancelToken, VerdictKind
from hashi_gui.system.files import (
    StorageError,
    path_for_damaged,
    read_regular_file,
    remove_partial_files,
    rename_damaged,
    storage_errors,
    write_own,
)

if TYPE_CHECKING:
    from hashi_gui.logic.rating.grading import Grade


FORMAT = "hashi-pack"
VERSION = 1
MAX_TITLE = 80
"""The most characters of a title."""
DEFAULT_TITLE = "Pack"


_UNKNOWN = {"title": "", "level": "", "expected_seconds": None}
_EMPTY = {"format": "hashi", "version": 1}


class PackError(HashiError):
    """A text is no pack, or one of a newer version."""


class PuzzleState(StrEnum):
    """What is known of the solutions of a puzzle."""

    UNKNOWN = "unknown"
    UNIQUE = "unique"
    SEVERAL = "several"
    NONE = "none"
    HARD = "hard"
    """They were not found in the time that there is for a puzzle."""


@dataclass(frozen=True, slots=True)
class PackedPuzzle:
    """A puzzle of a pack, as the text of a ``.hashi`` file in one line.

    Thousands of these take little memory and time, unlike documents. ``key`` is the key of the
    puzzle in the :class:`GameStore`; the other fields are what is also in the text.
    """

    key: Key
    state: PuzzleState
    text: str
    title: Name
    level: Name
    expected_seconds: WholeSeconds | None
    rows: Side
    cols: Side
    islands: Count
    loops: bool = True

    @classmethod
    def of(cls, document: Document) -> PackedPuzzle:
        """The puzzle of a document, without what is drawn, and with what is known of it.

        What makes it a lesson or a daily puzzle is left out, since the pack is neither.
        """
        puzzle, info = document.puzzle, document.info
        level = info.level if info.level in list(Level) else ""
        seconds = info.expected_seconds if level else None
        info = info._replace(level=level, expected_seconds=seconds, lesson="", daily="", pack="")
        alone = Document(puzzle, Board.empty(puzzle), "hashi", info=info)
        return cls(
            key=puzzle_key(puzzle),
            state=PuzzleState.UNKNOWN if seconds is None else PuzzleState.UNIQUE,
            text=_one_line(write(alone, "hashi")),
            title=info.title,
            level=level,
            expected_seconds=seconds,
            rows=puzzle.rows,
            cols=puzzle.cols,
            islands=len(puzzle.islands),
            loops=puzzle.rules.loops,
        )

    @classmethod
    def from_line(cls, line: str) -> PackedPuzzle:
        """Parse what :meth:`to_line` has returned. Raises PackError if it cannot be that."""
        try:
            key, state, text = line.split(" ", 2)
            data = parse_object(text)
            rows = read_items(data, "puzzle", str)
            about = {
                "key": key,
                "state": state,
                "rows": len(rows),
                "cols": len(rows[0]) if rows else 0,
                "islands": sum(len(row) - row.count(".") for row in rows),
            }
            packed = read_record(cls, {**_UNKNOWN, **data, **about}, text=text)
            seconds = present_seconds(data, packed.level, packed.expected_seconds)
            return replace(packed, expected_seconds=seconds)
        except (ValueError, FormatError) as error:
            raise PackError(_("This is no line of a pack.")) from error

    def to_line(self) -> str:
        return f"{self.key} {self.state} {self.text}"

    def examined(self, state: PuzzleState, grade: Grade | None) -> PackedPuzzle:
        """The puzzle with what was found out about it; only a unique one has a grade."""
        document = self.document()
        info = document.info._replace(level="", expected_seconds=None)
        if grade is not None:
            info = grade.noted_in(info)
        again = type(self).of(document._replace(info=info))
        return replace(again, state=state)

    @property
    def size_text(self) -> str:
        return f"{self.cols} × {self.rows}"

    def corner(self, side: int) -> Puzzle:
        """The top left corner, of at most so many rows and columns, without reading the rest.

        Raises FormatError if the text is damaged, or if there are no islands in the corner.
        """
        rows = [row[:side] for row in parse_object(self.text)["puzzle"][:side]]
        return read(json.dumps({**_EMPTY, "max_bridges": MAX_BRIDGES_LIMIT, "puzzle": rows})).puzzle

    def document(self) -> Document:
        """Read the puzzle. Raises FormatError if its text is damaged."""
        return read(self.text)


@dataclass(frozen=True, slots=True)
class Pack:
    """A title and puzzles, each of them once; ``name`` is that of its file, without suffix."""

    title: str
    puzzles: tuple[PackedPuzzle, ...]
    name: str = ""

    @classmethod
    def from_text(cls, text: str) -> tuple[Pack, int]:
        """Return the pack that a file holds, and the number of lines that cannot be read.

        Raises PackError if nothing can be read, or if a newer version has written the file.
        """
        header, *lines = text.removesuffix("\n").split("\n")
        title = _title_in(header)
        puzzles, damaged = [], 0
        for line in lines:
            try:
                puzzles.append(PackedPuzzle.from_line(line))
            except PackError:
                damaged += 1
        return cls(title, tuple(puzzles)), damaged

    def to_text(self) -> str:
        """A line with the title, and a line for each puzzle."""
        header = {"format": FORMAT, "version": VERSION, "title": self.title}
        lines = [json.dumps(header, ensure_ascii=False), *(each.to_line() for each in self.puzzles)]
        return "\n".join(lines) + "\n"

    def document(self, index: int) -> Document:
        """Read a puzzle as one of this pack; without a title of its own, it has its number.

        Raises FormatError if its text is damaged.
        """
        document = self.puzzles[index].document()
        title = document.info.title or f"{self.title} {index + 1}"
        return document._replace(info=document.info._replace(title=title, pack=self.title))

    def index(self, key: str) -> int | None:
        """The index of the puzzle with a key; None if it is not in the pack."""
        return next((n for n, puzzle in enumerate(self.puzzles) if puzzle.key == key), None)

    def next_unsolved(self, key: str, solved: frozenset[str]) -> int | None:
        """The index of the next unsolved puzzle after the one with a key, round to the beginning.

        ``solved`` has the keys of solved puzzles. None if all are solved. If there is no puzzle
        with the key, this is the first unsolved one.
        """
        here = self.index(key)
        start = 0 if here is None else here + 1
        after = [*range(start, len(self.puzzles)), *range(start)]
        return next((n for n in after if self.puzzles[n].key not in solved), None)


def clean_title(title: str) -> str:
    """A title in one line and of limited length, whatever was given."""
    return printable(" ".join(title.split()), MAX_TITLE) or DEFAULT_TITLE


def unused_title(title: str, packs: Iterable[Pack]) -> str:
    """The title with a number if a pack has it already, in whatever case."""
    taken = {pack.title.casefold() for pack in packs}
    stem = re.sub(r" \(\d+\)$", "", title)
    numbered = (f"{stem} ({number})" for number in count(2))
    return next(each for each in chain([title], numbered) if each.casefold() not in taken)


def _one_line(text: str) -> str:
    """JSON without line breaks; those inside of strings are escaped anyway."""
    return " ".join(line.strip() for line in text.strip().split("\n"))


def _title_in(header: str) -> str:
    try:
        data = parse_object(header)
        if read_value(data, "format", str) != FORMAT:
            raise FormatError(_("it has another format"))
        title, version = read_value(data, "title", str), read_value(data, "version", int)
    except FormatError as error:
        raise PackError(_("The first line is not that of a pack.")) from error
    if version != VERSION:
        raise PackError(_("The pack was made by a newer version."))
    return clean_title(title)


SECONDS = 20.0
"""How long to look at one puzzle."""

_STATES = {VerdictKind.NONE: PuzzleState.NONE, VerdictKind.SEVERAL: PuzzleState.SEVERAL}


def examine(puzzle: PackedPuzzle, seconds: float = SECONDS) -> PackedPuzzle:
    """Return a puzzle with what can be found out in that time. Raises FormatError."""
    try:
        with CancelToken().limited(seconds) as token:
            state, found = _examine(puzzle, token)
    except Cancelled:
        state, found = PuzzleState.HARD, None
    return puzzle.examined(state, found)


def examine_each(puzzles: Iterable[PackedPuzzle], cancel: CancelToken) -> Iterator[PackedPuzzle]:
    """Yield what :func:`examine` returns for each puzzle; another process does the work.

    Of a puzzle that is damaged or makes the process end, nothing is found out. Raises Cancelled.
    """
    from hashi_gui.system.processes import WorkerPool, lower_priority

    waiting = deque(puzzles)
    while waiting:
        with WorkerPool(1) as pool:
            pool.submit(lower_priority)
            while waiting:
                puzzle = waiting.popleft()
                try:
                    yield cancel.wait_for(pool.submit(examine, puzzle))
                except Cancelled:
                    raise
                except HashiError as error:
                    yield replace(puzzle, state=PuzzleState.HARD)
                    if isinstance(error, WorkerLostError):
                        break


def _examine(packed: PackedPuzzle, token: CancelToken) -> tuple[PuzzleState, Grade | None]:
    from hashi_gui.logic.rating.grading import grade
    from hashi_gui.solving import Solver

    puzzle = packed.document().puzzle
    with Solver(puzzle) as solver:
        kind = solver.verdict(token).kind
    if kind is not VerdictKind.UNIQUE:
        return _STATES[kind], None
    return PuzzleState.UNIQUE, grade(puzzle, token)


SUFFIX = ".pack"
_NAME = re.compile(r"[0-9a-f]{32}")

_Version = tuple[int, int]
"""The time and the size of a file, which tell whether it has changed."""


class PackStore:
    """A folder with a file for each pack, see :meth:`Pack.to_text`.

    A file is replaced as a whole, so that at any time it is the old or the new one. A file that
    cannot be read is renamed, never deleted; ``quarantined`` lists the new names. What can be read
    of it stays in the library.

    Several threads may use a store. All methods wait for the disk.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.quarantined: list[Path] = []
        self._read: dict[Path, tuple[_Version, Pack]] = {}
        self._lock = RLock()

    @classmethod
    def beside(cls, games: GameStore) -> PackStore:
        """The packs of the player who has played these games."""
        return cls(games.folder / "packs")

    def remove_partial_files(self) -> None:
        """Remove incomplete files that a crash has left. No other program may be saving here."""
        remove_partial_files(self.folder)

    def load(self) -> list[Pack]:
        """All packs in natural order of their titles. Only files that have changed are read."""
        with self._lock:
            packs = [pack for file in self._files() if (pack := self._load(file)) is not None]
            return sorted(packs, key=lambda pack: (natural_order(pack.title.casefold()), pack.name))

    def add(self, title: str, puzzles: Iterable[PackedPuzzle]) -> Pack:
        """Store a new pack; a title that there is already gets a number. Raises StorageError.

        If the pack with this title has the same puzzles, it is returned, and nothing is stored.
        """
        with self._lock:
            title, packs = clean_title(title), self.load()
            pack = Pack(unused_title(title, packs), tuple(puzzles), os.urandom(16).hex())
            keys = [each.key for each in pack.puzzles]
            for other in packs:
                if other.title == title and [each.key for each in other.puzzles] == keys:
                    return other
            self._write(pack)
            return pack

    def add_missing(self, name: str, pack: Pack) -> None:
        """Store a pack unless there is one with this name, as in :meth:`add`."""
        with self._lock:
            if not self._file(name).exists():
                self._write(replace(pack, name=name, title=unused_title(pack.title, self.load())))

    def put(self, title: str, puzzle: PackedPuzzle) -> Pack:
        """Put a puzzle into the pack with a title, or into a new one. Raises StorageError.

        It takes the place of the same puzzle if that is in the pack already.
        """
        with self._lock:
            title = clean_title(title)
            packs = (pack for pack in self.load() if pack.title.casefold() == title.casefold())
            pack = next(packs, None) or Pack(title, (), os.urandom(16).hex())
            puzzles = {each.key: each for each in pack.puzzles} | {puzzle.key: puzzle}
            pack = replace(pack, puzzles=tuple(puzzles.values()))
            self._write(pack)
            return pack

    def rename(self, name: str, title: str) -> str:
        """Change the title of a pack, as in :meth:`add`, and return it. Raises StorageError."""
        with self._lock:
            others = (pack for pack in self.load() if pack.name != name)
            title = unused_title(clean_title(title), others)
            self._change(name, lambda pack: replace(pack, title=title))
            return title

    def update(self, name: str, puzzles: Mapping[str, PackedPuzzle]) -> None:
        """Replace puzzles of a pack by others with the same keys. Raises StorageError."""
        with self._lock:
            self._change(
                name,
                lambda pack: replace(
                    pack, puzzles=tuple(puzzles.get(each.key, each) for each in pack.puzzles)
                ),
            )

    def remove(self, name: str) -> None:
        """Remove a pack from the library; what was played stays. Raises StorageError."""
        file = self._file(name)
        with self._lock:
            self._read.pop(file, None)
            with storage_errors(file):
                file.unlink(missing_ok=True)

    def _file(self, name: str) -> Path:
        return self.folder / f"{name}{SUFFIX}"

    def _files(self) -> list[Path]:
        try:
            return [file for file in self.folder.iterdir() if _is_pack(file)]
        except OSError:
            return []

    def _change(self, name: str, change: Callable[[Pack], Pack]) -> None:
        """Write a pack as ``change`` returns it; nothing happens if it was removed."""
        pack = self._load(self._file(name))
        if pack is not None:
            self._write(change(pack))

    def _write(self, pack: Pack, previous: Path | None = None) -> None:
        file = self._file(pack.name)
        write_own(file, pack.to_text(), previous)
        self._remember(file, pack)

    def _remember(self, file: Path, pack: Pack) -> None:
        with suppress(OSError):
            self._read[file] = _version(file), pack

    def _load(self, file: Path) -> Pack | None:
        """Return the pack in a file, or what is left of it; None if there is nothing."""
        with suppress(OSError):
            known = self._read.get(file)
            if known is not None and known[0] == _version(file):
                return known[1]
        try:
            pack, damaged = Pack.from_text(read_regular_file(file).decode())
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError, PackError):
            self._quarantine(file)
            return None
        pack = replace(pack, name=file.stem)
        if damaged:
            aside = path_for_damaged(file)
            with suppress(StorageError):  # Then the damaged file stays, and is read again.
                self._write(pack, aside)
                self.quarantined.append(aside)
        else:
            self._remember(file, pack)
        return pack

    def _quarantine(self, file: Path) -> None:
        with suppress(OSError):
            self.quarantined.append(rename_damaged(file))


def _is_pack(file: Path) -> bool:
    return file.suffix == SUFFIX and _NAME.fullmatch(file.stem) is not None


def _version(file: Path) -> _Version:
    status = file.stat()
    return status.st_mtime_ns, status.st_size


@dataclass(frozen=True, slots=True)
class PackProgress:
    """A pack, and the keys of those of its puzzles that are solved or begun."""

    pack: Pack
    solved: frozenset[str]
    begun: frozenset[str]

    @classmethod
    def of(cls, pack: Pack, games: GameStore) -> PackProgress:
        """Look up the progress, which waits for the disk."""
        keys = frozenset(puzzle.key for puzzle in pack.puzzles)
        return cls(pack, games.solved_puzzles() & keys, games.begun_puzzles(keys))

    @property
    def progress_text(self) -> str:
        """How many puzzles are solved, out of how many."""
        text = _("{solved} of {n} solved")
        return text.format(solved=len(self.solved), n=len(self.pack.puzzles))
