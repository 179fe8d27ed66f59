"""The dialog with the statistics of all games: figures, the games themselves, techniques."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from hashi_gui.core.i18n import _
from hashi_gui.game import GameStore
from hashi_gui.game.mastery import Mastery
from hashi_gui.game.result import GameId, GameResult, Origin
from hashi_gui.gui.progress.games_page import GamesPage
from hashi_gui.gui.progress.statistics_overview import Overview, OverviewPage
from hashi_gui.gui.progress.techniques_page import TechniquesPage
from hashi_gui.gui.widgets.controls import dialog_button, heading, muted
from hashi_gui.gui.widgets.dialogs import DIALOG_MARGINS, FittingDialog, room_for
from hashi_gui.rendering.theme import Theme

WANTED_SIZE = QSize(1000, 704)
MARGIN = 24

BROAD = 860
"""A screen of this width, in pixels, has room for the charts beside the table."""

OVERVIEW, TECHNIQUES = 0, 2
"""The numbers of the pages that are made for some records and a theme."""

NO_GAMES = "No games yet"
NO_GAMES_DETAILS = "Solve a puzzle, and its time appears here. Lessons do not count."


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
        self.note = muted("")
        for button in (self.export_button, self.delete_button):
            button.setEnabled(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(*DIALOG_MARGINS)
        layout.setSpacing(16)
        layout.addWidget(self.tabs, 1)
        layout.addLayout(self._footer())

    @property
    def texts(self) -> list[str]:
        """Everything that is said on the page that is shown."""
        return [label.text() for label in self.tabs.currentWidget().findChildren(QLabel)]

    def show_records(self, records: Records) -> None:
        """Show other records."""
        self._records = records
        self._update_pages()
        self.games.show_games(records.games, records.reviewable)
        self.export_button.setEnabled(bool(records.overview.statistics.games or records.games))
        self.delete_button.setEnabled(records.has_any)

    def set_theme(self, theme: Theme) -> None:
        """Draw everything in the colours of another theme."""
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
        return OverviewPage(records.overview, self._theme, room_for(self).width() >= BROAD)

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
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.export_button)
        row.addWidget(self.delete_button)
        row.addSpacing(8)
        row.addWidget(self.note, 1)
        row.addWidget(buttons)
        return row


def _no_games() -> QWidget:
    page = QWidget()
    column = QVBoxLayout(page)
    column.addStretch()
    for label in (heading(NO_GAMES), muted(NO_GAMES_DETAILS)):
        label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column.addWidget(label)
    column.addStretch()
    return page
