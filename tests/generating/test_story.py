from __future__ import annotations

import json
from dataclasses import asdict

import pytest

from hashi_gui.cli.command import UsageError
from hashi_gui.cli.parser import parse
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.generating import (
    GenerationError,
    GeneratorOptions,
    Recipe,
    Story,
    generate,
    story_search,
)
from hashi_gui.generating.command import command_for, options_from, recipe_from
from hashi_gui.generating.story import (
    PLACES,
    TECHNIQUES,
    Need,
    distance,
    satisfies,
    trouble,
)
from hashi_gui.logic.grading import grade
from hashi_gui.logic.levels import Level
from hashi_gui.logic.solving_path import OutlineStep, PathOutline, path_outline
from hashi_gui.logic.techniques.catalogue import all_techniques
from hashi_gui.solving import Cancelled, CancelToken, Solver, VerdictKind

FORMER = "general-count"
TEXTS = [
    "opens=center",
    "needs=intersection",
    "needs=intersection@0.4-0.7",
    "ends=connectivity",
    "opens=top-left,needs=full-house@0-0.25,needs=what-if@0.5-1,ends=only-link",
]


@pytest.mark.parametrize("text", TEXTS)
def test_a_story_is_written_as_it_is_read(text):
    assert str(Story.parse(text)) == text


def test_the_parts_of_a_story_are_read_in_any_order():
    story = Story.parse(" ends=connectivity, needs=intersection@0.40-0.7,opens=center")
    assert story == Story("center", (Need("intersection", 0.4, 0.7),), "connectivity")


def test_a_technique_may_have_its_former_name():
    text = f"needs={FORMER}@0-0.5,ends={FORMER}"
    assert str(Story.parse(text)) == text.replace(FORMER, "what-the-rest-cannot-take")


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
        Story.parse(text)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 400


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


@pytest.mark.parametrize(
    ("openings", "opens", "expected"),
    [
        ([(4, 4)], "center", True),
        ([(3, 3), (5, 5)], "center", True),
        ([(2, 4)], "center", False),
        ([(4, 4), (0, 4)], "center", False),
        ([(0, 0), (2, 8)], "top", True),
        ([(8, 1)], "bottom", True),
        ([(0, 0), (8, 8)], "corner", True),
        ([(0, 4)], "corner", False),
        ([(0, 4)], "edge", True),
        ([(2, 2)], "top-left", True),
        ([(6, 6)], "bottom-right", True),
    ],
)
def test_a_path_opens_only_at_the_place(openings, opens, expected):
    path = path_of(openings, ["Full house"])
    assert satisfies(Story(opens), path) == expected
    assert (distance(Story(opens), path) == 0) == expected


EASY, LINK, CROSS = "Full house", "Group closed off", "Intersection"
LAST = "Only one way out"


@pytest.mark.parametrize(
    ("techniques", "story", "expected"),
    [
        ([EASY, CROSS, EASY], "needs=intersection", True),
        ([EASY, CROSS, EASY], "needs=intersection@0.5-0.5", True),
        ([EASY, CROSS, EASY], "needs=intersection@0.6-1", False),
        ([EASY, EASY, EASY], "needs=intersection", False),
        ([CROSS], "needs=intersection@0-0", True),
        ([EASY, LINK], "ends=connectivity", True),
        ([EASY, LINK, LAST, LAST], "ends=connectivity", True),
        ([EASY, LINK, EASY], "ends=connectivity", False),
        ([EASY, EASY], "ends=connectivity", False),
        ([LINK, LAST], "ends=only-one-way-out", True),
        ([LINK, LAST, LINK], "needs=connectivity@0.9-1,needs=connectivity@0-0.1", True),
    ],
)
def test_a_path_needs_and_ends_with_techniques(techniques, story, expected):
    path = path_of([(4, 4)], techniques)
    assert satisfies(Story.parse(story), path) == expected
    assert (distance(Story.parse(story), path) == 0) == expected


def test_a_path_comes_closer_to_a_story():
    story = Story.parse("needs=intersection@0.5-1,ends=connectivity")
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
    assert trouble(Story("center"), path) == [0]
    assert trouble(Story(""), path) == []


STORIES = [
    "opens=center",
    "opens=top-left,ends=connectivity",
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
        assert satisfies(Story.parse(story), path_outline(generated.puzzle, generated.solution))
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
    options = GeneratorOptions(8, 8, 16, story="opens=center")
    assert generate(options, 3) == generate(options, 3)
    assert generate(options, 3) != generate(options, 4)


def test_a_story_that_no_puzzle_has_is_an_error(monkeypatch):
    monkeypatch.setattr(story_search, "_MAX_ATTEMPTS", 50)
    options = GeneratorOptions(3, 3, 4, story="needs=intersection")
    with pytest.raises(GenerationError, match="No puzzle with the story needs=intersection was"):
        generate(options, 1)


def test_a_technique_above_the_level_is_an_error_at_once():
    options = GeneratorOptions(9, 9, 20, level=Level.EASY, story="ends=connectivity")
    with pytest.raises(GenerationError, match="No easy puzzle needs connectivity; choose hard"):
        generate(options, 1)


def test_the_search_can_be_cancelled():
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        generate(GeneratorOptions(9, 9, 20, story="opens=center"), 1, token)


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
        ("opens=center", "The solving path opens in the center."),
        ("opens=top-left", "The solving path opens at the top left."),
        (
            "opens=corner,needs=intersection@0.4-0.7,ends=connectivity",
            "The solving path opens in a corner and needs intersection from 40 % to 70 % of it "
            "and ends with connectivity.",
        ),
        ("needs=what-if", "The solving path needs what if."),
    ],
)
def test_a_story_in_one_sentence(story, text):
    assert Story.parse(story).text == text
