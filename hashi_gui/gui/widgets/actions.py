"""Actions, menus and toolbars: what a feature offers, and Qt's widgets for all of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, Flag, auto
from functools import partial, reduce
from typing import Protocol, TypeAlias

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, Qt, SignalInstance
from PySide6.QtGui import (
    QAction,
    QCursor,
    QFontMetrics,
    QHelpEvent,
    QKeySequence,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QMainWindow, QMenu, QPushButton, QToolBar, QToolButton, QToolTip

from hashi_gui.core.i18n import N_, _, pgettext, translated
from hashi_gui.rendering.resources import themed_icon
from hashi_gui.rendering.theme import Theme

DIRECTIONS = {"Up": (-1, 0), "Down": (1, 0), "Left": (0, -1), "Right": (0, 1)}
"""The arrow keys as (row, column) steps."""

GROUP = 100
"""Positions in a menu or a toolbar with the same hundreds are a group, beside a separator."""

KEYS_ONLY = 100 * GROUP
"""The position of what no menu shows: its keys stand in the help, at the end of the menu's."""


class Menu(Enum):
    """The menus of the menu bar, in their order, by their titles; an empty one is not shown."""

    GAME = N_("&Game")
    PLAY = N_("&Play")
    SOLVE = N_("&Solve")
    EDIT = N_("&Edit")
    DRAFT = N_("&Draft")
    VIEW = N_("&View")
    HELP = N_("&Help")

    @property
    def title(self) -> str:
        return translated(self.value)


def plain_text(text: str) -> str:
    """The text of a menu without its dots and the mark of its letter: ``New`` for ``&New…``.

    Where words have no such letter, it stands behind them: ``新規`` for ``新規(&N)…``.
    """
    return re.sub(r"\(&\w\)|[&…]", "", text)


class ActionKind(Flag):
    """What an action is about; each activity allows some kinds."""

    ANY = 0
    """Always possible."""
    MOVE = auto()
    """It changes the board of the game."""
    ANSWER = auto()
    """It tells something of the solution, starts the game over, or goes on from it."""
    HINT = auto()
    """It helps with the next step."""
    LOOK = auto()
    """It only changes what is shown of the game."""
    REVIEW = auto()
    """It shows how a game was played."""
    PAUSE = auto()
    """It stops the clock or lets it run."""
    SAVE = auto()
    """It saves what is on the board in a file of the player's."""
    GAME = auto()
    """It needs the board of a game, of whatever kind."""
    EDIT = auto()
    """It needs the editor."""


IN_THE_EDITOR = ActionKind.EDIT | ActionKind.SAVE
"""What the editor allows."""


class KeyTarget(Protocol):
    """A widget, or what stands for several, on which the keys of actions work."""

    def addAction(self, action: QAction, /) -> object: ...


FIXED_KEYS = ("Esc", "Return", "Enter", "Space")
"""Keys that mean the same everywhere; sentences may name them."""

_own_keys: Mapping[str, Sequence[str]] = {}


def use_keys(own: Mapping[str, Sequence[str]]) -> None:
    """Let actions, by their ids, have the keys that the player has chosen, from now on."""
    global _own_keys
    _own_keys = own


def key_of(action_id: str) -> str:
    """The first key of an action, for a sentence; by default, its id ends with that."""
    keys = _own_keys.get(action_id, [action_id.removeprefix("edit:")])
    return keys_text(keys[:1]) or "–"


def keys_text(keys: Sequence[str]) -> str:
    """Keys as this system writes them; empty if there are none."""
    native = QKeySequence.SequenceFormat.NativeText
    return reduce(_either, [QKeySequence(key).toString(native) for key in keys] or [""])


