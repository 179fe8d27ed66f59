from random import Random

import pytest

from hashi_gui.core.board import Board, Move
from hashi_gui.formats import read, read_path
from hashi_gui.logic.levels import Level
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.techniques.catalogue import DIRECT_TECHNIQUES, draw_obvious
from hashi_gui.logic.teaching.cost import cost_of
from hashi_gui.logic.teaching.easiest_step import Effort, Step, Whereabouts, easiest_step
from hashi_gui.logic.teaching.examples import EXAMPLES
from hashi_gui.logic.teaching.hints import next_hint
from hashi_gui.solving import Solver
from hashi_gui.system.files import PUZZLES

DEEP_CHANNEL = PUZZLES / "4-expert" / "15x15" / "deep-channel.hashi"


def test_the_parts_of_the_measure_count_in_this_order():
    easy = Effort(0, 3, True, 9, 9)
    few, visible = Effort(1, 1, True, 9, 9), Effort(1, 2, False, 9, 9)
    small, near = Effort(1, 2, True, 1, 9), Effort(1, 2, True, 2, 0)
    assert sorted((near, small, visible, few, easy)) == [easy, few, visible, small, near]


def test_what_the_reasons_of_the_techniques_cost():
    assert {each.technique.name: cost_of(each.conclusions()[0]) for each in EXAMPLES} == {
        **dict.fromkeys(["Finished island", "Blocked", "Too many already"], 0),
        **dict.fromkeys(["Only one way out", "Ones apart, twos apart", "Three closed off"], 2),
        **dict.fromkeys(["Closing a loop", "The last way without a loop"], 2),
        **dict.fromkeys(["Full house", "One in every direction", "What the rest can't take"], 3),
        "Group closed off": 3,
        "A group needs a way out": 4,
        "The only link": 4,
        "Starving a neighbour": 4,
        "Intersection": 5,
        "Odd and even": 14,
        "What if": 14,
        "What if, deeper": 43,
    }


@pytest.mark.parametrize("seed", range(40))
def test_no_step_at_once_takes_less_effort(seed, random_puzzle, partial_board):
    random = Random(seed)
    puzzle, solution = random_puzzle(random)
    board = partial_board(random, solution)
    everywhere = range(len(puzzle.islands))
    whereabouts = Whereabouts(everywhere[:1], random.sample(everywhere, len(everywhere) // 2))
    with Solver(puzzle) as solver:
        bounds = solver.backbone(board)
    position = Position.from_board(puzzle, board)
    draw_obvious(position)
    before = position.low[:], position.high[:], position.touched[:]
    chosen = easiest_step(position, lambda: bounds, whereabouts)
    assert before == (position.low, position.high, position.touched)
    for technique in DIRECT_TECHNIQUES:
        for subject in technique.subjects(position, everywhere):
            for found in technique.find(position, subject):
                if found.is_minimum and found.is_new(position):
                    effort = Step((), found).effort(puzzle, whereabouts)
                    assert chosen.effort(puzzle, whereabouts) <= effort


def test_a_step_near_the_last_move_comes_first_among_equals():
    puzzle = read("2.?.?.?.2").puzzle
    empty = Board.empty(puzzle)
    with Solver(puzzle) as solver:
        for move, done in (("0,6-0,8=1", "0,6-0,8=2"), ("0,0-0,2=1", "0,0-0,2=2")):
            board = empty.apply(Move.from_text(puzzle, move))
            assert next_hint(puzzle, board, solver, past=[empty]).move.to_text(puzzle) == done


@pytest.mark.parametrize("seed", range(20))
def test_on_a_large_board_a_hurry_compares_only_the_steps_in_view(
    monkeypatch, seed, random_puzzle, partial_board
):
    monkeypatch.setattr("hashi_gui.logic.teaching.easiest_step.HURRIED_ISLANDS", 4)
    random = Random(seed)
    puzzle, solution = random_puzzle(random)
    board = partial_board(random, solution)
    visible = random.sample(range(len(puzzle.islands)), min(5, len(puzzle.islands)))
    with Solver(puzzle) as solver:
        hurried = next_hint(puzzle, board, solver, visible=visible, hurry=True)
        easiest = next_hint(puzzle, board, solver, visible=visible)
        assert solver.is_solvable(board.apply(hurried.move))
    assert easiest.is_final
    assert hurried == easiest or not hurried.is_final
    if easiest.level is not None:
        assert hurried.level.rank >= easiest.level.rank


def test_a_step_found_in_a_hurry_is_true():
    puzzle = read_path(DEEP_CHANNEL).puzzle
    board, hurried = Board.empty(puzzle), 0
    with Solver(puzzle) as solver:
        while (hint := next_hint(puzzle, board, solver, hurry=True)).move:
            after = board.apply(hint.move)
            assert solver.is_solvable(after)
            if not hint.is_final:
                easiest = next_hint(puzzle, board, solver)
                assert easiest.is_final
                assert hint.level == easiest.level == Level.EXPERT
                hurried += 1
            board = after
    assert hurried
