"""The browser of the puzzles that came with the program."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QListView,
    QListWidget,
    QListWidgetItem,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from hashi_gui.formats import Document, FormatError, read_path
from hashi_gui.game import GameStore
from hashi_gui.gui.dialogs.buttons import remove_icons
from hashi_gui.paths import PUZZLES
from hashi_gui.rendering.painting import draw_fitted
from hashi_gui.rendering.theme import Theme

THUMBNAIL = QSize(148, 148)
CARD = QSize(188, 232)


def library_files() -> list[Path]:
    """The shipped puzzles, in the order in which they are offered."""
    return sorted(PUZZLES.rglob("*.hashi"))


def categories() -> dict[str, list[Path]]:
    """The shipped puzzles by the folder that they lie in: its name, without its number."""
    found: dict[str, list[Path]] = {}
    for file in library_files():
        folder, *_ = file.relative_to(PUZZLES).parts
        name = folder.lstrip("0123456789-").capitalize() if folder != file.name else "Puzzles"
        found.setdefault(name, []).append(file)
    return found


@cache
def library_document(file: Path) -> Document | None:
    """A puzzle of the library; None for a file that somebody put there and that is none.

    It is read once, as long as the program runs.
    """
    with suppress(FormatError):
        return read_path(file)
    return None


class LibraryDialog(QDialog):
    """Shows the shipped puzzles, shelf by shelf, each with a thumbnail.

    ``chosen`` is the file that was picked, ``shelf`` the name of the shelf that is shown.
    """

    def __init__(
        self, theme: Theme, store: GameStore, category: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.chosen: Path | None = None
        self._shelves = categories()
        self._theme = theme
        self._store = store
        self.setWindowTitle("Library")
        self.resize(884, 680)
        self.tabs = QTabBar(expanding=False, drawBase=False)
        for name in self._shelves:
            self.tabs.addTab(name)
        self.list = QListWidget()
        self.list.setViewMode(QListView.ViewMode.IconMode)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setMovement(QListView.Movement.Static)
        self.list.setIconSize(THUMBNAIL)
        self.list.setGridSize(CARD)
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
        self._waiting: list[Path] = []
        self._filler = QTimer(self, interval=0)
        self._filler.timeout.connect(self._add_next)
        if category in self._shelves:
            self.tabs.setCurrentIndex(list(self._shelves).index(category))
        self.tabs.currentChanged.connect(self._fill)
        self._fill()
        self.list.setFocus()

    @property
    def category(self) -> str:
        return self.tabs.tabText(self.tabs.currentIndex())

    def _fill(self) -> None:
        self.list.clear()
        self._waiting = list(self._shelves.get(self.category, ()))
        self._filler.start()

    def _add_next(self) -> None:
        """One card at a time, so that the window answers while they come."""
        if not self._waiting:
            self._filler.stop()
            return
        file = self._waiting.pop(0)
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
        return f"{document.info.title}\n{facts}{self._progress(document)}"

    def _progress(self, document: Document) -> str:
        if self._store.was_solved(document.puzzle):
            return "\n✓ solved"
        return "\n… in play" if self._store.is_in_progress(document.puzzle) else ""

    def _thumbnail(self, document: Document) -> QIcon:
        ratio = self.devicePixelRatioF()
        pixmap = QPixmap(THUMBNAIL * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        space = QRectF(QPointF(), THUMBNAIL.toSizeF())
        draw_fitted(painter, space, document.puzzle, document.board, self._theme)
        painter.end()
        icon = QIcon(pixmap)
        icon.addPixmap(pixmap, QIcon.Mode.Selected)
        return icon

    def _choose(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.chosen = Path(item.data(Qt.ItemDataRole.UserRole))
            self.accept()
