from __future__ import annotations

import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules, components, is_blocked
from hashi_gui.generating import repair
from hashi_gui.generating.layout import grow
from hashi_gui.generating.options import GeneratorOptions
from hashi_gui.generating.repair import exact_oracle, human_oracle, make_unique
from hashi_gui.generating.rng import Rng
from hashi_gui.logic.levels import Level
from hashi_gui.logic.rating.grading import is_solvable_within
from hashi_gui.solving import Cancelled, CancelToken, Solver, VerdictKind, regions

EXACT = exact_oracle(CancelToken())

TWO_WAYS = bytes([1, 2, 2, 1])
"""Bridges around a square; [2, 1, 1, 2] gives the same clues."""


def square(max_bridges):
    return Puzzle.from_clues(
        3, 3, dict.fromkeys([(0, 0), (0, 2), (2, 0), (2, 2)]), Rules(max_bridges)
    )


def random_draft(seed, max_bridges):
    """Islands on a random layout, and 1 to ``max_bridges`` bridges on each joined pair."""
    rng = Rng(seed)
    layout = grow(GeneratorOptions(9, 9, 20), rng)
    puzzle = Puzzle.from_clues(9, 9, dict.fromkeys(layout.islands), Rules(max_bridges))
    ends = [tuple(end.cell for end in puzzle.ends(edge.id)) for edge in puzzle.edges]
    draft = bytes((1 + rng.index(max_bridges)) * (pair in layout.bridges) for pair in ends)
    return puzzle, draft


def assert_only_solution(puzzle, solution):
    with Solver(puzzle) as solver:
        verdict = solver.verdict()
    assert verdict.kind == VerdictKind.UNIQUE
    assert verdict.solution == solution


@pytest.mark.parametrize("max_bridges", [1, 2, 3, 4])
def test_any_draft_is_made_unique(max_bridges):
    changed = 0
    for seed in range(40):
        puzzle, draft = random_draft(seed, max_bridges)
        repaired, solution = make_unique(puzzle, draft, frozenset(), EXACT, Rng(seed))
        assert_only_solution(repaired, solution)
        assert [island.cell for island in repaired.islands] == [i.cell for i in puzzle.islands]
        assert repaired.rules.max_bridges == max_bridges
        changed += solution != draft
    assert changed


@pytest.mark.parametrize("unknown", [frozenset(), frozenset({3, 11})])
def test_a_draft_with_many_islands_gets_one_solution_too(monkeypatch, unknown):
    monkeypatch.setattr(repair, "LARGE", 1)
    monkeypatch.setattr(regions, "_REGION", 5)
    for seed in range(10):
        puzzle, draft = random_draft(seed, 2)
        oracle = exact_oracle(CancelToken())
        assert_only_solution(*make_unique(puzzle, draft, unknown, oracle, Rng(seed)))


@pytest.mark.parametrize("seed", range(20))
def test_a_change_fits_if_it_crosses_nothing_and_leaves_all_connected(seed):
    puzzle, draft = random_draft(seed, 2)
    rng = Rng(seed)
    for edge in range(len(draft)):
        changes = {edge: rng.index(3), rng.index(len(draft)): 0}
        changed = bytearray(draft)
        for each, count in changes.items():
            changed[each] = count
        crosses = any(count and is_blocked(puzzle, changed, e) for e, count in changes.items())
        expected = not crosses and len(components(puzzle, changed)) == 1
        assert repair.fits(puzzle, bytearray(draft), changes) is expected


@pytest.mark.parametrize("max_bridges", [2, 3, 4])
@pytest.mark.parametrize("seed", range(5))
def test_exchanging_bridges_is_ruled_out(max_bridges, seed):
    repaired, solution = make_unique(square(max_bridges), TWO_WAYS, frozenset(), EXACT, Rng(seed))
    assert solution != TWO_WAYS
    assert_only_solution(repaired, solution)


def test_a_unique_draft_is_unchanged():
    repaired, solution = make_unique(square(2), bytes([1, 1, 1, 1]), frozenset(), EXACT, Rng(0))
    assert solution == bytes([1, 1, 1, 1])
    assert [island.clue for island in repaired.islands] == [2, 2, 2, 2]


@pytest.mark.parametrize("seed", range(20))
def test_a_draft_with_unknown_clues_is_made_unique(seed):
    puzzle, draft = random_draft(seed, 2)
    unknown = frozenset(range(0, len(puzzle.islands), 6))
    repaired, solution = make_unique(puzzle, draft, unknown, EXACT, Rng(seed))
    assert_only_solution(repaired, solution)
    assert {island.id for island in repaired.islands if island.clue is None} <= unknown


def test_unknown_clues_get_their_numbers_if_no_other_repair_works():
    row = Puzzle.from_clues(1, 5, dict.fromkeys([(0, 0), (0, 2), (0, 4)]))
    repaired, solution = make_unique(row, bytes([1, 2]), {0, 1, 2}, EXACT, Rng(0))
    assert_only_solution(repaired, solution)
    assert None not in [island.clue for island in repaired.islands]


def test_a_repair_may_fail(monkeypatch):
    monkeypatch.setattr(repair, "_MAX_ROUNDS", 1)
    assert make_unique(square(2), TWO_WAYS, frozenset(), EXACT, Rng(0)) is None


def test_a_repair_can_be_cancelled(cancelled):
    with pytest.raises(Cancelled):
        make_unique(square(2), TWO_WAYS, frozenset(), exact_oracle(cancelled), Rng(0))


@pytest.mark.parametrize("level", [Level.EASY, Level.MEDIUM, Level.HARD])
def test_the_human_oracle_gives_unique_puzzles_that_are_no_harder(level):
    harder = 0
    for seed in range(20):
        puzzle, draft = random_draft(seed, 2)
        exact, _ = make_unique(puzzle, draft, frozenset(), EXACT, Rng(seed))
        harder += not is_solvable_within(exact, level)
        oracle = human_oracle(level, CancelToken())
        repaired, solution = make_unique(puzzle, draft, frozenset(), oracle, Rng(seed))
        assert_only_solution(repaired, solution)
        assert is_solvable_within(repaired, level)
    assert harder


@pytest.mark.parametrize("seed", range(20))
def test_a_tree_stays_a_tree(seed):
    rng = Rng(seed)
    layout = grow(GeneratorOptions(12, 12, 36, loops=False), rng)
    puzzle = Puzzle.from_clues(12, 12, dict.fromkeys(layout.islands))
    ends = [tuple(end.cell for end in puzzle.ends(edge.id)) for edge in puzzle.edges]
    draft = bytes((1 + rng.index(2)) * (pair in layout.bridges) for pair in ends)
    repaired, solution = make_unique(puzzle, draft, frozenset(), EXACT, rng, loops=False)
    assert_only_solution(repaired, solution)
    assert sum(map(bool, solution)) == len(puzzle.islands) - 1
