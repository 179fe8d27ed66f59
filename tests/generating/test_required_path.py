from __future__ import annotations

import json
from dataclasses import asdict, replace
from itertools import product

import pytest

from hashi_gui.cli.command import UsageError
from hashi_gui.cli.parser import parse
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import Rules, degrees
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.generating import (
    GenerationError,
    GeneratorOptions,
    Recipe,
    RequiredPath,
    generate,
    path_search,
)
from hashi_gui.generating.command import command_for, options_from, recipe_from
from hashi_gui.generating.path_search import refuse_impossible
from hashi_gui.generating.required_path import (
    PLACES,
    TECHNIQUES,
    Need,
    distance,
    satisfies,
    trouble,
)
from hashi_gui.logic.levels import Level
from hashi_gui.logic.rating.grading import grade
from hashi_gui.logic.rating.solving_path import OutlineStep, PathOutline, path_outline
from hashi_gui.logic.reasoning.techniques.catalogue import all_techniques
from hashi_gui.solving import Cancelled, Solver, VerdictKind

FORMER = "general-count"
NEWER = "what-the-rest-cannot-take"


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("opens=center", RequiredPath("center")),
        ("needs=intersection", RequiredPath(needs=(Need("intersection"),))),
        ("needs=intersection@0.4-0.7", RequiredPath(needs=(Need("intersection", 0.4, 0.7),))),
        ("ends=connectivity", RequiredPath(ends="connectivity")),
        (
            "opens=top-left,needs=full-house@0-0.25,needs=what-if@0.5-1,ends=only-link",
            RequiredPath(
                "top-left", (Need("full-house", 0, 0.25), Need("what-if", 0.5, 1)), "only-link"
            ),
        ),
        (f"needs={NEWER}@0-0.5,ends={NEWER}", RequiredPath("", (Need(NEWER, 0, 0.5),), NEWER)),
    ],
)
def test_a_story_is_written_as_it_is_read(text, path):
    assert RequiredPath.parse(text) == path
    assert str(path) == text
    others = [f" {part.replace('0.4-', '0.40-')}" for part in text.split(",")]
    assert RequiredPath.parse(",".join(sorted(others)).replace(NEWER, FORMER)) == path


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is not a part of a story; expected opens=PLACE"),
        ("opens", "'opens' is not a part of a story"),
        ("begins=top", "'begins=top' is not a part of a story"),
        ("opens=top,", "'' is not a part of a story"),
        ("opens=middle", "'middle' is not a place; choose from center, top, bottom"),
        ("opens=", "'' is not a place"),
        ("opens=top,opens=left", "opens= can be given only once."),
        ("ends=", "'' is not a technique; choose from only-one-way-out, full-house"),
        ("ends=only-one-way-out", "A path cannot be asked to end with only-one-way-out: nearly"),
        ("ends=magic", "'magic' is not a technique"),
        ("needs=magic", "'magic' is not a technique"),
        ("needs=intersection@0.7-0.4", "'0.7-0.4' is not a part of the path"),
        ("needs=intersection@", "'' is not a part of the path"),
        ("needs=intersection@0.5", "'0.5' is not a part of the path"),
        ("needs=intersection@0-1.5", "'0-1.5' is not a part of the path"),
        ("opens=" + 1000 * "x", "is not a place"),
    ],
)
def test_a_bad_story_is_rejected_with_a_reason(text, message):
    with pytest.raises(GenerationError) as caught:
        RequiredPath.parse(text)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("story", ["ends=loops", "needs=closing-a-loop@0.2-0.5"])
def test_only_puzzles_without_loops_can_need_loops(story):
    assert GeneratorOptions(8, 8, 14, story=story, forbid_loops=True).story == story
    with pytest.raises(GenerationError, match="Only puzzles with the rule “no loops” can need "):
        GeneratorOptions(8, 8, 14, story=story)


