from __future__ import annotations

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, islice
from statistics import fmean

import pytest

from hashi_gui.cli.parser import parse
from hashi_gui.core.board import MARK, Move
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.formats import Document, PuzzleInfo, read, write, write_link
from hashi_gui.generating import (
    GenerationError,
    GeneratorOptions,
    Recipe,
    attempts,
    generate,
    generator,
)
from hashi_gui.generating.command import command_for, options_from
from hashi_gui.generating.generator import _EXERCISE_OPTIONS, generate_exercises, generate_many
from hashi_gui.generating.options import PLAIN
from hashi_gui.logic.levels import Level
from hashi_gui.logic.rating.grading import grade
from hashi_gui.logic.reasoning.position import Position
from hashi_gui.logic.reasoning.reasoner import Reasoner
from hashi_gui.logic.reasoning.techniques.catalogue import all_techniques
from hashi_gui.logic.teaching.practice import TOPICS, Exercise, Reply, Topic
from hashi_gui.solving import Backbone, Cancelled, Solver, VerdictKind
from hashi_gui.system.parallel import Parallel, Sequential
from tests.logic.arguments import Verdicts

OPTIONS = [
    GeneratorOptions(3, 3, 2),
    GeneratorOptions(1, 12, 4),
    GeneratorOptions(3, 3, 4, max_bridges=4, doubles=1.0),
    GeneratorOptions(5, 5, 7, max_bridges=1, doubles=1.0),
    GeneratorOptions(7, 7, 14),
    GeneratorOptions(7, 7, 12, unknown=0.2),
    GeneratorOptions(8, 12, 24, max_bridges=3, doubles=0.6),
    GeneratorOptions(10, 10, 25, max_bridges=4, unknown=0.3),
    GeneratorOptions(15, 15, 50, doubles=0.0),
    GeneratorOptions(8, 8, 15, symmetry=Symmetry.HALF_TURN),
    GeneratorOptions(9, 7, 16, symmetry=Symmetry.LEFT_RIGHT, loops=False),
    GeneratorOptions(10, 10, 10, loops=False),
    GeneratorOptions(12, 12, 36, forbid_loops=True),
    GeneratorOptions(12, 12, 36, loops=False, unknown=0.1),
    GeneratorOptions(7, 7, 13, level=Level.EASY),
    GeneratorOptions(8, 8, 16, level=Level.MEDIUM, symmetry=Symmetry.HALF_TURN),
    GeneratorOptions(10, 10, 24, level=Level.HARD, max_bridges=3, unknown=0.1),
    GeneratorOptions(12, 12, 34, level=Level.EXPERT, loops=False),
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_a_puzzle_has_its_solution_and_no_other_and_meets_its_options(options, seed):
    generated = generate(options, seed)
    puzzle = generated.puzzle
    with Solver(puzzle) as solver:
        verdict = solver.verdict()
    assert (verdict.kind, verdict.solution) == (VerdictKind.UNIQUE, generated.solution)
    assert (puzzle.rows, puzzle.cols) == (options.rows, options.cols)
    assert puzzle.rules == options.rules
    spare = options.symmetry != Symmetry.NONE
    assert 0.95 * options.islands <= len(puzzle.islands) <= options.islands + spare
    for (row, col), (other_row, other_col) in combinations(puzzle.clues, 2):
        assert abs(row - other_row) + abs(col - other_col) > 1
    assert options.loops or sum(map(bool, generated.solution)) == len(puzzle.islands) - 1


@pytest.mark.parametrize("density", [0.33, 0.37, 0.42])
@pytest.mark.parametrize("side", [9, 12, 15])
def test_a_dense_puzzle_has_all_islands_and_fills_the_grid(side, density):
    islands = round(density * side * side)
    for seed in range(3):
        puzzle = generate(GeneratorOptions(side, side, islands), seed).puzzle
        assert len(puzzle.islands) == islands
        rows, cols = zip(*puzzle.clues)
        assert {0, side - 1} <= {*rows} & {*cols}
        with Solver(puzzle) as solver:
            assert solver.verdict().kind == VerdictKind.UNIQUE


def test_lengths_of_bridges_and_clues_are_varied():
    generated = generate(GeneratorOptions(20, 20, 90, style="branching"), 1)
    lengths = {
        b.row - a.row + b.col - a.col
        for edge, count in enumerate(generated.solution)
        if count
        for a, b in [generated.puzzle.ends(edge)]
    }
    assert lengths >= {2, 3, 4, 5}
    assert {island.clue for island in generated.puzzle.islands} >= {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize("share", [0.1, 0.4, 0.7])
def test_the_share_of_doubles_is_approximately_met(share):
    built = [
        count
        for count in generate(GeneratorOptions(20, 20, 90, doubles=share), 1).solution
        if count
    ]
    assert sum(count > 1 for count in built) / len(built) == pytest.approx(share, abs=0.1)


@pytest.mark.parametrize("share", [0.1, 0.2])
def test_the_share_of_unknown_clues_is_met(share):
    puzzle = generate(GeneratorOptions(15, 15, 50, unknown=share), 1).puzzle
    assert sum(island.clue is None for island in puzzle.islands) == round(50 * share)


def test_not_all_clues_can_be_unknown():
    puzzle = generate(GeneratorOptions(10, 10, 25, unknown=1.0), 1).puzzle
    assert 0 < sum(island.clue is None for island in puzzle.islands) < 25


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
        ({"islands": 1}, "There is room for 2 to 13 islands, not 1."),
        ({"islands": 14}, "There is room for 2 to 13 islands, not 14."),
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
    with pytest.raises(GenerationError, match=r"^Only 3\d of 41 islands fit"):
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
    for seed in range(3):
        generated = generate(GeneratorOptions(10, 10, 24, unknown=unknown, level=level), seed)
        graded = grade(generated.puzzle)
        assert (graded.level, graded.solved_by_logic) == (level, True)


def test_it_is_an_error_if_no_puzzle_has_the_level(monkeypatch):
    monkeypatch.setattr(attempts, "_MAX_ATTEMPTS_FOR_LEVEL", 25)
    tried = []
    with pytest.raises(GenerationError, match=r"^Found no extreme puzzle .*in 25 tries"):
        generate(GeneratorOptions(9, 7, 8, level=Level.EXTREME), 1, on_attempt=tried.append)
    assert tried == list(range(25))


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (
            GeneratorOptions(7, 7, 15, unknown=0.3, level=Level.EXTREME),
            r"^No extreme puzzle on few",
        ),
        (
            GeneratorOptions(5, 5, 7, level=Level.EXPERT),
            r"at most 2 bridges .* never above hard\.$",
        ),
        (GeneratorOptions(9, 9, 9, 1, level=Level.EXPERT), r"at most 1 bridge .* never above hard"),
        (GeneratorOptions(9, 9, 24, 1, level=Level.EXPERT), r"^No expert puzzle of fewer than 30"),
    ],
)
def test_a_level_that_no_puzzle_has_is_refused_at_once(options, reason):
    with pytest.raises(GenerationError, match=reason):
        generate(options, 1, on_attempt=lambda _failed: pytest.fail("tried"))


