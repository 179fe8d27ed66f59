"""The QR code of the puzzle in the window."""

from __future__ import annotations

import sys

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget

from hashi_gui.gui.documents import dialogs
from hashi_gui.gui.documents.dialogs import QrDialog
from hashi_gui.rendering.pages import code_rows
from tests.menus import action
from tests.scanning import scanned

LINK = "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3"

pytest.importorskip("segno")


def test_the_window_shows_the_code_of_the_puzzle(play_on, monkeypatch):
    player = play_on(LINK)
    shown = []

    def accept(dialog):
        shown.append(dialog.image)
        return QrDialog.DialogCode.Accepted

    monkeypatch.setattr(QrDialog, "exec", accept)
    action(player.window, "QR code…").trigger()
    assert scanned(shown[0]) == LINK
    assert player.bar.text == "QR code copied to the clipboard."


def test_a_small_screen_has_room_for_the_code_and_the_buttons(qtbot, monkeypatch):
    monkeypatch.setattr(dialogs, "room_for", lambda _: QRect(0, 0, 680, 340))
    window = QWidget()
    qtbot.addWidget(window)
    dialog = QrDialog(window, LINK)
    assert dialog.sizeHint().height() <= 340
    assert scanned(dialog.code.pixmap().toImage()) == LINK


def test_the_window_says_why_there_is_no_code(play_on, monkeypatch):
    monkeypatch.setitem(sys.modules, "segno", None)
    code_rows.cache_clear()
    player = play_on(LINK)
    action(player.window, "QR code…").trigger()
    assert player.bar.text.startswith("This needs segno, which is not installed")