def test_every_technique_that_is_explained_has_a_word():
    explained = {technique.name for technique in all_techniques() if not technique.obvious}
    assert set().union(*TECHNIQUES.values()) == explained
    assert TECHNIQUES["intersection"] == {"Intersection"}
    assert TECHNIQUES["group-needs-a-way-out"] == {"A group needs a way out"}
    assert "Group closed off" in TECHNIQUES["connectivity"]


def path_of(openings, techniques):
    """A path on a grid of 9 x 9 cells that opens on these cells and uses these techniques."""
    puzzle = Puzzle.from_clues(9, 9, dict.fromkeys(openings))
    by_name = {technique.name: technique for technique in all_techniques()}
    steps = tuple(OutlineStep(by_name[name], (0,)) for name in techniques)
    firsts = [OutlineStep(steps[0].technique, (island.id,)) for island in puzzle.islands]
    return PathOutline(puzzle, tuple(firsts), steps)


EASY, LINK, CROSS = "Full house", "Group closed off", "Intersection"
LAST = "Only one way out"


@pytest.mark.parametrize(
    ("openings", "techniques", "story", "expected"),
    [
        ([(4, 4)], [EASY], "opens=center", True),
        ([(3, 3), (5, 5)], [EASY], "opens=center", True),
        ([(2, 4)], [EASY], "opens=center", False),
        ([(4, 4), (0, 4)], [EASY], "opens=center", False),
        ([(0, 0), (2, 8)], [EASY], "opens=top", True),
        ([(8, 1)], [EASY], "opens=bottom", True),
        ([(0, 0), (8, 8)], [EASY], "opens=corner", True),
        ([(0, 4)], [EASY], "opens=corner", False),
        ([(0, 4)], [EASY], "opens=edge", True),
        ([(2, 2)], [EASY], "opens=top-left", True),
        ([(6, 6)], [EASY], "opens=bottom-right", True),
        ([(4, 4)], [EASY, CROSS, EASY], "needs=intersection", True),
        ([(4, 4)], [EASY, CROSS, EASY], "needs=intersection@0.5-0.5", True),
        ([(4, 4)], [EASY, CROSS, EASY], "needs=intersection@0.6-1", False),
        ([(4, 4)], [EASY, EASY, EASY], "needs=intersection", False),
        ([(4, 4)], [CROSS], "needs=intersection@0-0", True),
        ([(4, 4)], [EASY, LINK], "ends=connectivity", True),
        ([(4, 4)], [EASY, LINK, LAST, LAST], "ends=connectivity", True),
        ([(4, 4)], [EASY, LINK, EASY], "ends=connectivity", False),
        ([(4, 4)], [EASY, EASY], "ends=connectivity", False),
        ([(4, 4)], [LAST, LAST], "ends=connectivity", False),
        ([(4, 4)], [EASY, LINK, LAST], "ends=counting", False),
        ([(4, 4)], [LINK, EASY, LAST], "ends=counting", True),
        ([(4, 4)], [LINK, LAST, LINK], "needs=connectivity@0.9-1,needs=connectivity@0-0.1", True),
    ],
)
def test_a_path_opens_needs_and_ends_as_it_should(openings, techniques, story, expected):
    path = path_of(openings, techniques)
    assert satisfies(RequiredPath.parse(story), path) == expected
    assert (distance(RequiredPath.parse(story), path) == 0) == expected


def test_a_path_comes_closer_to_a_story():
    story = RequiredPath.parse("needs=intersection@0.5-1,ends=connectivity")
    paths = [
        path_of([(4, 4)], names)
        for names in (
            [EASY, EASY, EASY, EASY, EASY],
            [EASY, CROSS, EASY, EASY, EASY],
            [CROSS, LINK, EASY, EASY, LAST],
            [EASY, LINK, CROSS, EASY, LAST],
            [EASY, EASY, CROSS, LINK, LAST],
        )
    ]
    distances = [distance(story, path) for path in paths]
    assert distances == sorted(distances, reverse=True)
    assert len(set(distances)) == len(distances)