@dataclass(frozen=True, slots=True, eq=False)
class Action:
    """``run`` does it, ``enabled`` says whether it is possible, None for always.

    ``place`` is a menu and a position in it, perhaps ``KEYS_ONLY``; ``tool`` the name of a toolbar,
    a position there, and an icon, which is the name of a file of ``resources/icons``.
    ``checked`` says whether it has a check mark at present; None for an action without one.
    ``default_keys`` are in Qt's portable form, the first one is shown in menus; they work while the
    widget ``on`` has the keyboard focus, with the stage the board of the current activity, and
    everywhere without one. ``name`` stands for an action that has none in the player's settings.
    ``shown_key`` is displayed instead of the keys, or for one that the board handles by itself.
    ``kind`` decides what activities allow it, ``keys_kind`` in which of them it has its keys.
    """

    text: str
    tip: str
    run: Callable[[], object]
    default_keys: tuple[str, ...] = ()
    place: tuple[Menu, int] | None = None
    tool: tuple[str, int, str] | None = None
    on: KeyTarget | None = None
    shown_key: str = ""
    kind: ActionKind = ActionKind.ANY
    keys_kind: ActionKind = ActionKind.ANY
    enabled: Callable[[], bool] | None = None
    checked: Callable[[], bool] | None = None

    name: str = ""

    @property
    def id(self) -> str:
        """What it is called in the player's settings; empty if its keys cannot be changed."""
        first = self.name or next(iter(self.default_keys), "")
        if not first or self.shown_key or first in FIXED_KEYS:
            return ""
        return f"edit:{first}" if self.kind is ActionKind.EDIT else first

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(_own_keys.get(self.id, self.default_keys))

    @property
    def keys_text(self) -> str:
        """The keys as this system writes them; empty if there are none."""
        return self.shown_key or keys_text(self.keys)

    def meets(self, other: Action) -> bool:
        """Whether there is an activity in which the keys of both work."""
        editing = [(each.kind | each.keys_kind) in IN_THE_EDITOR for each in (self, other)]
        playing = [ActionKind.EDIT not in each.kind for each in (self, other)]
        return all(editing) or all(playing)


@dataclass(frozen=True, slots=True, eq=False)
class SubMenu:
    """A menu within another one, or one that is opened in other ways; None is a separator.

    Menus among ``entries`` are offered by themselves, too. ``fill`` adds what ``entries`` cannot
    say; it is called once. ``kind`` decides which activities have it in their menus. ``tip`` is for
    its button in a toolbar. ``button`` opens it, too, and so does a signal that ends with a
    position on the screen, ``requested``.
    """

    title: str
    entries: tuple[Action | SubMenu | None, ...] = ()
    tip: str = ""
    place: tuple[Menu, int] | None = None
    tool: tuple[str, int, str] | None = None
    fill: Callable[[QMenu], object] | None = None
    kind: ActionKind = ActionKind.ANY
    button: QPushButton | None = None
    requested: SignalInstance | None = None

    def actions(self) -> Iterator[Action]:
        """All actions of the menu and its submenus, in order."""
        for entry in self.entries:
            if entry is not None:
                yield from _actions(entry)


Entry: TypeAlias = Action | SubMenu


class Feature:
    """A part of the program: what can be done with it, and its end."""

    def actions(self) -> Iterable[Entry]:
        """Its actions and menus; they are asked for once."""
        return ()

    def close(self) -> None:
        """Save what is not saved yet; tasks are over already."""


def arrow_actions(
    modifier: str,
    tip: str,
    run: Callable[[int, int], object],
    on: KeyTarget,
    kind: ActionKind,
    menu: Menu,
) -> Iterator[Action]:
    """An action for each arrow key; ``{direction}`` in the text stands for it."""
    names = {
        "Up": pgettext("to which side", "up"),
        "Down": pgettext("to which side", "down"),
        "Left": pgettext("to which side", "left"),
        "Right": pgettext("to which side", "right"),
    }
    for key, step in DIRECTIONS.items():
        text, keys = tip.format(direction=names[key]), (modifier + key,)
        does, place = partial(run, *step), (menu, KEYS_ONLY)
        yield Action(text, text, does, keys, place=place, on=on, kind=kind)


