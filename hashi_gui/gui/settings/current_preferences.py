"""The preferences and the theme in effect: their dialog, their menus, and who hears of changes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from hashi_gui.core.i18n import _
from hashi_gui.gui.settings.preferences import Preferences, choice
from hashi_gui.gui.settings.settings import Settings
from hashi_gui.gui.widgets.actions import Action, Entry, Feature, Menu, SubMenu
from hashi_gui.rendering.widget_style import qt_palette, style_sheet

if TYPE_CHECKING:
    from hashi_gui.gui.settings.preferences_dialog import PreferencesDialog


class CurrentPreferences(QObject, Feature):
    """Stores every change of the preferences at once, wherever the player makes it."""

    changed = Signal(object)
    """Carries the Preferences that are in effect from now on."""

    def __init__(self, settings: Settings, window: QWidget) -> None:
        super().__init__(window)
        self.settings = settings
        self._window = window
        self._dialog: PreferencesDialog | None = None
        self.current = settings.preferences

    @Slot(object)
    def set(self, preferences: Preferences) -> None:
        if preferences != self.current:
            self.current = self.settings.preferences = preferences
            self.changed.emit(preferences)

    def show_dialog(self) -> None:
        """Open the dialog beside the game, which can go on."""
        from hashi_gui.gui.settings.preferences_dialog import PreferencesDialog

        if self._dialog is None:
            self._dialog = PreferencesDialog(self.current, self._window)
            self._dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            self._dialog.changed.connect(self.set)
            self._dialog.finished.connect(self._forget_dialog)
            self.changed.connect(self._dialog.show_preferences)
        self._dialog.show()
        self._dialog.activateWindow()

    def actions(self) -> Iterable[Entry]:
        yield SubMenu(_("&Theme"), place=(Menu.VIEW, 300), fill=partial(self._add_values, "theme"))
        yield SubMenu(
            _("Show mistak&es"),
            place=(Menu.VIEW, 310),
            fill=partial(self._add_values, "error_display"),
        )
        yield Action(
            _("P&references…"),
            _("Change how the game looks and plays"),
            self.show_dialog,
            ("Ctrl+,",),
            place=(Menu.VIEW, 410),
        )

    def _add_values(self, name: str, menu: QMenu) -> None:
        """Fill a menu with the values of a preference, of which the one in effect is checked."""
        group = QActionGroup(menu)
        for value, text in choice(name).texts.items():
            action = group.addAction(f"&{text}")
            action.setCheckable(True)
            action.triggered.connect(partial(self._set_one, name, value))
            menu.addAction(action)
        menu.aboutToShow.connect(lambda: self._check(menu, name))
        self._check(menu, name)

    def _set_one(self, name: str, value: Any) -> None:
        self.set(replace(self.current, **{name: value}))

    def _check(self, menu: QMenu, name: str) -> None:
        for action, value in zip(menu.actions(), choice(name).texts):
            action.setChecked(value is getattr(self.current, name))

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
