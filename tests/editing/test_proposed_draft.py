"""Drafts that are suggested: what they are, and what is said of them."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.editing import Draft
from hashi_gui.editing.proposal import ChangeKind, Proposal, Restrictions
from hashi_gui.editing.proposed_draft import (
    draft_of_fewest_clues,
    draft_of_proposal,
    draft_of_puzzle,
    fewest_clues,
)
from hashi_gui.formats import PuzzleInfo, read
from hashi_gui.generating import GeneratorOptions, generate
from hashi_gui.logic.levels import Level
from hashi_gui.solving import Cancelled, CancelToken, Solver, VerdictKind
from tests.editing.boards import (
    fewest_by_brute_force,
    is_only_solution,
    tiny_puzzles,
    verdict_of,
    with_clues,
)
from tests.samples import GARDEN

GRID = """
2.2.
....
3.2.
...1
"""


def draft_of(text: str) -> Draft:
    return replace(Draft.from_document(read(text)), info=PuzzleInfo(title="Mine"))


def solution_of(draft: Draft) -> bytes:
    with Solver(draft.to_puzzle()) as solver:
        verdict = solver.verdict()
    assert verdict.kind is VerdictKind.UNIQUE
    assert verdict.solution is not None
    return verdict.solution


def test_fewest_clues_hide_numbers_and_say_what_is_proved() -> None:
    draft = draft_of(GARDEN)
    found = list(fewest_clues(draft.to_puzzle()))[-1]
    proposal = draft_of_fewest_clues(draft, found)
    hidden = [cell for cell, clue in proposal.draft.clues.items() if clue is None]
    assert sorted(hidden) == proposal.changed_cells
    assert proposal.texts[0] == f"{found.clues} numbers left of {len(draft.clues)}."
    assert proposal.texts[1] == "No fewer numbers will do."
    assert solution_of(proposal.draft) == proposal.solution
    assert proposal.draft.info == draft.info
    unproved = replace(found, at_least=1, clues=4)
    assert draft_of_fewest_clues(draft, unproved).texts[1] == "At least 1 is needed."


def test_the_level_of_a_proposal_is_said_if_it_is_known() -> None:
    draft = draft_of(GARDEN)
    proposal = Proposal(draft.to_puzzle(), solution_of(draft), ())
    assert draft_of_proposal(draft, proposal).texts == ("",)
    graded = replace(proposal, level=Level.HARD)
    assert draft_of_proposal(draft, graded).texts == ("", "The puzzle is hard then.")


def test_bridges_are_those_of_the_solution_if_any_were_drawn() -> None:
    draft = draft_of(GARDEN)
    puzzle, solution = draft.to_puzzle(), solution_of(draft)
    assert not draft_of_puzzle(draft, puzzle, solution, "").draft.bridges
    drawn = Draft.from_board(puzzle, Board(solution), draft.info)
    started = replace(draft, bridges=dict(list(drawn.bridges.items())[:1]))
    suggested = draft_of_puzzle(started, puzzle, solution, "").draft
    assert suggested == drawn
    assert is_solution(puzzle, suggested.board_on(puzzle, (0, 0)).counts)


def test_new_and_different_islands_are_changed() -> None:
    draft = draft_of(GRID)
    larger = replace(draft, clues={**draft.clues, (0, 2): 3, (2, 3): None})
    puzzle = larger.to_puzzle()
    proposal = draft_of_puzzle(draft, puzzle, bytes(len(puzzle.edges)), "New.")
    assert proposal.changed_cells == [(0, 2), (2, 3)]
    assert proposal.texts == ("New.",)


def numbers(puzzle: Puzzle) -> int:
    return sum(island.clue is not None for island in puzzle.islands)


@given(tiny_puzzles())
def test_no_fewer_clues_would_do(puzzle: Puzzle) -> None:
    verdict = verdict_of(puzzle)
    assume(verdict.kind == VerdictKind.UNIQUE)
    assert verdict.solution is not None
    *_, last = fewest_clues(puzzle)
    assert last.is_proved
    assert last.clues == numbers(last.proposal.puzzle)
    assert last.clues == fewest_by_brute_force(puzzle, verdict.solution)
    assert is_only_solution(last.proposal.puzzle, verdict.solution)


@pytest.mark.parametrize("seed", range(5))
def test_each_answer_is_better_than_the_one_before_and_has_the_same_only_solution(
    seed: int,
) -> None:
    generated = generate(GeneratorOptions(10, 10, 28), seed)
    answers = list(fewest_clues(generated.puzzle))
    assert answers[0].clues < numbers(generated.puzzle)
    assert answers[-1].is_proved
    for before, after in pairwise(answers):
        assert after.clues <= before.clues
        assert after.at_least >= before.at_least
        assert (after.clues, after.at_least) != (before.clues, before.at_least)
    for answer in answers:
        proposal = answer.proposal
        assert answer.at_least <= answers[-1].clues
        assert proposal.kinds == {ChangeKind.HIDE}
        assert numbers(generated.puzzle) - proposal.cost == answer.clues
        assert is_only_solution(proposal.puzzle, generated.solution)


def test_of_the_first_answer_no_number_can_be_hidden_on_its_own() -> None:
    puzzle = generate(GeneratorOptions(10, 10, 28), 1).puzzle
    first = next(fewest_clues(puzzle)).proposal.puzzle
    for island in first.islands:
        if island.clue is not None:
            hidden = with_clues(first, {island.id: None})
            assert verdict_of(hidden).kind == VerdictKind.SEVERAL


@given(st.integers(0, 20), st.data())
def test_what_is_to_be_kept_is_kept(seed: int, data: st.DataObject) -> None:
    puzzle = generate(GeneratorOptions(6, 6, 10), seed).puzzle
    kept = data.draw(st.frozensets(st.sampled_from([island.cell for island in puzzle.islands])))
    *_, last = fewest_clues(puzzle, Restrictions(kept))
    after = last.proposal.puzzle.clues
    assert all(after[cell] == clue for cell, clue in puzzle.clues.items() if cell in kept)
    *_, free = fewest_clues(puzzle)
    assert last.is_proved
    assert last.clues >= free.clues


@pytest.mark.parametrize("seed", range(5))
def test_symmetric_question_marks_stay_symmetric(seed: int) -> None:
    puzzle = generate(GeneratorOptions(9, 9, 20, symmetry=Symmetry.HALF_TURN), seed).puzzle
    restrictions = Restrictions(symmetry=Symmetry.HALF_TURN)
    *_, last = fewest_clues(puzzle, restrictions)
    clues = last.proposal.puzzle.clues
    assert last.is_proved
    assert None in clues.values()
    for (row, col), clue in clues.items():
        assert (clue is None) == (clues[8 - row, 8 - col] is None)


def test_question_marks_stay_question_marks() -> None:
    puzzle = generate(GeneratorOptions(9, 9, 20, unknown=0.2), 1).puzzle
    *_, last = fewest_clues(puzzle)
    after = last.proposal.puzzle
    assert all(
        there.clue in (here.clue, None) for here, there in zip(puzzle.islands, after.islands)
    )


@pytest.mark.parametrize("clues", [{(0, 0): 0}, *({(0, 0): n, (0, 2): n} for n in (1, 2))])
def test_the_smallest_puzzles_keep_one_number(clues: dict[tuple[int, int], int]) -> None:
    *_, last = fewest_clues(Puzzle.from_clues(1, 3, clues))
    assert (last.clues, last.is_proved) == (1, True)


def test_a_puzzle_with_several_solutions_is_refused() -> None:
    with pytest.raises(ValueError, match="exactly one"):
        next(fewest_clues(Puzzle.from_clues(1, 3, {(0, 0): None, (0, 2): None})))


def test_the_best_answer_so_far_remains_when_the_search_is_cancelled() -> None:
    token = CancelToken()
    answers = fewest_clues(generate(GeneratorOptions(10, 10, 28), 0).puzzle, cancel=token)
    first = next(answers)
    assert not first.is_proved
    token.cancel()
    with pytest.raises(Cancelled):
        next(answers)
