"""Every sentence of the teacher is an argument, not only right.

The suite has a sample; ``HASHI_SENTENCES=20000`` judges as many sentences. With -s, figures by
technique are printed.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, count, pairwise
from random import Random

import pytest

from hashi_gui.core.board import MARK, Board, LogEntry, LogKind, Move
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.formats import read
from hashi_gui.logic.reasoning.techniques.catalogue import DIRECT_TECHNIQUES
from hashi_gui.logic.teaching.examples import EXAMPLES
from hashi_gui.logic.teaching.explanation import Explanation, ExplanationKind
from hashi_gui.logic.teaching.hints import PROOF_TECHNIQUE, hint_from_technique, next_hint
from hashi_gui.logic.teaching.mistakes import find_mistake
from hashi_gui.logic.teaching.no_solution import explain_no_solution, find_contradiction
from hashi_gui.logic.teaching.review import review_game
from hashi_gui.logic.teaching.walkthrough import build_walkthrough
from hashi_gui.solving import CancelToken, Solver
from hashi_gui.system.files import PUZZLES
from tests.logic.arguments import (
    Known,
    Verdicts,
    check_mistake,
    check_no_solution,
    check_proof,
    check_refutation,
)
from tests.samples import sample, without_loops

SENTENCES = int(os.environ.get("HASHI_SENTENCES", "1000"))

MOST_ISLANDS = 150
"""Larger puzzles of the library take too long."""


@pytest.fixture
def verdicts() -> Iterator[Verdicts]:
    """Judges until the test ends; then nothing may be false."""
    found = Verdicts(SENTENCES / 15)
    yield found
    print(f"\n{found.figures()}")
    assert not found.false, "\n".join(found.false)


@pytest.fixture(params=[True, False], ids=["loops", "no loops"])
def puzzles(request, random_puzzle, verdicts):
    """Yields random puzzles, each with its source of numbers, until enough sentences are judged."""

    def until(share: float, *first: int) -> Iterator[tuple[Puzzle, Random]]:
        for seed in chain(first, count()):
            random = Random(seed)
            puzzle, solution = random_puzzle(random)
            if puzzle.edges:
                yield puzzle if request.param else without_loops(puzzle, solution)[0], random
            if verdicts.sentences.total() >= SENTENCES * share:
                break

    return until


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
            with verdicts.judging(hint.heading, hint, board):
                check_proof(board, hint, solver)
        board = board.apply(hint.move)


def test_every_hint_is_an_argument(puzzles, verdicts, partial_board):
    for puzzle, random in puzzles(0.2, 82, 156, 247, 378, 1129):  # False sentences once.
        with Solver(puzzle) as solver:
            board = partial_board(random, solver.solution())
            judge_hints(verdicts, puzzle, board, solver)


def hard_puzzles() -> Iterator[Puzzle]:
    """Puzzles of the library, the hardest first, and larger random ones in turn."""
    files = sorted(PUZZLES.rglob("*.hashi"), reverse=True)
    library = (read(file.read_text(encoding="utf-8")).puzzle for file in files)
    hard = (each for each in library if len(each.islands) <= MOST_ISLANDS)
    for seed in count():
        yield from [each] if (each := next(hard, None)) else []
        yield sample(seed, max_side=12)


def test_every_step_of_a_walkthrough_is_an_argument(verdicts):
    for puzzle in hard_puzzles():
        with Solver(puzzle) as solver:
            if solver.solution():
                verdicts.walkthrough(build_walkthrough(puzzle, solver))
        if verdicts.sentences.total() >= SENTENCES * 0.4:
            break


def random_moves(puzzle: Puzzle, random: Random) -> list[Board]:
    """The boards of a game in which moves are made, corrected and taken back at random."""
    boards = [Board.empty(puzzle)]
    for _ in range(random.randint(1, 8)):
        edge = random.randrange(len(puzzle.edges))
        state = random.choice((MARK, *range(puzzle.rules.max_bridges + 1)))
        boards.append(boards[-1].apply(Move(((edge, state),))))
    return boards


def test_every_sentence_about_a_mistake_is_true(puzzles, verdicts):
    for puzzle, random in puzzles(0.1, 1415):  # Its reason was false once.
        *past, board = random_moves(puzzle, random)
        with Solver(puzzle) as solver:
            hint = find_mistake(puzzle, board, solver, past=past)
            if hint is not None:
                with verdicts.judging("Mistake", hint, board):
                    check_mistake(board, past, hint, solver)


def test_every_line_of_a_review_is_true(puzzles, verdicts):
    for puzzle, random in puzzles(0.1):
        with Solver(puzzle) as solver:
            if solver.solution() is not None:
                start, *later = random_moves(puzzle, random)
                log, seconds = [], 0.0
                for before, after in pairwise([start, *later]):
                    seconds += random.choice((1.0, 2.0, 40.0))
                    kind = random.choice((LogKind.MOVE, LogKind.MOVE, LogKind.UNDO))
                    log.append(LogEntry(seconds, kind, before.move_to(after)))
                verdicts.review(start, review_game(puzzle, start, log, solver), solver)


def test_every_reason_why_there_is_no_solution_is_true(puzzles, verdicts):
    for puzzle, random in puzzles(0.05):
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
        with verdicts.judging("No solution", hint, changed):
            check_no_solution(changed, hint)
        if "be right" not in hint.text:
            continue
        for steps in find_contradiction(changed, list(hint.highlight.islands), CancelToken()):
            with verdicts.judging("Contradiction", Explanation(steps=steps), changed):
                check_refutation(Known.on(changed, Board.empty(changed)), steps)


def wrong_numbers(page: Explanation) -> Iterator[Explanation]:
    """The page with one of its numbers changed."""
    (text,) = page.reasons
    for match in re.finditer(r"\d+(?![^⟦]*⟧)", text):
        changed = f"{text[: match.start()]}{int(match[0]) + 1}{text[match.end() :]}"
        yield replace(page, reasons=[changed])


def wrong_conclusions(page: Explanation) -> Iterator[Explanation]:
    """The page with one more bridge on an edge, or one where there is none."""
    about = page.highlight
    for edge, state in about.ghosts.items():
        ghosts = {**about.ghosts, edge: 1 if state == MARK else state + 1}
        yield replace(page, highlight=replace(about, ghosts=ghosts))


def nothing_tinted(page: Explanation) -> Iterator[Explanation]:
    """The page without the groups that it speaks of."""
    if re.search(r"⟦\d+ [\d ]+⟧", page.text):
        yield replace(page, highlight=replace(page.highlight, islands={}))


def possible_cases(page: Explanation) -> Iterator[Explanation]:
    """The page with a case of which part is left out, so that it is possible."""
    for case in page.cases:
        yield replace(page, cases=[case._replace(bridges=case.bridges[1:])])


def wrong_steps(page: Explanation) -> Iterator[Explanation]:
    """The page without one of the steps that lead to the contradiction."""
    for number in range(1, len(page.steps) - 1):
        yield replace(page, steps=[*page.steps[:number], *page.steps[number + 1 :]])


@pytest.mark.parametrize(
    "planted", [wrong_numbers, wrong_conclusions, nothing_tinted, possible_cases, wrong_steps]
)
def test_planted_faults_are_noticed(planted):
    faults = 0
    for example in EXAMPLES:
        puzzle, board = example.document.puzzle, example.document.board
        with Solver(puzzle) as solver:
            hint = hint_from_technique(example.technique.name, puzzle, board, solver)
        right = Verdicts()
        right.hint(puzzle, board, hint)
        assert right.false == []
        for fault in planted(hint):
            found = Verdicts()
            found.hint(puzzle, board, fault)
            assert found.false, fault
            faults += 1
    assert faults