@pytest.mark.parametrize("level", list(Level)[1:4])
def test_small_squares_have_enough_islands_for_each_level(level):
    made = generate(GeneratorOptions.defaults_for(5, 5, level), 1)
    assert grade(made.puzzle).level is level


def test_fewer_islands_than_a_symmetry_needs_are_rejected():
    with pytest.raises(GenerationError, match=r"^This symmetry needs at least 4 islands"):
        generate(GeneratorOptions(6, 6, 2, symmetry=Symmetry.HALF_TURN), 1)


def test_generating_can_be_cancelled(cancelled):
    with pytest.raises(Cancelled):
        generate(GeneratorOptions(9, 9, 20), 1, cancelled)


RECIPES = [
    Recipe(GeneratorOptions(7, 9, 15, style=PLAIN), 3),
    Recipe(GeneratorOptions(9, 9, 18, level=Level.HARD, symmetry=Symmetry.LEFT_RIGHT), 12),
    Recipe(GeneratorOptions(8, 8, 14, max_bridges=4, doubles=0.65, unknown=0.15, loops=False), 0),
]
each_recipe = pytest.mark.parametrize("recipe", RECIPES, ids=command_for)


@each_recipe
def test_a_document_contains_its_recipe(recipe):
    document = recipe.make()
    assert Recipe.from_document(document) == recipe
    assert Recipe.from_document(read(write(document, "hashi"))) == recipe
    assert document.info.level == grade(document.puzzle).level
    assert (
        document.info.title
        == f"{document.puzzle.cols} × {document.puzzle.rows}, {document.info.level}"
    )


@pytest.mark.parametrize(
    "info",
    [
        PuzzleInfo(),
        PuzzleInfo(seed=1),
        PuzzleInfo(options={"rows": 5, "cols": 5, "islands": 6}),
        PuzzleInfo(seed=1, options={}),
        PuzzleInfo(seed=1, options={"rows": 5, "cols": 5, "islands": 600}),
        PuzzleInfo(seed=1, options={"rows": 5, "cols": 5, "islands": 6, "colour": "red"}),
        PuzzleInfo(seed=1, options={"rows": 5, "cols": 5, "islands": 6, "symmetry": "odd"}),
    ],
)
def test_a_document_without_a_complete_recipe_has_none(info):
    document = RECIPES[0].make()
    assert Recipe.from_document(document._replace(info=info)) is None
    assert Recipe.from_document(Document.from_puzzle(document.puzzle, "text")) is None


