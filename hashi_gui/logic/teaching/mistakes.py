"""What prevents a board from being finished, the easiest reason why, and how to correct it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.board_status import BoardStatus
from hashi_gui.core.highlight import Highlight, Role
from hashi_gui.core.i18n import _, ngettext
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.techniques.assumptions import Refutation
from hashi_gui.logic.reasoning.techniques.catalogue import (
    DIRECT_TECHNIQUES,
    all_techniques,
    draw_obvious,
)
from hashi_gui.logic.reasoning.techniques.technique import Conclusion
from hashi_gui.logic.teaching.explanation import Explanation, ExplanationKind, lit
from hashi_gui.logic.teaching.no_solution import explain_no_solution
from hashi_gui.logic.teaching.refutation import (
    explain_refutation,
    minimise_refutation,
)
from hashi_gui.logic.wording import edge_name, group_name, island_name
from hashi_gui.solving import Cancelled, CancelToken, Solver

MAX_SECONDS, HURRIED_SECONDS = 10.0, 0.1
"""How long a reason is looked for at most, and in a hurry."""

MAX_NESTED_STEPS = 9
"""A refutation with further assumptions that has more steps is no reason to follow."""


def find_objection(
    puzzle: Puzzle,
    others: Board,
    edge: int,
    state: int,
    cancel: CancelToken | None = None,
    *,
    hurry: bool = False,
) -> Explanation:
    """Why an edge cannot have so many bridges, or a MARK, on a board that can be finished.

    It is true on a board with the others and, unless a technique rules it out at once, the edge as
    it is. Steps lead from there to a contradiction, if one is not seen at once. Of what is found in
    MAX_SECONDS or in a ``hurry``, in this order: what can be seen on the board; what a technique
    gives without it; what follows from it. Raises Cancelled.
    """
    token = cancel or CancelToken()
    board = others.apply(Move(((edge, state),)))
    found = None
    unsaid = _objection(_("No short way to see why was found."), board)
    try:
        found = next(_faults(puzzle, board, edge), None) or _ruled_out(puzzle, others, edge, state)
        with token.limited(HURRIED_SECONDS if hurry else MAX_SECONDS) as limited:
            found = found or _refuted(puzzle, others, edge, state, limited)
    except Cancelled:
        token.raise_if_cancelled()
        if hurry:
            unsaid = _objection(_("The reason is still being looked for."), board)
            unsaid = replace(unsaid, is_final=False)
    return found or unsaid


def _objection(text: str, board: Board, islands: Sequence[int] = ()) -> Explanation:
    return Explanation(reasons=(text,), highlight=lit(Role.CONFLICT, islands), board=board)


def _faults(puzzle: Puzzle, board: Board, edge: int) -> Iterator[Explanation]:
    """What can be seen on a board that only one edge makes impossible."""
    status = BoardStatus(puzzle, board)
    faults = status.faults
    for across in sorted(faults.crossed - {edge}):
        text = _("The bridge {where} is in the way.").format(where=edge_name(puzzle, across))
        yield _objection(text, board, tuple(sorted(puzzle.ends_of([across]))))
    for island in sorted(faults.overfull):
        clue = puzzle.islands[island].clue or 0
        text = ngettext(
            "A 1 takes only one bridge.", "The {island} takes only {n} bridges.", clue
        ).format(island=island_name(puzzle, island), n=clue)
        yield _objection(text, board, (island,))
    for island in sorted(faults.unsatisfiable):
        room = sum(status.capacities[e] for e in puzzle.incident[island])
        need = status.remaining[island]
        if need is None:
            text = _("There is no room for a bridge at the {island}.")
        elif room:
            text = _("The {island} needs {need} more, and there is room for only {room}.")
        else:
            text = _("The {island} needs {need} more, and there is no room.")
        name = island_name(puzzle, island)
        yield _objection(text.format(island=name, need=need, room=room), board, (island,))
    for group in faults.isolated:
        text = _("No bridge can leave {group} any more.").format(group=group_name(puzzle, group))
        yield _objection(text, board, group)
    if faults.looped:
        text = _("These bridges form a loop, and the rules allow no loops.")
        yield _objection(text, board, tuple(sorted(puzzle.ends_of(faults.looped))))


def _ruled_out(puzzle: Puzzle, others: Board, edge: int, state: int) -> Explanation | None:
    """What a technique says of the edge on the board without it."""
    position = _position(puzzle, others, edge)
    for technique in DIRECT_TECHNIQUES:
        for subject in technique.subjects(position, position.ends[edge]):
            for conclusion in technique.find(position, subject):
                if conclusion.edge == edge and _contradicts(conclusion, state):
                    text = _("Take it away, and look again. {reason}")
                    reason = conclusion.reason(puzzle)
                    return _objection(text.format(reason=reason), others, conclusion.islands)
    return None


def _position(puzzle: Puzzle, board: Board, near: int) -> Position:
    """The position that a board shows, with what is obvious, looked at from an edge on."""
    position = Position.from_board(puzzle, board, puzzle.edges[near].a)
    draw_obvious(position)
    return position


def _contradicts(conclusion: Conclusion, state: int) -> bool:
    if state == MARK:
        return conclusion.is_minimum
    return not conclusion.is_minimum and conclusion.bound < state


def _refuted(
    puzzle: Puzzle, others: Board, edge: int, state: int, cancel: CancelToken
) -> Explanation | None:
    """The steps from the edge, as it is, to a contradiction."""
    position = _position(puzzle, others, edge)
    opposite = 1 if state == MARK else state - 1
    nested_what_if = all_techniques(cancel=cancel)[-1]
    unproved = Conclusion(nested_what_if, edge, state == MARK, opposite, position.ends[edge])
    conclusion = minimise_refutation(position, unproved, cancel)
    refutation: Refutation | None = conclusion.facts
    if refutation is None:
        return None
    number = refutation.step_count()
    if number > len(refutation.steps()) and number > MAX_NESTED_STEPS:
        return None
    _first, *steps = explain_refutation(puzzle, conclusion)
    first = replace(_first, reasons=(_assumption(puzzle, edge, state),))
    text = ngettext(
        "If it stayed, then one step later {conflict}.",
        "If it stayed, then {n} steps later {conflict}.",
        number,
    ).format(n=number, conflict=refutation.conflict_text(puzzle))
    board = others.apply(Move(((edge, state),)))
    return replace(_objection(text, board, refutation.conflict), steps=(first, *steps))


def _assumption(puzzle: Puzzle, edge: int, state: int) -> str:
    where = edge_name(puzzle, edge)
    if state == MARK:
        return _("Suppose the mark {where} stayed.").format(where=where)
    return ngettext(
        "Suppose the bridge {where} stayed.", "Suppose the {n} bridges {where} stayed.", state
    ).format(where=where, n=state)


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

    ``past`` are the boards that led to this one, the oldest first. In a ``hurry``, it may be
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
    drawn = [edge for edge, count in enumerate(board.counts) if count or edge in board.marks]
    drawn.sort(key=lambda edge: _last_change(edge, board, past))
    nothing = Board(bytes(len(board.counts)), locks=board.locks)
    kept, corrections = right_part(nothing, board, drawn, solver, cancel)
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
