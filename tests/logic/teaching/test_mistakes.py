import re

import pytest

from hashi_gui.core.board import Board, Move, Tag, Tags
from hashi_gui.formats import read
from hashi_gui.logic.reasoning.techniques import assumptions
from hashi_gui.logic.reasoning.techniques.catalogue import OBVIOUS_TECHNIQUES, all_techniques
from hashi_gui.logic.teaching import mistakes, refutation
from hashi_gui.logic.teaching.explanation import Explanation, ExplanationKind
from hashi_gui.logic.teaching.mistakes import find_mistake, find_objection, last_correct_position
from hashi_gui.logic.wording import with_places
from hashi_gui.solving import Cancelled, Solver

RING_OF_ANY = "?.?\n...\n?.?"
TWOS = "2.2\n...\n2.2"


def boards(drawing: str, *moves: str) -> list[Board]:
    puzzle = read(drawing).puzzle
    found = [Board.empty(puzzle)]
    for move in moves:
        found.append(found[-1].apply(Move.from_text(puzzle, move)))
    return found


def mistake(drawing: str, *moves: str, unknown: int = 0) -> Explanation:
    """The mistake after some moves; the boards before so many of them are unknown."""
    puzzle = read(drawing).puzzle
    *past, board = boards(drawing, *moves)
    with Solver(puzzle) as solver:
        hint = find_mistake(puzzle, board, solver, past=past[unknown:])
        assert hint is not None
        assert hint.kind is ExplanationKind.MISTAKE
        is_left = not solver.is_solvable(board.apply(hint.move))
    assert is_left == ("There are more mistakes." in hint.reasons)
    return hint


def reasons(drawing: str, *moves: str) -> tuple[str, ...]:
    puzzle = read(drawing).puzzle
    return tuple(with_places(puzzle, reason) for reason in mistake(drawing, *moves).reasons)


def test_a_board_that_can_be_finished_has_no_mistake():
    puzzle = read(RING_OF_ANY).puzzle
    with Solver(puzzle) as solver:
        assert find_mistake(puzzle, Board.empty(puzzle), solver) is None


@pytest.mark.parametrize(
    ("drawing", "moves", "undone"),
    [
        ("1.?\n...\n?.?", ("0,0-0,2=1", "0,0-2,0=1"), "0,0-2,0=0"),  # The last of the two.
        ("1.?\n...\n?.?", ("0,0-2,0=1", "0,0-0,2=1"), "0,0-0,2=0"),
        (TWOS, ("0,0-0,2=1", "0,0-0,2=2"), "0,0-0,2=1"),  # No more than is wrong.
    ],
)
def test_it_is_undone(drawing, moves, undone):
    assert mistake(drawing, *moves).move.to_text(read(drawing).puzzle) == undone


def test_the_reason_of_the_only_mistake_is_shown_on_the_board_with_its_tags():
    puzzle = read(TWOS).puzzle
    board = boards(TWOS, "0,0-0,2=2")[-1]._replace(tags=Tags({0: Tag.DISC}))
    with Solver(puzzle) as solver:
        hint = find_mistake(puzzle, board, solver)
    assert hint is not None
    assert hint.why is not None
    assert hint.why.board is None


def test_of_several_edges_the_one_to_change_is_named():
    assert reasons("max-bridges 3\n3.?\n...\n?.?", "0,0-0,2=2", "0,0-2,0=2")[1] == (
        "If the others stay, 1 bridge is too many at rows 1–3, column 1."
    )


def test_the_last_move_is_named_if_it_was_wrong():
    where = "at row 1, columns 1–3"
    assert reasons(TWOS, "0,0-0,2=1", "0,0-0,2=2") == (
        f"One bridge too many {where}: your last move.",
    )
    assert reasons(TWOS, "0,0-0,2=2", "0,0-2,0=x") == (
        f"One bridge too many {where}.",
        "Move 1 made it impossible.",
        "There are more mistakes.",
    )


def test_the_move_is_said_since_which_there_is_a_mistake_though_an_earlier_one_was_corrected():
    moves = ("0,0-0,2=2", "0,0-0,2=1", "2,0-2,2=2", "0,0-2,0=1")
    assert reasons(TWOS, *moves)[1:] == ("Move 3 made it impossible.",)


def test_it_is_unknown_since_when_there_is_a_mistake_if_the_first_boards_are():
    moves = ("0,0-0,2=1", "0,0-0,2=2", "2,0-2,2=1")
    assert mistake(TWOS, *moves).correct_moves == 1
    unknown = mistake(TWOS, *moves, unknown=2)
    assert unknown.correct_moves is None
    assert "move" not in unknown.text


