"""The toolbar, which gives up its texts before it hides a button."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QToolBar, QToolButton


class ToolBar(QToolBar):
    """Buttons in groups, some with a text beside the icon while there is room for all texts."""

    def __init__(self, groups: Sequence[Sequence[QAction]], with_text: Sequence[QAction]) -> None:
        super().__init__("Tools")
        self.setMovable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        for group in groups:
            if self.actions():
                self.addSeparator()
            self.addActions(group)
        for action in self.actions():
            self.widgetForAction(action).setFocusPolicy(Qt.FocusPolicy.NoFocus)
            if action.menu() is not None:
                self.button(action).setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._with_text = [self.button(action) for action in with_text]
        self._width_with_texts = 0
        self._show_texts(True)

    def button(self, action: QAction) -> QToolButton:
        button = self.widgetForAction(action)
        assert isinstance(button, QToolButton)
        return button

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._texts_shown:
            self._width_with_texts = self.sizeHint().width()
        self._show_texts(self._width_with_texts <= self.width())

    def _show_texts(self, shown: bool) -> None:
        self._texts_shown = shown
        self.setProperty("narrow", not shown)
        style = Qt.ToolButtonStyle
        for button in self._with_text:
            button.setToolButtonStyle(
                style.ToolButtonTextBesideIcon if shown else style.ToolButtonIconOnly
            )
        for button in self.findChildren(QToolButton):
            button.style().polish(button)
