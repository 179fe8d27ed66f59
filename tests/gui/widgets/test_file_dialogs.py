"""Asking for a file in Qt's dialog, which is used where the desktop has none."""

from __future__ import annotations

import pytest
from hashi_gui.gui.widgets.file_dialogs import ICONS, file_stem
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QToolButton

from hashi_gui.formats import PuzzleInfo
from hashi_gui.gui.widgets.dialogs import room_for
from hashi_gui.rendering.theme import DARK, qt_palette

# The offscreen platform does not support everything that dialogs use.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("10 × 10, easy", "10x10 easy"),
        ("Daily 2026-11-21, hard", "Daily 2026-11-21 hard"),
        ("a/b: c?", "a b c"),
        ("Île × 2", "Îlex2"),
        ("…", "puzzle"),
    ],
)
def test_a_title_becomes_the_name_of_a_file(name, stem):
    assert file_stem(name) == stem


@pytest.fixture
def dialog_of(player):
    """Presses Ctrl and a key, and calls a function with the file dialog that opens."""

    def dialog_of(key, look):
        def run():
            dialog = QApplication.activeModalWidget()
            try:
                seen.append(look(dialog))
            finally:
                dialog.reject()

        seen = []
        QTimer.singleShot(50, run)
        player.key(key, CTRL)
        return seen[0]

    return dialog_of


@pytest.mark.parametrize("key", [Qt.Key.Key_S, Qt.Key.Key_E])
def test_the_proposed_name_is_that_of_the_puzzle(player, dialog_of, key):
    player.game.info = PuzzleInfo(title="3 × 1, easy")
    name = dialog_of(key, lambda dialog: dialog.findChild(QLineEdit, "fileNameEdit").text())
    assert name.removesuffix(".hashi") == "3x1 easy"


@pytest.mark.parametrize("key", [Qt.Key.Key_O, Qt.Key.Key_S, Qt.Key.Key_E])
def test_the_dialog_fits_the_screen(dialog_of, key):
    def fits(dialog):
        assert isinstance(dialog, QFileDialog)
        return dialog.size() == dialog.size().boundedTo(room_for(dialog).size())

    assert dialog_of(key, fits)


def test_the_icons_can_be_read_in_the_dark(player, dialog_of):
    QApplication.setPalette(qt_palette(DARK))

    def brightest(dialog):
        buttons = [dialog.findChild(QToolButton, name) for name in ICONS]
        images = [button.icon().pixmap(20).toImage() for button in buttons]
        return [
            max(
                image.pixelColor(x, y).lightness()
                for x in range(image.width())
                for y in range(image.height())
                if image.pixelColor(x, y).alpha() > 200
            )
            for image in images
        ]

    assert min(dialog_of(Qt.Key.Key_O, brightest)) > 150
