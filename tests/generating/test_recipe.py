from __future__ import annotations

from dataclasses import replace

import pytest

from hashi_gui.cli.parser import parse
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.formats import Document, PuzzleInfo, read, write
from hashi_gui.generating import GeneratorOptions, Recipe
from hashi_gui.generating.command import command_for, options_from
from hashi_gui.logic.grading import grade
from hashi_gui.logic.levels import Level

RECIPES = [
    Recipe(GeneratorOptions(7, 9, 15), 3),
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
    assert Recipe.from_document(replace(document, info=info)) is None
    assert Recipe.from_document(Document.from_puzzle(document.puzzle, "text")) is None


def test_missing_options_have_their_defaults():
    document = replace(
        RECIPES[0].make(),
        info=PuzzleInfo(seed=3, options={"rows": 7, "cols": 9, "islands": 15}),
    )
    assert Recipe.from_document(document) == RECIPES[0]


@pytest.mark.parametrize(
    ("command", "link"),
    [
        (
            "--size 8x8 --islands 16 --difficulty easy --seed 5",
            "8/8/2g3g3h2n3h2g2g6o1h4h5h1s2g5g5h4",
        ),
        (
            "--size 9x9 --islands 20 --difficulty medium --symmetry rotate --seed 5",
            "9/9/3k1g1i2g2i5g1k2o4h3g3h3o2k1g4i2g2i1g2k4",
        ),
        (
            "--size 10x10 --islands 24 --difficulty hard --unknown 0.1 --seed 5",
            "10/10/2g6i3h1s.g4g4g31r1i3g1k2j4g6j.g2j2g3i2q3g5g6h4",
        ),
        (
            "--size 12x9 --islands 26 --difficulty expert --no-loops --seed 5",
            "12/9/g1g2g2g3g1g3r3h3i5g5g5k1h1j1g2k1m2h4h3r3h4g3h1j2k4h1g",
        ),
        (
            "--size 8x8 --islands 14 --symmetry mirror --no-loops --seed 5",
            "8/8/h2h3h2l2h1h3p4g7h8g4v1g3h3g1",
        ),
    ],
)
def test_a_recipe_makes_the_same_puzzle_everywhere(command, link):
    args = parse(["generate", *command.split()])
    document = Recipe(options_from(vars(args)), args.seed).make()
    assert write(document, "puzzlink") == f"https://puzz.link/p?hashi/{link}"
