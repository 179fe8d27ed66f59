"""All names of things in the window are in sentence case: "Save as", not "Save As"."""

import json
import re

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QMenu,
    QPushButton,
    QScrollBar,
    QTabBar,
    QTextEdit,
    QWidget,
)

from hashi_gui.game.library import library_files
from tests.gui.conftest import DIALOGS

NAMES = {"Hashi", "PDF", "Ctrl", "Esc", "Cape of Storms", "Roaring Forties"}


def in_sentence_case(text):
    for name in NAMES:
        text = text.replace(name, name.lower() if text.startswith(name) else "")
    sentences = re.split(r"[.:?] ", text.replace("&", "").strip())
    return not any(re.search(r"\s[A-Z][a-z]", sentence) for sentence in sentences)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Save &as…", True),
        ("Save As", False),
        ("&About Hashi", True),
        ("Export as PDF", True),
        ("A choice. Another one", True),
        ("10 × 10", True),
    ],
)
def test_what_sentence_case_is(text, expected):
    assert in_sentence_case(text) is expected


def test_actions_and_menus(player):
    menus = [menu.title() for menu in player.window.findChildren(QMenu)]
    for text in [*(action.text for action in player.window.menus), *menus]:
        assert in_sentence_case(text), text


@pytest.mark.parametrize("name", DIALOGS)
def test_dialogs(qtbot, fonts, store, tasks, name):
    dialog = DIALOGS[name](store, tasks)
    qtbot.addWidget(dialog)
    texts = [dialog.windowTitle()]
    texts += [button.text() for button in dialog.findChildren(QAbstractButton)]
    for bar in dialog.findChildren(QTabBar):
        texts += [bar.tabText(index) for index in range(bar.count())]
    for box in dialog.findChildren(QComboBox):
        texts += [box.itemText(index) for index in range(box.count())]
    for text in texts:
        assert in_sentence_case(text), text
    dialog.reject()


CONTROLS = (
    *(QAbstractButton, QAbstractItemView, QAbstractSlider, QAbstractSpinBox, QComboBox),
    *(QLineEdit, QTextEdit),
)


@pytest.mark.parametrize("name", DIALOGS)
def test_screen_readers_have_a_name_for_every_control(qtbot, fonts, store, tasks, name):
    dialog = DIALOGS[name](store, tasks)
    qtbot.addWidget(dialog)
    parts_of_others = (QAbstractItemView, QAbstractSpinBox, QComboBox)
    for widget in dialog.findChildren(QWidget):
        is_control = isinstance(widget, CONTROLS) and not isinstance(widget, QScrollBar)
        if is_control and widget.window() is dialog:
            control = QAccessible.queryAccessibleInterface(widget)
            is_part = isinstance(widget.parent(), parts_of_others) or widget.isHidden()
            assert is_part or control.text(QAccessible.Text.Name) or control.relations(), widget
            is_choice = isinstance(widget, QPushButton) and widget.isCheckable() and widget.group()
            assert not is_choice or control.role() is QAccessible.Role.RadioButton
    dialog.reject()


def test_titles_of_puzzles():
    for file in library_files():
        title = json.loads(file.read_text(encoding="utf-8"))["title"]
        assert in_sentence_case(title), title
