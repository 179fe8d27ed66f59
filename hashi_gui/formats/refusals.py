"""Checks for what a notation cannot represent.

Each raises FormatError if the puzzle or board has such a feature. ``title`` is the title of the
notation, without an article.
"""

from __future__ import annotations

from collections.abc import Collection

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import STANDARD, ExtraRule
from hashi_gui.core.wording import cell_name
from hashi_gui.formats import clues
from hashi_gui.formats.errors import FormatError


def refuse_other_rules(
    puzzle: Puzzle, title: str, known: Collection[ExtraRule] = frozenset()
) -> None:
    """Refuse a bridge limit other than 2, the one that readers of the notation assume, and extra
    rules that are not ``known`` to them.
    """
    if puzzle.rules.max_bridges != STANDARD.max_bridges:
        raise FormatError(
            f"A {title} is limited to 2 bridges per pair of islands; "
            f"this puzzle allows {puzzle.rules.max_bridges}."
        )
    for rule in puzzle.rules.extra.difference(known):
        raise FormatError(f"A {title} cannot represent the rule “{rule}” of this puzzle.")


def refuse_clue(puzzle: Puzzle, clue: int | None, title: str) -> None:
    """Refuse one clue."""
    for island in puzzle.islands:
        if island.clue == clue:
            raise FormatError(
                f"A {title} cannot represent the clue {clues.to_character(clue)} of the island at "
                f"{cell_name(*island.cell)}."
            )


def refuse_other_than_numbers(puzzle: Puzzle, title: str) -> None:
    """Refuse the clues "?" and 0, and rules other than the standard ones."""
    refuse_other_rules(puzzle, title)
    refuse_clue(puzzle, None, title)
    refuse_clue(puzzle, 0, title)


def refuse_adjacent_islands(puzzle: Puzzle, title: str) -> None:
    """Refuse islands without water between them."""
    for edge in puzzle.edges:
        if _is_adjacent(puzzle, edge.id):
            raise FormatError(f"A {title} cannot represent {_describe_adjacent(puzzle, edge.id)}.")


def refuse_board(board: Board, title: str) -> None:
    """Refuse bridges and marks."""
    if board.marks or any(board.counts):
        raise FormatError(f"A {title} holds only the puzzle, without bridges and marks.")


def refuse_marks(puzzle: Puzzle, board: Board, title: str) -> None:
    """Refuse "no bridge" marks."""
    if board.marks:
        a, b = puzzle.ends(min(board.marks))
        raise FormatError(
            f"A {title} cannot represent the mark from {cell_name(*a.cell)} "
            f"to {cell_name(*b.cell)}."
        )


def refuse_bridges_without_water(puzzle: Puzzle, board: Board, title: str) -> None:
    """Refuse bridges between adjacent islands, if bridges are stored in water cells."""
    for edge, count in enumerate(board.counts):
        if count and _is_adjacent(puzzle, edge):
            raise FormatError(
                f"A {title} cannot represent a bridge between {_describe_adjacent(puzzle, edge)}."
            )


def refuse_crossings(puzzle: Puzzle, board: Board, title: str) -> None:
    """Refuse bridges that cross, if a water cell can hold only one of them."""
    counts = board.counts
    for edge in puzzle.edges:
        for other in puzzle.crossings[edge.id]:
            if edge.horizontal and counts[edge.id] and counts[other]:
                row, col = puzzle.ends(edge.id)[0].row, puzzle.ends(other)[0].col
                raise FormatError(
                    f"A {title} cannot show the bridges that cross at {cell_name(row, col)}."
                )


def _is_adjacent(puzzle: Puzzle, edge: int) -> bool:
    a, b = puzzle.ends(edge)
    return b.row - a.row + b.col - a.col == 1


def _describe_adjacent(puzzle: Puzzle, edge: int) -> str:
    a, b = puzzle.ends(edge)
    return f"adjacent islands such as those at {cell_name(*a.cell)} and {cell_name(*b.cell)}"
