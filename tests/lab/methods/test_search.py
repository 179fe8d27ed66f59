"""A*, backtracking and brute force, and the clauses that the first two search."""

from itertools import product

import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.lab.methods import Method, search
from hashi_gui.lab.methods.search import (
    ASTAR,
    ASTAR_PUBLISHED,
    BACKTRACKING,
    BRUTE_FORCE,
    METHODS,
    Assignment,
    Formula,
    _estimate_remaining,
)
from hashi_gui.solving import CancelToken, Status, UnsupportedPuzzleError
from tests.measure.makers import uniform

FORMULA_METHODS = (ASTAR, ASTAR_PUBLISHED, BACKTRACKING)

PAIR = Puzzle.from_clues(1, 3, {(0, 0): 2, (0, 2): 2})
CORNERS = [(0, 0), (0, 2), (2, 0), (2, 2)]


class CancelledAtThirdCheck(CancelToken):
    """A token that is cancelled when a search checks it for the third time."""

    checks = 0

    def raise_if_cancelled(self) -> None:
        self.checks += 1
        if self.checks == 3:
            self.cancel()
        super().raise_if_cancelled()


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
def test_a_cancelled_search_returns_the_stats_of_its_work(method: Method) -> None:
    token = CancelledAtThirdCheck()
    side = 3 if method is BRUTE_FORCE else 5
    result = method.solve(uniform(rows=side, cols=4, clue=2), token)
    assert (result.status, token.checks) == (Status.STOPPED, 3)
    assert any(result.stats.values())


def test_the_stats_of_a_search_with_one_decision() -> None:
    """A square of 3s: one bridge on each edge is forced, a second one is on either pair."""
    square = Puzzle.from_clues(3, 3, dict.fromkeys(CORNERS, 3))
    assert BACKTRACKING.solve(square, CancelToken()).stats == {
        "decisions": 1,
        "backtracks": 0,
        "propagations": 8,
        "pure_literals": 0,
        "cuts": 0,
    }
    improved = ASTAR.solve(square, CancelToken())
    assert improved.stats == {"expanded": 2, "generated": 2, "queue_peak": 2, "cuts": 0}
    tried = BRUTE_FORCE.solve(square, CancelToken())
    assert tried.stats == {"assignments": 3**4, "clues_met": 1}
    assert tried.counts in (bytes([1, 2, 2, 1]), bytes([2, 1, 1, 2]))


def test_the_published_search_assigns_one_variable_after_the_other() -> None:
    """One edge that needs two bridges: of "at least one" both values survive, then only one state.

    Neither value of "at least two" is consistent with "at least one" being false.
    """
    result = ASTAR_PUBLISHED.solve(PAIR, CancelToken())
    assert result.counts == b"\2"
    assert result.stats == {"expanded": 4, "generated": 3, "queue_peak": 2}


def test_brute_force_rejects_what_meets_the_clues_but_is_not_connected() -> None:
    result = BRUTE_FORCE.solve(Puzzle.from_clues(3, 3, dict.fromkeys(CORNERS, 1)), CancelToken())
    assert result.stats == {"assignments": 2**4, "clues_met": 2}
    assert result.status is Status.NONE


def test_the_largest_degree_fits_into_its_digit() -> None:
    cross = {(0, 1): 4, (1, 0): 4, (1, 1): 16, (1, 2): 4, (2, 1): 4}
    result = BRUTE_FORCE.solve(Puzzle.from_clues(3, 3, cross, Rules(4)), CancelToken())
    assert result.counts == bytes([4, 4, 4, 4])


@pytest.mark.parametrize("method", [ASTAR, BACKTRACKING], ids=lambda method: method.name)
def test_connectivity_cuts_are_added(method: Method) -> None:
    result = method.solve(uniform(rows=4, cols=6, clue=2), CancelToken())
    assert result.status is Status.SOLVED
    assert result.stats["cuts"] > 0


