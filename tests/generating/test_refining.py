import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import degrees, is_solution
from hashi_gui.generating import GeneratorOptions, generate
from hashi_gui.generating.attempts import missed_goals, refine
from hashi_gui.generating.rng import Rng
from hashi_gui.logic.levels import Level
from hashi_gui.logic.rating.grading import grade
from hashi_gui.solving import CancelToken


def plain(level, **options):
    return generate(GeneratorOptions(9, 9, 24, level=level, style="plain", **options), 2)


def refined(generated, level, suits=lambda counts: True):
    return refine(generated.puzzle, generated.solution, level, suits, Rng(1), CancelToken())


@pytest.mark.parametrize("level", [Level.MEDIUM, Level.HARD, Level.EXPERT])
@pytest.mark.parametrize("unknown", [0.0, 0.15])
def test_a_refined_puzzle_misses_fewer_goals_and_has_the_level(level, unknown):
    before = plain(level, unknown=unknown)
    puzzle, solution = refined(before, level)
    assert is_solution(puzzle, solution)
    assert grade(puzzle).solved_by_logic
    assert grade(puzzle).level is level
    token = CancelToken()
    assert missed_goals(puzzle, level, token) < missed_goals(before.puzzle, level, token)
    assert puzzle.has_places_of(before.puzzle)
    hidden = [[i.clue is None for i in each.islands] for each in (puzzle, before.puzzle)]
    assert hidden[0] == hidden[1]


def test_an_easy_puzzle_becomes_a_hard_one():
    puzzle, _solution = refined(plain(Level.EASY), Level.HARD)
    assert grade(puzzle).level is Level.HARD


def test_only_what_suits_is_changed():
    before = plain(Level.MEDIUM)
    used = sum(map(bool, before.solution))
    _puzzle, solution = refined(before, Level.MEDIUM, lambda counts: sum(map(bool, counts)) == used)
    assert solution != before.solution
    assert sum(map(bool, solution)) == used
    assert refined(before, Level.MEDIUM, lambda counts: False) == (before.puzzle, before.solution)


def test_there_is_no_puzzle_if_the_level_is_out_of_reach():
    puzzle = Puzzle.from_clues(1, 3, {(0, 0): 1, (0, 2): 1})
    assert degrees(puzzle, bytes([1])) == [1, 1]
    assert (
        refine(puzzle, bytes([1]), Level.HARD, lambda counts: True, Rng(1), CancelToken()) is None
    )


def test_what_techniques_of_the_level_do_not_solve_misses_all_goals():
    puzzle = plain(Level.HARD).puzzle
    assert missed_goals(puzzle, Level.MEDIUM, CancelToken()) == float("inf")
    assert missed_goals(puzzle, Level.EXPERT, CancelToken()) >= 2