def test_options_from_before_there_were_styles_are_plain():
    document = (
        RECIPES[0]
        .make()
        ._replace(info=PuzzleInfo(seed=3, options={"rows": 7, "cols": 9, "islands": 15}))
    )
    assert Recipe.from_document(document) == RECIPES[0]


def test_a_recipe_with_a_time_takes_the_nearer_one_of_two_puzzles():
    one, two = (RECIPES[0]._replace(seed=seed) for seed in (3, 4))
    for recipe in (one, two):
        document = recipe.make()
        seconds = document.info.expected_seconds
        made = one._replace(seconds=seconds).make()
        assert (made.puzzle, Recipe.from_document(made)) == (document.puzzle, recipe)


@pytest.mark.parametrize(
    ("command", "link"),
    [
        (
            "--size 8x8 --islands 16 --difficulty easy --style plain --seed 5",
            "8/8/2g3g3h2n3h2g2g6o1h4h5h1s2g5g5h4",
        ),
        (
            "--size 9x9 --islands 20 --difficulty medium --symmetry rotate --style plain --seed 5",
            "9/9/3k1g1i2g2i5g1k2o4h3g3h3o2k1g4i2g2i1g2k4",
        ),
        (
            "--size 10x10 --islands 24 --difficulty hard --unknown 0.1 --style plain --seed 5",
            "10/10/2g6i3h1s.g4g4g31r1i3g1k2j4g6j.g2j2g3i2q3g5g6h4",
        ),
        (
            "--size 12x9 --islands 26 --difficulty expert --no-loops --style plain --seed 5",
            "12/9/g1g2g2g3g1g3r3h3i5g5g5k1h1j1g2k1m2h4h3r3h4g3h1j2k4h1g",
        ),
        (
            "--size 8x8 --islands 14 --symmetry mirror --no-loops --style plain --seed 5",
            "8/8/h2h3h2l2h1h3p4g7h8g4v1g3h3g1",
        ),
        ("--size 5x5 --islands 7 --style plain --seed 1", "5/5/3i1k4g4m1g4g1"),
        (
            "--size 7x7 --islands 12 --unknown 0.25 --style plain --seed 2",
            "7/7/.k3h2g3h5h1o2g.h2h.m3j3",
        ),
        (
            "--size 9x7 --islands 16 --max-bridges 4 --doubles 0.6 --seed 3",
            "9x7m4:2b4b5c2b4c4i4a3aBaAa8k1a7b2a2e1b",
        ),
    ],
)
def test_a_recipe_makes_the_same_puzzle_everywhere(command, link):
    args = parse(["generate", *command.split()])
    document = Recipe.of_text(options_from(vars(args)), args.seed).make()
    assert re.split(r"hashi/|#", write_link(document))[1] == link


@pytest.fixture(params=["sequential", "parallel"])
def mapper(request):
    if request.param == "sequential":
        yield Sequential()
    else:
        with ThreadPoolExecutor(3) as pool:
            yield Parallel(pool, lambda: 3)
            pool.shutdown(cancel_futures=True)


def test_puzzles_come_in_the_order_of_their_seeds(mapper):
    options = GeneratorOptions(7, 7, 13)
    documents = list(generate_many(options, 100, 30, mapper))
    assert [document.info.seed for document in documents] == list(range(100, 130))
    assert documents[17] == Recipe(options, 117).make()


def test_no_puzzle_comes_twice(mapper):
    documents = list(generate_many(GeneratorOptions(3, 3, 3), 0, 12, mapper))
    assert len({document.puzzle.islands for document in documents}) == 12
    seeds = [document.info.seed for document in documents]
    assert seeds == sorted(seeds)
    assert seeds[-1] > 11


def test_doubles_give_way_if_no_puzzle_of_the_level_has_so_many():
    generated = generate(GeneratorOptions(9, 9, 22, doubles=1.0, level=Level.HARD), 1)
    assert grade(generated.puzzle).level is Level.HARD
    assert 0.2 < fmean(count > 1 for count in generated.solution if count) < 1


@pytest.mark.parametrize(
    ("text", "seed", "title"),
    [
        ("7", 7, ""),
        (" 12 ", 12, ""),
        ("Anna 40", 902_338_206, "Anna 40"),
        ("anna  40", 902_338_206, "anna 40"),
    ],
)
def test_a_seed_is_a_number_or_words_which_become_the_title(text, seed, title):
    recipe = Recipe.of_text(GeneratorOptions(5, 5, 5), text)
    assert (recipe.seed, recipe.title) == (seed, title)
    assert recipe.make().info.title.startswith(title or "5 × 5, ")


