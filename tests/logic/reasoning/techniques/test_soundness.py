"""Every conclusion of every technique is true, compared with the exact solver.

The suite has a sample; ``HASHI_TECHNIQUES=10000`` gives that many puzzles of all sizes.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

import pytest

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
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
from hashi_gui.logic.wording import bound_text, edge_name, with_places
from hashi_gui.solving import Backbone, Solver
from tests.samples import MAX_SIDE, sample, without_loops

ASSUMPTION_SHARE = 0.03
"""The share of positions at which true assumptions are checked, which is slow."""

MAX_ASSUMPTIONS = 20
"""The most assumptions that are checked at one position."""

MAX_NESTED = 40
"""The most true assumptions for which nested ones are checked too, which is slower still."""


@dataclass(slots=True)
class TechniquesReport:
    """The result of a comparison.

    ``conclusions``, by technique, and ``assumptions`` count what was compared with the exact
    solver, at ``positions`` positions; ``wrong`` describes each disagreement. ``finished`` is
    whether the techniques have solved the puzzle, None if it has several solutions.
    """

    positions: int = 0
    assumptions: int = 0
    conclusions: Counter[str] = field(default_factory=Counter)
    finished: bool | None = None
    wrong: list[str] = field(default_factory=list)


def compare(seed: int, max_side: int = MAX_SIDE, *, loops: bool = True) -> TechniquesReport:
    """Compare on the puzzle of a seed, from the empty board and from a partly solved one."""
    random = Random(seed)
    puzzle = sample(seed, max_side)
    if not loops:
        puzzle = tree_of(puzzle)
    report = TechniquesReport()
    with Solver(puzzle) as solver:
        forced = solver.backbone(Board.empty(puzzle))
        position = Position(puzzle)
        _Walk(position, forced, random, report).run()
        if forced.low == forced.high:
            report.finished = position.solved
        solution = solver.solution()
        assert solution is not None
        board = _partial_board(solution, random)
        _Walk(Position.from_board(puzzle, board), solver.backbone(board), random, report).run()
    report.wrong = [f"Seed {seed}: {wrong}" for wrong in report.wrong]
    return report


def tree_of(puzzle: Puzzle) -> Puzzle:
    """The puzzle without the bridges of a solution that close a loop, and loops forbidden."""
    with Solver(puzzle) as solver:
        solution = solver.solution()
    assert solution is not None
    return without_loops(puzzle, solution)[0]


def _partial_board(solution: bytes, random: Random) -> Board:
    """A board with some bridges of a solution, and marks on some edges without bridges."""
    done = random.random()
    counts = bytes(random.randint(0, n) if random.random() < done else 0 for n in solution)
    free = [edge for edge, count in enumerate(solution) if not count]
    return Board(counts, frozenset(edge for edge in free if random.random() < done / 2))


class _Walk:
    """Reasons from a position to the end and compares all conclusions possible on the way.

    True conclusions do not change the set of solutions, so the bounds ``forced``, which are exact
    for the first position, are exact for all.
    """

    def __init__(
        self, position: Position, forced: Backbone, random: Random, report: TechniquesReport
    ) -> None:
        self._position = position
        self._forced = forced
        self._random = random
        self._report = report
        self._compared = 0

    def run(self) -> None:
        """Reason to the end."""
        self._compare_position()
        for conclusion in Reasoner(self._position, all_techniques(self._forced)).run():
            self._compare(conclusion)
            if self._report.wrong:
                break
            self._compare_position()

    def _compare_position(self) -> None:
        """Compare the conclusions that have become possible since the last position."""
        position = self._position
        self._report.positions += 1
        touched = position.touched[self._compared :]
        self._compared = len(position.touched)
        for technique in DIRECT_TECHNIQUES:
            for subject in technique.affected(position, touched):
                for conclusion in technique.find(position, subject):
                    self._compare(conclusion)
        if self._random.random() < ASSUMPTION_SHARE:
            self._compare_assumptions()

    def _compare(self, conclusion: Conclusion) -> None:
        self._report.conclusions[conclusion.technique.name] += 1
        edge, bound = conclusion.edge, conclusion.bound
        low, high = self._forced.low[edge], self._forced.high[edge]
        if bound > low if conclusion.is_minimum else bound < high:
            self._add_wrong(conclusion, conclusion.technique.name)

    def _compare_assumptions(self) -> None:
        """Check that no assumption that holds in a solution is refuted."""
        true = list(self._true_assumptions())
        levels = [("one step", DIRECT_TECHNIQUES)]
        if len(true) <= MAX_NESTED:
            levels.append(
                ("deeper", (*DIRECT_TECHNIQUES, WhatIf((FAST_TECHNIQUES, DIRECT_TECHNIQUES))))
            )
        for assumption in self._random.sample(true, min(MAX_ASSUMPTIONS, len(true))):
            for name, techniques in levels:
                self._report.assumptions += 1
                if refute(self._position, assumption, techniques) is not None:
                    self._add_wrong(assumption, f"What if, {name}, refutes a true assumption")

    def _true_assumptions(self) -> Iterator[Conclusion]:
        position, forced = self._position, self._forced
        technique = WhatIf(())
        for edge, ends in enumerate(position.ends):
            low, high = position.low[edge], position.high[edge]
            if low < high and low == forced.low[edge]:
                yield Conclusion(technique, edge, False, low, ends)
            if low < high and high == forced.high[edge]:
                yield Conclusion(technique, edge, True, high, ends)

    def _add_wrong(self, conclusion: Conclusion, problem: str) -> None:
        puzzle, empty = self._position.puzzle, Board.empty(self._position.puzzle)
        known = empty.move_to(Board(bytes(self._position.low))).to_text(puzzle)
        bound = bound_text(conclusion.bound, is_minimum=conclusion.is_minimum)
        self._report.wrong.append(
            f"{problem}, {bound} {with_places(puzzle, edge_name(puzzle, conclusion.edge))}, "
            f"with {known or 'no bridges'} on\n{draw(puzzle, empty)}"
        )


class FaultyFullHouse(FullHouse):
    """Wrong: fills an island even if one more bridge than needed is possible."""

    def find(self, position: Position, subject: int) -> Iterator[Conclusion]:
        if position.island_capacity[subject] <= position.min_need[subject] + 1:
            for edge in position.open_edges(subject):
                caps = [(each, position.capacity(each)) for each in position.open_edges(subject)]
                facts = position.min_need[subject], caps
                yield Conclusion(self, edge, True, position.high[edge], (subject,), facts)


@pytest.mark.parametrize("seed", range(25))
def test_every_conclusion_on_a_sample_of_small_puzzles_is_right(seed):
    report = compare(seed, max_side=10)
    assert report.wrong == []
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
    assert "Full house, at least" in wrong[0]


def test_a_refuted_true_assumption_is_reported(monkeypatch):
    monkeypatch.setitem(globals(), "ASSUMPTION_SHARE", 1)
    monkeypatch.setitem(globals(), "DIRECT_TECHNIQUES", (*DIRECT_TECHNIQUES, FaultyFullHouse()))
    wrong = [wrong for seed in range(25, 30) for wrong in compare(seed, max_side=8).wrong]
    assert any("refutes a true assumption" in each for each in wrong)