class Actions:
    """All that features offer as Qt's actions, menus and toolbars of one window."""

    def __init__(self, window: QMainWindow, entries: Iterable[Entry]) -> None:
        self._window = window
        self._entries: list[Entry] = []
        self._actions: dict[Action, QAction] = {}
        self._menus: dict[SubMenu, QMenu] = {}
        self._tips = _TipsBeside(window)
        self._bar = {menu: window.menuBar().addMenu(menu.title) for menu in Menu}
        self._kinds = ~ActionKind.ANY
        self.offer(entries)

    def offer(self, entries: Iterable[Entry]) -> None:
        entries = list(entries)
        self._entries += entries
        for action in (each for entry in entries for each in _actions(entry)):
            if action not in self._actions:
                self._actions[action] = self._create(action)
        for entry in entries:
            if isinstance(entry, SubMenu):
                self._menus[entry] = self._menu(entry)
        self.show_for(self._kinds)

    def show_for(self, kinds: ActionKind) -> None:
        """Let the menus have what an activity allows that allows these kinds, and nothing else."""
        self._kinds = kinds
        for menu, shown in self._menus.items():
            if menu.entries:
                self._fill(shown, menu.entries)
        for bar_menu, shown in self._bar.items():
            placed = [each for each in self._in_menu(bar_menu) if each[0] != KEYS_ONLY]
            self._fill(shown, _in_groups(placed))
            shown.menuAction().setVisible(not shown.isEmpty())

    def __iter__(self) -> Iterator[Action]:
        """Every action once, in the order of the menus."""
        in_menus = [entry for menu in Menu for _, entry in self._in_menu(menu)]
        yield from dict.fromkeys(each for entry in in_menus for each in _actions(entry))

    def __getitem__(self, action: Action) -> QAction:
        return self._actions[action]

    def by_menu(self) -> list[tuple[str, list[Action]]]:
        """All actions under the titles of their menus."""
        return [
            (
                plain_text(menu.title),
                [each for _, entry in self._in_menu(menu) for each in _actions(entry)],
            )
            for menu in Menu
        ]

    def keys_by_menu(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """The keys of all actions under the titles of their menus, each with what it does."""
        return [
            (title, [(each.keys_text, each.tip) for each in actions if each.keys_text])
            for title, actions in self.by_menu()
        ]

    def set_theme(self, theme: Theme) -> None:
        for entry in self._entries:
            if entry.tool:
                self._shown(entry).setIcon(themed_icon(entry.tool[2], theme))

    def update(self, allowed: ActionKind) -> None:
        """Enable the actions that are possible at present, and set the check marks."""
        for action, shown in self._actions.items():
            is_allowed = action.kind in allowed
            shown.setEnabled(is_allowed and (action.enabled is None or action.enabled()))
            if is_allowed:
                self._check(action)
            if action.keys_kind:
                _give_keys(shown, action, has_keys=action.keys_kind in allowed)

    def tool_bar(self, name: str) -> ToolBar:
        placed = [(e.tool[1], e) for e in self._entries if e.tool and e.tool[0] == name]
        groups: list[list[QAction]] = [[]]
        for entry in _in_groups(placed):
            if entry is None:
                groups.append([])
            else:
                groups[-1].append(self._shown(entry))
        return ToolBar(groups)

    def _in_menu(self, menu: Menu) -> list[tuple[int, Entry]]:
        placed = [(e.place[1], e) for e in self._entries if e.place and e.place[0] is menu]
        return sorted(placed, key=lambda each: each[0])

    def _menu(self, menu: SubMenu) -> QMenu:
        shown = QMenu(menu.title, self._window)
        shown.menuAction().setIconText(plain_text(menu.title))
        shown.menuAction().setToolTip(menu.tip)
        shown.menuAction().setIconVisibleInMenu(False)
        if menu.fill is not None:
            menu.fill(shown)
        if menu.button is not None:
            menu.button.setMenu(shown)
        if menu.requested is not None:
            menu.requested.connect(lambda *request: shown.popup(_position(request)))
        return shown

    def _create(self, action: Action) -> QAction:
        keys = action.keys_text
        text = f"{action.text}\t{keys}" if action.shown_key else action.text
        shown = QAction(text, self._window)
        shown.setIconText(plain_text(action.text))
        _give_keys(shown, action, has_keys=True)
        shown.setCheckable(action.checked is not None)
        shown.setIconVisibleInMenu(False)
        shown.triggered.connect(lambda: self._run(action))
        if action.on is not None:
            shown.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        (action.on or self._window).addAction(shown)
        return shown

    def _run(self, action: Action) -> None:
        action.run()
        self._check(action)  # Qt has changed the mark, even if the action has changed nothing.

    def _check(self, action: Action) -> None:
        if action.checked is not None:
            self._actions[action].setChecked(action.checked())

    def _shown(self, entry: Entry) -> QAction:
        return self[entry] if isinstance(entry, Action) else self._menus[entry].menuAction()

    def _fill(self, menu: QMenu, entries: Iterable[Entry | None]) -> None:
        """Show those of the entries that are allowed; Qt leaves out separators at the ends."""
        menu.clear()
        menu.installEventFilter(self._tips)
        for entry in entries:
            if entry is None:
                menu.addSeparator()
            elif entry.kind in self._kinds:
                menu.addAction(self._shown(entry))


AROUND_TIP = 48
"""The room beside the text of a tip, with what Qt leaves before it, in pixels."""


class _TipsBeside(QObject):
    """Shows the tips of a menu beside it, where they cover no entry, if there is room for them."""

    def eventFilter(self, menu: QObject, event: QEvent) -> bool:
        if not (isinstance(event, QHelpEvent) and isinstance(menu, QMenu)):
            return False
        if event.type() is QEvent.Type.ToolTip and (entry := menu.actionAt(event.pos())):
            row, tip, room = menu.actionGeometry(entry), entry.toolTip(), menu.screen().geometry()
            begin = menu.mapToGlobal(QPoint(0, row.top() - row.height()))  # Qt shows it lower.
            width = QFontMetrics(QToolTip.font()).horizontalAdvance(tip) + AROUND_TIP
            right, left = begin.x() + menu.width(), begin.x() - width
            begin.setX(right if right + width <= room.right() else left)
            QToolTip.showText(begin, tip if begin.x() >= room.left() else "", menu)
        return True


def _give_keys(shown: QAction, action: Action, *, has_keys: bool) -> None:
    keys = action.keys_text if has_keys else ""
    shown.setToolTip(f"{action.tip} ({keys})" if keys else action.tip)
    shown.setShortcuts([QKeySequence(key) for key in action.keys if has_keys])


def _either(keys: str, key: str) -> str:
    return _("{keys} or {key}").format(keys=keys, key=key)


def _actions(entry: Entry) -> Iterator[Action]:
    if isinstance(entry, Action):
        yield entry
    else:
        yield from entry.actions()


def _in_groups(placed: Iterable[tuple[int, Entry]]) -> Iterator[Entry | None]:
    """Entries in the order of their positions, with None between two groups."""
    group = None
    for position, entry in sorted(placed, key=lambda each: each[0]):
        if group not in (None, position // GROUP):
            yield None
        group = position // GROUP
        yield entry


def _position(request: Sequence[object]) -> QPoint:
    position = request[-1]
    assert isinstance(position, QPoint)
    return position


class ToolBar(QToolBar):
    """Buttons in groups, with a text beside each icon while there is room for all of them."""

    def __init__(self, groups: Sequence[Sequence[QAction]]) -> None:
        super().__init__(_("Tools"))
        self.setMovable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        for group in groups:
            if self.actions():
                self.addSeparator()
            self.addActions(group)
        for button in self.findChildren(QToolButton):
            action = button.defaultAction()
            if action is not None:
                button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            menu = action.menu() if action is not None else None
            if isinstance(menu, QMenu):
                button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
                menu.aboutToHide.connect(self._look_where_mouse_is)
        self._width_with_texts = 0
        self._show_texts(True)

    def button(self, action: QAction) -> QToolButton:
        button = self.widgetForAction(action)
        assert isinstance(button, QToolButton)
        return button

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        # Margins and spacing were asked for before the style sheet knew the tool bar.
        QCoreApplication.sendEvent(self, QEvent(QEvent.Type.StyleChange))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self.property("narrow"):
            self._width_with_texts = self.sizeHint().width()
        self._show_texts(self._width_with_texts <= self.width())

    def _look_where_mouse_is(self) -> None:
        """Light only the button under the mouse: Qt does not say that it went away over a menu."""
        for button in self.findChildren(QToolButton):
            mouse = button.mapFromGlobal(QCursor.pos())
            button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, button.rect().contains(mouse))
            button.update()

    def _show_texts(self, shown: bool) -> None:
        style = Qt.ToolButtonStyle
        self.setToolButtonStyle(
            style.ToolButtonTextBesideIcon if shown else style.ToolButtonIconOnly
        )
        self.setProperty("narrow", not shown)
        for button in self.findChildren(QToolButton):
            button.style().polish(button)
