from __future__ import annotations

from itertools import product

import pytest

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.formats import read
from hashi_gui.solving import Solver
from hashi_gui.solving.bounds import max_bridge_counts
from hashi_gui.solving.frontier.parts import Part, split


def puzzle(text: str) -> Puzzle:
    return read(text).puzzle


def weak_split(puzzle: Puzzle) -> list[Part] | None:
    return split(puzzle, bytes(len(puzzle.edges)), bytes(max_bridge_counts(puzzle)))


def exact_parts(text: str) -> list[Part]:
    given = puzzle(text)
    with Solver(given) as solver:
        bounds = solver.backbone(Board.empty(given))
    parts = split(given, bounds.low, bounds.high)
    assert parts is not None
    return parts


def test_a_puzzle_with_one_solution_has_no_parts():
    assert exact_parts("2.4\n...\n..2") == []
    assert weak_split(Puzzle.from_clues(1, 1, {(0, 0): 0})) == []


def test_a_part_has_the_undecided_edges_and_what_their_islands_still_need():
    (part,) = exact_parts("3.3\n...\n3.3")
    assert part.edges == (0, 1, 2, 3)
    # One bridge on each edge is certain.
    assert part.capacities == (1, 1, 1, 1)
    assert part.needed == (1, 1, 1, 1)
    assert part.groups == (0, 0, 0, 0)
    assert part.crossings == ((), (), (), ())


def test_without_certain_bridges_each_island_is_a_group():
    given = puzzle("2.3.2\n.....\n2.3.2")
    (part,) = weak_split(given) or ()
    assert part.groups == (0, 1, 2, 3, 4, 5)
    assert part.needed == (2, 3, 2, 2, 3, 2)
    assert part.group_ends(0) == (0, 1)


def test_edges_that_have_nothing_in_common_are_parts_of_their_own():
    # The double bridges at the "?" are optional, one by one.
    assert [part.edges for part in exact_parts("?.?.?.?")] == [(0,), (1,), (2,)]


def test_groups_that_all_paths_go_through_separate_parts():
    # Two squares that share a corner.
    text = "?.?..\n.....\n?.?.?\n.....\n..?.?"
    assert sorted(len(part.edges) for part in exact_parts(text)) == [4, 4]


def test_edges_that_cross_are_in_the_same_part():
    text = "?.?.?\n.....\n?...?\n.....\n?.?.?"
    (part,) = exact_parts(text)
    crossing = [e for e, others in enumerate(part.crossings) if others]
    assert len(crossing) == 2
    assert part.crossings[crossing[0]] == (crossing[1],)


@pytest.mark.parametrize("text", ["2", "?", "1.1.1.1", "3.1", "1..\n...\n..1"])
def test_what_obviously_cannot_be_solved_has_no_parts_at_all(text: str):
    given = puzzle(text)
    assert weak_split(given) is None


@pytest.mark.parametrize("loops", [True, False])
def test_given_bridges_may_form_a_loop_only_if_the_rules_allow_it(loops: bool):
    square = Puzzle.from_clues(2, 2, dict.fromkeys(product(range(2), repeat=2)), Rules(1, loops))
    given = bytes(1 for _ in square.edges)
    assert split(square, given, given) == ([] if loops else None)
