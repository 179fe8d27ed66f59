from random import Random

import pytest

from hashi_gui.core.board import MARK, Board, Move
from hashi_gui.core.highlight import Highlight
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.formats import read
from hashi_gui.logic.reasoning.techniques.catalogue import all_techniques
from hashi_gui.logic.teaching import hints
from hashi_gui.logic.teaching.examples import EXAMPLES
from hashi_gui.logic.teaching.explanation import Explanation, ExplanationKind
from hashi_gui.logic.teaching.hints import hint_from_technique, next_hint
from hashi_gui.logic.wording import with_places
from hashi_gui.solving import Cancelled, Solver, VerdictKind

NEEDS_AN_ASSUMPTION = "https://puzz.link/p?hashi/7/7/2g3g4g2o2g2h3k2g1g4g2n3h3h1"


def holds_everywhere(solver: Solver, board: Board, hint: Explanation) -> bool:
    """Whether a hint is true in all solutions that extend the board, and changes the board."""
    bounds = solver.backbone(board)
    return all(
        bounds.high[edge] == 0 if state == MARK else board.counts[edge] < state <= bounds.low[edge]
        for edge, state in hint.move.edges
    )


def follow(puzzle: Puzzle, board: Board) -> list[Explanation]:
    """All hints from a board to the solution, each one checked and followed."""
    hints = []
    with Solver(puzzle) as solver:
        several = solver.verdict().kind == VerdictKind.SEVERAL
        while not is_solution(puzzle, board.counts):
            hint = next_hint(puzzle, board, solver)
            if hint.kind == ExplanationKind.STEP:
                assert holds_everywhere(solver, board, hint)
            else:
                assert hint.kind == ExplanationKind.CHOICE
                assert several
            edges = set(hint.highlight.edges)
            assert hint.highlight.ghosts == dict(hint.move.edges)
            assert edges <= {e for i in hint.highlight.islands for e in puzzle.incident[i]}
            assert not edges & board.marks
            after = board.apply(hint.move)
            assert after != board
            assert solver.is_solvable(after)
            hints.append(hint)
            board = after
        assert next_hint(puzzle, board, solver).kind == ExplanationKind.FINISHED
    return hints


@pytest.mark.parametrize("seed", range(40))
def test_following_hints_solves_the_puzzle(seed, random_puzzle, partial_board):
    random = Random(seed)
    puzzle, solution = random_puzzle(random)
    follow(puzzle, Board.empty(puzzle))
    follow(puzzle, partial_board(random, solution))


@pytest.mark.parametrize("seed", range(40))
def test_undoing_mistakes_makes_a_board_solvable(seed, random_puzzle):
    random = Random(seed)
    puzzle, _ = random_puzzle(random)
    counts = bytes(
        random.choice([0, random.randint(0, puzzle.rules.max_bridges)]) for _ in puzzle.edges
    )
    marks = frozenset(e for e, n in enumerate(counts) if not n and random.random() < 0.3)
    board = Board(counts, marks)
    with Solver(puzzle) as solver:
        while not solver.is_solvable(board):
            hint = next_hint(puzzle, board, solver)
            assert hint.kind == ExplanationKind.MISTAKE
            edges = hint.highlight.edges.keys()
            assert len(edges) == 1 or len(solver.smallest_conflict(board)) > 1
            changed = dict(hint.move.edges)
            assert changed.keys() <= edges
            assert all(0 <= state < abs(board.state(edge)) for edge, state in changed.items())
            assert hint.highlight.islands.keys() == puzzle.ends_of(edges)
            board = board.apply(hint.move)
        assert next_hint(puzzle, board, solver).kind != ExplanationKind.MISTAKE


def hint_for(drawing: str, moves: str = "", *, hurry: bool = False) -> tuple[Explanation, str]:
    """The hint on a board after some moves, and what it does, in the text form of moves."""
    document = read(drawing)
    board = document.board.apply(Move.from_text(document.puzzle, moves))
    with Solver(document.puzzle) as solver:
        hint = next_hint(document.puzzle, board, solver, hurry=hurry)
    return hint, hint.move.to_text(document.puzzle)


def reason_of(hint: Explanation, drawing: str) -> str:
    """The reason of a hint for a puzzle, with places."""
    return with_places(read(drawing).puzzle, hint.text)


