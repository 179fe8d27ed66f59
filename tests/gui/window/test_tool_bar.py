from __future__ import annotations

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QToolBar, QToolButton

from tests.menus import action, menu_titled

BESIDE, ICON = (
    Qt.ToolButtonStyle.ToolButtonTextBesideIcon,
    Qt.ToolButtonStyle.ToolButtonIconOnly,
)


def visible_bar(player):
    return next(bar for bar in player.window.findChildren(QToolBar) if bar.isVisible())


@pytest.fixture
def buttons(player, qtbot):
    """The buttons of the toolbar by their action, in a window of a given width."""
    bar = visible_bar(player)

    def buttons(width):
        player.window.resize(QSize(width, 400))
        qtbot.waitUntil(lambda: bar.width() == width)
        texts = ("Undo", "Hint", "Check")
        return {text: bar.button(action(player.window, text)) for text in texts}

    return buttons


def test_there_is_a_text_beside_some_icons(buttons):
    shown = buttons(1000)
    assert [button.toolButtonStyle() for button in shown.values()] == [ICON, BESIDE, BESIDE]


def test_texts_go_before_buttons_do(buttons):
    shown = buttons(640)
    assert {button.toolButtonStyle() for button in shown.values()} == {ICON}
    assert all(button.isVisible() for button in shown.values())


def test_texts_come_back_with_the_room_for_them(buttons):
    buttons(640)
    assert buttons(1000)["Hint"].toolButtonStyle() is BESIDE


def test_share_opens_a_menu(player):
    bar = visible_bar(player)
    share = menu_titled(player.window, "S&hare")
    button = bar.button(share.menuAction())
    assert not button.icon().isNull()
    assert button.popupMode() is QToolButton.ToolButtonPopupMode.InstantPopup
    texts = [action.text().replace("&", "") for action in share.actions()]
    assert texts == [
        "Copy link",
        "Copy as image",
        "Copy in another notation",
        "Copy generate command",
        "Copy result as text",
    ]