def test_too_few_different_puzzles_are_an_error(mapper, monkeypatch):
    monkeypatch.setattr(generator, "_MAX_REPEATS", 40)
    documents = []
    with pytest.raises(GenerationError, match=r"^There seem to be only \d+ different puzzles"):
        documents.extend(generate_many(GeneratorOptions(3, 3, 2), 0, 10_000, mapper))
    assert len(documents) >= 3


def test_puzzles_before_a_failure_are_returned(mapper, monkeypatch):
    make = Recipe.make

    def fails_at_five(recipe):
        if recipe.seed == 5:
            raise GenerationError("No.")
        return make(recipe)

    monkeypatch.setattr(Recipe, "make", fails_at_five)
    documents = []
    with pytest.raises(GenerationError, match="No"):
        documents.extend(generate_many(GeneratorOptions(5, 5, 7), 0, 20, mapper))
    assert [document.info.seed for document in documents] == [0, 1, 2, 3, 4]


PRACTISED = [topic for topic in TOPICS if not topic.too_rare]
COUNT = int(os.environ.get("HASHI_EXERCISES", "4"))

each_technique = pytest.mark.parametrize("topic", PRACTISED, ids=lambda topic: topic.name)


def verify(exercise: Exercise, topic: Topic) -> None:
    assert exercise.hint.technique == topic.name
    check_truth(exercise)
    verdicts = Verdicts()
    verdicts.hint(exercise.puzzle, exercise.board, exercise.hint)
    assert verdicts.false == []
    check_next_step(exercise, topic)
    check_replies(exercise)


def check_truth(exercise: Exercise) -> None:
    """The puzzle has one solution, and the exact solver says that all solutions have the answer."""
    with Solver(exercise.puzzle) as solver:
        verdict = solver.verdict()
        bounds = solver.backbone(exercise.board)
    assert verdict.kind is VerdictKind.UNIQUE
    assert verdict.solution == exercise.solution
    assert exercise.answers
    for edge, state in exercise.answers:
        assert bounds.high[edge] == 0 if state == MARK else bounds.low[edge] >= state


def check_next_step(exercise: Exercise, topic: Topic) -> None:
    """Easier techniques draw nothing; with this one, they draw an answer first."""
    forced = Backbone(exercise.solution, exercise.solution)
    techniques = all_techniques(forced)
    number = [each.name for each in techniques].index(topic.name)
    position = Position.from_board(exercise.puzzle, exercise.board)
    for conclusion in Reasoner(position, techniques[:number]).run():
        assert not draws(conclusion)
    given = next(c for c in Reasoner(position, techniques[: number + 1]).run() if draws(c))
    assert (given.edge, given.bound or MARK) in exercise.answers


def draws(conclusion) -> bool:
    return conclusion.is_minimum or (conclusion.bound == 0 and not conclusion.technique.obvious)


def check_replies(exercise: Exercise) -> None:
    """Only the answers are right: no other change of a single edge is."""
    for edge, count in enumerate(exercise.solution):
        before = exercise.board.state(edge)
        for state in {MARK, 1, 2} - {before}:
            reply = exercise.judge(exercise.board.apply(Move(((edge, state),))))
            true = count == 0 if state == MARK else state <= count
            answers = [wanted for other, wanted in exercise.answers if other == edge]
            right = true and any(state >= wanted if wanted != MARK else True for wanted in answers)
            assert (reply is Reply.RIGHT) == (right and state != before)
            assert (reply is Reply.WRONG) == (not true)


@each_technique
def test_exercises_are_what_they_promise(topic: Topic):
    seen = set()
    for exercise in islice(generate_exercises(topic.name, 1), COUNT):
        verify(exercise, topic)
        seen.add((exercise.puzzle.islands, exercise.board))
    assert len(seen) == COUNT


@each_technique
def test_most_exercises_have_one_reason(topic: Topic):
    """Only an assumption can be made at many places; all others have a single one."""
    if topic.name == "What if":
        return
    for exercise in islice(generate_exercises(topic.name, 5), 3):
        assert len(exercise.answers) <= 4


def test_the_same_seed_gives_the_same_exercises():
    one, two = (list(islice(generate_exercises("Full house", 7), 5)) for _ in range(2))
    assert one == two


def test_options_are_those_of_techniques_that_exist():
    assert _EXERCISE_OPTIONS.keys() <= {topic.name for topic in PRACTISED}
