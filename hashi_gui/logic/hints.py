"""The next step on a board and the reason for it, confirmed by the exact solver."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from operator import gt

from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.board_status import BoardStatus
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.logic.hint import Hint, HintKind, end_islands
from hashi_gui.logic.levels import Level
from hashi_gui.logic.mistakes import explain_mistake
from hashi_gui.logic.position import Position
from hashi_gui.logic.reasoner import Reasoner
from hashi_gui.logic.refutation import explain_refutation, minimise_refutation
from hashi_gui.logic.techniques.assumptions import WhatIf
from hashi_gui.logic.techniques.blocking import islands_to_recheck
from hashi_gui.logic.techniques.catalogue import (
    DIRECT_TECHNIQUES,
    FAST_TECHNIQUES,
    OBVIOUS_TECHNIQUES,
    all_techniques,
)
from hashi_gui.logic.techniques.technique import Conclusion, Technique
from hashi_gui.logic.wording import bridges_text, edge_name
from hashi_gui.solving import CancelToken, SolutionBounds, Solver

PROOF_TECHNIQUE = "Proof by solving"
"""The name for a step that no technique gives, only the exact solver."""

MAX_CHAIN_TO_MINIMISE = 60
"""Refutations of more steps are not minimised, since that would take long."""

MAX_OPEN_EDGES_FOR_NESTING = 40
"""With more open edges, a proof by the exact solver comes before nested assumptions."""


def next_hint(
    puzzle: Puzzle,
    board: Board,
    solver: Solver,
    cancel: CancelToken | None = None,
    past: Sequence[Board] = (),
    visible: Collection[int] = (),
) -> Hint:
    """The easiest next step, or the mistake that must be corrected first.

    ``past`` holds the boards that led to this one, the oldest first: the hint stays near the last
    move, and a mistake says since which move it is there. ``visible`` are the islands that
    the player sees, if not all: of steps that are equally easy, those there are preferred. A step
    holds in every solution that extends the board; if there is none, the hint is a choice. If the
    puzzle has a solution, following the hints leads to one. Locks are ignored. Raises Cancelled.
    """
    if is_solution(puzzle, board.counts):
        return Hint(
            HintKind.FINISHED, "Finished", ("Every island has its bridges, and all are connected.",)
        )
    solution = solver.solution(cancel, board)
    if solution is None:
        return explain_mistake(puzzle, board, solver, cancel, past)
    bounds = solver.solution_bounds(board, cancel)
    return (
        _deduced_step(_start(puzzle, board, past, visible), bounds, cancel)
        or _proved_bridge(puzzle, board, bounds)
        or _proved_gap(puzzle, board, bounds)
        or _choice(puzzle, board, solution)
    )


def hint_from_technique(
    name: str,
    puzzle: Puzzle,
    board: Board,
    solver: Solver,
    cancel: CancelToken | None = None,
) -> Hint | None:
    """A hint by the technique with the given name; None if it concludes nothing on this board.

    The conclusion may be none that can be drawn, such as "at most one bridge". Raises Cancelled.
    """
    if solver.solution(cancel, board) is None:
        return None
    techniques = all_techniques(solver.solution_bounds(board, cancel), cancel)
    technique = next(technique for technique in techniques if technique.name == name)
    base = Position.from_board(puzzle, board)
    checkpoint = base.checkpoint()
    obvious = [other for other in OBVIOUS_TECHNIQUES if other.name != name]
    known = list(Reasoner(base, obvious).run())
    for subject in technique.subjects(base, range(len(puzzle.islands))):
        for conclusion in technique.find(base, subject):
            if conclusion.is_new(base):
                base.rollback(checkpoint)
                return step_hint(puzzle, base, known, conclusion)
    return None


def _start(
    puzzle: Puzzle, board: Board, past: Sequence[Board], visible: Collection[int]
) -> Position:
    """The position of the board, in which techniques look first where the player does."""
    changed = past[-1].move_to(board).edges if past else ()
    near = puzzle.edges[changed[0][0]].a if changed else 0
    if visible and near not in visible:
        near = next(iter(visible))
    return Position.from_board(puzzle, board, near, visible)


def _deduced_step(
    base: Position, bounds: SolutionBounds, cancel: CancelToken | None
) -> Hint | None:
    """The easiest step that a technique gives: a bridge, otherwise an edge that has none.

    Conclusions that cannot be drawn, such as "at most one bridge", are remembered on the way, and
    explained first if the step needs them.
    """
    puzzle, drawn = base.puzzle, base.low[:]
    checkpoint = base.checkpoint()
    known: list[Conclusion] = []
    for techniques in _technique_sets(base, bounds, cancel):
        for conclusion in Reasoner(base, techniques, cancel=cancel).run():
            if not _is_confirmed(conclusion, bounds):
                return None  # Never seen, but a wrong hint would be worse than a plain one.
            if conclusion.is_minimum:
                base.rollback(checkpoint)
                return step_hint(puzzle, base, known, conclusion)
            known.append(conclusion)
    base.rollback(checkpoint)
    gap = next((c for c in known if c.bound == 0 and c.technique not in OBVIOUS_TECHNIQUES), None)
    if gap is None or any(low > count for low, count in zip(bounds.low, drawn)):
        return None
    return step_hint(puzzle, base, known[: known.index(gap)], gap)


def _technique_sets(
    base: Position, bounds: SolutionBounds, cancel: CancelToken | None
) -> Iterator[Sequence[Technique]]:
    """The techniques to try: first those that soon find a bridge; on a small board then all."""
    bridges_only = SolutionBounds(bounds.low, bytes(base.high))
    what_if = WhatIf((FAST_TECHNIQUES, DIRECT_TECHNIQUES), bridges_only, cancel)
    yield *DIRECT_TECHNIQUES, what_if
    if sum(map(gt, base.high, base.low)) <= MAX_OPEN_EDGES_FOR_NESTING:
        yield all_techniques(bounds, cancel)


def _is_confirmed(conclusion: Conclusion, bounds: SolutionBounds) -> bool:
    """Whether a conclusion agrees with the bounds known to the exact solver."""
    if conclusion.is_minimum:
        return conclusion.bound <= bounds.low[conclusion.edge]
    return conclusion.bound >= bounds.high[conclusion.edge]


def step_hint(
    puzzle: Puzzle, base: Position, known: list[Conclusion], conclusion: Conclusion
) -> Hint:
    """The hint for a conclusion drawn after ``known``: its premises first, then its reason.

    It contains all bridges that the technique gives for the same reason.
    """
    premises = _premises(base, known, conclusion)
    known = [part for part in known if part in premises or part.technique in OBVIOUS_TECHNIQUES]
    premises = [_restated(base, known[: known.index(part)], part) for part in premises]
    shown = _restated(base, known, _minimised(base, known, conclusion))
    chain = [*premises, shown]
    hardest = max(reversed(chain), key=lambda part: part.technique.level.rank)
    if conclusion.is_minimum:
        states = {c.edge: c.bound for c in _companions(base, known, shown)}
    else:
        states = {} if conclusion.bound else {conclusion.edge: MARK}
    islands = dict.fromkeys(i for part in reversed(chain) for i in part.islands)
    return Hint(
        HintKind.STEP,
        hardest.technique.name,
        tuple(part.reason(puzzle) for part in chain),
        tuple(islands),
        tuple(states) or (conclusion.edge,),
        Move(tuple(states.items())),
        hardest.technique.level,
        tuple((part.edge, part.bound) for part in premises),
        refutation=explain_refutation(puzzle, shown),
        limits={} if states else {conclusion.edge: conclusion.bound},
    )


def _minimised(base: Position, known: Iterable[Conclusion], conclusion: Conclusion) -> Conclusion:
    """The conclusion; if something was assumed, with a refutation as short as possible."""
    is_assumption = isinstance(conclusion.technique, WhatIf)
    if not is_assumption or len(conclusion.facts.chain) > MAX_CHAIN_TO_MINIMISE:
        return conclusion
    checkpoint = base.checkpoint()
    for part in known:
        part.apply(base)
    minimised = minimise_refutation(base, conclusion)
    base.rollback(checkpoint)
    return minimised


def _companions(
    base: Position, known: Iterable[Conclusion], conclusion: Conclusion
) -> list[Conclusion]:
    """All bridges that the same technique gives for the same reason."""
    reason = conclusion.reason(base.puzzle)
    return [
        other
        for other in _find_again(base, known, conclusion)
        if other.is_minimum and other.reason(base.puzzle) == reason
    ] or [conclusion]


def _restated(base: Position, known: Iterable[Conclusion], conclusion: Conclusion) -> Conclusion:
    """The same conclusion with the facts of a position in which only ``known`` is known."""
    if isinstance(conclusion.technique, WhatIf):
        return conclusion
    again = _find_again(base, known, conclusion)
    same = (other for other in again if _bound(other) == _bound(conclusion))
    return next(same, conclusion)


def _bound(conclusion: Conclusion) -> tuple[int, bool, int]:
    return conclusion.edge, conclusion.is_minimum, conclusion.bound


def _premises(
    base: Position, known: Sequence[Conclusion], conclusion: Conclusion
) -> list[Conclusion]:
    """The conclusions without which this one could not be drawn, and their own premises.

    Only those about edges near the islands that it mentions are considered, and none that are
    obvious on the board.
    """
    near = islands_to_recheck(base, conclusion.islands)
    local = {e for island in near for e in base.puzzle.incident[island]}
    remaining = list(known)
    needed: list[Conclusion] = []
    for part in reversed(known):
        if part.edge in local and part.technique not in OBVIOUS_TECHNIQUES:
            without = [other for other in remaining if other is not part]
            again = _find_again(base, without, conclusion)
            if any(_bound(other) == _bound(conclusion) for other in again):
                remaining = without
            else:
                needed.append(part)
    deeper = [p for part in needed for p in _premises(base, known[: known.index(part)], part)]
    premises = {id(part) for part in (*deeper, *needed)}
    return [part for part in known if id(part) in premises]


def _find_again(
    base: Position, known: Iterable[Conclusion], conclusion: Conclusion
) -> list[Conclusion]:
    """What the technique of a conclusion finds at its place if only ``known`` is known."""
    checkpoint = base.checkpoint()
    for part in known:
        part.apply(base)
    technique = conclusion.technique
    subjects = list(technique.subjects(base, conclusion.islands))
    found = [
        other
        for subject in subjects
        for other in technique.find(base, subject)
        if other.is_new(base)
    ]
    base.rollback(checkpoint)
    return found


def _proved_bridge(puzzle: Puzzle, board: Board, bounds: SolutionBounds) -> Hint | None:
    for edge, low in enumerate(bounds.low):
        if low > board.counts[edge]:
            missing = "another bridge" if board.counts[edge] else "a bridge"
            reason = (
                f"Without {missing} here, the puzzle could not be solved: every solution has "
                f"at least {bridges_text(low)} {edge_name(puzzle, edge)}."
            )
            return _edge_hint(puzzle, edge, low, HintKind.STEP, PROOF_TECHNIQUE, reason)
    return None


def _proved_gap(puzzle: Puzzle, board: Board, bounds: SolutionBounds) -> Hint | None:
    capacities = BoardStatus(puzzle, board).capacities
    for edge, high in enumerate(bounds.high):
        if high == 0 and capacities[edge]:
            reason = (
                "With a bridge here, the puzzle could not be solved: no solution has one "
                f"{edge_name(puzzle, edge)}."
            )
            return _edge_hint(puzzle, edge, MARK, HintKind.STEP, PROOF_TECHNIQUE, reason)
    return None


def _choice(puzzle: Puzzle, board: Board, solution: bytes) -> Hint:
    edge = next(e for e, count in enumerate(solution) if count > board.counts[e])
    count = board.counts[edge] + 1
    reason = (
        "The remaining solutions have nothing more in common. One of them has at least "
        f"{bridges_text(count)} {edge_name(puzzle, edge)}."
    )
    return _edge_hint(puzzle, edge, count, HintKind.CHOICE, "Several solutions", reason)


def _edge_hint(
    puzzle: Puzzle, edge: int, state: int, kind: HintKind, technique: str, reason: str
) -> Hint:
    """A hint that gives one edge a new state; its region is the islands at the ends."""
    level = Level.EXTREME if kind is HintKind.STEP else None
    moves = Move(((edge, state),))
    return Hint(kind, technique, (reason,), end_islands(puzzle, [edge]), (edge,), moves, level)
