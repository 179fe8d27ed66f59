"""The check marks of the actions of the editor."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from hashi_gui.core.symmetry import Symmetry
from hashi_gui.gui.editor.editor_actions import BRIDGES_TOOL, ISLANDS_TOOL, LIMITS, SYMMETRIES


@pytest.fixture
def checked(setter):
    """A function that returns the actions with a check mark, of some."""
    actions = setter.window.window_actions
    return lambda specs: [spec for spec in specs if actions[spec].isChecked()]


def test_the_limit_in_effect_is_checked_also_when_it_is_chosen_again(setter, checked):
    assert checked(LIMITS) == [LIMITS[1]]
    setter.window.window_actions[LIMITS[1]].trigger()
    assert checked(LIMITS) == [LIMITS[1]]
    setter.window.window_actions[LIMITS[2]].trigger()
    assert checked(LIMITS) == [LIMITS[2]]
    setter.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert checked(LIMITS) == [LIMITS[1]]


def test_the_symmetry_in_effect_is_checked(setter, checked):
    symmetries = list(SYMMETRIES.values())
    assert checked(symmetries) == [SYMMETRIES[Symmetry.NONE]]
    mirrored = SYMMETRIES[Symmetry.LEFT_RIGHT]
    setter.window.window_actions[mirrored].trigger()
    assert checked(symmetries) == [mirrored]


def test_the_tool_in_hand_is_checked(setter, checked):
    tools = [ISLANDS_TOOL, BRIDGES_TOOL]
    assert checked(tools) == [ISLANDS_TOOL]
    setter.key(Qt.Key.Key_B)
    setter.key(Qt.Key.Key_B)
    assert checked(tools) == [BRIDGES_TOOL]
