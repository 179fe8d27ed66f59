"""The dialog of the statistics, with its pages about games and techniques."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QMenu,
    QPushButton,
    QTableView,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from hashi_gui.core.i18n import N_, _, ngettext, pgettext, translated
from hashi_gui.core.wording import (
    format_duration,
    long_number,
    shown_level,
    shown_title,
)
from hashi_gui.formats.document import MAX_SHOWN_TITLE, local_time
from hashi_gui.game import GameStore
from hashi_gui.game.mastery import MASTERED, RECENT, Mastery
from hashi_gui.game.result import GameId, GameResult, Help, Origin
from hashi_gui.gui.progress.progress import NO_MOVES
from hashi_gui.gui.progress.statistics_overview import Overview, OverviewPage
from hashi_gui.gui.teaching.practice_bar import ScoreSigns
from hashi_gui.gui.widgets.controls import (
    dialog_button,
    filled,
    heading,
    muted,
    number_font,
    spaced,
)
from hashi_gui.gui.widgets.dialogs import DIALOG_MARGINS, FittingDialog, ScrollingContents, room_for
from hashi_gui.gui.widgets.local_texts import level_name, moment_text, sort_key
from hashi_gui.logic.levels import Level
from hashi_gui.logic.teaching.practice import TOPICS, Topic
from hashi_gui.rendering.theme import Theme, text_growth

UNKNOWN = "–"

Index = QModelIndex | QPersistentModelIndex

_LEVEL_RANKS = {str(level): rank for rank, level in enumerate(Level)}
_HELP_RANKS = {given: given.rank for given in Help}
_ASCENDING, _DESCENDING = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder

ENDED, PUZZLE, MOVES, HELP = 0, 1, 5, 6
"""The numbers of some columns."""

NEWEST_FIRST = ENDED, _DESCENDING

ROW_HEIGHT = 30

CELL_PADDING = 36
"""The room beside the text of a cell, on both sides together."""

ARROW = 20
"""The room for the arrow beside the title of the column by which games are sorted."""

LEAST_TITLE = 110
"""With less room for the title of a puzzle and the scroll bar, in pixels, columns are hidden."""


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column: its title, what it says of a game, and by what it is sorted.

    The title and the tip are in English here. ``key`` returns None if that is unknown. ``widest``
    returns a text that needs as much room as any.
    """

    title: str
    text: Callable[[GameResult], str]
    key: Callable[[GameResult], Any]
    widest: Callable[[], str]
    is_number: bool = False
    tip: str = ""


def _ended(game: GameResult) -> str:
    ended = local_time(game.ended)
    return moment_text(ended) if ended else UNKNOWN


def _help(game: GameResult) -> str:
    if game.help is Help.SOLUTION:
        return _("solution shown")
    if game.hints:
        return ngettext("{n} hint", "{n} hints", game.hints).format(n=game.hints)
    return _("none") if game.help is Help.NONE else pgettext("help in an earlier game", "before")


def _widest_day() -> str:
    return max((moment_text(datetime(2026, month, 28, 20)) for month in range(1, 13)), key=len)


COLUMNS = (
    TableColumn(N_("Ended"), _ended, lambda game: game.ended or None, _widest_day),
    TableColumn(
        N_("Puzzle"),
        lambda game: shown_title(game.title, MAX_SHOWN_TITLE) or game.size_text,
        lambda game: sort_key(game.title) if game.title else None,
        lambda: "",
    ),
    TableColumn(
        N_("Size"),
        lambda game: game.size_text,
        lambda game: (game.cols * game.rows, game.cols),
        lambda: "100 × 100",
    ),
    TableColumn(
        N_("Level"),
        lambda game: level_name(game.level) or UNKNOWN,
        lambda game: _LEVEL_RANKS.get(game.level),
        lambda: max(map(level_name, Level), key=len),
    ),
    TableColumn(
        N_("Time"),
        lambda game: UNKNOWN if game.seconds is None else format_duration(game.seconds),
        lambda game: game.seconds,
        lambda: "10:00:00",
        is_number=True,
    ),
    TableColumn(
        N_("Moves"),
        lambda game: long_number(game.moves) if game.moves else UNKNOWN,
        lambda game: game.moves or None,
        lambda: long_number(10_000),
        is_number=True,
        tip=N_("Moves that were not undone"),
    ),
    TableColumn(
        N_("Help"),
        _help,
        lambda game: (_HELP_RANKS[game.help], game.hints),
        lambda: _("solution shown"),
    ),
)


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
        if role == Qt.ItemDataRole.ToolTipRole and COLUMNS[section].tip:
            return translated(COLUMNS[section].tip)
        return _shown(COLUMNS[section], lambda column: translated(column.title), role)

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
        widths = list(map(self.view.columnWidth, range(len(COLUMNS))))
        whole = sum(widths) - widths[PUZZLE] + round(LEAST_TITLE * text_growth())
        self._broad = {MOVES: whole, HELP: whole - widths[MOVES]}
        self.view.selectionModel().selectionChanged.connect(self._show_selection)
        self.view.activated.connect(lambda: self._review())
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._show_menu)
        self.note = muted("", wraps=True)
        self.review_button = dialog_button(
            _("Review"), _("See guesses, mistakes and pauses of this game")
        )
        self.replay_button = dialog_button(_("Replay"), _("See all moves of this game again"))
        self.puzzle_button = dialog_button(
            _("Open puzzle"), _("Play this puzzle, or go on with it")
        )
        self.review_button.clicked.connect(self._review)
        self.replay_button.clicked.connect(lambda: self.replay_requested.emit(self.selected))
        self.puzzle_button.clicked.connect(lambda: self.puzzle_requested.emit(self.selected))
        self._buttons = (self.review_button, self.replay_button, self.puzzle_button)
        row = filled(spaced(QHBoxLayout(), 8), self.note, *self._buttons, broad=self.note)
        layout = spaced(QVBoxLayout(self), 10, (0, 12, 0, 0))
        filled(layout, self.view, row, broad=self.view)
        self._show_selection()

    @property
    def selected(self) -> GameResult | None:
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
        for column, broad in self._broad.items():
            self.view.setColumnHidden(column, self.width() < broad)

    def _show_selection(self) -> None:
        game = self.selected
        can_be_reviewed = game is not None and game.game in self._reviewable
        self.puzzle_button.setEnabled(game is not None)
        for button in (self.review_button, self.replay_button):
            button.setEnabled(can_be_reviewed)
        count = self.table.rowCount()
        games = ngettext("{n} game", "{n} games", count).format(n=long_number(count))
        no_moves = game is not None and not can_be_reviewed
        self.note.setText(translated(NO_MOVES) if no_moves else games)

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


