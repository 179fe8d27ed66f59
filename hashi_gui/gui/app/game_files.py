"""Opening puzzles and saved games, saving the game in play."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QMimeData, QObject, QTimer, QUrl, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from hashi_gui.core.board import Board
from hashi_gui.core.errors import HashiError
from hashi_gui.formats import Document, read, read_path
from hashi_gui.game import Game, GameStore, StorageError, save
from hashi_gui.gui.app.settings import Settings
from hashi_gui.gui.board.controller import BoardController
from hashi_gui.gui.panels.message_bar import MessageBar

AUTOSAVE_MS = 500

FILE_FILTER = "Puzzles and games (*.hashi *.has *.txt *.csv *.pzpr);;All files (*)"


class GameFiles(QObject):
    """The files of one window. The game in play is saved automatically, in the store."""

    opened = Signal()
    """Another game is in play."""
    renamed = Signal()
    """The game in play has another name."""

    def __init__(
        self,
        window: QWidget,
        controller: BoardController,
        bar: MessageBar,
        store: GameStore,
        settings: Settings,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._controller = controller
        self._bar = bar
        self._store = store
        self._settings = settings
        self._file: Path | None = None
        self._saved_state: object = None
        self.recent_menu = QMenu("Open &recent", window)
        self.recent_menu.setToolTipsVisible(True)
        self.recent_menu.aboutToShow.connect(self._list_recent)
        self._autosave = QTimer(self, interval=AUTOSAVE_MS)
        self._autosave.timeout.connect(self.save_in_store)
        self._autosave.start()

    @property
    def name(self) -> str:
        """What the game in play is called: its title, its file or its size."""
        puzzle = self._game.puzzle
        size = f"{puzzle.cols} × {puzzle.rows}"
        return self._game.info.title or (self._file.stem if self._file else size)

    def open_document(self, document: Document, file: Path | None = None) -> None:
        """Open a puzzle; a saved game, or one begun earlier, continues where it was."""
        self.save_in_store()
        game = Game.from_document(self._store.resume(document))
        self._file = file if document.notation == "hashi" and document.game else None
        self._controller.open(game)
        self.opened.emit()

    def open_file(self, file: Path) -> None:
        """Open a file; one that cannot be read is reported and changes nothing."""
        if self._open_or_report(lambda: read_path(file), file):
            self._settings.add_recent(file.absolute())

    def open_text(self, text: str, source: str) -> None:
        """Open a link, a game ID or a grid."""
        self._open_or_report(lambda: read(text, source))

    def open_data(self, data: QMimeData, source: str) -> None:
        """Open what was pasted or dropped: a file, a link or text."""
        files = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
        if files:
            self.open_file(files[0])
        elif data.hasUrls():
            encoded = QUrl.ComponentFormattingOption.FullyEncoded
            self.open_text(data.urls()[0].toString(encoded), source)
        elif data.hasText():
            self.open_text(data.text(), source)
        else:
            self._bar.show_message(f"There is no puzzle in {source}: copy a link or a grid first.")

    def paste(self) -> None:
        self.open_data(QGuiApplication.clipboard().mimeData() or QMimeData(), "the clipboard")

    def open_chosen(self, document: Document) -> None:
        """Open a puzzle that the player has chosen in a dialog."""
        self._open_or_report(lambda: document)

    def play_again(self) -> None:
        """Start the same puzzle over, with a new clock."""
        game = self._game
        self.save_in_store()
        self._file = None
        document = Document(game.puzzle, Board.empty(game.puzzle), "hashi", info=game.info)
        self._controller.open(Game.from_document(document))
        self.opened.emit()

    def ask_and_open(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self._window, "Open", "", FILE_FILTER)
        if name:
            self.open_file(Path(name))

    def save(self) -> None:
        if self._file is None:
            self.save_as()
        else:
            self._save_to(self._file)

    def save_as(self) -> None:
        proposed = str(self._file or f"{self.name}.hashi")
        name, _ = QFileDialog.getSaveFileName(
            self._window, "Save as", proposed, "Hashi games (*.hashi)"
        )
        if name:
            file = Path(name)
            self._save_to(file if file.suffix == ".hashi" else file.with_name(f"{file.name}.hashi"))

    def save_in_store(self) -> None:
        """Save the game in play where it is found again, if it has changed since the last time."""
        state = (self._game, self._game.revision, int(self._game.clock.seconds))
        if state == self._saved_state:
            return
        try:
            self._store.save(self._game.to_document())
        except StorageError as error:
            self._bar.show_message(str(error))
        self._saved_state = state

    def close(self) -> None:
        """Save the game in play for the last time."""
        self._autosave.stop()
        self.save_in_store()

    @property
    def _game(self) -> Game:
        return self._controller.game

    def _open_or_report(self, load: Callable[[], Document], file: Path | None = None) -> bool:
        try:
            self.open_document(load(), file)
        except HashiError as error:
            self._bar.show_message(str(error))
            return False
        return True

    def _save_to(self, file: Path) -> None:
        try:
            save(file, self._game.to_document())
        except StorageError as error:
            self._bar.show_message(str(error))
            return
        self._file = file
        self._settings.add_recent(file.absolute())
        self.renamed.emit()
        self._bar.show_message(f"Saved as {file.name}.")

    def _list_recent(self) -> None:
        self.recent_menu.clear()
        for file in self._settings.recent:
            action = self.recent_menu.addAction(file.name)
            action.setToolTip(str(file))
            action.triggered.connect(lambda _, file=file: self.open_file(file))
        if self._settings.recent:
            self.recent_menu.addSeparator()
            self.recent_menu.addAction("Clear the list").triggered.connect(
                self._settings.clear_recent
            )
        else:
            self.recent_menu.addAction("No recent files").setEnabled(False)