RING_OF_TWOS = "2.2\n...\n2.2"
RING_OF_ANY = "?.?\n...\n?.?"


@pytest.mark.parametrize(
    ("grid", "moves", "undone", "reason"),
    [
        (
            *(".1.2\n?..4\n.1.2", "0,1-2,1=1", "0,1-2,1=0"),
            "One bridge too many at rows 1–3, column 2. Row 2, column 1 needs a bridge; none fits.",
        ),
        (
            *(RING_OF_TWOS, "0,0-0,2=x;0,0-2,0=1", "0,0-0,2=0"),
            "The mark at row 1, columns 1–3 is wrong. "
            "Take it away, and look again. Without row 1, columns 1–3, row 1, column 3 needs all "
            "that fits elsewhere: rows 1–3, column 3 ×2. That cuts off the group of 2 islands (row "
            "1, column 3; row 3, column 3). So row 1, columns 1–3 gets a bridge.",
        ),
        (
            *(RING_OF_ANY, "0,0-0,2=x;0,2-2,2=x", "0,2-2,2=0"),
            "These marks cannot all be right. If the others stay, the mark at rows 1–3, column 3 "
            "is wrong. Row 1, column 3 needs a bridge; none fits.",
        ),
        (
            *("2.?\n...\n?.?", "0,0-0,2=2;0,2-2,2=x", "0,2-2,2=0"),
            "These bridges and marks cannot all be right. If the others stay, the mark at "
            "rows 1–3, column 3 is wrong. The group of 2 islands (row 1, columns 1, 3) is "
            "cut off: no bridge can leave it.",
        ),
    ],
)
def test_a_mistake_comes_first(grid, moves, undone, reason):
    hint, done = hint_for(grid, moves)
    assert hint.kind == ExplanationKind.MISTAKE
    assert reason_of(hint, grid) == reason
    assert done == undone


def test_a_hint_lists_the_steps_that_refute_its_assumption():
    puzzle = read(NEEDS_AN_ASSUMPTION).puzzle
    board, refuted = Board.empty(puzzle), []
    with Solver(puzzle) as solver:
        while (hint := next_hint(puzzle, board, solver)).move:
            if hint.technique == "What if":
                refuted.append(hint)
            else:
                assert not hint.steps
            board = board.apply(hint.move)
    assert [tuple(with_places(puzzle, step.text) for step in hint.steps) for hint in refuted] == [
        (
            "Suppose row 7, columns 1–4 had no more than 1 bridge.",
            "Row 4, column 7 needs 2 more bridges. Without rows 4–7, column 7, the others would be "
            "full: rows 1–4, column 7; row 4, columns 1–7. That leaves too little at row 4, column "
            "1. Then row 7, column 1 needs 1 more; none fits. So rows 4–7, column 7 gets a bridge.",
            "Then row 7, column 4 needs 1 more; none fits.",
        )
    ]


def test_the_steps_of_a_nested_assumption_are_shown_before_it_is_summed_up(monkeypatch):
    drawing = """\
1 ? 1 . 2
        │
? . . . │
│       │
? ? . . ?
│
2 2 . ? ?
        │
. . . . ?"""
    hint, drawn = hint_for(drawing)
    assert hint.technique == "What if, deeper"
    hurried, drawn_in_a_hurry = hint_for(drawing, hurry=True)
    assert (drawn_in_a_hurry, hurried.is_final) == (drawn, False)
    puzzle = read(drawing).puzzle
    cut_off = "That cuts off the group of 3 islands (row 1, columns 1, 2, 3)."
    assumed = "Suppose rows 1–3, column 2 had no bridge."
    nested = "Suppose row 1, columns 1–2 had no bridge."
    nested_cut_off = "That cuts off the group of 2 islands (row 1, columns 2, 3)."
    assert [with_places(puzzle, step.text) for step in hint.steps] == [
        assumed,
        nested,
        "Row 1, column 2 needs a bridge. The only open way leads to row 1, column 3. Row 1, "
        "columns 1–2 is ruled out. Rows 1–3, column 2 is ruled out.",
        nested_cut_off,
        f"{nested} {nested_cut_off} 1 step shows it. So row 1, columns 1–2 gets a bridge.",
        "The only way out for the group of 2 islands (row 1, columns 1, 2) is row 1, columns 2–3, "
        "so a bridge must go there.",
        cut_off,
    ]
    assert with_places(puzzle, hint.text) == (
        f"{assumed} {cut_off} 5 steps show it. So rows 1–3, column 2 gets a bridge."
    )
    monkeypatch.setattr("hashi_gui.logic.reasoning.techniques.assumptions.MAX_NESTED_STEPS", 4)
    hint, _ = hint_for(drawing)
    assert with_places(puzzle, hint.text) == (
        "Trying both ways shows it. So rows 1–3, column 2 gets a bridge."
    )


