"""What prevents a board from being finished, the easiest reason why, and how to correct it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.board_status import BoardStatus
from hashi_gui.core.highlight import Highlight, Role
from hashi_gui.core.i18n import _, ngettext
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import sentences
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.techniques.assumptions import Refutation
from hashi_gui.logic.reasoning.techniques.catalogue import (
    DIRECT_TECHNIQUES,
    all_techniques,
    draw_obvious,
)
from hashi_gui.logic.reasoning.techniques.technique import Conclusion
from hashi_gui.logic.teaching.explanation import Explanation, ExplanationKind, lit, lit_by
from hashi_gui.logic.teaching.no_solution import explain_no_solution
from hashi_gui.logic.teaching.refutation import (
    explain_refutation,
    minimise_refutation,
    try_both_ways,
)
from hashi_gui.logic.wording import mention, pair
from hashi_gui.solving import Cancelled, CancelToken, Solver

MAX_SECONDS, HURRIED_SECONDS = 10.0, 0.1
"""How long a reason is looked for at most, and in a hurry."""


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
    found = next(_faults(puzzle, board, edge), None) or _ruled_out(puzzle, others, edge, state)
    for refute in (minimise_refutation, try_both_ways):
        with (
            suppress(Cancelled),
            token.limited(HURRIED_SECONDS if hurry else MAX_SECONDS) as limited,
        ):
            found = found or _refuted(refute, puzzle, others, edge, state, limited)
        token.raise_if_cancelled()
        if hurry and found is None:
            unsaid = _objection(_("The reason is still being looked for."), board)
            return replace(unsaid, is_final=False)
    return found or _objection(_("Trying both ways shows it."), board)


def _objection(text: str, board: Board, islands: Sequence[int] = ()) -> Explanation:
    return Explanation(reasons=(text,), highlight=lit(Role.CONFLICT, islands), board=board)


def _faults(puzzle: Puzzle, board: Board, edge: int) -> Iterator[Explanation]:
    """What can be seen on a board that only one edge makes impossible."""
    status = BoardStatus(puzzle, board)
    faults = status.faults
    for across in sorted(faults.crossed - {edge}):
        text = _("The bridge at {pair} is in the way.").format(pair=pair(puzzle, across))
        yield _objection(text, board, sorted(puzzle.ends_of([across])))
    for island in sorted(faults.overfull):
        clue = puzzle.islands[island].clue or 0
        text = (
            _("A 1 takes only one bridge.")
            if clue == 1
            else ngettext(
                "{island} takes only {n} bridge.", "{island} takes only {n} bridges.", clue
            )
        )
        yield _objection(text.format(island=mention([island]), n=clue), board, [island])
    for island in sorted(faults.unsatisfiable):
        need = status.remaining[island]
        room = sum(status.capacities[e] for e in puzzle.incident[island])
        if need is None:
            text = _("{island} needs a bridge; none fits.")
        elif room:
            text = ngettext(
                "{island} needs {need} more; only {room} fits.",
                "{island} needs {need} more; only {room} fit.",
                room,
            )
        else:
            text = _("{island} needs {need} more; none fits.")
        text = text.format(island=mention([island]), need=need, room=room)
        yield _objection(text, board, [island])
    for group in faults.isolated:
        text = _("{group} is cut off: no bridge can leave it.").format(group=mention(group))
        yield _objection(text, board, group)
    if faults.looped:
        text = _("These bridges form a loop, and the rules allow no loops.")
        yield _objection(text, board, sorted(puzzle.ends_of(faults.looped)))


def _ruled_out(puzzle: Puzzle, others: Board, edge: int, state: int) -> Explanation | None:
    """What a technique says of the edge on the board without it."""
    position = _position(puzzle, others, edge)
    for technique in DIRECT_TECHNIQUES:
        for subject in technique.subjects(position, position.ends[edge]):
            for conclusion in technique.find(position, subject):
                if conclusion.edge == edge and _contradicts(conclusion, state):
                    return _explained(puzzle, others, conclusion)
    return None


def _explained(puzzle: Puzzle, board: Board, conclusion: Conclusion) -> Explanation:
    """What a technique says of an edge on a board without it."""
    bound = {conclusion.edge: conclusion.bound or MARK}
    is_limit = conclusion.bound and not conclusion.is_minimum
    highlight = lit_by(puzzle, [conclusion])
    return Explanation(
        reasons=[conclusion.reason(puzzle)],
        highlight=replace(highlight, limits=bound)
        if is_limit
        else replace(highlight, ghosts=bound),
        board=board,
        technique=conclusion.technique.name,
        premises=[Explanation(reasons=[_("Take it away, and look again.")])],
        steps=explain_refutation(puzzle, conclusion),
        cases=conclusion.cases(),
    )


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
    refute: Callable[[Position, Conclusion, CancelToken], Conclusion | None],
    puzzle: Puzzle,
    others: Board,
    edge: int,
    state: int,
    cancel: CancelToken,
) -> Explanation | None:
    """The steps from the edge, as it is, to a contradiction, if ``refute`` finds any."""
    position = _position(puzzle, others, edge)
    nested_what_if = all_techniques(cancel=cancel)[-1]
    opposite = 1 if state == MARK else state - 1
    unproved = Conclusion(nested_what_if, edge, state == MARK, opposite, position.ends[edge])
    refuted = refute(position, unproved, cancel)
    if refuted is None or refuted.facts is None:
        return None
    refutation: Refutation = refuted.facts
    steps = explain_refutation(puzzle, refuted)
    if refutation.is_long:
        text = _("Trying both ways shows it.")
    else:
        text = sentences(steps[0].text, refutation.outcome_text(puzzle))
    board = others.apply(Move(((edge, state),)))
    return replace(_objection(text, board, refutation.conflict), steps=steps)


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
    nothing = Board(bytes(len(board.counts)), locks=board.locks, tags=board.tags)
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
    reasons = [_not_all(board, conflicting)] if len(conflicting) > 1 else []
    too_many = MARK if edge in board.marks else board.counts[edge] - state
    reasons.append(
        what_is_wrong(puzzle, edge, too_many, is_last=is_last, others=len(conflicting) > 1)
    )
    if correct_moves is not None and not is_last:
        reasons.append(_("Move {number} made it impossible.").format(number=correct_moves + 1))
    left_out = []
    if len(corrections) > 1:
        reasons.append(_("There are more mistakes."))
        left_out.append(_("What else is wrong is left out here."))
    ends = sorted(puzzle.ends_of(conflicting))
    wrong = lit(Role.CONFLICT, ends, conflicting)
    objection = find_objection(puzzle, kept, edge, board.state(edge), cancel, hurry=hurry)
    return Explanation(
        ExplanationKind.MISTAKE.heading,
        reasons,
        wrong,
        kind=ExplanationKind.MISTAKE,
        move=Move(((edge, state),)),
        correct_moves=correct_moves,
        why=replace(
            objection,
            highlight=replace(
                objection.highlight,
                islands={**objection.highlight.islands, **wrong.islands},
                edges={**objection.highlight.edges, **wrong.edges},
            ),
            board=None if objection.board == board else objection.board,
            premises=[
                Explanation(reasons=left_out, highlight=Highlight(edges=wrong.edges)),
                *objection.premises,
            ],
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


def what_is_wrong(
    puzzle: Puzzle, edge: int, too_many: int, *, is_last: bool = False, others: bool = False
) -> str:
    """That an edge has so many bridges too many, or a MARK.

    ``is_last`` if the last move was wrong, ``others`` if it is only wrong as long as these stay.
    """
    if too_many == MARK:
        if others:
            text = _("If the others stay, the mark at {pair} is wrong.")
        elif is_last:
            text = _("The mark at {pair} is wrong: your last move.")
        else:
            text = _("The mark at {pair} is wrong.")
    elif others:
        text = ngettext(
            "If the others stay, {n} bridge is too many at {pair}.",
            "If the others stay, {n} bridges are too many at {pair}.",
            too_many,
        )
    elif too_many == 1:
        text = (
            _("One bridge too many at {pair}: your last move.")
            if is_last
            else _("One bridge too many at {pair}.")
        )
    elif is_last:
        text = ngettext(
            "{n} bridge too many at {pair}: your last move.",
            "{n} bridges too many at {pair}: your last move.",
            too_many,
        )
    else:
        text = ngettext(
            "{n} bridge too many at {pair}.", "{n} bridges too many at {pair}.", too_many
        )
    return text.format(pair=pair(puzzle, edge), n=too_many)


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
