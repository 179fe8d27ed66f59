"""The drafts on the disk: one file for each, with all edits, so that undo outlives the program.

A file has one JSON object on each line. The first one has the format, the version, and the draft
that the edits began with, as the change of :func:`full_change`; each further one is an edit::

    {"format": "hashi-draft", "version": 1, "start": {"size": [7, 7]}}
    {"edit": {"clues": [[0, 0, "3"]]}}
    {"undo": 1}
    {"redo": 1}

Deleted drafts are in a folder of their own until they are erased. In which folder of the player's a
draft is, and how hard it was found to be, another file says, so that no draft is lost with that.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum, auto
from pathlib import Path
from secrets import token_hex
from threading import Lock
from typing import Any

from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _
from hashi_gui.editing.draft import Draft
from hashi_gui.editing.history import (
    WATER,
    Change,
    ChangeError,
    DraftHistory,
    draft_of,
    full_change,
)
from hashi_gui.formats import FormatError
from hashi_gui.formats.fields import parse_object, read_value
from hashi_gui.formats.notations.hashi import RULE_KEYS
from hashi_gui.system.files import (
    StorageError,
    append_own,
    file_time,
    make_private_folder,
    path_for_damaged,
    read_regular_file,
    remove_partial_files,
    storage_errors,
    unused_path,
    write_own,
)

FORMAT, VERSION = "hashi-draft", 1
SUFFIX = ".draft"

DELETED = "deleted"
"""The name of the folder with deleted drafts."""

_INDEX = "index.json"


class DraftError(HashiError):
    """A draft cannot be read; it may be one of a newer version."""

    def __init__(self, message: str, *, is_newer: bool = False) -> None:
        super().__init__(message)
        self.is_newer = is_newer


class Damage(Enum):
    """What of a file cannot be read."""

    NONE = auto()
    LAST_EDITS = auto()
    ALL = auto()
    NEWER = auto()
    """All of it, because it was made by a newer version."""


@dataclass(frozen=True, slots=True)
class StoredDraft:
    """A file with a draft, as a list shows it; ``changed`` is the local time of the last edit.

    ``draft`` is empty if all is damaged. ``folder`` is that of the player's, empty for none;
    ``found`` is what :meth:`DraftStore.note` was told since the last edit.
    """

    path: Path
    changed: datetime
    draft: Draft
    damage: Damage = Damage.NONE
    folder: str = ""
    found: str = ""
    is_deleted: bool = False


@dataclass(frozen=True, slots=True)
class _Index:
    """What is known of drafts beside their files, by the names of these.

    ``found`` has the time of the last edit, in nanoseconds, and what was found out then.
    """

    folders: Mapping[str, str] = field(default_factory=dict)
    found: Mapping[str, tuple[int, str]] = field(default_factory=dict)

    def to_text(self) -> str:
        return _line({"folders": self.folders, "found": self.found})

    @classmethod
    def from_text(cls, text: str) -> tuple[_Index, bool]:
        """What can be read of a text, and whether that is all."""
        try:
            data = parse_object(text)
            folders, found = (read_value(data, key, dict) for key in ("folders", "found"))
        except FormatError:
            return cls(), False
        index = cls(
            {name: folder for name, folder in folders.items() if isinstance(folder, str)},
            {name: tuple(each) for name, each in found.items() if _is_finding(each)},
        )
        return index, (len(index.folders), len(index.found)) == (len(folders), len(found))


class DraftStore:
    """The files with drafts in a folder, which is made when it is needed.

    If not all can be read of what is known beside their files, that file is renamed and goes on
    with the rest; ``quarantined`` lists the new names.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.quarantined: list[Path] = []
        self._known: dict[Path, tuple[tuple[int, int], Draft, Damage]] = {}
        self._lock = Lock()

    def new_path(self) -> Path:
        """A path for another draft, which no other program will use."""
        return self.folder / f"{datetime.now():%Y-%m-%d %H.%M.%S} {token_hex(4)}{SUFFIX}"

    def write(self, path: Path, history: DraftHistory) -> None:
        """Write a draft with all edits. Raises StorageError."""
        undone = len(history.changes) - history.position
        steps = [edit_line(change) for change in history.changes]
        if undone:
            steps.append(_line({"undo": undone}))
        start = full_change(history.start).to_data()
        first = {"format": FORMAT, "version": VERSION, "start": start}
        write_own(path, "".join([_line(first), *steps]))

    def append(self, path: Path, lines: str) -> None:
        """Add steps to a file that was written before. Raises StorageError."""
        append_own(path, lines)

    def load(self, path: Path) -> tuple[DraftHistory, str]:
        """Return a draft with its edits, and what is wrong with the file, empty if nothing is.

        An incomplete last line, which a crash leaves behind, is ignored; any other line that cannot
        be read ends the edits there. Raises DraftError if there is nothing to return.
        """
        try:
            lines = read_regular_file(path).decode(errors="replace").split("\n")
        except OSError as error:
            raise DraftError(_unreadable(path, error)) from error
        history = DraftHistory(_parse_start(path, lines[0]))
        for number, line in enumerate(lines[1:-1], start=2):
            try:
                _take_step(history, parse_object(line))
            except (FormatError, ChangeError) as error:
                text = _("Line {line} of {file} cannot be read ({error}).")
                return history, text.format(line=number, file=path.name, error=error)
        return history, ""

    def erase(self, path: Path) -> None:
        """Erase a draft for good. Raises StorageError."""
        with storage_errors(path):
            path.unlink(missing_ok=True)

    def all(self) -> Iterator[StoredDraft]:
        """Every file with a draft, those that were changed last first, damaged and deleted ones,
        too. A file is read again only if it has changed.
        """
        index = _Index()
        with suppress(StorageError), self._lock:
            index = self._index()
        for state, path in sorted(self._files(), key=lambda each: -each[0].st_mtime):
            draft, damage = self._read(path, state)
            changed = file_time(state.st_mtime)
            time, found = index.found.get(path.name, (0, ""))
            yield StoredDraft(
                path,
                changed,
                draft,
                damage,
                index.folders.get(path.name, ""),
                found if time == state.st_mtime_ns else "",
                path.parent == self.folder / DELETED,
            )

    def note(self, path: Path, found: str) -> None:
        """Note what was found out about a draft as it is, in a word. Raises StorageError."""
        with suppress(OSError):
            time = path.stat().st_mtime_ns
            self._note(lambda old: replace(old, found={**old.found, path.name: (time, found)}))

    def rename(self, path: Path, title: str) -> None:
        """Give a draft another title, which is an edit. Raises DraftError and StorageError."""
        history, _ = self.load(path)
        history.edit(replace(history.draft, info=history.draft.info._replace(title=title)))
        self.write(path, history)

    def move(self, paths: Collection[Path], folder: str) -> None:
        """Put drafts into a folder of the player's, or into none. Raises StorageError."""
        moved = {path.name: folder for path in paths}
        self._note(lambda old: replace(old, folders={**old.folders, **moved}))

    def rename_folder(self, folder: str, name: str) -> None:
        """Put all drafts of a folder into another one, or into none. Raises StorageError."""

        def renamed(old: _Index) -> _Index:
            folders = {n: name if f == folder else f for n, f in old.folders.items()}
            return replace(old, folders=folders)

        self._note(renamed)

    def delete(self, path: Path) -> Path:
        """Put a draft aside until it is erased, and return where it is. Raises StorageError."""
        return self._put(path, self.folder / DELETED)

    def restore(self, path: Path) -> Path:
        """Bring back a draft that was deleted, and return where it is. Raises StorageError."""
        return self._put(path, self.folder)

    def remove_partial_files(self) -> None:
        """Remove incomplete files that a crash has left. No other program may be saving here."""
        remove_partial_files(self.folder)

    def _files(self) -> Iterator[tuple[os.stat_result, Path]]:
        """All drafts in the folder and in those inside, whoever has made these."""
        for path in self.folder.rglob(f"*{SUFFIX}"):
            with suppress(OSError):  # It may be gone meanwhile.
                yield path.lstat(), path

    def _read(self, path: Path, state: os.stat_result) -> tuple[Draft, Damage]:
        version = state.st_mtime_ns, state.st_size
        known = self._known.get(path)
        if known is None or known[0] != version:
            known = self._known[path] = version, *self._last(path)
        return known[1:]

    def _last(self, path: Path) -> tuple[Draft, Damage]:
        """The draft after the last edit that can be read."""
        with suppress(OSError, HashiError, AttributeError, LookupError, TypeError, ValueError):
            return _last_draft(read_regular_file(path).decode().split("\n")), Damage.NONE
        try:
            history, problem = self.load(path)
        except DraftError as error:
            return Draft(1, 1), Damage.NEWER if error.is_newer else Damage.ALL
        return history.draft, Damage.LAST_EDITS if problem else Damage.NONE

    def _put(self, path: Path, folder: Path) -> Path:
        target = folder / path.name
        with storage_errors(path):
            make_private_folder(folder)
            return path.rename(unused_path(target) if target.exists() else target)

    def _index(self) -> _Index:
        """What can be read of the index. Raises StorageError if it must not be replaced."""
        file = self.folder / _INDEX
        try:
            text = read_regular_file(file).decode(errors="replace")
        except FileNotFoundError:
            return _Index()
        except OSError as error:
            raise StorageError(_unreadable(file, error)) from error
        index, is_whole = _Index.from_text(text)
        if not is_whole:
            aside = path_for_damaged(file)
            write_own(file, index.to_text(), previous=aside)
            self.quarantined.append(aside)
        return index

    def _note(self, change: Callable[[_Index], _Index]) -> None:
        """Change the index, and leave out what is of no use. Raises StorageError."""
        with self._lock:
            index, there = change(self._index()), {path.name for _, path in self._files()}
            index = _Index(
                {name: f for name, f in index.folders.items() if f and name in there},
                {name: found for name, found in index.found.items() if name in there},
            )
            write_own(self.folder / _INDEX, index.to_text())


