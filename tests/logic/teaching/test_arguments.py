"""Every sentence of the teacher is an argument, not only right.

The suite has a sample; ``HASHI_ARGUMENTS=20000`` judges as many sentences.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import chain, count, pairwise
from random import Random

import pytest

from hashi_gui.core.board import MARK, Board, LogEntry, LogKind, Move
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.formats import read
from hashi_gui.logic.reasoning.techniques.catalogue import DIRECT_TECHNIQUES
from hashi_gui.logic.teaching.examples import EXAMPLES
from hashi_gui.logic.teaching.explanation import ExplanationKind
from hashi_gui.logic.teaching.hints import PROOF_TECHNIQUE, hint_from_technique, next_hint
from hashi_gui.logic.teaching.mistakes import find_mistake
from hashi_gui.logic.teaching.no_solution import explain_no_solution, find_contradiction
from hashi_gui.logic.teaching.review import review_game
from hashi_gui.logic.teaching.walkthrough import build_walkthrough
from hashi_gui.solving import CancelToken, Solver
from tests.logic.teaching.arguments import Shown, Verdicts
from tests.samples import sample, without_loops

SENTENCES = int(os.environ.get("HASHI_ARGUMENTS", "1000"))


def judge_hints(verdicts: Verdicts, puzzle: Puzzle, board: Board, solver: Solver) -> None:
    """Judge the hints of all techniques for a board, and those that lead on to the solution."""
    for technique in DIRECT_TECHNIQUES:
        hint = hint_from_technique(technique.name, puzzle, board, solver)
        if hint is not None:
            verdicts.hint(puzzle, board, hint)
    while not is_solution(puzzle, board.counts):
        hint = next_hint(puzzle, board, solver)
        if hint.kind is ExplanationKind.STEP and hint.technique != PROOF_TECHNIQUE:
            verdicts.hint(puzzle, board, hint)
        else:
            verdicts.proof(board, hint, solver)
        board = board.apply(hint.move)


def random_moves(puzzle: Puzzle, random: Random) -> list[Board]:
    """The boards of a game in which moves are made, corrected and taken back at random."""
    boards = [Board.empty(puzzle)]
    for _ in range(random.randint(1, 8)):
        edge = random.randrange(len(puzzle.edges))
        state = random.choice((MARK, *range(puzzle.rules.max_bridges + 1)))
        boards.append(boards[-1].apply(Move(((edge, state),))))
    return boards


@pytest.fixture(params=[True, False], ids=["loops", "no loops"])
def puzzles(request, random_puzzle):
    """Yields random puzzles, each with its source of numbers, until enough sentences are judged."""

    def until(verdicts: Verdicts, enough: float, *first: int) -> Iterator[tuple[Puzzle, Random]]:
        for seed in chain(first, count()):
            random = Random(seed)
            puzzle, solution = random_puzzle(random)
            yield puzzle if request.param else without_loops(puzzle, solution)[0], random
            if verdicts.sentences.total() >= enough:
                break
        assert verdicts.false == []

    return until


def test_every_sentence_about_a_mistake_is_true(puzzles):
    verdicts = Verdicts()
    for puzzle, random in puzzles(verdicts, SENTENCES / 5, 1415):  # Its reason was false once.
        if puzzle.edges:
            *past, board = random_moves(puzzle, random)
            with Solver(puzzle) as solver:
                hint = find_mistake(puzzle, board, solver, past=past)
                if hint is not None:
                    verdicts.mistake(board, past, hint, solver)


def test_every_line_of_a_review_is_true(puzzles):
    verdicts = Verdicts()
    for puzzle, random in puzzles(verdicts, SENTENCES / 5):
        with Solver(puzzle) as solver:
            if puzzle.edges and solver.solution() is not None:
                start, *later = random_moves(puzzle, random)
                log, seconds = [], 0.0
                for before, after in pairwise([start, *later]):
                    seconds += random.choice((1.0, 2.0, 40.0))
                    kind = random.choice((LogKind.MOVE, LogKind.MOVE, LogKind.UNDO))
                    log.append(LogEntry(seconds, kind, before.move_to(after)))
                verdicts.review(start, review_game(puzzle, start, log, solver), solver)


def test_every_reason_why_there_is_no_solution_is_true(puzzles):
    verdicts = Verdicts()
    for puzzle, random in puzzles(verdicts, SENTENCES / 20):
        clues = puzzle.clues
        cell = random.choice(list(clues))
        clues[cell] = random.randint(1, 4)
        removed = random.choice(list(clues))
        if removed != cell:
            del clues[removed]
        changed = Puzzle.from_clues(puzzle.rows, puzzle.cols, clues, puzzle.rules)
        with Solver(changed) as solver:
            if solver.solution() is not None:
                continue
        hint = explain_no_solution(changed)
        verdicts.no_solution(changed, hint)
        if "be right" not in hint.text:
            continue
        for steps in find_contradiction(changed, list(hint.highlight.islands), CancelToken()):
            verdicts.refutation(Shown.on(changed, Board.empty(changed)), steps)


@pytest.mark.parametrize("kind", ["small", "larger", "without loops"])
def test_every_sentence_is_an_argument(kind, random_puzzle, partial_board):
    verdicts = Verdicts()
    for seed in chain((82, 156, 247, 378, 1129), count()):  # These had false sentences once.
        random = Random(seed)
        puzzle, solution = random_puzzle(random)
        if kind == "larger":
            puzzle = sample(seed, max_side=10)
        elif kind == "without loops":
            puzzle, solution = without_loops(puzzle, solution)
        with Solver(puzzle) as solver:
            verdicts.walkthrough(build_walkthrough(puzzle, solver))
            judge_hints(verdicts, puzzle, Board.empty(puzzle), solver)
            solution = solver.solution() or solution
            judge_hints(verdicts, puzzle, partial_board(random, solution), solver)
        if verdicts.sentences.total() >= SENTENCES / 2:
            break
    assert verdicts.false == []


def test_every_sentence_on_the_examples_is_an_argument():
    verdicts = Verdicts()
    for example in EXAMPLES:
        document = example.document
        with Solver(document.puzzle) as solver:
            judge_hints(verdicts, document.puzzle, document.board, solver)
    assert verdicts.false == []


@pytest.mark.parametrize(
    ("sentence", "problem"),
    [
        ("The 5 at ⟦2⟧ needs 4 more bridges, and only 5 more fit: at least one goes up.", None),
        (
            "The 5 at ⟦2⟧ needs 5 more bridges, and only 5 more fit: at least one goes up.",
            "needs 4",
        ),
        ("The 5 at ⟦2⟧ needs 4 more bridges, and only 6 more fit: at least one goes up.", "room"),
        (
            "The 5 at ⟦2⟧ needs 4 more bridges, and only 5 more fit: at least one goes left.",
            "follow",
        ),
        ("The 4 at ⟦2⟧ has all its bridges, so no more can go up.", "another clue"),
        (
            "The 5 at ⟦2⟧ can get its bridges in 5 ways. All of them have no bridge going up.",
            "3 ways",
        ),
        ("The 5 at ⟦2⟧ surely has a bridge going up.", "not understood"),
    ],
)
def test_a_sentence_that_is_no_argument_is_rejected(sentence, problem):
    document = read("  4  \n     \n3─5 4")
    verdicts = Verdicts()
    verdicts.page(Shown.on(document.puzzle, document.board), sentence)
    assert bool(verdicts.false) is (problem is not None)
    assert all(problem in false for false in verdicts.false)
