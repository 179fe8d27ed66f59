from __future__ import annotations

from random import Random

import pytest

from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.techniques.parity import OddAndEven
from hashi_gui.logic.teaching.sentences import draw_obvious
from hashi_gui.solving import Solver
from tests.logic.teaching.arguments import Shown, Verdicts

POSITIONS = 500

CORNER = """\
2.3.3
.....
2.2..
.....
....?"""
"""Four islands in a square, of which one sees another, which sees the last one."""


@pytest.mark.parametrize(
    ("drawing", "bounds"),
    [
        (CORNER, ["0,2-0,4 >= 1", "0,2-0,4 <= 1"]),
        (CORNER.replace("2.3.3", "2.4.1"), ["0,2-0,4 <= 0", "0,4-4,4 >= 1"]),
        (CORNER.replace("2.3.3", "2.4.3"), ["0,4-4,4 >= 1", "0,4-4,4 <= 1"]),
        (CORNER.replace("2.2", "2.?"), []),
    ],
    ids=["odd", "even", "room for an even number", "unknown"],
)
def test_only_so_many_bridges_lead_out(conclusions_by, drawing, bounds):
    assert sorted(conclusions_by(OddAndEven(), drawing)) == sorted(bounds)


def test_the_reason_names_the_sum_and_the_way_out(conclusions_by):
    assert conclusions_by(OddAndEven(), CORNER)["0,2-0,4 >= 1"] == (
        "Add up what the group of 4 islands (row 1, columns 1 and 3; row 3, columns 1 and 3) still "
        "needs: 9. A bridge between two of them counts twice, so an odd number must lead out. The "
        "only open way out is between the 3 at row 1, column 3 and the 3 at row 1, column 5, with "
        "room for 2 more, so there must be exactly 1 bridge."
    )


def test_many_islands_are_not_added_up(conclusions_by, monkeypatch):
    monkeypatch.setattr("hashi_gui.logic.reasoning.techniques.parity.MOST_ISLANDS", 3)
    assert not conclusions_by(OddAndEven(), CORNER)


def test_every_conclusion_is_true_and_every_sentence_an_argument(random_puzzle, partial_board):
    verdicts, positions, seed = Verdicts(), 0, 0
    while positions < POSITIONS:
        seed += 1
        random = Random(seed)
        puzzle, solution = random_puzzle(random)
        with Solver(puzzle) as solver:
            for _ in range(5):
                board = partial_board(random, solution)
                position = Position.from_board(puzzle, board)
                draw_obvious(position)
                shown = Shown(puzzle, position.low, position.high)
                conclusions = list(OddAndEven().find(position, 0))
                for edge, is_minimum, bound in (each[1:4] for each in conclusions):
                    assert solver.forces(board, edge, bound, is_minimum=is_minimum)
                for each in conclusions:
                    assert each[1:4] in verdicts.page(shown, each.reason(puzzle))[1]
                positions += bool(conclusions)
    assert verdicts.false == []
