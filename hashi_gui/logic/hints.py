"""The next step on a board, with its reason; every one confirmed by the exact solver."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution, room
from hashi_gui.logic.counting import conclusions
from hashi_gui.logic.wording import bridges, edge_name, listed
from hashi_gui.solving import Bounds, CancelToken, SatSolver

PROOF = "Proof by solving"
"""The technique of a step that no rule of counting gives, only the exact solver."""


class HintKind(StrEnum):
    """What a hint is about."""

    STEP = "step"
    MISTAKE = "mistake"
    CHOICE = "choice"
    FINISHED = "finished"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Hint:
    """Where to look, why, and what to do there.

    ``region`` holds the islands the reason speaks of, ``edges`` what it concludes about;
    ``technique`` is the name players know, ``reason`` one sentence. ``moves`` does what the hint
    says; it is empty where there is nothing to do.
    """

    kind: HintKind
    technique: str
    reason: str
    region: tuple[int, ...] = ()
    edges: tuple[int, ...] = ()
    moves: Move = field(default_factory=Move)


def next_hint(
    puzzle: Puzzle, board: Board, solver: SatSolver, cancel: CancelToken | None = None
) -> Hint:
    """The easiest next step, or what stands in its way.

    A mistake comes first: bridges or marks that no solution has. A step holds in every solution
    that extends the board; where nothing does, the hint is a choice. On a puzzle that has a
    solution, doing what the hints say leads to one. Locks do not matter. Raises Stopped.
    """
    if is_solution(puzzle, board.counts):
        return Hint(
            HintKind.FINISHED, "Finished", "Every island has its bridges and all are joined."
        )
    solution = solver.solution(cancel, board)
    if solution is None:
        return _mistake(puzzle, board, solver.blame(board, cancel))
    bounds = solver.forced(board, cancel)
    return (
        _counted(puzzle, board, bounds)
        or _proved_bridge(puzzle, board, bounds)
        or _proved_gap(puzzle, board, bounds)
        or _choice(puzzle, board, solution)
    )


def _mistake(puzzle: Puzzle, board: Board, blamed: frozenset[int]) -> Hint:
    if not blamed:
        return Hint(HintKind.NONE, "No solution", "This puzzle has no solution.")
    edges = sorted(blamed)
    reason = _accusation(puzzle, board, edges)
    return _drawing(puzzle, dict.fromkeys(edges, 0), HintKind.MISTAKE, "Mistake", reason)


def _accusation(puzzle: Puzzle, board: Board, blamed: list[int]) -> str:
    if len(blamed) > 1:
        drawn = {"marks" if edge in board.marks else "bridges" for edge in blamed}
        return f"These {listed(sorted(drawn))} cannot stand together: no solution keeps them all."
    (edge,) = blamed
    where, count = edge_name(puzzle, edge), board.counts[edge]
    if edge in board.marks:
        return f"Every solution has a bridge {where}, where the mark says none."
    return f"No solution has {'a bridge' if count == 1 else bridges(count)} {where}."


def _counted(puzzle: Puzzle, board: Board, bounds: Bounds) -> Hint | None:
    """The first conclusion from counting that the bounds bear out."""
    for found in conclusions(puzzle, board):
        states = {edge: board.counts[edge] + gain for edge, gain in found.gains.items()}
        if all(count <= bounds.low[edge] for edge, count in states.items()):
            hint = _drawing(puzzle, states, HintKind.STEP, found.technique, found.reason)
            return replace(hint, region=(found.island,))
    return None


def _proved_bridge(puzzle: Puzzle, board: Board, bounds: Bounds) -> Hint | None:
    for edge, low in enumerate(bounds.low):
        if low > board.counts[edge]:
            missing = "another bridge" if board.counts[edge] else "a bridge"
            reason = (
                f"Without {missing} here the puzzle can no longer be finished: every solution has "
                f"at least {bridges(low)} {edge_name(puzzle, edge)}."
            )
            return _drawing(puzzle, {edge: low}, HintKind.STEP, PROOF, reason)
    return None


def _proved_gap(puzzle: Puzzle, board: Board, bounds: Bounds) -> Hint | None:
    space = room(puzzle, board)
    for edge, high in enumerate(bounds.high):
        if high == 0 and space[edge]:
            reason = (
                "With a bridge here the puzzle can no longer be finished: no solution has one "
                f"{edge_name(puzzle, edge)}."
            )
            return _drawing(puzzle, {edge: MARK}, HintKind.STEP, PROOF, reason)
    return None


def _choice(puzzle: Puzzle, board: Board, solution: bytes) -> Hint:
    edge = next(e for e, count in enumerate(solution) if count > board.counts[e])
    count = board.counts[edge] + 1
    reason = (
        "All solutions that remain have nothing more in common; "
        f"one of them has at least {bridges(count)} {edge_name(puzzle, edge)}."
    )
    return _drawing(puzzle, {edge: count}, HintKind.CHOICE, "Several solutions", reason)


def _drawing(
    puzzle: Puzzle, states: dict[int, int], kind: HintKind, technique: str, reason: str
) -> Hint:
    """A hint that gives edges new states, its region the islands at their ends."""
    region = sorted({end.id for edge in states for end in puzzle.ends(edge)})
    moves = Move(tuple(states.items()))
    return Hint(kind, technique, reason, tuple(region), tuple(states), moves)
