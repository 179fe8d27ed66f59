"""Positions to practise a technique on: it gives the next step there, and no easier one does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby

from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.i18n import N_, translated
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic.levels import Level
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.reasoner import Reasoner
from hashi_gui.logic.reasoning.techniques.assumptions import NestedWhatIf, WhatIf
from hashi_gui.logic.reasoning.techniques.catalogue import (
    OBVIOUS_TECHNIQUES,
    all_techniques,
    draw_obvious,
)
from hashi_gui.logic.reasoning.techniques.connectivity import OddAndEven, OnlyLink
from hashi_gui.logic.reasoning.techniques.technique import Conclusion, Technique
from hashi_gui.logic.teaching.easiest_step import step_after
from hashi_gui.logic.teaching.examples import EXAMPLES
from hashi_gui.logic.teaching.explanation import Explanation
from hashi_gui.logic.teaching.hints import explain_step
from hashi_gui.solving import Backbone, CancelToken

MIN_BRIDGES_LEFT = 3
"""How many bridges of the solution are missing at least, so that the answer is not the last."""

_TOO_RARE = {
    OnlyLink.name: N_("too rare: 1 of 800 puzzles needs it"),
    OddAndEven.name: N_("too rare: 1 of 400 puzzles needs it"),
    NestedWhatIf.name: N_("too rare: none of 1000 puzzles needs it"),
}
"""Techniques for which exercises cannot be found in time, and how rare they are: in puzzles of
10 x 10 and 12 x 12 cells, with all clues for the first one."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A technique to practise, and how rare it is if it cannot be practised."""

    name: str
    level: Level
    rarity: str

    @property
    def label(self) -> str:
        """What players read for the name."""
        return translated(self.name)

    @property
    def too_rare(self) -> str:
        """Why it cannot be practised; empty if it can."""
        return translated(self.rarity)


TOPICS = tuple(
    Topic(each.name, each.level, _TOO_RARE.get(each.name, ""))
    for each in all_techniques()
    if not each.obvious
)
"""All techniques that draw anything, the easiest first."""

PRACTICABLE = {
    each.technique.name: each
    for each in EXAMPLES
    if not each.technique.obvious and each.technique.name not in _TOO_RARE
}
"""The examples of the techniques for which exercises can be found, by name, the easiest first."""

EdgeState = tuple[int, int]
"""An edge, and the number of bridges on it, or MARK."""


