"""Rows, words and numbers of a text, each knowing its place for a complaint."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple, TypeVar

from hashi_gui.core.puzzle import MAX_BRIDGES_LIMIT, MAX_SIDE
from hashi_gui.formats.errors import Place, quantity, quote, unexpected_input

Value = TypeVar("Value")

_FILLED = re.compile(r"\S[^\n]*")
_WORD = re.compile(r"\S+")
_NUMBER = re.compile(r"[0-9]{1,9}")


class Word(NamedTuple):
    """A run of characters without a space, and where it begins."""

    text: str
    at: Place


class Row(NamedTuple):
    """A line of text, or a part of one; ``at`` is the place of its first character."""

    text: str
    at: Place

    def place(self, index: int) -> Place:
        """Where the character with this index stands."""
        line, column = self.at
        return line, column + index

    @property
    def end(self) -> Place:
        """The place right after the last character that is not a space."""
        return self.place(len(self.text.rstrip()))

    def words(self, limit: int) -> list[Word]:
        """The first ``limit`` words of the row."""
        found = islice(_WORD.finditer(self.text), limit)
        return [Word(match[0], self.place(match.start())) for match in found]

    def exactly(self, count: int, noun: str) -> list[Word]:
        """The words of a row that must have ``count`` of them; ``noun`` is what one of them is."""
        words = self.words(count + 1)
        if len(words) > count:
            extra = words[count]
            raise unexpected_input(quote(extra.text), f"a row of {quantity(count, noun)}", extra.at)
        if len(words) < count:
            raise unexpected_input(f"a row of {quantity(len(words), noun)}", str(count), self.end)
        return words

    def cells(self, count: int, noun: str) -> Cells:
        """The words of a row that must have ``count`` of them, for a grid of very many."""
        texts = self.text.split(maxsplit=count)
        if len(texts) != count:
            self.exactly(count, noun)
        return Cells(texts, self.word)

    def word(self, index: int) -> Word:
        """The word with this index, which the row must have."""
        return self.words(index + 1)[index]


class Cells(NamedTuple):
    """The cells of a row as they are spelled; ``word(index)`` says where one stands."""

    texts: list[str]
    word: Callable[[int], Word]

    def values(self, known: dict[str, Value], value: Callable[[Word], Value]) -> list[Value]:
        """What each cell means; ``value`` is asked only for a spelling that is not ``known`` yet.

        A grid has millions of cells, and few spellings.
        """
        for text in dict.fromkeys(self.texts):
            if text not in known:
                known[text] = value(self.word(self.texts.index(text)))
        return [known[text] for text in self.texts]


class Rows:
    """Rows one after the other; ``end`` is the place where the last one given out ends."""

    def __init__(self, rows: Iterator[Row]) -> None:
        self._rows = rows
        self.end: Place = (1, 1)

    def __iter__(self) -> Iterator[Row]:
        return self

    def __next__(self) -> Row:
        row = next(self._rows)
        self.end = row.end
        return row

    def take(self, count: int, noun: str) -> list[Row]:
        """The next ``count`` rows; ``noun`` is what one of them is."""
        taken = list(islice(self, count))
        if len(taken) < count:
            raise unexpected_input(
                f"the end after {quantity(len(taken), noun)}", str(count), self.end
            )
        return taken


def filled_lines(text: str) -> Rows:
    """The lines of a text that hold anything."""
    return Rows(_filled_lines(text))


def _filled_lines(text: str) -> Iterator[Row]:
    line, counted_to = 1, 0
    for filled in _FILLED.finditer(text):
        start = text.rfind("\n", 0, filled.start()) + 1
        line += text.count("\n", counted_to, start)
        counted_to = start
        yield Row(text[start : filled.end()], (line, 1))


def number(word: Word, expected: str) -> int:
    """The value of a word of at most nine decimal digits."""
    if not _NUMBER.fullmatch(word.text):
        raise unexpected_input(quote(word.text), expected, word.at)
    return int(word.text)


def side(word: Word, what: str) -> int:
    """The number of rows or columns, whichever ``what`` says."""
    return _up_to(MAX_SIDE, word, f"the number of {what}")


def bridge_limit(word: Word) -> int:
    """The most bridges that may join one pair of islands."""
    return _up_to(MAX_BRIDGES_LIMIT, word, "the most bridges a pair")


def _up_to(most: int, word: Word, what: str) -> int:
    expected = f"{what}, 1 to {most}"
    value = number(word, expected)
    if not 1 <= value <= most:
        raise unexpected_input(str(value), expected, word.at)
    return value


def check_size(rows: int, cols: int, at: Place | None = None) -> None:
    """Complain about a grid that is too large, before memory is taken for it."""
    if rows > MAX_SIDE or cols > MAX_SIDE:
        raise unexpected_input(f"a grid of {rows} x {cols} cells", f"at most {MAX_SIDE} a side", at)
