"""The library: the puzzles that ship with the program."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from pathlib import Path

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, FormatError, read_path
from hashi_gui.system.paths import PUZZLES

FIRST_PUZZLE = Path("1-easy", "06x06", "landfall.hashi")
"""The puzzle after the lessons: small and easy, and it needs most of what they teach."""


def library_files() -> list[Path]:
    """Return all files of the library in the order in which they are offered."""
    return sorted(PUZZLES.rglob("*.hashi"))


def categories() -> dict[str, list[Path]]:
    """Return the files by category, which is the name of their top folder without its number.

    Files outside of folders belong to the category "Puzzles".
    """
    files: dict[str, list[Path]] = {}
    for file in library_files():
        folder, *_ = file.relative_to(PUZZLES).parts
        name = folder.lstrip("0123456789-").capitalize() if folder != file.name else "Puzzles"
        files.setdefault(name, []).append(file)
    return files


@cache
def library_document(file: Path) -> Document | None:
    """Read a file of the library, once; None if it cannot be read.

    Users may have put other files into the folder.
    """
    with suppress(FormatError):
        return read_path(file)
    return None


def library_documents() -> list[Document]:
    """Return all readable puzzles of the library in the order in which they are offered."""
    return [document for file in library_files() if (document := library_document(file))]


def library_file(puzzle: Puzzle) -> Path | None:
    """Return the file of the library with a puzzle; None if it is not in the library."""
    for file in library_files():
        document = library_document(file)
        if document is not None and document.puzzle == puzzle:
            return file
    return None


def first_puzzle() -> Document:
    """Return the puzzle to begin with after the lessons, or else another that is no lesson."""
    chosen = library_document(PUZZLES / FIRST_PUZZLE)
    return chosen or next(each for each in library_documents() if not each.info.lesson)
