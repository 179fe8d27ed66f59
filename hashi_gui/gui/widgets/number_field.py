"""A field for a number that leaves what is typed as it is, and marks what is impossible."""

from __future__ import annotations

from PySide6.QtWidgets import QSpinBox

from hashi_gui.gui.widgets.style_property import set_style_property

MOST_DIGITS = 4
SIZE = 84, 28
TEXT_MARGIN = 6


class NumberField(QSpinBox):
    """Any number can be typed; one beyond the limits is marked. The arrows stay within them."""

    def __init__(self, least: int, most: int, value: int) -> None:
        super().__init__(minimum=0, maximum=10**MOST_DIGITS - 1, value=value)
        self.setMinimumSize(*SIZE)
        self.lineEdit().setTextMargins(TEXT_MARGIN, 0, 0, 0)
        self.valueChanged.connect(self._mark)
        self.set_limits(least, most)

    @property
    def possible(self) -> bool:
        """Whether the number is within the limits."""
        return self._least <= self.value() <= self._most

    @property
    def limits_text(self) -> str:
        return f"{self._least} to {self._most}"

    def set_limits(self, least: int, most: int) -> None:
        self._least, self._most = least, most
        self._mark()

    def stepBy(self, steps: int) -> None:
        self.setValue(min(max(self.value() + steps, self._least), self._most))

    def _mark(self) -> None:
        set_style_property(self, "impossible", not self.possible)
