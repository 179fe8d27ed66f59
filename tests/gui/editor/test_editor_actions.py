"""The check marks of the actions of the editor."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from hashi_gui.core.symmetry import Symmetry
from tests.menus import action


@pytest.fixture
def checked(setter):
    """A function that returns the actions with a check mark, of some."""

    def checked(texts):
        return [t for t in texts if action(setter.window, t, editing=True).isChecked()]

    return checked


def test_the_limit_in_effect_is_checked_also_when_it_is_chosen_again(setter, checked):
    assert checked("1234") == ["2"]
    action(setter.window, "2", editing=True).trigger()
    assert checked("1234") == ["2"]
    action(setter.window, "3", editing=True).trigger()
    assert checked("1234") == ["3"]
    setter.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert checked("1234") == ["2"]


def test_loops_can_be_forbidden(setter, checked):
    assert checked(["No loops"]) == []
    action(setter.window, "No loops", editing=True).trigger()
    assert checked(["No loops"]) == ["No loops"]
    assert not setter.draft.rules.loops
    assert setter.card.rules.text() == "Up to 2 bridges per pair, no loops"
    assert setter.card.rules.isVisible()
    setter.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert setter.draft.rules.loops


def test_the_symmetry_in_effect_is_checked(setter, checked):
    symmetries = [symmetry.label.capitalize() for symmetry in Symmetry]
    assert checked(symmetries) == [Symmetry.NONE.label.capitalize()]
    mirrored = Symmetry.LEFT_RIGHT.label.capitalize()
    action(setter.window, mirrored, editing=True).trigger()
    assert checked(symmetries) == [mirrored]


def test_the_tool_in_hand_is_checked(setter, checked):
    tools = ["Islands", "Bridges"]
    assert checked(tools) == ["Islands"]
    setter.key(Qt.Key.Key_B)
    setter.key(Qt.Key.Key_B)
    assert checked(tools) == ["Bridges"]
