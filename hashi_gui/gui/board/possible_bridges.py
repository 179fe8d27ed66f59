"""Where the first bridge of an edge can be built."""

from __future__ import annotations

from collections.abc import Iterable, Set

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_blocked


def possible_edges(puzzle: Puzzle, board: Board, edges: Iterable[int]) -> set[int]:
    """Those of some edges that have no bridge, but can get one without breaking a rule at once."""
    counts, marks, ends = board.counts, board.marks, puzzle.edges
    candidates = [
        edge
        for edge in edges
        if not (counts[edge] or edge in marks or is_blocked(puzzle, counts, edge))
    ]
    with_room = _with_room(puzzle, board, puzzle.ends_of(candidates))
    return {edge for edge in candidates if ends[edge].a in with_room and ends[edge].b in with_room}


def edges_around(puzzle: Puzzle, changed: Set[int], locked: Set[int]) -> set[int]:
    """The edges on which a bridge may have become possible or impossible.

    ``changed`` are edges in another state, ``locked`` islands that were locked or unlocked.
    """
    islands = locked | puzzle.ends_of(changed)
    around = {edge for island in islands for edge in puzzle.incident[island]}
    return around.union(*(puzzle.crossings[edge] for edge in changed))


def _with_room(puzzle: Puzzle, board: Board, islands: set[int]) -> set[int]:
    """Those of some islands that can get another bridge."""
    counts, incident, all_islands = board.counts, puzzle.incident, puzzle.islands
    with_room = set()
    for island in islands - board.locks:
        clue = all_islands[island].clue
        if clue is None or sum([counts[edge] for edge in incident[island]]) < clue:
            with_room.add(island)
    return with_room
