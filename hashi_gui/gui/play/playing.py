"""The game in play, the activities on its board, and companions, which get keys first."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices

from hashi_gui.core.board import Board
from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import N_, _
from hashi_gui.core.wording import listed, printable
from hashi_gui.formats import Document
from hashi_gui.game import Game
from hashi_gui.game.game import Clock
from hashi_gui.gui.play.controller import BoardController
from hashi_gui.gui.stage import Activity, Context, Session, Snapshot
from hashi_gui.gui.widgets.actions import key_of
from hashi_gui.gui.widgets.dialogs import file_stem
from hashi_gui.gui.widgets.messages import Notice

if TYPE_CHECKING:
    from hashi_gui.gui.play.play import Play

TIME_SAVED_MS = 10_000
"""How often the playing time is saved while no move is made."""

DAMAGED, DAMAGED_RESULTS = "damaged", "damaged-results"
"""Topics of notices."""

SAVED_TYPE = {N_("Hashi games (*.hashi)"): "hashi"}


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
        self.left: tuple[Game, Path | None, Path | None] | None = None
        """The game that was left in the middle for this one, and its files; None if none was."""
        self.session = Session(
            "game",
            self._autosave,
            lambda: self.game.to_document(),
            lambda: self.file_stem,
            SAVED_TYPE,
            context,
        )
        self.session.saved.connect(self._note_file)
        context.stores.save_attempted.connect(self.show_damaged_files)
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
    def files(self) -> tuple[Path | None, Path | None]:
        """The file from which the game was opened, and the one in which it is saved."""
        return self._opened_file, self.session.file

    @files.setter
    def files(self, files: tuple[Path | None, Path | None]) -> None:
        self._opened_file, self.session.file = files

    @property
    def _title(self) -> str:
        return self.game.info.shown_title or self.game.puzzle.size_text

    def go_back(self) -> None:
        """Go on with the game that was left for this one."""
        if self.left is not None and self.session.may_leave():
            self._start(*self.left)

    def begin(self) -> None:
        """Save the game that the window was opened with, and tell of files that were damaged."""
        self._autosave.open(self.game)
        self.show_damaged_files()

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
        before, self.left = self.game, None
        begun = (before.can_undo or before.can_redo) and not (before.finished or before.solved)
        if begun and before.puzzle != game.puzzle and not before.info.lesson:
            self.left = before, self._opened_file, self.session.file
        self.game = game
        self._opened_file = opened
        self.session.open(saved)
        self._autosave.open(game)
        self.show_damaged_files()
        self.opened.emit()

    def _note_file(self, file: Path) -> None:
        self._opened_file = file

    def _save_change(self) -> None:
        self._autosave.save()

    @Slot()
    def show_damaged_files(self) -> None:
        """Name the files that had to be set aside since the last time."""
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
        if files:
            names = listed(file.name for file in files)
            buttons = ((_("Open folder"), self._open_data_folder),)
            self._messages.notices.show_notice(topic, Notice(text.format(files=names), buttons))
            files.clear()

    def _open_data_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._stores.games.folder)))


class Companion:
    """What goes on beside a game: it gets keys before the board does, and may take them."""

    def walk(self, drow: int, dcol: int) -> bool:
        """Do what an arrow key means; return whether it means anything here."""
        return False

    def stop(self) -> bool:
        """Do what Esc means; return whether it means anything here."""
        return False

    @property
    def stands_over_game(self) -> bool:
        """Whether the game waits, because this shows it as it was."""
        return False

    def suspend(self) -> None:
        """Stop whatever goes on by itself, because the board is out of sight."""

    def show_example(self, technique: str) -> None:
        """Show on the board where a technique applies."""

    def hint(self) -> None:
        """Show more of the next step."""


class BoardActivity(Activity):
    """An activity on the board of the game."""

    def __init__(self, play: Play, context: Context) -> None:
        super().__init__(play)
        self._play, self._context = play, context
        self.session, self.page, self.view = play.in_play.session, play.page, play.view

    @property
    def name(self) -> str:
        """What the board shows is called."""
        game = self._play.controller.game
        return game.info.shown_title or game.puzzle.size_text

    @property
    def file_stem(self) -> str:
        """The name to propose for files, without an extension."""
        return file_stem(self.name)

    def document(self) -> Document:
        return self._play.controller.game.to_document()

    def snapshot(self) -> Snapshot:
        return Snapshot.of(self.document(), self._context.theme.current, self.file_stem)

    def show_example(self, technique: str) -> None:
        for companion in self._play.companions:
            companion.show_example(technique)

    def hint(self) -> None:
        for companion in self._play.companions:
            companion.hint()

    def walk(self, drow: int, dcol: int) -> None:
        """Go to the next island, unless something beside the board is walked through."""
        if not any(companion.walk(drow, dcol) for companion in self._play.companions):
            self._play.controller.walk(drow, dcol)

    def stop(self) -> None:
        any(companion.stop() for companion in self._play.companions)

    def suspended(self, by: Activity) -> None:
        self._suspend_companions()

    def resumed(self) -> None:
        self._suspend_companions()

    def _suspend_companions(self) -> None:
        for companion in self._play.companions:
            companion.suspend()


class Playing(BoardActivity):
    """The game in play, which is saved, and comes back when whatever took its board has ended."""

    def __init__(self, play: Play, context: Context) -> None:
        super().__init__(play, context)
        self._has_lent_the_board = False

    @property
    def name(self) -> str:
        return self._play.in_play.name

    @property
    def file_stem(self) -> str:
        return self._play.in_play.file_stem

    @property
    def guidance(self) -> str:
        if self._play.controller.game.solved:
            return _("Press {key} to review your game.").format(key=key_of("R"))
        return _(
            "Press {hint} for a hint, {check} to check your board, or {explain} to walk through "
            "the whole solution."
        ).format(hint=key_of("H"), check=key_of("C"), explain=key_of("E"))

    @property
    def clock(self) -> Clock | None:
        game = self._play.in_play.game
        waits = game.solved or any(each.stands_over_game for each in self._play.companions)
        return None if waits else game.clock

    @property
    def can_go_on(self) -> bool:
        return self._play.controller.game.solved

    def go_on(self) -> None:
        self._play.open_next()

    def suspended(self, by: Activity) -> None:
        super().suspended(by)
        self._has_lent_the_board = not by.covers

    def resumed(self) -> None:
        super().resumed()
        if self._has_lent_the_board:
            self._play.controller.open(self._play.in_play.game)


class Lesson(Playing):
    """A game in play that is a lesson."""

    shows_facts = False

    def go_on(self) -> None:
        self._play.lessons.go_on()