def test_trouble_is_where_the_path_opens_in_the_wrong_place():
    path = path_of([(0, 0), (4, 4)], [EASY])
    assert trouble(RequiredPath("center"), path) == [0]
    assert trouble(RequiredPath(""), path) == []


STORIES = [
    "opens=edge",
    "opens=left,ends=connectivity",
    "needs=group-closed-off@0.3-0.7",
    "needs=what-if",
]


@pytest.mark.parametrize("story", STORIES)
def test_a_puzzle_has_the_story_and_one_solution(story):
    for options in (
        GeneratorOptions(9, 9, 22, story=story),
        GeneratorOptions(9, 9, 20, story=story, loops=False, unknown=0.1, max_bridges=3),
    ):
        generated = generate(options, 1)
        with Solver(generated.puzzle) as solver:
            verdict = solver.verdict()
        assert (verdict.kind, verdict.solution) == (VerdictKind.UNIQUE, generated.solution)
        assert satisfies(
            RequiredPath.parse(story), path_outline(generated.puzzle, generated.solution)
        )
        assert len(generated.puzzle.islands) == options.islands
        joined = sum(map(bool, generated.solution))
        assert options.loops or joined == options.islands - 1


def test_a_story_goes_with_symmetry_and_level():
    options = GeneratorOptions(
        9, 9, 22, symmetry=Symmetry.HALF_TURN, level=Level.HARD, story="needs=connectivity@0.3-0.8"
    )
    puzzle = generate(options, 1).puzzle
    cells = {island.cell for island in puzzle.islands}
    assert {(8 - row, 8 - col) for row, col in cells} == cells
    assert grade(puzzle).level == Level.HARD


def test_the_same_seed_gives_the_same_puzzle():
    options = GeneratorOptions(7, 7, 13, story="opens=edge")
    assert generate(options, 3) == generate(options, 3)
    assert generate(options, 3) != generate(options, 4)


def test_a_story_that_no_puzzle_has_is_an_error(monkeypatch):
    monkeypatch.setattr(path_search, "_MAX_ATTEMPTS", 50)
    options = GeneratorOptions(4, 4, 6, story="needs=intersection")
    with pytest.raises(GenerationError, match="No puzzle with the story needs=intersection was"):
        generate(options, 1)


def test_the_search_can_be_cancelled(cancelled):
    with pytest.raises(Cancelled):
        generate(GeneratorOptions(9, 9, 20, story="opens=center"), 1, cancelled)


def test_a_story_is_an_option_of_the_command_and_of_a_recipe():
    args = parse(["generate", "--size", "8x8", "--story", "ends=counting,opens=corner"])
    options = options_from(vars(args))
    assert options.story == "opens=corner,ends=counting"
    recipe = Recipe(options, 4)
    assert recipe_from(command_for(recipe)) == recipe
    assert GeneratorOptions.from_dict(json.loads(json.dumps(asdict(options)))) == options
    assert GeneratorOptions.from_dict(asdict(options) | {"story": 3}) is None


def test_a_bad_story_on_the_command_line_is_rejected():
    with pytest.raises(UsageError, match=r"^--story is wrong: 'middle' is not a place"):
        parse(["generate", "--story", "opens=middle"])


@pytest.mark.parametrize("place", PLACES)
def test_every_place_is_a_part_of_the_grid(place):
    assert PLACES[place] < {(row, col) for row in range(3) for col in range(3)}


@pytest.mark.parametrize(
    ("story", "text"),
    [
        ("opens=center", "The solving path opens at “Center”."),
        ("opens=top-left", "The solving path opens at “Top left”."),
        (
            "opens=corner,needs=intersection@0.4-0.7,ends=connectivity",
            "The solving path opens at “Corner”. The solving path needs “Intersection” from 40 % "
            "to 70 % of it. The solving path ends with “Connectivity”.",
        ),
        ("needs=what-if", "The solving path needs “What if”."),
    ],
)
def test_a_story_in_sentences(story, text):
    assert RequiredPath.parse(story).text == text


