"""What prevents a board from being finished, and how to correct it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.highlight import Highlight, Role
from hashi_gui.core.i18n import _, ngettext
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.teaching.explanation import Explanation, ExplanationKind, lit
from hashi_gui.logic.teaching.no_solution import explain_no_solution
from hashi_gui.logic.teaching.objections import find_objection
from hashi_gui.logic.wording import edge_name
from hashi_gui.solving import CancelToken, Solver


def find_mistake(
    puzzle: Puzzle,
    board: Board,
    solver: Solver,
    cancel: CancelToken | None = None,
    past: Sequence[Board] = (),
    *,
    hurry: bool = False,
) -> Explanation | None:
    """What must be corrected on a board; None if it can be finished. Raises Cancelled.

    ``past`` holds the boards that led to this one, the oldest first. In a ``hurry``, it may be
    found without the reason.
    """
    if solver.is_solvable(board, cancel):
        return None
    return explain_mistake(puzzle, board, solver, cancel, past, hurry=hurry)


def explain_mistake(
    puzzle: Puzzle,
    board: Board,
    solver: Solver,
    cancel: CancelToken | None = None,
    past: Sequence[Board] = (),
    *,
    hurry: bool = False,
) -> Explanation:
    """The oldest bridge or mark that no solution has, and why none has it.

    If each is part of some solution, the oldest that does not fit with those before it. The move
    takes away no more than is wrong there. The edges highlighted are a smallest set that contradict
    each other: mostly the wrong one alone. If the puzzle itself has no solution, the hint says why.
    Raises Cancelled.
    """
    if solver.solution(cancel) is None:
        return explain_no_solution(puzzle, cancel)
    kept, corrections = _sort_out(board, past, solver, cancel)
    least_wrong = {
        edge: Move(((edge, MARK if edge in board.marks else state + 1),))
        for edge, state in corrections
    }
    empty = Board.empty(puzzle)
    edge, state = next(
        (
            each
            for each in corrections
            if not solver.is_solvable(empty.apply(least_wrong[each[0]]), cancel)
        ),
        corrections[0],
    )
    conflicting = sorted(solver.smallest_conflict(kept.apply(least_wrong[edge]), cancel))
    correct_moves = last_correct_position(solver, past, cancel)
    is_last = correct_moves is not None and correct_moves + 1 == len(past)
    reasons = _what_is_wrong(puzzle, board, conflicting, edge, state, is_last)
    if correct_moves is not None and not is_last:
        reasons.append(
            _("Since move {number} of {total}, the board cannot be finished.").format(
                number=correct_moves + 1, total=len(past)
            )
        )
    left_out = []
    if len(corrections) > 1:
        reasons.append(_("That is not the only mistake."))
        left_out.append(_("What else is wrong is left out here."))
    ends = sorted(puzzle.ends_of(conflicting))
    wrong = lit(Role.CONFLICT, ends, conflicting)
    objection = find_objection(puzzle, kept, edge, board.state(edge), cancel, hurry=hurry)
    return Explanation(
        "Mistake",
        reasons,
        wrong,
        kind=ExplanationKind.MISTAKE,
        move=Move(((edge, state),)),
        correct_moves=correct_moves,
        why=replace(
            objection,
            highlight=lit(Role.CONFLICT, [*ends, *objection.highlight.islands], conflicting),
            board=None if objection.board == board else objection.board,
            premises=[Explanation(reasons=left_out, highlight=Highlight(edges=wrong.edges))],
        ),
        is_final=objection.is_final,
    )


def last_correct_position(
    solver: Solver, past: Sequence[Board], cancel: CancelToken | None = None
) -> int | None:
    """The number of the last past board that can be finished; None if there is none."""
    return next(
        (n for n in reversed(range(len(past))) if solver.is_solvable(past[n], cancel)), None
    )


def _sort_out(
    board: Board, past: Sequence[Board], solver: Solver, cancel: CancelToken | None
) -> tuple[Board, list[tuple[int, int]]]:
    """What of a board can stay, the oldest first, and the edges that cannot, with the states that
    they can have.
    """
    drawn = [edge for edge, count in enumerate(board.counts) if count or edge in board.marks]
    drawn.sort(key=lambda edge: _last_change(edge, board, past))
    return right_part(
        Board(bytes(len(board.counts)), locks=board.locks), board, drawn, solver, cancel
    )


def right_part(
    kept: Board, board: Board, edges: Sequence[int], solver: Solver, cancel: CancelToken | None
) -> tuple[Board, list[tuple[int, int]]]:
    """A board that can be finished, with as much of ``edges`` on another one as can be added.

    Earlier edges come first. Those that cannot stay as they are follow, with the states that they
    have instead. Raises Cancelled.
    """
    solution = solver.solution(cancel, kept)
    assert solution is not None
    wrong = []
    for edge in edges:
        before, right = board.state(edge), kept.counts[edge]
        # The most bridges first, so that no more are taken away than must be.
        for state in [MARK] if before == MARK else range(before, right, -1):
            with_state = kept.apply(Move(((edge, state),)))
            fits = solution[edge] == 0 if state == MARK else solution[edge] >= state
            found = solution if fits else solver.solution(cancel, with_state)
            if found is not None:
                kept, solution, right = with_state, found, state
                break
        if right != before:
            wrong.append((edge, right))
    return kept, wrong


def _what_is_wrong(
    puzzle: Puzzle,
    board: Board,
    conflicting: Sequence[int],
    edge: int,
    state: int,
    is_last: bool,
) -> list[str]:
    """That an edge has to get another state; ``is_last`` if the last move was wrong."""
    too_many = board.counts[edge] - state
    reasons = []
    if len(conflicting) > 1:
        reasons = [_not_all(board, conflicting)]
        mark = _("If the others stay, the mark {where} is wrong.")
        bridges = ngettext(
            "If the others stay, there is one bridge too many {where}.",
            "If the others stay, there are {n} bridges too many {where}.",
            too_many,
        )
    elif is_last:
        mark = _("The mark {where} is wrong: your last move.")
        bridges = ngettext(
            "One bridge too many {where}: your last move.",
            "{n} bridges too many {where}: your last move.",
            too_many,
        )
    else:
        mark = _("The mark {where} is wrong.")
        bridges = ngettext(
            "One bridge too many {where}.", "{n} bridges too many {where}.", too_many
        )
    text = mark if edge in board.marks else bridges
    return [*reasons, text.format(where=edge_name(puzzle, edge), n=too_many)]


def _not_all(board: Board, conflicting: Sequence[int]) -> str:
    kinds = {edge in board.marks for edge in conflicting}
    if len(kinds) > 1:
        return _("These bridges and marks cannot all be right.")
    if True in kinds:
        return _("These marks cannot all be right.")
    return _("These bridges cannot all be right.")


def _last_change(edge: int, board: Board, past: Sequence[Board]) -> int:
    """How many moves were made before the last one that changed an edge."""
    state = board.state(edge)
    return next((n for n in reversed(range(len(past))) if past[n].state(edge) != state), -1)
