"""What a notation cannot say, refused by name; ``title`` is the notation's own, without article.

Each raises FormatError where there is such a thing.
"""

from __future__ import annotations

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import clues
from hashi_gui.formats.errors import FormatError


def refuse_other_limits(puzzle: Puzzle, title: str) -> None:
    """Another limit than two bridges a pair, which is the one that ``title`` would be read with."""
    if puzzle.max_bridges != 2:
        raise FormatError(
            f"A {title} always means at most 2 bridges a pair; "
            f"this puzzle's limit of {puzzle.max_bridges} cannot be written."
        )


def refuse_clue(puzzle: Puzzle, clue: int | None, title: str) -> None:
    """A clue that there is no spelling for."""
    for island in puzzle.islands:
        if island.clue == clue:
            raise FormatError(
                f"A {title} cannot say the clue {clues.character(clue)} of the island at "
                f"row {island.row}, column {island.col}."
            )


def refuse_touching(puzzle: Puzzle, title: str) -> None:
    """Islands side by side or one above the other."""
    for edge in puzzle.edges:
        if _touching(puzzle, edge.id):
            raise FormatError(f"A {title} cannot have {_touching_islands(puzzle, edge.id)}.")


def refuse_board(board: Board, title: str) -> None:
    """Bridges or marks, where there is only a puzzle."""
    if board.marks or any(board.counts):
        raise FormatError(f"A {title} holds a puzzle alone, without what is drawn on it.")


def refuse_marks(puzzle: Puzzle, board: Board, title: str) -> None:
    """A "no bridge" mark, where there are bridges alone."""
    if board.marks:
        a, b = puzzle.ends(min(board.marks))
        raise FormatError(
            f"A {title} cannot say the mark from row {a.row}, column {a.col} to "
            f"row {b.row}, column {b.col}."
        )


def refuse_bridges_without_water(puzzle: Puzzle, board: Board, title: str) -> None:
    """A bridge that runs over no cell of water, where such cells say what runs over them."""
    for edge, count in enumerate(board.counts):
        if count and _touching(puzzle, edge):
            raise FormatError(
                f"A {title} cannot have a bridge between {_touching_islands(puzzle, edge)}."
            )


def refuse_crossings(puzzle: Puzzle, board: Board, title: str) -> None:
    """Bridges that cross, where a cell of water shows one of them."""
    counts = board.counts
    for edge in puzzle.edges:
        for across in puzzle.crossings[edge.id]:
            if edge.horizontal and counts[edge.id] and counts[across]:
                row, col = puzzle.ends(edge.id)[0].row, puzzle.ends(across)[0].col
                raise FormatError(
                    f"A {title} cannot show the bridges that cross at row {row}, column {col}."
                )


def _touching(puzzle: Puzzle, edge: int) -> bool:
    a, b = puzzle.ends(edge)
    return b.row - a.row + b.col - a.col == 1


def _touching_islands(puzzle: Puzzle, edge: int) -> str:
    a, b = puzzle.ends(edge)
    return f"islands that touch, as at row {a.row}, column {a.col} and row {b.row}, column {b.col}"


def refuse_all_but_numbers(puzzle: Puzzle, title: str) -> None:
    """Clues of "?" and 0, and another limit than two bridges a pair."""
    refuse_other_limits(puzzle, title)
    refuse_clue(puzzle, None, title)
    refuse_clue(puzzle, 0, title)