class Reply(StrEnum):
    """What can be said of what the player has drawn."""

    RIGHT = "right"
    WRONG = "wrong"
    OTHER = "other"
    """It is true, but the technique does not give it."""
    NOTHING = "nothing"
    """There is nothing to say yet."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """A board on which one technique gives the next step.

    ``hint`` explains the step, or one of those that follow from it. ``answers`` are all states that
    the technique gives, and any of them is accepted. They have one reason, unless the technique is
    to assume something: then nearly every board has several, and the hint is the one with the
    shortest refutation.
    """

    puzzle: Puzzle
    board: Board
    solution: bytes
    hint: Explanation
    answers: frozenset[EdgeState]

    @property
    def asks_for_bridge(self) -> bool:
        """Whether the answer is a bridge, and not a mark."""
        return any(state != MARK for _, state in self.answers)

    def judge(self, board: Board) -> Reply:
        """What a board is that the player has made of the exercise."""
        changes = self.board.move_to(board).edges
        if any(self._is_false(*change) for change in changes):
            return Reply.WRONG
        if any(self._is_answer(*change) for change in changes):
            return Reply.RIGHT
        counts, on_the_way = self.board.counts, {edge for edge, _ in self.answers}
        added = {edge for edge, state in changes if state == MARK or state > counts[edge]}
        return Reply.NOTHING if added <= on_the_way else Reply.OTHER

    def _is_false(self, edge: int, state: int) -> bool:
        return self.solution[edge] > 0 if state == MARK else state > self.solution[edge]

    def _is_answer(self, edge: int, state: int) -> bool:
        return any(
            edge == other and (state == MARK if wanted == MARK else state >= wanted)
            for other, wanted in self.answers
        )


def exercises(
    puzzle: Puzzle, solution: bytes, name: str, cancel: CancelToken | None = None
) -> Iterator[Exercise]:
    """The exercises for a technique on the easiest way to the only solution. Raises Cancelled."""
    techniques = all_techniques(Backbone(solution, solution), cancel)[:-1]
    number = next(n for n, technique in enumerate(techniques) if technique.name == name)
    board = Board.empty(puzzle)
    while True:
        stall = _stall(puzzle, board, techniques[:number], cancel)
        steps = list(stall.steps(techniques[number]))
        exercise = stall.exercise(steps, solution)
        if exercise is not None:
            yield exercise
        harder = (step for technique in techniques[number + 1 :] for step in stall.steps(technique))
        chosen = steps[0] if steps else next(harder, None)
        if chosen is None:
            return
        board = stall.board.apply(chosen.move)


@dataclass(frozen=True, slots=True)
class _Step:
    """What a technique gives at one place.

    ``drawn`` are conclusions that can be drawn; ``before`` are those needed first: of the technique
    itself, if its own cannot be drawn, and obvious ones.
    """

    technique: Technique
    drawn: Sequence[Conclusion]
    before: Sequence[Conclusion] = ()

    @property
    def answers(self) -> frozenset[EdgeState]:
        return frozenset((c.edge, c.bound or MARK) for c in self.drawn)

    @property
    def move(self) -> Move:
        return Move(tuple(sorted(self.answers)))


@dataclass(frozen=True, slots=True)
class _Stall:
    """A board on which easier techniques draw nothing, and the position that they lead to.

    ``known`` is what they conclude there, such as "at most one bridge".
    """

    board: Board
    position: Position
    known: Sequence[Conclusion]
    easier: Sequence[Technique]

    def steps(self, technique: Technique) -> Iterator[_Step]:
        """What a technique gives, place by place; then what it gives at several places together."""
        bounds: list[list[Conclusion]] = []
        for conclusions in _by_reason(technique, self.position):
            drawn = [conclusion for conclusion in conclusions if _can_be_drawn(conclusion)]
            if drawn:
                yield _Step(technique, drawn)
            else:
                bounds.append(conclusions)
        together = [[c for conclusions in bounds for c in conclusions]] if len(bounds) > 1 else []
        for conclusions in (*bounds, *together):
            step = self._step_after(technique, conclusions)
            if step.drawn:
                yield step

    def exercise(self, steps: Sequence[_Step], solution: bytes) -> Exercise | None:
        """The exercise, if the steps of a technique have one answer, or assume something."""
        if not steps:
            return None
        answers = {step.answers for step in steps}
        assumed = isinstance(steps[0].technique, WhatIf)
        bridges_left = sum(solution) - sum(self.board.apply(steps[0].move).counts)
        if (len(answers) > 1 and not assumed) or bridges_left < MIN_BRIDGES_LEFT:
            return None
        accepted = frozenset(state for states in answers for state in states)
        return Exercise(self.position.puzzle, self.board, solution, self.hint(steps[0]), accepted)

    def hint(self, step: _Step) -> Explanation:
        puzzle = self.position.puzzle
        base = Position.from_board(puzzle, self.board)
        draw_obvious(base)
        known = [*self.known, *step.before]
        hint = explain_step(base, step_after(base, known, step.drawn[0]))
        technique = step.technique
        return replace(
            hint, heading=technique.label, technique=technique.name, level=technique.level
        )

    def _step_after(self, technique: Technique, conclusions: Sequence[Conclusion]) -> _Step:
        """What easier techniques can draw at once after conclusions that cannot be drawn."""
        position = self.position
        checkpoint = position.checkpoint()
        for conclusion in conclusions:
            conclusion.apply(position)
        obvious = list(Reasoner(position, OBVIOUS_TECHNIQUES, checkpoint[1]).run())
        drawn = [
            conclusion
            for easier in self.easier
            if not easier.obvious
            for found in _by_reason(easier, position)
            for conclusion in found
            if _can_be_drawn(conclusion)
        ]
        position.rollback(checkpoint)
        return _Step(technique, drawn, [*conclusions, *obvious])


def _stall(
    puzzle: Puzzle, board: Board, easier: Sequence[Technique], cancel: CancelToken | None
) -> _Stall:
    """Draw what easier techniques give, until they give nothing. Raises Cancelled."""
    while True:
        position = Position.from_board(puzzle, board)
        known = list(Reasoner(position, easier, cancel=cancel).run())
        states = {c.edge: c.bound or MARK for c in known if _can_be_drawn(c)}
        if not states:
            return _Stall(board, position, known, easier)
        board = board.apply(Move(tuple(states.items())))


def _by_reason(technique: Technique, position: Position) -> Iterator[list[Conclusion]]:
    """All new conclusions of a technique, those of one reason together."""
    if isinstance(technique, WhatIf):
        refuted = technique.find_all(position)
        yield from ([c] for c in sorted(refuted, key=lambda c: len(c.facts.chain)))
        return
    found = technique.find_new(position, range(len(position.puzzle.islands)))
    for _, conclusions in groupby(found, lambda c: (c.islands, c.facts)):
        yield list(conclusions)


def _can_be_drawn(conclusion: Conclusion) -> bool:
    """Whether a conclusion is a bridge, or an edge without any that this is worth saying of."""
    return conclusion.is_minimum or (conclusion.bound == 0 and not conclusion.technique.obvious)
