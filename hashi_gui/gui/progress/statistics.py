"""The dialog of the statistics, and its page about techniques."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from hashi_gui.core.i18n import _
from hashi_gui.game import GameStore
from hashi_gui.game.mastery import MASTERED, RECENT, Mastery
from hashi_gui.game.result import GameId, GameResult, Origin
from hashi_gui.gui.progress.games_page import GamesPage
from hashi_gui.gui.progress.statistics_overview import Overview, OverviewPage
from hashi_gui.gui.teaching.practice_bar import ScoreSigns
from hashi_gui.gui.widgets.controls import dialog_button, heading, muted
from hashi_gui.gui.widgets.dialogs import DIALOG_MARGINS, FittingDialog, ScrollingContents, room_for
from hashi_gui.logic.teaching.practice import TOPICS, Topic
from hashi_gui.rendering.theme import Theme

EXPLANATION = (
    f"Mastered: {MASTERED} of the last {RECENT} exercises were right. "
    "“Choose for me” soon repeats what you missed."
)


class TechniquesPage(QWidget):
    """A row for each technique, with the last attempts at it and a button to practise it."""

    practice_requested = Signal(object)
    """The name of a technique; None if the program is to choose."""

    def __init__(self, mastery: Mapping[str, Mastery], theme: Theme) -> None:
        """``mastery`` is that of each technique that was practised."""
        super().__init__()
        rows = QVBoxLayout()
        rows.setSpacing(0)
        card = QFrame()
        card.setObjectName("card")
        card.setLayout(rows)
        for topic in TOPICS:
            rows.addLayout(self._row(topic, mastery.get(topic.name, Mastery()), theme))
        contents = QVBoxLayout()
        contents.addWidget(card)
        contents.addStretch()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 12, 0, 0)
        layout.setSpacing(10)
        layout.addLayout(self._header(mastery))
        layout.addWidget(ScrollingContents(contents), 1)

    def _header(self, mastery: Mapping[str, Mastery]) -> QHBoxLayout:
        known = sum(each.mastered for each in mastery.values())
        practicable = sum(not topic.too_rare for topic in TOPICS)
        texts = QVBoxLayout()
        texts.setSpacing(3)
        texts.addWidget(
            heading(
                _("{known} of {total} techniques mastered").format(known=known, total=practicable)
            )
        )
        texts.addWidget(muted(EXPLANATION))
        row = QHBoxLayout()
        row.setSpacing(16)
        row.addLayout(texts, 1)
        row.addWidget(self._button(_("Choose for me"), _("Practise what is due"), None))
        return row

    def _row(self, topic: Topic, mastery: Mastery, theme: Theme) -> QHBoxLayout:
        texts = QVBoxLayout()
        texts.setSpacing(1)
        texts.addWidget(heading(topic.name))
        texts.addWidget(muted(f"{topic.level} · {topic.too_rare or mastery.text}"))
        row = QHBoxLayout()
        row.setContentsMargins(16, 6, 12, 6)
        row.setSpacing(16)
        row.addLayout(texts, 1)
        if not topic.too_rare:
            signs = ScoreSigns()
            signs.show_results(mastery.recent, RECENT)
            signs.set_theme(theme)
            row.addWidget(signs)
            row.addWidget(
                self._button(
                    _("Practise"),
                    _("Practise “{technique}”").format(technique=topic.name),
                    topic.name,
                )
            )
        return row

    def _button(self, text: str, tip: str, technique: str | None) -> QPushButton:
        button = dialog_button(text, tip)
        button.setAccessibleName(tip)
        button.clicked.connect(partial(self.practice_requested.emit, technique))
        return button


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
