"""The buttons of toolbars for screen readers: Qt toggles one without its action, opens no menu."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QMenu, QToolButton

from hashi_gui.gui.widgets.actions import ToolBar

_MADE: list[SpokenTool] = []
"""All interfaces so far, which Qt does not keep alive."""


def interface(_class_name: str, button: QObject) -> QAccessibleInterface | None:
    """What Qt's factory makes for a button of a toolbar."""
    if not (isinstance(button, QToolButton) and isinstance(button.parent(), ToolBar)):
        return None
    _MADE.append(SpokenTool(button))
    return _MADE[-1]


class SpokenTool(QAccessibleWidget):
    """A button that can be pressed, or opens its menu."""

    def __init__(self, button: QToolButton) -> None:
        super().__init__(button, QAccessible.Role.Button, "")
        self._button = button

    @property
    def _menu(self) -> QMenu | None:
        action = self._button.defaultAction()
        found = self._button.menu() or (action.menu() if action is not None else None)
        return found if isinstance(found, QMenu) else None

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.CheckBox if self._button.isCheckable() else super().role()

    def state(self) -> QAccessible.State:
        state = super().state()
        state.checkable, state.checked = self._button.isCheckable(), self._button.isChecked()
        state.hasPopup = self._menu is not None
        return state

    def text(self, kind: QAccessible.Text) -> str:
        action = self._button.defaultAction()
        if kind is QAccessible.Text.Name and action is not None:
            return action.iconText()
        return super().text(kind)

    def actionNames(self) -> list[str]:
        if not self._button.isEnabled():
            return []
        return [self.pressAction() if self._menu is None else self.showMenuAction()]

    def doAction(self, name: str) -> None:
        if name in self.actionNames():
            run = self._button.click if self._menu is None else self._button.showMenu
            QTimer.singleShot(0, self._button, run)  # A reader is answered before.
