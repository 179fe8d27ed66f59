from __future__ import annotations

import pytest

from hashi_gui.core.errors import HashiError
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.method_registry import METHODS, UnknownMethodError, solve
from hashi_gui.solving import CancelToken, Status
from hashi_gui.solving.methods import Method

PAIR = Puzzle.from_clues(1, 3, {(0, 0): 2, (0, 2): 2})


@pytest.mark.parametrize("method", METHODS)
def test_every_method_answers(method: str) -> None:
    result = solve(PAIR, method)
    assert (result.method, result.status, result.counts) == (method, Status.SOLVED, b"\2")
    assert result.seconds > 0
    assert result.stats


@pytest.mark.parametrize("method", METHODS)
def test_every_method_knows_no_solution(method: str) -> None:
    result = solve(Puzzle.from_clues(1, 3, {(0, 0): 2, (0, 2): 1}), method)
    assert (result.status, result.counts) == (Status.NONE, None)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_stops_and_does_not_raise(method: str) -> None:
    token = CancelToken()
    token.cancel()
    result = solve(PAIR, method, token)
    assert (result.status, result.counts) == (Status.STOPPED, None)


def test_sat_counts_the_work_of_its_engine() -> None:
    stats = solve(PAIR).stats
    assert list(stats) == ["rounds", "cuts", "clauses", "variables"]
    assert min(stats["rounds"], stats["clauses"], stats["variables"]) > 0


def test_an_unknown_method_is_refused_with_the_known_ones() -> None:
    with pytest.raises(
        UnknownMethodError, match=r"no method 'magic'\. Available methods: sat, "
    ) as caught:
        solve(PAIR, "magic")
    assert isinstance(caught.value, HashiError)


def test_an_answer_that_breaks_a_rule_the_method_leaves_out_is_wrong() -> None:
    pairs = Puzzle.from_clues(3, 3, dict.fromkeys([(0, 0), (0, 2), (2, 0), (2, 2)], 1))
    apart = bytes(edge.horizontal for edge in pairs.edges)
    careless = Method("careless", "", "", lambda puzzle, cancel, stats: apart, complete=False)
    result = careless.solve(pairs, CancelToken())
    assert (result.status, result.counts) == (Status.WRONG, apart)
