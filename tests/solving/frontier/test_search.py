from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.solving import Cancelled, CancelToken, Count, solve
from hashi_gui.solving.bounds import max_bridge_counts
from hashi_gui.solving.frontier.order import find_order, narrow_order
from hashi_gui.solving.frontier.parts import Part, split
from hashi_gui.solving.frontier.plan import Labels, Plan
from hashi_gui.solving.frontier.search import FrontierSearch
from tests.measure.count import grid_of_twos, open_puzzle
from tests.samples import small_puzzle

MEMORY = 10**8
UNLIMITED = 10**9


def parts_of(puzzle: Puzzle) -> list[Part]:
    return split(puzzle, bytes(len(puzzle.edges)), bytes(max_bridge_counts(puzzle))) or []


def search(part: Part, limit=UNLIMITED, solution=None, order=None, progress=lambda *_: None):
    order = find_order(part, 1, CancelToken()) if order is None else order
    return FrontierSearch(part, order, MEMORY).count(limit, solution, CancelToken(), progress)


@given(st.integers(0, 10**6), st.integers(1, 10))
def test_an_order_has_each_edge_of_a_part_once(seed: int, starts: int):
    for part in parts_of(small_puzzle(seed)):
        every = list(range(len(part.edges)))
        assert sorted(find_order(part, starts, CancelToken())) == every
        assert sorted(narrow_order(part, 100, CancelToken())) == every


def test_a_wide_part_has_no_narrow_order():
    (part,) = parts_of(grid_of_twos(12))
    assert narrow_order(part, 10, CancelToken()) is None


@given(st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_the_number_of_solutions_does_not_depend_on_the_order(seed: int, random):
    for part in parts_of(small_puzzle(seed)):
        order = list(range(len(part.edges)))
        random.shuffle(order)
        assert search(part, order=order) == search(part)


def test_the_order_keeps_the_states_of_a_long_board_few():
    (part,) = parts_of(
        Puzzle.from_clues(
            3, 100, dict.fromkeys((row, col) for row in range(3) for col in range(100))
        )
    )
    states = []
    search(part, progress=lambda edge, last, number: states.append(number))
    assert max(states) < 60


def test_searching_for_an_order_and_counting_can_be_cancelled_at_every_step():
    (part,) = parts_of(grid_of_twos(6))
    cancelled = CancelToken()
    cancelled.cancel()
    with pytest.raises(Cancelled):
        find_order(part, 1, cancelled)
    order = find_order(part, 1, CancelToken())
    for last in (1, 10, 30):
        token = CancelToken()

        def cancel(edge, *_, last=last, token=token) -> None:
            if edge == last:
                token.cancel()

        with pytest.raises(Cancelled):
            FrontierSearch(part, order, MEMORY).count(UNLIMITED, None, token, cancel)


@pytest.mark.parametrize("limit", [1, 10, 100])
def test_with_fewer_states_the_result_is_a_lower_bound(limit):
    (part,) = parts_of(grid_of_twos(8))
    result = search(part, limit)
    assert not result.exact
    assert 0 <= result.solutions < 4_638_576
    (small,) = parts_of(grid_of_twos(6))
    assert search(small, 1000) == Count(1072, exact=True)


@pytest.mark.parametrize("seed", range(4))
def test_the_lower_bound_includes_a_known_solution(seed):
    puzzle = open_puzzle(13, seed)
    (part,) = parts_of(puzzle)
    solution = solve(puzzle).counts
    assert solution is not None
    result = search(part, 1, [solution[edge] for edge in part.edges])
    assert not result.exact
    assert result.solutions >= 1


@pytest.mark.parametrize(
    ("groups", "expected"), [(0, (1, 64, 0)), (1, (1, 64, 1)), (15, (4, 16, 1)), (16, (5, 12, 2))]
)
def test_labels_have_room_for_their_numbers(groups, expected):
    labels = Labels.for_groups(groups)
    assert (labels.bits, labels.per_word, len(labels.ones)) == expected
    if groups:
        assert labels.field(groups).mask >= groups
        assert labels.field(groups).word < len(labels.ones)


def test_labels_in_several_words():
    # Row by row, all 18 islands of a row are in the frontier. There are 2^8 Hamiltonian cycles.
    twos = dict.fromkeys(((row, col) for row in range(3) for col in range(18)), 2)
    (part,) = parts_of(Puzzle.from_clues(3, 18, twos))
    order = sorted(range(len(part.edges)), key=lambda e: part.ends[e])
    assert len(Plan(part, order).labels.ones) == 2
    assert search(part, order=order) == Count(256, exact=True)
