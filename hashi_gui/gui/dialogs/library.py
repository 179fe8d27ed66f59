"""The dialog for choosing a puzzle of the library."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QListView,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QStyledItemDelegate,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from hashi_gui.core.puzzle import MAX_SIDE
from hashi_gui.core.wording import format_duration
from hashi_gui.formats import Document
from hashi_gui.game import GameStore, sizes
from hashi_gui.game.library import categories, library_document
from hashi_gui.game.result import Origin, Result
from hashi_gui.gui.dialogs.fitting import FittingDialog
from hashi_gui.gui.dialogs.generator_options import FIELD_HEIGHT
from hashi_gui.gui.dialogs.thumbnail import thumbnail
from hashi_gui.rendering.theme import Theme

WANTED_SIZE = QSize(930, 720)
THUMBNAIL_SIZE = QSize(172, 172)
CARD_SIZE = QSize(212, 268)

SIZES = {"All sizes": range(1, MAX_SIDE + 1), **sizes.SIZES}
"""The sizes to choose from, each with the lengths of the longer side."""

REVIEW = "Review your game"

NONE_OF_THIS_SIZE = "There is no puzzle of this size here."


class LibraryDialog(FittingDialog):
    """Shows the puzzles of one category at a time, each with a thumbnail.

    ``chosen`` is the selected file; None if none was.
    """

    review_requested = Signal(object)
    """The player wants to see the latest game on a puzzle again; carries its Result."""

    def __init__(
        self,
        theme: Theme,
        store: GameStore,
        category: str = "",
        in_play: Path | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """Show the file of the puzzle ``in_play`` first, if it is in the library.

        Otherwise show ``category``, or the first one if it does not exist.
        """
        super().__init__("Library", parent, WANTED_SIZE)
        self.chosen: Path | None = None
        self._categories = categories()
        self._in_play = in_play
        self._theme = theme
        self._store = store
        self._calibration = store.results.calibration
        self.tabs = QTabBar(expanding=False, drawBase=False)
        for name in self._categories:
            self.tabs.addTab(name)
        self.sizes = QComboBox()
        self.sizes.setItemDelegate(QStyledItemDelegate(self))
        self.sizes.setMinimumHeight(FIELD_HEIGHT)
        self.sizes.addItems(list(SIZES))
        self.list = _card_list()
        self.list.itemActivated.connect(self._choose)
        self.list.currentItemChanged.connect(self._offer_review)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._show_menu)
        self.review_button = QPushButton(REVIEW)
        self.review_button.setAutoDefault(False)
        self.review_button.clicked.connect(self._review)
        self.review_button.hide()
        self.note = QLabel(wordWrap=True)
        self.note.setObjectName("muted")
        self._missing_cards: list[Path] = []
        self._card_timer = QTimer(self, interval=0)
        self._card_timer.timeout.connect(self._add_next_card)
        self._arrange()
        self._show_first(category)
        self.tabs.currentChanged.connect(self._show_category)
        self.sizes.currentIndexChanged.connect(self._show_category)
        self._show_category()
        self.list.setFocus()

    @property
    def category(self) -> str:
        """The name of the category that is shown."""
        return self.tabs.tabText(self.tabs.currentIndex())

    def _arrange(self) -> None:
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Open | QDialogButtonBox.StandardButton.Cancel
        )
        buttons.accepted.connect(lambda: self._choose(self.list.currentItem()))
        buttons.rejected.connect(self.reject)
        head = QHBoxLayout()
        head.addWidget(self.tabs, 1)
        head.addWidget(self.sizes)
        foot = QHBoxLayout()
        foot.addWidget(self.note, 1)
        foot.addWidget(self.review_button)
        foot.addWidget(buttons)
        layout = QVBoxLayout(self)
        layout.addLayout(head)
        layout.addWidget(self.list, 1)
        layout.addLayout(foot)

    def _show_first(self, category: str) -> None:
        names = list(self._categories)
        for index, files in enumerate(self._categories.values()):
            if self._in_play in files:
                self.tabs.setCurrentIndex(index)
                return
        if category in names:
            self.tabs.setCurrentIndex(names.index(category))

    def _show_category(self) -> None:
        self.list.clear()
        self.note.clear()
        self._missing_cards = list(self._categories.get(self.category, ()))
        self._card_timer.start()

    def _add_next_card(self) -> None:
        """Add one card at a time, so that the window stays responsive."""
        if not self._missing_cards:
            self._card_timer.stop()
            if not self.list.count():
                self.note.setText(NONE_OF_THIS_SIZE)
            return
        file = self._missing_cards.pop(0)
        document = library_document(file)
        if document is None or not self._has_chosen_size(document):
            return
        picture = thumbnail(document.puzzle, THUMBNAIL_SIZE, self.devicePixelRatioF(), self._theme)
        item = QListWidgetItem(picture, self._caption(document))
        item.setData(Qt.ItemDataRole.UserRole, str(file))
        item.setTextAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.list.addItem(item)
        if document.info.expected_seconds is not None:
            self.note.setText(self._calibration.explanation)
        if self.list.count() == 1 or file == self._in_play:
            self.list.setCurrentItem(item)

    def _has_chosen_size(self, document: Document) -> bool:
        longer_side = max(document.puzzle.rows, document.puzzle.cols)
        return longer_side in SIZES[self.sizes.currentText()]

    def _caption(self, document: Document) -> str:
        puzzle = document.puzzle
        lines = [
            document.info.title,
            f"{puzzle.size_text}, {len(puzzle.islands)} islands",
            self._calibration.text(document.info),
            self._progress_text(document),
        ]
        return "\n".join(filter(None, lines))

    def _progress_text(self, document: Document) -> str:
        """Whether the puzzle is solved, the best time, and whether it is begun."""
        best = self._store.best_seconds(document.puzzle)
        parts = []
        if self._store.was_solved(document.puzzle):
            parts.append("✓ solved" if best is None else f"✓ solved in {format_duration(best)}")
        if self._store.is_in_progress(document.puzzle):
            parts.append("… begun")
        return "   ".join(parts)

    def _latest_result(self) -> Result | None:
        """The result of the latest game on the selected puzzle; None also for a lesson."""
        item = self.list.currentItem()
        document = item and library_document(Path(item.data(Qt.ItemDataRole.UserRole)))
        result = self._store.latest_result(document.puzzle) if document else None
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
        if item is not None:
            self.chosen = Path(item.data(Qt.ItemDataRole.UserRole))
            self.accept()


def _card_list() -> QListWidget:
    """A list that shows its items as cards, in rows."""
    cards = QListWidget()
    cards.setViewMode(QListView.ViewMode.IconMode)
    cards.setResizeMode(QListView.ResizeMode.Adjust)
    cards.setMovement(QListView.Movement.Static)
    cards.setIconSize(THUMBNAIL_SIZE)
    cards.setGridSize(CARD_SIZE)
    cards.setSpacing(6)
    cards.setWordWrap(True)
    cards.setTextElideMode(Qt.TextElideMode.ElideNone)
    return cards
