"""What moves: bridges that appear, changes, the light of a solved puzzle, and the board itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation, Signal

from hashi_gui.rendering.looks import LIGHT_LEVELS

REVEAL_MS = 900
"""Duration of the animation in which a solution appears."""

WAVE_MS = 1100
"""The longest duration of the wave of light over a solved puzzle."""

FRONT_MS, LANTERN_MS, ALL_LANTERNS_MS = 70, 220, 300
"""How long the wave takes to the next cell, one lantern to light, and all of them together."""

CHANGE_MS = 160
"""How long a change of the board fades in."""

FLIGHT_MS = 240
"""Duration of the flight to a part of the board."""


class Reveal(QObject):
    """Lets the bridges on some edges appear one after the other; until then they are ``hidden``."""

    appeared = Signal(object)
    """The edges, as a list, that have just ceased to be hidden."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.hidden: set[int] = set()
        self._order: Sequence[int] = ()
        self._shown = 0
        self._animation = QVariantAnimation(self)
        self._animation.setDuration(REVEAL_MS)
        self._animation.valueChanged.connect(self._show)
        self._animation.finished.connect(self._show_all)

    @property
    def running(self) -> bool:
        return self._animation.state() == QVariantAnimation.State.Running

    def start(self, order: Sequence[int]) -> None:
        """Hide edges, and let them appear in this order."""
        self._order, self._shown, self.hidden = order, 0, set(order)
        self._animation.setStartValue(0)
        self._animation.setEndValue(len(order))
        self._animation.start()

    def skip(self) -> None:
        """Show the rest at once."""
        if self.running:
            self._animation.stop()
            self._show_all()

    def _show(self, number: int) -> None:
        appearing = self._order[self._shown : number]
        self._shown = number
        self.hidden.difference_update(appearing)
        self.appeared.emit(appearing)

    def _show_all(self) -> None:
        self._show(len(self._order))


class Wave(QObject):
    """Light that runs over islands, ring by ring, and stays."""

    moved = Signal(object)
    """The islands of which the light has changed, with its new level."""
    ended = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._rings: Mapping[int, Sequence[int]] = {}
        self._levels: dict[int, int] = {}
        self._animation = QVariantAnimation(self)
        self._animation.setStartValue(0.0)
        self._animation.valueChanged.connect(self._move)
        self._animation.finished.connect(self.ended)

    @property
    def rest_ms(self) -> int:
        """How long it still takes; 0 if there is none."""
        running = self._animation.state() == QVariantAnimation.State.Running
        return self._animation.duration() - self._animation.currentTime() if running else 0

    def start(self, rings: Mapping[int, Sequence[int]]) -> None:
        """Begin; ``rings`` has the islands by their distance from the last bridge, in cells."""
        furthest = max(rings)
        self._rings, self._levels = rings, {}
        self._lantern_ms = LANTERN_MS if furthest else ALL_LANTERNS_MS
        self._front_ms = min(FRONT_MS, (WAVE_MS - LANTERN_MS) / max(furthest, 1))
        duration = self._front_ms * furthest + self._lantern_ms
        self._animation.setDuration(round(duration))
        self._animation.setEndValue(float(duration))
        self._animation.start()

    def stop(self) -> None:
        self._animation.stop()

    def _move(self, milliseconds: float) -> None:
        moved = {}
        for distance, islands in self._rings.items():
            share = (milliseconds - distance * self._front_ms) / self._lantern_ms
            level = round(LIGHT_LEVELS * _ease(min(max(share, 0.0), 1.0)))
            if level != self._levels.get(distance, 0):
                self._levels[distance] = level
                moved.update(dict.fromkeys(islands, level))
        self.moved.emit(moved)


_ease = QEasingCurve(QEasingCurve.Type.OutCubic).valueForProgress


class Flight(QVariantAnimation):
    """Moves the board to another place, and keeps it there until it is cancelled."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._move: Callable[[float], None] | None = None
        self.setDuration(FLIGHT_MS)
        self.setEasingCurve(QEasingCurve.Type.OutCubic)
        self.setStartValue(0.0)
        self.setEndValue(1.0)
        self.valueChanged.connect(self._fly_on)

    def fly(self, move: Callable[[float], None], *, animated: bool) -> None:
        """Call ``move`` with the progress from 0 to 1, or only with 1 if it is not ``animated``."""
        self.cancel()
        self._move = move
        if animated:
            self.start()
        else:
            move(1.0)

    def cancel(self) -> None:
        """Move the board no further."""
        self.stop()
        self._move = None

    def arrive(self) -> None:
        """Go to where the last flight has led once more, because the view has another size."""
        if self.state() is self.State.Stopped:
            self._fly_on(1.0)

    def _fly_on(self, progress: float) -> None:
        if self._move is not None:
            self._move(progress)


class Change(QVariantAnimation):
    """Tells how far a change of the board has faded in: from 0 to 1."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.setDuration(CHANGE_MS)
        self.setEasingCurve(QEasingCurve.Type.OutCubic)
        self.setStartValue(0.0)
        self.setEndValue(1.0)
