"""All notations, and reading and writing in any of them."""

from __future__ import annotations

import codecs
import pkgutil
from importlib import import_module
from os import PathLike
from pathlib import Path
from typing import Protocol, cast

from hashi_gui.core.errors import HashiError
from hashi_gui.formats.document import Document
from hashi_gui.formats.errors import FormatError, Location, quote, unexpected_input

MAX_INPUT = 64 * 2**20
"""The maximum length of any input, in bytes or characters."""


class Notation(Protocol):
    """The interface of a module that implements a notation: those of this package with a NAME.

    ``read`` is only called with text that ``recognises`` accepts, without a byte order mark and
    with line feeds as line ends. It raises FormatError, as does ``write`` for puzzles and boards
    that the notation cannot represent.
    """

    NAME: str
    """The name on the command line."""
    TITLE: str
    """The name in a sentence, without an article."""
    RANK: int
    """0 for text that names its notation, 1 if recognised by structure, 2 for everything else."""
    MAX_LENGTH: int
    """The maximum length of a text in characters; enough for the largest grid."""
    SUFFIX: str
    """The suffix of file names, with the dot."""
    ONE_LINE: bool
    """Whether a document is always one line, so that a file can hold several."""

    def recognises(self, text: str) -> bool: ...
    def read(self, text: str) -> Document: ...
    def write(self, document: Document) -> str: ...


def _load_notations() -> tuple[Notation, ...]:
    package = __name__.rpartition(".")[0]
    folder = str(Path(__file__).parent)
    names = [module.name for module in pkgutil.iter_modules([folder])]
    modules = [import_module(f"{package}.{name}") for name in names if name != "registry"]
    notations = [cast(Notation, module) for module in modules if hasattr(module, "NAME")]
    return tuple(sorted(notations, key=lambda notation: (notation.RANK, notation.NAME)))


NOTATIONS = _load_notations()
"""All notations by rank; the first one that recognises a text reads it."""


def read(data: str | bytes, source: str = "") -> Document:
    """Read a document in any notation from text or from the bytes of a file.

    ``source`` is the name of the file, or the like, for error messages. Raises FormatError.
    """
    try:
        content = _decode(data)
        return _read(content)
    except FormatError as error:
        raise error.with_source(source) from error
    except HashiError as error:
        raise FormatError(str(error), source=source) from error


def read_path(path: str | PathLike[str]) -> Document:
    """Read a document from a file. Raises FormatError, also if the file cannot be opened."""
    return read(read_bytes(path), str(path))


def read_bytes(path: str | PathLike[str]) -> bytes:
    """Return the bytes of a file, at most one more than MAX_INPUT. Raises FormatError."""
    try:
        with Path(path).open("rb") as file:
            return file.read(MAX_INPUT + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise FormatError(f"cannot be read ({reason}).", source=str(path)) from error


def puzzle_lines(data: str | bytes) -> list[tuple[int, str]]:
    """Return the lines of a text with one puzzle per line, with their numbers from 1.

    That is a text with a URL or game ID on at least one line, unless it is one puzzle as a whole;
    for any other text returns an empty list. Blank lines and lines that begin with ``#`` are left
    out. Raises FormatError if the data are not text.
    """
    content = _decode(data)
    if any(notation.RANK == 0 and notation.recognises(content) for notation in NOTATIONS):
        return []
    lines = [
        (number, line.strip())
        for number, line in enumerate(content.split("\n"), start=1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    one_line = [notation for notation in NOTATIONS if notation.ONE_LINE]
    recognised = (notation.recognises(line) for _, line in lines for notation in one_line)
    return lines if any(recognised) else []


def read_line(line: str, number: int, source: str) -> Document:
    """Read a document from one line of a file, given the number of the line and the file's name.

    Raises FormatError.
    """
    try:
        return read(line)
    except FormatError as error:
        column = error.at[1] if error.at else 1
        raise FormatError(error.problem, (number, column), source) from error


def write(document: Document, notation: str) -> str:
    """Return a document as text in the notation with this name.

    Raises FormatError if there is no such notation, or if it cannot represent the puzzle, its
    bridges or its marks. Locks and the saved game are left out if it cannot represent them.
    """
    return find_notation(notation).write(document)


def find_notation(name: str) -> Notation:
    """Return the notation with this name. Raises FormatError if there is none."""
    for notation in NOTATIONS:
        if name == notation.NAME:
            return notation
    names = ", ".join(notation.NAME for notation in NOTATIONS)
    raise FormatError(f"There is no notation {quote(name)}; expected one of {names}.")


def _read(content: str) -> Document:
    notation = _detect_notation(content)
    if len(content) > notation.MAX_LENGTH:
        limit = notation.MAX_LENGTH // 2**20
        raise FormatError(f"A {notation.TITLE} can be at most {limit} MB long.")
    return notation.read(content)


def _detect_notation(content: str) -> Notation:
    for notation in NOTATIONS:
        if notation.recognises(content):
            return notation
    titles = ", ".join(notation.TITLE for notation in NOTATIONS)
    raise FormatError(f"This is not a puzzle in any supported notation: {titles}.")


def _decode(data: str | bytes) -> str:
    """Return the text without a byte order mark and with line feeds as line ends."""
    if len(data) > MAX_INPUT:
        raise FormatError(f"The input is larger than {MAX_INPUT // 2**20} MB, the maximum.")
    content = data.removeprefix("\ufeff") if isinstance(data, str) else _decode_bytes(data)
    content = content.replace("\r\n", "\n").replace("\r", "\n")
    if "\0" in content:
        raise unexpected_input("a NUL character", "text", _location(content, content.index("\0")))
    if not content.strip():
        raise FormatError("The input is empty.")
    return content


def _decode_bytes(data: bytes) -> str:
    # Windows PowerShell writes UTF-16 with a byte order mark when output is redirected to a file.
    utf16 = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return data.decode("utf-16" if utf16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        text = error.object[: error.start].decode(error.encoding)
        found = f"the byte {error.object[error.start]:#04x}"
        raise unexpected_input(found, "text in UTF-8", _location(text, len(text))) from error


def _location(text: str, index: int) -> Location:
    """Return the line and column of an index into a text with line feeds as line ends."""
    return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)
