"""The menu of notations in which a puzzle can be copied."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QMenu, QWidget

from hashi_gui.formats.registry import NOTATIONS, Notation


def notations_menu(parent: QWidget, on_choose: Callable[[str], None]) -> QMenu:
    """A submenu of all notations; ``on_choose`` is called with the name of the chosen one."""
    menu = QMenu("Copy in another &notation", parent)
    for notation in NOTATIONS:
        _add(menu, notation, on_choose)
    return menu


def _add(menu: QMenu, notation: Notation, on_choose: Callable[[str], None]) -> None:
    action = menu.addAction(f"{notation.TITLE[0].upper()}{notation.TITLE[1:]}")
    action.triggered.connect(lambda: on_choose(notation.NAME))
