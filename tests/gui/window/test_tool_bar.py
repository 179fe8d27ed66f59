import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QMainWindow, QToolBar, QToolButton

from hashi_gui.gui.widgets.actions import Action, Actions
from tests.menus import menu_titled

BESIDE, ICON = (
    Qt.ToolButtonStyle.ToolButtonTextBesideIcon,
    Qt.ToolButtonStyle.ToolButtonIconOnly,
)


def visible_bar(player):
    return next(bar for bar in player.window.findChildren(QToolBar) if bar.isVisible())


@pytest.fixture
def buttons(player, qtbot):
    """The buttons of the toolbar in a window of a given width."""
    bar = visible_bar(player)

    def buttons(width):
        player.window.resize(QSize(width, 400))
        qtbot.waitUntil(lambda: bar.width() == width)
        return [bar.button(action) for action in bar.actions() if not action.isSeparator()]

    return buttons


def test_all_tools_have_a_text_while_there_is_room(buttons):
    shown = buttons(1000)
    texts = [button.text() for button in shown]
    assert texts == ["New", "Daily", "Library", "Undo", "Redo", "Hint", "Check"]
    assert {button.toolButtonStyle() for button in shown} == {BESIDE}


def test_texts_go_before_buttons_do_and_come_back(buttons, qtbot):
    shown = buttons(480)
    assert {button.toolButtonStyle() for button in shown} == {ICON}
    qtbot.waitUntil(lambda: all(button.isVisible() for button in shown))
    assert {button.toolButtonStyle() for button in buttons(1000)} == {BESIDE}


def test_a_tool_has_no_letter_behind_its_text(qtbot):
    window = QMainWindow()
    qtbot.addWidget(window)
    actions = Actions(window, [new := Action("新規(&N)…", "", print, tool=("game", 100, "new"))])
    assert actions.tool_bar("game").button(actions[new]).text() == "新規"


def test_a_tool_opens_its_menu(player, qtbot):
    player.window.editor.edit_game()
    symmetry = menu_titled(player.window, "Sy&mmetry").menuAction()
    button = visible_bar(player).button(symmetry)
    assert not button.icon().isNull()
    assert button.popupMode() is QToolButton.ToolButtonPopupMode.InstantPopup
    # The offscreen platform has no mouse; a real one leaves the button like this.
    button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    QCursor.setPos(player.window.mapToGlobal(player.window.rect().bottomRight()))
    menu = symmetry.menu()
    menu.popup(button.mapToGlobal(button.rect().bottomLeft()))
    menu.close()
    assert not button.underMouse()
