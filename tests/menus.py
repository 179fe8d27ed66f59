"""Finds actions and menus of a window by their texts, as a player does."""

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from hashi_gui.gui.widgets.actions import Action, ActionKind
from hashi_gui.gui.window.main_window import MainWindow


def declared(window: MainWindow, text: str, *, editing: bool = False) -> Action:
    """The action with a text; ``editing`` says whether it is one of the editor."""
    return next(
        action
        for action in window.menus
        if action.text.replace("&", "") == text and (action.kind is ActionKind.EDIT) == editing
    )


def action(window: MainWindow, text: str, *, editing: bool = False) -> QAction:
    """The same as Qt's action."""
    return window.menus[declared(window, text, editing=editing)]


def menu_titled(window: MainWindow, title: str) -> QMenu:
    """The menu with a title, which has the mark of its letter."""
    return next(menu for menu in window.findChildren(QMenu) if menu.title() == title)
