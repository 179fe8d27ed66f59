"""Islands, bridges and directions as parts of English sentences.

A text mentions islands without saying where they are: an island is written as ``⟦12⟧``, its number
between brackets, and a group of islands as ``⟦3 5 8⟧``. The window shows a letter for an island,
the command line its place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count, groupby
from string import ascii_uppercase

from hashi_gui.core.i18n import _, ngettext
from hashi_gui.core.puzzle import Cell, Puzzle
from hashi_gui.core.wording import cell_name, quantity

_MENTION = re.compile("⟦([0-9 ]+)⟧")


def mention(islands: Iterable[int]) -> str:
    """An island, or a group of several, as part of a text."""
    return f"⟦{' '.join(map(str, islands))}⟧"


def replace_mentions(text: str, show: Callable[[tuple[int, ...]], str]) -> str:
    """The text with what ``show`` returns for the islands of each mention."""
    return _MENTION.sub(lambda match: show(tuple(map(int, match[1].split()))), text)


def mentioned_islands(text: str) -> tuple[int, ...]:
    """The islands that a text mentions, alone or in groups, each once."""
    numbers = (number for match in _MENTION.finditer(text) for number in match[1].split())
    return tuple(dict.fromkeys(map(int, numbers)))


def letters_for(texts: Iterable[str]) -> dict[int, str]:
    """A letter for each island that is mentioned alone, in the order in which they first are.

    After Z come A1 to Z1, and so on.
    """
    found = [match[1] for text in texts for match in _MENTION.finditer(text)]
    islands = [int(number) for number in dict.fromkeys(found) if " " not in number]
    return dict(zip(islands, _letters()))


def with_letters(text: str, letters: Mapping[int, str]) -> str:
    """The text with the letter of each island, and the size of each group."""

    def show(islands: Sequence[int]) -> str:
        if len(islands) == 1:
            return letters[islands[0]]
        return _("this group of {number} islands").format(number=len(islands))

    return replace_mentions(text, show)


def with_places(puzzle: Puzzle, text: str) -> str:
    """The text with the row and the column of each island, also of those of a group."""

    def show(islands: Sequence[int]) -> str:
        cells = sorted(puzzle.islands[island].cell for island in islands)
        if len(cells) == 1:
            return cell_name(*cells[0])
        return _("the group of {number} islands ({places})").format(
            number=len(cells), places="; ".join(_row_text(*row) for row in groupby(cells, _row))
        )

    return replace_mentions(text, show)


def _row(cell: Cell) -> int:
    row, _col = cell
    return row


def _row_text(row: int, cells: Iterable[Cell]) -> str:
    """Cells of one row, counted from 1: ``row 3, columns 1 and 5``."""
    columns = [str(col + 1) for _row, col in cells]
    text = ngettext("row {row}, column {columns}", "row {row}, columns {columns}", len(columns))
    return text.format(row=row + 1, columns=join_words(columns))


def _letters() -> Iterator[str]:
    yield from ascii_uppercase
    for number in count(1):
        yield from (f"{letter}{number}" for letter in ascii_uppercase)


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
