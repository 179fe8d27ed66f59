"""Finding puzzles: in files and folders, on standard input, or given directly as a URL or ID."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from hashi_gui.core.errors import HashiError
from hashi_gui.core.wording import shorten
from hashi_gui.formats import Document, FormatError, read, read_path
from hashi_gui.formats.registry import MAX_INPUT, puzzle_lines, read_bytes, read_line

_NOTATION = re.compile(r"[?#\n]|://|^\d[^/\\]*:|^(?:hashi|hashikake|bridges)/\d")
"""Matches URLs, game IDs and grids, but not mistyped file names."""

_MAX_NAME_LENGTH = 60


def read_source(source: str) -> Document:
    """Read the puzzle given by ``-`` for standard input, a file name, or a URL or ID itself.

    Raises HashiError if it is none of these or cannot be read.
    """
    if source == "-":
        return read(_read_stdin(), "standard input")
    if _exists(source):
        return read_path(Path(source))
    try:
        return read(source)
    except FormatError as error:
        if _NOTATION.search(source):
            raise
        raise HashiError(
            f"There is no file {_short_name(source)!r}, and this is not the URL or ID of a puzzle."
        ) from error


def read_single(source: str) -> Document:
    """Read the puzzle of a source as :func:`find_puzzles` does.

    Raises HashiError if it is not exactly one puzzle, or cannot be read.
    """
    if _exists(source, Path.is_dir):
        raise HashiError(f"{source} is a folder, where one puzzle is expected.")
    several, sources = find_puzzles([source])
    if several:
        name = "Standard input" if source == "-" else source
        raise HashiError(f"{name} holds several puzzles, where one is expected.")
    return next(sources).read()


class PuzzleSource(NamedTuple):
    """A puzzle that has not been read yet.

    ``name`` is for messages; ``stem`` is the stem of the name of files created from the puzzle.
    """

    name: str
    stem: str
    read: Callable[[], Document]


def find_puzzles(sources: Sequence[str]) -> tuple[bool, Iterator[PuzzleSource]]:
    """Return whether the sources stand for more than one puzzle, and the puzzles in order.

    A source is one that :func:`read_source` accepts, a folder for all files in it except hidden
    ones, sorted by name, or a file with a URL or ID on each line. Raises HashiError if a folder
    contains no files.
    """
    found = chain.from_iterable(_find(source, n) for n, source in enumerate(sources, start=1))
    first = list(islice(found, 2))
    several = len(sources) > 1 or len(first) > 1 or _exists(sources[0], Path.is_dir)
    return several, chain(first, found)


def _find(source: str, number: int) -> Iterator[PuzzleSource]:
    if source == "-":
        data = _read_stdin()
        whole = PuzzleSource("standard input", "puzzle", partial(read, data, "standard input"))
        return _find_in_lines(data, whole)
    if not _exists(source):
        name = _short_name(source)
        return iter([PuzzleSource(name, f"puzzle-{number}", partial(read_source, source))])
    path = Path(source)
    return _find_in_folder(path) if path.is_dir() else _find_in_file(path)


def _find_in_folder(folder: Path) -> Iterator[PuzzleSource]:
    files = sorted(_files_in(folder))
    if not files:
        raise HashiError(f"The folder {folder} contains no files.")
    return chain.from_iterable(map(_find_in_file, files))


def _files_in(folder: Path) -> Iterator[Path]:
    """All files in a folder and its subfolders, except hidden ones. Raises HashiError."""

    def report(error: OSError) -> None:
        # A subfolder may have been removed, or belong to somebody else.
        if error.filename == str(folder):
            raise HashiError(f"The folder {folder} cannot be read ({error.strerror}).") from error

    for place, folders, names in os.walk(folder, onerror=report):
        folders[:] = [name for name in folders if not name.startswith(".")]
        paths = (Path(place, name) for name in names if not name.startswith("."))
        yield from (path for path in paths if path.is_file())


def _find_in_file(path: Path) -> Iterator[PuzzleSource]:
    whole = PuzzleSource(str(path), path.stem, partial(read_path, path))
    try:
        data = read_bytes(path)
    except FormatError:
        return iter([whole])
    if not path.is_file():  # A pipe, which can be read only once.
        whole = whole._replace(read=partial(read, data, whole.name))
    return _find_in_lines(data, whole)


def _find_in_lines(data: bytes, whole: PuzzleSource) -> Iterator[PuzzleSource]:
    """Yield the puzzle of each line if there is one on each, otherwise ``whole``."""
    try:
        lines = puzzle_lines(data)
    except FormatError:
        lines = []
    if not lines:
        yield whole
    for number, line in lines:
        yield PuzzleSource(
            f"{whole.name}, line {number}",
            f"{whole.stem}-{number}",
            partial(read_line, line, number, whole.name),
        )


def _read_stdin() -> bytes:
    if sys.stdin is None:
        raise HashiError("Standard input is closed.")
    try:
        return sys.stdin.buffer.read(MAX_INPUT + 1)
    except OSError as error:
        raise HashiError(f"Standard input cannot be read ({error.strerror or error}).") from error


def _short_name(source: str) -> str:
    """A source, for messages; the text of a puzzle can be long."""
    return shorten(source, _MAX_NAME_LENGTH)


def _exists(source: str, test: Callable[[Path], bool] = Path.exists) -> bool:
    try:
        return test(Path(source))
    except OSError:
        # The text of a large puzzle is longer than a file name can be.
        return False
