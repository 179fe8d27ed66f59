from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, SittingRecord
from hashi_gui.game import Refused, Sitting

# .1.
# 2.2
# .1.   the bridge from top to bottom and the one across cannot both be there
CROSS = Puzzle.from_clues(3, 3, {(0, 1): 1, (1, 0): 2, (1, 2): 2, (2, 1): 1})
DOWN, ACROSS = 1, 0

# 1.2.1
ROW = Puzzle.from_clues(1, 5, {(0, 0): 1, (0, 2): 2, (0, 4): 1})
LEFT, RIGHT = 0, 1
SOLVED = bytes([1, 1])


def draw(sitting: Sitting, *edges: int) -> None:
    for edge in edges:
        sitting.play(sitting.step(edge))


def test_the_ids_in_this_file_are_right():
    assert CROSS.edges[DOWN].horizontal is False
    assert CROSS.edges[ACROSS].horizontal is True


@pytest.mark.parametrize("limit", [1, 2, 3, 4])
def test_a_step_goes_round_all_numbers_of_bridges(limit):
    puzzle = Puzzle.from_clues(1, 3, {(0, 0): 1, (0, 2): 1}, limit)
    sitting = Sitting(puzzle)
    states = []
    for _ in range(limit + 2):
        draw(sitting, 0)
        states.append(sitting.board.state(0))
    assert states == [*range(1, limit + 1), 0, 1]


def test_looking_for_a_move_changes_nothing():
    sitting = Sitting(ROW)
    moves = [sitting.step(0), sitting.toggle_mark(0), sitting.toggle_lock(0)]
    assert all(moves)
    assert sitting.board == Board.empty(ROW)
    assert sitting.revision == 0
    assert not sitting.can_undo


def test_a_bridge_is_not_built_across_another():
    sitting = Sitting(CROSS)
    draw(sitting, DOWN)
    with pytest.raises(Refused, match=r"^A bridge runs across there\.$"):
        sitting.step(ACROSS)
    sitting.play(sitting.toggle_mark(ACROSS))
    with pytest.raises(Refused, match="across"):
        sitting.step(ACROSS)
    draw(sitting, DOWN, DOWN, ACROSS)
    assert sitting.board.state(ACROSS) == 1


def test_bridges_that_a_file_has_across_each_other_can_be_taken_away():
    sitting = Sitting.from_document(Document(CROSS, Board(bytes([1, 1])), "pzpr"))
    draw(sitting, DOWN, DOWN)
    assert sitting.board.state(DOWN) == 0


def test_marks_give_way_to_bridges_and_bridges_to_marks():
    sitting = Sitting(ROW)
    sitting.play(sitting.toggle_mark(LEFT))
    assert sitting.board.state(LEFT) == MARK
    draw(sitting, LEFT)
    assert sitting.board.state(LEFT) == 1
    sitting.play(sitting.toggle_mark(LEFT))
    assert sitting.board.state(LEFT) == MARK
    sitting.play(sitting.toggle_mark(LEFT))
    assert sitting.board.state(LEFT) == 0


def test_the_edges_of_a_locked_island_cannot_change():
    sitting = Sitting(ROW)
    sitting.play(sitting.toggle_lock(2))
    for find in (sitting.step, sitting.toggle_mark):
        with pytest.raises(Refused) as refusal:
            find(RIGHT)
        assert str(refusal.value) == "A locked island keeps its bridges; unlock it to change them."
    draw(sitting, LEFT)
    sitting.play(sitting.toggle_lock(2))
    draw(sitting, RIGHT)
    assert sitting.board == Board(SOLVED)


def test_a_restart_takes_everything_away_and_can_be_undone():
    sitting = Sitting(ROW)
    draw(sitting, LEFT)
    sitting.play(sitting.toggle_mark(RIGHT))
    sitting.play(sitting.toggle_lock(0))
    before = sitting.board
    sitting.play(sitting.restart())
    assert sitting.board == Board.empty(ROW)
    sitting.undo()
    assert sitting.board == before


def test_a_drawn_solution_is_one_step_that_locks_do_not_hold_up():
    sitting = Sitting(CROSS)
    sitting.play(sitting.toggle_mark(ACROSS))
    sitting.play(sitting.toggle_mark(DOWN))
    sitting.play(sitting.toggle_lock(0))
    before = sitting.board
    sitting.draw_solution(bytes([0, 2]))
    assert sitting.board == Board(bytes([0, 2]), frozenset({ACROSS}), frozenset({0}))
    sitting.undo()
    assert sitting.board == before


def test_a_solution_that_the_program_draws_does_not_finish_the_game():
    sitting = Sitting(ROW)
    sitting.draw_solution(SOLVED)
    assert sitting.solved
    assert not sitting.finished
    sitting.undo()
    sitting.redo()
    assert not sitting.finished
    sitting.undo()
    draw(sitting, LEFT, RIGHT)
    assert sitting.finished == sitting.solved


def test_what_changes_nothing_leaves_no_trace():
    sitting = Sitting(ROW)
    assert not sitting.play(sitting.restart())
    assert not sitting.undo()
    assert not sitting.redo()
    assert sitting.revision == 0
    assert not sitting.can_undo


