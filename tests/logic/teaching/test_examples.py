import pytest

from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.reasoner import Reasoner
from hashi_gui.logic.reasoning.techniques.catalogue import all_techniques
from hashi_gui.logic.teaching.examples import EXAMPLES, Example
from hashi_gui.solving import Solver, VerdictKind

TECHNIQUES = all_techniques()
NAMES = [technique.name for technique in TECHNIQUES]

each_example = pytest.mark.parametrize(
    "example", EXAMPLES, ids=lambda example: example.technique.name
)


def test_every_technique_has_an_example():
    assert [example.technique.name for example in EXAMPLES] == NAMES


@each_example
def test_it_is_small_and_has_one_solution_true_conclusions_and_a_lesson(example: Example):
    document = example.document
    assert max(document.puzzle.rows, document.puzzle.cols) <= 9
    assert example.lesson.endswith(".")
    with Solver(document.puzzle) as solver:
        assert solver.verdict().kind == VerdictKind.UNIQUE
        forced = solver.backbone(document.board)
    for conclusion in example.conclusions():
        if conclusion.is_minimum:
            assert conclusion.bound <= forced.low[conclusion.edge]
        else:
            assert conclusion.bound >= forced.high[conclusion.edge]
    assert example.sentence.endswith(".")


def test_an_example_has_all_conclusions_of_its_sentence():
    full_house = next(each for each in EXAMPLES if each.technique.name == "Full house")
    assert [each.bound for each in full_house.conclusions()] == [2, 2]
    assert full_house.sentence.startswith("A needs 4 more bridges.")


@each_example
def test_easier_techniques_draw_nothing(example: Example):
    """Easier techniques neither draw a bridge nor rule one out; then this one has a conclusion."""
    number = NAMES.index(example.technique.name)
    document = example.document
    position = Position.from_board(document.puzzle, document.board)
    for conclusion in Reasoner(position, TECHNIQUES[:number]).run():
        assert not conclusion.is_minimum
        assert conclusion.bound > 0
    assert position.conflict is None
    assert example.conclusions()[0].is_new(position)
