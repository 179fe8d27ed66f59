"""Statistics and past games: what the player has done so far, and its actions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QCheckBox, QMessageBox

from hashi_gui.core.i18n import N_, _, ngettext, translated
from hashi_gui.core.wording import day_text
from hashi_gui.formats import Document
from hashi_gui.formats.document import local_time
from hashi_gui.game import Game
from hashi_gui.game.result import FORMATS, GameResult
from hashi_gui.gui.library.library import Library
from hashi_gui.gui.play.play import Play
from hashi_gui.gui.play.playing import BoardActivity
from hashi_gui.gui.stage import ON_A_BOARD, Context
from hashi_gui.gui.tasks.tasks import Lane, Task, TaskRunner
from hashi_gui.gui.teaching.solver_presenter import SolverPresenter
from hashi_gui.gui.teaching.teaching import Teaching
from hashi_gui.gui.widgets import dialogs
from hashi_gui.gui.widgets.actions import Action, ActionKind, Feature, Menu, key_of
from hashi_gui.gui.widgets.controls import plain
from hashi_gui.gui.widgets.dialogs import agrees
from hashi_gui.solving import CancelToken
from hashi_gui.system.files import atomic_write

if TYPE_CHECKING:
    from hashi_gui.gui.progress.statistics import Records, StatisticsDialog
    from hashi_gui.packs.backup import Backup

NO_MOVES = N_("The moves of this game were not recorded.")
NO_PUZZLE = N_("The puzzle of this game is not stored any more.")


class PastGames(BoardActivity):
    """Shows the review or the replay of a past game; the game in play waits meanwhile.

    What is shown is never saved and does not count. It ends with its replay.
    """

    allowed = ON_A_BOARD & ~(
        ActionKind.MOVE | ActionKind.ANSWER | ActionKind.HINT | ActionKind.PAUSE | ActionKind.SAVE
    )

    def __init__(self, play: Play, context: Context, presenter: SolverPresenter) -> None:
        super().__init__(play, context)
        self._stage, self._store = context.stage, context.stores.games
        self._messages = context.messages
        self._presenter = presenter
        self._shown: Game | None = None
        self._opened_panel = False
        self._runner = TaskRunner(context.tasks, Lane.DISK, self)
        self._runner.failed.connect(self._report)
        # Later, because a review that takes the place of a replay ends it at first.
        presenter.reviews.ended.connect(
            self._leave_unless_replayed, Qt.ConnectionType.QueuedConnection
        )
        play.controller.game_requested.connect(self.show_game)

    @property
    def running(self) -> bool:
        """Whether the board shows a past game, or will again."""
        return self._stage.has(self)

    @property
    def guidance(self) -> str:
        return _("Press {key} to review this game.").format(key=key_of("R"))

    def review(self, result: GameResult) -> None:
        """Show the game with a result as it has ended, and review it."""
        self._find(self._store.past_game, result, partial(self._open, self._presenter.review))

    def replay(self, result: GameResult) -> None:
        """Show the game with a result from its beginning."""
        play = self._presenter.reviews.toggle_playing
        self._find(self._store.past_game, result, partial(self._open, play))

    def open_puzzle(self, result: GameResult) -> None:
        """Open the puzzle of a result, to be played again."""
        self._find(self._store.puzzle_of, result, self._open_puzzle)

    def show_game(self) -> None:
        """Show the game again in place of its replay; a past game stays, and is named."""
        if self._shown is None:
            self._presenter.reviews.close()
        else:
            self.name_game()

    def name_game(self) -> None:
        """Say which past game the board shows, if it shows one."""
        if self._shown is None:
            return
        ended = local_time(self._shown.ended)
        self._messages.say(
            _("Your game of {day}.").format(day=day_text(ended))
            if ended
            else _("An earlier game of yours."),
            (_("Close the replay"), self.leave),
        )

    def leave(self) -> None:
        """Show the player's game again."""
        self._stage.leave(self)

    def show_example(self, technique: str) -> None:
        """Leave, since examples are looked for in the game in play."""
        self.leave()
        super().show_example(technique)

    def resumed(self) -> None:
        super().resumed()
        self.name_game()

    def left(self) -> None:
        self._shown = None
        if self._opened_panel:
            self._presenter.teacher.close()

    def _find(
        self,
        find: Callable[[GameResult], Document | None],
        result: GameResult,
        show: Callable[[Document | None], None],
    ) -> None:
        self._runner.start(Task(_("Looking for the game"), lambda _token: find(result), show))

    def _open(self, begin: Callable[[], None], document: Document | None) -> None:
        """Show a past game and its replay, and begin with something."""
        if document is None or document.game is None or not document.game.log:
            self._messages.say(translated(NO_MOVES))
            return
        if not self.running:
            self._opened_panel = not self._presenter.teacher.is_open
        self._stage.enter(self)
        self._shown = game = Game.from_document(document)
        self._play.controller.open(game)
        self._presenter.replay()
        self.name_game()
        begin()

    def _open_puzzle(self, document: Document | None) -> None:
        if document is None:
            self._messages.say(translated(NO_PUZZLE))
        else:
            self._play.in_play.open_document(document)

    def _leave_unless_replayed(self) -> None:
        if not self._presenter.reviews.running:
            self.leave()

    def _report(self, _task: object, error: str) -> None:
        self._messages.say(_("The game cannot be found. ({error})").format(error=error))


