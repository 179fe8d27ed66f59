from dataclasses import replace

import pytest

from hashi_gui.core.board import Board, Tag, Tags
from hashi_gui.core.board_status import Faults
from hashi_gui.core.highlight import Highlight, Role
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.gui.board.picture import BoardPicture
from hashi_gui.gui.board.speech import change_text, island_text

# 2 . 3
# . 1 ?
# 1 . 1
PUZZLE = Puzzle.from_clues(
    3, 3, {(0, 0): 2, (0, 2): 3, (1, 1): 1, (1, 2): None, (2, 0): 1, (2, 2): 1}
)
RIGHT, DOWN = PUZZLE.edge_between(0, 1).id, PUZZLE.edge_between(0, 4).id
EMPTY, NO_FAULTS = Board.empty(PUZZLE), Faults()


def shown(board: Board = EMPTY, faults: Faults = NO_FAULTS, **more: object) -> BoardPicture:
    return BoardPicture(**{"puzzle": PUZZLE, "board": board, "faults": faults, **more})


def with_bridges(**numbers: int) -> Board:
    counts = bytearray(EMPTY.counts)
    for name, number in numbers.items():
        counts[{"right": RIGHT, "down": DOWN}[name]] = number
    return Board(bytes(counts))


@pytest.mark.parametrize(
    ("picture", "text"),
    [
        (shown(), "needs 2 more; right: open to 3; down: open to 1"),
        (shown(with_bridges(right=2)), "finished; right: 2 bridges to 3; down: open to 1"),
        (
            shown(with_bridges(right=2, down=1), Faults(overfull=frozenset({0}))),
            "1 too many; wrong; right: 2 bridges to 3; down: 1 bridge to 1",
        ),
        (
            shown(EMPTY._replace(marks=frozenset({DOWN}), locks=frozenset({0}))),
            "needs 2 more; locked; right: open to 3; down: marked “no bridge” to 1",
        ),
        (
            shown(
                with_bridges(right=1)._replace(
                    tags=Tags({0: Tag.DISC}, {DOWN: Tag.AT_LEAST_ONE}),
                ),
                highlight=Highlight({0: Role.HINT}, {DOWN: Role.HINT}, letters={0: "A"}),
                tried={RIGHT: 1},
                faults=Faults(crossed=frozenset({RIGHT})),
            ),
            "needs 1 more; disc; A; hint; right: 1 bridge to 3, wrong, in a trial; "
            "down: open to 1, at least one, hint",
        ),
    ],
)
def test_an_island(picture, text):
    assert island_text(picture, 0) == f"2, row 1, column 1; {text}"


def test_an_island_with_an_unknown_clue_needs_nothing_that_is_known():
    text = "?, row 2, column 3; up: open to 3; down: open to 1; left: open to 1"
    assert island_text(shown(), 3) == text


def test_a_bridge_in_the_way():
    puzzle = Puzzle.from_clues(3, 3, {(0, 1): 1, (1, 0): 1, (1, 2): 1, (2, 1): 1})
    across = puzzle.edge_between(1, 2).id
    counts = bytes(int(edge.id == across) for edge in puzzle.edges)
    picture = shown(Board(counts), puzzle=puzzle)
    assert island_text(picture, 0) == "1, row 1, column 2; needs 1 more; down: blocked, to 1"
    other = replace(picture, board=Board(bytes(int(e.id != across) for e in puzzle.edges)))
    assert island_text(other, 1) == "1, row 2, column 1; needs 1 more; right: blocked, to 1"


def test_rows_and_columns_of_a_draft_are_its_own():
    assert island_text(shown(), 0, (-1, 2)).startswith("2, row 0, column 3;")


@pytest.mark.parametrize(
    ("after", "near", "text"),
    [
        (EMPTY, 0, ""),
        (with_bridges(right=2), 0, "right: 2 bridges to 3; finished"),
        (with_bridges(right=1), 1, "left: 1 bridge to 2; needs 2 more"),
        (with_bridges(right=1), 4, "2, row 1, column 1; right: 1 bridge to 3; needs 1 more"),
        (EMPTY._replace(locks=frozenset({4})), 4, "1, row 3, column 1; locked"),
        (EMPTY._replace(tags=Tags({4: Tag.DISC})), 4, "1, row 3, column 1; disc"),
        (Board(bytes([1]) * len(EMPTY.counts)), 0, "6 places changed"),
    ],
)
def test_a_change(after, near, text):
    assert change_text(EMPTY, shown(after), near) == text


def test_an_island_is_unlocked():
    locked = EMPTY._replace(locks=frozenset({4}))
    assert change_text(locked, shown(), 4) == "1, row 3, column 1; unlocked"


def test_a_finished_neighbour():
    assert "left: 2 is finished" not in island_text(shown(with_bridges(right=2)), 1)
    assert "up: 2 is finished" in island_text(shown(with_bridges(right=2)), 4)
