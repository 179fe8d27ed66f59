"""The command that makes a puzzle, as it is written and parsed."""

from __future__ import annotations

import re
import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.cli.parser import parse
from hashi_gui.core.rules import MAX_BRIDGES_LIMIT
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.generating import SEED_LIMIT, GenerationError, GeneratorOptions, Recipe
from hashi_gui.generating.command import OPTIONS, command_for, options_from, recipe_from
from hashi_gui.logic.levels import Level

SHARES = st.floats(0, 1)


@st.composite
def recipes(draw: st.DrawFn) -> Recipe:
    rows = draw(st.integers(2, 60))
    cols = draw(st.just(rows) | st.integers(2, 60))
    options = GeneratorOptions(
        rows,
        cols,
        draw(st.integers(2, rows * cols // 2)),
        max_bridges=draw(st.integers(1, MAX_BRIDGES_LIMIT)),
        doubles=draw(SHARES),
        unknown=draw(SHARES),
        symmetry=draw(st.sampled_from([each for each in Symmetry if each.fits(rows, cols)])),
        loops=draw(st.booleans()),
        forbid_loops=draw(st.booleans()),
        level=draw(st.none() | st.sampled_from(Level)),
    )
    return Recipe(options, draw(st.integers(-SEED_LIMIT, SEED_LIMIT)))


@given(recipes())
def test_the_command_is_parsed_as_the_same_recipe(recipe: Recipe) -> None:
    program, *arguments = shlex.split(command_for(recipe))
    assert program == "hashi"
    args = parse([*arguments, "--to", "hashi"])
    assert Recipe.of_text(options_from(vars(args)), args.seed) == recipe
    assert recipe_from(command_for(recipe)) == recipe


def test_a_command_without_a_seed_has_a_random_one() -> None:
    first, second = (recipe_from("  hashi generate --size 5x4\n") for _ in range(2))
    assert first is not None
    assert second is not None
    assert first.options == second.options == GeneratorOptions.defaults_for(4, 5, None)
    assert first.seed != second.seed


def test_a_seed_of_words_is_quoted() -> None:
    recipe = recipe_from("hashi generate --seed 'Anna 40'")
    assert recipe is not None
    assert recipe.title == "Anna 40"


@pytest.mark.parametrize("text", ["", "hashi", "hashi solve --size 5x5", "generate --size 5x5"])
def test_other_texts_are_no_command(text: str) -> None:
    assert recipe_from(text) is None


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("--size 5", "--size must be columns x rows, such as 15x15, not '5'."),
        ("--size", "--size must be columns x rows, such as 15x15, not ''."),
        ("--count 3", "'--count' does not describe a puzzle."),
        ("--seed \udcff", "--seed has a character that is not text."),
        ("a" * 4000, "A command can have at most 4000 characters."),
        ("--size 3x3 --islands 9", "There is room for 2 to 5 islands"),
    ],
)
def test_a_command_with_a_mistake_is_refused(options: str, reason: str) -> None:
    with pytest.raises(GenerationError, match=f"^{re.escape(reason)}"):
        recipe_from(f"hashi generate {options}")


EVERY_OPTION = GeneratorOptions(
    8, 10, 14, 4, 0.65, 0.0, Symmetry.LEFT_RIGHT, loops=False, level=Level.HARD
)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (GeneratorOptions(7, 9, 15), "--size 9x7 --islands 15"),
        (
            EVERY_OPTION,
            "--size 10x8 --islands 14 --difficulty hard --symmetry mirror --max-bridges 4 "
            "--no-loops --doubles 0.65",
        ),
        (GeneratorOptions(8, 8, 14, forbid_loops=True), "--size 8x8 --islands 14 --rules no-loops"),
    ],
)
def test_a_command_has_all_that_is_not_default(options: GeneratorOptions, text: str) -> None:
    assert command_for(Recipe(options, 12)) == f"hashi generate {text} --seed 12"


def test_the_help_lists_every_option(capsys) -> None:
    with pytest.raises(SystemExit):
        parse(["generate", "--help"])
    help_text = capsys.readouterr().out
    assert all(option.flag in help_text for option in OPTIONS)
