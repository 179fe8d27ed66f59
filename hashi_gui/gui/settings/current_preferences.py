"""The preferences and the theme in effect: their dialog, menus, and who hears of changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QDialogButtonBox,
    QGridLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from hashi_gui.core.i18n import _, translated
from hashi_gui.gui.settings.preferences import (
    SECTIONS,
    ChoicePreference,
    Preferences,
    Settings,
    SwitchPreference,
    choice,
)
from hashi_gui.gui.widgets.actions import (
    Action,
    ActionKind,
    Entry,
    Feature,
    Menu,
    SubMenu,
    use_keys,
)
from hashi_gui.gui.widgets.controls import (
    NO_MARGINS,
    ValueField,
    heading,
    muted,
    spaced,
)
from hashi_gui.gui.widgets.dialogs import FittingDialog, ScrollingContents, move_aside
from hashi_gui.rendering.theme import qt_palette, style_sheet

CHOICE_WIDTH = 200
MARGIN = 20


class ChoiceField(ValueField[Any]):
    """A box that the wheel does not change, because it scrolls the dialog."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class PreferencesDialog(FittingDialog):
    """All preferences in sections. A change is applied at once, so there is nothing to confirm."""

    changed = Signal(object)
    """The player has changed something; carries the Preferences."""
    keys_requested = Signal()
    """The player wants to change the keys."""

    def __init__(self, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(_("Preferences"), parent)
        self._preferences = preferences
        self.fields: dict[str, ChoiceField | QCheckBox] = {}
        layout = spaced(QVBoxLayout(self), 0, NO_MARGINS)
        layout.addWidget(self._sections(), 1)
        layout.addWidget(self._buttons())
        boxes = [each for each in self.fields.values() if isinstance(each, ChoiceField)]
        width = max(box.sizeHint().width() for box in boxes)
        for box in boxes:
            box.setFixedWidth(max(width, CHOICE_WIDTH))
        self.show_preferences(preferences)

    def show_preferences(self, preferences: Preferences) -> None:
        """Show preferences that were changed elsewhere."""
        self._preferences = preferences
        for name, widget in self.fields.items():
            with QSignalBlocker(widget):
                value = getattr(preferences, name)
                if isinstance(widget, ChoiceField):
                    widget.value = value
                else:
                    widget.setChecked(value)

    def _sections(self) -> ScrollingContents:
        """All sections, one below the other, so that the dialog is narrow."""
        content = QWidget()
        column = spaced(QVBoxLayout(content), 4, (MARGIN, MARGIN, MARGIN, MARGIN))
        for section in SECTIONS:
            if section is not SECTIONS[0]:
                column.addSpacing(4)
            column.addWidget(heading(translated(section.title)))
            grid = QGridLayout()
            grid.setHorizontalSpacing(16)
            grid.setVerticalSpacing(4)
            grid.setColumnStretch(0, 1)
            for entry in section.entries:
                self._add_entry(grid, entry)
            column.addLayout(grid)
        column.addStretch()
        scroll = ScrollingContents(content)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return scroll

    def _buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        reset = buttons.addButton(_("Reset to defaults"), QDialogButtonBox.ButtonRole.ResetRole)
        reset.setAutoDefault(False)
        reset.clicked.connect(self._reset)
        keys = buttons.addButton(_("Keys…"), QDialogButtonBox.ButtonRole.ActionRole)
        keys.setAutoDefault(False)
        keys.clicked.connect(self.keys_requested)
        buttons.rejected.connect(self.reject)
        buttons.setContentsMargins(MARGIN, 12, MARGIN, 16)
        return buttons

    def _add_entry(self, grid: QGridLayout, entry: SwitchPreference) -> None:
        row = grid.rowCount()
        if isinstance(entry, ChoicePreference):
            label = QLabel(translated(entry.label))
            box = self.fields[entry.name] = self._choice_box(entry)
            label.setBuddy(box)
            grid.addWidget(label, row, 0)
            grid.addWidget(box, row, 1)
        else:
            grid.addWidget(self._check_box(entry), row, 0, 1, 2)
        if entry.help:
            grid.addWidget(muted(translated(entry.help), wraps=True), row + 1, 0, 1, 2)

    def _choice_box(self, entry: ChoicePreference) -> ChoiceField:
        box = ChoiceField(entry.shown_texts)
        box.currentIndexChanged.connect(lambda: self._set(entry.name, box.value))
        return box

    def _check_box(self, switch: SwitchPreference) -> QCheckBox:
        box = self.fields[switch.name] = QCheckBox(translated(switch.label))
        box.toggled.connect(partial(self._set, switch.name))
        return box

    def _set(self, name: str, value: Any) -> None:
        self._change(replace(self._preferences, **{name: value}))

    def _reset(self) -> None:
        self.show_preferences(Preferences())
        self._change(self._preferences)

    def _change(self, preferences: Preferences) -> None:
        self._preferences = preferences
        self.changed.emit(preferences)


class CurrentPreferences(QObject, Feature):
    """Stores every change of the preferences at once, wherever the player makes it."""

    changed = Signal(object)
    """Carries the Preferences that are in effect from now on."""
    keys_requested = Signal(QWidget)
    """The player wants to change the keys; carries the dialog in front."""
    keys_changed = Signal()
    """Actions have other keys, which a new window shows."""

    def __init__(self, settings: Settings, window: QWidget) -> None:
        super().__init__(window)
        self.settings = settings
        self._window = window
        self._dialog: PreferencesDialog | None = None
        self.current = settings.preferences
        use_keys(settings.keys)

    def set(self, preferences: Preferences) -> None:
        if preferences != self.current:
            self.current = self.settings.preferences = preferences
            self.apply()

    def apply(self) -> None:
        """Let everything follow the preferences, and what the desktop asks for now."""
        self.changed.emit(self.current)

    def set_keys(self, keys: Mapping[str, Sequence[str]]) -> None:
        """Let actions have keys of the player's, by their ids, once the window is opened again."""
        if keys != self.settings.keys:
            self.settings.keys = keys
            self.keys_changed.emit()

    def take_over(self, settings: Mapping[str, object]) -> None:
        """Let the settings of a backup be in effect from now on."""
        keys = self.settings.keys
        self.settings.backed_up = settings
        self.set(self.settings.preferences)
        if keys != self.settings.keys:
            self.keys_changed.emit()

    @property
    def dialog_is_open(self) -> bool:
        return self._dialog is not None

    def show_dialog(self) -> None:
        """Open the dialog beside the game, which can go on, so that the board stays in sight."""
        if self._dialog is None:
            self._dialog = PreferencesDialog(self.current, self._window)
            self._dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            self._dialog.changed.connect(self.set)
            self._dialog.keys_requested.connect(partial(self.keys_requested.emit, self._dialog))
            self._dialog.finished.connect(self._forget_dialog)
            self.changed.connect(self._dialog.show_preferences)
        self._dialog.show()
        move_aside(self._dialog, self._window)
        self._dialog.activateWindow()

    def actions(self) -> Iterable[Entry]:
        mistakes = self._values("error_display")
        yield SubMenu(_("&Theme"), self._values("theme"), place=(Menu.VIEW, 300))
        yield SubMenu(_("Show mistak&es"), mistakes, place=(Menu.VIEW, 310), kind=ActionKind.GAME)
        yield Action(
            _("P&references…"),
            _("Change how the game looks and plays"),
            self.show_dialog,
            ("Ctrl+,",),
            place=(Menu.VIEW, 410),
        )

    def _values(self, name: str) -> tuple[Action, ...]:
        """An action for each value of a preference; the one in effect is checked."""
        letters = set[str]()

        def action(value: Any, text: str) -> Action:
            letter = next((each for each in text if each.lower() not in letters), "")
            letters.add(letter.lower())
            return Action(
                text.replace(letter, f"&{letter}", 1),
                text,
                partial(self._set_one, name, value),
                checked=lambda: getattr(self.current, name) is value,
                name=f"{name}-{value}",
            )

        return tuple(action(*each) for each in choice(name).shown_texts.items())

    def _set_one(self, name: str, value: Any) -> None:
        self.set(replace(self.current, **{name: value}))

    def _forget_dialog(self) -> None:
        self._dialog = None


class CurrentTheme(QObject):
    """Shows the program in the theme that the player, or the system, has chosen."""

    changed = Signal(object)
    """Carries the Theme that is in effect from now on."""

    def __init__(self, preferences: CurrentPreferences, window: QWidget) -> None:
        super().__init__(window)
        self._preferences = preferences
        self._window = window
        self.current = preferences.current.board_theme()
        preferences.changed.connect(self._follow)

    def apply(self) -> None:
        """Draw everything in the colours of the theme that is chosen now."""
        self.current = self._preferences.current.board_theme()
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.setPalette(qt_palette(self.current))
        self._window.setStyleSheet(style_sheet(self.current))
        self.changed.emit(self.current)

    def _follow(self) -> None:
        if self._preferences.current.board_theme() != self.current:
            self.apply()
