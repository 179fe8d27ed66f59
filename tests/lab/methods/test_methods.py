import sys
from dataclasses import replace
from time import process_time

import pytest

from hashi_gui.core.errors import HashiError
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.lab.methods import METHODS, Method, UnknownMethodError, find_method, solve
from hashi_gui.lab.methods.sat import encode_by_pbenc
from hashi_gui.solving import CancelToken, SolverError, Status, UnsupportedPuzzleError
from tests.measure.makers import chessboard, planted

PAIR = Puzzle.from_clues(1, 3, {(0, 0): 2, (0, 2): 2})
TWO_PAIRS = Puzzle.from_clues(3, 3, dict.fromkeys([(0, 0), (0, 2), (2, 0), (2, 2)], 1))
DISCONNECTED = bytes(edge.horizontal for edge in TWO_PAIRS.edges)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_solves_a_puzzle(method: str) -> None:
    result = solve(PAIR, method)
    assert (result.method, result.status, result.counts) == (method, Status.SOLVED, b"\2")
    assert result.seconds > 0
    assert result.stats


@pytest.mark.parametrize("method", METHODS)
def test_every_method_knows_puzzles_with_few_edges(method: str) -> None:
    for clues, solvable in (
        ({(0, 0): 0}, True),
        ({(0, 0): 2}, False),
        ({(0, 0): None}, False),
        ({(0, 0): 0, (1, 2): 0}, False),
        ({(0, 0): 0, (0, 2): 0}, False),
        ({(0, 0): 2, (0, 2): 1}, False),
        ({(0, 0): 1, (0, 2): 1, (1, 1): 1}, False),
        ({(0, 0): None, (0, 2): None}, True),
    ):
        result = solve(Puzzle.from_clues(2, 3, clues), method)
        if METHODS[method].complete:
            assert (result.counts is not None) is solvable, clues
        assert (result.status is Status.SOLVED) is solvable, clues


@pytest.mark.parametrize("method", METHODS)
def test_every_method_reports_that_it_was_cancelled(method: str, cancelled: CancelToken) -> None:
    result = solve(PAIR, method, cancelled)
    assert (result.status, result.counts) == (Status.STOPPED, None)


def test_a_method_refuses_a_rule_that_it_does_not_know() -> None:
    puzzle = PAIR._replace(rules=Rules(loops=False))
    for method in METHODS:
        if method not in ("astar", "astar-published", "backtracking"):
            assert solve(puzzle, method).status is Status.SOLVED
        else:
            message = f"The method {method} does not know the rule “no loops”; the default, "
            with pytest.raises(UnsupportedPuzzleError, match=message):
                solve(puzzle, method)


@pytest.mark.parametrize("method", METHODS.values(), ids=lambda method: method.name)
def test_a_method_without_its_library_is_not_installed(
    method: Method, monkeypatch: pytest.MonkeyPatch
) -> None:
    for library in ("gurobipy", "highspy", "ortools", "pindakaas"):
        monkeypatch.setitem(sys.modules, library, None)
    encode_by_pbenc.cache_clear()
    if method.installed:
        assert method.solve(PAIR, CancelToken()).status is Status.SOLVED
    else:
        with pytest.raises(UnsupportedPuzzleError, match="which is not installed"):
            method.solve(PAIR, CancelToken())


def test_sat_reports_the_work_of_its_engine() -> None:
    stats = solve(PAIR, "sat").stats
    assert list(stats) == ["rounds", "cuts", "clauses", "variables"]
    assert min(stats["rounds"], stats["clauses"], stats["variables"]) > 0


def test_methods_are_found_by_name_and_an_unknown_name_is_an_error_that_lists_them() -> None:
    assert [find_method(name).name for name in METHODS] == list(METHODS)
    with pytest.raises(
        UnknownMethodError, match=r"no method 'magic'\. Available methods: auto, sat, "
    ) as caught:
        solve(PAIR, "magic")
    assert isinstance(caught.value, HashiError)
    assert all(name in str(caught.value) for name in METHODS)


def test_an_answer_that_breaks_a_rule_is_a_bug_unless_the_method_is_incomplete() -> None:
    careless = Method(
        "careless", "", "", lambda puzzle, cancel, stats: DISCONNECTED, complete=False
    )
    result = careless.solve(TWO_PAIRS, CancelToken())
    assert (result.status, result.counts) == (Status.WRONG, DISCONNECTED)
    with pytest.raises(SolverError, match="bug in the solver: its answer is not a solution"):
        replace(careless, complete=True).solve(TWO_PAIRS, CancelToken())


@pytest.mark.parametrize(
    ("method", "side"),
    [("auto", 20), ("asp", 20), ("sat-tseitin", 12), ("ilp-v4", 7), ("cp-sat", 8)],
)
def test_the_same_seed_makes_the_same_choices(method: str, side: int) -> None:
    if not METHODS[method].installed:
        pytest.skip(f"{METHODS[method].library} is not installed")
    puzzle = planted(rows=side, cols=side, density=0.95, limit=2, seed=3)
    seeds = (1, 1, 2, 3, 4)
    stats = [METHODS[method].solve(puzzle, CancelToken(), seed=seed).stats for seed in seeds]
    assert stats[0] == stats[1]
    assert any(each != stats[0] for each in stats[2:])


def test_processor_time_includes_that_of_the_process_of_a_method() -> None:
    pytest.importorskip("ortools")
    board = chessboard(rows=31, cols=31, clue=2, limit=1, colour_of_clues=0)
    solve(PAIR, "cp-sat")  # Its process has started.
    for _ in range(2):  # Once by a process that is killed, once by one that has just started.
        before = process_time()
        with CancelToken().limited(1) as token:
            result = solve(board, "cp-sat", token)
        assert result.status is Status.STOPPED
        assert result.cpu_seconds > process_time() - before + 0.01