def _table_view(table: GamesTable) -> QTableView:
    """A view in which whole rows are selected, one at a time."""
    view = QTableView()
    view.setObjectName("games")
    view.setAccessibleName(_("Games"))
    view.setModel(table)
    view.setShowGrid(False)
    view.setWordWrap(False)
    view.setTabKeyNavigation(False)
    view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    view.setFont(number_font(view))
    view.verticalHeader().hide()
    view.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    view.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
    header = view.horizontalHeader()
    header.setHighlightSections(False)
    header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    header.setSectionResizeMode(PUZZLE, QHeaderView.ResizeMode.Stretch)
    for number, column in enumerate(COLUMNS):
        advance = view.fontMetrics().horizontalAdvance
        arrow = round(ARROW * text_growth())
        width = max(advance(column.widest()), advance(translated(column.title)) + arrow)
        header.resizeSection(number, width + CELL_PADDING)
    view.setSortingEnabled(True)
    view.sortByColumn(ENDED, Qt.SortOrder.DescendingOrder)
    return view


class TechniquesPage(QWidget):
    """A row for each technique, with the last attempts at it and a button to practise it."""

    practice_requested = Signal(object)
    """The name of a technique; None if the program is to choose."""

    def __init__(self, mastery: Mapping[str, Mastery], theme: Theme) -> None:
        """``mastery`` is that of each technique that was practised."""
        super().__init__()
        card = QFrame()
        card.setObjectName("card")
        rows = (self._row(topic, mastery.get(topic.name, Mastery()), theme) for topic in TOPICS)
        filled(spaced(QVBoxLayout(card), 0), *rows)
        contents = ScrollingContents(filled(QVBoxLayout(), card, None))
        layout = spaced(QVBoxLayout(self), 10, (0, 12, 0, 0))
        filled(layout, self._header(mastery), contents, broad=contents)

    def _header(self, mastery: Mapping[str, Mastery]) -> QHBoxLayout:
        known = sum(each.mastered for each in mastery.values())
        practicable = sum(not topic.too_rare for topic in TOPICS)
        title = _("{known} of {total} techniques mastered")
        title = title.format(known=known, total=practicable)
        explanation = _(
            "Mastered: {n} of the last {total} exercises were right. “Choose for me” soon repeats "
            "what you missed."
        )
        about = muted(explanation.format(n=MASTERED, total=RECENT))
        texts = filled(spaced(QVBoxLayout(), 3), heading(title), about)
        button = self._button(_("Choose for me"), _("Practise what is due"), None)
        return filled(spaced(QHBoxLayout(), 16), texts, button, broad=texts)

    def _row(self, topic: Topic, mastery: Mastery, theme: Theme) -> QHBoxLayout:
        about = muted(" · ".join((shown_level(topic.level), topic.too_rare or mastery.text)))
        texts = filled(spaced(QVBoxLayout(), 1), heading(topic.label), about)
        row = filled(spaced(QHBoxLayout(), 16, (16, 6, 12, 6)), texts, broad=texts)
        if not topic.too_rare:
            signs = ScoreSigns()
            signs.show_results(mastery.recent, RECENT)
            signs.set_theme(theme)
            tip = _("Practise “{technique}”").format(technique=topic.label)
            filled(row, signs, self._button(_("Practise"), tip, topic.name))
        return row

    def _button(self, text: str, tip: str, technique: str | None) -> QPushButton:
        button = dialog_button(text, tip)
        button.setAccessibleName(tip)
        button.clicked.connect(partial(self.practice_requested.emit, technique))
        return button


