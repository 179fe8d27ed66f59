"""Where the parts of the window are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout, QWidget

from hashi_gui.gui.window.menus import EDITOR_TOOLBAR, TOOLBAR

if TYPE_CHECKING:
    from hashi_gui.gui.window.main_window import MainWindow


class WindowLayout:
    """Arranges the parts of a window; the game and the editor take each other's place."""

    def __init__(self, window: MainWindow) -> None:
        central = QWidget()
        column = QVBoxLayout(central)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(window.notices)
        practice, replay = _place_for(window.practice.bar), _place_for(window.replay_bar)
        column.addWidget(practice)
        column.addWidget(window.board_area, 1)
        column.addWidget(window.editor.page, 1)
        column.addWidget(replay)
        column.addWidget(window.pause_cover, 1)
        column.addWidget(window.bar)
        window.setCentralWidget(central)
        window.window_actions.fill_menu_bar()
        self._tool_bar = window.window_actions.tool_bar(TOOLBAR)
        self._editor_tool_bar = window.window_actions.tool_bar(EDITOR_TOOLBAR)
        window.addToolBar(self._tool_bar)
        window.addToolBar(self._editor_tool_bar)
        self._editor_tool_bar.hide()
        self._view, self._board, self._cover = window.view, window.board_area, window.pause_cover
        self._paused = False
        self._around = (practice, replay, self._tool_bar)

    def show(self, view: QWidget, *, paused: bool) -> None:
        """Show a board and what belongs to it; in a pause, a cover takes its place."""
        of_game = view is self._view
        for part in self._around:
            part.setVisible(of_game)
        self._editor_tool_bar.setHidden(of_game)
        self._cover.setVisible(paused)
        self._board.setVisible(of_game and not paused)
        if paused != self._paused:
            self._paused = paused
            (self._cover.button if paused else view).setFocus()


def _place_for(bar: QWidget) -> QWidget:
    """A place that can be hidden with a bar in it, which stays hidden or shown by itself."""
    place = QWidget()
    column = QVBoxLayout(place)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(bar)
    return place