def edit_line(change: Change) -> str:
    """The line of a file for an edit."""
    return _line({"edit": change.to_data()})


UNDO_LINE = '{"undo": 1}\n'
REDO_LINE = '{"redo": 1}\n'


def _unreadable(path: Path, error: OSError) -> str:
    return _("{file} cannot be read ({error}).").format(file=path, error=error.strerror or error)


def _is_finding(data: object) -> bool:
    match data:
        case [int(), str()]:
            return True
    return False


def _line(data: object) -> str:
    return json.dumps(data) + "\n"


def _parse_start(path: Path, line: str) -> Draft:
    try:
        data = parse_object(line)
        if read_value(data, "format", str) != FORMAT:
            raise FormatError(_("it has another format"))
        if read_value(data, "version", int) > VERSION:
            text = _("{file} is not a draft (it was made by a newer version).")
            raise DraftError(text.format(file=path), is_newer=True)
        return draft_of(Change.from_data(read_value(data, "start", dict)))
    except (FormatError, ChangeError) as error:
        text = _("{file} is not a draft ({error}).").format(file=path, error=error)
        raise DraftError(text) from error


def _last_draft(lines: Sequence[str]) -> Draft:
    """The draft after the last edit, without those on the way there, which takes much longer.

    Raises an error if a file is damaged; where it cannot be read is another question.
    """
    first, *steps = parse_object(f'{{"lines": [{",".join(lines[:-1])}]}}')["lines"]
    if (first["format"], first["version"]) != (FORMAT, VERSION):
        raise FormatError(_("it has another format"))
    changes, position = [first["start"]], 1
    for step in steps:
        match step:
            case {"edit": dict(change)}:
                changes[position:] = [change]
                position += 1
            case {"undo": int(times)}:
                position = max(position - times, 1)
            case {"redo": int(times)}:
                position = min(position + times, len(changes))
            case _:
                raise FormatError(_("it is neither an edit, nor undo, nor redo"))
    clues: dict[tuple[int, ...], str] = {}
    bridges: dict[tuple[int, ...], int] = {}
    kept: set[tuple[int, ...]] = set()
    others: dict[str, Any] = {}
    for change in changes[:position]:
        clues.update((tuple(cell), text) for *cell, text in change.get("clues", ()))
        bridges.update((tuple(ends), count) for *ends, count in change.get("bridges", ()))
        kept ^= {tuple(cell) for cell in change.get("kept", ())}
        if "max_bridges" in change:  # All rules come together.
            others = {key: value for key, value in others.items() if key not in RULE_KEYS}
        others.update(change)
    others["clues"] = [[*cell, text] for cell, text in clues.items() if text != WATER]
    others["bridges"] = [[*ends, count] for ends, count in bridges.items() if count]
    others["kept"] = [list(cell) for cell in kept]
    return draft_of(Change.from_data(others))


def _take_step(history: DraftHistory, data: dict[str, Any]) -> None:
    match data:
        case {"edit": dict(change)}:
            history.push(Change.from_data(change))
        case {"undo": int(times)}:
            while times > 0 and history.undo():
                times -= 1
        case {"redo": int(times)}:
            while times > 0 and history.redo():
                times -= 1
        case _:
            raise FormatError(_("it is neither an edit, nor undo, nor redo"))