def test_the_last_correct_position():
    *past, _ = boards(TWOS, "0,0-0,2=1", "0,0-0,2=2", "2,0-2,2=1")
    with Solver(read(TWOS).puzzle) as solver:
        assert last_correct_position(solver, past) == 1
        assert last_correct_position(solver, past[2:]) is None


def objection(grid: str, drawn: str, wrong: str, *, hurry: bool = False) -> Explanation:
    """The objection to a change of one edge on a board."""
    puzzle = read(grid).puzzle
    others = Board.empty(puzzle).apply(Move.from_text(puzzle, drawn))
    ((edge, state),) = Move.from_text(puzzle, wrong).edges
    return find_objection(puzzle, others, edge, state, hurry=hurry)


@pytest.mark.parametrize(
    ("grid", "drawn", "wrong", "text"),
    [
        ("1.?\n...\n?.?", "", "0,0-0,2=2", "A 1 takes only one bridge."),
        (
            *("max-bridges 3\n2.?\n...\n?.?", "", "0,0-0,2=3"),
            "Row 1, column 1 takes only 2 bridges.",
        ),
        (
            *(".?.\n?.?\n.?.", "0,1-2,1=1", "1,0-1,2=1"),
            "The bridge at rows 1–3, column 2 is in the way.",
        ),
        (
            *("3.2\n...\n?.?", "0,0-0,2=1", "0,0-2,0=x"),
            "Row 1, column 1 needs 2 more; only 1 fits.",
        ),
        (
            *(TWOS, "", "0,0-0,2=2"),
            "The group of 2 islands (row 1, columns 1, 3) is cut off: no bridge can leave it.",
        ),
        (
            *(f"no-loops\n{RING_OF_ANY}", "0,0-0,2=1;0,0-2,0=1;2,0-2,2=1", "0,2-2,2=1"),
            "These bridges form a loop, and the rules allow no loops.",
        ),
    ],
)
def test_what_can_be_seen_is_the_reason(grid, drawn, wrong, text):
    found = objection(grid, drawn, wrong)
    assert with_places(read(grid).puzzle, found.text) == text
    assert found.steps == ()


def test_what_a_technique_rules_out_is_taken_away_first():
    found = objection(TWOS, "", "0,0-0,2=x")
    assert found.text.startswith("Take it away, and look again. Without ")
    assert found.technique == "A group needs a way out"
    assert found.highlight.ghosts == {0: 1}
    assert found.board == Board.empty(read(TWOS).puzzle)


def test_steps_lead_from_what_is_wrong_to_a_contradiction():
    found = objection("1.?.1\n.....\n?...?", "", "0,0-2,0=x")
    outcome = r"Suppose ⟦0⟧–⟦3⟧ had no bridge\. That cuts off ⟦\d+ \d+ \d+⟧\. 2 steps show it\."
    assert re.fullmatch(outcome, found.text)
    first, *_, last = found.steps
    assert first.text == "Suppose ⟦0⟧–⟦3⟧ had no bridge."
    assert last.text.startswith("That cuts off ")
    assert len(found.steps) == 4


@pytest.mark.parametrize(
    ("most", "text"),
    [(assumptions.MAX_NESTED_STEPS, "6 steps show it."), (5, "Trying both ways shows it.")],
)
def test_steps_with_a_further_assumption_are_a_reason_if_they_are_few(monkeypatch, most, text):
    monkeypatch.setattr(assumptions, "MAX_NESTED_STEPS", most)
    found = objection("max-bridges 1\n?2..1\n?2?.?\n..?..\n....?", "", "0,0-1,0=x")
    assert found.text.endswith(text)


@pytest.mark.parametrize(
    ("hurry", "text"),
    [
        (True, "The reason is still being looked for."),
        (False, "Suppose ⟦0⟧–⟦3⟧ had no bridge. That cuts off ⟦0 1 2⟧. 6 steps show it."),
    ],
)
def test_a_reason_that_is_not_found_in_time_may_be_longer(
    monkeypatch: pytest.MonkeyPatch, hurry: bool, text: str
) -> None:
    def too_slow(*_: object) -> None:
        raise Cancelled

    monkeypatch.setattr(mistakes, "minimise_refutation", too_slow)
    found = objection("1.?.1\n.....\n?...?", "", "0,0-2,0=x", hurry=hurry)
    assert (found.text, found.is_final) == (text, not hurry)


def test_both_ways_are_tried_where_no_technique_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    nested = all_techniques()[-1]
    monkeypatch.setattr(mistakes, "minimise_refutation", lambda *_: None)
    monkeypatch.setattr(refutation, "all_techniques", lambda cancel: (*OBVIOUS_TECHNIQUES, nested))
    found = objection("1.?.1\n.....\n?...?", "", "0,0-2,0=x")
    assert len([step for step in found.steps if step.text.startswith("Suppose ")]) > 1
    assert found.steps[-1].text.startswith("That cuts off ")
