"""The player's own keys: a dialog with all actions, in which each gets another key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from hashi_gui.core.i18n import _
from hashi_gui.core.wording import listed
from hashi_gui.gui.widgets.actions import FIXED_KEYS, Action, ActionKind, keys_text, plain_text
from hashi_gui.gui.widgets.controls import dialog_button, filled, muted, say, search_field, spaced
from hashi_gui.gui.widgets.dialogs import BUTTON_SPACING, AnswerDialog

WANTED_SIZE = QSize(600, 640)

WASD = {"Up": "W", "Left": "A", "Down": "S", "Right": "D"}
INSTEAD = {"S": "X", "D": "J"}
"""Where the letters go that are needed for the arrows."""

TABS = (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)

Keys = dict[Action, tuple[str, ...]]


def with_wasd(actions: Sequence[Action]) -> Keys:
    """The keys by default, but W, A, S, D go and build beside the arrow keys, also with Shift."""
    keys: Keys = {}
    for action in actions:
        first, *others = action.default_keys or ("",)
        modifier, plus, arrow = first.rpartition("+")
        if arrow in WASD and modifier in ("", "Shift"):
            keys[action] = (modifier + plus + WASD[arrow], first, *others)
        else:
            keys[action] = (INSTEAD[first],) if first in INSTEAD else action.default_keys
    return keys


class KeyButton(QPushButton):
    """Waits for a key once it is pressed; Tab, or a click elsewhere, ends that."""

    chosen = Signal(str)
    """Carries the key in Qt's portable form."""

    def __init__(self) -> None:
        super().__init__(autoDefault=False)
        self.clicked.connect(lambda: self._wait(True))
        self._wait(False)

    def _wait(self, waits: bool) -> None:
        self._waits = waits
        self.setText(_("Press a key") if waits else _("New key…"))

    def event(self, event: QEvent) -> bool:
        if self._waits and isinstance(event, QKeyEvent) and event.key() not in TABS:
            event.accept()
            if event.type() is QEvent.Type.KeyPress:
                self._press(event)
            return True
        return super().event(event)

    def _press(self, event: QKeyEvent) -> None:
        key = event.key()
        changes_others = Qt.Key.Key_Shift <= key <= Qt.Key.Key_ScrollLock
        if not changes_others and key not in (Qt.Key.Key_AltGr, Qt.Key.Key_unknown):
            modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
            self._wait(False)
            self.chosen.emit(QKeySequence(modifiers.value | key).toString())

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._wait(False)
        super().focusOutEvent(event)


