"""The stack of activities: which one is current, which ones wait; the clock and the pause."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QEvent, QObject, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from hashi_gui.game.game import Clock
from hashi_gui.gui.stage.activity import IN_A_PAUSE, Activity
from hashi_gui.gui.widgets.actions import ActionKind


class Stage(QObject):
    """One current activity, and a stack of others that wait; the lowest is the game in play.

    An activity without a board of its own takes the place of all others but the lowest. Nobody else
    starts and pauses clocks: that of the current activity runs while the window is active and there
    is no pause. ``paused``: the board is covered until the player goes on.
    """

    changed = Signal()
    """Another activity is current, or there is a pause from now on, or no more."""
    updated = Signal()
    """Something else may be possible from now on, or have another name."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._stack: list[Activity] = []
        self.paused = self._changing = False
        self._running: Clock | None = None
        self._keys: list[QAction] = []
        window.installEventFilter(self)

    @property
    def current(self) -> Activity:
        return self._stack[-1]

    @property
    def allowed(self) -> ActionKind:
        """The kinds of actions that are possible at present."""
        return self.current.allowed & IN_A_PAUSE if self.paused else self.current.allowed

    def addAction(self, action: QAction) -> None:
        """Let the keys of an action work on the board of whatever activity is current."""
        self._keys.append(action)
        for activity in self._stack:
            activity.view.addAction(action)

    def has(self, activity: Activity) -> bool:
        """Whether an activity is current or waits."""
        return activity in self._stack

    def open(self, lowest: Activity) -> None:
        """Another game is in play: whatever is above it ends."""
        with self._change():
            self._end_above(0)
            self._stack = [lowest]
            lowest.view.addActions(self._keys)

    def enter(self, activity: Activity) -> None:
        """Begin an activity, or go back to it if it waits."""
        if activity in self._stack:
            self._go_back_to(self._stack.index(activity))
            return
        with self._change():
            if not activity.covers and self._end_above(0):
                self.current.resumed()
            self._stack.append(activity)
            activity.view.addActions(self._keys)
            self._stack[-2].suspended(activity)
            activity.entered()

    def leave(self, activity: Activity) -> None:
        """End an activity, if it has begun, and those above it."""
        if activity in self._stack[1:]:
            self._go_back_to(self._stack.index(activity) - 1)

    @Slot()
    def toggle_pause(self) -> None:
        """Cover the board and stop the clock, or go on."""
        self.paused = not self.paused
        self.changed.emit()
        self.update()

    @Slot()
    def end_pause(self) -> None:
        """Go on, because the board is played on."""
        if self.paused:
            self.toggle_pause()

    @Slot()
    def update(self) -> None:
        """Run the clock that has to run, and show what is possible."""
        self.run_clock()
        self.updated.emit()

    def run_clock(self) -> None:
        """Run the clock that has to run at present, and no other."""
        visible = self._window.isActiveWindow() and not (self.paused or self._changing)
        clock = self.current.clock if visible else None
        if self._running is not None and self._running is not clock:
            self._running.pause()
        self._running = clock
        if clock is not None:
            clock.start()

    def stop_clock(self) -> None:
        """Pause the clock, until :meth:`run_clock` is called."""
        if self._running is not None:
            self._running.pause()

    def eventFilter(self, window: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ActivationChange and self._stack:
            self.run_clock()
        return super().eventFilter(window, event)

    def _go_back_to(self, index: int) -> None:
        if index < len(self._stack) - 1:
            with self._change():
                self._end_above(index)
                self.current.resumed()

    def _end_above(self, index: int) -> bool:
        """End the activities above one, the upper first; whether there were any."""
        ended, self._stack = self._stack[index + 1 :], self._stack[: index + 1]
        for activity in reversed(ended):
            activity.left()
        return bool(ended)

    @contextmanager
    def _change(self) -> Iterator[None]:
        """No clock runs until the change is complete."""
        self.paused, self._changing = False, True
        self.stop_clock()
        yield
        self._changing = False
        self.run_clock()
        self.changed.emit()
        self.updated.emit()
