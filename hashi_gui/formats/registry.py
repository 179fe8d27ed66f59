"""The list of all notations, recognising one, and reading and writing in any of them."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property, partial
from importlib import import_module
from itertools import chain
from os import PathLike
from typing import Any, BinaryIO

from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _, translated
from hashi_gui.core.wording import listed, pattern, printable
from hashi_gui.formats.document import Document
from hashi_gui.formats.errors import (
    HEAD,
    MAX_LINK_LENGTH,
    FormatError,
    Location,
    NoPuzzleError,
    advice,
    foreign_kind,
    no_puzzle,
    other_kind_at,
    quote,
    unexpected_input,
    unreadable,
)
from hashi_gui.formats.reading import Budget, draw

MAX_INPUT = 64 * 2**20
"""The maximum length of a puzzle, in bytes or characters; a list of puzzles has none."""

_MAX_ROW = 30
"""The most characters that a message quotes of a row."""

_WORD = pattern(r"\s*+\S++\s*+")
_INNER_LINK = pattern(r"https?(?:://|(?P<code>%(?:25)*3A))\S*", re.IGNORECASE)
_MAX_WRAPPING = 4
_MAX_WRAPPED = 2**20

_UTF16_MARKS = codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE
"""Windows PowerShell writes UTF-16, with one of these, when output is redirected to a file."""


class Notation:
    """The module in ``notations`` with the same name, which is imported when it is needed.

    That is so for a text with one of its ``signs``, without which no text is in this notation.
    ``read`` is only called with text that ``recognises`` accepts, without a byte order mark and
    with line feeds as line ends. It raises FormatError, as does ``write`` for puzzles and boards
    that the notation cannot represent.
    """

    NAME: str
    """The name on the command line."""
    RANK: int
    """0 for text that names its notation, 1 if recognised by structure, 2 for everything else."""
    TITLE: str
    """The name for people, in English, marked for translation."""
    MAX_LENGTH: int
    """The maximum length of a text in characters; enough for the largest grid."""
    SUFFIX: str
    """The suffix of file names, with the dot."""
    ONE_LINE: bool
    """Whether a document is always one line, so that a file can hold several."""
    read: Callable[[str], Document]
    write: Callable[[Document], str]

    def __init__(self, name: str, rank: int, *signs: str, module: str = "") -> None:
        self.NAME, self.RANK, self._signs = name, rank, signs
        self._path = f"hashi_gui.formats.notations.{module or name.replace('-', '_')}"

    @cached_property
    def _module(self) -> Any:
        return import_module(self._path)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._module, name)

    def recognises(self, text: str) -> bool:
        return any(map(text.__contains__, self._signs)) and self._module.recognises(text)


NOTATIONS = (
    Notation("hashi", 0, "{"),
    Notation("janko", 0, "[", "\n"),
    Notation("kanpen-url", 0, ".html?problem="),
    Notation("kanpen-xml", 0, "<"),
    Notation("penpa", 0, "p="),
    Notation("puzzlink", 0, "/", "?pzpr="),
    Notation("pzpr", 0, "pzprv"),
    Notation("sgt", 0, ":", "#"),
    Notation("sgt-url", 0, ".html#"),
    Notation("csv", 1, "", module="csv_grid"),
    Notation("has", 1, ""),
    Notation("kanpen", 1, "\n"),
    Notation("puzzle-bridges", 1, ""),
    Notation("text", 2, ""),
)
"""All notations by rank; the first one that recognises a text reads it."""

LINKS = ("puzzlink", "sgt-url", "penpa")
"""Notations of links that open a puzzle in a browser, the first choice first."""


def read(data: str | bytes, source: str = "") -> Document:
    """Read a document in any notation from text or from the bytes of a file.

    ``source`` is the name of the file, or the like, for error messages. Raises FormatError.
    """
    try:
        with Budget().spent():
            return _read(_decode(data))
    except FormatError as error:
        raise error.with_source(source) from error
    except HashiError as error:
        raise FormatError(str(error), source=source) from error


def read_path(path: str | PathLike[str]) -> Document:
    """Read a document from a file. Raises FormatError, also if the file cannot be opened."""
    return read(read_bytes(path), str(path))


def read_bytes(path: str | PathLike[str]) -> bytes:
    """Return the bytes of a file, at most one more than MAX_INPUT. Raises FormatError."""
    from pathlib import Path

    from hashi_gui.system.files import read_regular_file  # Links need no files.

    try:
        return read_regular_file(path, MAX_INPUT + 1)
    except OSError as error:
        reason, name = error.strerror or error, printable(Path(path).name)
        words = _("{file} cannot be opened ({reason}).").format(file=name, reason=reason)
        if isinstance(error, FileNotFoundError):
            words = _("{file} is not there: perhaps it was moved or deleted.").format(file=name)
        raise FormatError(unreadable(reason), source=str(path), words=words) from error


def text_lines(file: BinaryIO) -> Iterator[str]:
    """Yield the lines of a file, without line ends, as soon as they can be read. Raises OSError.

    Bytes that are not text are escaped as in PEP 383, and :func:`read_line` reports them.
    """
    start = file.readline(MAX_INPUT + 1)
    if start.startswith(_UTF16_MARKS):
        text = (start + file.read(MAX_INPUT)).decode("utf-16", "replace")
        yield from _with_line_feeds(text).split("\n")
        return
    start = start.removeprefix(codecs.BOM_UTF8)
    for data in chain([start], iter(partial(file.readline, MAX_INPUT + 1), b"")):
        line = data.decode("utf-8", "surrogateescape")
        yield from line.removesuffix("\n").removesuffix("\r").split("\r")


def write(document: Document, notation: str) -> str:
    """Return a document as text in the notation with this name.

    Raises FormatError if there is no such notation, or if it cannot represent the puzzle, its
    bridges or its marks. Locks and the saved game are left out if it cannot represent them.
    """
    return find_notation(notation).write(document)


def link_notation(document: Document) -> str:
    """The first of LINKS that can represent a puzzle with all its rules; the first if none can."""
    for name in LINKS:
        with suppress(FormatError):
            write(document, name)
            return name
    return LINKS[0]


def write_link(document: Document) -> str:
    """Return a link to a puzzle. Raises FormatError if no link can represent it."""
    return write(document, link_notation(document))


def find_notation(name: str) -> Notation:
    """Return the notation with this name. Raises FormatError if there is none."""
    for notation in NOTATIONS:
        if name == notation.NAME:
            return notation
    text = _("There is no notation {name}; expected one of {names}.")
    names = listed(notation.NAME for notation in NOTATIONS)
    raise FormatError(text.format(name=quote(name), names=names))


def _read(content: str) -> Document:
    content = unwrapped(content)
    notation = _detect_notation(content)
    if len(content) > notation.MAX_LENGTH:
        text = _("Input in the notation “{notation}” can be at most {n} MB long.")
        problem = text.format(notation=translated(notation.TITLE), n=notation.MAX_LENGTH // 2**20)
        raise FormatError(problem, words=_("That is too large to be a puzzle."))
    try:
        document = notation.read(content)
        draw(cells=document.puzzle.rows * document.puzzle.cols)
        return document
    except FormatError as error:
        if not error.words:
            error.words = _mistake(notation, content, error)
        raise


def unwrapped(content: str) -> str:
    """The link that a link leads to, as those of mail programs, archives and Penpa do, percent-
    encoded or as it is; the text itself if it is in a notation, or leads to nothing that is.
    """
    found = content
    for _level in range(_MAX_WRAPPING):
        if len(found) > _MAX_WRAPPED or not _WORD.fullmatch(found):
            break
        if names_its_notation(found):
            return found
        inner = _INNER_LINK.search(found, 1)
        if inner is None or inner["code"]:
            from urllib.parse import unquote

            found = unquote(inner[0].partition("&")[0] if inner else found)
        else:
            found = inner[0]
    return content


def _mistake(notation: Notation, content: str, error: FormatError) -> str:
    """Say in words that a text is not quite what its notation wants."""
    is_link = _WORD.fullmatch(content) and "/" in content
    is_line = notation.RANK == 0 and "\n" not in content.strip()
    if (notation.ONE_LINE or is_line) and not is_link:
        return _("That puzzle is damaged. Copy it again as a whole.")
    if notation.ONE_LINE or (is_link and "?" in content):
        return _("That link is damaged. Copy it again as a whole.")
    if notation.NAME in ("hashi", "kanpen-xml") or error.at is None:
        return _("That puzzle is damaged and cannot be opened.")
    row = printable(content.split("\n")[error.at[0] - 1].strip(), _MAX_ROW)
    return _("Mistake in row “{row}”: {problem}").format(row=row, problem=error.problem)


def _detect_notation(content: str) -> Notation:
    for notation in NOTATIONS:
        if notation.recognises(content):
            return notation
    raise _no_puzzle(content[:MAX_LINK_LENGTH])


def _no_puzzle(text: str) -> FormatError:
    """Return the error for a text in no notation, given its beginning."""
    if other := other_kind_at(text):
        return NoPuzzleError(other)
    if words := next(filter(None, map(advice, [text, *text.split()])), ""):
        return FormatError(words)
    titles = listed(translated(notation.TITLE) for notation in NOTATIONS)
    problem = _("This is not a puzzle in any supported notation: {titles}.").format(titles=titles)
    return NoPuzzleError(problem, words=no_puzzle(text))


def names_its_notation(content: str) -> bool:
    """Whether a text says by itself in which notation it is."""
    return any(notation.RANK == 0 and notation.recognises(content) for notation in NOTATIONS)


def _decode(data: str | bytes) -> str:
    """Return the text without a byte order mark and with line feeds as line ends."""
    head = data[:HEAD]
    kind = foreign_kind(head.encode(errors="replace") if isinstance(head, str) else head)
    if kind:
        raise NoPuzzleError(kind)
    if len(data) > MAX_INPUT:
        problem = _("The input is larger than {n} MB, the maximum.").format(n=MAX_INPUT // 2**20)
        raise FormatError(problem, words=_("That is too large to be a puzzle."))
    content = data.removeprefix("\ufeff") if isinstance(data, str) else _decode_bytes(data)
    content = _with_line_feeds(content)
    if "\0" in content:
        raise _not_text(_("a NUL character"), _("text"), _location(content, content.index("\0")))
    if not content.strip():
        raise NoPuzzleError(_("The input is empty."), words=_("That is empty."))
    return content


def _decode_bytes(data: bytes) -> str:
    utf16 = data.startswith(_UTF16_MARKS)
    try:
        return data.decode("utf-16" if utf16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        text = error.object[: error.start].decode(error.encoding)
        found = _("the byte {byte:#04x}").format(byte=error.object[error.start])
        raise _not_text(found, _("text in UTF-8"), _location(text, len(text))) from error


def _not_text(found: str, expected: str, at: Location) -> NoPuzzleError:
    problem = unexpected_input(found, expected).problem
    return NoPuzzleError(problem, at, words=_("That is not a puzzle."))


def _with_line_feeds(text: str) -> str:
    """Return the text with line feeds as line ends."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _location(text: str, index: int) -> Location:
    """Return the line and column of an index into a text with line feeds as line ends."""
    return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)
