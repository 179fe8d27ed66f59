from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QMenu, QMessageBox

from hashi_gui.gui.settings.current_preferences import PreferencesDialog
from hashi_gui.gui.settings.preferences import ErrorDisplay, Preferences, Settings, choice
from hashi_gui.rendering.theme import DARK, LIGHT, ThemeSetting
from tests.menus import action

# The offscreen platform has no size hints to give dialogs.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")

CTRL = Qt.KeyboardModifier.ControlModifier
TOP = (0, 0), (0, 2)


def open_dialog(player):
    player.window.activateWindow()
    player.wait(lambda: QApplication.activeWindow() is player.window)
    player.key(Qt.Key.Key_Comma, CTRL)
    dialog = player.window.findChildren(PreferencesDialog)[-1]
    player.wait(lambda: QApplication.activeWindow() is dialog)
    return dialog


def checked(player, title):
    """The texts that are checked in a submenu."""
    menu = next(menu for menu in player.window.findChildren(QMenu) if menu.title() == title)
    menu.aboutToShow.emit()
    return [action.text().replace("&", "") for action in menu.actions() if action.isChecked()]


def choose(player, title, text):
    menu = next(menu for menu in player.window.findChildren(QMenu) if menu.title() == title)
    next(action for action in menu.actions() if action.text().replace("&", "") == text).trigger()


def pick(player, dialog, name, value):
    field = dialog.fields[name]
    player.qtbot.keyClick(field, Qt.Key.Key_Home)
    for _ in range(list(choice(name).texts).index(value)):
        player.qtbot.keyClick(field, Qt.Key.Key_Down)


def test_a_change_in_the_dialog_is_applied_and_stored_at_once(player, settings_file):
    dialog = open_dialog(player)
    pick(player, dialog, "theme", ThemeSetting.DARK)
    assert player.scene.theme == DARK
    assert Settings(settings_file).preferences.theme is ThemeSetting.DARK
    pick(player, dialog, "theme", ThemeSetting.LIGHT)
    assert player.scene.theme == LIGHT


def test_menus_and_dialog_show_the_same(player):
    dialog = open_dialog(player)
    pick(player, dialog, "error_display", ErrorDisplay.NEVER)
    assert checked(player, "Show mistak&es") == ["Never"]
    choose(player, "Show mistak&es", "When I check")
    assert checked(player, "Show mistak&es") == ["When I check"]
    assert dialog.fields["error_display"].currentText() == "When I check"
    assert player.controller.preferences.error_display is ErrorDisplay.ASKED


def test_there_is_one_dialog_and_the_game_goes_on_beside_it(player):
    dialog = open_dialog(player)
    assert open_dialog(player) is dialog
    player.click(0, 1)
    assert player.state(*TOP) == 1


def test_a_closed_dialog_can_be_opened_again(player):
    first = open_dialog(player)
    player.qtbot.keyClick(first, Qt.Key.Key_Escape)
    assert not first.isVisible()
    choose(player, "&Theme", "Dark")
    second = open_dialog(player)
    assert second is not first
    assert second.fields["theme"].currentText() == "Dark"


# Starting over


@pytest.fixture
def asked(player):
    """Answers the next question with a button; returns what was asked."""

    def asked(button):
        questions = []

        def answer():
            box = QApplication.activeModalWidget()
            assert isinstance(box, QMessageBox)
            questions.append(box.text())
            next(b for b in box.buttons() if b.text().replace("&", "") == button).click()

        QTimer.singleShot(0, answer)
        action(player.window, "Start over").trigger()
        return questions

    return asked


@pytest.mark.parametrize(("button", "left"), [("Start over", 0), ("Cancel", 1)])
def test_starting_over_can_need_a_confirmation(player, asked, button, left):
    player.window.context.preferences.set(Preferences(confirm_restart=True))
    player.click(0, 1)
    assert asked(button) == ["Start over?"]
    assert player.state(*TOP) == left


def test_starting_over_needs_none_by_default(player):
    player.click(0, 1)
    action(player.window, "Start over").trigger()
    assert player.state(*TOP) == 0
