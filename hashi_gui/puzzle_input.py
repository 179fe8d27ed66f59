"""Where a puzzle comes from: a file, standard input, or its notation written out."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from hashi_gui.core.errors import HashiError
from hashi_gui.formats import Document, FormatError, read, read_path
from hashi_gui.formats.registry import MAX_INPUT, puzzle_lines, read_bytes, read_line

_NOTATION = re.compile(r"[?#\n]|://|^\d[^/\\]*:|^(?:hashi|hashikake|bridges)/\d")
"""What a URL, a game ID or a grid has and a mistyped file name has not."""

_LONGEST_NAME = 60


def read_source(source: str) -> Document:
    """The puzzle that a word names: ``-`` for standard input, a file, or a URL or ID itself.

    Raises HashiError where it is none of these.
    """
    if source == "-":
        return read(sys.stdin.buffer.read(MAX_INPUT + 1), "standard input")
    if _exists(source):
        return read_path(Path(source))
    try:
        return read(source)
    except FormatError as error:
        if _NOTATION.search(source):
            raise
        raise HashiError(
            f"There is no file {source!r}, nor is that a puzzle's URL or ID."
        ) from error


class PuzzleSource(NamedTuple):
    """A puzzle that was named, not read yet; ``stem`` is a name for a file made from it."""

    name: str
    stem: str
    read: Callable[[], Document]


def find_puzzles(words: Sequence[str]) -> tuple[bool, Iterator[PuzzleSource]]:
    """Whether words name a number of puzzles rather than one, and those puzzles in order.

    Each word is what :func:`read_source` takes, a folder, for every file in it by name, hidden
    ones left out, or a file with an address or ID on every line. Raises HashiError for a folder
    without files.
    """
    found = chain.from_iterable(_found(word, k) for k, word in enumerate(words, start=1))
    first = list(islice(found, 2))
    many = len(words) > 1 or len(first) > 1 or _exists(words[0], Path.is_dir)
    return many, chain(first, found)


def _found(word: str, position: int) -> Iterator[PuzzleSource]:
    if word == "-":
        data = sys.stdin.buffer.read(MAX_INPUT + 1)
        alone = PuzzleSource("standard input", "puzzle", partial(read, data, "standard input"))
        return _in_lines(data, alone)
    if not _exists(word):
        name = word if len(word) <= _LONGEST_NAME else f"{word[: _LONGEST_NAME - 3]}..."
        return iter([PuzzleSource(name, f"puzzle-{position}", partial(read_source, word))])
    path = Path(word)
    return _in_folder(path) if path.is_dir() else _in_file(path)


def _in_folder(folder: Path) -> Iterator[PuzzleSource]:
    files = sorted(
        path
        for path in folder.rglob("*")
        if path.is_file() and not any(part[0] == "." for part in path.relative_to(folder).parts)
    )
    if not files:
        raise HashiError(f"There is no file in the folder {folder}.")
    return chain.from_iterable(map(_in_file, files))


def _in_file(path: Path) -> Iterator[PuzzleSource]:
    alone = PuzzleSource(str(path), path.stem, partial(read_path, path))
    try:
        data = read_bytes(path)
    except FormatError:
        return iter([alone])
    return _in_lines(data, alone)


def _in_lines(data: bytes, alone: PuzzleSource) -> Iterator[PuzzleSource]:
    """The puzzles on the lines, if there is one on each, else the one that there is."""
    try:
        lines = puzzle_lines(data)
    except FormatError:
        lines = []
    if not lines:
        yield alone
    for number, line in lines:
        yield PuzzleSource(
            f"{alone.name}, line {number}",
            f"{alone.stem}-{number}",
            partial(read_line, line, number, alone.name),
        )


def _exists(source: str, kind: Callable[[Path], bool] = Path.exists) -> bool:
    try:
        return kind(Path(source))
    except OSError:
        # The notation of a large puzzle is longer than any file name may be.
        return False
