"""The dialog for choosing a puzzle of the library."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QListView,
    QListWidget,
    QListWidgetItem,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from hashi_gui.formats import Document
from hashi_gui.game import GameStore
from hashi_gui.game.library import categories, library_document
from hashi_gui.gui.dialogs.buttons import remove_icons
from hashi_gui.gui.dialogs.fitting import FittingDialog
from hashi_gui.rendering.painting import draw_fitted
from hashi_gui.rendering.theme import Theme

WANTED_SIZE = QSize(884, 680)
THUMBNAIL_SIZE = QSize(148, 148)
CARD_SIZE = QSize(188, 232)


class LibraryDialog(FittingDialog):
    """Shows the puzzles of one category at a time, each with a thumbnail.

    ``chosen`` is the selected file; None if none was.
    """

    def __init__(
        self, theme: Theme, store: GameStore, category: str = "", parent: QWidget | None = None
    ) -> None:
        """``category`` is the one to show first; if it does not exist, the first one is shown."""
        super().__init__("Library", parent, WANTED_SIZE)
        self.chosen: Path | None = None
        self._categories = categories()
        self._theme = theme
        self._store = store
        self.tabs = QTabBar(expanding=False, drawBase=False)
        for name in self._categories:
            self.tabs.addTab(name)
        self.list = QListWidget()
        self.list.setViewMode(QListView.ViewMode.IconMode)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setMovement(QListView.Movement.Static)
        self.list.setIconSize(THUMBNAIL_SIZE)
        self.list.setGridSize(CARD_SIZE)
        self.list.setSpacing(6)
        self.list.setWordWrap(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.list.itemActivated.connect(self._choose)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Open | QDialogButtonBox.StandardButton.Cancel
        )
        remove_icons(buttons)
        buttons.accepted.connect(lambda: self._choose(self.list.currentItem()))
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.tabs)
        layout.addWidget(self.list)
        layout.addWidget(buttons)
        self._missing_cards: list[Path] = []
        self._card_timer = QTimer(self, interval=0)
        self._card_timer.timeout.connect(self._add_next_card)
        if category in self._categories:
            self.tabs.setCurrentIndex(list(self._categories).index(category))
        self.tabs.currentChanged.connect(self._show_category)
        self._show_category()
        self.list.setFocus()

    @property
    def category(self) -> str:
        """The name of the category that is shown."""
        return self.tabs.tabText(self.tabs.currentIndex())

    def _show_category(self) -> None:
        self.list.clear()
        self._missing_cards = list(self._categories.get(self.category, ()))
        self._card_timer.start()

    def _add_next_card(self) -> None:
        """Add one card at a time, so that the window stays responsive."""
        if not self._missing_cards:
            self._card_timer.stop()
            return
        file = self._missing_cards.pop(0)
        document = library_document(file)
        if document is None:
            return
        item = QListWidgetItem(self._thumbnail(document), self._caption(document))
        item.setData(Qt.ItemDataRole.UserRole, str(file))
        item.setTextAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.list.addItem(item)
        if self.list.count() == 1:
            self.list.setCurrentRow(0)

    def _caption(self, document: Document) -> str:
        puzzle = document.puzzle
        facts = f"{puzzle.cols} × {puzzle.rows}, {len(puzzle.islands)} islands"
        return f"{document.info.title}\n{facts}{self._progress_text(document)}"

    def _progress_text(self, document: Document) -> str:
        if self._store.was_solved(document.puzzle):
            return "\n✓ solved"
        return "\n… in progress" if self._store.is_in_progress(document.puzzle) else ""

    def _thumbnail(self, document: Document) -> QIcon:
        ratio = self.devicePixelRatioF()
        pixmap = QPixmap(THUMBNAIL_SIZE * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        space = QRectF(QPointF(), THUMBNAIL_SIZE.toSizeF())
        draw_fitted(painter, space, document.puzzle, document.board, self._theme)
        painter.end()
        icon = QIcon(pixmap)
        icon.addPixmap(pixmap, QIcon.Mode.Selected)
        return icon

    def _choose(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.chosen = Path(item.data(Qt.ItemDataRole.UserRole))
            self.accept()