@pytest.mark.parametrize(
    ("story", "changes", "message"),
    [
        ("ends=connectivity", {"level": Level.EASY}, "No easy puzzle needs connectivity; choose h"),
        ("needs=intersection", {"islands": 4}, "Only puzzles with at least 5 islands need inters"),
        ("needs=full-house", {"islands": 2}, "Only puzzles with at least 3 islands need full-ho"),
        ("ends=one-in-every-direction", {"max_bridges": 1}, "Only puzzles with double bridges nee"),
        (
            "opens=top",
            {"max_bridges": 1, "level": Level.MEDIUM},
            "Only puzzles with double bridges",
        ),
        ("opens=corner", {"rows": 1, "islands": 4}, "A grid of 9 x 1 cells is too narrow to open"),
        ("needs=full-house@0.3333-0.3333", {}, "No solving path has a step from 0.3333 to 0.3333"),
        ("needs=full-house@0-0,needs=intersection@0-0", {}, "in the same step."),
        ("needs=intersection@1-1,ends=connectivity", {}, "in the same step."),
        ("needs=intersection@0-0.3,needs=ones-apart-twos-apart@0.3-1", {}, "come before those wit"),
        (
            "needs=intersection,ends=ones-apart-twos-apart",
            {},
            "come before those with intersection.",
        ),
        (
            "ends=ones-apart-twos-apart",
            {"level": Level.HARD},
            "Only easy puzzles end with ones-apa",
        ),
    ],
)
def test_why_a_story_is_impossible_is_said_at_once(story, changes, message):
    options = replace(GeneratorOptions(9, 9, 20, story=story), **changes)
    with pytest.raises(GenerationError) as caught:
        generate(options, 1, on_attempt=lambda _failed: pytest.fail("there was an attempt"))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "story",
    [
        "needs=full-house@0-0,needs=counting@0-0",
        "needs=full-house@0-0.5,needs=intersection@0-0.5",
        "needs=only-one-way-out@1-1,ends=connectivity",
        "needs=intersection@0.3-1,needs=ones-apart-twos-apart@0.2-1",
        "needs=full-house@0.05-0.05",
    ],
)
def test_what_may_be_possible_is_looked_for(story):
    refuse_impossible(RequiredPath.parse(story), GeneratorOptions(9, 9, 20, story=story))


@pytest.mark.parametrize("most", [1, 2, 3, 4])
def test_three_islands_in_a_row_need_no_more_than_is_said(most):
    puzzle = Puzzle.from_clues(1, 5, dict.fromkeys([(0, 0), (0, 2), (0, 4)]), Rules(most))
    found = set()
    for counts, unknown in product(product(range(1, most + 1), repeat=2), range(8)):
        clues = degrees(puzzle, bytes(counts))
        shown = {n: None if unknown >> n & 1 else clue for n, clue in enumerate(clues)}
        with_clues = puzzle.with_other_clues(shown)
        with Solver(with_clues) as solver:
            verdict = solver.verdict()
        if verdict.kind is VerdictKind.UNIQUE:
            path = path_outline(with_clues, verdict.solution)
            found |= {step.technique.name for step in path.steps}
    assert found <= {"Only one way out", "Full house"}


def test_a_story_that_no_small_puzzle_has_is_an_error_soon(monkeypatch):
    monkeypatch.setattr(path_search, "_MAX_REPEATS", 50)
    options = GeneratorOptions(3, 3, 4, story="opens=center")
    with pytest.raises(GenerationError, match=r"Found only \d+ different puzzles, and none with"):
        generate(options, 1)


def test_a_need_is_added_once():
    story = RequiredPath.parse("opens=center,needs=intersection@0-0.5")
    more = story.needing("Group closed off")
    assert str(more) == "opens=center,needs=intersection@0-0.5,needs=group-closed-off"
    assert more.needing("Group closed off") == more.needing("Intersection") == more
    assert (RequiredPath().level, more.level) == (Level.EASY, Level.HARD)