@pytest.mark.parametrize(("most", "is_tried"), [(100, True), (1, False)])
def test_a_proof_tries_both_ways_if_that_takes_few_steps(monkeypatch, most, is_tried):
    monkeypatch.setattr(hints, "easiest_step", lambda *_args, **_kwargs: None)
    monkeypatch.setattr(hints, "_harder_step", lambda *_: None)
    monkeypatch.setattr(hints, "MOST_STEPS", most)
    monkeypatch.setattr(hints, "MAX_SECONDS", 1e6)
    hint, _ = hint_for("max-bridges 1\n.??\n.1?")
    assert hint.text.endswith("Trying both ways shows it.") is is_tried
    assert bool(hint.steps) is is_tried


MANY_UNKNOWN = """\
. ? . ? . . ? . . ?

. . . . ? . . ? . .
              │
? . ? . . . ? │ . .
              │
. . . ? . 1 . ? . ?

. ? . . ? . ? . ? .

. . . . . . . . . .

? . . ? . . ? . . ?

. . . . . . . . . .

. ? . ? . . 3 . ? .

? . ? . ? . . ? . ?"""
"""More open edges than nested assumptions are tried on, and steps that need them."""


STEP, CHOICE = ExplanationKind.STEP, ExplanationKind.CHOICE


@pytest.mark.parametrize(
    ("drawing", "moves", "kind", "heading", "level", "known", "reason", "done"),
    [
        pytest.param(
            "max-bridges 3\n5═══5\n┆   ┆\n7┄6 6\n│ │ │\n? 3 3",
            *("", STEP, "Odd and even", "expert", None, "", "2,0-2,1=x"),
            id="an edge that cannot have a bridge gets a mark",
        ),
        pytest.param(
            *(MANY_UNKNOWN, "", STEP, "Proof by solving", "extreme", {}),
            "Every way to finish the board has at least 1 bridge at row 4, columns 8–10.",
            "3,7-3,9=1",
            id="a bridge that no technique finds is proved by the solver",
        ),
        pytest.param(
            *(MANY_UNKNOWN, "3,7-3,9=1", STEP, "Proof by solving", "extreme", {}),
            "With a bridge at rows 4–10, column 8, the board could not be finished.",
            "3,7-9,7=x",
            id="a gap that no technique finds is proved by the solver",
        ),
        pytest.param(
            *(RING_OF_ANY, "", CHOICE, "Several solutions", None, {}),
            "The remaining solutions have nothing more in common. One of them has at least 1 "
            "bridge at row 1, columns 1–3.",
            "0,0-0,2=1",
            id="a choice where solutions differ",
        ),
        pytest.param(
            *("max-bridges 1\n.??\n.1?", "", STEP, "What if", "expert", {}, "", "0,1-0,2=1"),
            id="an assumption when no direct technique gives a step",
        ),
        pytest.param(
            *("4.3\n...\n3.2", "", STEP, "Full house", "easy", {}, "", "0,0-0,2=2;0,0-2,0=2"),
            id="all bridges with the same reason",
        ),
        pytest.param(
            *(
                "max-bridges 3\n6┄6 3\n┆    \n5─5 5\n    ║\n1 . 3",
                "",
                STEP,
                "Intersection",
                "hard",
                {},
            ),
            "Row 2, column 2 needs 4 more bridges. Suppose rows 1–2, column 2 ×3; row 2, columns "
            "1–2 ×2. That cuts off the group of 4 islands (row 1, columns 1, 2; row 2, columns "
            "1, 2). So row 2, columns 2–3 gets a bridge.",
            "1,1-1,2=1",
            id="no premise that it does not need",
        ),
        pytest.param(
            *("1.1\n...\n2.2", "", STEP, "Only one way out", "easy", {0: MARK}),
            "With 1 bridge between them, row 1, column 1 and row 1, column 3 would be finished and "
            "cut off. So row 1, columns 1–3 gets no bridge. Row 1, column 1 needs 1 more bridge. "
            "The only open way leads to row 3, column 1. Row 1, columns 1–3 is ruled out.",
            "0,0-2,0=1",
            id="its premises first",
        ),
    ],
)
def test_a_hint_gives(monkeypatch, drawing, moves, kind, heading, level, known, reason, done):
    monkeypatch.setattr(hints, "MAX_OPEN_EDGES", 40)
    hint, drawn = hint_for(drawing, moves)
    assert (hint.kind, hint.heading, hint.level, drawn) == (kind, heading, level, done)
    assert hint.technique == (heading if kind is STEP else "")
    assert known is None or hint.known == Highlight(ghosts=known)
    assert reason_of(hint, drawing) == reason or not reason


