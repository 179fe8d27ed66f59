"""Choosing the next puzzle: from the library, a daily puzzle, or a newly generated one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from secrets import randbelow

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QDialog, QWidget

from hashi_gui.formats import Document
from hashi_gui.game import GameStore
from hashi_gui.game.library import (
    library_document,
    library_documents,
    library_file,
    library_files,
)
from hashi_gui.generating import SEED_LIMIT, GeneratorOptions, Recipe
from hashi_gui.generating.daily import daily_puzzles, day_of
from hashi_gui.gui.library.daily import DailyDialog
from hashi_gui.gui.library.library import LibraryDialog
from hashi_gui.gui.library.new_puzzle import NewPuzzleDialog
from hashi_gui.gui.library.pack_control import PackControl
from hashi_gui.gui.library.puzzle_maker import PuzzleMaker
from hashi_gui.gui.play.controller import BoardController
from hashi_gui.gui.settings.settings import Settings
from hashi_gui.gui.widgets.message_bar import Action, MessageBar
from hashi_gui.rendering.theme import Theme

PRELOAD_INTERVAL_MS = 20


class PuzzleChooser(QObject):
    """Lets the player choose another puzzle."""

    chosen = Signal(object)
    """The Document to open."""
    review_requested = Signal(object)
    """The player wants to see the game with a Result again."""

    def __init__(
        self,
        window: QWidget,
        controller: BoardController,
        bar: MessageBar,
        store: Callable[[], GameStore],
        settings: Settings,
        theme: Callable[[], Theme],
        maker: PuzzleMaker,
        packs: PackControl,
    ) -> None:
        """``theme`` returns the colours for a dialog that is about to open."""
        super().__init__(window)
        self._theme = theme
        self._window = window
        self._controller = controller
        self._bar = bar
        self._store = store
        self._settings = settings
        self._maker = maker
        self._packs = packs
        packs.chosen.connect(self.chosen)
        self._not_loaded = library_files()
        self._preloader = QTimer(self, interval=PRELOAD_INTERVAL_MS)
        self._preloader.timeout.connect(self._load_next)
        self._preloader.start()

    def show_library(self) -> None:
        """Let the player choose a puzzle that ships with the program or is in a pack."""
        self.import_pack(())

    def import_pack(self, sources: Sequence[str]) -> None:
        """Show the library while these files and folders are imported as a pack."""
        game = self._controller.game
        in_play = None if game.info.pack else library_file(game.puzzle)
        category = game.info.pack or self._settings.category
        dialog = LibraryDialog(self._theme(), self._store(), category, in_play, self._window)
        self._let_review(dialog)
        self._packs.attach(dialog, game.puzzle, sources)
        document = self._run(dialog)
        self._packs.detach()
        self._settings.category = dialog.category
        if document is not None:
            self.chosen.emit(document)

    def show_daily(self) -> None:
        dialog = DailyDialog(self._theme(), self._store(), self._window)
        self._let_review(dialog)
        self._choose_in(dialog)

    def show_new_puzzle(self) -> None:
        dialog = NewPuzzleDialog(
            self._theme(),
            self._settings.last_options,
            self._store().results.calibration,
            self._window,
        )
        dialog.generated.connect(self._save_options)
        self._choose_in(dialog)

    def open_next(self) -> None:
        """Open the next unsolved puzzle of the library or of the pack, after the current one."""
        game = self._controller.game
        if game.info.pack:
            self._packs.open_next(game.info.pack, game.puzzle)
            return
        documents = library_documents()
        puzzles = [document.puzzle for document in documents]
        here = puzzles.index(game.puzzle) if game.puzzle in puzzles else -1
        store = self._store()
        for document in documents[here + 1 :] + documents[: here + 1]:
            if not store.was_solved(document.puzzle):
                self.chosen.emit(document)
                return
        self._bar.show_message("You have solved every puzzle in the library.")

    def next_of_kind(self) -> Action:
        """The button that leads to another puzzle of the same kind as the current one."""
        game = self._controller.game
        if game.info.pack:
            return "Next puzzle", self.open_next
        if game.info.daily:
            return "Next daily puzzle", self._open_next_daily
        recipe = Recipe.from_document(game.to_document())
        shipped = game.puzzle in (document.puzzle for document in library_documents())
        if recipe and not shipped:
            another = recipe._replace(seed=randbelow(SEED_LIMIT))
            return "New puzzle", lambda: self._maker.make(another)
        return "Next puzzle", self.open_next

    def open_next_of_kind(self) -> None:
        """Go on with another puzzle of the same kind as the current one."""
        _, open_it = self.next_of_kind()
        open_it()

    def _open_next_daily(self) -> None:
        """Open the next unsolved puzzle of the same day; the calendar if there is none."""
        day = day_of(self._controller.game.info.daily)
        solved = self._store().solved_dailies()
        puzzles = daily_puzzles(day).values() if day else ()
        daily = next((daily for daily in puzzles if daily.name not in solved), None)
        if daily is None:
            self.show_daily()
        else:
            self._maker.make(daily.recipe, daily.with_metadata)

    def _load_next(self) -> None:
        """Load one puzzle of the library in advance, so that the library opens quickly later."""
        if self._not_loaded:
            library_document(self._not_loaded.pop())
        else:
            self._preloader.stop()

    def _let_review(self, dialog: LibraryDialog | DailyDialog) -> None:
        """Close a dialog when a game is to be reviewed."""
        dialog.review_requested.connect(dialog.reject)
        dialog.review_requested.connect(self.review_requested)

    def _choose_in(self, dialog: NewPuzzleDialog | DailyDialog) -> None:
        document = self._run(dialog)
        if isinstance(document, Document):
            self.chosen.emit(document)

    @Slot(object)
    def _save_options(self, options: GeneratorOptions) -> None:
        self._settings.last_options = options

    @staticmethod
    def _run(dialog: LibraryDialog | NewPuzzleDialog | DailyDialog) -> Document | None:
        """Open a dialog; returns what was chosen in it, None if it was cancelled."""
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return dialog.chosen if accepted else None
