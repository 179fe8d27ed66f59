"""Where the parts of the window are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout, QWidget

from hashi_gui.gui.app.menus import EDITOR_TOOLBAR, TOOLBAR

if TYPE_CHECKING:
    from hashi_gui.gui.app.main_window import MainWindow


class WindowLayout:
    """Arranges the parts of a window; the game and the editor take each other's place."""

    def __init__(self, window: MainWindow) -> None:
        self._board_area = window.board_area
        central = QWidget()
        column = QVBoxLayout(central)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(window.notices)
        column.addWidget(window.practice.bar)
        column.addWidget(window.board_area, 1)
        column.addWidget(window.editor.page, 1)
        column.addWidget(window.replay_bar)
        column.addWidget(window.pause.cover, 1)
        column.addWidget(window.bar)
        window.setCentralWidget(central)
        window.window_actions.fill_menu_bar()
        self._tool_bar = window.window_actions.tool_bar(TOOLBAR)
        self._editor_tool_bar = window.window_actions.tool_bar(EDITOR_TOOLBAR)
        window.addToolBar(self._tool_bar)
        window.addToolBar(self._editor_tool_bar)
        self._editor_tool_bar.hide()

    def make_room_for_editor(self, needed: bool) -> None:
        """Hide the board of the game and its toolbar, or show them again."""
        self._board_area.setHidden(needed)
        self._tool_bar.setHidden(needed)
        self._editor_tool_bar.setVisible(needed)
