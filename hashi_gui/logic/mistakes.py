"""What prevents a board from being finished, and how to correct it."""

from __future__ import annotations

from collections.abc import Sequence

from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.i18n import _
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.hint import Hint, HintKind, end_islands
from hashi_gui.logic.no_solution import explain_no_solution
from hashi_gui.logic.wording import bridges_text, edge_name, join_words
from hashi_gui.solving import CancelToken, Solver


def find_mistake(
    puzzle: Puzzle,
    board: Board,
    solver: Solver,
    cancel: CancelToken | None = None,
    past: Sequence[Board] = (),
) -> Hint | None:
    """What must be corrected on a board; None if it can be finished. Raises Cancelled.

    ``past`` holds the boards that led to this one, the oldest first.
    """
    if solver.is_solvable(board, cancel):
        return None
    return explain_mistake(puzzle, board, solver, cancel, past)


def explain_mistake(
    puzzle: Puzzle,
    board: Board,
    solver: Solver,
    cancel: CancelToken | None = None,
    past: Sequence[Board] = (),
) -> Hint:
    """Why a board cannot be finished: a smallest set of bridges and marks that no solution has.

    Its moves take away no more than is wrong, and the latest first. If the puzzle itself has no
    solution, the hint says why. Raises Cancelled.
    """
    conflicting = sorted(solver.smallest_conflict(board, cancel))
    if not conflicting:
        return explain_no_solution(puzzle, cancel)
    by_age = sorted(conflicting, key=lambda edge: _last_change(edge, board, past))
    correction = _correction(board, by_age, solver, cancel)
    correct_moves = last_correct_position(solver, past, cancel)
    reasons = [_reason(puzzle, board, conflicting)]
    reasons += _what_is_right(puzzle, conflicting, correction)
    if not solver.is_solvable(board.apply(correction), cancel):
        reasons.append(_("That is not the only mistake."))
    if correct_moves is not None:
        reasons.append(
            _("Since move {number} of {total}, the board cannot be finished.").format(
                number=correct_moves + 1, total=len(past)
            )
        )
    return Hint(
        HintKind.MISTAKE,
        "Mistake",
        tuple(reasons),
        end_islands(puzzle, conflicting),
        tuple(conflicting),
        correction,
        correct_moves=correct_moves,
    )


def last_correct_position(
    solver: Solver, past: Sequence[Board], cancel: CancelToken | None = None
) -> int | None:
    """The number of the last past board that can be finished; None if there is none."""
    return next(
        (n for n in reversed(range(len(past))) if solver.is_solvable(past[n], cancel)), None
    )


def _last_change(edge: int, board: Board, past: Sequence[Board]) -> int:
    """How many moves were made before the last one that changed an edge."""
    state = board.state(edge)
    return next((n for n in reversed(range(len(past))) if past[n].state(edge) != state), -1)


def _correction(
    board: Board, by_age: Sequence[int], solver: Solver, cancel: CancelToken | None
) -> Move:
    """The smallest change of edges that contradict each other, which keeps the oldest of them."""
    kept = board.apply(Move(tuple((edge, 0) for edge in by_age)))
    if not solver.is_solvable(kept, cancel):  # There are other mistakes, which come later.
        kept = Board.empty(solver.puzzle)
    changes = []
    for edge in by_age:
        before = board.state(edge)
        lower = [MARK] if before == MARK else range(before, 0, -1)
        right = 0
        for state in lower:
            with_state = kept.apply(Move(((edge, state),)))
            if solver.is_solvable(with_state, cancel):
                kept, right = with_state, state
                break
        if right != before:
            changes.append((edge, right))
    return Move(tuple(sorted(changes)))


def _reason(puzzle: Puzzle, board: Board, conflicting: list[int]) -> str:
    if len(conflicting) > 1:
        drawn = {"marks" if edge in board.marks else "bridges" for edge in conflicting}
        return f"These {join_words(sorted(drawn))} cannot all be right: no solution has them all."
    (edge,) = conflicting
    where, count = edge_name(puzzle, edge), board.counts[edge]
    if edge in board.marks:
        return f"Every solution has a bridge {where}, but the mark there says none."
    return f"No solution has {'a bridge' if count == 1 else bridges_text(count)} {where}."


def _what_is_right(puzzle: Puzzle, conflicting: Sequence[int], correction: Move) -> list[str]:
    """That a smaller number of bridges can be right, if only one edge is wrong."""
    if len(correction.edges) != 1 or correction.edges[0][1] <= 0:
        return []
    ((edge, count),) = correction.edges
    text = (
        _("Only {bridges} there can be right.")
        if len(conflicting) == 1
        else _("If the others stay, only {bridges} {where} can be right.")
    )
    return [text.format(bridges=bridges_text(count), where=edge_name(puzzle, edge))]
