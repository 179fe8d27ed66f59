from __future__ import annotations

from operator import ge, le

import pytest

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import degrees
from hashi_gui.generating.attempts import draft
from hashi_gui.generating.layout import grow
from hashi_gui.generating.options import GeneratorOptions
from hashi_gui.generating.rng import Rng
from hashi_gui.solving import Cancelled, CancelToken, Solver, VerdictKind, regions, solver
from hashi_gui.solving.regions import Regions

OPTIONS = [
    GeneratorOptions(16, 16, 60),
    GeneratorOptions(12, 20, 60, doubles=0.0, loops=False),
    GeneratorOptions(20, 12, 60, max_bridges=3),
]


@pytest.fixture(autouse=True)
def _small_regions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(regions, "_REGION", 8)


def random_puzzle(options: GeneratorOptions, seed: int, unknown: int = 0) -> Puzzle:
    """A puzzle, often with several solutions; the first islands are "?"."""
    rng = Rng(seed)
    puzzle, counts = draft(grow(options, rng), options, rng)
    clues = enumerate(degrees(puzzle, counts))
    return puzzle.with_other_clues({i: clue for i, clue in clues if i >= unknown})


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("unknown", [0, 10])
def test_regions_find_the_bounds_of_all_solutions(options: GeneratorOptions, unknown: int) -> None:
    for seed in range(8):
        puzzle = random_puzzle(options, seed, unknown)
        with Solver(puzzle) as exact:
            expected = exact.backbone(Board.empty(puzzle))
        assert Regions(puzzle).bounds(puzzle, CancelToken()) == expected
        wider = Regions(puzzle).bounds(puzzle, CancelToken(), most_joint=0)
        assert wider is not None
        assert all(map(le, wider.low, expected.low))
        assert all(map(ge, wider.high, expected.high))


def test_only_regions_with_other_clues_are_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = random_puzzle(OPTIONS[0], 0)
    board = Regions(puzzle)
    board.bounds(puzzle, CancelToken())
    parts: list[int] = []
    make_part = regions._Part.__init__

    def count_parts(*args: object) -> None:
        parts.append(1)
        make_part(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(regions._Part, "__init__", count_parts)
    other = puzzle.with_other_clues({0: None})
    assert board.bounds(other, CancelToken()) == Regions(other).bounds(other, CancelToken())
    again = len(parts) - len(board._regions) - 1
    assert 1 < again <= 5  # At a corner of the board, and the undecided edges of all regions.


def test_regions_give_up_where_nearly_all_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(regions, "_LEAST_PATIENCE", 0)
    puzzle = Puzzle.from_clues(9, 9, {(r, c): 2 for r in range(9) for c in range(9) if r + c < 16})
    assert Regions(puzzle).bounds(puzzle, CancelToken(), 0.3) is None


def test_regions_leave_hard_questions_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(regions, "_MAX_CONFLICTS", 1)
    puzzle = random_puzzle(OPTIONS[0], 0, 60)
    assert Regions(puzzle).bounds(puzzle, CancelToken()) is None


def test_regions_can_be_cancelled(cancelled: CancelToken) -> None:
    puzzle = random_puzzle(OPTIONS[0], 0)
    with pytest.raises(Cancelled):
        Regions(puzzle).bounds(puzzle, cancelled)


@pytest.mark.parametrize("options", OPTIONS)
def test_a_solver_of_a_large_puzzle_uses_regions(
    monkeypatch: pytest.MonkeyPatch, options: GeneratorOptions
) -> None:
    kinds = set()
    for seed in range(12):
        puzzle = random_puzzle(options, seed)
        board = Board.empty(puzzle)
        with Solver(puzzle) as small:
            expected = small.verdict().kind, small.backbone(board)
        with monkeypatch.context() as patch, Solver(puzzle) as large:
            patch.setattr(solver, "_MANY_ISLANDS", 1)
            verdict = large.verdict()
            assert (verdict.kind, large.backbone(board)) == expected
        assert (verdict.second is None) == (verdict.kind is VerdictKind.UNIQUE)
        kinds.add(verdict.kind)
    assert VerdictKind.SEVERAL in kinds
