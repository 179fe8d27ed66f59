"""A list of names that only ever grows."""

from __future__ import annotations

from pathlib import Path

from hashi_gui.game.storage import StorageError


class Ledger:
    """A text file with one entry a line; entries hold no white space.

    An entry is appended, never written over: what is there stays, also when the program stops
    halfway or two windows write.
    """

    def __init__(self, file: Path) -> None:
        self._file = file

    def entries(self) -> frozenset[str]:
        """All entries; none where the file is missing or cannot be opened."""
        return frozenset(self._text().split())

    def add(self, entry: str) -> None:
        """Note an entry, unless it is there. Raises StorageError."""
        text = self._text()
        if entry in text.split():
            return
        torn = text and not text.endswith("\n")
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with self._file.open("a", encoding="utf-8", newline="\n") as file:
                file.write(f"\n{entry}\n" if torn else f"{entry}\n")
        except OSError as error:
            raise StorageError(
                f"{self._file} cannot be written ({error.strerror or error})."
            ) from error

    def _text(self) -> str:
        try:
            return self._file.read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""
