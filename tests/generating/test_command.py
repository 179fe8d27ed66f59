"""The command that makes a puzzle, as it is written and parsed."""

from __future__ import annotations

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.cli.parser import parse
from hashi_gui.core.puzzle import MAX_BRIDGES_LIMIT
from hashi_gui.generating import SEED_LIMIT, GeneratorOptions, Recipe, Symmetry
from hashi_gui.generating.command import OPTIONS, command_for, options_from
from hashi_gui.logic.levels import Level

SHARES = st.floats(0, 1)


@st.composite
def recipes(draw: st.DrawFn) -> Recipe:
    rows, cols = draw(st.integers(2, 60)), draw(st.integers(2, 60))
    options = GeneratorOptions(
        rows,
        cols,
        draw(st.integers(2, rows * cols // 2)),
        max_bridges=draw(st.integers(1, MAX_BRIDGES_LIMIT)),
        doubles=draw(SHARES),
        unknown=draw(SHARES),
        symmetry=draw(st.sampled_from(Symmetry)),
        loops=draw(st.booleans()),
        level=draw(st.none() | st.sampled_from(Level)),
    )
    return Recipe(options, draw(st.integers(-SEED_LIMIT, SEED_LIMIT)))


@given(recipes())
def test_the_command_is_parsed_as_the_same_recipe(recipe: Recipe) -> None:
    program, *arguments = shlex.split(command_for(recipe))
    assert program == "hashi"
    args = parse([*arguments, "--to", "hashi"])
    assert Recipe(options_from(vars(args)), args.seed) == recipe


def test_default_values_are_left_out() -> None:
    recipe = Recipe(GeneratorOptions(7, 9, 15), 3)
    assert command_for(recipe) == "hashi generate --size 9x7 --islands 15 --seed 3"


def test_every_option_can_be_in_the_command() -> None:
    options = GeneratorOptions(
        8,
        10,
        14,
        max_bridges=4,
        doubles=0.65,
        unknown=0.0,
        symmetry=Symmetry.MIRROR,
        loops=False,
        level=Level.HARD,
    )
    assert command_for(Recipe(options, 12)) == (
        "hashi generate --size 10x8 --islands 14 --difficulty hard --symmetry mirror "
        "--max-bridges 4 --no-loops --doubles 0.65 --seed 12"
    )


def test_the_help_lists_every_option(capsys) -> None:
    with pytest.raises(SystemExit):
        parse(["generate", "--help"])
    help_text = capsys.readouterr().out
    assert all(option.flag in help_text for option in OPTIONS)
