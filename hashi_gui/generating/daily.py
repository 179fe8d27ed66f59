"""The daily puzzles: determined by the date, so that they are the same for everyone."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from itertools import count

from hashi_gui.core.i18n import N_, translated
from hashi_gui.formats import Document, PuzzleInfo
from hashi_gui.generating.generator import Recipe, seed_of_name
from hashi_gui.generating.options import FORMER, PLAIN, GeneratorOptions
from hashi_gui.generating.required_path import LOOPS
from hashi_gui.logic.levels import Level


class DailyKind(StrEnum):
    """The puzzles of a day, in the order in which they are offered."""

    EASY = "easy"
    HARD = "hard"
    LARGE = "large"
    NO_LOOPS = "no-loops"

    @property
    def text(self) -> str:
        """The kind as players read it."""
        return translated(_TEXTS[self])


_TEXTS = {
    DailyKind.EASY: N_("easy"),
    DailyKind.HARD: N_("hard"),
    DailyKind.LARGE: N_("large"),
    DailyKind.NO_LOOPS: N_("no loops"),
}

_SHAPES = {
    DailyKind.EASY: (10, Level.EASY),
    DailyKind.HARD: (15, Level.HARD),
    DailyKind.LARGE: (25, Level.MEDIUM),
    DailyKind.NO_LOOPS: (12, Level.MEDIUM),
}
"""The side length and the level of each kind."""

_EXPECTED_SECONDS = {
    DailyKind.EASY: 120,
    DailyKind.HARD: 920,
    DailyKind.LARGE: 1570,
    DailyKind.NO_LOOPS: 290,
}
"""The median of the expected times of each kind, over 25 days of a year."""

_RISES_FROM = date(2027, 1, 4)
_RISE = {
    DailyKind.EASY: 1.27,
    DailyKind.HARD: 1.2,
    DailyKind.LARGE: 1.13,
    DailyKind.NO_LOOPS: 1.24,
}
_THURSDAY = 3
"""The Monday from which on puzzles rise through the week: each has a row and a column more than the
day before, and takes so many times longer. That of Thursday is as they all were before."""

_STYLES_FROM = date(2026, 11, 24)
_FORMER_ISLANDS = {DailyKind.EASY: 24, DailyKind.HARD: 54, DailyKind.LARGE: 150}
_FORMER_SECONDS = {DailyKind.EASY: 83, DailyKind.HARD: 385, DailyKind.LARGE: 920}
"""The first day whose puzzles have a style; the islands and expected times on the days before."""

_GOALS_FROM = date(2026, 12, 1)
"""The first day whose puzzles have other goals than the days before, drawn for each."""


@dataclass(frozen=True, slots=True)
class DailyPuzzle:
    """A puzzle of a day, and the recipe for it."""

    day: date
    kind: DailyKind
    recipe: Recipe

    @property
    def name(self) -> str:
        """The name by which a solved daily puzzle is remembered, such as ``2026-11-21/hard``."""
        return _name(self.day, self.kind)

    @property
    def info(self) -> PuzzleInfo:
        """What is known before the puzzle is made: its level, and the usual time for its kind."""
        level = self.recipe.options.level or ""
        return PuzzleInfo(level=level, expected_seconds=_usual_seconds(self.day, self.kind))

    def with_metadata(self, document: Document) -> Document:
        """The document made from the recipe, with the title and the name of the daily puzzle."""
        title = f"Daily {self.day.isoformat()}, {_TEXTS[self.kind]}"
        return document._replace(info=document.info._replace(title=title, daily=self.name))


def daily_puzzles(day: date) -> dict[DailyKind, DailyPuzzle]:
    """The puzzles of a day. With the same version of the program, they are the same everywhere."""
    return {kind: DailyPuzzle(day, kind, _recipe(day, kind)) for kind in DailyKind}


def day_of(name: str) -> date | None:
    """The day of a daily puzzle with this name; None if it is not such a name."""
    try:
        return date.fromisoformat(name.partition("/")[0])
    except ValueError:
        return None


def solved_kinds(day: date, solved: Container[str]) -> frozenset[DailyKind]:
    """The kinds of a day whose names are among the solved ones."""
    return frozenset(kind for kind in DailyKind if _name(day, kind) in solved)


def streak(today: date, solved: Container[str]) -> int:
    """The number of successive days with a solved puzzle, up to today, or to yesterday if there is
    none today.
    """
    last = today if solved_kinds(today, solved) else today - timedelta(days=1)
    return next(n for n in count() if not solved_kinds(last - timedelta(days=n), solved))


def longest_streak(solved: Iterable[str]) -> int:
    """The greatest number of successive days that had a solved puzzle."""
    days = {day.toordinal() for name in solved if (day := day_of(name))}
    first_days = (day for day in days if day - 1 not in days)
    return max((next(n for n in count() if day + n not in days) for day in first_days), default=0)


def _recipe(day: date, kind: DailyKind) -> Recipe:
    side, level = _SHAPES[kind]
    rises = day >= _RISES_FROM
    if rises:
        side += day.weekday() - _THURSDAY
    options = GeneratorOptions.defaults_for(side, side, level)
    if kind is DailyKind.NO_LOOPS:
        options = replace(options, forbid_loops=True, story=f"needs={LOOPS}")
    elif day < _STYLES_FROM:
        options = replace(options, islands=_FORMER_ISLANDS[kind], style=PLAIN)
    elif day < _GOALS_FROM:
        options = replace(options, style=FORMER)
    seed = seed_of_name(f"hashi daily {_name(day, kind)}")
    return Recipe(options, seed, seconds=_usual_seconds(day, kind) if rises else 0)


def _usual_seconds(day: date, kind: DailyKind) -> int:
    seconds = _EXPECTED_SECONDS[kind]
    if day < _STYLES_FROM:
        return _FORMER_SECONDS.get(kind, seconds)
    rise = _RISE[kind] ** (day.weekday() - _THURSDAY) if day >= _RISES_FROM else 1.0
    return round(seconds * rise)


def _name(day: date, kind: DailyKind) -> str:
    return f"{day.isoformat()}/{kind}"
