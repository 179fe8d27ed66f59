"""Append-only files of names."""

from __future__ import annotations

import os
from pathlib import Path

from hashi_gui.game.storage import StorageError
from hashi_gui.system.files import make_private_folder, open_regular_file, read_regular_file


class Ledger:
    """A text file with one entry per line; entries contain no white space.

    Entries are only appended, so that nothing is lost if the program crashes.
    """

    def __init__(self, file: Path) -> None:
        self._file = file

    def entries(self) -> frozenset[str]:
        """Return all entries; none if the file does not exist or cannot be read."""
        return frozenset(self._read().split())

    def add(self, entry: str) -> None:
        """Add an entry unless it exists. Raises StorageError if the file cannot be written."""
        text = self._read()
        if entry in text.split():
            return
        incomplete = text and not text.endswith("\n")
        try:
            make_private_folder(self._file.parent)
            with open_regular_file(self._file, "ab") as file:
                file.write(f"\n{entry}\n".encode() if incomplete else f"{entry}\n".encode())
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise StorageError.from_os_error(self._file, error) from error

    def _read(self) -> str:
        try:
            return read_regular_file(self._file).decode(errors="replace")
        except OSError:
            return ""
