"""Next and Back through what is shown one at a time: pages, steps, or parts of a hint."""

from __future__ import annotations

from collections.abc import Callable

from hashi_gui.core.i18n import _
from hashi_gui.gui.widgets.messages import Button


class Walker:
    """Shows one of several things by its number, from 0, and never goes beyond either end."""

    def __init__(self, show: Callable[[int], None]) -> None:
        self._show = show
        self.count = 0
        self.number: int | None = None
        """Which one is shown; None for none, -1 for the place before the first."""

    def reset(self, count: int = 0) -> None:
        """Show none of so many."""
        self.count, self.number = count, None

    def go_to(self, number: int) -> None:
        """Show one, or the last one before it that there is."""
        if self.count:
            self.number = min(max(number, 0), self.count - 1)
            self._show(self.number)

    def turn(self, by: int) -> None:
        """Go forward, or back; to the first one if none is shown."""
        self.go_to(0 if self.number is None else self.number + by)

    def buttons(self) -> list[Button]:
        """The buttons to go forward and back."""
        return [(_("Next ›"), lambda: self.turn(1)), (_("‹ Back"), lambda: self.turn(-1))]
