"""Opening puzzles and saved games, saving the game in play."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QMimeData, QObject, QTimer, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from hashi_gui.core.board import Board
from hashi_gui.core.errors import HashiError
from hashi_gui.core.wording import printable
from hashi_gui.formats import Document, read, read_path
from hashi_gui.formats.archive import is_archive
from hashi_gui.game import Game, GameStore, StorageError, save
from hashi_gui.game.autosave import Autosave
from hashi_gui.generating.command import recipe_from
from hashi_gui.gui.documents.saving_notice import SavingNotice
from hashi_gui.gui.play.controller import BoardController
from hashi_gui.gui.settings.settings import Settings
from hashi_gui.gui.widgets import file_dialogs
from hashi_gui.gui.widgets.file_dialogs import file_stem
from hashi_gui.gui.widgets.message_bar import MessageBar
from hashi_gui.gui.widgets.notice_bar import Notice, NoticeBar
from hashi_gui.gui.widgets.plain_text import menu_text, plain
from hashi_gui.gui.widgets.question import may_leave_unsaved
from hashi_gui.puzzle_input import find_puzzles
from hashi_gui.system.files import is_on_another_computer

TIME_SAVED_MS = 10_000
"""How often the playing time is saved while no move is made."""

DAMAGED, DAMAGED_RESULTS = "damaged", "damaged results"
"""Topics of notices."""

SAVED_TYPE = {"Hashi games (*.hashi)": "hashi"}
FILE_FILTER = "Puzzles and games (*.hashi *.has *.txt *.csv *.pzpr);;All files (*)"


class GameFiles(QObject):
    """The files of one window. The game in play is saved automatically, in the store.

    ``game`` is that game, also while the board shows an exercise, which is never saved.
    """

    opened = Signal()
    """Another game is in play."""
    recipe_opened = Signal(object)
    """The player has opened the Recipe of a puzzle, which has to be generated."""
    pack_opened = Signal(object)
    """The player has opened files or folders, in a list, that hold several puzzles."""
    renamed = Signal()
    """The game in play has another name."""
    records_loaded = Signal()
    """Results can be used without waiting for the disk; emitted in the saving thread."""

    _save_attempted = Signal(object)
    """A StorageError or None; emitted in the saving thread."""

    def __init__(
        self,
        window: QWidget,
        controller: BoardController,
        bar: MessageBar,
        notices: NoticeBar,
        store: GameStore,
        settings: Settings,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._controller = controller
        self.game = controller.game
        self._bar = bar
        self._store = store
        self._settings = settings
        self._notices = notices
        self._file: Path | None = None
        self._opened_file: Path | None = None
        self.recent_menu = QMenu("Open &recent", window)
        self.recent_menu.setToolTipsVisible(True)
        self.recent_menu.aboutToShow.connect(self._list_recent)
        self._autosave = Autosave(store, self._save_attempted.emit)
        self._autosave.run(self._load_records)
        self._notice = SavingNotice(notices, "game", self._autosave.save_whole, self.save_as, self)
        self._save_attempted.connect(self._show_damaged_files)
        self._save_attempted.connect(self._notice.show_attempt)
        controller.changed.connect(self._save_change)
        self._time_saver = QTimer(self, interval=TIME_SAVED_MS)
        self._time_saver.timeout.connect(self._save_change)
        self._time_saver.start()

    @property
    def name(self) -> str:
        """What the game in play is called: its file, its title or its size."""
        return printable(self._opened_file.name) if self._opened_file else self._title

    @property
    def file_stem(self) -> str:
        """The name to propose for files with this game, without an extension."""
        return self._opened_file.stem if self._opened_file else file_stem(self._title)

    @property
    def _title(self) -> str:
        puzzle = self.game.puzzle
        return self.game.info.shown_title or puzzle.size_text

    def open_document(self, document: Document, file: Path | None = None) -> bool:
        """Open a puzzle; a saved game, or one begun earlier, continues where it was.

        Returns False if the player wants to stay in a game that cannot be saved.
        """
        if not self.may_leave():
            return False
        game = Game.from_document(self.up_to_date_store().resume(document))
        self._file = file if document.notation == "hashi" and document.game else None
        self._opened_file = file
        self._start(game)
        return True

    def open_file(self, file: Path) -> None:
        """Open a file; one that cannot be read is reported and changes nothing.

        A folder or a .zip file is a pack; for a list of puzzles, the player is asked.
        """
        if _is_pack(file):
            self.pack_opened.emit([str(file)])
        elif self._open_or_report(lambda: read_path(file), file):
            self._settings.add_recent(file.absolute())
        elif _is_list(file):
            import_it = partial(self.pack_opened.emit, [str(file)])
            text = f"{file.name} holds several puzzles."
            self._bar.show_message(text, ("Import as a pack", import_it))

    def open_text(self, text: str, source: str) -> None:
        """Open a link, a game ID or a grid, or generate the puzzle of a command."""
        try:
            recipe = recipe_from(text)
        except HashiError as error:
            self._bar.show_message(str(error))
            return
        if recipe is None:
            self._open_or_report(lambda: read(text, source))
        else:
            self.recipe_opened.emit(recipe)

    def open_dropped(self, data: QMimeData) -> None:
        """Open what was dropped on the window, which comes to the front."""
        self._window.activateWindow()
        self.open_data(data, "what was dropped")

    def open_data(self, data: QMimeData, source: str) -> None:
        """Open what was pasted or dropped: a file, a link or text."""
        files = [url.toLocalFile() for url in data.urls() if url.isLocalFile()]
        if any(map(is_on_another_computer, files)):
            self._bar.show_message("That is on another computer. Copy it to this one first.")
        elif len(files) > 1:
            self.pack_opened.emit(files)
        elif files:
            self.open_file(Path(files[0]))
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
        """Start the same puzzle over, with a new clock, unless the player wants to stay."""
        if not self.may_leave():
            return
        game = self.game
        self._file = self._opened_file = None
        document = Document(game.puzzle, Board.empty(game.puzzle), "hashi", info=game.info)
        self._start(Game.from_document(document))
        self._autosave.save_whole()

    def ask_and_open(self) -> None:
        file = file_dialogs.file_to_open(self._window, "Open", FILE_FILTER)
        if file is not None:
            self.open_file(file)

    def save(self) -> None:
        if self._file is None:
            self.save_as()
        else:
            self._save_to(self._file)

    def save_as(self) -> bool:
        """Ask for a file and save the game in it; whether that was done."""
        proposed = str(self._file or f"{self.file_stem}.hashi")
        file = file_dialogs.file_to_save(self._window, "Save as", proposed, SAVED_TYPE)
        return file is not None and self._save_to(
            file if file.suffix == ".hashi" else file.with_name(f"{file.name}.hashi")
        )

    def up_to_date_store(self) -> GameStore:
        """The store of saved games, once everything so far is saved."""
        self._autosave.save()
        self._autosave.wait()
        return self._store

    def save_practice(self) -> None:
        """Save what was practised."""
        self._autosave.save_practice()

    def autosave_from_now_on(self) -> None:
        """Save the game that the window was opened with, and tell of files that were damaged."""
        self._autosave.open(self.game)
        self._show_damaged_files()

    def close(self) -> None:
        """Save the game in play for the last time, if it can be saved."""
        self._time_saver.stop()
        self._notice.end()
        self._autosave.close()

    def open_data_folder(self) -> None:
        """Show the folder with the saved games in the file manager."""
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._store.folder)))

    def _load_records(self) -> None:
        try:
            self._store.load_records()
        finally:
            self.records_loaded.emit()

    def _start(self, game: Game) -> None:
        self.game = game
        self._controller.open(game)
        self._autosave.open(game)
        self._show_damaged_files()
        self.opened.emit()

    def _save_change(self) -> None:
        self._autosave.save()

    def may_leave(self) -> bool:
        """Whether the game in play is saved, or the player gives it up."""
        self._autosave.save()
        if self._autosave.error is not None:
            self._autosave.save_whole()
        self._autosave.wait()
        if self._autosave.error is None:
            return True
        problem = f"Your game cannot be saved. {self._autosave.error}"
        return may_leave_unsaved(self._window, problem, self.save_as)

    @Slot()
    def _show_damaged_files(self) -> None:
        """Tell the player which files could not be read."""
        self._show_set_aside(
            DAMAGED,
            self._store.set_aside,
            "A saved game is damaged or was made by a newer version. It is now in {}.",
        )
        self._show_set_aside(
            DAMAGED_RESULTS,
            self._store.results.set_aside,
            "Results of your games are damaged or were made by another version. They are now in "
            "{}; those that can be read are still here.",
        )

    def _show_set_aside(self, topic: str, files: list[Path], text: str) -> None:
        """Tell the player, once, where files are now."""
        if files:
            names = ", ".join(file.name for file in files)
            actions = (("Open folder", self.open_data_folder),)
            self._notices.show_notice(topic, Notice(text.format(names), actions))
            files.clear()

    def _open_or_report(self, load: Callable[[], Document], file: Path | None = None) -> bool:
        try:
            return self.open_document(load(), file)
        except HashiError as error:
            self._bar.show_message(str(error))
            return False

    def _save_to(self, file: Path) -> bool:
        try:
            save(file, self.game.to_document())
        except StorageError as error:
            self._bar.show_message(str(error))
            return False
        self._file = self._opened_file = file
        self._settings.add_recent(file.absolute())
        self.renamed.emit()
        self._bar.show_message(f"Saved as {file.name}.")
        return True

    def _list_recent(self) -> None:
        self.recent_menu.clear()
        for file in self._settings.recent:
            action = self.recent_menu.addAction(menu_text(file.name))
            action.setToolTip(plain(str(file)))
            action.triggered.connect(lambda _, file=file: self.open_file(file))
        if self._settings.recent:
            self.recent_menu.addSeparator()
            self.recent_menu.addAction("Clear the list").triggered.connect(
                self._settings.clear_recent
            )
        else:
            self.recent_menu.addAction("No recent files").setEnabled(False)


def _is_pack(file: Path) -> bool:
    try:
        return file.is_dir() or is_archive(file)
    except OSError:
        return False


def _is_list(file: Path) -> bool:
    try:
        return file.is_file() and find_puzzles([str(file)], streams=False)[0]
    except (OSError, HashiError):
        return False
