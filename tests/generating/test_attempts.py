from __future__ import annotations

import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.generating import GeneratorOptions, attempts, generate
from hashi_gui.generating.attempts import hide_clues
from hashi_gui.generating.repair import exact_oracle
from hashi_gui.generating.rng import Rng
from hashi_gui.solving import CancelToken, Solver, VerdictKind

EXACT = exact_oracle(CancelToken())


def unknown(puzzle: Puzzle) -> set[int]:
    return {island.id for island in puzzle.islands if island.clue is None}


@pytest.mark.parametrize("wanted", [0, 1, 5, 25])
def test_a_puzzle_with_hidden_clues_stays_unique(wanted):
    generated = generate(GeneratorOptions(10, 10, 25), 1)
    puzzle, solution = hide_clues(
        generated.puzzle,
        generated.solution,
        GeneratorOptions(10, 10, 25, unknown=wanted / 25),
        EXACT,
        Rng(1),
    )
    hidden = unknown(puzzle)
    assert len(hidden) <= wanted
    assert len(hidden) == wanted or wanted > 5
    with Solver(puzzle) as solver:
        verdict = solver.verdict()
    assert verdict.kind == VerdictKind.UNIQUE
    assert verdict.solution == solution
    assert not any(
        there.id in hidden for island in hidden for _, there in puzzle.neighbours(island)
    )


def test_clues_stay_if_no_repair_makes_up_for_them(monkeypatch):
    generated = generate(GeneratorOptions(6, 6, 9), 1)
    monkeypatch.setattr(attempts, "make_unique", lambda *args, **kwargs: None)
    options = GeneratorOptions(6, 6, 9, unknown=1 / 3)
    hidden = hide_clues(generated.puzzle, generated.solution, options, EXACT, Rng(1))
    assert hidden == (generated.puzzle, generated.solution)
