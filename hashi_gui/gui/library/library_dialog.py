"""The dialog for choosing a puzzle of the library."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QListWidgetItem,
    QMenu,
    QProgressBar,
    QStyledItemDelegate,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _
from hashi_gui.core.puzzle import MAX_SIDE
from hashi_gui.core.wording import shorten
from hashi_gui.formats import Document
from hashi_gui.game import GameStore, statistics
from hashi_gui.game.library import categories, library_document
from hashi_gui.game.result import GameResult, Origin
from hashi_gui.game.store import puzzle_key
from hashi_gui.gui.library.library_cards import Card, CardList, PackCard, pack_cards, shipped_cards
from hashi_gui.gui.library.packs import ExportForm
from hashi_gui.gui.widgets.controls import (
    FIELD_HEIGHT,
    dialog_button,
    filled,
    menu_text,
    muted,
    plain,
    spaced,
)
from hashi_gui.gui.widgets.dialogs import DIALOG_MARGINS, FittingDialog
from hashi_gui.packs.pack import PackProgress
from hashi_gui.rendering.theme import Theme

WANTED_SIZE = QSize(930, 720)

MAX_TAB = 24
"""The most characters of a title that a tab shows."""

SIZES = {"All sizes": range(1, MAX_SIDE + 1), **statistics.SIZES}
"""The sizes to choose from, each with the lengths of the longer side."""

REVIEW = "Review your game"

NONE_OF_THIS_SIZE = "No puzzles of this size here."


class PackBar(QWidget):
    """Shows how much of a pack is solved, with buttons to change it."""

    export_pressed = Signal(ExportForm)

    def __init__(self) -> None:
        super().__init__()
        self.progress = muted("")
        self.rename_button = dialog_button(_("Rename…"))
        self.export_button = dialog_button(_("Export"))
        menu = QMenu(self)
        for form in ExportForm:
            menu.addAction(form).triggered.connect(partial(self.export_pressed.emit, form))
        self.export_button.setMenu(menu)
        self.remove_button = dialog_button(_("Remove…"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        buttons = self.rename_button, self.export_button, self.remove_button
        filled(row, self.progress, *buttons, broad=self.progress)


class TaskBar(QWidget):
    """Shows what takes a while, with a button to stop it; hidden if there is nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.text = QLabel()
        self._progress = QProgressBar(textVisible=False)
        self._progress.setFixedWidth(110)
        self.stop_button = dialog_button(_("Stop"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        filled(row, self.text, self._progress, self.stop_button, broad=self.text)
        self.show_activity("")

    def show_activity(self, text: str, done: int = 0, total: int = 0) -> None:
        """Show how much is done out of a total, 0 if that is not known; "" hides everything."""
        self.text.setText(text)
        self._progress.setRange(0, total)
        self._progress.setValue(done)
        self.setVisible(bool(text))


class LibraryDialog(FittingDialog):
    """Shows the puzzles of one category or pack at a time, each with a thumbnail.

    ``chosen`` is the document of the selected puzzle; None if none was selected. Packs are there
    after :meth:`show_packs`.
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
        super().__init__("Library", parent, WANTED_SIZE)
        self.chosen: Document | None = None
        self._categories = categories()
        self._all_progress: list[PackProgress] = []
        self._in_play = _key_of(in_play)
        self._awaited = category
        self._store = store
        self.tabs = QTabBar(expanding=False, drawBase=False)
        self.tabs.setElideMode(Qt.TextElideMode.ElideNone)
        self.tabs.setUsesScrollButtons(True)
        for name in self._categories:
            self.tabs.addTab(name)
        self.sizes = QComboBox()
        self.sizes.setItemDelegate(QStyledItemDelegate(self))
        self.sizes.setMinimumHeight(FIELD_HEIGHT)
        self.sizes.addItems(list(SIZES))
        self.pack_bar = PackBar()
        self.task_bar = TaskBar()
        self._calibration = store.results.calibration
        self.list = CardList[Card](theme, self._calibration)
        self.list.itemActivated.connect(self._choose)
        self.list.currentItemChanged.connect(self._offer_review)
        self.list.filled.connect(self._explain)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._show_menu)
        self.import_button = dialog_button("Import pack")
        self.import_button.setMenu(self._import_menu())
        self.review_button = dialog_button(REVIEW)
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
            *self._categories,
            *(pack_progress.pack.title for pack_progress in self._all_progress),
        ]

    @property
    def pack_progress(self) -> PackProgress | None:
        """The pack that is shown; None if it is a category."""
        index = self.tabs.currentIndex() - len(self._categories)
        return self._all_progress[index] if 0 <= index < len(self._all_progress) else None

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
        while self.tabs.count() > len(self._categories):
            self.tabs.removeTab(self.tabs.count() - 1)
        self._all_progress = list(all_progress)
        for pack_progress in all_progress:
            tab = self.tabs.addTab(menu_text(shorten(pack_progress.pack.title, MAX_TAB)))
            self.tabs.setTabToolTip(tab, plain(pack_progress.pack.title))
        self._select(awaited)
        self.tabs.blockSignals(False)
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
        """Say what has come of a change of the packs."""
        self.message.setText(text)
        self.message.setVisible(bool(text))

    def set_busy(self, busy: bool) -> None:
        """Let packs be changed only while nothing else changes them."""
        for widget in (self.pack_bar, self.import_button):
            widget.setEnabled(not busy)

    def _arrange(self) -> None:
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Open | QDialogButtonBox.StandardButton.Cancel
        )
        buttons.accepted.connect(lambda: self._choose(self.list.currentItem()))
        buttons.rejected.connect(self.reject)
        head = filled(QHBoxLayout(), self.tabs, self.sizes, broad=self.tabs)
        in_foot = self.import_button, self.note, self.review_button, buttons
        foot = filled(QHBoxLayout(), *in_foot, broad=self.note)
        layout = spaced(QVBoxLayout(self), 8, DIALOG_MARGINS)
        parts = head, self.pack_bar, self.list, self.message, self.task_bar, foot
        filled(layout, *parts, broad=self.list)

    def _import_menu(self) -> QMenu:
        menu = QMenu(self)
        for text, folder in (("A file or list…", False), ("A folder…", True)):
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
        self._show_category()

    def _show_category(self) -> None:
        self.note.clear()
        pack_progress = self.pack_progress
        self.pack_bar.setVisible(pack_progress is not None)
        if pack_progress is not None:
            self.pack_bar.progress.setText(pack_progress.progress_text)
        self.list.show_cards(self._cards(pack_progress), self._in_play)

    def _cards(self, pack_progress: PackProgress | None) -> Iterator[Card]:
        """The cards of the pack, or else of the category, that have the chosen size."""
        sides = SIZES[self.sizes.currentText()]
        if pack_progress is None:
            cards = shipped_cards(self._categories.get(self.category, ()), self._store)
        else:
            cards = pack_cards(pack_progress, self._store)
        return (card for card in cards if card.longer_side in sides)

    def _explain(self) -> None:
        """Say why the list is empty, or what the times in it mean."""
        if not self.list.count():
            self.note.setText(NONE_OF_THIS_SIZE)
        elif self.list.shows_times:
            self.note.setText(self._calibration.explanation)

    def _latest_result(self) -> GameResult | None:
        """The result of the latest game on the selected puzzle; None also for a lesson."""
        card = self.list.card_of(self.list.currentItem())
        result = self._store.results.latest(card.key) if card else None
        return None if result is None or result.origin is Origin.LESSON else result

    def _offer_review(self) -> None:
        self.review_button.setVisible(self._latest_result() is not None)

    def _review(self) -> None:
        self.review_requested.emit(self._latest_result())

    def _show_menu(self, place: QPoint) -> None:
        item = self.list.itemAt(place)
        if item is not None:
            menu = QMenu(self)
            menu.addAction("Open").triggered.connect(lambda: self._choose(item))
            if self._latest_result() is not None:
                menu.addAction(REVIEW).triggered.connect(self._review)
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
