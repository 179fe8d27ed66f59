"""Where the next puzzle comes from: the library, the day, or a wish."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QDialog, QWidget

from hashi_gui.core.errors import HashiError
from hashi_gui.formats import Document, read_path
from hashi_gui.game import GameStore
from hashi_gui.gui.app.settings import Settings
from hashi_gui.gui.board.controller import BoardController
from hashi_gui.gui.dialogs.daily import DailyDialog
from hashi_gui.gui.dialogs.library import LibraryDialog, library_document, library_files
from hashi_gui.gui.dialogs.new_puzzle import NewPuzzleDialog
from hashi_gui.gui.panels.message_bar import Action, MessageBar
from hashi_gui.rendering.theme import Theme

READING_MS = 20


class PuzzleChooser(QObject):
    """Finds the player another puzzle. ``theme`` is that of the windows it opens."""

    found = Signal(object)
    """The Document to lay on the table."""

    def __init__(
        self,
        window: QWidget,
        controller: BoardController,
        bar: MessageBar,
        store: GameStore,
        settings: Settings,
        theme: Theme,
    ) -> None:
        super().__init__(window)
        self.theme = theme
        self._window = window
        self._controller = controller
        self._bar = bar
        self._store = store
        self._settings = settings
        self._unread = library_files()
        self._reader = QTimer(self, interval=READING_MS)
        self._reader.timeout.connect(self._read_one)
        self._reader.start()

    def show_library(self) -> None:
        dialog = LibraryDialog(self.theme, self._store, self._settings.category, self._window)
        file = self._outcome(dialog)
        self._settings.category = dialog.category
        if isinstance(file, Path):
            try:
                self.found.emit(read_path(file))
            except HashiError as error:
                self._bar.show_message(str(error))

    def show_daily(self) -> None:
        self._offer(DailyDialog(self.theme, self._store, self._window))

    def make_new(self) -> None:
        self._offer(NewPuzzleDialog(self.theme, self._settings, self._window))

    def open_next(self) -> None:
        """The first puzzle of the library that is not solved yet, after this one."""
        offered = _library()
        puzzles = [document.puzzle for document in offered]
        puzzle = self._controller.game.puzzle
        here = puzzles.index(puzzle) if puzzle in puzzles else -1
        for document in offered[here + 1 :] + offered[: here + 1]:
            if not self._store.was_solved(document.puzzle):
                self.found.emit(document)
                return
        self._bar.show_message("You have solved the whole library.")

    def skip_lessons(self) -> None:
        """The first puzzle of the library that is no lesson."""
        self.found.emit(next(d for d in _library() if not d.info.lesson))

    def more(self) -> Action:
        """The way to another puzzle of the kind on the table."""
        game = self._controller.game
        if game.info.daily:
            return "Daily puzzles", self.show_daily
        shipped = game.puzzle in (document.puzzle for document in _library())
        if game.info.options and not shipped:
            return "New puzzle", self.make_new
        return "Next puzzle", self.open_next

    def _read_one(self) -> None:
        """Read the library before it is asked for, one puzzle at a time."""
        if self._unread:
            library_document(self._unread.pop())
        else:
            self._reader.stop()

    def _offer(self, dialog: NewPuzzleDialog | DailyDialog) -> None:
        document = self._outcome(dialog)
        if isinstance(document, Document):
            self.found.emit(document)

    @staticmethod
    def _outcome(dialog: LibraryDialog | NewPuzzleDialog | DailyDialog) -> Path | Document | None:
        """What was chosen in a dialog, if it was not cancelled."""
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return dialog.chosen if accepted else None


def _library() -> list[Document]:
    return [document for file in library_files() if (document := library_document(file))]
