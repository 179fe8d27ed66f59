from __future__ import annotations

import json
from dataclasses import asdict

import pytest

from hashi_gui.core.symmetry import Symmetry
from hashi_gui.generating import GenerationError, GeneratorOptions, default_island_count
from hashi_gui.logic.levels import Level

OPTIONS = GeneratorOptions(9, 8, 20, 3, 0.5, 0.1, Symmetry.LEFT_RIGHT, False, Level.EXPERT)


@pytest.mark.parametrize("options", [OPTIONS, GeneratorOptions(5, 5, 6)])
def test_options_survive_a_round_trip_through_json(options):
    restored = GeneratorOptions.from_dict(json.loads(json.dumps(asdict(options))))
    assert restored == options
    assert restored is not None
    assert type(restored.symmetry) is Symmetry


@pytest.mark.parametrize(
    "damage",
    [
        {"level": "impossible"},
        {"symmetry": 3},
        {"rows": "nine"},
        {"islands": 1000},
        {"colour": "red"},
    ],
)
def test_impossible_data_gives_none(damage):
    assert GeneratorOptions.from_dict(asdict(OPTIONS) | damage) is None


def test_without_data_there_are_no_options():
    assert GeneratorOptions.from_dict({}) is None


def test_the_names_of_symmetries_in_old_files_stay():
    assert [Symmetry(name) for name in ("none", "rotate", "mirror")] == [
        Symmetry.NONE,
        Symmetry.HALF_TURN,
        Symmetry.LEFT_RIGHT,
    ]


def test_quarter_turns_need_a_square():
    assert GeneratorOptions(9, 9, 20, symmetry=Symmetry.QUARTER_TURNS)
    with pytest.raises(GenerationError, match=r"^Quarter turns need a square grid"):
        GeneratorOptions(9, 8, 20, symmetry=Symmetry.QUARTER_TURNS)


@pytest.mark.parametrize("level", [None, *Level])
def test_defaults_suit_the_level(level):
    options = GeneratorOptions.defaults_for(20, 15, level)
    assert (options.rows, options.cols, options.level) == (20, 15, level)
    assert options.islands == default_island_count(20, 15)
    assert (options.unknown > 0) == (options.doubles == 0) == (level == Level.EXTREME)