class KeysDialog(AnswerDialog):
    """All actions by menu, with their keys, which can be changed."""

    def __init__(
        self, menus: Sequence[tuple[str, Sequence[Action]]], parent: QWidget | None = None
    ) -> None:
        super().__init__(_("Keys"), parent, WANTED_SIZE)
        self._keys: Keys = {each: each.keys for _, menu in menus for each in menu if each.id}
        self._wanted_keys: tuple[Action, Sequence[str]] | None = None
        self._rows: dict[Action, QTreeWidgetItem] = {}
        self._menus: dict[QTreeWidgetItem, list[QTreeWidgetItem]] = {}
        self.search = search_field(_("An action or a key"))
        self.search.textChanged.connect(self._find)
        self.list = QTreeWidget(columnCount=2)
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(False)
        self.list.setAccessibleName(_("Actions and their keys"))
        for title, actions in menus:
            heading = QTreeWidgetItem(self.list, [title])
            heading.setFlags(Qt.ItemFlag.NoItemFlags)
            rows = {each: self._new_row(each) for each in actions if each.id}
            self._rows.update(rows)
            self._menus[heading] = list(rows.values())
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.text = muted("", wraps=True)
        self.new_key = KeyButton()
        self.new_key.chosen.connect(self._try_key)
        self.list.itemActivated.connect(self.new_key.setFocus)
        self.list.itemActivated.connect(self.new_key.click)
        self.take = dialog_button(_("Take it from there"))
        self.take.clicked.connect(self._take)
        self.reset = dialog_button(_("Default"), _("Give this action its own key again"))
        self.reset.clicked.connect(lambda: self._try(self._current.default_keys))
        row = filled(
            spaced(QHBoxLayout(), BUTTON_SPACING), self.new_key, self.reset, self.take, None
        )
        self.fill(_("Use these keys"), self.search, self.list, self.text, row)
        for text, tip, keys in (
            (_("All defaults"), "", {each: each.default_keys for each in self._keys}),
            (
                _("W, A, S, D"),
                _("Go and build with W, A, S, D beside the arrow keys"),
                with_wasd(list(self._keys)),
            ),
        ):
            button = dialog_button(text, tip)
            self.buttons.addButton(button, QDialogButtonBox.ButtonRole.ResetRole)
            button.clicked.connect(lambda *_, keys=keys: self._set(keys))
        self.select(next(iter(self._rows)))
        self._set({})
        self.list.currentItemChanged.connect(self._say)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter accepts only on its button: in the list it asks for a key."""
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)

    @property
    def own(self) -> dict[str, tuple[str, ...]]:
        """The keys that are not those by default, by the ids of their actions."""
        return {each.id: keys for each, keys in self._keys.items() if keys != each.default_keys}

    def select(self, action: Action) -> None:
        self.list.setCurrentItem(self._rows[action])

    def _new_row(self, action: Action) -> QTreeWidgetItem:
        row = QTreeWidgetItem(self.list, [plain_text(action.text)])
        row.setToolTip(0, action.tip)
        return row

    @property
    def _current(self) -> Action:
        current = self.list.currentItem()
        return next(action for action, row in self._rows.items() if row is current)

    def _set(self, keys: Mapping[Action, Sequence[str]]) -> None:
        """Give some actions other keys."""
        self._keys.update((action, tuple(each)) for action, each in keys.items())
        for action, row in self._rows.items():
            row.setText(1, keys_text(self._keys[action]))
            row.setData(0, Qt.ItemDataRole.AccessibleTextRole, listed((row.text(0), row.text(1))))
        self._say()

    def _say(self) -> None:
        """Say what the current action does, and ask nothing any more."""
        self.take.hide()
        self.text.setText(self._current.tip)

    def _try_key(self, key: str) -> None:
        self._say()
        digit = self._current.kind is ActionKind.EDIT and key.isdigit()
        if digit or key in FIXED_KEYS:
            self._answer(_("{key} keeps its meaning.").format(key=keys_text([key])))
        else:
            self._try([key])

    def _try(self, keys: Sequence[str]) -> None:
        """Give the current action some keys, or ask whether to take them from another one."""
        self._wanted_keys = self._current, keys
        for key in keys:
            for other in self._others_with([key]):
                text = _("{key} is taken by “{action}”: take it from there?")
                self._answer(text.format(key=keys_text([key]), action=plain_text(other.text)))
                self.take.show()
                return
        self._take()

    def _answer(self, text: str) -> None:
        self.text.setText(text)
        say(self, text)

    def _take(self) -> None:
        assert self._wanted_keys is not None
        action, keys = self._wanted_keys
        without = {
            other: [key for key in self._keys[other] if key not in keys]
            for other in self._others_with(keys)
        }
        self._set({**without, action: keys})

    def _others_with(self, keys: Sequence[str]) -> list[Action]:
        current = self._current
        return [
            each
            for each, its in self._keys.items()
            if each is not current and each.meets(current) and not set(its).isdisjoint(keys)
        ]

    def _find(self, words: str) -> None:
        """Show the actions alone that have some words in their text or their keys."""
        for action, row in self._rows.items():
            text = f"{row.text(0)} {action.tip} {row.text(1)}".casefold()
            row.setHidden(words.casefold() not in text)
        for menu, rows in self._menus.items():
            menu.setHidden(all(row.isHidden() for row in rows))
        found = [row for row in self._rows.values() if not row.isHidden()]
        if found and self.list.currentItem() not in found:
            self.list.setCurrentItem(found[0])
