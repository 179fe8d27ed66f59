"""The whole solution as a person would find it, in numbered steps and plain words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.logic.levels import Level
from hashi_gui.logic.minimise import minimise_refutation
from hashi_gui.logic.position import Position
from hashi_gui.logic.reasoner import Reasoner
from hashi_gui.logic.techniques.assumptions import WhatIf
from hashi_gui.logic.techniques.catalogue import OBVIOUS_TECHNIQUES, techniques_for
from hashi_gui.logic.techniques.connectivity import GroupClosedOff
from hashi_gui.logic.techniques.island_clues import OnesAndTwosApart
from hashi_gui.logic.techniques.technique import Conclusion
from hashi_gui.logic.wording import bridges_text
from hashi_gui.solving import CancelToken, SatSolver

INDIRECT = (OnesAndTwosApart, GroupClosedOff, WhatIf)
"""The techniques whose reasons say what would go wrong; what follows is still to be said."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step: its reason, the islands it speaks of, the edges it decides, the board after it.

    An edge that a step closes without a bridge on it is marked on that board. ``refutation``
    holds a sentence for each step by which an assumption leads to a contradiction, without the
    obvious ones.
    """

    technique: str
    level: Level
    reason: str
    refutation: tuple[str, ...]
    region: tuple[int, ...]
    edges: tuple[int, ...]
    board: Board


@dataclass(frozen=True, slots=True)
class Walkthrough:
    """The steps from the empty board; ``finished`` if they lead to a solution.

    They do not where the puzzle has several: then they end where reasoning does.
    """

    puzzle: Puzzle
    steps: tuple[Step, ...]
    finished: bool

    @property
    def end(self) -> Board:
        """The board after the last step."""
        return self.steps[-1].board if self.steps else Board.empty(self.puzzle)


def build_walkthrough(
    puzzle: Puzzle, solver: SatSolver, cancel: CancelToken | None = None
) -> Walkthrough:
    """Every step of the easiest way to the solution. Raises Stopped.

    The puzzle must have a solution; the exact solver spares assumptions that are true.
    """
    board = Board.empty(puzzle)
    reasoner = Reasoner(Position(puzzle), techniques_for(solver, cancel), cancel=cancel)
    steps = []
    for conclusions in _by_reason(_shortened(puzzle, reasoner.run(), cancel)):
        board = board.apply(Move(tuple((c.edge, c.bound or MARK) for c in _drawn(conclusions))))
        steps.append(_step(puzzle, conclusions, board))
    return Walkthrough(puzzle, tuple(steps), is_solution(puzzle, board.counts))


def _shortened(
    puzzle: Puzzle, conclusions: Iterable[Conclusion], cancel: CancelToken | None
) -> Iterator[Conclusion]:
    """The conclusions, drawn from the start one after another; those of what-ifs made short."""
    before = Position(puzzle)
    for conclusion in conclusions:
        if isinstance(conclusion.technique, WhatIf):
            yield minimise_refutation(before, conclusion, cancel)
        else:
            yield conclusion
        conclusion.apply(before)


def _by_reason(conclusions: Iterable[Conclusion]) -> Iterator[list[Conclusion]]:
    """Conclusions that one technique draws at one place, together; not what is plain to see."""
    told = (c for c in conclusions if c.technique not in OBVIOUS_TECHNIQUES)
    for _, group in groupby(told, key=_place):
        yield list(group)


def _place(conclusion: Conclusion) -> tuple[object, ...]:
    assumed = isinstance(conclusion.technique, WhatIf) and conclusion.bound
    return conclusion.technique.name, conclusion.islands, assumed


def _drawn(conclusions: Iterable[Conclusion]) -> Iterator[Conclusion]:
    """Those that show on a board: bridges, and edges that get none."""
    return (c for c in conclusions if c.is_minimum or c.bound == 0)


def _step(puzzle: Puzzle, conclusions: list[Conclusion], board: Board) -> Step:
    technique = conclusions[0].technique
    return Step(
        technique.name,
        technique.level,
        " ".join(dict.fromkeys(_reason(puzzle, conclusion) for conclusion in conclusions)),
        explain_refutation(puzzle, conclusions[0]),
        conclusions[0].islands,
        tuple(dict.fromkeys(conclusion.edge for conclusion in conclusions)),
        board,
    )


def explain_refutation(puzzle: Puzzle, conclusion: Conclusion) -> tuple[str, ...]:
    """How the assumption behind a conclusion leads to what cannot be, a sentence for each step.

    Empty where nothing was assumed; what is plain to see is left out.
    """
    chain = conclusion.facts.chain if isinstance(conclusion.technique, WhatIf) else ()
    return tuple(
        _reason(puzzle, part) for part in chain if part.technique not in OBVIOUS_TECHNIQUES
    )


def _reason(puzzle: Puzzle, conclusion: Conclusion) -> str:
    reason = conclusion.reason(puzzle)
    if not isinstance(conclusion.technique, INDIRECT):
        return reason
    if not conclusion.bound:
        return f"{reason} So no bridge goes there."
    side, verb = (
        "least" if conclusion.is_minimum else "most",
        "goes" if conclusion.bound == 1 else "go",
    )
    return f"{reason} So at {side} {bridges_text(conclusion.bound)} {verb} there."
