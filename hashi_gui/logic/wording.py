"""Islands and bridges in sentences, so that a translation has to inflect none of them.

A text mentions islands without saying where they are: an island is written as ``⟦12⟧``, its number
between brackets, and a group of islands as ``⟦3 5 8⟧``. The window shows a letter for an island,
the command line its place, or letters and where they are. A pair of islands is written as
``⟦3⟧–⟦5⟧``, and ``⟦,⟧`` stands between the items of a list.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count, groupby
from string import ascii_uppercase

from hashi_gui.core.i18n import N_, _, ngettext, pgettext
from hashi_gui.core.puzzle import Cell, Puzzle
from hashi_gui.core.wording import cell_name, listed, listed_apart

MOST_PLACES = 4
"""Of larger groups, no text says where all islands are."""

COUNTED = N_("Rows are counted from 1 at the top, columns from 1 on the left.")
"""What a reader of places has to know."""

_MENTION = re.compile("⟦([0-9 ]+)⟧")
_PAIR = re.compile("⟦([0-9]+)⟧–⟦([0-9]+)⟧")
_COMMA = "⟦,⟧"


def mention(islands: Iterable[int]) -> str:
    """An island, or a group of several, as part of a text."""
    return f"⟦{' '.join(map(str, islands))}⟧"


def replace_mentions(
    text: str,
    show: Callable[[tuple[int, ...]], str],
    join: Callable[[Iterable[str]], str] = listed,
) -> str:
    """The text with what ``show`` returns for the islands of each mention.

    The items of lists are put together by ``join``.
    """
    text = join(text.split(_COMMA))
    return _MENTION.sub(
        lambda match: _in_place(match, show(tuple(map(int, match[1].split())))), text
    )


def _in_place(match: re.Match[str], words: str) -> str:
    """What replaces a match, perhaps a link: with a capital at the beginning of a sentence."""
    is_first = match.start() == 0 or match.string.endswith(". ", 0, match.start())
    if not is_first:
        return words
    return re.sub(r"^((?:<[^>]*>)?)(\w)", lambda start: start[1] + start[2].upper(), words)


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
    return replace_mentions(text, lambda islands: in_letters(islands, letters))


def in_letters(islands: Sequence[int], letters: Mapping[int, str]) -> str:
    """The letter of an island, or the size of a group."""
    if len(islands) == 1:
        return letters[islands[0]]
    return _("this group of {number}").format(number=len(islands))


def with_legend(puzzle: Puzzle, texts: Sequence[str]) -> tuple[list[str], str]:
    """Texts with a letter for each island and each group, and a line that says where these are.

    Of a group, it says where some islands are; it is empty if nothing is mentioned.
    """
    found = dict.fromkeys(match[1] for text in texts for match in _MENTION.finditer(text))
    alone_first = [tuple(map(int, each.split())) for each in sorted(found, key=_is_group)]
    letters = dict(zip(alone_first, _letters()))

    def show(islands: tuple[int, ...]) -> str:
        if len(islands) == 1:
            return letters[islands]
        text = _("group {letter} of {number} islands")
        return text.format(letter=letters[islands], number=len(islands))

    def places(islands: tuple[int, ...]) -> str:
        cells = sorted(puzzle.islands[island].cell for island in islands)
        text = pgettext("a place", "{row}, {column}")
        shown = listed_apart(
            text.format(row=row + 1, column=col + 1) for row, col in cells[:MOST_PLACES]
        )
        more = len(cells) - MOST_PLACES
        return _("{places}; and {more} more").format(places=shown, more=more) if more > 0 else shown

    text = _("{letter} ({places})")
    where = listed(text.format(letter=each, places=places(key)) for key, each in letters.items())
    legend = _("Row, column: {places}").format(places=where) if where else ""
    return [replace_mentions(text, show) for text in texts], legend


def _is_group(islands: str) -> bool:
    return " " in islands


def with_places(puzzle: Puzzle, text: str) -> str:
    """The text with the row and the column of each island, also of some of those of a group."""

    def show(islands: Sequence[int]) -> str:
        cells = sorted(puzzle.islands[island].cell for island in islands)
        if len(cells) == 1:
            return cell_name(*cells[0])
        rows = groupby(cells[:MOST_PLACES], _row)
        places = listed_apart(_row_text(row, row_cells) for row, row_cells in rows)
        text = (
            _("the group of {number} islands ({places}; and {more} more)")
            if len(cells) > MOST_PLACES
            else _("the group of {number} islands ({places})")
        )
        more = len(cells) - MOST_PLACES
        return text.format(number=len(cells), places=places, more=more)

    def show_pair(match: re.Match[str]) -> str:
        cells = sorted(puzzle.islands[int(each)].cell for each in match.groups())
        (row, col), (to_row, to_col) = cells
        text = (
            _("row {row}, columns {column}–{to_column}")
            if row == to_row
            else _("rows {row}–{to_row}, column {column}")
        )
        shown = text.format(row=row + 1, column=col + 1, to_row=to_row + 1, to_column=to_col + 1)
        return _in_place(match, shown)

    return replace_mentions(_PAIR.sub(show_pair, text), show, listed_apart)


def _row(cell: Cell) -> int:
    row, _col = cell
    return row


def _row_text(row: int, cells: Iterable[Cell]) -> str:
    """Cells of one row, counted from 1: ``row 3, columns 1, 5``."""
    columns = [str(col + 1) for _row, col in cells]
    text = ngettext("row {row}, column {columns}", "row {row}, columns {columns}", len(columns))
    return text.format(row=row + 1, columns=listed(columns))


def _letters() -> Iterator[str]:
    yield from ascii_uppercase
    for number in count(1):
        yield from (f"{letter}{number}" for letter in ascii_uppercase)


def listed_items(items: Iterable[str]) -> str:
    """The items of a list, separated as its reader wants it."""
    return _COMMA.join(items)


def listed_islands(islands: Iterable[int]) -> str:
    """Islands one by one."""
    return listed_items(mention([island]) for island in islands)


def pair(puzzle: Puzzle, edge: int, island: int | None = None) -> str:
    """The two islands of an edge, perhaps one of them first: ``⟦12⟧–⟦13⟧``."""
    ends = [end.id for end in puzzle.ends(edge)]
    if island == ends[1]:
        ends.reverse()
    return "–".join(mention([end]) for end in ends)


def listed_bridges(
    puzzle: Puzzle, bridges: Iterable[tuple[int, int]], island: int | None = None
) -> str:
    """Edges with their numbers of bridges: ``⟦1⟧–⟦2⟧ ×2⟦,⟧⟦1⟧–⟦3⟧``."""
    return listed_items(_number_of_bridges(pair(puzzle, edge, island), n) for edge, n in bridges)


def _number_of_bridges(where: str, number: int) -> str:
    if number == 0:
        return _("no {pair}").format(pair=where)
    return _("{pair} ×{n}").format(pair=where, n=number) if number > 1 else where


def bound_sentence(
    puzzle: Puzzle, edge: int, bound: int, *, is_minimum: bool, island: int | None = None
) -> str:
    """What was concluded of an edge, perhaps seen from one of its islands."""
    if is_minimum and bound == 1:
        text = _("So {pair} gets a bridge.")
    elif is_minimum:
        text = ngettext(
            "So {pair} gets at least {n} bridge.", "So {pair} gets at least {n} bridges.", bound
        )
    elif bound:
        text = ngettext(
            "So {pair} gets at most {n} bridge.", "So {pair} gets at most {n} bridges.", bound
        )
    else:
        text = _("So {pair} gets no bridge.")
    return text.format(pair=pair(puzzle, edge, island), n=bound)


def shortage_sentence(puzzle: Puzzle, island: int, need: int, room: int) -> str:
    """That an island cannot get the bridges that it needs."""
    if puzzle.islands[island].clue is None:
        text = _("Then {island} needs a bridge; none fits.")
    elif room:
        text = ngettext(
            "Then {island} needs {need} more; only {room} fits.",
            "Then {island} needs {need} more; only {room} fit.",
            room,
        )
    else:
        text = _("Then {island} needs {need} more; none fits.")
    return text.format(island=mention([island]), need=need, room=room)
