"""The dialog for choosing a puzzle of the library."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QListWidgetItem,
    QMenu,
    QProgressBar,
    QSizePolicy,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import N_, _, translated
from hashi_gui.core.puzzle import MAX_SIDE
from hashi_gui.core.wording import long_number, shorten
from hashi_gui.formats import Document
from hashi_gui.game import GameStore, statistics
from hashi_gui.game.library import categories, category_label, library_document
from hashi_gui.game.result import GameResult, Origin
from hashi_gui.game.store import puzzle_key
from hashi_gui.gui.library.library_cards import (
    Card,
    CardList,
    GameCard,
    PackCard,
    pack_cards,
    shipped_cards,
)
from hashi_gui.gui.library.packs import ExportForm
from hashi_gui.gui.widgets.controls import (
    NO_MARGINS,
    ComboBox,
    dialog_button,
    filled,
    menu_text,
    muted,
    plain,
    search_field,
    spaced,
)
from hashi_gui.gui.widgets.dialogs import BUTTON_SPACING, DIALOG_MARGINS, FittingDialog
from hashi_gui.packs.pack import PackProgress
from hashi_gui.rendering.theme import Theme

WANTED_SIZE = QSize(930, 720)

MAX_TAB = 24
"""The most characters of a title that a tab shows."""

SIZES = {N_("All sizes"): range(1, MAX_SIDE + 1), **statistics.SIZES}
"""The sizes to choose from, each with the lengths of the longer side."""

MY_GAMES = N_("My games")
"""The name of the shelf with the saved games."""

REVIEW = N_("Review your game")

NONE_OF_THIS_SIZE = N_("No puzzles of this size here.")


class PackBar(QWidget):
    """Shows how much of a pack is solved, with buttons to change it."""

    export_pressed = Signal(ExportForm)

    def __init__(self) -> None:
        super().__init__()
        self.progress = muted("", wraps=True)
        self.rename_button = dialog_button(_("Rename…"))
        self.export_button = dialog_button(_("Export"))
        menu = QMenu(self)
        for form in ExportForm:
            menu.addAction(translated(form)).triggered.connect(
                partial(self.export_pressed.emit, form)
            )
        self.export_button.setMenu(menu)
        self.remove_button = dialog_button(_("Remove…"))
        buttons = self.rename_button, self.export_button, self.remove_button
        row = filled(QHBoxLayout(self), self.progress, *buttons, broad=self.progress)
        row.setContentsMargins(*NO_MARGINS)


class GamesBar(QWidget):
    """Finds saved games, deletes one, and brings back those that were deleted."""

    def __init__(self) -> None:
        super().__init__()
        self.search = search_field(_("Search by size, level, title or source"))
        self.undo_button = dialog_button(
            _("Undo delete"), _("Bring back the game that was deleted last (Ctrl+Z)")
        )
        self.delete_button = dialog_button(_("Delete"), _("Delete the selected game (Del)"))
        self.undo_button.setEnabled(False)
        row = spaced(QHBoxLayout(self), BUTTON_SPACING, NO_MARGINS)
        filled(row, self.search, self.undo_button, self.delete_button, broad=self.search)


class TaskBar(QWidget):
    """Shows what takes a while, with a button to stop it; hidden if there is nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.text = QLabel()
        self._progress = QProgressBar(textVisible=False)
        self._progress.setFixedWidth(110)
        self.stop_button = dialog_button(_("Stop"))
        parts = self.text, self._progress, self.stop_button
        filled(QHBoxLayout(self), *parts, broad=self.text).setContentsMargins(*NO_MARGINS)
        self.show_activity("")

    def show_activity(self, text: str, done: int = 0, total: int = 0) -> None:
        """Show how much is done out of a total, 0 if that is not known; "" hides everything."""
        self.text.setText(text)
        self._progress.setRange(0, total)
        self._progress.setValue(done)
        self.setVisible(bool(text))


