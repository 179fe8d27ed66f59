"""What a screen reader says of a board: its islands, and what has changed. Without Qt."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING

from hashi_gui.core.board import NO_TAG, Board, Tag
from hashi_gui.core.highlight import Role
from hashi_gui.core.i18n import _, ngettext
from hashi_gui.core.puzzle import Cell, Edge, Puzzle
from hashi_gui.core.rules import is_blocked
from hashi_gui.core.wording import cell_name, listed, listed_apart

if TYPE_CHECKING:
    from hashi_gui.gui.board.picture import BoardPicture

WAYS: Mapping[str, Cell] = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}
"""The directions as (row, column) steps."""

MOST_CHANGES = 3
"""Of a change of more edges and islands, only their number is said."""


def place_text(clue: str, row: int, col: int) -> str:
    return _("{what}, {place}").format(what=clue, place=cell_name(row, col))


def island_text(shown: BoardPicture, island: int, origin: Cell = (0, 0)) -> str:
    """An island, what it needs, and what is in each direction; ``origin`` is the first cell.

    ``3, row 2, column 5; needs 1 more; right: 2 bridges to 4; down: marked “no bridge” to 2``.
    """
    edges = shown.puzzle.incident[island]
    parts = (
        where_text(shown.puzzle, island, origin),
        *_notes(shown, island),
        *_ways(shown, island, edges),
    )
    return listed_apart(parts)


def change_text(before: Board, shown: BoardPicture, near: int | None = None) -> str:
    """What has changed on a board, from the island ``near`` on if it is there; empty for nothing.

    ``right: 2 bridges to 4; needs 1 more``.
    """
    puzzle, move = shown.puzzle, before.move_to(shown.board)
    edges = dict.fromkeys([*(edge for edge, _state in move.edges), *move.tags.edges])
    islands = dict.fromkeys([*(island for island, _lock in move.locks), *move.tags.islands])
    number = len(edges) + len(islands)
    if number > MOST_CHANGES:
        return ngettext("{n} place changed", "{n} places changed", number).format(n=number)
    parts = []
    for each in edges:
        a, b = puzzle.edges[each].a, puzzle.edges[each].b
        end = b if near == b else a
        if end != near:
            parts.append(where_text(puzzle, end))
        parts += [*_ways(shown, end, [each]), *_need(puzzle, shown.board, end)]
    for island in islands:
        parts += [where_text(puzzle, island), *_drawn(shown.board, island)]
        parts += [_("unlocked")] if (island, False) in move.locks else []
    return listed_apart(parts)


def action_texts() -> Mapping[str, tuple[str, str]]:
    """The actions that build a bridge in a direction, and mark “no bridge” there."""
    return {
        "up": (_("Build a bridge up"), _("Mark “no bridge” up")),
        "right": (_("Build a bridge right"), _("Mark “no bridge” right")),
        "down": (_("Build a bridge down"), _("Mark “no bridge” down")),
        "left": (_("Build a bridge left"), _("Mark “no bridge” left")),
    }


def where_text(puzzle: Puzzle, island: int, origin: Cell = (0, 0)) -> str:
    """An island by its clue and its place."""
    own = puzzle.islands[island]
    return place_text(own.clue_text, own.row + origin[0], own.col + origin[1])


def _ways(shown: BoardPicture, island: int, edges: Collection[int]) -> Iterator[str]:
    """What is on some edges of an island, from the upper one on clockwise."""
    for way, step in WAYS.items():
        edge = shown.puzzle.edge_towards(island, *step)
        if edge is not None and edge.id in edges:
            yield _way_text(shown, way, edge, island)


def _notes(shown: BoardPicture, island: int) -> Iterator[str]:
    """What an island needs, and what is shown on it."""
    yield from _need(shown.puzzle, shown.board, island)
    faults = shown.faults
    if island in faults.overfull | faults.unsatisfiable | faults.cut_off:
        yield _("wrong")
    yield from _drawn(shown.board, island)
    if island in shown.highlight.letters:
        yield shown.highlight.letters[island]
    role = shown.highlight.islands.get(island) or shown.group.islands.get(island)
    if role is not None:
        yield _role_text(role)


def _need(puzzle: Puzzle, board: Board, island: int) -> Iterator[str]:
    clue = puzzle.islands[island].clue
    if clue is None:
        return
    need = clue - sum(board.counts[edge] for edge in puzzle.incident[island])
    if need == 0:
        yield _("finished")
    elif need < 0:
        yield ngettext("{n} too many", "{n} too many", -need).format(n=-need)
    else:
        yield ngettext("needs {n} more", "needs {n} more", need).format(n=need)


def _drawn(board: Board, island: int) -> Iterator[str]:
    if island in board.locks:
        yield _("locked")
    yield from _tag_texts(board.tags.islands.get(island, NO_TAG))


def _tag_texts(tags: Tag) -> list[str]:
    texts = {Tag.AT_LEAST_ONE: _("at least one"), Tag.DISC: _("disc"), Tag.DIAMOND: _("diamond")}
    return [text for tag, text in texts.items() if tag in tags]


def _role_text(role: Role) -> str:
    texts = {Role.HINT: _("hint"), Role.CONFLICT: _("conflict"), Role.SELECTED: _("selected")}
    return texts.get(role) or _("highlighted")


def _way_text(shown: BoardPicture, way: str, edge: Edge, island: int) -> str:
    """What is on an edge, seen from one of its islands."""
    ways = {"up": _("up"), "right": _("right"), "down": _("down"), "left": _("left")}
    clue = shown.puzzle.islands[edge.other(island)].clue_text
    number = shown.board.counts[edge.id]
    parts = [_edge_text(shown, edge, edge.other(island)).format(n=number, clue=clue)]
    parts += _tag_texts(shown.board.tags.edges.get(edge.id, NO_TAG))
    if edge.id in shown.faults.edges:
        parts.append(_("wrong"))
    if edge.id in shown.tried:
        parts.append(_("in a trial"))
    if edge.id in shown.highlight.edges:
        parts.append(_role_text(shown.highlight.edges[edge.id]))
    return _("{direction}: {what}").format(direction=ways[way], what=listed(parts))


def _edge_text(shown: BoardPicture, edge: Edge, other: int) -> str:
    board, puzzle = shown.board, shown.puzzle
    count = board.counts[edge.id]
    if count:
        return ngettext("{n} bridge to {clue}", "{n} bridges to {clue}", count)
    if edge.id in board.marks:
        return _("marked “no bridge” to {clue}")
    if is_blocked(puzzle, board.counts, edge.id):
        return _("blocked, to {clue}")
    if puzzle.islands[other].clue == sum(board.counts[each] for each in puzzle.incident[other]):
        return _("{clue} is finished")
    return _("open to {clue}")
