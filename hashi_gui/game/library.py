"""The library: the puzzles that ship with the program."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from pathlib import Path

from hashi_gui.formats import Document, FormatError, read_path
from hashi_gui.paths import PUZZLES


def library_files() -> list[Path]:
    """All files of the library, in the order in which they are offered."""
    return sorted(PUZZLES.rglob("*.hashi"))


def categories() -> dict[str, list[Path]]:
    """The files by category: the name of their top folder, without its number.

    Files that are in no folder belong to the category "Puzzles".
    """
    found: dict[str, list[Path]] = {}
    for file in library_files():
        folder, *_ = file.relative_to(PUZZLES).parts
        name = folder.lstrip("0123456789-").capitalize() if folder != file.name else "Puzzles"
        found.setdefault(name, []).append(file)
    return found


@cache
def library_document(file: Path) -> Document | None:
    """The puzzle in a file of the library, read once; None if it cannot be read.

    A user may have put any file into the folder.
    """
    with suppress(FormatError):
        return read_path(file)
    return None


def library_documents() -> list[Document]:
    """All puzzles of the library that can be read, in the order in which they are offered."""
    return [document for file in library_files() if (document := library_document(file))]
