"""The next step on a board, with its reason; every one confirmed by the exact solver."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from operator import gt

from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.board_status import BoardStatus
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.logic.levels import Level
from hashi_gui.logic.minimise import minimise_refutation
from hashi_gui.logic.position import Position
from hashi_gui.logic.reasoner import Reasoner
from hashi_gui.logic.techniques.assumptions import WhatIf
from hashi_gui.logic.techniques.catalogue import (
    DIRECT_TECHNIQUES,
    FAST_TECHNIQUES,
    OBVIOUS_TECHNIQUES,
    all_techniques,
)
from hashi_gui.logic.techniques.technique import Conclusion, Technique
from hashi_gui.logic.walkthrough import explain_refutation
from hashi_gui.logic.wording import bridges_text, edge_name, join_words
from hashi_gui.solving import Bounds, CancelToken, SatSolver

PROOF = "Proof by solving"
"""The technique of a step that no rule gives, only the exact solver."""

TELLABLE = 60
"""The most steps of a refutation that are gone through for those that can be left out."""

LARGE = 40
"""Open edges beyond which the exact solver's proof comes before an assumption on an assumption."""


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

    ``region`` holds the islands the reason speaks of, ``edges`` what it concludes about and
    ``premises`` the edges whose limits it explains first; ``technique`` is the name players know,
    ``level`` how hard it is, None where that is not the question. ``moves`` does what the hint
    says; it is empty where there is nothing to do. For a mistake, ``correct_moves`` is the number
    of moves made before the first wrong one. ``refutation`` holds a sentence for each step by which
    an assumption leads to a contradiction.
    """

    kind: HintKind
    technique: str
    reason: str
    region: tuple[int, ...] = ()
    edges: tuple[int, ...] = ()
    moves: Move = field(default_factory=Move)
    level: Level | None = None
    premises: tuple[int, ...] = ()
    correct_moves: int | None = None
    refutation: tuple[str, ...] = ()


def next_hint(
    puzzle: Puzzle,
    board: Board,
    solver: SatSolver,
    cancel: CancelToken | None = None,
    past: Sequence[Board] = (),
) -> Hint:
    """The easiest next step, or what stands in its way.

    ``past`` holds the boards that led to this one, the oldest first: the hint stays near the last
    move, and a mistake says which move was the first wrong one. A mistake comes first: bridges or
    marks that no solution has. A step holds in every solution that extends the board; where
    nothing does, the hint is a choice. On a puzzle that has a solution, doing what the hints say
    leads to one. Locks do not matter. Raises Stopped.
    """
    if is_solution(puzzle, board.counts):
        return Hint(
            HintKind.FINISHED, "Finished", "Every island has its bridges and all are joined."
        )
    solution = solver.solution(cancel, board)
    if solution is None:
        return _mistake(puzzle, board, solver, cancel, past)
    bounds = solver.solution_bounds(board, cancel)
    return (
        _reasoned(puzzle, board, bounds, _last_place(puzzle, board, past), cancel)
        or _proved_bridge(puzzle, board, bounds)
        or _proved_gap(puzzle, board, bounds)
        or _choice(puzzle, board, solution)
    )


def hint_from_technique(
    name: str,
    puzzle: Puzzle,
    board: Board,
    solver: SatSolver,
    cancel: CancelToken | None = None,
) -> Hint | None:
    """A place where the technique of that name says something; None where there is none.

    What it says may be no move, such as "at most one bridge". Raises Stopped.
    """
    if solver.solution(cancel, board) is None:
        return None
    techniques = all_techniques(solver.solution_bounds(board, cancel), cancel)
    technique = next(technique for technique in techniques if technique.name == name)
    base = Position.from_board(puzzle, board)
    checkpoint = base.checkpoint()
    plain = list(
        Reasoner(base, [other for other in OBVIOUS_TECHNIQUES if other.name != name]).run()
    )
    for subject in technique.subjects(base, range(len(puzzle.islands))):
        for conclusion in technique.find(base, subject):
            if conclusion.is_new(base):
                base.rollback(checkpoint)
                return _step(puzzle, base, plain, conclusion)
    return None


def _last_place(puzzle: Puzzle, board: Board, past: Sequence[Board]) -> int:
    """An island at the edge that was changed last; the first island without a past."""
    changed = past[-1].move_to(board).edges if past else ()
    return puzzle.edges[changed[0][0]].a if changed else 0


def _mistake(
    puzzle: Puzzle,
    board: Board,
    solver: SatSolver,
    cancel: CancelToken | None,
    past: Sequence[Board],
) -> Hint:
    conflicting = sorted(solver.smallest_conflict(board, cancel))
    if not conflicting:
        return Hint(HintKind.NONE, "No solution", "This puzzle has no solution.")
    correct_moves = next(
        (n for n in reversed(range(len(past))) if solver.is_solvable(past[n], cancel)), None
    )
    reason = _accusation(puzzle, board, conflicting)
    if correct_moves is not None:
        reason += f" Move {correct_moves + 1} of {len(past)} was the first wrong one."
    return Hint(
        HintKind.MISTAKE,
        "Mistake",
        reason,
        _ends(puzzle, conflicting),
        tuple(conflicting),
        Move(tuple((edge, 0) for edge in conflicting)),
        correct_moves=correct_moves,
    )


def _accusation(puzzle: Puzzle, board: Board, conflicting: list[int]) -> str:
    if len(conflicting) > 1:
        drawn = {"marks" if edge in board.marks else "bridges" for edge in conflicting}
        return (
            f"These {join_words(sorted(drawn))} cannot stand together: no solution keeps them all."
        )
    (edge,) = conflicting
    where, count = edge_name(puzzle, edge), board.counts[edge]
    if edge in board.marks:
        return f"Every solution has a bridge {where}, where the mark says none."
    return f"No solution has {'a bridge' if count == 1 else bridges_text(count)} {where}."


def _reasoned(
    puzzle: Puzzle, board: Board, bounds: Bounds, near: int, cancel: CancelToken | None
) -> Hint | None:
    """The easiest step that a technique gives: a bridge, else an edge that stays free.

    What cannot be drawn, such as "at most one bridge", is concluded on the way, and said first
    where the step needs it.
    """
    base = Position.from_board(puzzle, board, near)
    checkpoint = base.checkpoint()
    unseen: list[Conclusion] = []
    for techniques in _helpful(base, bounds, cancel):
        for conclusion in Reasoner(base, techniques, cancel=cancel).run():
            if not _holds(conclusion, bounds):
                return None  # never so far; a wrong hint would be worse than a plain one
            if conclusion.is_minimum:
                base.rollback(checkpoint)
                return _step(puzzle, base, unseen, conclusion)
            unseen.append(conclusion)
    base.rollback(checkpoint)
    gap = next((c for c in unseen if c.bound == 0 and c.technique not in OBVIOUS_TECHNIQUES), None)
    if gap is None or any(low > count for low, count in zip(bounds.low, board.counts)):
        return None
    return _step(puzzle, base, unseen[: unseen.index(gap)], gap)


def _helpful(
    base: Position, bounds: Bounds, cancel: CancelToken | None
) -> Iterator[Sequence[Technique]]:
    """The techniques to try: all, or on a large board those that soon come to a bridge."""
    bridges_only = Bounds(bounds.low, bytes(base.high))
    yield *DIRECT_TECHNIQUES, WhatIf((FAST_TECHNIQUES, DIRECT_TECHNIQUES), bridges_only, cancel)
    if sum(map(gt, base.high, base.low)) <= LARGE:
        yield all_techniques(bounds, cancel)


def _holds(conclusion: Conclusion, bounds: Bounds) -> bool:
    if conclusion.is_minimum:
        return conclusion.bound <= bounds.low[conclusion.edge]
    return conclusion.bound >= bounds.high[conclusion.edge]


def _step(
    puzzle: Puzzle,
    base: Position,
    unseen: list[Conclusion],
    conclusion: Conclusion,
) -> Hint:
    """The hint for a conclusion: what it needs said first, and all it says at once."""
    premises = _premises(base, unseen, conclusion)
    shown = _short(base, unseen, conclusion)
    chain = [*premises, shown]
    hardest = max(reversed(chain), key=lambda part: part.technique.level.rank)
    if conclusion.is_minimum:
        states = {c.edge: c.bound for c in _companions(base, unseen, conclusion)}
    else:
        states = {} if conclusion.bound else {conclusion.edge: MARK}
    islands = dict.fromkeys(i for part in reversed(chain) for i in part.islands)
    return Hint(
        HintKind.STEP,
        hardest.technique.name,
        " ".join(part.reason(puzzle) for part in chain),
        tuple(islands),
        tuple(states) or (conclusion.edge,),
        Move(tuple(states.items())),
        hardest.technique.level,
        tuple(part.edge for part in premises),
        refutation=explain_refutation(puzzle, shown),
    )


def _short(base: Position, unseen: Iterable[Conclusion], conclusion: Conclusion) -> Conclusion:
    """The conclusion; if something was assumed, refuted in as few steps as can be told."""
    if not isinstance(conclusion.technique, WhatIf) or len(conclusion.facts.chain) > TELLABLE:
        return conclusion
    checkpoint = base.checkpoint()
    for part in unseen:
        part.apply(base)
    short = minimise_refutation(base, conclusion)
    base.rollback(checkpoint)
    return short


def _companions(
    base: Position, unseen: Iterable[Conclusion], conclusion: Conclusion
) -> list[Conclusion]:
    """All bridges that the same technique gives for the same reason."""
    return [
        other
        for other in _found_again(base, unseen, conclusion)
        if other.is_minimum
        and other.islands == conclusion.islands
        and other.facts == conclusion.facts
    ] or [conclusion]


def _premises(
    base: Position, unseen: Sequence[Conclusion], conclusion: Conclusion
) -> list[Conclusion]:
    """The conclusions that must be said first: without them this one could not be drawn.

    Only those about edges at the islands that it speaks of are tried, and what they rest on
    themselves in turn. What is seen on the board is not said.
    """
    local = {e for island in conclusion.islands for e in base.puzzle.incident[island]}
    kept = list(unseen)
    needed: list[Conclusion] = []
    for part in reversed(unseen):
        if part.edge in local and part.technique not in OBVIOUS_TECHNIQUES:
            without = [other for other in kept if other is not part]
            again = _found_again(base, without, conclusion)
            if any(c.edge == conclusion.edge and c.bound == conclusion.bound for c in again):
                kept = without
            else:
                needed.append(part)
    deeper = [p for part in needed for p in _premises(base, unseen[: unseen.index(part)], part)]
    wanted = {id(part) for part in (*deeper, *needed)}
    return [part for part in unseen if id(part) in wanted]


def _found_again(
    base: Position, known: Iterable[Conclusion], conclusion: Conclusion
) -> list[Conclusion]:
    """What the technique of a conclusion finds in its place when just ``known`` is known."""
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


def _proved_bridge(puzzle: Puzzle, board: Board, bounds: Bounds) -> Hint | None:
    for edge, low in enumerate(bounds.low):
        if low > board.counts[edge]:
            missing = "another bridge" if board.counts[edge] else "a bridge"
            reason = (
                f"Without {missing} here the puzzle can no longer be finished: every solution has "
                f"at least {bridges_text(low)} {edge_name(puzzle, edge)}."
            )
            return _drawing(puzzle, edge, low, HintKind.STEP, PROOF, reason)
    return None


def _proved_gap(puzzle: Puzzle, board: Board, bounds: Bounds) -> Hint | None:
    capacities = BoardStatus(puzzle, board).capacities
    for edge, high in enumerate(bounds.high):
        if high == 0 and capacities[edge]:
            reason = (
                "With a bridge here the puzzle can no longer be finished: no solution has one "
                f"{edge_name(puzzle, edge)}."
            )
            return _drawing(puzzle, edge, MARK, HintKind.STEP, PROOF, reason)
    return None


def _choice(puzzle: Puzzle, board: Board, solution: bytes) -> Hint:
    edge = next(e for e, count in enumerate(solution) if count > board.counts[e])
    count = board.counts[edge] + 1
    reason = (
        "All solutions that remain have nothing more in common; "
        f"one of them has at least {bridges_text(count)} {edge_name(puzzle, edge)}."
    )
    return _drawing(puzzle, edge, count, HintKind.CHOICE, "Several solutions", reason)


def _drawing(
    puzzle: Puzzle, edge: int, state: int, kind: HintKind, technique: str, reason: str
) -> Hint:
    """A hint that gives an edge a new state, its region the islands at the ends."""
    level = Level.EXTREME if kind is HintKind.STEP else None
    moves = Move(((edge, state),))
    return Hint(kind, technique, reason, _ends(puzzle, [edge]), (edge,), moves, level)


def _ends(puzzle: Puzzle, edges: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted({end.id for edge in edges for end in puzzle.ends(edge)}))
