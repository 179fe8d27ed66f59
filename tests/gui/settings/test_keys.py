"""The player's own keys."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QDialogButtonBox

from hashi_gui.gui.settings.keys import KeysDialog
from hashi_gui.gui.settings.preferences import Settings
from hashi_gui.gui.widgets.actions import Action, ActionKind, key_of, use_keys

CTRL = Qt.KeyboardModifier.ControlModifier
GO, BUILD, HINT, SOLVE, NO_KEY, STOP, CURSOR, UNITE = ACTIONS = (
    Action("Go up", "", print, ("Up",)),
    Action("Build down", "", print, ("Shift+Down",)),
    Action("&Hint", "Help", print, ("H",), kind=ActionKind.ANSWER),
    Action("&Solve…", "", print, ("S",), kind=ActionKind.ANSWER),
    Action("Result", "", print, name="result"),
    Action("Stop", "", print, ("Esc",)),
    Action("Cursor up", "", print, ("Up",), kind=ActionKind.EDIT),
    Action("Make it unique", "", print, ("U",), kind=ActionKind.EDIT),
)


@pytest.fixture
def dialog(qtbot):
    dialog = KeysDialog([("Play", ACTIONS[:6]), ("Edit", ACTIONS[6:])])
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitExposed(dialog)
    yield dialog
    use_keys({})


@pytest.fixture
def press(dialog, qtbot):
    """Chooses an action and presses a key for it."""

    def press(action, key, modifier=Qt.KeyboardModifier.NoModifier):
        dialog.select(action)
        qtbot.keyClick(dialog.list, Qt.Key.Key_Return)
        qtbot.keyClick(dialog.new_key, Qt.Key.Key_Shift)
        event = QKeyEvent(QEvent.Type.KeyPress, key, modifier)
        QApplication.sendEvent(dialog.new_key, event)

    return press


def test_tab_comes_to_every_button_and_enter_accepts_again_after_it_was_on_cancel(dialog, qtbot):
    assert dialog.focusWidget() is dialog.search
    dialog.reset.setFocus()
    texts = []
    for _ in range(4):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        texts.append(QApplication.focusWidget().text())
    assert texts == ["All defaults", "W, A, S, D", "Use these keys", "Cancel"]
    dialog.reset.setFocus()
    assert dialog.buttons.accept_button.isDefault()


def test_a_free_key_is_given_at_once_and_used_from_then_on(dialog, press):
    press(HINT, Qt.Key.Key_F5)
    press(NO_KEY, ord("Я"), CTRL)
    press(UNITE, Qt.Key.Key_H)  # The editor gives no hints.
    assert dialog.own == {"H": ("F5",), "result": ("Ctrl+Я",), "edit:U": ("H",)}
    use_keys(dialog.own)
    assert (HINT.keys_text, NO_KEY.keys, UNITE.keys) == ("F5", ("Ctrl+Я",), ("H",))
    assert (key_of("H"), key_of("S"), key_of("edit:Up")) == ("F5", "S", "Up")
    dialog.reset.click()
    assert dialog.own == {"H": ("F5",), "result": ("Ctrl+Я",)}


def test_a_key_that_is_taken_is_taken_away_only_on_request(dialog, press):
    press(HINT, Qt.Key.Key_S)
    assert dialog.text.text() == "S is taken by “Solve”: take it from there?"
    assert dialog.own == {}
    dialog.take.click()
    assert dialog.own == {"H": ("S",), "S": ()}
    assert not dialog.take.isVisible()
    dialog.select(SOLVE)
    dialog.reset.click()
    assert "“Hint”" in dialog.text.text()
    dialog.take.click()
    assert dialog.own == {"H": ()}


@pytest.mark.parametrize(
    ("action", "key"), [(HINT, Qt.Key.Key_Escape), (HINT, Qt.Key.Key_Space), (UNITE, Qt.Key.Key_5)]
)
def test_some_keys_mean_the_same_for_ever(dialog, press, action, key):
    press(action, key)
    assert dialog.text.text().endswith("keeps its meaning.")
    assert dialog.isVisible()
    assert dialog.own == {}


def test_tab_is_no_key_and_leads_on(dialog, qtbot):
    dialog.new_key.setFocus()
    dialog.new_key.click()
    qtbot.keyClick(dialog.new_key, Qt.Key.Key_Tab)
    assert dialog.own == {}
    assert dialog.focusWidget() is dialog.reset


def test_w_a_s_d_go_and_build_and_what_they_did_moves(dialog):
    buttons = dialog.findChild(QDialogButtonBox).buttons()
    wasd, defaults = (
        next(each for each in buttons if each.text() == text)
        for text in ("W, A, S, D", "All defaults")
    )
    wasd.click()
    up = ("W", "Up")
    own = {"Up": up, "Shift+Down": ("Shift+S", "Shift+Down"), "S": ("X",), "edit:Up": up}
    assert dialog.own == own
    defaults.click()
    assert dialog.own == {}


@pytest.mark.parametrize(
    ("words", "found"), [("hint", [HINT]), ("help", [HINT]), ("shift+d", [BUILD]), ("zzz", [])]
)
def test_actions_are_found_by_words_and_keys(dialog, words, found):
    dialog.search.setText(words)
    shown = [action for action, row in dialog._rows.items() if not row.isHidden()]
    assert shown == found


def test_what_is_no_key_in_the_file_of_settings_is_ignored(settings_file):
    good = {"H": ("Ctrl+,", "Ctrl+Я"), "S": ()}
    Settings(settings_file).keys = {
        **good, "C": "X", "D": ["a"], "E": ["Ctrl+K, Ctrl+L"], "F": [""], "G": [7], "I": None
    }  # fmt: skip
    assert Settings(settings_file).keys == good