def test_a_mark_that_can_be_right_is_respected():
    for edge in ("0,0-0,2", "0,0-2,0", "0,2-2,2", "2,0-2,2"):
        hint, done = hint_for(RING_OF_ANY, f"{edge}=x")
        assert hint.kind == ExplanationKind.STEP
        assert edge not in done


@pytest.mark.parametrize("moves", ["", "0,0-0,2=1", "0,0-0,2=x"])
def test_a_puzzle_without_a_solution_has_no_hint(moves):
    hint, done = hint_for("1.1.1", moves)
    assert (hint.kind, hint.heading) == (ExplanationKind.NONE, "No solution")
    assert hint.text.startswith("This puzzle has no solution. ")
    assert not done


def test_a_hint_prefers_what_is_visible():
    puzzle = read("2.?.?.?.2").puzzle
    with Solver(puzzle) as solver:
        for visible, done in (((), "0,0-0,2=2"), ((4, 3), "0,6-0,8=2"), ((0, 4), "0,0-0,2=2")):
            hint = next_hint(puzzle, Board.empty(puzzle), solver, visible=visible)
            assert hint.move.to_text(puzzle) == done


def test_locks_do_not_matter():
    assert hint_for(RING_OF_TWOS, "0,0=lock;2,2=lock") == hint_for(RING_OF_TWOS)


def test_a_hint_can_be_cancelled(cancelled):
    puzzle = read(RING_OF_TWOS).puzzle
    with Solver(puzzle) as solver, pytest.raises(Cancelled):
        next_hint(puzzle, Board.empty(puzzle), solver, cancelled)


@pytest.mark.parametrize("seed", range(30))
def test_a_hint_from_a_technique_is_true(seed, random_puzzle, partial_board):
    random = Random(seed)
    puzzle, solution = random_puzzle(random)
    board = partial_board(random, solution)
    with Solver(puzzle) as solver:
        for technique in all_techniques()[:-1]:
            hint = hint_from_technique(technique.name, puzzle, board, solver)
            if hint is not None:
                assert hint.highlight.edges
                assert not hint.move or holds_everywhere(solver, board, hint)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.technique.name)
def test_a_technique_gives_a_hint_on_its_example(example):
    puzzle, board = example.document.puzzle, example.document.board
    with Solver(puzzle) as solver:
        hint = hint_from_technique(example.technique.name, puzzle, board, solver)
    assert hint is not None
    assert (hint.technique, hint.level) == (example.technique.name, example.technique.level)
    assert example.conclusions()[0].edge in hint.highlight.edges


def test_a_hint_from_a_technique_takes_obvious_conclusions_for_granted():
    document = read("2═?\n   \n1 ?")
    with Solver(document.puzzle) as solver:
        hint = hint_from_technique("Only one way out", document.puzzle, document.board, solver)
        wrong = document.board.apply(Move.from_text(document.puzzle, "0,0-1,0=1"))
        name = "Only one way out"
        assert hint_from_technique(name, document.puzzle, wrong, solver) is None
    assert hint is not None
    assert with_places(document.puzzle, hint.text) == (
        "Row 2, column 1 needs 1 more bridge. The only open way leads to row 2, column 2. Row 1, "
        "column 1 has all its bridges."
    )
