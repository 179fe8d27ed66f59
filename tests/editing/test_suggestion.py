"""Drafts that are suggested: what they are, and what is said of them."""

from __future__ import annotations

from dataclasses import replace

from hashi_gui.core.board import Board
from hashi_gui.core.rules import is_solution
from hashi_gui.editing import Draft
from hashi_gui.editing.fewest_clues import fewest_clues
from hashi_gui.editing.proposal import Proposal
from hashi_gui.editing.suggestion import (
    suggestion_of,
    suggestion_of_fewest,
    suggestion_of_puzzle,
)
from hashi_gui.formats import PuzzleInfo, read
from hashi_gui.logic.levels import Level
from hashi_gui.solving import SatSolver, VerdictKind

GRID = """
2.2.
....
3.2.
...1
"""

UNIQUE = """
4.2..
.3..2
3....
.3.1.
3.4.3
"""


def draft_of(text: str) -> Draft:
    return replace(Draft.from_document(read(text)), info=PuzzleInfo(title="Mine"))


def solution_of(draft: Draft) -> bytes:
    with SatSolver(draft.to_puzzle()) as solver:
        verdict = solver.verdict()
    assert verdict.kind is VerdictKind.UNIQUE
    assert verdict.solution is not None
    return verdict.solution


def test_fewest_clues_hide_numbers_and_say_what_is_proved() -> None:
    draft = draft_of(UNIQUE)
    found = list(fewest_clues(draft.to_puzzle()))[-1]
    suggestion = suggestion_of_fewest(draft, found)
    hidden = [cell for cell, clue in suggestion.draft.clues.items() if clue is None]
    assert sorted(hidden) == suggestion.changed_cells
    assert suggestion.texts[0] == f"{found.clues} numbers left of {len(draft.clues)}."
    assert suggestion.texts[1] == "No fewer numbers will do."
    assert solution_of(suggestion.draft) == suggestion.solution
    assert suggestion.draft.info == draft.info


def test_the_level_of_a_proposal_is_said_if_it_is_known() -> None:
    draft = draft_of(UNIQUE)
    proposal = Proposal(draft.to_puzzle(), solution_of(draft), ())
    assert suggestion_of(draft, proposal).texts == ("",)
    graded = replace(proposal, level=Level.HARD)
    assert suggestion_of(draft, graded).texts == ("", "The puzzle is hard then.")


def test_before_it_is_proved_the_bound_is_said() -> None:
    draft = draft_of(UNIQUE)
    found = replace(next(iter(fewest_clues(draft.to_puzzle()))), at_least=1, clues=4)
    assert suggestion_of_fewest(draft, found).texts[1] == "At least 1 are needed."


def test_bridges_are_those_of_the_solution_if_any_were_drawn() -> None:
    draft = draft_of(UNIQUE)
    puzzle, solution = draft.to_puzzle(), solution_of(draft)
    assert not suggestion_of_puzzle(draft, puzzle, solution, "").draft.bridges
    drawn = Draft.from_board(puzzle, Board(solution), draft.info)
    started = replace(draft, bridges=dict(list(drawn.bridges.items())[:1]))
    suggested = suggestion_of_puzzle(started, puzzle, solution, "").draft
    assert suggested == drawn
    assert is_solution(puzzle, suggested.board_on(puzzle, (0, 0)).counts)


def test_new_and_different_islands_are_changed() -> None:
    draft = draft_of(GRID)
    larger = replace(draft, clues={**draft.clues, (0, 2): 3, (2, 3): None})
    puzzle = larger.to_puzzle()
    suggestion = suggestion_of_puzzle(draft, puzzle, bytes(len(puzzle.edges)), "New.")
    assert suggestion.changed_cells == [(0, 2), (2, 3)]
    assert suggestion.texts == ("New.",)
