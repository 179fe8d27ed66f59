"""The packs of the library, on the disk."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from secrets import token_hex
from threading import RLock

from hashi_gui.core.wording import natural_order
from hashi_gui.game import GameStore
from hashi_gui.packs.pack import Pack, PackedPuzzle, PackError, clean_title, unused_title
from hashi_gui.system.files import read_regular_file
from hashi_gui.system.storage import (
    StorageError,
    path_for_damaged,
    remove_partial_files,
    rename_damaged,
    write_own,
)

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
        """Store a new pack; a title that there is already gets a number. Raises StorageError."""
        with self._lock:
            title = unused_title(clean_title(title), self.load())
            pack = Pack(title, tuple(puzzles), token_hex(16))
            self._write(pack)
            return pack

    def put(self, title: str, puzzle: PackedPuzzle) -> Pack:
        """Put a puzzle into the pack with a title, or into a new one. Raises StorageError.

        It takes the place of the same puzzle if that is in the pack already.
        """
        with self._lock:
            title = clean_title(title)
            packs = (pack for pack in self.load() if pack.title.casefold() == title.casefold())
            pack = next(packs, None) or Pack(title, (), token_hex(16))
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
            try:
                file.unlink(missing_ok=True)
            except OSError as error:
                raise StorageError.from_os_error(file, error) from error

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
        return f"{len(self.solved)} of {len(self.pack.puzzles)} solved"
