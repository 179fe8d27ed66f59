from __future__ import annotations

from itertools import pairwise

import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.generating import GeneratorOptions, generate
from hashi_gui.solving import Solver, VerdictKind
from tests.measure.setter import Setter

pytestmark = pytest.mark.measure

GENERATED = generate(GeneratorOptions(9, 9, 20), 1)


def edited(seed: int, count: int = 300) -> list[Puzzle]:
    return list(Setter(GENERATED.puzzle, GENERATED.solution, seed).edits(count))


def test_a_session_depends_on_its_seed() -> None:
    assert edited(1) == edited(1)
    assert edited(1) != edited(2)


@pytest.mark.parametrize("seed", range(3))
def test_each_edit_but_those_without_effect_changes_at_most_one_island_or_moves_one(
    seed: int,
) -> None:
    puzzles = [GENERATED.puzzle, *edited(seed)]
    for before, after in pairwise(puzzles):
        old, new = ({(i.cell, i.clue) for i in puzzle.islands} for puzzle in (before, after))
        assert len(old - new) <= 1
        assert len(new - old) <= 1


@pytest.mark.parametrize("seed", range(3))
def test_a_session_has_all_verdicts_and_all_kinds_of_edits(seed: int) -> None:
    kinds = set()
    sizes = set()
    unknown = set()
    for puzzle in edited(seed):
        with Solver(puzzle) as solver:
            kinds.add(solver.verdict().kind)
        sizes.add(len(puzzle.islands))
        unknown.add(any(island.clue is None for island in puzzle.islands))
    assert kinds == {VerdictKind.NONE, VerdictKind.UNIQUE, VerdictKind.SEVERAL}
    assert len(sizes) > 1
    assert unknown == {False, True}
