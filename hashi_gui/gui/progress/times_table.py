"""The table of the times by size and level."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QSizePolicy

from hashi_gui.core.wording import format_duration, long_number, shown_level
from hashi_gui.game.statistics import ResultGroup
from hashi_gui.rendering.theme import Theme

HEADINGS = ("Level", "Games", "No help", "Best", "Median", "Mean")
UNKNOWN_LEVEL = "Not graded"
NO_TIME = "–"

MARGIN = 16
COLUMN_GAP = 18
LINE_GAP, SIZE_GAP = 3, 10
"""The space above a row, and above one with a size."""

Row = tuple[str, ...]


class TimesTable(QFrame):
    """A row for each level, below the size to which it belongs.

    ``rows`` has the texts: those of a level have one for each column, a size has only one. They
    are drawn, because so many labels would take longer than a frame to make.
    """

    def __init__(self, groups: Sequence[ResultGroup], theme: Theme) -> None:
        super().__init__()
        self.setObjectName("card")
        self.rows = list(_rows(groups))
        self._theme = theme
        self._bold = QFont(self.font())
        self._bold.setWeight(QFont.Weight.DemiBold)
        font = QFont(self.font())
        font.setFeature(QFont.Tag("tnum"), 1)
        self.setFont(font)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Times without help")
        self.setAccessibleDescription("; ".join(map(" ".join, self.rows)))

    def sizeHint(self) -> QSize:
        *_, last = self._tops()
        width = sum(self._widths()) + COLUMN_GAP * (len(HEADINGS) - 1)
        return QSize(width + 2 * MARGIN, last + MARGIN)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter, widths = QPainter(self), self._widths()
        left, right = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
        for row, top in zip(self.rows, self._tops(), strict=False):
            painter.setFont(self._bold if len(row) == 1 else self.font())
            painter.setPen(QColor(self._theme.muted if row is HEADINGS else self._theme.text))
            painter.drawText(self._line(top), left, row[0])
            for place, text in zip(self._places(top, widths), row[1:], strict=False):
                painter.drawText(place, right, text)

    def _line(self, top: int) -> QRect:
        return QRect(MARGIN, top, self.width() - 2 * MARGIN, self.fontMetrics().height())

    def _tops(self) -> Iterator[int]:
        """The top of each row, and the bottom of the last one."""
        top = MARGIN - LINE_GAP
        for row in self.rows:
            top += SIZE_GAP if len(row) == 1 else LINE_GAP
            yield top
            top += self.fontMetrics().height()
        yield top

    def _places(self, top: int, widths: Sequence[int]) -> Iterator[QRect]:
        """The places of the texts of a row, but for the first, which gets the rest of the line."""
        others = widths[1:]
        line = self._line(top)
        line.setLeft(line.right() + 1 - sum(others) - COLUMN_GAP * (len(others) - 1))
        for width in others:
            yield QRect(line.topLeft(), QSize(width, line.height()))
            line.setLeft(line.left() + width + COLUMN_GAP)

    def _widths(self) -> list[int]:
        advance = self.fontMetrics().horizontalAdvance
        columns = zip(*(row for row in self.rows if len(row) > 1), strict=True)
        return [max(map(advance, column)) for column in columns]


def _rows(groups: Sequence[ResultGroup]) -> Iterator[Row]:
    yield HEADINGS
    for size, members in groupby(groups, key=attrgetter("size")):
        yield (size,)
        yield from map(_texts, members)


def _texts(group: ResultGroup) -> Row:
    times = (group.best, group.median, group.mean)
    return (
        shown_level(group.level).capitalize() or UNKNOWN_LEVEL,
        long_number(group.games),
        long_number(group.unaided),
        *(NO_TIME if time is None else format_duration(time) for time in times),
    )
