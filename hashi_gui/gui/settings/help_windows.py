"""Opening the help at the right page, and what "About Hashi" says."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QMessageBox, QWidget

from hashi_gui import __version__
from hashi_gui.gui.settings.current_theme import CurrentTheme
from hashi_gui.gui.settings.help import HelpDialog, KeyList
from hashi_gui.gui.settings.settings import log_file
from hashi_gui.gui.widgets.actions import Action, Feature, Menu
from hashi_gui.rendering.theme import Theme


class HelpWindows(QObject, Feature):
    """Opens them for a main window; there is at most one help window."""

    example_requested = Signal(str)
    """The name of a technique to show on the board, which no help window covers then."""
    practice_requested = Signal(str)
    """The name of a technique to practise; the help window is closed, too."""

    def __init__(self, window: QWidget, keys: Callable[[], KeyList], theme: CurrentTheme) -> None:
        """``keys`` returns the keys of all actions."""
        super().__init__(window)
        self._window = window
        self._keys = keys
        self._theme = theme
        self._dialog: HelpDialog | None = None
        theme.changed.connect(self._set_theme)

    def actions(self) -> Iterable[Action]:
        yield Action(
            "&How to play",
            "Show the rules, the keys and the techniques",
            self.show_help,
            ("F1",),
            place=(Menu.HELP, 100),
        )
        yield Action(
            "&About Hashi",
            "Show the version and the licence",
            self.show_about,
            place=(Menu.HELP, 110),
        )

    @Slot(object)
    def _set_theme(self, theme: Theme) -> None:
        if self._dialog is not None:
            self._dialog.set_theme(theme)

    def show_help(self) -> HelpDialog:
        """Show the help window, and return it."""
        dialog = self._dialog or self._new_dialog()
        dialog.show()
        dialog.activateWindow()
        return dialog

    @Slot(str)
    def show_technique(self, name: str) -> None:
        self.show_help().show_technique(name)

    def show_about(self) -> None:
        QMessageBox.about(
            self._window,
            "About Hashi",
            f"<b>Hashi {__version__}</b><p>A game and an exact solver for the bridge puzzle "
            "Hashiwokakero.<p>MIT licence. The typeface Inter is used under the SIL Open Font "
            "License. Built with Qt for Python and PySAT.<p>Messages for bug reports are in "
            f"{escape(str(log_file()))}.",
        )

    def _new_dialog(self) -> HelpDialog:
        self._dialog = dialog = HelpDialog(self._theme.current, self._keys(), self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.finished.connect(self._forget)
        for request, signal in (
            (dialog.example_requested, self.example_requested),
            (dialog.practice_requested, self.practice_requested),
        ):
            request.connect(self._leave)
            request.connect(signal)
        return dialog

    @Slot()
    def _leave(self) -> None:
        """Go from the help window to the board."""
        if self._dialog is not None:
            self._dialog.close()
        self._window.activateWindow()

    @Slot()
    def _forget(self) -> None:
        self._dialog = None
