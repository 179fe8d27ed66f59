"""Every conclusion of every technique is true, compared with the exact solver.

The suite has a sample; ``HASHI_TECHNIQUES=10000`` gives that many puzzles of all sizes.
"""

import os
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from random import Random

import pytest

from hashi_gui.core.board import Board
from hashi_gui.formats import draw
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.reasoner import Reasoner
from hashi_gui.logic.reasoning.techniques.assumptions import WhatIf, refute
from hashi_gui.logic.reasoning.techniques.catalogue import (
    DIRECT_TECHNIQUES,
    FAST_TECHNIQUES,
    all_techniques,
)
from hashi_gui.logic.reasoning.techniques.island_clues import FullHouse
from hashi_gui.logic.reasoning.techniques.technique import Conclusion
from hashi_gui.logic.wording import with_places
from hashi_gui.solving import Backbone, Solver
from tests.samples import MAX_SIDE, partial_board, sample, without_loops

ASSUMPTION_SHARE = 0.03
"""The share of positions at which true assumptions are checked, which is slow."""

MAX_ASSUMPTIONS = 20
"""The most assumptions that are checked at one position."""

MAX_NESTED = 40
"""The most true assumptions for which nested ones are checked too, which is slower still."""


SENTENCES = re.compile(r"[A-Z⟦][^.]*\.( [A-Z0-9⟦][^.]*\.)*")
"""One sentence or several."""


@dataclass(slots=True)
class Report:
    """How many conclusions were compared with the exact solver, at how many positions.

    ``wrong`` describes each disagreement. ``finished`` is whether the techniques have solved the
    puzzle, None if it has several solutions.
    """

    random: Random
    positions: int = 0
    conclusions: Counter[str] = field(default_factory=Counter)
    finished: bool | None = None
    wrong: list[str] = field(default_factory=list)

    def walk(self, position: Position, forced: Backbone) -> None:
        """Reason to the end, and compare all conclusions possible on the way.

        True conclusions do not change the set of solutions, so the bounds ``forced``, which are
        exact for the first position, are exact for all.
        """
        compared = 0
        for conclusion in chain([None], Reasoner(position, all_techniques(forced)).run()):
            if conclusion is not None:
                self._compare(position, forced, conclusion)
                if self.wrong:
                    break
            self.positions += 1
            touched = position.touched[compared:]
            compared = len(position.touched)
            for technique in DIRECT_TECHNIQUES:
                for subject in technique.affected(position, touched):
                    for possible in technique.find(position, subject):
                        self._compare(position, forced, possible)
            if self.random.random() < ASSUMPTION_SHARE:
                self._compare_assumptions(position, forced)
        assert self.wrong or position.conflict is None

    def _compare(self, position: Position, forced: Backbone, conclusion: Conclusion) -> None:
        self.conclusions[conclusion.technique.name] += 1
        edge, bound = conclusion.edge, conclusion.bound
        if bound > forced.low[edge] if conclusion.is_minimum else bound < forced.high[edge]:
            self._add_wrong(position, conclusion, conclusion.technique.name)
        reason = conclusion.reason(position.puzzle)
        assert SENTENCES.fullmatch(reason)
        assert " 0 bridges" not in reason

    def _compare_assumptions(self, position: Position, forced: Backbone) -> None:
        """Check that no assumption that is true in a solution is refuted."""
        true = list(_true_assumptions(position, forced))
        levels = [("one step", DIRECT_TECHNIQUES)]
        if len(true) <= MAX_NESTED:
            levels.append(
                ("deeper", (*DIRECT_TECHNIQUES, WhatIf((FAST_TECHNIQUES, DIRECT_TECHNIQUES))))
            )
        for assumption in self.random.sample(true, min(MAX_ASSUMPTIONS, len(true))):
            for name, techniques in levels:
                if refute(position, assumption, techniques) is not None:
                    problem = f"What if, {name}, refutes a true assumption"
                    self._add_wrong(position, assumption, problem)

    def _add_wrong(self, position: Position, conclusion: Conclusion, problem: str) -> None:
        puzzle, empty = position.puzzle, Board.empty(position.puzzle)
        known = empty.move_to(Board(bytes(position.low))).to_text(puzzle)
        self.wrong.append(
            f"{problem}: {with_places(puzzle, conclusion.says(puzzle))} "
            f"With {known or 'no bridges'} on\n{draw(puzzle, empty)}"
        )


