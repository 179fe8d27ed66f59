from __future__ import annotations

from statistics import fmean

import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import components, degrees, is_solution
from hashi_gui.generating import GeneratorOptions, attempts, generate
from hashi_gui.generating.attempts import (
    BridgePlacer,
    _joined,
    best_layout,
    hide_clues,
    missed_goals,
    refine,
)
from hashi_gui.generating.options import Kind, draw_style
from hashi_gui.generating.repair import exact_oracle
from hashi_gui.generating.rng import Rng
from hashi_gui.logic.levels import Level
from hashi_gui.logic.rating.grading import grade
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


def plain(level, **options):
    return generate(GeneratorOptions(9, 9, 24, level=level, style="plain", **options), 2)


def refined(generated, level, suits=lambda counts: True):
    return refine(generated.puzzle, generated.solution, level, suits, Rng(1), CancelToken())


@pytest.mark.parametrize("level", [Level.MEDIUM, Level.HARD, Level.EXPERT])
@pytest.mark.parametrize("unknown", [0.0, 0.15])
def test_a_refined_puzzle_misses_fewer_goals_and_has_the_level(level, unknown):
    before = plain(level, unknown=unknown)
    puzzle, solution = refined(before, level)
    assert is_solution(puzzle, solution)
    assert grade(puzzle).solved_by_logic
    assert grade(puzzle).level is level
    token = CancelToken()
    assert missed_goals(puzzle, level, token) < missed_goals(before.puzzle, level, token)
    assert puzzle.has_places_of(before.puzzle)
    hidden = [[i.clue is None for i in each.islands] for each in (puzzle, before.puzzle)]
    assert hidden[0] == hidden[1]


def test_an_easy_puzzle_becomes_a_hard_one():
    puzzle, _solution = refined(plain(Level.EASY), Level.HARD)
    assert grade(puzzle).level is Level.HARD


def test_only_what_suits_is_changed():
    before = plain(Level.MEDIUM)
    used = sum(map(bool, before.solution))
    _puzzle, solution = refined(before, Level.MEDIUM, lambda counts: sum(map(bool, counts)) == used)
    assert solution != before.solution
    assert sum(map(bool, solution)) == used
    assert refined(before, Level.MEDIUM, lambda counts: False) == (before.puzzle, before.solution)


def test_there_is_no_puzzle_if_the_level_is_out_of_reach():
    puzzle = Puzzle.from_clues(1, 3, {(0, 0): 1, (0, 2): 1})
    assert degrees(puzzle, bytes([1])) == [1, 1]
    assert (
        refine(puzzle, bytes([1]), Level.HARD, lambda counts: True, Rng(1), CancelToken()) is None
    )


def test_what_techniques_of_the_level_do_not_solve_misses_all_goals():
    puzzle = plain(Level.HARD).puzzle
    assert missed_goals(puzzle, Level.MEDIUM, CancelToken()) == float("inf")
    assert missed_goals(puzzle, Level.EXPERT, CancelToken()) >= 2


@pytest.mark.parametrize("loops", [True, False])
@pytest.mark.parametrize("style", Kind)
def test_woven_bridges_join_all_islands_and_cross_nothing(style, loops):
    options = GeneratorOptions(13, 13, 50, max_bridges=3, loops=loops)
    for seed in range(5):
        rng = Rng(seed)
        drawn = draw_style(style, 13, 13, 56, rng)
        layout = best_layout(options, rng, CancelToken(), drawn)
        puzzle, joined = _joined(layout, options)
        counts, _missing = BridgePlacer(puzzle, drawn, rng, loops=loops).place(joined)
        assert len(components(puzzle, counts)) == 1
        assert not any(
            counts[e] and counts[x] for e in range(len(counts)) for x in puzzle.crossings[e]
        )
        if not loops:
            assert sum(map(bool, counts)) == len(puzzle.islands) - 1


@pytest.mark.parametrize("loops", [True, False])
def test_solutions_alike_have_about_as_many_loops_and_doubles(loops):
    cells = [(0, 0), (0, 2), (0, 4), (2, 0), (2, 2), (4, 4)]
    puzzle = Puzzle.from_clues(6, 6, dict.fromkeys(cells))
    drawn = draw_style("branching", 6, 6, 6, Rng(1))
    edges = {tuple(end.cell for end in puzzle.ends(e)): e for e in range(len(puzzle.edges))}
    solution = bytearray([1] * len(edges))
    border, inside = edges[(0, 0), (0, 2)], edges[(2, 0), (2, 2)]
    solution[border] = 2
    is_like = BridgePlacer(puzzle, drawn, Rng(1), loops=loops).like(bytes(solution))

    def with_counts(counts):
        changed = bytearray(solution)
        for edge, count in counts.items():
            changed[edge] = count
        return bytes(changed)

    assert is_like(bytes(solution))
    assert is_like(with_counts({border: 1}))
    assert not is_like(with_counts({border: 1, inside: 2}))
    assert not is_like(with_counts({edges[(0, 2), (0, 4)]: 2}))
    assert is_like(with_counts({inside: 0})) == loops


def test_the_path_of_a_puzzle_with_a_style_is_better():
    def missed(style):
        options = GeneratorOptions(10, 10, 30, level=Level.HARD, style=style)
        puzzles = [generate(options, seed).puzzle for seed in range(12)]
        return fmean(missed_goals(puzzle, Level.HARD, CancelToken()) for puzzle in puzzles)

    assert missed("branching") < missed("plain")
