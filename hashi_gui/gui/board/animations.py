"""What moves: bridges that appear, the light over a solved puzzle, and the board itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import ceil, floor

from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation, Signal

REVEAL_MS = 900
"""Duration of the animation in which a solution appears."""

GLOW_MS = 1100
"""Duration of the wave of light over a solved puzzle."""

FLIGHT_MS = 240
"""Duration of the flight to a part of the board."""

WAVE_REACH = 3
"""How far the light of the wave reaches to both sides, in cells."""


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
    """Light that runs once over islands, ring by ring."""

    moved = Signal(object)
    """How much each island glows now, as a dictionary: from 0 to 1, those missing not at all."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._rings: Mapping[int, Sequence[int]] = {}
        self._animation = QVariantAnimation(self)
        self._animation.setDuration(GLOW_MS)
        self._animation.setStartValue(0.0)
        self._animation.setEndValue(1.0)
        self._animation.valueChanged.connect(self._move)

    @property
    def running(self) -> bool:
        return self._animation.state() == QVariantAnimation.State.Running

    def start(self, rings: Mapping[int, Sequence[int]]) -> None:
        """Begin; ``rings`` has the islands by their distance from the middle, in cells."""
        self._rings = rings
        self._animation.start()

    def stop(self) -> None:
        self._animation.stop()

    def _move(self, progress: float) -> None:
        way = max(self._rings) + 2 * WAVE_REACH + 1
        middle = progress * way - WAVE_REACH
        near = range(floor(middle - WAVE_REACH) + 1, ceil(middle + WAVE_REACH))
        self.moved.emit(
            {
                island: 1 - abs(middle - distance) / WAVE_REACH
                for distance in near
                for island in self._rings.get(distance, ())
            }
        )


class Flight(QVariantAnimation):
    """Moves the board to another place, or not at all any more once it is stopped."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._move: Callable[[float], None] = lambda _: None
        self.setDuration(FLIGHT_MS)
        self.setEasingCurve(QEasingCurve.Type.OutCubic)
        self.setStartValue(0.0)
        self.setEndValue(1.0)
        self.valueChanged.connect(lambda progress: self._move(progress))

    def fly(self, move: Callable[[float], None], *, animated: bool) -> None:
        """Call ``move`` with the progress from 0 to 1, or only with 1 if it is not ``animated``."""
        self._move = move
        if animated:
            self.start()
        else:
            move(1.0)
