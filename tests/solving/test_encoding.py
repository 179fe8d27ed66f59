from __future__ import annotations

import pytest

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules
from hashi_gui.solving.encoding import OrderEncoding, find_cuts


def row(*clues: int | None, most: int = 2) -> OrderEncoding:
    cells: dict[tuple[int, int], int | None] = {(0, i): clue for i, clue in enumerate(clues)}
    return OrderEncoding(Puzzle.from_clues(1, len(clues), cells, Rules(most)))


def test_capacities_depend_on_the_clues() -> None:
    assert row(1, 3, 3).high == [1, 2]
    assert row(None, None, 4, most=4).high == [4, 4]
    assert row(0, 3, 1).high == [0, 1]


def test_two_equal_clues_cannot_isolate_a_pair() -> None:
    assert row(1, 1, 2, 2).high == [0, 1, 1]
    assert row(2, 2).high == [2]
    assert row(3, 3, 1).high == [2, 1]


def test_the_first_variable_of_an_edge_is_its_id_plus_one() -> None:
    encoding = row(1, 3, None, 0)
    assert encoding.edge_variables == [[1], [2, 4], []]
    assert encoding.false_literal == 5


def test_a_board_becomes_assumptions() -> None:
    encoding = row(1, 3, None, 2)
    board = Board(b"\2\2\0", frozenset({2}))
    assert encoding.assumptions(board) == {
        0: encoding.false_literal,
        1: encoding.edge_variables[1][1],
        2: -3,
    }


def test_a_model_becomes_counts() -> None:
    encoding = row(1, 3, None)
    assert encoding.counts([1, 2, 3, -4]) == b"\1\2"
    assert encoding.counts([-1, 2, -3, -4, 5]) == b"\0\1"


def test_the_clause_for_solutions_outside_bounds() -> None:
    encoding = row(1, 3, None)
    assert encoding.outside(b"\0\1", b"\1\2") == [-2]
    assert encoding.outside(b"\0\0", b"\0\1") == [1, 3]


def test_a_clue_that_is_too_large_gives_a_contradiction() -> None:
    encoding = row(1, 4)
    assert [encoding.false_literal, encoding.false_literal] in [
        list(clause) for clause in encoding.clauses()
    ]


def test_crossing_edges_exclude_each_other() -> None:
    clues = dict.fromkeys([(0, 1), (0, 3), (1, 0), (1, 4), (2, 1), (2, 3)])
    puzzle = Puzzle.from_clues(3, 5, clues)
    crossing = {
        tuple(sorted((-edge - 1, -other - 1)))
        for edge, others in enumerate(puzzle.crossings)
        for other in others
    }
    assert len(crossing) == 2
    clauses = [tuple(sorted(clause)) for clause in OrderEncoding(puzzle).clauses()]
    exclusions = [clause for clause in clauses if len(clause) == 2 and max(clause) < 0]
    assert sorted(exclusions) == sorted(crossing)


def test_chains_that_no_bridge_leaves_are_ruled_out() -> None:
    assert row(1, 2, 1, 2, 1).likely_cuts() == [(-1, -2), (-3, -4)]
    assert row(1, 2, 2, 1, None).likely_cuts() == [(-1, -2, -3)]
    assert row(1, 3, 2, 3, None).likely_cuts() == [(-1, -5)]
    assert row(1, 2, 1).likely_cuts() == []


SQUARE = [(0, 1), (1, 2), (2, 3), (0, 3)]
CHAIN = [(4, 9), (0, 5), (5, 9), (1, 4), (1, 7), (2, 7), (2, 8), (3, 8), (3, 6)]


@pytest.mark.parametrize(
    ("islands", "ends", "drawn", "cuts"),
    [
        (4, SQUARE, [1, 2, 3, -4], []),
        (4, SQUARE, [1, 2, 3, -4, 5, 6], []),  # Literals after the edges are ignored.
        (1, [], [], []),
        (10, CHAIN, [1] * 9, []),
        (4, SQUARE, [1, -2, 3, -4], [[1, 3]]),
        # Every component is cut but the one with the most leaving edges.
        (5, [(0, 1), (1, 2), (1, 3), (3, 4)], [-1, -2, -3, 4], [[0], [1], [2]]),
        (3, [(0, 1)], [1], [[]]),
    ],
)
def test_components_are_cut(
    islands: int, ends: list[tuple[int, int]], drawn: list[int], cuts: list[list[int]]
) -> None:
    assert find_cuts(islands, ends, drawn) == cuts
