"""Append-only files of names."""

from __future__ import annotations

from pathlib import Path

from hashi_gui.game.storage import (
    StorageError,
    check_regular_file,
    make_private_folder,
    private,
    read_regular_file,
)


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
            check_regular_file(self._file)
            with open(self._file, "a", encoding="utf-8", newline="\n", opener=private) as file:
                file.write(f"\n{entry}\n" if incomplete else f"{entry}\n")
        except OSError as error:
            raise StorageError.from_os_error(self._file, error) from error

    def _read(self) -> str:
        try:
            return read_regular_file(self._file).decode(errors="replace")
        except OSError:
            return ""