def test_every_change_is_returned_and_raises_the_revision():
    sitting = Sitting(ROW)
    changes = [
        sitting.play(sitting.step(LEFT)),
        sitting.play(sitting.toggle_lock(0)),
        sitting.undo(),
        sitting.undo(),
        sitting.redo(),
    ]
    assert changes == [
        Move(((LEFT, 1),)),
        Move(locks=((0, True),)),
        Move(locks=((0, False),)),
        Move(((LEFT, 0),)),
        Move(((LEFT, 1),)),
    ]
    assert sitting.revision == 5


def test_the_end_is_noticed_and_stops_the_clock_for_good():
    time = 0.0
    sitting = Sitting.from_document(Document(ROW, Board.empty(ROW), "text"), now=lambda: time)
    sitting.clock.start()
    time = 30.0
    draw(sitting, LEFT)
    assert not sitting.solved
    assert not sitting.finished
    draw(sitting, RIGHT)
    assert sitting.solved
    assert sitting.finished
    sitting.undo()
    sitting.clock.start()
    time = 90.0
    assert not sitting.solved
    assert sitting.finished
    assert sitting.clock.seconds == 30


def test_a_board_with_all_bridges_but_in_two_groups_is_not_solved():
    ring = Puzzle.from_clues(3, 3, {(0, 0): 2, (0, 2): 2, (2, 0): 2, (2, 2): 2})
    sitting = Sitting(ring)
    top, bottom = ring.edge_between(0, 1).id, ring.edge_between(2, 3).id
    draw(sitting, top, top, bottom, bottom)
    assert not sitting.solved


def test_a_solved_board_that_was_opened_is_not_the_players_work():
    sitting = Sitting.from_document(Document(ROW, Board(SOLVED), "pzpr"))
    assert sitting.solved
    assert not sitting.finished


def test_a_rejected_trial_is_gone_and_an_accepted_one_stays():
    sitting = Sitting(ROW)
    draw(sitting, LEFT)
    sitting.begin_trial()
    draw(sitting, LEFT)
    sitting.begin_trial()
    draw(sitting, RIGHT, RIGHT)
    assert sitting.trials == (1, 2)
    assert sitting.reject_trial() == Move(((RIGHT, 0),))
    assert sitting.board.counts == bytes([2, 0])
    assert not sitting.can_redo
    sitting.accept_trial()
    assert sitting.trials == ()
    assert sitting.board.counts == bytes([2, 0])
    assert sitting.can_undo


def test_rejecting_the_outer_trial_takes_what_the_inner_one_left():
    sitting = Sitting(ROW)
    sitting.begin_trial()
    sitting.begin_trial()
    draw(sitting, LEFT)
    sitting.accept_trial()
    sitting.reject_trial()
    assert sitting.board == Board.empty(ROW)


def test_undoing_past_the_beginning_of_a_trial_ends_it():
    sitting = Sitting(ROW)
    draw(sitting, LEFT)
    sitting.begin_trial()
    draw(sitting, RIGHT)
    sitting.undo()
    assert sitting.trials == (1,)
    sitting.undo()
    assert sitting.trials == ()


def test_trials_that_a_file_begins_after_its_last_move_are_over():
    moves = ("0,0-0,2=1", "0,2-0,4=1")
    record = SittingRecord(Board.empty(ROW), moves, position=1, trials=(0, 1, 2))
    sitting = Sitting.from_document(Document(ROW, Board(bytes([1, 0])), "hashi", record))
    assert sitting.trials == (0, 1)


def test_without_a_trial_there_is_none_to_end():
    sitting = Sitting(ROW)
    for end in (sitting.accept_trial, sitting.reject_trial):
        with pytest.raises(Refused, match=r"^No trial is open\.$"):
            end()


def perform(sitting: Sitting, wish: str, edge: int) -> None:
    """One act of a player; a wish that is refused changes nothing."""
    with suppress(Refused):
        match wish:
            case "undo" | "redo" | "begin_trial":
                getattr(sitting, wish)()
            case _:
                sitting.play(getattr(sitting, wish)(edge))


WISHES = st.sampled_from(["step", "toggle_mark", "toggle_lock", "undo", "redo", "begin_trial"])


@given(wishes=st.lists(st.tuples(WISHES, st.sampled_from([DOWN, ACROSS])), max_size=20))
def test_a_sitting_comes_back_from_its_document(wishes):
    sitting = Sitting(CROSS)
    for wish, edge in wishes:
        perform(sitting, wish, edge)
    sitting.hints = 3
    sitting.meta = {"title": "A cross"}
    document = sitting.to_document()
    again = Sitting.from_document(document)
    assert again.board == sitting.board
    assert again.to_document() == document
    while sitting.can_undo:
        assert again.undo() == sitting.undo()
        assert again.trials == sitting.trials
    while sitting.can_redo:
        assert again.redo() == sitting.redo()
    assert again.board == sitting.board


def test_a_finished_game_comes_back_finished():
    record = SittingRecord(Board.empty(ROW), seconds=61.5, hints=2, finished=True)
    sitting = Sitting.from_document(Document(ROW, Board.empty(ROW), "hashi", record))
    sitting.clock.start()
    assert sitting.finished
    assert sitting.hints == 2
    assert not sitting.clock.running
    assert sitting.clock.seconds == 61.5


def test_going_back_leaves_the_way_forward():
    sitting = Sitting(ROW)
    draw(sitting, LEFT, RIGHT, RIGHT)
    boards = [*sitting.past, sitting.board]
    assert sitting.go_back(1) == Move(((RIGHT, 0),))
    assert sitting.board == boards[1]
    assert sitting.past == boards[:1]
    sitting.redo()
    sitting.redo()
    assert sitting.board == boards[3]
