from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

import pytest

from hashi_gui.core.board import Board
from hashi_gui.formats import read
from hashi_gui.logic.levels import Level
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.reasoner import Reasoner
from hashi_gui.logic.reasoning.techniques.assumptions import NestedWhatIf
from hashi_gui.logic.reasoning.techniques.catalogue import (
    DIRECT_TECHNIQUES,
    all_techniques,
    techniques_for,
)
from hashi_gui.logic.reasoning.techniques.loops import LoopTechnique
from hashi_gui.logic.reasoning.techniques.technique import Conclusion, Technique
from hashi_gui.solving import Backbone, Solver, VerdictKind
from tests.samples import without_loops

TECHNIQUES = all_techniques()
SENTENCES = re.compile(r"[A-Z][^.]*\.( [A-Z][^.]*\.){0,2}")

MAX_EDGES_FOR_NESTING = 8
"""On puzzles with more edges, trying all nested assumptions would take long."""


def deduce(position: Position, truth: Backbone, techniques: Sequence[Technique]) -> int:
    """Check every conclusion of some techniques; returns how many there were."""
    drawn = 0
    for conclusion in Reasoner(position, techniques).run():
        assert holds(conclusion, truth)
        reason = conclusion.reason(position.puzzle)
        assert SENTENCES.fullmatch(reason)
        assert " 0 bridges" not in reason
        drawn += 1
    assert position.conflict is None
    return drawn


def holds(conclusion: Conclusion, truth: Backbone) -> bool:
    if conclusion.is_minimum:
        return conclusion.bound <= truth.low[conclusion.edge]
    return conclusion.bound >= truth.high[conclusion.edge]


@pytest.mark.parametrize("loops", [True, False])
@pytest.mark.parametrize("seed", range(15))
def test_all_together_are_never_wrong_and_find_the_only_solution(
    seed, loops, random_puzzle, partial_board
):
    random = Random(seed)
    puzzle, solution = random_puzzle(random)
    if not loops:
        puzzle, solution = without_loops(puzzle, solution)
    with Solver(puzzle) as solver:
        unique = solver.verdict().kind == VerdictKind.UNIQUE
        for board in (Board.empty(puzzle), partial_board(random, solution)):
            position = Position.from_board(puzzle, board)
            deduce(position, solver.backbone(board), TECHNIQUES)
            if unique:
                assert position.solved
                assert bytes(position.low) == solution


@pytest.mark.parametrize("technique", TECHNIQUES, ids=lambda technique: technique.name)
def test_each_alone_is_never_wrong(technique, random_puzzle, partial_board):
    drawn = 0
    for seed in range(400 if isinstance(technique, LoopTechnique) else 80):
        random = Random(seed)
        puzzle, solution = random_puzzle(random)
        if isinstance(technique, LoopTechnique):
            puzzle, solution = without_loops(puzzle, solution)
        if isinstance(technique, NestedWhatIf) and len(puzzle.edges) > MAX_EDGES_FOR_NESTING:
            continue
        with Solver(puzzle) as solver:
            for board in (Board.empty(puzzle), partial_board(random, solution)):
                truth = solver.backbone(board)
                drawn += deduce(Position.from_board(puzzle, board), truth, [technique])
    assert drawn


def test_there_are_nineteen_techniques_from_easy_to_extreme():
    assert len({technique.name for technique in TECHNIQUES}) == 19
    assert {technique.level for technique in TECHNIQUES} == set(Level)
    assert TECHNIQUES[0].level == Level.EASY
    assert TECHNIQUES[-1].level == Level.EXTREME


@pytest.mark.parametrize(
    ("grid", "names"),
    [
        ("4.3\n...\n3.2", [technique.name for technique in TECHNIQUES]),
        ("2.3\n...\n1.2", [technique.name for technique in TECHNIQUES[:-1]]),
        ("1.1.1", [technique.name for technique in DIRECT_TECHNIQUES]),
    ],
    ids=["unique", "several", "none"],
)
def test_the_techniques_for_a_puzzle_depend_on_its_verdict(grid, names):
    with Solver(read(grid).puzzle) as solver:
        assert [technique.name for technique in techniques_for(solver)] == names
