"""The whole solution as a person would find it, in numbered steps and plain words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.logic.deducer import Deducer
from hashi_gui.logic.position import Position
from hashi_gui.logic.technique import Conclusion, Level
from hashi_gui.logic.techniques import PLAIN, techniques_for
from hashi_gui.solving import CancelToken, SatSolver


@dataclass(frozen=True, slots=True)
class Step:
    """One step: its reason, the islands it speaks of, the edges it decides, the board after it.

    An edge that a step closes without a bridge on it is marked on that board.
    """

    technique: str
    level: Level
    reason: str
    region: tuple[int, ...]
    edges: tuple[int, ...]
    board: Board


@dataclass(frozen=True, slots=True)
class Walkthrough:
    """The steps from the empty board; ``finished`` if they lead to a solution.

    They do not where the puzzle has several: then they end where reasoning does.
    """

    steps: tuple[Step, ...]
    finished: bool


def walk_through(
    puzzle: Puzzle, solver: SatSolver, cancel: CancelToken | None = None
) -> Walkthrough:
    """Every step of the easiest way to the solution. Raises Stopped.

    The puzzle must have a solution; the exact solver spares assumptions that are true.
    """
    board = Board.empty(puzzle)
    deducer = Deducer(Position(puzzle), techniques_for(solver, cancel), cancel=cancel)
    steps = []
    for conclusions in _by_reason(deducer.run()):
        board = board.apply(Move(tuple((c.edge, c.bound or MARK) for c in _drawn(conclusions))))
        steps.append(_step(puzzle, conclusions, board))
    return Walkthrough(tuple(steps), is_solution(puzzle, board.counts))


def as_text(walkthrough: Walkthrough, *, markdown: bool = False) -> str:
    """The steps as numbered paragraphs."""
    name = "**{}** ({})" if markdown else "{} ({})"
    paragraphs = [
        f"{number}. {name.format(step.technique, step.level)}. {step.reason}"
        for number, step in enumerate(walkthrough.steps, 1)
    ]
    if not walkthrough.finished:
        paragraphs.append("Here reasoning ends: the puzzle has several solutions.")
    return "\n\n".join(paragraphs)


def _by_reason(conclusions: Iterable[Conclusion]) -> Iterator[list[Conclusion]]:
    """Conclusions that one technique draws at one place, together; not what is plain to see."""
    told = (c for c in conclusions if c.technique not in PLAIN)
    for _, group in groupby(told, key=lambda c: (c.technique.name, c.islands)):
        yield list(group)


def _drawn(conclusions: Iterable[Conclusion]) -> Iterator[Conclusion]:
    """Those that show on a board: bridges, and edges that get none."""
    return (c for c in conclusions if c.rises or c.bound == 0)


def _step(puzzle: Puzzle, conclusions: list[Conclusion], board: Board) -> Step:
    technique = conclusions[0].technique
    reasons = dict.fromkeys(conclusion.reason(puzzle) for conclusion in conclusions)
    return Step(
        technique.name,
        technique.level,
        " ".join(reasons),
        conclusions[0].islands,
        tuple(dict.fromkeys(conclusion.edge for conclusion in conclusions)),
        board,
    )
