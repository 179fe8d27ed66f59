"""The result of a game, how it has ended; results as text for other programs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, fields
from enum import StrEnum
from io import StringIO
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

from hashi_gui.core.wording import printable
from hashi_gui.formats import Document
from hashi_gui.formats.fields import Count, Key, Name, Seconds, Side, Word
from hashi_gui.formats.saved_game import DEFAULT_COUNTS, GameCounts, counts_of
from hashi_gui.game.library import library_file

GameId: TypeAlias = tuple[str, str]
"""What tells a game from all others: the key of its puzzle, and its beginning or else its time."""


class Help(StrEnum):
    """The most that the program has told the player about a solution, the least first."""

    NONE = "none"
    HINTS = "hints"
    SOLUTION = "solution"

    @property
    def rank(self) -> int:
        return list(Help).index(self)


class Origin(StrEnum):
    """Where a puzzle comes from."""

    LESSON = "lesson"
    LIBRARY = "library"
    DAILY = "daily"
    MADE = "made"
    IMPORTED = "imported"
    UNKNOWN = "unknown"

    @classmethod
    def of(cls, document: Document) -> Origin:
        if document.info.daily:
            return cls.DAILY
        if document.info.lesson:
            return cls.LESSON
        if document.info.pack or library_file(document.puzzle) is not None:
            return cls.LIBRARY
        return cls.MADE if document.info.options else cls.IMPORTED


class PuzzleKind(NamedTuple):
    """What puzzles have in common whose times can be compared; an unknown level is empty."""

    cols: int
    rows: int
    level: str

    @classmethod
    def of(cls, document: Document) -> PuzzleKind:
        return cls(document.puzzle.cols, document.puzzle.rows, document.info.level)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResult(GameCounts):
    """How a game has ended, and on what puzzle.

    ``puzzle`` is the key of the puzzle in the store, ``daily`` the name of a daily puzzle.
    ``expected_seconds`` is the time that a practised player may need, None if it is unknown.
    ``seconds`` is the time that the player took, None if only the program has solved the puzzle;
    ``moves`` is the number of moves that were not undone. The number of islands, the bridge limit
    and the moves are 0 if they are unknown, texts are empty. ``helped_before`` is the most help in
    earlier games on the puzzle; it follows from their results, and is not stored.
    """

    puzzle: Key
    cols: Side
    rows: Side
    islands: Count = 0
    max_bridges: Count = 0
    level: Name = ""
    expected_seconds: Seconds | None = None
    origin: Origin = Origin.UNKNOWN
    title: Name = ""
    daily: Word = ""
    seconds: Seconds | None = None
    moves: Count = 0
    helped_before: Help = Help.NONE

    @classmethod
    def of(cls, document: Document, key: str) -> GameResult | None:
        """The result of a saved game; None if neither player nor program have solved it."""
        game, puzzle, info = document.game, document.puzzle, document.info
        if game is None or not (game.finished or game.solution_shown):
            return None
        return cls(
            puzzle=key,
            cols=puzzle.cols,
            rows=puzzle.rows,
            islands=len(puzzle.islands),
            max_bridges=puzzle.rules.max_bridges,
            level=info.level,
            expected_seconds=info.expected_seconds,
            origin=Origin.of(document),
            title=info.title,
            daily=info.daily,
            seconds=game.seconds if game.finished else None,
            moves=game.position,
            **counts_of(game),
        )

    @property
    def game(self) -> GameId:
        return self.puzzle, self.begun or str(self.seconds)

    @property
    def size_text(self) -> str:
        """The width and the height: ``15 × 12``."""
        return f"{self.cols} × {self.rows}"

    @property
    def kind(self) -> PuzzleKind:
        return PuzzleKind(self.cols, self.rows, self.level)

    @property
    def help(self) -> Help:
        """The most help with this puzzle, in this game or an earlier one.

        A hint is any that was taken, and a check that has named a mistake.
        """
        here = Help.HINTS if self.hints else Help.NONE
        if self.solution_shown:
            here = Help.SOLUTION
        return most_help((here, self.helped_before))

    @property
    def unaided_seconds(self) -> float | None:
        """The time of a game that the player has solved without help; None for any other."""
        return self.seconds if self.help is Help.NONE else None


def most_help(given: Iterable[Help]) -> Help:
    """The most of several."""
    return max(given, key=lambda each: each.rank, default=Help.NONE)


_FIELDS = (field.name for field in fields(GameResult) if field.name != "helped_before")
COLUMNS = (*(name for name in _FIELDS if name not in DEFAULT_COUNTS), *DEFAULT_COUNTS)

_FORMULA = re.compile(r"(?:^|(?<=;))(?=\s*[=+\-@＝＋－＠])")
"""Where spreadsheets would begin a formula; some of them take a semicolon for the end of a cell."""

_row = attrgetter(*COLUMNS)


def to_csv(results: Iterable[GameResult]) -> str:
    """A row for each result, below the names of the columns."""
    import csv

    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(map(_cell, _row(each)) for each in results)
    return text.getvalue()


def _cell(value: Any) -> Any:
    """A text from outside with an apostrophe where it would be a formula, as OWASP recommends."""
    if not isinstance(value, str):
        return value
    text = printable(value)
    if text[:1].isalnum() and ";" not in text:  # Nearly all texts, and a search takes long.
        return text
    return _FORMULA.sub("'", text)


def to_json(results: Iterable[GameResult]) -> str:
    """An object with a list of objects, on one line."""
    entries = [dict(zip(COLUMNS, _row(result))) for result in results]
    return json.dumps({"results": entries}) + "\n"


FORMATS = {".csv": to_csv, ".json": to_json}
"""The functions by the extensions of the files."""
