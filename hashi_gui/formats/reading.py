"""Rows, words and numbers of a text that know their location, grids of clues, and how much is read.

A few characters can stand for a large grid, or unpack to much more. So all readers draw on one
budget: that of a puzzle, or of the text or the archive it is found in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import chain, groupby, islice
from typing import NamedTuple, TypeVar

from hashi_gui.core.i18n import _, ngettext
from hashi_gui.core.puzzle import MAX_ISLANDS, MAX_SIDE, Cell, Puzzle
from hashi_gui.core.rules import MAX_BRIDGES_LIMIT, STANDARD, Rules
from hashi_gui.core.wording import pattern
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

    def expect_words(self, count: int, row_of: Callable[[int], str] | None = None) -> list[Word]:
        """Return the words. Raises FormatError if there are not exactly ``count`` of them.

        ``row_of`` is what a row of so many is called, usually one of words.
        """
        words, row_of = self.words(count + 1), row_of or _row_of_words
        if len(words) > count:
            extra = words[count]
            raise unexpected_input(quote(extra.text), row_of(count), extra.at)
        if len(words) < count:
            raise unexpected_input(row_of(len(words)), str(count), self.end)
        return words

    def expect_cells(self, count: int) -> Cells:
        """Do the same for cells, faster, for grids with millions of them."""
        texts = self.text.split(maxsplit=count)
        if len(texts) != count:
            self.expect_words(count, row_of_cells)
        return Cells(texts, self.word)

    def word(self, index: int) -> Word:
        """Return the word with this index, which must exist."""
        return self.words(index + 1)[index]


def row_of_cells(count: int) -> str:
    return ngettext("a row of {n} cell", "a row of {n} cells", count).format(n=count)


def _row_of_words(count: int) -> str:
    return ngettext("a row of {n} word", "a row of {n} words", count).format(n=count)


def end_after_rows(count: int) -> str:
    """What is called the end of the input after so many rows."""
    return ngettext("the end after {n} row", "the end after {n} rows", count).format(n=count)


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

    def take(self, count: int) -> list[Row]:
        """Return the next ``count`` rows. Raises FormatError if there are fewer."""
        rows = list(islice(self, count))
        if len(rows) < count:
            raise unexpected_input(end_after_rows(len(rows)), str(count), self.end)
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


def parse_rows(word: Word) -> int:
    """Parse the number of rows of a grid. Raises FormatError."""
    return _parse_up_to(MAX_SIDE, word, _("a number of rows from 1 to {most}"), _too_large())


def parse_columns(word: Word) -> int:
    """Parse the number of columns of a grid. Raises FormatError."""
    return _parse_up_to(MAX_SIDE, word, _("a number of columns from 1 to {most}"), _too_large())


def parse_bridge_limit(word: Word) -> int:
    """Parse the maximum number of bridges per pair of islands. Raises FormatError."""
    too_many = _("That puzzle allows more bridges per pair than {most}, the maximum here.")
    most = MAX_BRIDGES_LIMIT
    expected = _("a bridge limit from 1 to {most}")
    return _parse_up_to(most, word, expected, too_many.format(most=most))


def _parse_up_to(maximum: int, word: Word, expected: str, above: str) -> int:
    """Parse a number; ``above`` says in words that it is larger than the maximum."""
    expected = expected.format(most=maximum)
    value = parse_number(word, expected)
    if not 1 <= value <= maximum:
        error = unexpected_input(str(value), expected, word.at)
        error.words = above if value > maximum else ""
        raise error
    return value


def check_size(rows: int, cols: int, at: Location | None = None) -> None:
    """Raise FormatError if a grid is too large, before memory is allocated for it."""
    if rows > MAX_SIDE or cols > MAX_SIDE:
        found = _("a grid of {rows} x {cols} cells").format(rows=rows, cols=cols)
        expected = _("at most {n} rows and columns").format(n=MAX_SIDE)
        error = unexpected_input(found, expected, at)
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


class Budget:
    """What may still be drawn."""

    def __init__(
        self,
        cells: int = MAX_CELLS,
        unpacked: int = MAX_UNPACKED,
        lines: int = MAX_LINES,
        looked_at: int = MAX_LOOKED_AT,
    ) -> None:
        self.cells, self.unpacked = cells, unpacked
        self.lines, self.looked_at = lines, looked_at

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


CLUE_CHARACTERS: dict[str, int | None] = {
    character: clue for clue, character in enumerate("0123456789ABCDEFG")
} | {"?": None}
"""The clue that each character stands for: 0 to 9, A to G for 10 to 16, None for "?"."""

_CHARACTER_OF = {clue: character for character, clue in CLUE_CHARACTERS.items()}

WATER_LETTERS = "abcdefghijklmnopqrstuvwxyz"
"""The letters for 1 to 26 cells of water where digits are clues."""

CellContent = tuple[int | None, ...]
"""The content of a cell: a tuple of one clue, or the empty tuple for water."""


class ClueMap(dict[Cell, int | None]):
    """The clue on each island cell, filled while a grid is read."""

    def __setitem__(self, cell: Cell, clue: int | None) -> None:
        """Add a clue. Raises FormatError as soon as there are too many, to save memory."""
        if len(self) == MAX_ISLANDS:
            raise _too_many()
        super().__setitem__(cell, clue)

    def add_row(self, row: int, contents: Sequence[CellContent]) -> None:
        """Add the clues of a row of a grid. Raises FormatError if there are too many."""
        self.update({(row, col): content[0] for col, content in enumerate(contents) if content})
        if len(self) > MAX_ISLANDS:
            raise _too_many()


def _too_many() -> FormatError:
    text = _("The puzzle has more than {n} islands, the maximum.")
    return FormatError(text.format(n=MAX_ISLANDS))


def parse_grid(grid: Iterable[Cells], parse_cell: Callable[[Word], CellContent]) -> ClueMap:
    """Return the clues of a grid given row by row."""
    clues = ClueMap()
    cache: dict[str, CellContent] = {}
    for row, cells in enumerate(grid):
        clues.add_row(row, cells.parse(cache, parse_cell))
    return clues


def to_character(clue: int | None) -> str:
    """Return the character that stands for a clue."""
    return _CHARACTER_OF[clue]


def the_clue(clue: int) -> str:
    """A clue that was found, for a message."""
    return _("the clue {clue}").format(clue=clue)


def check_range(clue: int | None, at: Location, rules: Rules = STANDARD) -> int | None:
    """Return the clue. Raises FormatError if it is too large for the rules."""
    if clue is not None and clue > rules.max_clue:
        n = rules.max_bridges
        expected = ngettext(
            "at most {most}, with {n} bridge per pair",
            "at most {most}, with {n} bridges per pair",
            n,
        ).format(most=rules.max_clue, n=n)
        error = unexpected_input(the_clue(clue), expected, at)
        error.words = _(
            "That puzzle has an island with {clue}; at most {most} bridges can end at one."
        ).format(clue=clue, most=rules.max_clue)
        raise error
    return clue


def parse_number_cell(word: Word) -> CellContent:
    """Parse a cell that is a number, with 0 for water. Raises FormatError."""
    value = parse_number(word, _("a clue, or 0 for water"))
    return (check_range(value, word.at),) if value else ()


def to_matrix(
    puzzle: Puzzle, blank: str, format_clue: Callable[[int | None], str]
) -> list[list[str]]:
    """Return the cells row by row: the text of each clue, and ``blank`` for water."""
    rows = [[blank] * puzzle.cols for _ in range(puzzle.rows)]
    for island in puzzle.islands:
        rows[island.row][island.col] = format_clue(island.clue)
    return rows


def encode_runs(puzzle: Puzzle, format_clue: Callable[[int | None], str], letters: str) -> str:
    """Return the cells in reading order, with runs of water as letters.

    The n-th of the ``letters`` stands for n cells of water; longer runs begin with one or more of
    the last letter.
    """
    encoded = []
    cells = chain.from_iterable(to_matrix(puzzle, "", format_clue))
    for clue, run in groupby(cells):
        length = len(list(run))
        full, rest = divmod(length, len(letters))
        encoded.append(clue * length or letters[-1] * full + letters[rest - 1 : rest])
    return "".join(encoded)
