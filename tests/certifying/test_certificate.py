"""Certificates of puzzles of all kinds, verified; and that they hold only what is needed."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from hashi_gui.certifying import (
    arguments,
    certify,
    certify_mistake,
    certify_step,
    write_certificate,
)
from hashi_gui.certifying.certificate import _TracedClauses
from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.solving import Cancelled, CancelToken, Solver, Verdict, VerdictKind
from hashi_gui.solving.bounds import max_bridge_counts
from hashi_gui.verify_certificate import REASONS, verify
from tests.measure.boards import read_found
from tests.measure.makers import chessboard, generated, uniform
from tests.samples import sample, small_puzzle


def certified(puzzle: Puzzle, folder: Path) -> dict[str, int]:
    """Certify a puzzle, check that the verdict is proved, and count the reasons of each kind."""
    with Solver(puzzle) as solver:
        verdict = solver.verdict()
    contents = certify(puzzle, verdict, CancelToken())
    write_certificate(folder, contents)
    assert verify(folder)[0] == verdict.kind
    reasons = contents.get(REASONS, b"").decode().splitlines()
    return Counter(reason.partition(" ")[0] for reason in reasons)


def test_puzzles_of_all_kinds(tmp_path: Path) -> None:
    puzzles = [small_puzzle(seed) for seed in range(40)]
    puzzles += [each._replace(rules=each.rules._replace(loops=False)) for each in puzzles]
    puzzles += [sample(seed, 15) for seed in range(15)]
    puzzles += [Puzzle.from_clues(2, 2, {(0, 1): clue}) for clue in (0, 1, None)]
    kinds = {kind for puzzle in puzzles for kind in certified(puzzle, tmp_path)}
    assert {"order", "island", "crossing", "cut", "other", "implied", "loop"} <= kinds


def test_a_step_from_bridges_and_marks_to_others(tmp_path: Path) -> None:
    """A third of a solution is given, and everything else follows from it."""
    puzzle = generated(12, 2).puzzle
    with Solver(puzzle) as solver:
        solution = solver.solution()
    assert solution
    marks = [edge for edge, count in enumerate(solution) if not count]
    given = [count if edge % 3 else 0 for edge, count in enumerate(solution)]
    board = Board(bytes(given), frozenset(marks[::3]))
    after = Board(solution, frozenset(marks))
    write_certificate(tmp_path, certify_step(puzzle, board, after, CancelToken()))
    assert verify(tmp_path)[0] == "step"
    assert "board\n" in (tmp_path / REASONS).read_text()


def test_boards_that_no_solution_extends(tmp_path: Path) -> None:
    proved = 0
    for seed in range(40):
        puzzle, random = small_puzzle(seed), Random(seed)
        states = [random.choice([MARK, 0, 0, 1, most]) for most in max_bridge_counts(puzzle)]
        board = Board.empty(puzzle).apply(Move(tuple(enumerate(states))))
        with Solver(puzzle) as solver:
            if solver.solution(board=board) is None:
                write_certificate(tmp_path, certify_mistake(puzzle, board, CancelToken()))
                assert verify(tmp_path)[0] == "mistake"
                proved += 1
    assert 10 < proved < 40


def test_a_sum_where_resolution_would_need_too_long(tmp_path: Path) -> None:
    too_few_ones = chessboard(rows=15, cols=15, clue=1, limit=1, colour_of_clues=1)
    assert certified(too_few_ones, tmp_path) == {"sum": 1}
    one_hole = uniform(rows=11, cols=11, clue=2, holes=[(5, 4)])
    assert certified(one_hole, tmp_path)["sum"] == 1


@pytest.fixture
def without_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """At first, the SAT solver gives up at once."""
    monkeypatch.setattr(arguments, "_FIRST_CONFLICTS", 0)
    monkeypatch.setattr(arguments, "_MORE_CONFLICTS", 0)


@pytest.mark.usefixtures("without_search")
def test_an_odd_group_behind_a_bridge_that_must_be(tmp_path: Path) -> None:
    """Two squares of 2s with one edge between them, on which each needs an even number."""
    square = [(row, col) for row in range(4) for col in range(4)]
    clues = dict.fromkeys([*square, *((row + 3, col + 5) for row, col in square)], 2)
    kinds = certified(Puzzle.from_clues(7, 9, clues, Rules(1)), tmp_path)
    assert (kinds["cut"], kinds["parity"]) == (1, 1)


@pytest.mark.usefixtures("without_search")
def test_sums_in_several_cases(tmp_path: Path) -> None:
    assert certified(read_found(name="10-limit-3"), tmp_path)["sum"] == 1


def test_what_is_not_needed_is_left_out(tmp_path: Path) -> None:
    """The 1 in a corner has no neighbour."""
    clues = {(row, col): 2 for row in range(5) for col in range(5)}
    puzzle = Puzzle.from_clues(7, 7, clues | {(6, 6): 1})
    assert certified(puzzle, tmp_path) == {"island": 1}


def test_the_clauses_that_were_used() -> None:
    clauses = _TracedClauses(5)
    for clause in ([-1, 5], [-1, 2], [-2, 3], [-2, 4], [-3, -4], [1, 5]):
        clauses.add(clause)
    with clauses.assuming([1]) as consistent:
        assert not consistent
        assert clauses.used() == {1, 2, 3, 4}
    clauses.add([-1])
    with clauses.assuming([]):
        assert clauses.used([5]) == {5, 6}
        assert clauses.used([]) == set()
    clauses.add([-5])
    assert clauses.used() == {5, 6, 7}


def test_it_can_be_cancelled(cancelled: CancelToken) -> None:
    with pytest.raises(Cancelled):
        certify(
            Puzzle.from_clues(1, 3, {(0, 0): 2, (0, 2): 1}), Verdict(VerdictKind.NONE), cancelled
        )
