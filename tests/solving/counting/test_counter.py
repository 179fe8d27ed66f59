from __future__ import annotations

import threading
import time
from itertools import product
from multiprocessing import active_children
from threading import Timer

import numpy as np
import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.formats import read
from hashi_gui.solving import Cancelled, CancelToken, Count, Solver
from hashi_gui.solving.counting import count_in_process
from hashi_gui.solving.counting import counter as module
from hashi_gui.solving.counting.counter import count_solutions
from hashi_gui.solving.frontier import layers
from tests.measure.count import KNOWN, grid_of_twos, open_puzzle


def count(puzzle: Puzzle, **options) -> Count:
    with Solver(puzzle) as solver:
        return count_solutions(solver, CancelToken(), **options)


def exact(solutions: int) -> Count:
    return Count(solutions, exact=True)


@pytest.mark.parametrize(("side", "empty", "solutions"), [k for k in KNOWN if k[0] < 10])
def test_known_numbers(side, empty, solutions):
    assert count(grid_of_twos(side, empty)) == exact(solutions)


@pytest.mark.parametrize(
    ("text", "solutions"),
    [
        ("1.1", 1),
        ("?.?", 2),
        ("1.1.1", 0),
        ("1", 0),
        ("?", 0),
        ("3.3\n...\n3.3", 2),
        ("?.?\n...\n?.?", 48),  # Four trees with 8 solutions each, and 16 with all edges.
        ("no-loops\n?.?\n...\n?.?", 32),
    ],
)
def test_tiny_puzzles(text, solutions):
    assert count(read(text).puzzle) == exact(solutions)


def test_spanning_trees_are_counted_where_loops_are_forbidden():
    """The numbers are those of A007341 in the On-Line Encyclopedia of Integer Sequences."""
    for side, trees in [(3, 192), (4, 100352), (6, 32565539635200)]:
        places = dict.fromkeys(product(range(0, 2 * side, 2), repeat=2))
        rules = Rules(1, loops=False)
        assert count(Puzzle.from_clues(2 * side - 1, 2 * side - 1, places, rules)) == exact(trees)


def test_an_island_that_needs_no_bridge():
    assert count(Puzzle.from_clues(1, 3, {(0, 1): 0})) == exact(1)
    assert count(Puzzle.from_clues(1, 3, {(0, 0): 0, (0, 2): 0})) == exact(0)


def test_numbers_have_any_size():
    assert count(read("?" * 300).puzzle) == exact(2**299)


def test_the_numbers_for_an_edge_add_up():
    reports: list[tuple[int, int, int]] = []
    puzzle = open_puzzle(17, seed=1)
    result = count(puzzle, edges=True, progress=lambda *report: reports.append(report))
    assert result.exact
    assert result.edges is not None
    assert {sum(numbers) for numbers in result.edges} == {result.solutions}
    assert reports
    assert all(1 <= edge <= last and states >= 0 for edge, last, states in reports)


def test_the_search_goes_on_with_what_the_solver_finds_late(monkeypatch):
    puzzle = open_puzzle(13, seed=3)
    expected = count(puzzle)
    backbone = Solver.backbone
    begun = threading.Event()

    def late(self, board, cancel):
        while not begun.wait(0.001):
            cancel.raise_if_cancelled()
        return backbone(self, board, cancel)

    def endless(self, limit, starts, solution, token):
        begun.set()
        while self._low == bytes(len(puzzle.edges)):
            token.raise_if_cancelled()
            time.sleep(0.001)
        return improve(self, limit, starts, solution, token)

    improve = module._PartCounter.improve
    monkeypatch.setattr(Solver, "backbone", late)
    monkeypatch.setattr(module._PartCounter, "improve", endless)
    assert count(puzzle) == expected


def test_a_cancelled_token_gives_what_is_proved_so_far(monkeypatch, cancelled):
    with Solver(open_puzzle(13, seed=0)) as solver:
        assert count_solutions(solver, cancelled) == Count(0, exact=False)


def test_cancelling_a_search_gives_a_lower_bound():
    token = CancelToken()
    puzzle = open_puzzle(13, seed=4)
    expected = count(puzzle).solutions

    def cancel(*_) -> None:
        token.cancel()

    with Solver(puzzle) as solver:
        result = count_solutions(solver, token, progress=cancel)
    assert not result.exact
    assert 2 <= result.solutions <= expected


@pytest.mark.parametrize("memory", [0, 100, 500])
def test_short_memory_gives_a_lower_bound(memory):
    result = count(open_puzzle(17, seed=2), memory=memory)
    assert not result.exact
    assert 2 <= result.solutions < 18_678_400


def test_more_memory_gives_a_better_bound_and_numbers_for_the_edges_halve_it(monkeypatch):
    monkeypatch.setattr(module, "_HEAD_START", 10)  # The solver is done before the first search.
    puzzle = open_puzzle(17, seed=2)
    small, large = (count(puzzle, memory=memory) for memory in (500, 5_000))
    assert small.solutions < large.solutions
    assert count(puzzle, memory=1_000, edges=True) == small


def test_states_that_were_not_recognised_as_equal_do_no_harm(monkeypatch):
    monkeypatch.setattr(layers, "_hash", lambda states: states[0] & np.uint64(1 << 63))
    assert count(grid_of_twos(6)) == exact(1072)


def test_layers_of_several_blocks(monkeypatch):
    puzzle = open_puzzle(13, seed=4)
    expected = count(puzzle, edges=True)
    monkeypatch.setattr(layers, "_BLOCK_SIZE", 4)
    assert count(puzzle, edges=True) == expected


def test_numbers_for_the_edges_when_not_all_layers_fit_into_memory():
    puzzle = grid_of_twos(8)
    expected = count(puzzle, edges=True)
    assert count(puzzle, edges=True, memory=70_000) == expected


def test_a_solution_is_a_lower_bound_as_soon_as_it_is_found(monkeypatch):
    token = CancelToken()
    solution = Solver.solution

    def find_and_cancel(self, cancel):
        found = solution(self, cancel)
        token.cancel()
        return found

    monkeypatch.setattr(Solver, "solution", find_and_cancel)
    with Solver(open_puzzle(13, seed=0)) as solver:
        result = count_solutions(solver, token)
    assert result == Count(1, exact=False)
    assert type(result.solutions) is int


def test_another_process_counts_for_some_seconds():
    result = count_in_process(grid_of_twos(6), 60, 10**8, CancelToken())
    assert result == Count(1072, exact=True)
    assert not active_children()
    result = count_in_process(grid_of_twos(40), 0, 10**8, CancelToken())
    assert result == Count(0, exact=False)


def test_counting_in_another_process_can_be_cancelled():
    token = CancelToken()
    timer = Timer(0.5, token.cancel)
    timer.start()
    with pytest.raises(Cancelled):
        count_in_process(grid_of_twos(40), 600, 10**8, token)
    timer.join()
    assert not active_children()
