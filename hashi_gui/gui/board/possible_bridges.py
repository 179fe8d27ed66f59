"""Where the first bridge of an edge can be built."""

from __future__ import annotations

from hashi_gui.core.board import Board, Move
from hashi_gui.core.puzzle import Island, Puzzle
from hashi_gui.core.rules import is_blocked


def is_possible(puzzle: Puzzle, board: Board, edge: int) -> bool:
    """Whether an edge has no bridge yet, but can get one without breaking a rule at once."""
    counts = board.counts
    if counts[edge] or edge in board.marks or is_blocked(puzzle, counts, edge):
        return False
    return all(_has_room(puzzle, board, end) for end in puzzle.ends(edge))


def edges_around(puzzle: Puzzle, move: Move) -> set[int]:
    """The edges on which a bridge may have become possible or impossible by a move."""
    islands = {island for island, _ in move.locks}
    islands.update(end.id for edge, _ in move.edges for end in puzzle.ends(edge))
    around = {edge for island in islands for edge in puzzle.incident[island]}
    return around.union(*(puzzle.crossings[edge] for edge, _ in move.edges))


def _has_room(puzzle: Puzzle, board: Board, island: Island) -> bool:
    """Whether an island can get another bridge."""
    if island.id in board.locks:
        return False
    degree = sum([board.counts[edge] for edge in puzzle.incident[island.id]])
    return island.clue is None or degree < island.clue