WANTED_SIZE = QSize(1000, 704)
MARGIN = 24

BROAD_SCREEN = 860
"""A screen of this width, in pixels, has room for the charts beside the table."""

OVERVIEW, TECHNIQUES = 0, 2
"""The numbers of the pages that are made for some records and a theme."""

NO_GAMES = N_("No games yet")
NO_GAMES_DETAILS = N_("Solve a puzzle, and its time appears here. Lessons do not count.")


@dataclass(frozen=True, slots=True)
class Records:
    """Everything that the dialog shows.

    ``games`` are the results of all games but lessons, the newest first, and ``reviewable`` those
    of them whose moves are stored. ``has_any`` says whether there is anything to delete.
    """

    overview: Overview
    games: Sequence[GameResult]
    reviewable: frozenset[GameId]
    mastery: Mapping[str, Mastery]
    has_any: bool

    @classmethod
    def of(cls, store: GameStore, today: date) -> Records:
        """Compute and read everything, which takes a while after many games."""
        results, mastery = store.results.all(), store.practice.mastery()
        return cls(
            Overview.of(store, today),
            [each for each in reversed(results) if each.origin is not Origin.LESSON],
            store.reviewable_games(),
            mastery,
            bool(results or mastery),
        )


class StatisticsDialog(FittingDialog):
    """Shows the records as soon as they are known; until then, the dialog is empty."""

    practice_requested = Signal(object)
    """The name of a technique to practise; None if the program is to choose."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(_("Statistics"), parent, WANTED_SIZE)
        self._theme = theme
        self._records: Records | None = None
        self._outdated: set[int] = set()
        self.games = GamesPage()
        self.tabs = QTabWidget()
        for page, title in (
            (QWidget(), _("Overview")),
            (self.games, _("Games")),
            (QWidget(), _("Techniques")),
        ):
            self.tabs.addTab(page, title)
        self.tabs.currentChanged.connect(self._update_page)
        self.export_button = dialog_button(_("Export…"))
        self.delete_button = dialog_button(_("Delete all results…"))
        self.backup_button = dialog_button(_("Back up everything…"))
        self.restore_button = dialog_button(_("Restore…"))
        self.note = muted("", wraps=True)
        for button in (self.export_button, self.delete_button):
            button.setEnabled(False)
        layout = spaced(QVBoxLayout(self), 16, DIALOG_MARGINS)
        filled(layout, self.tabs, self._footer(), broad=self.tabs)

    @property
    def texts(self) -> list[str]:
        """Everything that is said on the page that is shown."""
        return [label.text() for label in self.tabs.currentWidget().findChildren(QLabel)]

    def show_records(self, records: Records) -> None:
        self._records = records
        self._update_pages()
        self.games.show_games(records.games, records.reviewable)
        self.export_button.setEnabled(bool(records.overview.statistics.games or records.games))
        self.delete_button.setEnabled(records.has_any)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        if self._records is not None:
            self._update_pages()

    def _update_pages(self) -> None:
        """Make the page that is shown, and the others once they are shown: it takes a while."""
        self._outdated = {OVERVIEW, TECHNIQUES}
        self._update_page(self.tabs.currentIndex())

    def _update_page(self, number: int) -> None:
        if number in self._outdated:
            assert self._records is not None
            self._outdated.remove(number)
            make = self._overview if number == OVERVIEW else self._techniques
            self._replace(number, make(self._records))

    def _overview(self, records: Records) -> QWidget:
        if not records.overview.statistics.games:
            return _no_games()
        is_broad = room_for(self).width() >= BROAD_SCREEN * text_growth()
        return OverviewPage(records.overview, self._theme, is_broad)

    def _techniques(self, records: Records) -> QWidget:
        page = TechniquesPage(records.mastery, self._theme)
        page.practice_requested.connect(self.practice_requested)
        return page

    def _replace(self, number: int, page: QWidget) -> None:
        """Put another page in the place of one; the page that is shown stays in sight."""
        shown, before = self.tabs.currentIndex(), self.tabs.widget(number)
        title = self.tabs.tabText(number)
        with QSignalBlocker(self.tabs):
            self.tabs.removeTab(number)
            self.tabs.insertTab(number, page, title)
            self.tabs.setCurrentIndex(shown)
        if before is not None:
            before.deleteLater()

    def _footer(self) -> QHBoxLayout:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        own = self.export_button, self.delete_button, self.backup_button, self.restore_button
        return filled(spaced(QHBoxLayout(), 8), *own, 8, self.note, buttons, broad=self.note)


def _no_games() -> QWidget:
    page = QWidget()
    column = QVBoxLayout(page)
    column.addStretch()
    for label in (heading(translated(NO_GAMES)), muted(translated(NO_GAMES_DETAILS))):
        label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column.addWidget(label)
    column.addStretch()
    return page
