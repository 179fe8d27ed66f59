"""The page of the statistics that lists all games."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QMenu,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from hashi_gui.core.wording import long_number
from hashi_gui.game.result import GameId, GameResult
from hashi_gui.gui.progress.games_table import COLUMNS, ENDED, HELP, MOVES, PUZZLE, GamesTable
from hashi_gui.gui.progress.labels import muted

ROW_HEIGHT = 30
CELL_PADDING = 36
"""The room beside the text of a cell, on both sides together."""

ARROW = 12
"""The room for the arrow beside the title of the column by which games are sorted."""

BROAD = 700
"""In a narrower page, in pixels, there is no room for all columns."""

NO_MOVES = "The moves of this game were not recorded."


class GamesPage(QWidget):
    """A table of games, and what can be done with the selected one."""

    review_requested = Signal(object)
    """The GameResult of the game; so do the next two signals."""
    replay_requested = Signal(object)
    puzzle_requested = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._reviewable: frozenset[GameId] = frozenset()
        self.table = GamesTable()
        self.view = _table_view(self.table)
        self.view.selectionModel().selectionChanged.connect(self._show_selection)
        self.view.activated.connect(lambda: self._review())
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._show_menu)
        self.note = muted("")
        self.review_button = _button("Review", "See guesses, mistakes and pauses of this game")
        self.replay_button = _button("Replay", "See all moves of this game again")
        self.puzzle_button = _button("Open puzzle", "Play this puzzle, or go on with it")
        self.review_button.clicked.connect(self._review)
        self.replay_button.clicked.connect(self._replay)
        self.puzzle_button.clicked.connect(self._open_puzzle)
        self._buttons = (self.review_button, self.replay_button, self.puzzle_button)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.note, 1)
        for button in self._buttons:
            row.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 12, 0, 0)
        layout.setSpacing(10)
        layout.addWidget(self.view, 1)
        layout.addLayout(row)
        self._show_selection()

    @property
    def selected(self) -> GameResult | None:
        """The game that is selected."""
        rows = self.view.selectionModel().selectedRows()
        return self.table.game(rows[0].row()) if rows else None

    def show_games(self, games: Sequence[GameResult], reviewable: frozenset[GameId]) -> None:
        """List games, given with the newest first; the moves of some are stored."""
        self._reviewable = reviewable
        self.table.show_games(games)
        self.view.selectRow(0)
        self._show_selection()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for column in (MOVES, HELP):
            self.view.setColumnHidden(column, self.width() < BROAD)

    def _show_selection(self) -> None:
        game = self.selected
        can_be_reviewed = game is not None and game.game in self._reviewable
        self.puzzle_button.setEnabled(game is not None)
        for button in (self.review_button, self.replay_button):
            button.setEnabled(can_be_reviewed)
        count = self.table.rowCount()
        games = "1 game" if count == 1 else f"{long_number(count)} games"
        self.note.setText(games if can_be_reviewed or game is None else NO_MOVES)

    def _show_menu(self, place: QPoint) -> None:
        if not self.view.indexAt(place).isValid():
            return
        menu = QMenu(self)
        for button in self._buttons:
            action = menu.addAction(button.text())
            action.setEnabled(button.isEnabled())
            action.triggered.connect(button.click)
        menu.exec(self.view.viewport().mapToGlobal(place))
        menu.deleteLater()

    def _review(self) -> None:
        if self.review_button.isEnabled():
            self.review_requested.emit(self.selected)

    def _replay(self) -> None:
        self.replay_requested.emit(self.selected)

    def _open_puzzle(self) -> None:
        self.puzzle_requested.emit(self.selected)


def _table_view(table: GamesTable) -> QTableView:
    """A view in which whole rows are selected, one at a time."""
    view = QTableView()
    view.setObjectName("games")
    view.setAccessibleName("Games")
    view.setModel(table)
    view.setShowGrid(False)
    view.setWordWrap(False)
    view.setTabKeyNavigation(False)
    view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    font = QFont(view.font())
    font.setFeature(QFont.Tag("tnum"), 1)
    view.setFont(font)
    view.verticalHeader().hide()
    view.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    view.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
    header = view.horizontalHeader()
    header.setHighlightSections(False)
    header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    header.setSectionResizeMode(PUZZLE, QHeaderView.ResizeMode.Stretch)
    for number, column in enumerate(COLUMNS):
        advance = view.fontMetrics().horizontalAdvance
        width = max(advance(column.widest), advance(column.title) + ARROW)
        header.resizeSection(number, width + CELL_PADDING)
    view.setSortingEnabled(True)
    view.sortByColumn(ENDED, Qt.SortOrder.DescendingOrder)
    return view


def _button(text: str, tip: str) -> QPushButton:
    button = QPushButton(text)
    button.setToolTip(tip)
    button.setAutoDefault(False)
    return button
