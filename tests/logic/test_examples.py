from __future__ import annotations

import pytest

from hashi_gui.logic.deducer import Deducer
from hashi_gui.logic.examples import EXAMPLES, Example
from hashi_gui.logic.position import Position
from hashi_gui.logic.techniques import all_techniques
from hashi_gui.solving import SatSolver

TECHNIQUES = all_techniques()
NAMES = [technique.name for technique in TECHNIQUES]

each_example = pytest.mark.parametrize(
    "example", EXAMPLES, ids=lambda example: example.technique.name
)


def test_every_technique_has_its_example():
    assert [example.technique.name for example in EXAMPLES] == NAMES


@each_example
def test_what_the_technique_says_is_true(example: Example):
    document, conclusion = example.document, example.conclusion()
    with SatSolver(document.puzzle) as solver:
        forced = solver.forced(document.board)
    if conclusion.rises:
        assert conclusion.bound <= forced.low[conclusion.edge]
    else:
        assert conclusion.bound >= forced.high[conclusion.edge]
    assert conclusion.reason(document.puzzle).endswith(".")


@each_example
def test_no_easier_technique_says_it(example: Example):
    """All before it draw nothing more, and then it speaks; but see the module for one exception."""
    number = NAMES.index(example.technique.name)
    document = example.document
    position = Position.on(document.puzzle, document.board)
    easier = list(Deducer(position, TECHNIQUES[:number]).run())
    if example.technique.name == "Starving a neighbour":
        edge, bound = example.conclusion().edge, example.conclusion().bound
        assert position.high[edge] <= bound
        return
    assert not any(conclusion.rises for conclusion in easier)
    subjects = list(example.technique.subjects(position, range(len(document.puzzle.islands))))
    found = [c for s in subjects for c in example.technique.find(position, s)]
    assert any(conclusion.changes(position) for conclusion in found)


@each_example
def test_it_is_small_and_teaches(example: Example):
    puzzle = example.document.puzzle
    assert max(puzzle.rows, puzzle.cols) <= 8
    assert example.lesson.endswith(".")
