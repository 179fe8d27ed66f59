from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QPushButton,
    QScrollArea,
    QWidget,
)

from hashi_gui.gui.settings.current_preferences import PreferencesDialog
from hashi_gui.gui.settings.preferences import (
    ENTRIES,
    ChoicePreference,
    ErrorDisplay,
    Preferences,
    Settings,
    choice,
)
from hashi_gui.gui.widgets.dialogs import FRAME, room_for
from hashi_gui.rendering.theme import DARK, LIGHT, ThemeSetting
from tests.gui.conftest import answer_next
from tests.menus import action, menu_titled
from tests.mouse import turn_wheel

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
    menu = menu_titled(player.window, title)
    menu.aboutToShow.emit()
    return [action.text().replace("&", "") for action in menu.actions() if action.isChecked()]


def choose(player, title, text):
    entries = menu_titled(player.window, title).actions()
    next(action for action in entries if action.text().replace("&", "") == text).trigger()


def pick(player, dialog, name, value):
    field = dialog.fields[name]
    player.qtbot.keyClick(field, Qt.Key.Key_Home)
    for _ in range(list(choice(name).texts).index(value)):
        player.qtbot.keyClick(field, Qt.Key.Key_Down)


def test_a_change_in_the_dialog_is_applied_and_stored_at_once(player, play_on, settings_file):
    dialog = open_dialog(player)
    assert player.scene.theme == LIGHT
    pick(player, dialog, "theme", ThemeSetting.DARK)
    assert player.scene.theme == DARK
    assert player.window.palette().window().color().name() == DARK.window
    assert Settings(settings_file).preferences.theme is ThemeSetting.DARK
    player.window.close()
    again = play_on("1.1")
    assert again.scene.theme == DARK
    choose(again, "&Theme", "Light")
    assert again.scene.theme == LIGHT


def test_menus_and_dialog_show_the_same(player):
    dialog = open_dialog(player)
    pick(player, dialog, "error_display", ErrorDisplay.NEVER)
    assert checked(player, "Show mistak&es") == ["Never"]
    choose(player, "Show mistak&es", "When I check")
    assert checked(player, "Show mistak&es") == ["When I check"]
    assert dialog.fields["error_display"].currentText() == "When I check"
    assert player.controller.preferences.error_display is ErrorDisplay.ASKED


def test_there_is_one_dialog_and_the_game_goes_on_beside_it_until_it_is_closed(player):
    first = open_dialog(player)
    assert open_dialog(player) is first
    player.click(0, 1)
    assert player.state(*TOP) == 1
    player.qtbot.keyClick(first, Qt.Key.Key_Escape)
    assert not first.isVisible()
    choose(player, "&Theme", "Dark")
    second = open_dialog(player)
    assert second is not first
    assert second.fields["theme"].currentText() == "Dark"


# Starting over


@pytest.mark.parametrize(("button", "left"), [("Start over", 0), ("Cancel", 1)])
def test_starting_over_can_need_a_confirmation(player, button, left):
    player.window.context.preferences.set(Preferences(confirm_restart=True))
    player.click(0, 1)
    asked = answer_next(button)
    action(player.window, "Start over").trigger()
    assert asked[0] == "Start over?"
    assert player.state(*TOP) == left


def test_the_dialog_is_at_the_side_that_the_window_leaves_free_or_low(player):
    screen, window = player.window.screen().availableGeometry(), player.window
    for left in (screen.left(), screen.right() - window.width()):
        window.move(left, screen.top())
        dialog = open_dialog(player)
        middle = dialog.geometry().center().x() - screen.center().x()
        assert (middle > 0) == (window.geometry().center().x() <= screen.center().x())
        dialog.close()
    window.resize(screen.width(), 480)
    dialog = open_dialog(player)
    assert dialog.width() > screen.width() / 3
    assert dialog.geometry().top() >= screen.center().y() - FRAME.bottom()
    dialog.close()


LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def dialog(qtbot, fonts):
    dialog = PreferencesDialog(Preferences())
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitExposed(dialog)
    return dialog


@pytest.fixture
def changes(dialog):
    """All preferences that the dialog has reported, in order."""
    changes = []
    dialog.changed.connect(changes.append)
    return changes


def shown(dialog):
    """The preferences that the fields show."""
    return Preferences(
        **{
            name: list(choice(name).texts)[field.currentIndex()]
            if isinstance(field, QComboBox)
            else field.isChecked()
            for name, field in dialog.fields.items()
        }
    )


def test_every_preference_has_a_field_that_is_not_cut_off(dialog):
    assert list(dialog.fields) == [entry.name for entry in ENTRIES]
    assert shown(dialog) == Preferences()
    for field in dialog.findChildren(QWidget):
        if isinstance(field, QComboBox | QCheckBox) and field.isVisible():
            assert field.width() >= field.minimumSizeHint().width(), field


def test_choices_and_switches_are_applied_at_once_and_add_up(qtbot, dialog, changes):
    qtbot.keyClick(dialog.fields["theme"], Qt.Key.Key_End)
    expected = Preferences(theme=list(ThemeSetting)[-1])
    assert changes == [expected]
    assert shown(dialog) == expected
    for entry in ENTRIES:
        if not isinstance(entry, ChoicePreference):
            qtbot.keyClick(dialog.fields[entry.name], Qt.Key.Key_Space)
            switched = not getattr(expected, entry.name)
            expected = replace(expected, **{entry.name: switched})
            assert changes[-1] == expected


def test_what_is_changed_elsewhere_is_shown_and_not_reported_and_can_be_reset(
    qtbot, dialog, changes
):
    dialog.show_preferences(Preferences(theme=ThemeSetting.DARK, confirm_restart=True))
    assert shown(dialog) == Preferences(theme=ThemeSetting.DARK, confirm_restart=True)
    assert changes == []
    buttons = dialog.findChildren(QPushButton)
    qtbot.mouseClick(next(b for b in buttons if b.text() == "Reset to defaults"), LEFT)
    assert changes == [Preferences()]
    assert shown(dialog) == Preferences()


def test_it_fits_on_a_small_screen_and_scrolls_to_what_has_the_focus(qtbot, dialog):
    assert dialog.size().boundedTo(room_for(dialog).size()) == dialog.size()
    scroll = dialog.findChild(QScrollArea)
    assert scroll.verticalScrollBar().maximum() == 0
    dialog.resize(QSize(dialog.width(), 240))
    assert scroll.horizontalScrollBar().maximum() == 0
    first, *others = dialog.fields.values()
    first.setFocus()
    for field in others:
        qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
        assert field.hasFocus()
        assert is_in_view(scroll, field)


def test_the_wheel_changes_nothing(dialog, changes):
    field = dialog.fields["theme"]
    field.setFocus()
    turn_wheel(field, field.rect().center(), QPoint(0, -120))
    assert changes == []
    assert shown(dialog) == Preferences()


def is_in_view(scroll, widget):
    corner = widget.mapTo(scroll.viewport(), widget.rect().bottomRight())
    return scroll.viewport().rect().contains(corner)
