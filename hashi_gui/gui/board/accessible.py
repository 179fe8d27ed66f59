"""Boards for screen readers: a view as a group of things that have names, states and actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

from PySide6.QtCore import QObject, QRect, QRectF, QTimer
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget

from hashi_gui.gui.board.view import ZoomableView


@dataclass(frozen=True, slots=True)
class Thing:
    """Something on a board, with its area in the scene, and actions by names for people."""

    text: str
    area: QRectF
    actions: Mapping[str, Callable[[], object]]
    state: QAccessible.State = field(default_factory=QAccessible.State)


class SpokenBoard(Protocol):
    """What a screen reader is told of a view; things have numbers from 0."""

    def count(self) -> int: ...
    def current(self) -> int | None:
        """The thing that keys act on."""

    def thing(self, number: int) -> Thing: ...
    def go_to(self, number: int) -> None:
        """Let keys act on a thing."""


def tell(view: ZoomableView, event: QAccessible.Event, number: int) -> None:
    """Tell screen readers that something has happened to a thing."""
    happened = QAccessibleEvent(view, event)
    happened.setChild(number)
    QAccessible.updateAccessibility(happened)


def tell_current(view: ZoomableView) -> None:
    """Tell screen readers what keys act on, if they act on this board."""
    if QAccessible.isActive() and view.spoken is not None and view.hasFocus():
        current = view.spoken.current()
        if current is not None:
            tell(view, QAccessible.Event.Focus, current)


def follow_focus(view: ZoomableView) -> None:
    """Tell of the current thing when the board gets the focus, once Qt has told of the board."""
    view.focused.connect(lambda: QTimer.singleShot(0, view, partial(tell_current, view)))


_MADE: list[AccessibleBoard] = []
"""All interfaces so far. Qt keeps none alive, and may ask one whose view is gone."""


def interface(_class_name: str, view: QObject) -> QAccessibleInterface | None:
    """What Qt's factory makes for a view; it must know this before the first window is shown.

    Qt asks again if PySide has changed the class of the view meanwhile, and deletes each answer.
    """
    if not isinstance(view, ZoomableView):
        return None
    _MADE.append(AccessibleBoard(view))
    return _MADE[-1]


class AccessibleBoard(QAccessibleWidget):
    """The view. Its things are pooled by number: none is ever dropped."""

    def __init__(self, view: ZoomableView) -> None:
        super().__init__(view, QAccessible.Role.Grouping, "")
        self.view, self._is_gone = view, False
        self._pool: list[_AccessibleThing] = []
        view.destroyed.connect(lambda: self._forget())

    def _forget(self) -> None:
        self._is_gone = True
        del self.view

    def childCount(self) -> int:
        return 0 if self._is_gone or not self.view.isVisible() else self.spoken.count()

    @property
    def spoken(self) -> SpokenBoard:
        assert self.view.spoken is not None
        return self.view.spoken

    def child(self, index: int) -> Any:
        if not 0 <= index < self.childCount():
            return None
        while len(self._pool) <= index:
            thing = _AccessibleThing(self, len(self._pool))
            QAccessible.registerAccessibleInterface(thing)
            self._pool.append(thing)
        return self._pool[index]

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return child.number if isinstance(child, _AccessibleThing) else -1

    def childAt(self, x: int, y: int) -> Any:
        children = map(self.child, range(self.childCount()))
        return next((child for child in children if child.rect().contains(x, y)), None)

    def focusChild(self) -> Any:
        current = self.spoken.current() if self.view.hasFocus() else None
        return None if current is None else self.child(current)


class _AccessibleThing(QAccessibleWidget):
    """A thing, as a button. The base knows only the view, so all is overridden."""

    def __init__(self, board: AccessibleBoard, number: int) -> None:
        super().__init__(board.view, QAccessible.Role.Button, "")
        self.board, self.number = board, number

    @property
    def _thing(self) -> Thing:
        """What it is now; nothing if it is gone, of which a reader may not know yet."""
        return self.board.spoken.thing(self.number) if self.isValid() else Thing("", QRectF(), {})

    def isValid(self) -> bool:
        return self.number < self.board.childCount()

    def text(self, kind: QAccessible.Text) -> str:
        return self._thing.text if kind is QAccessible.Text.Name else ""

    def rect(self) -> QRect:
        view = self.board.view
        rect = view.mapFromScene(self._thing.area).boundingRect()
        return QRect(view.viewport().mapToGlobal(rect.topLeft()), rect.size())

    def state(self) -> QAccessible.State:
        state = self._thing.state
        state.focusable = True
        state.focused = self.board.focusChild() is self
        return state

    def actionNames(self) -> list[str]:
        return [*self._thing.actions, "setFocus"]

    def doAction(self, name: str) -> None:
        if self.isValid():
            self.board.view.setFocus()
            self.board.spoken.go_to(self.number)
            self._thing.actions.get(name, lambda: None)()

    def parent(self) -> QAccessibleInterface:
        return self.board

    def childCount(self) -> int:
        return 0

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return -1

    def _none(self, *_: Any) -> Any:
        return None

    object = child = childAt = focusChild = _none  # noqa: N815
