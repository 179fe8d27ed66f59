"""Writing packs to files that other programs and other players can read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from shutil import rmtree

from hashi_gui.core.errors import HashiError
from hashi_gui.formats import Document, FormatError, write, write_link
from hashi_gui.formats.archive import archive_of
from hashi_gui.packs.importing import LIST_TITLE
from hashi_gui.packs.pack import DEFAULT_TITLE, Pack
from hashi_gui.system.storage import StorageError, atomic_write

MAX_NAME = 60
"""The most characters of the name of a file; in UTF-8 that is less than systems allow."""

_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])", re.IGNORECASE)
"""Names that Windows does not allow for files, whatever their suffix."""


def packed_documents(pack: Pack) -> Iterator[tuple[str, Document]]:
    """Yield the puzzles, each with a name for its file, without suffix, that keeps their order.

    The names are different on systems that ignore case, too. Raises FormatError if a text is
    damaged.
    """
    width = len(str(len(pack.puzzles)))
    for number, puzzle in enumerate(pack.puzzles, 1):
        document = puzzle.document()
        name = f"{number:0{width}} {file_name(puzzle.title)}" if puzzle.title else ""
        info = replace(document.info, pack=pack.title)
        yield name or f"{number:0{width}}", replace(document, info=info)


def export_archive(pack: Pack, file: Path) -> None:
    """Write a .zip file with a ``.hashi`` file for each puzzle. Raises HashiError."""
    files = {f"{name}.hashi": write(each, "hashi") for name, each in packed_documents(pack)}
    atomic_write(file, archive_of(files))


def export_folder(pack: Pack, folder: Path) -> None:
    """Write a new folder with a ``.hashi`` file for each puzzle. Raises HashiError.

    It gets its name when it is complete. There must be nothing with this name.
    """
    documents = list(packed_documents(pack))
    part = folder.with_name(f"{folder.name}.part")
    try:
        folder.mkdir(parents=True)
        folder.rmdir()
        part.mkdir()
        for name, document in documents:
            (part / f"{name}.hashi").write_text(write(document, "hashi"), "utf-8", newline="\n")
        part.rename(folder)
    except OSError as error:
        rmtree(part, ignore_errors=True)
        raise StorageError.from_os_error(folder, error) from error


def export_list(pack: Pack, file: Path) -> int:
    """Write a text with a link to each puzzle; returns how many cannot be written.

    Titles and levels of puzzles are left out. Raises HashiError.
    """
    lines = [_line(document) for _, document in packed_documents(pack)]
    written = [line for line in lines if line]
    if not written:
        raise HashiError("None of the puzzles can be written as a link.")
    atomic_write(file, "\n".join([f"{LIST_TITLE}{pack.title}", *written]) + "\n")
    return len(lines) - len(written)


def file_name(title: str) -> str:
    """A title as a name for files that every system allows."""
    words = re.sub(r"[^\w\-.,'()!& ]", " ", re.sub(r"\s*×\s*", "x", title)).split()
    name = " ".join(words)[:MAX_NAME].strip(". ")
    if not name:
        return DEFAULT_TITLE
    return f"{name} -" if _RESERVED.fullmatch(name.split(".")[0].strip()) else name


def _line(document: Document) -> str:
    """A link to the puzzle; empty if there is none."""
    with suppress(FormatError):
        return write_link(document)
    return ""
