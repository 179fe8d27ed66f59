"""The game in play: opening another one, its name, its session, and damaged files."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QTimer, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices

from hashi_gui.core.board import Board
from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _
from hashi_gui.core.wording import printable
from hashi_gui.formats import Document
from hashi_gui.game import Game
from hashi_gui.gui.play.controller import BoardController
from hashi_gui.gui.stage.context import Context
from hashi_gui.gui.stage.session import Session
from hashi_gui.gui.widgets.file_dialogs import file_stem
from hashi_gui.gui.widgets.messages import Notice

TIME_SAVED_MS = 10_000
"""How often the playing time is saved while no move is made."""

DAMAGED, DAMAGED_RESULTS = "damaged", "damaged results"
"""Topics of notices."""

SAVED_TYPE = {"Hashi games (*.hashi)": "hashi"}


class GameInPlay(QObject):
    """The player's own game, also while the board shows another one, which is never saved."""

    opened = Signal()
    """Another game is in play."""

    def __init__(self, context: Context, controller: BoardController) -> None:
        super().__init__(controller)
        self.game = controller.game
        self._messages, self._stores = context.messages, context.stores
        self._autosave = context.stores.autosave
        self._opened_file: Path | None = None
        self.session = Session(
            "game",
            self._autosave,
            lambda: self.game.to_document(),
            lambda: self.file_stem,
            SAVED_TYPE,
            context.messages,
            context.preferences.settings,
        )
        self.session.saved.connect(self._note_file)
        context.stores.save_attempted.connect(self._show_damaged_files)
        context.stores.save_attempted.connect(self.session.show_attempt)
        controller.changed.connect(self._save_change)
        self._time_saver = QTimer(self, interval=TIME_SAVED_MS)
        self._time_saver.timeout.connect(self._save_change)
        self._time_saver.start()

    @property
    def name(self) -> str:
        """What the game is called: its title, its file or its size."""
        if self._opened_file and not self.game.info.shown_title:
            return printable(self._opened_file.name)
        return self._title

    @property
    def file_stem(self) -> str:
        """The name to propose for files with the game, without an extension."""
        return self._opened_file.stem if self._opened_file else file_stem(self._title)

    @property
    def _title(self) -> str:
        return self.game.info.shown_title or self.game.puzzle.size_text

    def begin(self) -> None:
        """Save the game that the window was opened with, and tell of files that were damaged."""
        self._autosave.open(self.game)
        self._show_damaged_files()

    def open_document(self, document: Document) -> None:
        """Open a puzzle, unless the player wants to stay in a game that cannot be saved.

        A saved game, or one begun earlier, continues where it was.
        """
        if not self.session.may_leave():
            return
        try:
            game = Game.from_document(self._stores.flushed_games().resume(document))
        except HashiError as error:
            self._messages.say(str(error))
        else:
            self._start(game)

    def open_game(self, game: Game, document: Document, file: Path | None) -> None:
        """Open a game that begins or continues what a file holds, or None for a text."""
        is_game = document.notation == "hashi" and document.game is not None
        self._start(game, file, file if is_game else None)

    def play_again(self) -> None:
        """Start the same puzzle over, with a new clock, unless the player wants to stay."""
        if self.session.may_leave():
            puzzle, info, race = self.game.puzzle, self.game.info, self.game.race
            document = Document(puzzle, Board.empty(puzzle), "hashi", info=info, race=race)
            self._start(Game.from_document(document))
            self._autosave.save_whole()

    def close(self) -> None:
        """Save the game for the last time, if it can be saved."""
        self._time_saver.stop()
        self.session.end()
        self._autosave.close()

    def _start(self, game: Game, opened: Path | None = None, saved: Path | None = None) -> None:
        self.game = game
        self._opened_file = opened
        self.session.open(saved)
        self._autosave.open(game)
        self._show_damaged_files()
        self.opened.emit()

    @Slot(object)
    def _note_file(self, file: Path) -> None:
        self._opened_file = file

    @Slot()
    def _save_change(self) -> None:
        self._autosave.save()

    @Slot()
    def _show_damaged_files(self) -> None:
        """Tell the player which files could not be read."""
        self._show_quarantined(
            DAMAGED,
            self._stores.games.quarantined,
            _("A saved game is damaged or from a newer Hashi. It is still there: {files}."),
        )
        self._show_quarantined(
            DAMAGED_RESULTS,
            self._stores.games.results.quarantined,
            _("Some results are damaged or from another Hashi. They are still there: {files}."),
        )

    def _show_quarantined(self, topic: str, files: list[Path], text: str) -> None:
        """Tell the player, once, where files are now."""
        if files:
            names = ", ".join(file.name for file in files)
            buttons = ((_("Open folder"), self._open_data_folder),)
            self._messages.notices.show_notice(topic, Notice(text.format(files=names), buttons))
            files.clear()

    def _open_data_folder(self) -> None:
        """Show the folder with the saved games in the file manager."""
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._stores.games.folder)))