ARCHIVES = N_(".zip files (*.zip)")

EXPORT_TYPES = {N_("Tables (*.csv)"): "csv", N_("JSON (*.json)"): "json"}


class Progress(QObject, Feature):
    """Shows the statistics, and past games from there and from the library."""

    def __init__(self, context: Context, play: Play, library: Library, teaching: Teaching) -> None:
        super().__init__(context.messages.window)
        self._context, self._teaching = context, teaching
        self.past_games = PastGames(play, context, teaching.presenter)
        library.review_requested.connect(self.past_games.review)

    def actions(self) -> Iterable[Action]:
        yield Action(
            _("Statisti&cs…"),
            _("Show your times, streaks and progress"),
            self.show_statistics,
            ("Ctrl+I",),
            place=(Menu.VIEW, 400),
        )

    def show_statistics(self) -> None:
        from hashi_gui.gui.progress.statistics import StatisticsDialog

        context, past_games = self._context, self.past_games
        dialog = StatisticsDialog(context.theme.current, context.messages.window)
        context.theme.changed.connect(dialog.set_theme)
        work = _Work(context, dialog)
        dialog.export_button.clicked.connect(work.export)
        dialog.delete_button.clicked.connect(work.ask_and_delete)
        dialog.backup_button.clicked.connect(work.back_up)
        dialog.restore_button.clicked.connect(work.read_backup)
        for request, answer in (
            (dialog.games.review_requested, past_games.review),
            (dialog.games.replay_requested, past_games.replay),
            (dialog.games.puzzle_requested, past_games.open_puzzle),
            (dialog.practice_requested, self._teaching.practise),
        ):
            request.connect(dialog.accept)
            request.connect(answer)
        work.show()
        dialog.exec()
        work.close()
        dialog.deleteLater()


