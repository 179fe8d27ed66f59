"""Why a bridge or a mark on a board cannot stay: the easiest reason that can be found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.board_status import BoardStatus
from hashi_gui.core.highlight import Role
from hashi_gui.core.i18n import _, ngettext
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.techniques.assumptions import NestedWhatIf, Refutation, WhatIf
from hashi_gui.logic.reasoning.techniques.catalogue import DIRECT_TECHNIQUES, FAST_TECHNIQUES
from hashi_gui.logic.reasoning.techniques.technique import Conclusion
from hashi_gui.logic.teaching.explanation import Explanation, lit
from hashi_gui.logic.teaching.refutation import (
    explain_refutation,
    minimise_refutation,
)
from hashi_gui.logic.teaching.sentences import draw_obvious
from hashi_gui.logic.wording import edge_name, group_name, island_name
from hashi_gui.solving import Cancelled, CancelToken

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
        found = seen_at_once(puzzle, others, edge, state)
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


def seen_at_once(puzzle: Puzzle, others: Board, edge: int, state: int) -> Explanation | None:
    """Why an edge cannot have so many bridges, or a MARK, if that takes no steps."""
    board = others.apply(Move(((edge, state),)))
    return next(_faults(puzzle, board, edge), None) or _ruled_out(puzzle, others, edge, state)


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
    one_step = WhatIf((FAST_TECHNIQUES, DIRECT_TECHNIQUES), cancel=cancel)
    opposite = 1 if state == MARK else state - 1
    ends = position.ends[edge]
    what_if = NestedWhatIf([(*DIRECT_TECHNIQUES, one_step)], cancel=cancel)
    unproved = Conclusion(what_if, edge, state == MARK, opposite, ends)
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
