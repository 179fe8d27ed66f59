"""What a file says of itself is shown as it is: as text, without commands, and not too long."""

import os
import re
from itertools import product

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import Qt as QtText
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLabel, QTabBar

from hashi_gui.core.wording import printable_lines
from hashi_gui.formats import PuzzleInfo, read, write
from hashi_gui.gui.library.library_dialog import LibraryDialog
from hashi_gui.gui.widgets.dialogs import agrees
from hashi_gui.packs import PackStore
from hashi_gui.packs.exchange import read_pack
from hashi_gui.packs.pack import PackProgress
from hashi_gui.rendering.theme import LIGHT
from tests.menus import action, menu_titled

START = "<img&&File" if os.name != "nt" else "img&&File"
NAME = f"{START} src=x>\u202e\x1b[31m" if os.name != "nt" else f"{START}\u202e"
HOSTILE = f"{NAME}\x1b]0;t\x07\n\u2028a{50 * chr(0x300)}{'x' * 800}"
INFO = PuzzleInfo(
    title=HOSTILE,
    author=HOSTILE,
    notes=HOSTILE,
    source=HOSTILE,
    level="<b>File</b>\x1b",
    pack=HOSTILE,
    expected_seconds=60,
)
TAG = re.compile("<(b>file|img)", re.IGNORECASE)
MAX_LENGTH, MAX_COLUMNS = 600, 7


@pytest.fixture
def document():
    return read("1.2.1")._replace(info=INFO)


def without_keys(text):
    """The text of an entry of a menu as Qt shows it; ``&`` marks a key."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&")


def tips_and_texts(widget):
    """What a widget shows: texts that may have tags, and others."""
    tips = [widget.toolTip(), *(action.toolTip() for action in widget.actions())]
    texts = [widget.windowTitle(), *(without_keys(action.text()) for action in widget.actions())]
    if isinstance(widget, QLabel):
        is_plain = widget.textFormat() == Qt.TextFormat.PlainText
        (texts if is_plain else tips).append(widget.text())
    if isinstance(widget, QTabBar):
        tips += map(widget.tabToolTip, range(widget.count()))
        texts += [without_keys(widget.tabText(tab)) for tab in range(widget.count())]
    if isinstance(widget, QAbstractItemView) and widget.model():
        model = widget.model()
        cells = (
            model.index(*cell) for cell in product(range(model.rowCount()), range(MAX_COLUMNS))
        )
        texts += [str(cell.data()) for cell in cells]
    return tips, texts


def assert_shown(times):
    """The hostile text is shown in so many places or more, and nowhere does it do anything."""
    found = 0
    for widget in QApplication.allWidgets():
        tips, texts = tips_and_texts(widget)
        for text in (*tips, *texts):
            assert text == printable_lines(text) or "File" not in text
            assert "File" not in text or len(text) <= MAX_LENGTH
        assert not any(TAG.search(tip) and QtText.mightBeRichText(tip) for tip in tips)
        found += sum(START in text for text in texts)
        found += sum(START.replace("&", "&amp;").replace("<", "&lt;") in text for text in tips)
    assert found >= times


def look(player, times, ready=lambda dialog: True):
    """Look at the next dialog, and close it."""

    def look_and_close():
        dialog = QApplication.activeModalWidget()
        try:
            player.wait(lambda: ready(dialog))
            assert_shown(times)
        finally:
            dialog.reject()

    QTimer.singleShot(0, look_and_close)


def test_the_title_in_the_window_and_the_level_on_the_card_of_a_solved_puzzle(play_on, document):
    player = play_on(document)
    player.finish()
    assert_shown(1)
    assert all(printable_lines(text) == text for text in player.finish_card.texts)


def test_the_title_in_the_editor_and_in_the_list_of_drafts(play_on, document):
    player = play_on(document)
    action(player.window, "Edit this puzzle").trigger()
    editor = player.window.editor
    editor.controller.set_info(INFO._replace(level=""))
    look(player, 2, lambda dialog: dialog.list.count())
    action(player.window, "Set a puzzle…").trigger()


def test_the_names_of_files(player, tmp_path):
    file, gone = tmp_path / f"{NAME}.hashi", tmp_path / f"{NAME}.x"
    file.write_text(write(read("1.2.1"), "hashi"))
    player.open_file(file)
    player.open_file(gone)
    menu_titled(player.window, "Open &recent").aboutToShow.emit()
    assert_shown(5)  # The title, the message, the menu, and two tool tips.


def test_the_title_in_the_table_of_games(play_on, document):
    player = play_on(document)
    player.finish()
    player.finish_card.hide()
    look(player, 4, lambda dialog: dialog.texts)  # Both levels, too.
    action(player.window, "Statistics…").trigger()


def test_the_title_in_a_question(player):
    look(player, 2)
    assert not agrees(player.window, HOSTILE[:100], HOSTILE[:100], "Remove", can_be_undone=True)


def test_the_titles_of_packs_and_their_puzzles(qtbot, fonts, store, document, tmp_path):
    file = tmp_path / "a.hashi"
    file.write_text(write(document, "hashi"))
    packs = PackStore.beside(store)
    pack = packs.add(NAME, read_pack([str(file)]).puzzles)
    dialog = LibraryDialog(LIGHT, store)
    qtbot.addWidget(dialog)
    dialog.show_packs([PackProgress.of(each, store) for each in packs.load()], shown=pack.title)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.list.count() == 1)
    assert_shown(2)
