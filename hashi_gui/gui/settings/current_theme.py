"""The theme in effect, what changes it, and the style of all widgets."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QWidget

from hashi_gui.gui.settings.current_preferences import CurrentPreferences
from hashi_gui.rendering.widget_style import qt_palette, style_sheet


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
