"""The menu of notations in which a puzzle can be copied."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QMenu, QWidget

from hashi_gui.formats.registry import NOTATIONS


def notations_menu(parent: QWidget, on_choose: Callable[[str], None]) -> QMenu:
    """A submenu of all notations; ``on_choose`` is called with the name of the chosen one."""
    menu = QMenu("Copy in another &notation", parent)
    for notation in NOTATIONS:
        title = f"{notation.TITLE[0].upper()}{notation.TITLE[1:]}"
        menu.addAction(title).triggered.connect(partial(_choose, on_choose, notation.NAME))
    return menu


def _choose(on_choose: Callable[[str], None], name: str, _checked: bool) -> None:
    on_choose(name)
