"""Every notation, and reading and writing through the one that fits."""

from __future__ import annotations

import codecs
import pkgutil
from importlib import import_module
from os import PathLike
from pathlib import Path
from typing import Protocol, cast

from hashi_gui.core.errors import HashiError
from hashi_gui.formats.document import Document
from hashi_gui.formats.errors import FormatError, Place, quote, unexpected_input

MAX_INPUT = 64 * 2**20
"""The longest input that is read, in bytes or characters."""


class Notation(Protocol):
    """What the module of a notation offers; every module of this package with a NAME is one.

    ``read`` is only given text that ``recognises`` accepted: without a byte order mark, lines
    ended by a line feed. It raises FormatError; so does ``write`` for what it cannot say.
    """

    NAME: str
    """What it is called on the command line."""
    TITLE: str
    """What it is called in a sentence."""
    RANK: int
    """Those of rank 0 say what they are, 1 are told by their shape, 2 take what is left."""
    MAX_LENGTH: int
    """The longest text that is read, in characters; a grid of any size allowed fits in."""
    SUFFIX: str
    """How the name of a file ends."""
    ONE_LINE: bool
    """Whether a document is always one line, so that a file can hold many."""

    def recognises(self, text: str) -> bool: ...
    def read(self, text: str) -> Document: ...
    def write(self, document: Document) -> str: ...


def _notations() -> tuple[Notation, ...]:
    package = __name__.rpartition(".")[0]
    folder = str(Path(__file__).parent)
    names = [module.name for module in pkgutil.iter_modules([folder])]
    modules = [import_module(f"{package}.{name}") for name in names if name != "registry"]
    notations = [cast(Notation, module) for module in modules if hasattr(module, "NAME")]
    return tuple(sorted(notations, key=lambda notation: (notation.RANK, notation.NAME)))


NOTATIONS = _notations()
"""By rank: the first that recognises a text reads it."""


def read(data: str | bytes, source: str = "") -> Document:
    """The document that a text or the bytes of a file hold, whatever its notation.

    ``source`` is the name of the file or the like, for complaints. Raises FormatError.
    """
    try:
        content = _decoded(data)
        return _read(content)
    except FormatError as error:
        raise error.within(source) from error
    except HashiError as error:
        raise FormatError(str(error), source=source) from error


def read_path(path: str | PathLike[str]) -> Document:
    """The document that a file holds. Raises FormatError, also where the file cannot be opened."""
    return read(read_bytes(path), str(path))


def read_bytes(path: str | PathLike[str]) -> bytes:
    """What is in a file, up to one byte more than is read. Raises FormatError."""
    try:
        with Path(path).open("rb") as file:
            return file.read(MAX_INPUT + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise FormatError(f"It cannot be read ({reason}).", source=str(path)) from error


def puzzle_lines(data: str | bytes) -> list[tuple[int, str]]:
    """The lines of a text that has a puzzle on each, with their numbers from 1; else none.

    Such a text is no puzzle as a whole, and has an address or an ID on one of its lines. Lines that
    begin with ``#`` are left out. Raises FormatError for what is no text.
    """
    content = _decoded(data)
    if any(notation.RANK == 0 and notation.recognises(content) for notation in NOTATIONS):
        return []
    lines = [
        (number, line.strip())
        for number, line in enumerate(content.split("\n"), start=1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    one_line = [notation for notation in NOTATIONS if notation.ONE_LINE]
    told = (notation.recognises(line) for _, line in lines for notation in one_line)
    return lines if any(told) else []


def read_line(line: str, number: int, source: str) -> Document:
    """The document on the line with that number of a text. Raises FormatError."""
    try:
        return read(line)
    except FormatError as error:
        column = error.at[1] if error.at else 1
        raise FormatError(error.problem, (number, column), source) from error


def write(document: Document, notation: str) -> str:
    """The document in the notation of that name.

    Raises FormatError for a name that is not known, and for what the notation cannot say of the
    puzzle, the bridges and the marks. Locks and the game are left out where it has none.
    """
    return find_notation(notation).write(document)


def find_notation(name: str) -> Notation:
    """The notation with that NAME. Raises FormatError where there is none."""
    for notation in NOTATIONS:
        if name == notation.NAME:
            return notation
    names = ", ".join(notation.NAME for notation in NOTATIONS)
    raise FormatError(f"There is no notation {quote(name)}; expected one of {names}.")


def _read(content: str) -> Document:
    notation = _notation_of(content)
    if len(content) > notation.MAX_LENGTH:
        most = notation.MAX_LENGTH // 2**20
        raise FormatError(f"A {notation.TITLE} may be at most {most} MB long.")
    return notation.read(content)


def _notation_of(content: str) -> Notation:
    for notation in NOTATIONS:
        if notation.recognises(content):
            return notation
    known = ", ".join(notation.TITLE for notation in NOTATIONS)
    raise FormatError(f"It is in none of the notations known: {known}.")


def _decoded(data: str | bytes) -> str:
    """The text, without a byte order mark, every line ended by a line feed."""
    if len(data) > MAX_INPUT:
        raise FormatError(f"It is larger than {MAX_INPUT // 2**20} MB, the most that is read.")
    content = data.removeprefix("\ufeff") if isinstance(data, str) else _text_of(data)
    content = content.replace("\r\n", "\n").replace("\r", "\n")
    if "\0" in content:
        raise unexpected_input("a NUL character", "text", _place(content, content.index("\0")))
    if not content.strip():
        raise FormatError("There is nothing in it.")
    return content


def _text_of(data: bytes) -> str:
    # Redirected output of the Windows PowerShell is UTF-16 with a byte order mark.
    utf16 = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return data.decode("utf-16" if utf16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode(error.encoding)
        found = f"the byte {error.object[error.start]:#04x}"
        raise unexpected_input(found, "text in UTF-8", _place(before, len(before))) from error


def _place(text: str, position: int) -> Place:
    """The line and column of a position in a text whose lines end in a line feed."""
    return text.count("\n", 0, position) + 1, position - text.rfind("\n", 0, position)