@pytest.mark.parametrize(
    ("methods", "limits", "message"),
    [
        (FORMULA_METHODS, {"MAX_VARIABLES": 10}, r"needs \d+ variables; .* at most 10\."),
        ([ASTAR], {"MAX_QUEUE_BYTES": 200}, "reached its memory limit at 2 states"),
        (
            [ASTAR_PUBLISHED],
            {"MAX_STATES": 5},
            "limit of 5 states, with 7 of 17 variables assigned",
        ),
        (
            [BRUTE_FORCE],
            {"MAX_ASSIGNMENTS_LOG2": 9},
            r"^brute-force: this puzzle has 2\^27 assignments; at most 2\^9 are supported\.$",
        ),
    ],
)
def test_a_search_that_would_be_too_large_is_refused(
    monkeypatch: pytest.MonkeyPatch, methods: list[Method], limits: dict[str, int], message: str
) -> None:
    for name, limit in limits.items():
        monkeypatch.setattr(search, name, limit)
    for method in methods:
        with pytest.raises(UnsupportedPuzzleError, match=message):
            method.solve(uniform(rows=3, cols=4, clue=2), CancelToken())


def test_without_known_clues_backtracking_makes_pure_literals_true() -> None:
    """The second bridge of an edge is pure here: no clue forbids it."""
    unknown = Puzzle.from_clues(2, 3, dict.fromkeys(product(range(2), range(3))))
    for method in FORMULA_METHODS:
        result = method.solve(unknown, CancelToken())
        assert result.status is Status.SOLVED
        assert result.stats.get("pure_literals") != 0


def test_an_undrawn_edge_is_not_a_pure_literal() -> None:
    """Two crossing edges: only each forbids the other, and only connectivity requires one."""
    clues: dict[tuple[int, int], int | None] = dict.fromkeys([(2, 0), (2, 4), (0, 2), (4, 2)])
    clues |= {(0, 0): 2, (4, 4): 2, (3, 0): 1, (1, 4): 1, (0, 3): 1, (4, 1): 1}
    puzzle = Puzzle.from_clues(5, 5, clues, Rules(1))
    assert BACKTRACKING.solve(puzzle, CancelToken()).status is Status.SOLVED


@pytest.fixture
def formula() -> Formula:
    """Four "?" in a row: the outer edges are forced, the middle one only by connectivity."""
    cells = [(0, col) for col in range(0, 8, 2)]
    return Formula(Puzzle.from_clues(1, 7, dict.fromkeys(cells), Rules(1)))


def test_unit_propagation_finds_forced_edges(formula: Formula) -> None:
    assignment = Assignment(formula)
    assert assignment.extend()
    assert assignment.assigned == 2
    assert assignment.model() == [1, 2, 3]
    assert assignment.branching_literal() is None
    assert not Assignment(formula).extend([-1])


def test_a_copy_is_independent(formula: Formula) -> None:
    assignment = Assignment(formula)
    copy = assignment.copy()
    assert copy.extend([-2])
    assert (assignment.assigned, copy.assigned) == (0, 3)
    assert copy.model() == [1, -2, 3]


def test_new_cuts_also_apply_to_older_assignments(formula: Formula) -> None:
    older = Assignment(formula)
    assert older.extend()
    assert formula.connected_counts([1, 2, 3]) == bytes([1, 1, 1])
    assert formula.connected_counts([1, -2, 3]) is None
    assert formula.cuts == 1
    assert not older.copy().extend([-2])
    assert older.extend([2])


def test_a_conflict_adds_to_the_weight_of_its_clause() -> None:
    square = dict.fromkeys(CORNERS, 2) | {(2, 2): 3}
    formula = Formula(Puzzle.from_clues(3, 3, square))
    assert not Assignment(formula).extend()
    assert sum(formula.conflict_weights) == len(formula.clauses) + 1


@pytest.mark.parametrize("decisions", [[], [1], [-2], [1, -4]])
def test_the_estimate_is_the_free_variables_and_the_clauses_violated_on_average(
    decisions: list[int],
) -> None:
    cells = [(row, col) for row in (0, 2) for col in (0, 2, 4)]
    formula = Formula(Puzzle.from_clues(3, 5, dict.fromkeys(cells), Rules(1)))
    assignment = Assignment(formula)
    assert assignment.extend()
    assert assignment.extend(decisions)
    true = {v for v in range(-formula.variables, formula.variables + 1) if assignment.true[v]}
    free = [v for v in range(1, formula.variables + 1) if not true & {v, -v}]
    completions = [true.union(values) for values in product(*[(v, -v) for v in free])]
    violated = sum(
        true.isdisjoint(clause) for true in completions for clause in formula.clauses
    ) / len(completions)
    assert _estimate_remaining(assignment) == pytest.approx(len(free) + violated)
