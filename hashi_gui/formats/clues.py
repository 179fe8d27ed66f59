"""Clues in files: their characters, their range, and refusals of what a notation cannot say."""

from __future__ import annotations

from collections.abc import Callable

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats.errors import FormatError, Place, unexpected
from hashi_gui.formats.reading import Word, number

CHARACTERS: dict[str, int | None] = {
    character: clue for clue, character in enumerate("0123456789ABCDEFG")
} | {"?": None}
"""One character for each clue: 0 to 9, A to G for 10 to 16, "?" for any number."""

_BY_CLUE = {clue: character for character, clue in CHARACTERS.items()}


def character(clue: int | None) -> str:
    return _BY_CLUE[clue]


def check(clue: int | None, at: Place, max_bridges: int = 2) -> int | None:
    """The clue, if an island with ``max_bridges`` to each of four sides can have it."""
    if clue is not None and clue > 4 * max_bridges:
        raise unexpected(
            f"the clue {clue}",
            f"at most {4 * max_bridges}, with {max_bridges} bridges a pair",
            at,
        )
    return clue


def of_number(word: Word) -> int:
    """The clue that a number stands for, 0 for water."""
    value = number(word, "a clue, or 0 for water")
    check(value, word.at)
    return value


def matrix(puzzle: Puzzle, blank: str, spell: Callable[[int | None], str]) -> list[list[str]]:
    """The grid row by row, each island's clue spelled, each water cell ``blank``."""
    rows = [[blank] * puzzle.cols for _ in range(puzzle.rows)]
    for island in puzzle.islands:
        rows[island.row][island.col] = spell(island.clue)
    return rows


def numbers(puzzle: Puzzle, title: str) -> list[list[str]]:
    """The grid as numbers, 0 for water.

    Raises FormatError for what ``title``, a notation of nothing else, cannot say: clues of "?"
    and 0, and a limit of other than two bridges a pair.
    """
    refuse_other_limits(puzzle, title)
    _refuse(puzzle, None, title)
    refuse_zero(puzzle, title)
    return matrix(puzzle, "0", str)


def refuse_other_limits(puzzle: Puzzle, title: str) -> None:
    """Raise FormatError where ``title`` would be misread as two bridges a pair."""
    if puzzle.max_bridges != 2:
        raise FormatError(
            f"A {title} always means at most 2 bridges a pair; "
            f"this puzzle's limit of {puzzle.max_bridges} cannot be written."
        )


def refuse_zero(puzzle: Puzzle, title: str) -> None:
    """Raise FormatError for a clue of 0, which ``title`` has for water."""
    _refuse(puzzle, 0, title)


def _refuse(puzzle: Puzzle, clue: int | None, title: str) -> None:
    for island in puzzle.islands:
        if island.clue == clue:
            raise FormatError(
                f"A {title} cannot say the clue {character(clue)} of the island at "
                f"row {island.row}, column {island.col}."
            )