class _Work(QObject):
    """The work for one dialog."""

    def __init__(self, context: Context, dialog: StatisticsDialog) -> None:
        super().__init__(dialog)
        self._store = context.stores.flushed_games()
        self._preferences = context.preferences
        self._dialog = dialog
        self._runner = TaskRunner(context.tasks, Lane.DISK, self)
        self._backups = TaskRunner(context.tasks, Lane.PACKS, self)
        self._backups.busy_changed.connect(self._show_busy)
        for runner in (self._runner, self._backups):
            runner.failed.connect(self._report)

    def show(self) -> None:
        self._start(_("Statistics"), lambda: "")

    def close(self) -> None:
        self._runner.discard()
        self._backups.discard()

    def export(self) -> None:
        """Ask for a file and write all results to it."""
        file = dialogs.file_to_save(
            self._dialog, _("Export results"), _("hashi results.csv"), EXPORT_TYPES
        )
        if file is not None:
            self._start(_("Export"), lambda: self._write(file))

    def ask_and_delete(self) -> None:
        details = _(
            "Your times, statistics, reviews and practice are lost for good. Saved games stay, and "
            "solved puzzles stay marked."
        )
        question = _("Delete all results?")
        if agrees(self._dialog, question, details, _("Delete"), can_be_undone=False):
            self._start(_("Delete results"), self._delete)

    def back_up(self) -> None:
        """Ask for a file and write everything to it."""
        proposed = _("hashi backup {day}.zip").format(day=date.today().isoformat())
        file = dialogs.file_to_save(
            self._dialog, _("Back up everything"), proposed, {ARCHIVES: "zip"}
        )
        settings = self._preferences.settings.backed_up
        if file is not None:
            self._start(_("Backup"), lambda: self._back_up(file, settings), self._backups)

    def read_backup(self) -> None:
        """Ask for a backup, read it, and ask what is to be done with it."""
        from hashi_gui.packs.backup import Backup

        file = dialogs.file_to_open(self._dialog, _("Restore a backup"), ARCHIVES)
        if file is not None:
            read = partial(Backup.read, file)
            self._backups.start(Task(_("Restore"), read, self._ask_and_restore))

    def _ask_and_restore(self, backup: Backup) -> None:
        details = _(
            "{contents}\n\nWhat is missing is added, also what you have deleted. Games, packs and "
            "drafts that you have stay as they are."
        ).format(contents=backup.summary)
        settings = QCheckBox(_("Take over its preferences and keys, too"))
        question = _("Restore this backup?")
        if agrees(
            self._dialog, question, details, _("Restore"), can_be_undone=False, option=settings
        ):
            if settings.isChecked():
                self._preferences.take_over(backup.settings)
            self._start(_("Restore"), lambda: self._restore(backup), self._backups)

    def _back_up(self, file: Path, settings: dict[str, object]) -> str:
        from hashi_gui.packs.backup import Backup

        Backup.of(self._store, settings).write(file)
        return _("Everything is saved as {file}.").format(file=file.name)

    def _restore(self, backup: Backup) -> str:
        backup.restore(self._store)
        return _("The backup is restored.")

    def _show_busy(self, busy: bool) -> None:
        self._dialog.note.setText(_("One moment…") if busy else "")
        for button in (self._dialog.backup_button, self._dialog.restore_button):
            button.setEnabled(not busy)

    def _write(self, file: Path) -> str:
        to_text = FORMATS.get(file.suffix.lower(), FORMATS[".csv"])
        results = self._store.results.all()
        atomic_write(file, to_text(results))
        number = len(results)
        text = ngettext("{n} result saved as {file}.", "{n} results saved as {file}.", number)
        return text.format(n=number, file=file.name)

    def _delete(self) -> str:
        self._store.delete_records()
        return _("All results are deleted.")

    def _start(
        self, label: str, change: Callable[[], str], runner: TaskRunner | None = None
    ) -> None:
        """Do something with the results, then show the statistics, and what was done."""
        from hashi_gui.gui.progress.statistics import Records

        def work(_token: CancelToken) -> tuple[Records, str]:
            if self._store.results.unread:
                self._store.results.read()  # Or say why that is still impossible.
            note = change()
            return Records.of(self._store, date.today()), note

        (runner or self._runner).start(Task(label, work, self._show))

    def _show(self, answer: tuple[Records, str]) -> None:
        records, note = answer
        self._dialog.show_records(records)
        self._dialog.note.setText(note)

    def _report(self, task: Task[object], error: str) -> None:
        QMessageBox.warning(self._dialog, task.label, plain(error))
