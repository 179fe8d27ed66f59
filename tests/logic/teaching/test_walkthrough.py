import re
from itertools import pairwise
from random import Random

import pytest

from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.highlight import Role
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.formats import read
from hashi_gui.generating import GeneratorOptions, generate
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.reasoner import Reasoner
from hashi_gui.logic.reasoning.techniques.catalogue import DIRECT_TECHNIQUES
from hashi_gui.logic.teaching.walkthrough import (
    WIDTH,
    Walkthrough,
    build_walkthrough,
    explain_conclusions,
    format_walkthrough,
)
from hashi_gui.logic.wording import with_places
from hashi_gui.solving import Cancelled, Solver, VerdictKind


@pytest.mark.parametrize("seed", range(60))
def test_every_step_adds_something_true(seed, random_puzzle):
    puzzle, _ = random_puzzle(Random(seed))
    board = Board.empty(puzzle)
    with Solver(puzzle) as solver:
        forced = solver.backbone(board)
        walkthrough = build_walkthrough(puzzle, solver)
        unique = solver.verdict().kind == VerdictKind.UNIQUE
    for step in walkthrough.steps:
        assert step.board == board
        assert step.move == board.move_to(board.apply(step.move))
        for edge, state in step.move.edges:
            assert edge in step.highlight.edges
            assert forced.high[edge] == 0 if state == MARK else state <= forced.low[edge]
        assert step.text.endswith(".")
        assert step.highlight.islands
        board = board.apply(step.move)
    assert walkthrough.finished == is_solution(puzzle, board.counts)
    assert walkthrough.finished or not unique


def test_explaining_can_be_cancelled(cancelled):
    puzzle = read("1.1").puzzle
    conclusions = Reasoner(Position(puzzle), DIRECT_TECHNIQUES).run()
    with pytest.raises(Cancelled):
        explain_conclusions(puzzle, conclusions, cancelled)


def test_an_edge_without_bridges_is_marked_on_the_board_of_its_step():
    puzzle = read("1.1\n...\n2.2").puzzle
    with Solver(puzzle) as solver:
        walkthrough = build_walkthrough(puzzle, solver)
    first, last = walkthrough.steps[0], walkthrough.steps[-1]
    assert (first.technique, first.highlight.edges) == ("Ones apart, twos apart", {0: Role.HINT})
    assert first.move == Move(((0, MARK),))
    assert last.board.apply(last.move) == walkthrough.final_board
    assert walkthrough.final_board.marks == {0}


SMALL = "4.3\n...\n3.2"


def walkthrough_of(puzzle: Puzzle) -> Walkthrough:
    with Solver(puzzle) as solver:
        return build_walkthrough(puzzle, solver)


@pytest.fixture(scope="module")
def long_walkthrough() -> Walkthrough:
    """A walkthrough with several assumptions."""
    walkthroughs = (
        walkthrough_of(generate(GeneratorOptions(15, 15, 50), seed).puzzle) for seed in range(3, 99)
    )
    return next(each for each in walkthroughs if sum(bool(s.steps) for s in each.steps) > 1)


def test_a_small_puzzle_in_full():
    assert format_walkthrough(walkthrough_of(read(SMALL).puzzle)).splitlines() == [
        "Rows are counted from 1 at the top, columns from 1 on the left.",
        "",
        "4.3",
        "...",
        "3.2",
        "",
        "  1. Full house (easy). Row 1, column 1 needs 4 more bridges. Exactly so many fit, so "
        "these become",
        "     full: row 1, columns 1–3 ×2; rows 1–3, column 1 ×2.",
        "  2. Only one way out (easy). Row 1, column 3 needs 1 more bridge. The only open way "
        "leads to row 3,",
        "     column 3. Row 1, column 1 has all its bridges.",
        "  3. Only one way out (easy). Row 3, column 1 needs 1 more bridge. The only open way "
        "leads to row 3,",
        "     column 3. Row 1, column 1 has all its bridges.",
        "",
        "Solved.",
        "",
        "4═══3",
        "║   │",
        "║ . │",
        "║   │",
        "3───2",
    ]


def test_every_step_appears_in_order_and_the_board_before_some_of_the_hard_ones(long_walkthrough):
    lines = format_walkthrough(long_walkthrough)
    assert max(map(len, lines.splitlines())) <= WIDTH
    drawn = list(map(int, re.findall(r"The board before step (\d+):", lines)))
    assert drawn
    assert all(long_walkthrough.steps[number - 1].level.rank >= 2 for number in drawn)
    assert all(b - a > 10 for a, b in pairwise(drawn))
    text = " ".join(lines.split())
    puzzle, place = long_walkthrough.puzzle, 0
    for number, step in enumerate(long_walkthrough.steps, 1):
        place = text.index(
            f"{number}. {step.technique} ({step.level}). {with_places(puzzle, step.text)}", place
        )
        for part in step.steps[1:-1]:
            place = text.index(f"- {with_places(puzzle, part.text)}", place)


def test_markdown_has_lists_and_fences(long_walkthrough):
    lines = format_walkthrough(long_walkthrough, markdown=True).splitlines()
    items = [line for line in lines if re.match(r"\d+\. \*\*", line)]
    assert len(items) == len(long_walkthrough.steps)
    parts = [line for line in lines if line.startswith("     - ")]
    assert len(parts) == sum(len(step.steps[1:-1]) for step in long_walkthrough.steps)
    fences = [number for number, line in enumerate(lines) if line == "```"]
    assert len(fences) % 2 == 0
    assert read("\n".join(lines[fences[-2] + 1 : fences[-1]])).board == long_walkthrough.final_board


def test_the_text_ends_where_solutions_differ():
    text = format_walkthrough(walkthrough_of(read("2.3\n...\n1.2").puzzle))
    assert "Solved." not in text
    assert "Reasoning ends here: the puzzle has several solutions" in text


def test_an_island_without_bridges_has_no_drawing():
    text = format_walkthrough(walkthrough_of(Puzzle.from_clues(1, 1, {(0, 0): 0})))
    assert text.splitlines()[-1] == "Solved."
