from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QPushButton, QScrollArea, QWidget

from hashi_gui.gui.settings.current_preferences import PreferencesDialog
from hashi_gui.gui.settings.preferences import (
    ENTRIES,
    ChoicePreference,
    ErrorDisplay,
    Preferences,
    choice,
)
from hashi_gui.gui.widgets.dialogs import room_for
from hashi_gui.rendering.theme import ThemeSetting

# The offscreen platform has no size hints to give dialogs.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")

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


def press(qtbot, dialog, text):
    button = next(b for b in dialog.findChildren(QPushButton) if b.text() == text)
    qtbot.mouseClick(button, LEFT)


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


def test_every_preference_has_a_field(dialog):
    assert list(dialog.fields) == [entry.name for entry in ENTRIES]
    assert shown(dialog) == Preferences()


def test_a_choice_is_applied_at_once(qtbot, dialog, changes):
    qtbot.keyClick(dialog.fields["theme"], Qt.Key.Key_End)
    last = list(ThemeSetting)[-1]
    assert changes == [Preferences(theme=last)]
    assert shown(dialog) == changes[-1]


@pytest.mark.parametrize(
    "name",
    [entry.name for entry in ENTRIES if not isinstance(entry, ChoicePreference)],
)
def test_a_switch_is_applied_at_once(qtbot, dialog, changes, name):
    before = getattr(Preferences(), name)
    for expected in (not before, before):
        qtbot.keyClick(dialog.fields[name], Qt.Key.Key_Space)
        assert changes[-1] == replace(Preferences(), **{name: expected})


def test_changes_add_up(qtbot, dialog, changes):
    qtbot.keyClick(dialog.fields["error_display"], Qt.Key.Key_Home)
    qtbot.keyClick(dialog.fields["confirm_restart"], Qt.Key.Key_Space)
    assert changes[-1] == Preferences(error_display=ErrorDisplay.NEVER, confirm_restart=True)


def test_what_is_changed_elsewhere_is_shown_and_not_reported(dialog, changes):
    dialog.show_preferences(Preferences(theme=ThemeSetting.DARK, confirm_restart=True))
    assert shown(dialog) == Preferences(theme=ThemeSetting.DARK, confirm_restart=True)
    assert changes == []


def test_reset_to_defaults(qtbot, dialog, changes):
    dialog.show_preferences(Preferences(theme=ThemeSetting.DARK, confirm_restart=True))
    press(qtbot, dialog, "Reset to defaults")
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


def test_the_wheel_changes_nothing(qtbot, dialog, changes):
    field = dialog.fields["theme"]
    field.setFocus()
    at = QPointF(field.rect().center())
    none = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    wheel = QWheelEvent(
        at,
        field.mapToGlobal(at),
        QPoint(),
        QPoint(0, -120),
        *none,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(field, wheel)
    assert changes == []
    assert shown(dialog) == Preferences()


def test_nothing_is_cut_off(dialog):
    for field in dialog.findChildren(QWidget):
        if isinstance(field, QComboBox | QCheckBox) and field.isVisible():
            assert field.width() >= field.minimumSizeHint().width(), field


def is_in_view(scroll, widget):
    corner = widget.mapTo(scroll.viewport(), widget.rect().bottomRight())
    return scroll.viewport().rect().contains(corner)