class Shelves(QWidget):
    """Tabs in one row or, where they do not all fit, a list that opens."""

    def __init__(self, tabs: QTabBar) -> None:
        super().__init__()
        self._tabs, self.list = tabs, ComboBox()
        self.list.setAccessibleName(_("Puzzles"))
        self.list.setSizeAdjustPolicy(ComboBox.SizeAdjustPolicy.AdjustToContents)
        self.list.activated.connect(tabs.setCurrentIndex)
        tabs.currentChanged.connect(self.list.setCurrentIndex)
        tabs.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        filled(spaced(QHBoxLayout(self), 0, NO_MARGINS), tabs, self.list, None, broad=tabs)
        self.fit()

    def fit(self) -> None:
        """Show the tabs that there are now, all of them or one."""
        texts = [self._tabs.tabText(tab).replace("&&", "&") for tab in range(self._tabs.count())]
        if texts != [self.list.itemText(item) for item in range(self.list.count())]:
            self.list.clear()
            self.list.addItems(texts)
            self.list.setCurrentIndex(self._tabs.currentIndex())
        fits = self._tabs.sizeHint().width() <= self.width()
        self._tabs.setVisible(fits)
        self.list.setHidden(fits)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()


class LibraryDialog(FittingDialog):
    """Shows the puzzles of one category or pack at a time, or the games, each with a thumbnail.

    ``chosen`` is the document of the selected puzzle; None if none was selected. Packs are there
    after :meth:`show_packs`, games after :meth:`show_games`.
    """

    review_requested = Signal(object)
    """The player wants to see the latest game on a puzzle again; carries its GameResult."""
    import_requested = Signal(bool)
    """The player wants to import a pack: a folder if true, else a file."""

    def __init__(
        self,
        theme: Theme,
        store: GameStore,
        category: str = "",
        in_play: Path | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """Show the category of the puzzle ``in_play`` first, if it is in the library.

        Otherwise show ``category``, or the first one as long as it does not exist; instead of a
        category in which all is solved the next one.
        """
        super().__init__(_("Library"), parent, WANTED_SIZE)
        self.chosen: Document | None = None
        self._categories = categories()
        self._shelves = [MY_GAMES, *self._categories]
        self._games: list[GameCard] = []
        self._all_read = False
        self.game_in_play = ""
        """The key of the saved game that is selected at first; empty for the one on top."""
        self._all_progress: list[PackProgress] = []
        self._in_play = _key_of(in_play)
        self._awaited = category
        self._store = store
        self.tabs = QTabBar(expanding=False, drawBase=False)
        for name in (_("My games"), *map(category_label, self._categories)):
            self.tabs.addTab(name)
        self.shelves = Shelves(self.tabs)
        self.sizes = ComboBox()
        self.sizes.setAccessibleName(_("Size"))
        self.sizes.addItems(list(map(translated, SIZES)))
        self.pack_bar, self.games_bar = PackBar(), GamesBar()
        self.task_bar = TaskBar()
        self._calibration = store.results.calibration
        self.list = CardList[Card](theme, self._calibration)
        self.list.setAccessibleName(_("Puzzles"))
        self.list.itemActivated.connect(self._choose)
        self.list.currentItemChanged.connect(self._show_possible)
        self.list.filled.connect(self._explain)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._show_menu)
        self.import_button = dialog_button(_("Import pack"))
        self.import_button.setMenu(self._import_menu())
        self.review_button = dialog_button(translated(REVIEW))
        self.review_button.clicked.connect(self._review)
        self.review_button.hide()
        self.note = muted("", wraps=True)
        self.message = QLabel(wordWrap=True)
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.message.hide()
        self._arrange()
        self._show_first(category, in_play)
        self.tabs.currentChanged.connect(self._on_tab_changed)
        self.sizes.currentIndexChanged.connect(self._show_category)
        self.games_bar.search.textChanged.connect(self._show_category)
        self._add_keys()
        self._show_category()
        self.list.setFocus()

    @property
    def category(self) -> str:
        """The name of the category, or the title of the pack, that is shown."""
        return self._names[self.tabs.currentIndex()]

    @property
    def _names(self) -> list[str]:
        """The names of all tabs, of which long ones are not shown in full."""
        return [
            *self._shelves,
            *(pack_progress.pack.title for pack_progress in self._all_progress),
        ]

    @property
    def pack_progress(self) -> PackProgress | None:
        """The pack that is shown; None if it is a category."""
        index = self.tabs.currentIndex() - len(self._shelves)
        return self._all_progress[index] if 0 <= index < len(self._all_progress) else None

    @property
    def game(self) -> GameCard | None:
        """The saved game that is selected; None if there is none."""
        card = self.list.card_of(self.list.currentItem())
        return card if isinstance(card, GameCard) else None

    @property
    def shows_games(self) -> bool:
        return self.tabs.currentIndex() == 0

    def show_games(
        self, games: Iterable[GameCard], selected: str = "", *, all_read: bool = True
    ) -> None:
        """Show these saved games on their shelf; the one with the key ``selected`` is selected."""
        before, self._all_read = self._wanted_games(), all_read
        self._games = sorted(games, key=lambda game: (game.is_finished, -game.changed))
        if not self.shows_games:
            return
        after = self._wanted_games()
        rest = after[len(before) :]
        if before and after == before + rest and all(game.key != selected for game in rest):
            self.list.add_cards(iter(rest))
        else:
            self._show_category(selected=selected)

    def remove_game(self, key: str) -> None:
        self._games = [game for game in self._games if game.key != key]
        self.list.remove_card(key)
        self._explain()

    def show_packs(
        self, all_progress: Sequence[PackProgress], in_play: str = "", shown: str = ""
    ) -> None:
        """Show these packs beside the categories.

        ``in_play`` is the key of the puzzle in play, if it is one of a pack. The pack with the
        title ``shown`` is brought to the front.
        """
        before, awaited = self.pack_progress, shown or self._awaited or self.category
        self._in_play = in_play or self._in_play
        self.tabs.blockSignals(True)
        while self.tabs.count() > len(self._shelves):
            self.tabs.removeTab(self.tabs.count() - 1)
        self._all_progress = list(all_progress)
        for pack_progress in all_progress:
            tab = self.tabs.addTab(menu_text(shorten(pack_progress.pack.title, MAX_TAB)))
            self.tabs.setTabToolTip(tab, plain(pack_progress.pack.title))
        self._select(awaited)
        self.tabs.blockSignals(False)
        self.shelves.fit()
        self._awaited = ""
        if before is None and self.pack_progress is None:
            return
        self._show_category()

    def puzzles_examined(self, pack_progress: PackProgress, indexes: Iterable[int]) -> None:
        """Show what has become known of puzzles; ``pack_progress`` has it already."""
        shown = self.pack_progress
        for number, known in enumerate(self._all_progress):
            if known.pack.name == pack_progress.pack.name:
                self._all_progress[number] = pack_progress
        if shown is not None and shown.pack.name == pack_progress.pack.name:
            for index in indexes:
                self.list.replace_card(PackCard(pack_progress, index, self._store))

    def show_message(self, text: str) -> None:
        """Say what has come of a change of packs or games."""
        self.message.setText(text)
        self.message.setVisible(bool(text))

    def set_busy(self, busy: bool) -> None:
        """Let packs be changed only while nothing else changes them."""
        focused = self.focusWidget()
        for widget in (self.pack_bar, self.import_button):
            widget.setEnabled(not busy)
        if self.focusWidget() is not focused:
            self.list.setFocus()  # Else Enter would press Cancel.

    def _arrange(self) -> None:
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Open | QDialogButtonBox.StandardButton.Cancel
        )
        self._open_button = buttons.button(QDialogButtonBox.StandardButton.Open)
        buttons.accepted.connect(lambda: self._choose(self.list.currentItem()))
        buttons.rejected.connect(self.reject)
        head = filled(QHBoxLayout(), self.shelves, self.sizes, broad=self.shelves)
        in_foot = self.import_button, self.note, self.review_button, buttons
        foot = filled(QHBoxLayout(), *in_foot, broad=self.note)
        layout = spaced(QVBoxLayout(self), 8, DIALOG_MARGINS)
        bars = self.pack_bar, self.games_bar
        parts = head, *bars, self.list, self.message, self.task_bar, foot
        filled(layout, *parts, broad=self.list)

    def _add_keys(self) -> None:
        bar, in_widget = self.games_bar, Qt.ShortcutContext.WidgetShortcut
        QShortcut(QKeySequence(QKeySequence.StandardKey.Find), bar, bar.search.setFocus)
        QShortcut(QKeySequence("Down"), bar.search, self.list.setFocus, context=in_widget)
        for keys, button in (
            ("Del", bar.delete_button),
            ("Backspace", bar.delete_button),
            ("Ctrl+Z", bar.undo_button),
        ):
            QShortcut(QKeySequence(keys), self.list, button.click, context=in_widget)

    def _import_menu(self) -> QMenu:
        menu = QMenu(self)
        for text, folder in ((_("A file or list…"), False), (_("A folder…"), True)):
            menu.addAction(text).triggered.connect(partial(self.import_requested.emit, folder))
        return menu

    def _show_first(self, category: str, in_play: Path | None) -> None:
        for name, files in self._categories.items():
            if in_play in files:
                category = name
        names = list(self._categories)
        while category in names[:-1] and self._all_solved(category):
            category = names[names.index(category) + 1]
        if category in names:
            self._awaited = ""
        self.tabs.setCurrentIndex(1)
        self._select(category)

    def _all_solved(self, category: str) -> bool:
        documents = map(library_document, self._categories[category])
        return all(self._store.was_solved(each.puzzle) for each in documents if each)

    def _select(self, name: str) -> None:
        """Select the tab with a name, if there is one."""
        if name in self._names:
            self.tabs.setCurrentIndex(self._names.index(name))

    def _on_tab_changed(self) -> None:
        self._awaited = ""
        self.show_message("")
        self._show_category()

    def _show_category(self, *_: object, selected: str = "") -> None:
        self.note.clear()
        pack_progress = self.pack_progress
        self.pack_bar.setVisible(pack_progress is not None)
        self.games_bar.setVisible(self.shows_games)
        self.games_bar.setEnabled(self.shows_games)  # Or its keys would work.
        self.import_button.setHidden(self.shows_games)
        if pack_progress is not None:
            self.pack_bar.progress.setText(pack_progress.progress_text)
        in_play = self.game_in_play if self.shows_games else self._in_play
        self.list.show_cards(self._cards(pack_progress), selected or in_play)
        self._show_possible()

    def _wanted_games(self) -> list[GameCard]:
        """The saved games that have the chosen size, and match what is looked for."""
        sides, words = self._sides, self.games_bar.search.text()
        return [game for game in self._games if game.longer_side in sides and game.matches(words)]

    @property
    def _sides(self) -> range:
        """The chosen lengths of the longer side."""
        return tuple(SIZES.values())[self.sizes.currentIndex()]

    def _cards(self, pack_progress: PackProgress | None) -> Iterator[Card]:
        """The cards of the shelf that have the chosen size."""
        if self.shows_games:
            return iter(self._wanted_games())
        sides = self._sides
        if pack_progress is None:
            cards = shipped_cards(self._categories.get(self.category, ()), self._store)
        else:
            cards = pack_cards(pack_progress, self._store)
        return (card for card in cards if card.longer_side in sides)

    def _explain(self) -> None:
        """Say why the list is empty, how many games it has, or what the times in it mean."""
        if self.shows_games:
            self.note.setText(self._games_text())
        elif not self.list.count():
            self.note.setText(translated(NONE_OF_THIS_SIZE))
        elif self.list.shows_times:
            self.note.setText(self._calibration.explanation)

    def _latest_result(self) -> GameResult | None:
        """The result of the latest game on the selected puzzle; None also for a lesson."""
        card = self.list.card_of(self.list.currentItem())
        result = self._store.results.latest(card.key) if card else None
        return None if result is None or result.origin is Origin.LESSON else result

    def _games_text(self) -> str:
        if not self._all_read:
            return _("Reading your games…")
        if not self._games:
            return _("Nothing yet: every game that you begin is kept here.")
        if not self.list.count():
            return _("None of your games is like this.")
        open_games = sum(not game.is_finished for game in self._wanted_games())
        return _("{open} to finish, {finished} finished").format(
            open=long_number(open_games), finished=long_number(self.list.count() - open_games)
        )

    def _show_possible(self) -> None:
        """Offer what can be done with the selected puzzle."""
        self.review_button.setVisible(self._latest_result() is not None)
        self._open_button.setEnabled(self.list.currentItem() is not None)
        self.games_bar.delete_button.setEnabled(self.game is not None)

    def _review(self) -> None:
        self.review_requested.emit(self._latest_result())

    def _show_menu(self, place: QPoint) -> None:
        item = self.list.itemAt(place)
        if item is not None:
            menu = QMenu(self)
            menu.addAction(_("Open")).triggered.connect(lambda: self._choose(item))
            if self._latest_result() is not None:
                menu.addAction(translated(REVIEW)).triggered.connect(self._review)
            if self.game is not None:
                menu.addAction(_("Delete")).triggered.connect(self.games_bar.delete_button.click)
            menu.exec(self.list.viewport().mapToGlobal(place))
            menu.deleteLater()

    def _choose(self, item: QListWidgetItem | None) -> None:
        card = self.list.card_of(item)
        if card is None:
            return
        try:
            self.chosen = card.document()
        except HashiError as error:
            self.show_message(error.plain)
        else:
            self.accept()


def _key_of(file: Path | None) -> str:
    """The key of the puzzle in a file of the library; empty if there is none."""
    document = None if file is None else library_document(file)
    return "" if document is None else puzzle_key(document.puzzle)
