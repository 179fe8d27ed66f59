from __future__ import annotations

from itertools import product
from random import Random

import pytest

from hashi_gui.formats import read
from hashi_gui.logic.position import Position
from hashi_gui.logic.techniques.intersection import Intersection, combinations


def numbers(drawing: str, island: int) -> list[list[int]]:
    """The combinations of an island without the edges they are for."""
    document = read(drawing)
    position = Position.from_board(document.puzzle, document.board)
    return [[gain for _, gain in gains] for gains in combinations(position, island)]


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        ("3.2\n...\n2.1", [[1, 2], [2, 1]]),
        ("3.1\n...\n2.2", [[1, 2]]),
        ("2─1\n   \n2 1", [[1]]),
        ("1─1\n   \n2 2", [[0]]),
        ("?.1\n...\n2.1", [[0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]),
        ("?─2\n   \n1 2", [[0, 0], [0, 1], [1, 0], [1, 1]]),
        ("max-bridges 3\n4.3\n...\n3.2", [[1, 3], [2, 2], [3, 1]]),
        ("4.1\n...\n2.1", []),
    ],
)
def test_combinations_are_all_ways_to_get_what_is_needed(drawing, expected):
    assert numbers(drawing, 0) == expected


@pytest.mark.parametrize("seed", range(50))
def test_no_combination_is_left_out(seed, grown, part_way):
    random = Random(seed)
    puzzle, solution = grown(random)
    position = Position.from_board(puzzle, part_way(random, solution))
    for island in puzzle.islands:
        edges = position.open_edges(island.id)
        drawn = sum(position.low[edge] for edge in puzzle.incident[island.id])
        ways = product(*(range(position.capacity(edge) + 1) for edge in edges))
        fitting = [
            tuple(zip(edges, way))
            for way in ways
            if drawn + sum(way) == island.clue or (island.clue is None and drawn + sum(way))
        ]
        assert combinations(position, island.id) == fitting


def test_what_all_combinations_share_is_concluded(said):
    found = said(Intersection(), "2.2\n...\n1.1")
    assert found["0,0-0,2 >= 1"] == (
        "The 2 at row 1, column 1 has 2 combinations; without those that break a rule nearby, "
        "the one that is left has at least 1 bridge right."
    )
    assert list(found) == [
        *("0,0-0,2 >= 1", "0,0-0,2 <= 1", "0,0-2,0 >= 1", "0,2-2,2 >= 1", "2,0-2,2 <= 0")
    ]


def test_several_combinations_can_share_something(said):
    found = said(Intersection(), "1.2.1\n.....\n1.3.2")
    assert found["0,2-2,2 >= 1"] == (
        "The 2 at row 1, column 3 has 4 combinations; without those that break a rule nearby, "
        "the 3 left all have at least 1 bridge down."
    )


def test_combinations_that_starve_or_close_off_are_sieved_out(said):
    assert "0,0-0,2 <= 0" in said(Intersection(), "1.1.2\n.....\n1.2.1")


def test_where_combinations_share_nothing_nothing_is_concluded(said):
    assert not said(Intersection(), "?.?\n...\n?.?")


def test_a_group_that_changes_affects_an_island_far_away_that_could_finish_it():
    document = read("1 2─2─3─2\n         \n2       2")
    position = Position.from_board(document.puzzle, document.board)
    technique, start = Intersection(), len(position.touched)
    assert not list(technique.find(position, 0))
    doubled = next(edge.id for edge in document.puzzle.edges if (edge.a, edge.b) == (3, 4))
    position.raise_low(doubled, 2)
    assert list(technique.find(position, 0))
    assert 0 in technique.affected(position, position.touched[start:])
