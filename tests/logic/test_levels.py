from __future__ import annotations

import pytest

from hashi_gui.logic.levels import Level


def test_ranks_rise_with_the_levels():
    assert [level.rank for level in Level] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("level", Level)
def test_every_level_has_its_own_description(level):
    assert level.description.endswith(".")
    assert [each for each in Level if each.description == level.description] == [level]
