"""Rows, words and numbers of a text that know their location, and how much may be read.

A few characters can stand for a large grid, or unpack to much more. So all readers draw on one
budget: that of a puzzle, or of the text or the archive it is found in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple, TypeVar

from hashi_gui.core.i18n import _
from hashi_gui.core.puzzle import MAX_SIDE
from hashi_gui.core.rules import MAX_BRIDGES_LIMIT
from hashi_gui.core.wording import pattern, quantity
from hashi_gui.formats.errors import FormatError, Location, quote, unexpected_input

T = TypeVar("T")

_LINE_CONTENT = pattern(r"\S[^\n]*")
_WORD = pattern(r"\S+")
_NUMBER = pattern(r"[0-9]{1,9}")


class Word(NamedTuple):
    """A run of characters other than white space, and the location of the first of them."""

    text: str
    at: Location


class Row(NamedTuple):
    """A line of text, or a part of one, and the location of its first character."""

    text: str
    at: Location

    def location(self, index: int) -> Location:
        """Return the location of the character with this index."""
        line, column = self.at
        return line, column + index

    @property
    def end(self) -> Location:
        """The location right after the last character that is not white space."""
        return self.location(len(self.text.rstrip()))

    def words(self, limit: int) -> list[Word]:
        """Return the first ``limit`` words."""
        matches = islice(_WORD.finditer(self.text), limit)
        return [Word(match[0], self.location(match.start())) for match in matches]

    def expect_words(self, count: int, noun: str) -> list[Word]:
        """Return the words, each of which is a ``noun``.

        Raises FormatError if there are not exactly ``count`` of them.
        """
        words = self.words(count + 1)
        if len(words) > count:
            extra = words[count]
            raise unexpected_input(quote(extra.text), f"a row of {quantity(count, noun)}", extra.at)
        if len(words) < count:
            raise unexpected_input(f"a row of {quantity(len(words), noun)}", str(count), self.end)
        return words

    def expect_cells(self, count: int, noun: str) -> Cells:
        """Do the same as :meth:`expect_words`, faster, for grids with millions of cells."""
        texts = self.text.split(maxsplit=count)
        if len(texts) != count:
            self.expect_words(count, noun)
        return Cells(texts, self.word)

    def word(self, index: int) -> Word:
        """Return the word with this index, which must exist."""
        return self.words(index + 1)[index]


class Cells(NamedTuple):
    """The text of each cell of a row; ``word(index)`` finds the location of one of them."""

    texts: list[str]
    word: Callable[[int], Word]

    def parse(self, cache: dict[str, T], parse_cell: Callable[[Word], T]) -> list[T]:
        """Return the value of each cell; ``cache`` holds the values of texts already parsed.

        A grid may have millions of cells, but only few different texts.
        """
        for text in dict.fromkeys(self.texts):
            if text not in cache:
                cache[text] = parse_cell(self.word(self.texts.index(text)))
        return list(map(cache.__getitem__, self.texts))


class Rows:
    """An iterator of rows; ``end`` is the location where the last one returned ends."""

    def __init__(self, rows: Iterator[Row]) -> None:
        self._rows = rows
        self.end: Location = (1, 1)

    def __iter__(self) -> Iterator[Row]:
        return self

    def __next__(self) -> Row:
        row = next(self._rows)
        self.end = row.end
        return row

    def take(self, count: int, noun: str) -> list[Row]:
        """Return the next ``count`` rows, each of which is a ``noun``.

        Raises FormatError if there are fewer.
        """
        rows = list(islice(self, count))
        if len(rows) < count:
            found = f"the end after {quantity(len(rows), noun)}"
            raise unexpected_input(found, str(count), self.end)
        return rows


def non_blank_lines(text: str) -> Rows:
    """Return the lines of a text that are not blank."""
    return Rows(_non_blank_lines(text))


def _non_blank_lines(text: str) -> Iterator[Row]:
    line, last_start = 1, 0
    for content in _LINE_CONTENT.finditer(text):
        start = text.rfind("\n", 0, content.start()) + 1
        line += text.count("\n", last_start, start)
        last_start = start
        yield Row(text[start : content.end()], (line, 1))


def parse_number(word: Word, expected: str) -> int:
    """Parse a number of at most nine decimal digits.

    Raises FormatError if the word is something else than ``expected``.
    """
    if not _NUMBER.fullmatch(word.text):
        raise unexpected_input(quote(word.text), expected, word.at)
    return int(word.text)


def parse_side(word: Word, noun: str) -> int:
    """Parse the number of rows or columns of a grid, as ``noun`` says. Raises FormatError."""
    return _parse_up_to(MAX_SIDE, word, f"number of {noun}", _too_large())


def parse_bridge_limit(word: Word) -> int:
    """Parse the maximum number of bridges per pair of islands. Raises FormatError."""
    too_many = _("That puzzle allows more bridges per pair than {most}, the maximum here.")
    most = MAX_BRIDGES_LIMIT
    return _parse_up_to(most, word, "bridge limit", too_many.format(most=most))


def _parse_up_to(maximum: int, word: Word, noun: str, above: str) -> int:
    """Parse a number; ``above`` says in words that it is larger than the maximum."""
    expected = f"a {noun} from 1 to {maximum}"
    value = parse_number(word, expected)
    if not 1 <= value <= maximum:
        error = unexpected_input(str(value), expected, word.at)
        error.words = above if value > maximum else ""
        raise error
    return value


def check_size(rows: int, cols: int, at: Location | None = None) -> None:
    """Raise FormatError if a grid is too large, before memory is allocated for it."""
    if rows > MAX_SIDE or cols > MAX_SIDE:
        found = f"a grid of {rows} x {cols} cells"
        error = unexpected_input(found, f"at most {MAX_SIDE} rows and columns", at)
        error.words = _too_large()
        raise error


def _too_large() -> str:
    return _("That puzzle is too large: at most {n} rows and columns fit.").format(n=MAX_SIDE)


MAX_CELLS = 16 * MAX_SIDE**2
"""The most cells of all grids."""

MAX_UNPACKED = 32 * 2**20
"""The most bytes that all links unpack to."""

MAX_LINES = 3_000_000
"""The most lines: enough for 100,000 grids of 30 rows."""

MAX_LOOKED_AT = 500_000
"""How many words and lines may look like puzzles; one that is a puzzle counts up to three times."""

MAX_FILES = 200_000
"""The most files in an archive."""

MAX_FILE_BYTES = 256 * 2**20
"""The most bytes of all files in an archive."""

MAX_DIRECTORY = 64 * 2**20
"""The most bytes of the list of files in an archive."""


class TooMuchError(FormatError):
    """What is read takes more than its budget."""


@dataclass
class Budget:
    """What may still be drawn."""

    cells: int = MAX_CELLS
    unpacked: int = MAX_UNPACKED
    lines: int = MAX_LINES
    looked_at: int = MAX_LOOKED_AT

    @contextmanager
    def spent(self) -> Iterator[None]:
        """Let readers in the block draw on this budget, or on that of a block around it."""
        token = _spent.set(_spent.get() or self)
        try:
            yield
        finally:
            _spent.reset(token)


_spent: ContextVar[Budget | None] = ContextVar("budget", default=None)
_check: ContextVar[Callable[[], object]] = ContextVar("check", default=lambda: None)


@contextmanager
def stopped_by(check: Callable[[], object]) -> Iterator[None]:
    """Call ``check`` often while something is read in the block; what it raises stops that."""
    token = _check.set(check)
    try:
        yield
    finally:
        _check.reset(token)


def draw(*, cells: int = 0, unpacked: int = 0, lines: int = 0, looked_at: int = 0) -> None:
    """Draw on the budget that is being spent, if there is one. Raises TooMuchError."""
    _check.get()()
    if budget := _spent.get():
        budget.cells -= cells
        budget.unpacked -= unpacked
        budget.lines -= lines
        budget.looked_at -= looked_at
        if min(budget.cells, budget.unpacked, budget.lines, budget.looked_at) < 0:
            raise TooMuchError(_("That is too much to be read at once."))
