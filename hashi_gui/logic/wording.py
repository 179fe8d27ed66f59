"""Islands, bridges and directions as parts of English sentences.

Islands are mentioned as in :mod:`hashi_gui.logic.mentions`.
"""

from __future__ import annotations

from collections.abc import Sequence

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import quantity
from hashi_gui.logic.mentions import mention


def island_name(puzzle: Puzzle, island: int) -> str:
    """An island without an article, such as ``5 at ⟦12⟧``."""
    clue = puzzle.islands[island].clue
    return f"{'?' if clue is None else clue} at {mention([island])}"


def edge_name(puzzle: Puzzle, edge: int) -> str:
    """An edge by its two islands: ``between the 5 at ⟦12⟧ and the 2 at ⟦13⟧``."""
    a, b = puzzle.ends(edge)
    return f"between the {island_name(puzzle, a.id)} and the {island_name(puzzle, b.id)}"


def group_name(puzzle: Puzzle, islands: Sequence[int]) -> str:
    """A group, or the only island of one: ``⟦3 5 8⟧`` or ``the 5 at ⟦12⟧``."""
    return f"the {island_name(puzzle, islands[0])}" if len(islands) == 1 else mention(islands)


def direction(puzzle: Puzzle, island: int, edge: int) -> str:
    """Where an edge leads, seen from one of its islands: left, right, up or down."""
    forward = puzzle.edges[edge].a == island
    if puzzle.edges[edge].horizontal:
        return "right" if forward else "left"
    return "down" if forward else "up"


def bridges_text(count: int) -> str:
    """``1 bridge`` or ``2 bridges``."""
    return quantity(count, "bridge")


def bound_text(count: int, *, is_minimum: bool) -> str:
    """A bound: ``at least 1 bridge``, ``at most 2 bridges`` or ``no bridge``."""
    if is_minimum:
        return f"at least {bridges_text(count)}"
    return f"at most {bridges_text(count)}" if count else "no bridge"


def outcome_text(count: int, where: str, *, is_minimum: bool) -> str:
    """What a bound means for a place, such as ``at least 1 bridge goes left``."""
    verb = "go" if count > 1 else "goes"
    return f"{bound_text(count, is_minimum=is_minimum)} {verb} {where}"


def join_words(words: Sequence[str]) -> str:
    """``one``, ``one and two``, ``one, two and three``."""
    *head, last = words
    return f"{', '.join(head)} and {last}" if head else last
