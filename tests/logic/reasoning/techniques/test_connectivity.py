from random import Random

import pytest

from hashi_gui.core.rules import components
from hashi_gui.formats import read
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.reasoner import Reasoner
from hashi_gui.logic.reasoning.techniques.assumptions import Refutation
from hashi_gui.logic.reasoning.techniques.catalogue import draw_obvious
from hashi_gui.logic.reasoning.techniques.connectivity import (
    GroupWayOut,
    LastWayWithoutLoop,
    OddAndEven,
    OnlyLink,
    isolated_group,
)
from hashi_gui.logic.reasoning.techniques.island_clues import TooManyAlready
from hashi_gui.solving import Solver

JOINING = """\
. . 2 . 1

. . . . .

1───4 . 2
×       │
. . . . │
        │
1 . 3───2"""


def position_of(drawing: str) -> Position:
    document = read(drawing)
    return Position.from_board(document.puzzle, document.board)


def test_all_exits_are_checked_before_the_first_gets_its_bridge():
    position = position_of(JOINING)
    for _ in Reasoner(position, (TooManyAlready(), GroupWayOut())).run():
        pass
    with Solver(position.puzzle) as solver:
        forced = solver.backbone(read(JOINING).board)
    assert all(low <= least for low, least in zip(position.low, forced.low))


@pytest.mark.parametrize("seed", range(12))
def test_a_link_is_the_only_one_if_its_loss_splits_the_puzzle(seed):
    """Edges are closed and drawn, and both is taken back, as under assumptions."""
    random = Random(seed)
    puzzle = read("\n.........\n".join(["?.?.?.?.?"] * 5)).puzzle
    position = Position(puzzle)
    checkpoints = []
    found = 0
    for edge in 6 * random.sample(range(len(puzzle.edges)), len(puzzle.edges)):
        if checkpoints and random.random() < 0.45:
            position.rollback(checkpoints.pop())
        else:
            checkpoints.append(position.checkpoint())
            if random.random() < 0.7:
                position.lower_high(edge, position.low[edge])
            elif position.high[edge]:
                position.raise_low(edge, 1)
        if random.random() < 0.3 or len(components(puzzle, position.high)) > 1:
            continue
        only = [
            edge
            for edge, high in enumerate(position.high)
            if high
            and not position.low[edge]
            and len(components(puzzle, [*position.high[:edge], 0, *position.high[edge + 1 :]])) > 1
        ]
        assert sorted(each.edge for each in OnlyLink().find(position, 0)) == only
        found += bool(only)
    assert found > 10


@pytest.mark.parametrize(
    ("drawing", "isolated"),
    [
        ("1─1×2", (0, 1)),
        ("1─1 2", None),
        ("1─1", None),
        ("2═2×?\n×    \n1 . 2", (0, 1)),
        ("2═2×?\n     \n1 . 2", None),
    ],
)
def test_an_isolated_group_has_no_exit(drawing, isolated):
    assert isolated_group(position_of(drawing)) == isolated


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
        "Together these need 9 more: row 1, column 1; row 1, column 3; row 3, column 1; row "
        "3, column 3. Bridges among them count twice, so an odd number of further ones "
        "lead out at row 1, columns 3–5. So there is exactly 1 bridge in all."
    )


def test_many_islands_are_not_added_up(conclusions_by, monkeypatch):
    monkeypatch.setattr("hashi_gui.logic.reasoning.techniques.connectivity.MOST_ISLANDS", 3)
    assert not conclusions_by(OddAndEven(), CORNER)


def test_every_conclusion_is_true(random_puzzle, partial_board):
    positions, seed = 0, 0
    while positions < POSITIONS:
        seed += 1
        random = Random(seed)
        puzzle, solution = random_puzzle(random)
        with Solver(puzzle) as solver:
            for _ in range(5):
                board = partial_board(random, solution)
                position = Position.from_board(puzzle, board)
                draw_obvious(position)
                conclusions = list(OddAndEven().find(position, 0))
                for edge, is_minimum, bound in (each[1:4] for each in conclusions):
                    assert solver.forces(board, edge, bound, is_minimum=is_minimum)
                positions += bool(conclusions)


RING = "?─?\n│  \n?─?"


@pytest.mark.parametrize(
    ("drawing", "reasons"),
    [
        (
            "no-loops\n3─3 .\n│ │\n2 4═2",
            {
                "0,0-1,0 >= 2": "Row 2, column 1 needs 1 more bridge. Every other open way would "
                "close a loop: to row 2, column 2. So rows 1–2, column 1 gets at least 2 bridges.",
                "0,1-1,1 >= 2": "Row 2, column 2 needs 1 more bridge. Every other open way would "
                "close a loop: to row 2, column 1. So rows 1–2, column 2 gets at least 2 bridges.",
            },
        ),
        (
            "max-bridges 1\nno-loops\n2─3─2\n│   │\n? 2 ?",
            {
                "0,1-1,1 >= 1": "Row 2, column 2 needs 2 more bridges. Without a loop, only 1 of "
                "them can go elsewhere: to row 2, column 1; row 2, column 3. So rows 1–2, column 2 "
                "gets a bridge."
            },
        ),
    ],
)
def test_what_closes_no_loop_takes_the_rest(drawing, reasons, conclusions_by):
    assert reasons.items() <= conclusions_by(LastWayWithoutLoop(), drawing).items()


def test_a_ring_is_a_conflict_until_it_is_taken_back():
    document = read(f"no-loops\n{RING}")
    position = Position.from_board(document.puzzle, document.board)
    checkpoint = position.checkpoint()
    (edge,) = (edge for edge, low in enumerate(position.low) if not low)
    position.raise_low(edge, 1)
    assert position.conflict == position.loop(edge)
    text = Refutation((), position.conflict, isolated=False).conflict_text(document.puzzle)
    assert text == "Then ⟦3 2 0 1⟧ forms a loop."
    position.rollback(checkpoint)
    assert position.conflict is None
