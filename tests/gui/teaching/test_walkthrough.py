from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from hashi_gui.core.board_status import Faults
from hashi_gui.gui.settings.preferences import ErrorDisplay, Preferences
from tests.menus import action

TOP = (0, 0), (0, 2)
SIDE = (0, 0), (2, 0)

WAYS_TO_CHANGE_THE_GAME = (
    "Undo",
    "Start over",
    "Begin a trial",
    "Accept the trial",
    "Discard the trial",
    "Lock or unlock the island",
    "Build right",
    "Mark down",
)


@pytest.fixture
def walkthrough(player):
    """A game with an open trial and the keyboard focus on an island; a walkthrough is shown."""
    player.click(0, 1)
    player.key(Qt.Key.Key_T)
    player.click(1, 0)
    action(player.window, "Go right").trigger()
    player.key(Qt.Key.Key_E)
    player.wait_for_solver()
    assert player.presenter.explains_solution
    return player


def test_a_change_during_a_walkthrough_only_brings_the_game_back(walkthrough):
    game = walkthrough.game
    before = game.board, game.trials, game.revision
    for text in WAYS_TO_CHANGE_THE_GAME:
        if not walkthrough.presenter.explains_solution:
            walkthrough.key(Qt.Key.Key_E)
            walkthrough.wait_for_solver()
        action(walkthrough.window, text).trigger()
        assert (game.board, game.trials, game.revision) == before, text
        assert not walkthrough.presenter.explains_solution
        assert walkthrough.scene.picture.board == game.board
        assert walkthrough.scene.picture.tried == {walkthrough.edge(*SIDE): 1}


def test_a_click_during_a_walkthrough_only_brings_the_game_back(walkthrough):
    revision = walkthrough.game.revision
    walkthrough.click(0, 1)
    assert not walkthrough.presenter.explains_solution
    assert walkthrough.game.revision == revision
    walkthrough.click(0, 1)
    assert walkthrough.state(*TOP) == 2


def test_faults_of_the_game_are_not_shown_on_the_board_of_a_walkthrough(player):
    player.click(0, 1, Qt.MouseButton.RightButton)
    player.click(1, 0, Qt.MouseButton.RightButton)
    assert player.scene.picture.faults.unsatisfiable
    player.key(Qt.Key.Key_E)
    player.wait_for_solver()
    player.controller.set_preferences(Preferences(error_display=ErrorDisplay.AT_ONCE))
    assert player.scene.picture.faults == Faults()
    player.key(Qt.Key.Key_Escape)
    assert player.scene.picture.faults.unsatisfiable


def test_the_arrow_keys_turn_the_pages(walkthrough):
    panel = walkthrough.panel
    first = panel.explanation
    walkthrough.key(Qt.Key.Key_Right)
    assert panel.explanation.position.startswith("Step 2 of ")
    walkthrough.key(Qt.Key.Key_Left)
    assert panel.explanation.position == first.position


def test_the_solution_at_the_end_of_a_walkthrough_has_full_colours(walkthrough):
    def colour_of_an_island():
        return walkthrough.view.grab().toImage().pixelColor(walkthrough.at(4.26, 4)).name()

    walkthrough.key(Qt.Key.Key_End)
    assert walkthrough.scene.island_looks[walkthrough.island((4, 4))].satisfied
    assert colour_of_an_island() == walkthrough.scene.theme.island
    walkthrough.key(Qt.Key.Key_Escape)
    assert not walkthrough.scene.island_looks[walkthrough.island((4, 4))].satisfied
