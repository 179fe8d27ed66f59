"""The drafts on the disk: one file for each, with all edits, so that undo outlives the program.

A file has one JSON object on each line. The first one has the format, the version, and the draft
that the edits began with, as the change of :func:`full_change`; each further one is an edit::

    {"format": "hashi-draft", "version": 1, "start": {"size": [7, 7]}}
    {"edit": {"clues": [[0, 0, "3"]]}}
    {"undo": 1}
    {"redo": 1}
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from secrets import token_hex
from typing import Any

from hashi_gui.core.errors import HashiError
from hashi_gui.editing.draft import Draft
from hashi_gui.editing.history import Change, ChangeError, DraftHistory, draft_of, full_change
from hashi_gui.formats import FormatError
from hashi_gui.formats.fields import parse_object, read_value
from hashi_gui.system.files import open_regular_file, read_regular_file
from hashi_gui.system.storage import (
    StorageError,
    remove_partial_files,
    write_own,
)

FORMAT, VERSION = "hashi-draft", 1
SUFFIX = ".draft"


class DraftError(HashiError):
    """A draft cannot be read."""


@dataclass(frozen=True, slots=True)
class StoredDraft:
    """A draft on the disk, as a list shows it; ``changed`` is the local time of the last edit."""

    path: Path
    draft: Draft
    changed: datetime


class DraftStore:
    """The files with drafts in a folder, which is made when it is needed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def new_path(self) -> Path:
        """A path for another draft, which no other program will use."""
        return self.folder / f"{datetime.now():%Y-%m-%d %H.%M.%S} {token_hex(4)}{SUFFIX}"

    def write(self, path: Path, history: DraftHistory) -> None:
        """Write a draft with all edits. Raises StorageError."""
        undone = len(history.changes) - history.position
        steps = [edit_line(change) for change in history.changes]
        if undone:
            steps.append(_line({"undo": undone}))
        first = {
            "format": FORMAT,
            "version": VERSION,
            "start": full_change(history.start).to_data(),
        }
        write_own(path, "".join([_line(first), *steps]))

    def append(self, path: Path, lines: str) -> None:
        """Add steps to a file that was written before. Raises StorageError."""
        try:
            with open_regular_file(path, "r+b") as file:
                file.seek(0, os.SEEK_END)
                file.write(lines.encode())
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise StorageError.from_os_error(path, error) from error

    def load(self, path: Path) -> tuple[DraftHistory, str]:
        """Return a draft with its edits, and what is wrong with the file, empty if nothing is.

        An incomplete last line, which a crash leaves behind, is ignored; any other line that cannot
        be read ends the edits there. Raises DraftError if there is nothing to return.
        """
        try:
            lines = read_regular_file(path).decode(errors="replace").split("\n")
        except OSError as error:
            raise DraftError(f"{path} cannot be read ({error.strerror or error}).") from error
        history = DraftHistory(_parse_start(path, lines[0]))
        for number, line in enumerate(lines[1:-1], start=2):
            try:
                _take_step(history, parse_object(line))
            except (FormatError, ChangeError) as error:
                return history, f"Line {number} of {path.name} cannot be read ({error})."
        return history, ""

    def remove(self, path: Path) -> None:
        """Delete a draft. Raises StorageError."""
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise StorageError.from_os_error(path, error) from error

    def recent(self, limit: int) -> list[StoredDraft]:
        """The drafts that were changed last, the latest first; those that cannot be read are not
        listed.
        """
        stored: list[StoredDraft] = []
        for changed, path in sorted(self._files(), reverse=True):
            if len(stored) == limit:
                break
            try:
                history, _ = self.load(path)
            except DraftError:
                continue
            stored.append(StoredDraft(path, history.draft, datetime.fromtimestamp(changed)))
        return stored

    def remove_partial_files(self) -> None:
        """Remove incomplete files that a crash has left. No other program may be saving here."""
        remove_partial_files(self.folder)

    def _files(self) -> Iterator[tuple[float, Path]]:
        if not self.folder.is_dir():
            return
        for path in self.folder.glob(f"*{SUFFIX}"):
            try:
                yield path.stat().st_mtime, path
            except OSError:
                continue


def edit_line(change: Change) -> str:
    """The line of a file for an edit."""
    return _line({"edit": change.to_data()})


UNDO_LINE = '{"undo": 1}\n'
REDO_LINE = '{"redo": 1}\n'


def _line(data: object) -> str:
    return json.dumps(data) + "\n"


def _parse_start(path: Path, line: str) -> Draft:
    try:
        data = parse_object(line)
        if read_value(data, "format", str) != FORMAT:
            raise FormatError("it has another format")
        if read_value(data, "version", int) > VERSION:
            raise FormatError("it was made by a newer version")
        return draft_of(Change.from_data(read_value(data, "start", dict)))
    except (FormatError, ChangeError) as error:
        raise DraftError(f"{path} is not a draft ({error}).") from error


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
            raise FormatError("it is neither an edit, nor undo, nor redo")
