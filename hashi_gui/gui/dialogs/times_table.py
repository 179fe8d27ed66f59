"""The table of the times by size and level."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel

from hashi_gui.core.wording import format_duration, long_number
from hashi_gui.game.statistics import Group

HEADINGS = ("", "Games", "Alone", "Best", "Median", "Mean")
UNKNOWN_LEVEL = "Not graded"
NO_TIME = "–"


class TimesTable(QFrame):
    """A row for each level, below the size to which it belongs."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("card")
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(16, 10, 16, 12)
        self._grid.setHorizontalSpacing(18)
        self._grid.setVerticalSpacing(3)
        self._grid.setColumnStretch(0, 1)

    def show_groups(self, groups: Sequence[Group]) -> None:
        for column, heading in enumerate(HEADINGS):
            self._add(heading, 0, column, "muted")
        for size, members in groupby(groups, key=attrgetter("size")):
            row = self._grid.rowCount()
            self._grid.setRowMinimumHeight(row, 26)
            self._add(size, row, 0, "title", Qt.AlignmentFlag.AlignBottom)
            for group in members:
                for column, text in enumerate(_texts(group)):
                    self._add(text, row + 1, column, "")
                row += 1

    def _add(
        self,
        text: str,
        row: int,
        column: int,
        name: str,
        align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignVCenter,
    ) -> None:
        label = QLabel(text)
        label.setObjectName(name)
        if column:
            font = QFont(label.font())
            font.setFeature(QFont.Tag("tnum"), 1)
            label.setFont(font)
            align |= Qt.AlignmentFlag.AlignRight
        self._grid.addWidget(label, row, column, align)


def _texts(group: Group) -> tuple[str, ...]:
    times = (group.best, group.median, group.mean)
    return (
        group.level.capitalize() or UNKNOWN_LEVEL,
        long_number(group.games),
        long_number(group.unaided),
        *(NO_TIME if time is None else format_duration(time) for time in times),
    )