def _true_assumptions(position: Position, forced: Backbone) -> Iterator[Conclusion]:
    technique = WhatIf(())
    for edge, ends in enumerate(position.ends):
        low, high = position.low[edge], position.high[edge]
        if low < high and low == forced.low[edge]:
            yield Conclusion(technique, edge, False, low, ends)
        if low < high and high == forced.high[edge]:
            yield Conclusion(technique, edge, True, high, ends)


def compare(seed: int, max_side: int = MAX_SIDE, *, loops: bool = True) -> Report:
    """Compare on the puzzle of a seed, from the empty board and from a partly solved one."""
    report = Report(Random(seed))
    puzzle = sample(seed, max_side)
    if not loops:
        with Solver(puzzle) as solver:
            puzzle, _ = without_loops(puzzle, solver.solution() or b"")
    with Solver(puzzle) as solver:
        forced = solver.backbone(Board.empty(puzzle))
        position = Position(puzzle)
        report.walk(position, forced)
        if forced.low == forced.high:
            report.finished = position.solved
        board = partial_board(report.random, solver.solution() or b"")
        report.walk(Position.from_board(puzzle, board), solver.backbone(board))
    report.wrong = [f"Seed {seed}: {wrong}" for wrong in report.wrong]
    return report


class FaultyFullHouse(FullHouse):
    """Wrong: fills an island even if one more bridge than needed is possible."""

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        if position.island_capacity[subject] <= position.min_need[subject] + 1:
            for edge in position.open_edges(subject):
                edges = position.open_edges(subject)
                caps = [(each, position.capacity(each), position.high[each]) for each in edges]
                facts = position.min_need[subject], caps
                yield Conclusion(self, edge, True, position.high[edge], (subject,), facts)


@pytest.mark.parametrize("seed", range(25))
def test_every_conclusion_on_a_sample_of_small_puzzles_is_right(seed):
    report = compare(seed, max_side=10)
    assert report.wrong == []
    assert report.finished is not False
    assert report.positions > 1
    assert report.conclusions


@pytest.mark.parametrize("seed", range(int(os.environ.get("HASHI_TECHNIQUES", "3"))))
def test_every_conclusion_on_a_sample_of_all_sizes_is_right(seed):
    report = compare(seed)
    assert report.wrong == []
    assert report.finished is not False


def test_every_conclusion_where_loops_are_forbidden_is_right():
    reports = [compare(seed, max_side=10, loops=False) for seed in range(25)]
    conclusions = sum((report.conclusions for report in reports), Counter[str]())
    assert [wrong for report in reports for wrong in report.wrong] == []
    assert False not in [report.finished for report in reports]
    assert sum(report.positions for report in reports) > 500
    assert min(conclusions[name] for name in ("Closing a loop", "The last way without a loop")) > 5


def test_a_wrong_conclusion_is_reported_with_its_seed(monkeypatch):
    monkeypatch.setitem(globals(), "DIRECT_TECHNIQUES", (FaultyFullHouse(),))
    wrong = [wrong for seed in range(20) for wrong in compare(seed, max_side=8).wrong]
    assert wrong[0].startswith("Seed ")
    assert "Full house: So" in wrong[0]


def test_a_refuted_true_assumption_is_reported(monkeypatch):
    monkeypatch.setitem(globals(), "ASSUMPTION_SHARE", 1)
    monkeypatch.setitem(globals(), "DIRECT_TECHNIQUES", (*DIRECT_TECHNIQUES, FaultyFullHouse()))
    wrong = [wrong for seed in range(25, 30) for wrong in compare(seed, max_side=8).wrong]
    assert any("refutes a true assumption" in each for each in wrong)
