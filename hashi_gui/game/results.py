"""The results of games: for best times, and for how the daily puzzles were solved."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path

from hashi_gui.formats import Document
from hashi_gui.game.ledger import Ledger


class Help(StrEnum):
    """The most that the program has told the player about a solution, the least first."""

    NONE = "none"
    HINTS = "hints"
    SOLUTION = "solution"

    @property
    def rank(self) -> int:
        return list(Help).index(self)


@dataclass(frozen=True, slots=True)
class PuzzleKind:
    """What puzzles have in common whose times can be compared; an unknown level is empty."""

    cols: int
    rows: int
    level: str

    @classmethod
    def of(cls, document: Document) -> PuzzleKind:
        return cls(document.puzzle.cols, document.puzzle.rows, document.info.level)


@dataclass(frozen=True, slots=True)
class Result:
    """How a game has ended. ``puzzle`` is the key of the puzzle in the store.

    ``seconds`` is the time that the player took, None if only the program has solved the puzzle.
    ``daily`` is the name of a daily puzzle, otherwise empty.
    """

    puzzle: str
    cols: int
    rows: int
    level: str
    help: Help
    seconds: float | None = None
    hints: int = 0
    checks: int = 0
    daily: str = ""

    @classmethod
    def of(cls, document: Document, key: str) -> Result | None:
        """The result of a saved game; None if neither player nor program have solved it."""
        game, kind = document.game, PuzzleKind.of(document)
        if game is None or not (game.finished or game.solution_shown):
            return None
        hints_or_none = Help.HINTS if game.hints else Help.NONE
        given = Help.SOLUTION if game.solution_shown else hints_or_none
        common = (key, kind.cols, kind.rows, kind.level, given)
        if not game.finished:
            return cls(*common, daily=document.info.daily)
        return cls(*common, game.seconds, game.hints, game.checks, document.info.daily)

    @property
    def kind(self) -> PuzzleKind:
        return PuzzleKind(self.cols, self.rows, self.level)


class Results:
    """The results in a file. Nothing but this class knows how they are stored."""

    def __init__(self, file: Path) -> None:
        self._ledger = Ledger(file)
        self._parsed: dict[str, Result | None] = {}

    def add(self, result: Result) -> None:
        """Add a result unless it is there. Raises StorageError."""
        text = json.dumps(asdict(result), separators=(",", ":"))
        self._ledger.add(text.replace(" ", "\\u0020"))

    def times(self, kind: PuzzleKind) -> list[float]:
        """The times in seconds in which puzzles of a kind were solved without help."""
        return [seconds for result, seconds in self._unaided() if result.kind == kind]

    def best_seconds_by_puzzle(self) -> dict[str, float]:
        """The shortest time without help for each puzzle, by its key."""
        best: dict[str, float] = {}
        for result, seconds in self._unaided():
            best[result.puzzle] = min(best.get(result.puzzle, seconds), seconds)
        return best

    def help_with_dailies(self) -> dict[str, Help]:
        """The least help with which each daily puzzle was solved, by its name."""
        helped: dict[str, Help] = {}
        for result in self._read():
            if result.daily:
                known = helped.get(result.daily, result.help)
                helped[result.daily] = min(known, result.help, key=lambda given: given.rank)
        return helped

    def _unaided(self) -> Iterator[tuple[Result, float]]:
        for result in self._read():
            if result.help is Help.NONE and result.seconds is not None:
                yield result, result.seconds

    def _read(self) -> Iterator[Result]:
        """Read all results; a line that is not one is skipped."""
        for entry in self._ledger.entries():
            if entry not in self._parsed:
                self._parsed[entry] = _parse(entry)
            result = self._parsed[entry]
            if result is not None:
                yield result


def _parse(entry: str) -> Result | None:
    """The result on a line; None if it is not one."""
    try:
        values = json.loads(entry)
        return Result(**{**values, "help": Help(values["help"])})
    except (ValueError, TypeError, KeyError):
        return None
