"""All games as a table that can be sorted by each of its columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from hashi_gui.core.wording import (
    day_text,
    format_duration,
    long_number,
    printable,
    quantity,
    shown_level,
)
from hashi_gui.formats.document import MAX_SHOWN_TITLE, local_time
from hashi_gui.game.result import GameResult, Help
from hashi_gui.logic.levels import Level

UNKNOWN = "–"

Index = QModelIndex | QPersistentModelIndex

_LEVEL_RANKS = {str(level): rank for rank, level in enumerate(Level)}
_HELP_RANKS = {given: given.rank for given in Help}
_ASCENDING, _DESCENDING = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column: its title, what it says of a game, and by what it is sorted.

    ``key`` returns None if that is unknown. ``widest`` is a text that needs as much room as any.
    """

    title: str
    text: Callable[[GameResult], str]
    key: Callable[[GameResult], Any]
    widest: str
    is_number: bool = False


def _ended(game: GameResult) -> str:
    ended = local_time(game.ended)
    return f"{day_text(ended)}, {ended:%H:%M}" if ended else UNKNOWN


def _help(game: GameResult) -> str:
    if game.help is Help.SOLUTION:
        return "solution shown"
    return quantity(game.hints, "hint") if game.hints else "none"


COLUMNS = (
    TableColumn("Ended", _ended, lambda game: game.ended or None, "28 May 2026, 20:00"),
    TableColumn(
        "Puzzle",
        lambda game: printable(game.title, MAX_SHOWN_TITLE) or game.size_text,
        lambda game: game.title.casefold() or None,
        "",
    ),
    TableColumn(
        "Size",
        lambda game: game.size_text,
        lambda game: (game.cols * game.rows, game.cols),
        "100 × 100",
    ),
    TableColumn(
        "Level",
        lambda game: shown_level(game.level).capitalize() or UNKNOWN,
        lambda game: _LEVEL_RANKS.get(game.level),
        "Extreme",
    ),
    TableColumn(
        "Time",
        lambda game: UNKNOWN if game.seconds is None else format_duration(game.seconds),
        lambda game: game.seconds,
        "10:00:00",
        is_number=True,
    ),
    TableColumn(
        "Moves",
        lambda game: long_number(game.moves) if game.moves else UNKNOWN,
        lambda game: game.moves or None,
        "10,000",
        is_number=True,
    ),
    TableColumn("Help", _help, lambda game: (_HELP_RANKS[game.help], game.hints), "solution shown"),
)
ENDED, PUZZLE, MOVES, HELP = 0, 1, 5, 6
"""The numbers of some columns."""

NEWEST_FIRST = ENDED, _DESCENDING


class GamesTable(QAbstractTableModel):
    """The games in the order that the player has chosen; at first, the newest come first."""

    def __init__(self) -> None:
        super().__init__()
        self._games: list[GameResult] = []
        self._order = NEWEST_FIRST

    def show_games(self, games: Sequence[GameResult]) -> None:
        """Show other games, given with the newest first."""
        self.beginResetModel()
        self._games = list(games)
        if self._order != NEWEST_FIRST:
            self._games = [games[number] for number in _sorted(games, *self._order)]
        self.endResetModel()

    def game(self, row: int) -> GameResult:
        return self._games[row]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._games)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        if orientation is Qt.Orientation.Vertical:
            return None
        return _shown(COLUMNS[section], lambda column: column.title, role)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        game = self._games[index.row()]
        return _shown(COLUMNS[index.column()], lambda column: column.text(game), role)

    def sort(self, column: int, order: Qt.SortOrder = _ASCENDING) -> None:
        """Sort by a column, what is unknown at the end; equal games stay in their order."""
        self._order = column, order
        self.layoutAboutToBeChanged.emit()
        numbers = _sorted(self._games, column, order)
        self._games = [self._games[number] for number in numbers]
        held = self.persistentIndexList()
        moved = [self.index(numbers.index(index.row()), index.column()) for index in held]
        self.changePersistentIndexList(held, moved)
        self.layoutChanged.emit()


def _sorted(games: Sequence[GameResult], column: int, order: Qt.SortOrder) -> list[int]:
    """The numbers of the games in another order, which is stable, with what is unknown last."""
    keys = list(map(COLUMNS[column].key, games))
    known = [number for number, key in enumerate(keys) if key is not None]
    unknown = [number for number, key in enumerate(keys) if key is None]
    return sorted(known, key=keys.__getitem__, reverse=order is _DESCENDING) + unknown


def _shown(column: TableColumn, text: Callable[[TableColumn], str], role: int) -> Any:
    """The text of a header or a cell, and on which side of its column it is."""
    if role == Qt.ItemDataRole.DisplayRole:
        return text(column)
    if role == Qt.ItemDataRole.TextAlignmentRole:
        side = Qt.AlignmentFlag.AlignRight if column.is_number else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter
    return None
