from __future__ import annotations

from hashi_gui.core.board import Board, Move
from hashi_gui.formats import read
from hashi_gui.logic.teaching.explanation import ExplanationKind
from hashi_gui.logic.teaching.mistakes import find_mistake, last_correct_position
from hashi_gui.logic.wording import with_places
from hashi_gui.solving import Solver

RING_OF_ANY = "?.?\n...\n?.?"


def boards(drawing: str, *moves: str) -> list[Board]:
    puzzle = read(drawing).puzzle
    found = [Board.empty(puzzle)]
    for move in moves:
        found.append(found[-1].apply(Move.from_text(puzzle, move)))
    return found


def correction(drawing: str, *moves: str) -> str:
    puzzle = read(drawing).puzzle
    *past, board = boards(drawing, *moves)
    with Solver(puzzle) as solver:
        hint = find_mistake(puzzle, board, solver, past=past)
        assert hint is not None
        assert hint.kind is ExplanationKind.MISTAKE
        assert solver.is_solvable(board.apply(hint.move))
    return hint.move.to_text(puzzle)


def test_a_board_that_can_be_finished_has_no_mistake():
    puzzle = read(RING_OF_ANY).puzzle
    with Solver(puzzle) as solver:
        assert find_mistake(puzzle, Board.empty(puzzle), solver) is None


def test_of_bridges_that_contradict_each_other_the_last_one_is_removed():
    one, two = "0,0-0,2=1", "0,0-2,0=1"
    assert correction("1.?\n...\n?.?", one, two) == "0,0-2,0=0"
    assert correction("1.?\n...\n?.?", two, one) == "0,0-0,2=0"


def test_a_double_bridge_where_one_is_right_loses_one():
    assert correction("2.2\n...\n2.2", "0,0-0,2=1", "0,0-0,2=2") == "0,0-0,2=1"


def reasons(drawing: str, *moves: str) -> tuple[str, ...]:
    puzzle = read(drawing).puzzle
    *past, board = boards(drawing, *moves)
    with Solver(puzzle) as solver:
        hint = find_mistake(puzzle, board, solver, past=past)
    assert hint is not None
    return tuple(with_places(puzzle, reason) for reason in hint.reasons)


def test_of_several_edges_the_one_to_change_is_named():
    assert reasons("max-bridges 3\n3.?\n...\n?.?", "0,0-0,2=2", "0,0-2,0=2")[1] == (
        "If the others stay, there is one bridge too many between the 3 at row 1, column 1 and the "
        "? at row 3, column 1."
    )


def test_the_last_move_is_named_if_it_was_wrong():
    where = "between the 2 at row 1, column 1 and the 2 at row 1, column 3"
    assert reasons("2.2\n...\n2.2", "0,0-0,2=1", "0,0-0,2=2") == (
        f"One bridge too many {where}: your last move.",
    )
    assert reasons("2.2\n...\n2.2", "0,0-0,2=2", "0,0-2,0=x") == (
        f"One bridge too many {where}.",
        "Since move 1 of 2, the board cannot be finished.",
        "That is not the only mistake.",
    )


def test_a_mistake_that_is_left_is_mentioned():
    twice = reasons("2.2\n...\n2.2", "0,0-0,2=2", "2,0-2,2=2")
    assert "That is not the only mistake." in twice
    assert "That is not the only mistake." not in reasons("2.2\n...\n2.2", "0,0-0,2=2")


def test_the_move_is_said_since_which_there_is_a_mistake_though_an_earlier_one_was_corrected():
    moves = ("0,0-0,2=2", "0,0-0,2=1", "2,0-2,2=2", "0,0-2,0=1")
    assert reasons("2.2\n...\n2.2", *moves)[1:] == (
        "Since move 3 of 4, the board cannot be finished.",
    )


def test_the_last_correct_position():
    drawing = "2.2\n...\n2.2"
    *past, _ = boards(drawing, "0,0-0,2=1", "0,0-0,2=2", "2,0-2,2=1")
    with Solver(read(drawing).puzzle) as solver:
        assert last_correct_position(solver, past) == 1
        assert last_correct_position(solver, past[2:]) is None


def test_a_puzzle_without_a_solution_is_explained():
    puzzle = read("3.1").puzzle
    with Solver(puzzle) as solver:
        hint = find_mistake(puzzle, Board.empty(puzzle), solver)
    assert hint is not None
    assert hint.kind is ExplanationKind.NONE
