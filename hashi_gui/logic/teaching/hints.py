"""The next step on a board and the reason for it, confirmed by the exact solver."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from operator import gt

from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.board_status import BoardStatus
from hashi_gui.core.highlight import Highlight, Role
from hashi_gui.core.i18n import N_, _, ngettext, translated
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.logic.levels import Level
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.reasoner import Reasoner
from hashi_gui.logic.reasoning.techniques.assumptions import WhatIf
from hashi_gui.logic.reasoning.techniques.catalogue import (
    DIRECT_TECHNIQUES,
    OBVIOUS_TECHNIQUES,
    all_techniques,
    draw_obvious,
)
from hashi_gui.logic.reasoning.techniques.technique import Conclusion
from hashi_gui.logic.teaching.easiest_step import (
    Step,
    Whereabouts,
    certain_bridges,
    easiest_step,
    step_after,
)
from hashi_gui.logic.teaching.explanation import Explanation, ExplanationKind, lit, lit_by
from hashi_gui.logic.teaching.mistakes import explain_mistake
from hashi_gui.logic.teaching.refutation import (
    MAX_SECONDS,
    cheapest_nested,
    explain_refutation,
    found_again,
    try_both_ways,
)
from hashi_gui.logic.wording import pair
from hashi_gui.solving import Backbone, Cancelled, CancelToken, Solver

PROOF_TECHNIQUE = N_("Proof by solving")
"""The name for a step that no technique gives, only the exact solver."""

MAX_OPEN_EDGES = 80
"""With more open edges, a proof by the exact solver comes before upper bounds that take an
assumption, and before nested assumptions.
"""

MOST_STEPS = 100
"""Nobody plays more steps to a contradiction."""


def next_hint(
    puzzle: Puzzle,
    board: Board,
    solver: Solver,
    cancel: CancelToken | None = None,
    past: Sequence[Board] = (),
    visible: Collection[int] = (),
    *,
    hurry: bool = False,
) -> Explanation:
    """The easiest next step, or the mistake that must be corrected first.

    How easy a step is, :class:`Effort` says. ``past`` are the boards that led to this one, the
    oldest first: the hint stays near the last move, and a mistake says since which move it is
    there. ``visible`` are the islands that the player sees, if not all. In a ``hurry``, not all
    assumptions are compared, and a mistake may have no reason yet. A step holds in every solution
    that extends the board; if there is none, the hint is a choice. If the puzzle has a solution,
    following the hints leads to one. Locks are ignored. Raises Cancelled.
    """
    if is_solution(puzzle, board.counts):
        reason = _("Every island has its bridges, and all are connected.")
        return Explanation(
            ExplanationKind.FINISHED.heading, [reason], kind=ExplanationKind.FINISHED
        )
    solution = solver.solution(cancel, board)
    if solution is None:
        return explain_mistake(puzzle, board, solver, cancel, past, hurry=hurry)
    find_bounds = cache(partial(solver.backbone, board, cancel))
    changed = past[-1].move_to(board).edges if past else ()
    last = puzzle.ends_of(edge for edge, _state in changed)
    whereabouts = Whereabouts(last, dict.fromkeys(visible))
    base = Position.from_board(puzzle, board)
    draw_obvious(base)
    step = easiest_step(base, find_bounds, whereabouts, cancel, hurry=hurry)
    step = step or _harder_step(base, find_bounds(), cancel, hurry)
    # A wrong hint, which was never seen, would be worse than a plain one.
    if step is not None and all(
        solver.forces(board, each.edge, each.bound, cancel, is_minimum=each.is_minimum)
        for each in step.chain
    ):
        return explain_step(base, step)
    bounds = find_bounds()
    return _proved_step(puzzle, board, bounds, cancel) or _choice(puzzle, board, solution)


def hint_from_technique(
    name: str,
    puzzle: Puzzle,
    board: Board,
    solver: Solver,
    cancel: CancelToken | None = None,
) -> Explanation | None:
    """A hint by the technique with the given name; None if it concludes nothing on this board.

    The conclusion may be none that can be drawn, such as "at most one bridge". Raises Cancelled.
    """
    if solver.solution(cancel, board) is None:
        return None
    techniques = all_techniques(solver.backbone(board, cancel), cancel)
    technique = next(technique for technique in techniques if technique.name == name)
    base = Position.from_board(puzzle, board)
    draw_obvious(base, but=name)
    conclusion = next(technique.find_new(base, range(len(puzzle.islands))), None)
    return conclusion and explain_step(base, step_after(base, [], conclusion))


def _harder_step(
    base: Position, bounds: Backbone, cancel: CancelToken | None, hurry: bool
) -> Step | None:
    """A step by upper bounds, or that draws no bridge; or else one by nested assumptions."""
    *techniques, nested = all_techniques(bounds, cancel)
    is_small = sum(map(gt, base.high, base.low)) <= MAX_OPEN_EDGES
    bridges_left = any(map(gt, bounds.low, base.low))
    checkpoint = base.checkpoint()
    known: list[Conclusion] = []
    reasoner = Reasoner(base, techniques if is_small else DIRECT_TECHNIQUES, cancel=cancel)
    for conclusion in reasoner.run():
        is_gap = not conclusion.bound and conclusion.technique not in OBVIOUS_TECHNIQUES
        if conclusion.is_minimum or (is_gap and not bridges_left):
            base.rollback(checkpoint)
            return step_after(base, known, conclusion)
        known.append(conclusion)
    base.rollback(checkpoint)
    bridges = certain_bridges(base, bounds, nested) if is_small else ()
    cheapest = cheapest_nested(base, bridges, cancel, hurry=hurry)
    return cheapest and Step((), cheapest, is_final=not hurry)


def explain_step(base: Position, step: Step) -> Explanation:
    """The hint for a step, with all bridges that its technique gives for the same reason.

    ``base`` is the position before it, with all that is obvious.
    """
    puzzle, chain, conclusion = base.puzzle, step.chain, step.conclusion
    if conclusion.is_minimum:
        states = {c.edge: c.bound for c in _companions(base, step)}
    else:
        states = {} if conclusion.bound else {conclusion.edge: MARK}
    islands = list(dict.fromkeys(i for part in reversed(chain) for i in part.islands))
    highlight = lit_by(puzzle, list(reversed(chain)), tuple(states) or (conclusion.edge,))
    limits = {} if states else {conclusion.edge: conclusion.bound}
    premises = [_premise(puzzle, part) for part in step.premises]
    steps = [each for part in premises for each in part.steps]
    steps += explain_refutation(puzzle, conclusion)
    return Explanation(
        step.hardest.label,
        [conclusion.reason(puzzle)],
        replace(highlight, ghosts=states, limits=limits),
        steps[0].place if steps else islands,
        level=step.hardest.level,
        technique=step.hardest.name,
        premises=premises,
        steps=steps,
        cases=conclusion.cases(),
        move=Move(tuple(states.items())),
        is_final=step.is_final,
    )


def _premise(puzzle: Puzzle, conclusion: Conclusion) -> Explanation:
    """What must be known before a hint: the most bridges on an edge, and the steps to it."""
    edge, most = conclusion.edge, conclusion.bound
    highlight = Highlight(limits={edge: most}) if most else Highlight(ghosts={edge: MARK})
    return Explanation(
        reasons=[conclusion.reason(puzzle)],
        highlight=highlight,
        steps=explain_refutation(puzzle, conclusion),
        cases=conclusion.cases(),
    )


def _companions(base: Position, step: Step) -> list[Conclusion]:
    """All bridges that the same technique gives for the same reason."""
    if isinstance(step.conclusion.technique, WhatIf):
        return [step.conclusion]
    reason = step.conclusion.reason(base.puzzle)
    return [
        other
        for other in found_again(base, step.premises, step.conclusion)
        if other.is_minimum and other.reason(base.puzzle) == reason
    ] or [step.conclusion]


def _proved_step(
    puzzle: Puzzle, board: Board, bounds: Backbone, cancel: CancelToken | None
) -> Explanation | None:
    """A bridge that all solutions have; otherwise, an edge that has none in any.

    With the steps of trying both ways, if at most MOST_STEPS are found in MAX_SECONDS.
    """
    capacities = BoardStatus(puzzle, board).capacities
    edge = next((e for e, low in enumerate(bounds.low) if low > board.counts[e]), None)
    if edge is not None:
        state = bound = bounds.low[edge]
        reason = ngettext(
            "Every way to finish the board has at least {n} bridge at {pair}.",
            "Every way to finish the board has at least {n} bridges at {pair}.",
            bound,
        )
    else:
        edge = next((e for e, high in enumerate(bounds.high) if not high and capacities[e]), None)
        state, bound = MARK, 0
        reason = _("With a bridge at {pair}, the board could not be finished.")
    if edge is None:
        return None
    hint = _edge_hint(puzzle, edge, state, reason.format(n=bound, pair=pair(puzzle, edge)))
    position = Position.from_board(puzzle, board)
    draw_obvious(position)
    nested = all_techniques()[-1]
    conclusion = Conclusion(nested, edge, state != MARK, bound, position.ends[edge])
    token = cancel or CancelToken()
    with suppress(Cancelled), token.limited(MAX_SECONDS) as limited:
        tried = try_both_ways(position, conclusion, limited)
        if tried is not None and tried.facts.step_count() <= MOST_STEPS:
            reasons = [*hint.reasons, _("Trying both ways shows it.")]
            hint = replace(hint, reasons=reasons, steps=explain_refutation(puzzle, tried))
    token.raise_if_cancelled()
    return hint


def _choice(puzzle: Puzzle, board: Board, solution: bytes) -> Explanation:
    edge = next(e for e, count in enumerate(solution) if count > board.counts[e])
    count = board.counts[edge] + 1
    reason = ngettext(
        "The remaining solutions have nothing more in common. One of them has at least {n} bridge "
        "at {pair}.",
        "The remaining solutions have nothing more in common. One of them has at least {n} bridges "
        "at {pair}.",
        count,
    ).format(n=count, pair=pair(puzzle, edge))
    hint = _edge_hint(puzzle, edge, count, reason)
    kind = ExplanationKind.CHOICE
    return replace(hint, heading=kind.heading, level=None, technique="", kind=kind)


def _edge_hint(puzzle: Puzzle, edge: int, state: int, reason: str) -> Explanation:
    """A proved step that gives one edge a new state; it is about the islands at the ends."""
    islands = sorted(puzzle.ends_of([edge]))
    return Explanation(
        translated(PROOF_TECHNIQUE),
        [reason],
        replace(lit(Role.HINT, islands, [edge]), ghosts={edge: state}),
        islands,
        level=Level.EXTREME,
        technique=PROOF_TECHNIQUE,
        move=Move(((edge, state),)),
    )
