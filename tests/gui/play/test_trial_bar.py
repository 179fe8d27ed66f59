from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from hashi_gui.rendering.theme import THEMES

T, CTRL = Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton
TOP = (0, 0), (0, 2)
SIDE = (0, 0), (2, 0)


@pytest.fixture
def nested(player):
    """A trial with a bridge, and in it another trial with a bridge."""
    player.key(T)
    player.click(0, 1)
    player.key(T)
    player.click(1, 0)
    return player


def controls(player):
    return player.window.play.trials


def test_the_controls_are_in_sight_while_a_trial_is_open(player):
    assert not controls(player).isVisible()
    player.key(T)
    assert controls(player).isVisible()
    player.key(T, CTRL)
    assert not controls(player).isVisible()


def test_a_trial_is_accepted_with_the_mouse(nested):
    nested.qtbot.mouseClick(controls(nested).accept_button, LEFT)
    assert nested.game.trials == (0,)
    assert (nested.state(*TOP), nested.state(*SIDE)) == (1, 1)


def test_a_trial_is_discarded_with_the_mouse(nested):
    nested.qtbot.mouseClick(controls(nested).discard_button, LEFT)
    assert (nested.state(*TOP), nested.state(*SIDE)) == (1, 0)
    nested.qtbot.mouseClick(controls(nested).discard_button, LEFT)
    assert not nested.game.can_undo


def test_bridges_of_nested_trials_look_different(nested):
    looks = nested.scene.bridge_looks
    assert looks[nested.edge(*TOP)].trial == 1
    assert looks[nested.edge(*SIDE)].trial == 2
    nested.key(T, CTRL)
    assert looks[nested.edge(*SIDE)].trial == 1


def test_the_sample_shows_the_colour_of_the_innermost_trial(nested):
    theme = THEMES["dark"]
    controls(nested).set_theme(theme)
    image = controls(nested).grab().toImage()
    colours = {
        image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())
    }
    assert theme.trials[1] in colours
    assert theme.trials[0] not in colours
