"""Islands, bridges and directions in the words of a sentence; rows and columns count from 1."""

from __future__ import annotations

from collections.abc import Sequence

from hashi_gui.core.puzzle import Puzzle


def island_name(puzzle: Puzzle, island: int) -> str:
    """An island as ``5 at row 3, column 4``, for an article before it."""
    here = puzzle.islands[island]
    clue = "?" if here.clue is None else here.clue
    return f"{clue} at row {here.row + 1}, column {here.col + 1}"


def edge_name(puzzle: Puzzle, edge: int) -> str:
    """An edge by its two islands: ``between the 5 at row 3, column 4 and the 2 at ...``."""
    a, b = puzzle.ends(edge)
    return f"between the {island_name(puzzle, a.id)} and the {island_name(puzzle, b.id)}"


def direction(puzzle: Puzzle, island: int, edge: int) -> str:
    """Where an edge leads, seen from one of its islands: left, right, up or down."""
    onwards = puzzle.edges[edge].a == island
    if puzzle.edges[edge].horizontal:
        return "right" if onwards else "left"
    return "down" if onwards else "up"


def bridges_text(count: int) -> str:
    """``1 bridge`` or ``2 bridges``."""
    return f"{count} bridge" if count == 1 else f"{count} bridges"


def bound_text(count: int, *, is_minimum: bool) -> str:
    """A bound: ``at least 1 bridge``, ``at most 2 bridges`` or ``no bridge``."""
    if is_minimum:
        return f"at least {bridges_text(count)}"
    return f"at most {bridges_text(count)}" if count else "no bridge"


def join_words(words: Sequence[str], conjunction: str = "and") -> str:
    """``one``, ``one and two``, ``one, two and three``."""
    *head, last = words
    return f"{', '.join(head)} {conjunction} {last}" if head else last


def group_name(islands: Sequence[int]) -> str:
    """A group by its size: ``this island`` or ``this group of 4``."""
    return "this island" if len(islands) == 1 else f"this group of {len(islands)}"
