"""The commands as Qt's actions, in menus and in the tool bar."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QToolBar, QToolButton, QWidget

from hashi_gui.gui.app.commands import MENUS, TOOLS, WITH_TEXT, Command, Submenu, all_commands
from hashi_gui.gui.dialogs.help import shown_keys
from hashi_gui.rendering.icons import themed_icon
from hashi_gui.rendering.theme import Theme

Handlers = Mapping[str, Callable[[], None]]
"""What each command does, by its name."""

Choice = TypeVar("Choice", bound=StrEnum)


class Actions:
    """One action for each command."""

    def __init__(self, handlers: Handlers, window: QWidget, board: QWidget) -> None:
        """Keys of the board alone act while ``board`` has the focus, all others in ``window``."""
        self.by_name = {
            command.name: _action(command, handlers[command.name], window)
            for command in all_commands()
        }
        for command in all_commands():
            if command.board_only:
                self.by_name[command.name].setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
                board.addAction(self.by_name[command.name])

    def __getitem__(self, name: str) -> QAction:
        return self.by_name[name]

    def set_theme(self, theme: Theme) -> None:
        """Draw the icons in other colours."""
        for command in all_commands():
            if command.icon:
                self[command.name].setIcon(themed_icon(command.icon, theme))

    def fill(self, menu_bar: QMenuBar) -> dict[str, QMenu]:
        """Build the menus; returns them by their titles."""
        menus = {}
        for title, entries in MENUS.items():
            menus[title] = menu = menu_bar.addMenu(title)
            menu.setToolTipsVisible(True)
            for entry in entries:
                self._add(menu, entry)
        return menus

    def tool_bar(self) -> QToolBar:
        bar = QToolBar("Tools")
        bar.setMovable(False)
        bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        for names in TOOLS:
            if bar.actions():
                bar.addSeparator()
            for name in names:
                bar.addAction(self[name])
                button = bar.widgetForAction(self[name])
                assert isinstance(button, QToolButton)
                button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
                if name in WITH_TEXT:
                    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        return bar

    def _add(self, menu: QMenu, entry: Command | Submenu | None) -> None:
        if entry is None:
            menu.addSeparator()
        elif isinstance(entry, Command):
            menu.addAction(self[entry.name])
        else:
            submenu = menu.addMenu(entry.title)
            submenu.setToolTipsVisible(True)
            submenu.addActions([self[command.name] for command in entry.commands])


def add_choice(menu: QMenu, title: str, chosen: Choice, choose: Callable[[Choice], None]) -> None:
    """A submenu of which one entry is checked."""
    submenu = menu.addMenu(title)
    group = QActionGroup(submenu)
    for value in type(chosen):
        action = group.addAction(value.value.capitalize())
        action.setCheckable(True)
        action.setChecked(value is chosen)
        action.triggered.connect(lambda _, value=value: choose(value))
        submenu.addAction(action)


def _action(command: Command, act: Callable[[], None], window: QWidget) -> QAction:
    keys = shown_keys(command)
    action = QAction(f"{command.text}\t{keys}" if command.spoken else command.text, window)
    action.setToolTip(f"{command.tip} ({keys})" if keys else command.tip)
    action.setShortcuts([QKeySequence(key) for key in command.keys])
    action.setCheckable(command.checkable)
    action.setIconVisibleInMenu(False)
    action.triggered.connect(lambda: act())
    return action
