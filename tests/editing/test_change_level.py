from __future__ import annotations

from itertools import islice

import pytest

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.editing.goals import NO_DEMANDS, Demands
from hashi_gui.editing.minimal_changes import change_level
from hashi_gui.editing.proposal import UNRESTRICTED, ChangeKind, Proposal, Restrictions
from hashi_gui.generating import GeneratorOptions, generate
from hashi_gui.logic.levels import Level
from hashi_gui.logic.rating.grading import grade, reason_easily
from hashi_gui.logic.rating.solving_path import build_solving_path
from hashi_gui.solving import Cancelled, CancelToken, Solver
from tests.editing.boards import assert_does_what_it_says, with_clues

RESULTS = 2
"""How many results a test waits for."""


def puzzle_of(level: Level, seed: int = 0) -> Puzzle:
    return generate(GeneratorOptions(8, 8, 18, level=level, style="plain"), seed).puzzle


def best_of(
    puzzle: Puzzle,
    level: Level,
    restrictions: Restrictions = UNRESTRICTED,
    demands: Demands = NO_DEMANDS,
) -> tuple[Proposal, ...]:
    results = list(islice(change_level(puzzle, level, restrictions, demands), RESULTS))
    return results[-1] if results else ()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (Level.EASY, Level.MEDIUM),
        (Level.EASY, Level.HARD),
        (Level.MEDIUM, Level.HARD),
        (Level.HARD, Level.EXPERT),
        (Level.MEDIUM, Level.EASY),
        (Level.HARD, Level.EASY),
        (Level.HARD, Level.MEDIUM),
        (Level.EXPERT, Level.HARD),
    ],
)
def test_proposals_have_exactly_the_level_that_was_asked_for(before: Level, after: Level) -> None:
    puzzle = puzzle_of(before)
    results = list(islice(change_level(puzzle, after), RESULTS))
    assert results
    for proposal in results[-1]:
        assert_does_what_it_says(proposal, puzzle)
        assert proposal.level == after
        assert grade(proposal.puzzle).level == after
    for best in results:
        assert [each.cost for each in best] == sorted(each.cost for each in best)


def test_a_hidden_number_that_made_the_puzzle_harder_is_shown_again() -> None:
    easy = generate(GeneratorOptions(10, 10, 25, level=Level.EASY), 1).puzzle
    harder = next(each for each in best_of(easy, Level.HARD) if each.kinds == {ChangeKind.HIDE})
    back = best_of(harder.puzzle, Level.EASY)
    assert back[0].cost <= harder.cost
    assert any(each.kinds == {ChangeKind.SHOW} for each in back)


def test_there_is_nothing_to_propose_for_the_level_that_the_puzzle_has() -> None:
    assert best_of(puzzle_of(Level.MEDIUM), Level.MEDIUM) == ()


def test_an_impossible_level_is_not_proposed() -> None:
    """Two islands are always easy."""
    assert best_of(Puzzle.from_clues(1, 3, {(0, 0): 1, (0, 2): 1}), Level.HARD) == ()


def test_what_is_to_be_kept_is_kept() -> None:
    puzzle = puzzle_of(Level.EASY)
    kept = frozenset(island.cell for island in puzzle.islands[::4])
    best = best_of(puzzle, Level.HARD, Restrictions(kept))
    assert best
    for proposal in best:
        after = proposal.puzzle.clues
        assert all(after[cell] == clue for cell, clue in puzzle.clues.items() if cell in kept)


@pytest.mark.parametrize("level", [Level.EASY, Level.HARD])
def test_symmetric_islands_stay_symmetric(level: Level) -> None:
    options = GeneratorOptions(9, 9, 20, symmetry=Symmetry.HALF_TURN, level=Level.MEDIUM)
    puzzle = generate(options, 1).puzzle
    best = best_of(puzzle, level, Restrictions(symmetry=Symmetry.HALF_TURN))
    assert best
    for proposal in best:
        clues = proposal.puzzle.clues
        for (row, col), clue in clues.items():
            assert (clues[8 - row, 8 - col] is None) == (clue is None)


def test_no_question_mark_but_a_kept_one() -> None:
    easy = generate(GeneratorOptions(8, 8, 18, level=Level.EASY, unknown=0.2), 1).puzzle
    first, *others = (island.cell for island in easy.islands if island.clue is None)
    assert others
    best = best_of(easy, Level.MEDIUM, Restrictions(frozenset({first})), Demands(no_unknown=True))
    assert best
    for proposal in best:
        clues = proposal.puzzle.clues
        assert [cell for cell, clue in clues.items() if clue is None] == [first]


@pytest.mark.parametrize(
    ("before", "after"), [(Level.MEDIUM, Level.HARD), (Level.HARD, Level.MEDIUM)]
)
def test_as_many_hard_steps_as_asked_for(before: Level, after: Level) -> None:
    best = best_of(puzzle_of(before), after, demands=Demands(hard_steps=3))
    assert best
    for proposal in best:
        with Solver(proposal.puzzle) as solver:
            path = build_solving_path(reason_easily(solver))
        assert sum(each.level.rank >= after.rank for each in path.steps) >= 3


def test_a_puzzle_with_several_solutions_is_refused() -> None:
    puzzle = puzzle_of(Level.EASY)
    bare = with_clues(puzzle, dict.fromkeys(range(len(puzzle.islands))))
    with pytest.raises(ValueError, match="exactly one"):
        next(change_level(bare, Level.HARD))


def test_the_search_can_be_cancelled_between_two_proposals() -> None:
    token = CancelToken()
    results = change_level(puzzle_of(Level.EASY), Level.HARD, cancel=token)
    assert next(results)
    token.cancel()
    with pytest.raises(Cancelled):
        list(results)
