from __future__ import annotations

from random import Random

import pytest

from hashi_gui.core.board import Board, Move
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import read
from hashi_gui.logic.counting import (
    EVERY_DIRECTION,
    FULL_HOUSE,
    GENERAL_COUNT,
    GROUP_CLOSED_OFF,
    ONLY_WAY_OUT,
    Conclusion,
    conclusions,
)
from hashi_gui.solving import SatSolver


def gains(puzzle: Puzzle, found: Conclusion) -> dict[tuple[int, int], int]:
    """What a conclusion builds, by the island it is built towards."""
    return {
        puzzle.islands[puzzle.edges[e].other(found.island)].cell: gain
        for e, gain in found.gains.items()
    }


@pytest.mark.parametrize("seed", range(200))
def test_counting_never_concludes_what_is_not_so(seed, grown, part_way):
    random = Random(seed)
    puzzle, solution = grown(random)
    with SatSolver(puzzle) as solver:
        for _ in range(5):
            board = part_way(random, solution)
            low = solver.forced(board).low
            for found in conclusions(puzzle, board):
                assert found.gains
                for e, gain in found.gains.items():
                    assert 1 <= gain <= low[e] - board.counts[e], found.reason


@pytest.mark.parametrize(
    ("grid", "moves", "cell", "technique", "expected", "reason"),
    [
        (
            *("1.2\n...\n..1", "", (0, 0), ONLY_WAY_OUT, {(0, 2): 1}),
            "The 1 at row 1, column 1 still needs 1, and the only way out is right.",
        ),
        (
            *("?.1", "", (0, 0), ONLY_WAY_OUT, {(0, 2): 1}),
            "The ? at row 1, column 1 has no bridge yet, and the only way out is right.",
        ),
        (
            *("?.?\n...\n?.?", "0,0-0,2=x", (0, 2), ONLY_WAY_OUT, {(2, 2): 1}),
            "The ? at row 1, column 3 has no bridge yet, and the only way out is down.",
        ),
        (
            *("2.4.2", "", (0, 2), FULL_HOUSE, {(0, 0): 2, (0, 4): 2}),
            "The 4 at row 1, column 3 still needs 4: at most 2 left and 2 right, "
            "so every direction is full.",
        ),
        (
            *("3.2\n...\n2.1", "", (0, 0), EVERY_DIRECTION, {(0, 2): 1, (2, 0): 1}),
            "The 3 at row 1, column 1 still needs 3: at most 2 right and 2 down, "
            "so each direction gets at least 1.",
        ),
        (
            *("2.1\n...\n2.1", "", (0, 0), GENERAL_COUNT, {(2, 0): 1}),
            "The 2 at row 1, column 1 still needs 2: at most 1 right and 2 down, "
            "so down gets at least 1.",
        ),
        (
            "max-bridges 3\n5.4\n...\n4.3",
            *("", (0, 0), GENERAL_COUNT, {(0, 2): 2, (2, 0): 2}),
            "The 5 at row 1, column 1 still needs 5: at most 3 right and 3 down, "
            "so right gets at least 2 and down gets at least 2.",
        ),
        (
            "..2..\n.....\n1.6.2\n.....\n..3.2",
            *("", (2, 2), GENERAL_COUNT, {(0, 2): 1, (2, 4): 1, (4, 2): 1}),
            "The 6 at row 3, column 3 still needs 6: at most 2 up, 1 left, 2 right and 2 down, "
            "so up gets at least 1, right gets at least 1 and down gets at least 1.",
        ),
        (
            *("1.1\n...\n2.2", "", (0, 0), GROUP_CLOSED_OFF, {(2, 0): 1}),
            "The 1 at row 1, column 1 still needs 1, and the only way out is down; "
            "1 bridge right would close off a group.",
        ),
        (
            *("1.2.1\n.....\n..2.2", "0,0-0,2=1", (0, 2), GROUP_CLOSED_OFF, {(2, 2): 1}),
            "The 2 at row 1, column 3 still needs 1, and the only way out is down; "
            "1 bridge right would close off a group.",
        ),
        (
            *("2.2\n...\n2.2", "", (0, 0), GROUP_CLOSED_OFF, {(0, 2): 1, (2, 0): 1}),
            "The 2 at row 1, column 1 still needs 2: at most 1 right and 1 down, "
            "so every direction is full; "
            "2 bridges right or 2 bridges down would close off a group.",
        ),
        (
            *("1.1", "", (0, 0), ONLY_WAY_OUT, {(0, 2): 1}),
            "The 1 at row 1, column 1 still needs 1, and the only way out is right.",
        ),
    ],
)
def test_what_an_island_concludes_and_why(grid, moves, cell, technique, expected, reason):
    puzzle = read(grid).puzzle
    board = Board.empty(puzzle).apply(Move.from_text(puzzle, moves))
    island = puzzle.island_at(*cell).id
    found = next(found for found in conclusions(puzzle, board) if found.island == island)
    assert found.technique == technique
    assert gains(puzzle, found) == expected
    assert found.reason == reason


def test_the_easiest_technique_comes_first():
    puzzle = read("3.3.1\n.....\n4.4..\n.....\n2...1").puzzle
    techniques = [found.technique for found in conclusions(puzzle, Board.empty(puzzle))]
    order = [ONLY_WAY_OUT, FULL_HOUSE, EVERY_DIRECTION, GENERAL_COUNT, GROUP_CLOSED_OFF]
    assert len(set(techniques)) > 2
    assert techniques == sorted(techniques, key=order.index)
