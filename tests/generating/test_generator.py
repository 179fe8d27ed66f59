from __future__ import annotations

import os
import subprocess
import sys
from itertools import combinations
from textwrap import dedent

import pytest

from hashi_gui.core.board import Board
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.formats import draw
from hashi_gui.generating import GenerationError, GeneratorOptions, attempts, generate
from hashi_gui.logic.grading import grade
from hashi_gui.logic.levels import Level
from hashi_gui.solving import Cancelled, CancelToken, SatSolver, VerdictKind

OPTIONS = [
    GeneratorOptions(3, 3, 2),
    GeneratorOptions(1, 12, 4),
    GeneratorOptions(3, 3, 4, max_bridges=4, doubles=1.0),
    GeneratorOptions(5, 5, 7, max_bridges=1),
    GeneratorOptions(7, 7, 14),
    GeneratorOptions(7, 7, 12, unknown=0.2),
    GeneratorOptions(8, 12, 24, max_bridges=3, doubles=0.6),
    GeneratorOptions(10, 10, 25, max_bridges=4, unknown=0.3),
    GeneratorOptions(15, 15, 50, doubles=0.0),
    GeneratorOptions(8, 8, 15, symmetry=Symmetry.HALF_TURN),
    GeneratorOptions(9, 7, 16, symmetry=Symmetry.LEFT_RIGHT, loops=False),
    GeneratorOptions(12, 12, 36, loops=False, unknown=0.1),
    GeneratorOptions(7, 7, 13, level=Level.EASY),
    GeneratorOptions(8, 8, 16, level=Level.MEDIUM, symmetry=Symmetry.HALF_TURN),
    GeneratorOptions(10, 10, 24, level=Level.HARD, max_bridges=3, unknown=0.1),
    GeneratorOptions(12, 12, 34, level=Level.EXPERT, loops=False),
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seed", range(10))
def test_a_puzzle_has_its_solution_and_no_other(options, seed):
    generated = generate(options, seed)
    with SatSolver(generated.puzzle) as solver:
        verdict = solver.verdict()
    assert verdict.kind == VerdictKind.UNIQUE
    assert verdict.solution == generated.solution


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_a_puzzle_meets_its_options(options):
    puzzle = generate(options, 1).puzzle
    assert (puzzle.rows, puzzle.cols) == (options.rows, options.cols)
    assert puzzle.rules.max_bridges == options.max_bridges
    spare = options.symmetry != Symmetry.NONE
    assert 0.95 * options.islands <= len(puzzle.islands) <= options.islands + spare
    for (row, col), (other_row, other_col) in combinations([i.cell for i in puzzle.islands], 2):
        assert abs(row - other_row) + abs(col - other_col) > 1


@pytest.mark.parametrize(("side", "islands"), [(7, 15), (10, 28), (25, 150)])
def test_dense_puzzles_keep_their_islands_and_fill_the_grid(side, islands):
    for seed in range(5):
        cells = [
            island.cell
            for island in generate(GeneratorOptions(side, side, islands), seed).puzzle.islands
        ]
        assert len(cells) >= 0.95 * islands
        rows, cols = {row for row, _ in cells}, {col for _, col in cells}
        assert {0, side - 1} <= rows & cols


@pytest.mark.parametrize("density", [0.33, 0.37, 0.42])
@pytest.mark.parametrize("side", [9, 12, 15])
def test_a_dense_puzzle_has_all_islands(side, density):
    islands = round(density * side * side)
    for seed in range(3):
        generated = generate(GeneratorOptions(side, side, islands), seed)
        assert len(generated.puzzle.islands) == islands
        with SatSolver(generated.puzzle) as solver:
            assert solver.verdict().kind == VerdictKind.UNIQUE


def test_lengths_of_bridges_and_clues_are_varied():
    generated = generate(GeneratorOptions(20, 20, 90), 1)
    lengths = {
        b.row - a.row + b.col - a.col
        for edge, count in enumerate(generated.solution)
        if count
        for a, b in [generated.puzzle.ends(edge)]
    }
    assert lengths >= {2, 3, 4, 5, 6}
    assert {island.clue for island in generated.puzzle.islands} >= {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize("share", [0.1, 0.4, 0.7])
def test_the_share_of_doubles_is_approximately_met(share):
    built = [
        count
        for count in generate(GeneratorOptions(20, 20, 90, doubles=share), 1).solution
        if count
    ]
    assert sum(count > 1 for count in built) / len(built) == pytest.approx(share, abs=0.1)


def test_there_are_no_doubles_with_one_bridge_per_pair():
    assert max(generate(GeneratorOptions(9, 9, 20, max_bridges=1, doubles=1.0), 1).solution) == 1


@pytest.mark.parametrize("share", [0.1, 0.2])
def test_the_share_of_unknown_clues_is_met(share):
    puzzle = generate(GeneratorOptions(15, 15, 50, unknown=share), 1).puzzle
    assert sum(island.clue is None for island in puzzle.islands) == round(50 * share)


def test_not_all_clues_can_be_unknown():
    puzzle = generate(GeneratorOptions(10, 10, 25, unknown=1.0), 1).puzzle
    assert 0 < sum(island.clue is None for island in puzzle.islands) < 25


@pytest.mark.parametrize(
    ("options", "seed", "drawing"),
    [
        (
            GeneratorOptions(5, 5, 7),
            1,
            """\
            3───────1
            ║
            ║ . . . .
            ║
            4═══4 . .
                ║
            . . ║ . .
                ║
            1───4───1""",
        ),
        (
            GeneratorOptions(7, 7, 12, unknown=0.25),
            2,
            """\
            ?═══════════3
            ║           │
            ║ . 2═══3 . │
            ║       │   │
            5─────1 │ . │
            ║       │   │
            ║ . . . │ . 2
            ║       │   │
            ║ ?─────2 . │
            ║ │         │
            ? │ . . . . │
              │         │
            . 3═════════3""",
        ),
        (
            GeneratorOptions(7, 9, 16, max_bridges=4, doubles=0.6),
            3,
            """\
            max-bridges 4
            2─────4┄┄┄┄┄5 . .
            │           ║
            │ 2═════4 . ║ . 4
            │       ║   ║   ┊
            │ . . . ║ . ║ . ┊
            │       ║   ║   ┊
            4═══3───B┈┈┈A┈┈┈8
            │       ┊
            │ . . . ┊ . . . .
            │       ┊
            │ . 1───7═════2 .
            │
            2───────────1 . .""",
        ),
    ],
)
def test_a_seed_gives_the_same_puzzle_everywhere(options, seed, drawing):
    generated = generate(options, seed)
    assert draw(generated.puzzle, Board(generated.solution)) == dedent(drawing)


def test_the_hash_seed_of_python_does_not_matter():
    code = (
        "from hashi_gui.generating import GeneratorOptions, generate;"
        "generated = generate(GeneratorOptions(12, 12, 36, max_bridges=3, unknown=0.2), 5);"
        "print(generated.puzzle.islands, generated.solution)"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rows": 0}, "rows must be 1 to 2000, not 0."),
        ({"cols": 2001}, "cols must be 1 to 2000, not 2001."),
        (
            {"islands": 1},
            "A grid of 5 x 5 cells has room for 2 to 13 islands that do not touch, not 1.",
        ),
        (
            {"islands": 14},
            "A grid of 5 x 5 cells has room for 2 to 13 islands that do not touch, not 14.",
        ),
        ({"max_bridges": 5}, "max_bridges must be 1 to 4, not 5."),
        ({"doubles": 1.5}, "doubles must be 0 to 1, not 1.5."),
        ({"unknown": -0.1}, "unknown must be 0 to 1, not -0.1."),
        ({"unknown": float("nan")}, "unknown must be 0 to 1, not nan."),
    ],
)
def test_impossible_options_are_rejected(changes, message):
    with pytest.raises(GenerationError) as caught:
        GeneratorOptions(**{"rows": 5, "cols": 5, "islands": 6, **changes})
    assert str(caught.value) == message


def test_more_islands_than_fit_are_rejected():
    with pytest.raises(GenerationError, match=r"^Only 3\d of 41 islands fit on 9 x 9 cells"):
        generate(GeneratorOptions(9, 9, 41), 1)


def test_another_layout_is_tried_after_a_failed_repair(monkeypatch):
    first = generate(GeneratorOptions(6, 6, 9), 1)
    make_unique, outcomes = attempts.make_unique, [None]

    def fails_once(*args, **kwargs):
        return outcomes.pop() if outcomes else make_unique(*args, **kwargs)

    monkeypatch.setattr(attempts, "make_unique", fails_once)
    assert generate(GeneratorOptions(6, 6, 9), 1) != first


def test_it_is_an_error_if_all_repairs_fail(monkeypatch):
    monkeypatch.setattr(attempts, "make_unique", lambda *args, **kwargs: None)
    with pytest.raises(GenerationError, match="exactly one solution"):
        generate(GeneratorOptions(6, 6, 9), 1)


@pytest.mark.parametrize("level", list(Level)[:4])
@pytest.mark.parametrize("unknown", [0.0, 0.15])
def test_the_level_is_exactly_the_requested_one(level, unknown):
    for seed in range(5):
        generated = generate(GeneratorOptions(10, 10, 24, unknown=unknown, level=level), seed)
        graded = grade(generated.puzzle)
        assert (graded.level, graded.solved_by_logic) == (level, True)


@pytest.mark.parametrize("islands", [10, 25])
def test_without_loops_the_solution_is_a_tree(islands):
    for seed in range(10):
        generated = generate(GeneratorOptions(10, 10, islands, loops=False), seed)
        assert sum(map(bool, generated.solution)) == len(generated.puzzle.islands) - 1


def test_it_is_an_error_if_no_puzzle_has_the_level(monkeypatch):
    monkeypatch.setattr(attempts, "_MAX_ATTEMPTS_FOR_LEVEL", 25)
    tried = []
    with pytest.raises(GenerationError, match=r"^No extreme puzzle .* in 25 attempts"):
        generate(GeneratorOptions(4, 4, 5, level=Level.EXTREME), 1, on_attempt=tried.append)
    assert tried == list(range(25))


def test_fewer_islands_than_a_symmetry_needs_are_rejected():
    with pytest.raises(GenerationError, match=r"^This symmetry needs at least 4 islands"):
        generate(GeneratorOptions(6, 6, 2, symmetry=Symmetry.HALF_TURN), 1)


def test_generating_can_be_cancelled():
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        generate(GeneratorOptions(9, 9, 20), 1, token)
