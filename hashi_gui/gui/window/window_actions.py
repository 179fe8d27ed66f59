"""The declared actions as Qt's actions, in menus and in the toolbar."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from hashi_gui.gui.stage.action_spec import (
    ActionSpec,
    ActionTarget,
    MenuEntry,
    MenuSpec,
    ToolBarSpec,
)
from hashi_gui.gui.stage.activity import ActionKind
from hashi_gui.gui.window.menus import MENUS, all_actions
from hashi_gui.gui.window.tool_bar import ToolBar
from hashi_gui.rendering.icons import themed_icon
from hashi_gui.rendering.theme import Theme


class WindowActions:
    """One QAction for each declared action, connected to a window."""

    def __init__(self, window: QMainWindow, target: ActionTarget) -> None:
        """Board-only keys work while a board of the target has the focus, all others everywhere."""
        self._window = window
        self._target = target
        self._actions = {spec: self._create(spec) for spec in all_actions()}
        self._menus: dict[MenuSpec, QMenu] = {}
        for spec, action in self._actions.items():
            if spec.board_only:
                action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
                board = target.editor.page.view if spec.kind is ActionKind.EDIT else target.view
                board.addAction(action)

    def __getitem__(self, spec: ActionSpec) -> QAction:
        return self._actions[spec]

    def set_theme(self, theme: Theme) -> None:
        """Draw the icons in the colours of another theme."""
        for spec, action in self._actions.items():
            if spec.icon:
                action.setIcon(themed_icon(spec.icon, theme))
        for menu_spec, menu in self._menus.items():
            if menu_spec.icon:
                menu.setIcon(themed_icon(menu_spec.icon, theme))

    def update(self) -> None:
        """Enable the actions that are possible at present, and set the check marks."""
        allowed = self._target.stage.allowed
        for spec, action in self._actions.items():
            possible = spec.enabled is None or spec.enabled(self._target)
            action.setEnabled(possible and spec.kind in allowed)
            self._check(spec)

    def fill_menu_bar(self) -> None:
        for spec in MENUS:
            self._window.menuBar().addMenu(self.menu(spec))

    def menu(self, spec: MenuSpec) -> QMenu:
        """The menu for a declared one, always the same."""
        menu = self._menus.get(spec)
        if menu is None:
            menu = self._menus[spec] = QMenu(spec.title, self._window)
            menu.setToolTipsVisible(True)
            menu.menuAction().setToolTip(spec.tip)
            menu.menuAction().setIconVisibleInMenu(False)
            for entry in spec.entries:
                self._add(menu, entry)
        return menu

    def tool_bar(self, spec: ToolBarSpec) -> ToolBar:
        """A toolbar for a declared one."""
        groups = [[self._tool(entry) for entry in group] for group in spec.groups]
        return ToolBar(groups, [self._tool(entry) for entry in spec.with_text])

    def _create(self, spec: ActionSpec) -> QAction:
        keys = spec.keys_text
        text = f"{spec.text}\t{keys}" if spec.shown_key else spec.text
        action = QAction(text, self._window)
        action.setToolTip(f"{spec.tip} ({keys})" if keys else spec.tip)
        action.setShortcuts([QKeySequence(key) for key in spec.keys])
        action.setCheckable(spec.checked is not None)
        action.setIconVisibleInMenu(False)
        action.triggered.connect(lambda: self._run(spec))
        return action

    def _run(self, spec: ActionSpec) -> None:
        spec.run(self._target)
        self._check(spec)  # Qt has changed the mark, even if the action has changed nothing.

    def _check(self, spec: ActionSpec) -> None:
        if spec.checked is not None:
            self._actions[spec].setChecked(spec.checked(self._target))

    def _tool(self, entry: ActionSpec | MenuSpec) -> QAction:
        return self.menu(entry).menuAction() if isinstance(entry, MenuSpec) else self[entry]

    def _add(self, menu: QMenu, entry: MenuEntry) -> None:
        if entry is None:
            menu.addSeparator()
        elif isinstance(entry, ActionSpec):
            menu.addAction(self[entry])
        elif callable(entry):
            menu.addMenu(entry(self._target))
        else:
            menu.addMenu(self.menu(entry))
