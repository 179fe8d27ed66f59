from itertools import combinations

import pytest

from hashi_gui.core.board import MARK
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import read
from hashi_gui.generating import GeneratorOptions, generate
from hashi_gui.logic.teaching import no_solution as module
from hashi_gui.logic.teaching.explanation import Explanation, ExplanationKind
from hashi_gui.logic.teaching.no_solution import (
    explain_no_solution,
    find_contradiction,
    find_reasons,
)
from hashi_gui.logic.wording import with_places
from hashi_gui.solving import Cancelled, CancelToken, Solver


def explain(drawing: str) -> tuple[str, tuple[int, ...]]:
    puzzle = read(drawing).puzzle
    hint = explain_no_solution(puzzle)
    assert (hint.kind, hint.heading, hint.move.edges) == (ExplanationKind.NONE, "No solution", ())
    assert hint.reasons[0] == "This puzzle has no solution."
    return with_places(puzzle, hint.reasons[1]), tuple(hint.highlight.islands)


@pytest.mark.parametrize(
    ("drawing", "reason", "islands"),
    [
        ("3.1", "Row 1, column 1 needs 3; only 1 fits.", (0,)),
        ("5.2.1", "Row 1, column 1 needs 5; only 2 fit.", (0,)),
        ("1.1\n...\n.2.", "Row 3, column 2 sees no other island.", (2,)),
        (
            "2.2\n...\n2.1",
            "All its numbers add up to 7. Each bridge counts at both of its ends, so the sum would "
            "have to be even.",
            (),
        ),
        (
            "1.1.\n....\n.1.1",
            "The group of 2 islands (row 3, columns 2, 4) can never be connected to the others.",
            (2, 3),
        ),
        (
            "?.?..\n.....\n?...?\n.....\n..?..",
            "Its islands cannot all be connected, whatever their numbers are: 3 parts could only "
            "be joined by bridges within the group of 4 islands (row 1, column 3; row 3, columns "
            "1, 5; row 5, column 3), and too many of these cross.",
            (),
        ),
        (
            "1.1.1.1",
            "The number of row 1, column 3 cannot be right. It does not matter what the others "
            "are.",
            (1,),
        ),
        (
            "2.2.2\n.....\n2.2.2\n.....\n2.2.2",
            "These 8 clues cannot all be right. It does not matter what the other one is.",
            tuple(range(8)),
        ),
        (
            "2.2.?\n.....\n2.2.2\n.....\n2.2.2",
            "These 8 clues cannot all be right.",
            (0, 1, 3, 4, 5, 6, 7, 8),
        ),
    ],
)
def test_the_reason(drawing, reason, islands):
    assert explain(drawing) == (reason, islands)


def has_solution(puzzle: Puzzle, clues: tuple[int, ...]) -> bool:
    cells = {i.cell: i.clue if i.id in clues else None for i in puzzle.islands}
    with Solver(Puzzle.from_clues(puzzle.rows, puzzle.cols, cells)) as solver:
        return solver.solution() is not None


def test_the_reasons_get_better_and_the_last_one_is_final():
    puzzle = read("1.1.2.2.2\n.........\n..2...2.2").puzzle
    reasons = list(find_reasons(puzzle, CancelToken()))
    assert len(reasons) > 1
    sizes = [len(reason.highlight.islands) for reason in reasons]
    assert sizes == sorted(sizes, reverse=True)
    assert [reason.is_final for reason in reasons] == [False] * (len(reasons) - 1) + [True]


@pytest.mark.parametrize("drawing", ["2.2.2\n.....\n2.2.2\n.....\n2.2.2", "1.2.1\n.....\n1.2.1"])
def test_each_clue_of_the_set_is_needed(drawing):
    puzzle = read(drawing).puzzle
    _, islands = explain(drawing)
    assert islands
    assert not has_solution(puzzle, islands)
    assert all(has_solution(puzzle, some) for some in combinations(islands, len(islands) - 1))


def test_without_time_the_set_may_be_larger(monkeypatch):
    monkeypatch.setattr(module, "MAX_SECONDS", 0.0)
    reason, islands = explain("1.1.1.1.?")
    assert (reason, islands) == ("These 4 clues cannot all be right.", (0, 1, 2, 3))


def test_it_can_be_cancelled(cancelled):
    puzzle = read("1.1.1.1").puzzle
    with pytest.raises(Cancelled):
        explain_no_solution(puzzle, cancelled)


def test_the_marked_bridges_are_the_only_ones_between_the_parts():
    puzzle = read("?.?..\n.....\n?...?\n.....\n..?..").puzzle
    (reason,) = find_reasons(puzzle, CancelToken())
    (one, two) = reason.highlight.edges
    assert puzzle.crossings[one] == (two,)


def contradiction(drawing: str) -> tuple[Puzzle, tuple[Explanation, ...]]:
    """The steps that are found last, from the islands whose clues contradict each other."""
    puzzle = read(drawing).puzzle
    *_, reason = find_reasons(puzzle, CancelToken())
    *_, steps = find_contradiction(puzzle, list(reason.highlight.islands), CancelToken())
    return puzzle, steps


def test_a_contradiction_is_deduced_from_the_empty_board():
    puzzle, (*before, last) = contradiction("1.2.1\n.....\n1.2.1")
    first = before[0].highlight
    assert first.ghosts == dict.fromkeys(first.edges, MARK)
    assert len(before) == 4
    assert with_places(puzzle, last.text) == (
        "That cuts off the group of 3 islands (row 1, columns 1, 3, 5)."
    )
    assert not last.highlight.edges


def test_superfluous_steps_to_a_contradiction_are_left_out():
    puzzle = generate(GeneratorOptions(15, 15, 60, style="plain"), 3).puzzle
    clues = [island.clue or 0 for island in puzzle.islands]
    puzzle = puzzle.with_other_clues({7: clues[7] + 1, 21: clues[21] - 1})
    *_, reason = find_reasons(puzzle, CancelToken())
    first, fewest = find_contradiction(puzzle, list(reason.highlight.islands), CancelToken())
    assert (len(first), len(fewest)) == (51, 5)


def test_a_contradiction_may_need_assumptions():
    _puzzle, steps = contradiction("?3\n?3\n31\n22\n22\n1?")
    assert any(step.text.startswith("Suppose") for step in steps)
    assert steps[-1].text.startswith("That cuts off ")
