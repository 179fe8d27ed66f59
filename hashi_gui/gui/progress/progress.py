"""Statistics and past games: what the player has done so far, and its actions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QMessageBox

from hashi_gui.core.i18n import _, ngettext
from hashi_gui.game import GameStore
from hashi_gui.game.result import FORMATS
from hashi_gui.gui.library.library import Library
from hashi_gui.gui.play.play import Play
from hashi_gui.gui.progress.past_games import PastGames
from hashi_gui.gui.stage.context import Context
from hashi_gui.gui.tasks.tasks import Lane, Task, TaskRunner, Tasks
from hashi_gui.gui.teaching.teaching import Teaching
from hashi_gui.gui.widgets import file_dialogs
from hashi_gui.gui.widgets.actions import Action, Feature, Menu
from hashi_gui.gui.widgets.controls import plain
from hashi_gui.gui.widgets.dialogs import agrees
from hashi_gui.rendering.theme import Theme
from hashi_gui.solving import CancelToken
from hashi_gui.system.files import atomic_write

if TYPE_CHECKING:
    from hashi_gui.gui.progress.statistics import Records, StatisticsDialog

EXPORT_TYPES = {"Tables (*.csv)": "csv", "JSON (*.json)": "json"}


class Progress(QObject, Feature):
    """Shows the statistics, and past games from there and from the library."""

    def __init__(self, context: Context, play: Play, library: Library, teaching: Teaching) -> None:
        super().__init__(context.messages.window)
        self._context, self._teaching = context, teaching
        self.past_games = PastGames(play, context, teaching.presenter)
        self._dialog: StatisticsDialog | None = None
        library.review_requested.connect(self.past_games.review)
        context.theme.changed.connect(self._set_theme)

    def actions(self) -> Iterable[Action]:
        yield Action(
            _("Statisti&cs…"),
            _("Show your times, streaks and progress"),
            self.show_statistics,
            ("Ctrl+I",),
            place=(Menu.VIEW, 400),
        )

    @Slot(object)
    def _set_theme(self, theme: Theme) -> None:
        """Draw the dialog in the colours of another theme, if it is open."""
        if self._dialog is not None:
            self._dialog.set_theme(theme)

    def show_statistics(self) -> None:
        from hashi_gui.gui.progress.statistics import StatisticsDialog

        context, past_games = self._context, self.past_games
        self._dialog = dialog = StatisticsDialog(context.theme.current, context.messages.window)
        work = _Work(context.stores.flushed_games(), dialog, context.tasks)
        dialog.export_button.clicked.connect(work.export)
        dialog.delete_button.clicked.connect(work.ask_and_delete)
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
        self._dialog = None
        work.close()
        dialog.deleteLater()


class _Work(QObject):
    """The work for one dialog."""

    def __init__(self, store: GameStore, dialog: StatisticsDialog, tasks: Tasks) -> None:
        super().__init__(dialog)
        self._store = store
        self._dialog = dialog
        self._runner = TaskRunner(tasks, Lane.DISK, self)
        self._runner.failed.connect(self._report)

    def show(self) -> None:
        self._start(_("Statistics"), lambda: "")

    def close(self) -> None:
        self._runner.discard()

    @Slot()
    def export(self) -> None:
        """Ask for a file and write all results to it."""
        file = file_dialogs.file_to_save(
            self._dialog, _("Export results"), "hashi results.csv", EXPORT_TYPES
        )
        if file is not None:
            self._start(_("Export"), lambda: self._write(file))

    @Slot()
    def ask_and_delete(self) -> None:
        """Delete all results if the player agrees."""
        details = _(
            "Your times, statistics, reviews and practice are lost for good. Saved games stay, and "
            "solved puzzles stay marked."
        )
        question = _("Delete all results?")
        if agrees(self._dialog, question, details, _("Delete"), can_be_undone=False):
            self._start(_("Delete results"), self._delete)

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

    def _start(self, label: str, change: Callable[[], str]) -> None:
        """Do something with the results, then show the statistics, and what was done."""
        from hashi_gui.gui.progress.statistics import Records

        def work(_token: CancelToken) -> tuple[Records, str]:
            if self._store.results.unread:
                self._store.results.read()  # Or say why that is still impossible.
            note = change()
            return Records.of(self._store, date.today()), note

        self._runner.start(Task(label, work, self._show))

    def _show(self, answer: tuple[Records, str]) -> None:
        records, note = answer
        self._dialog.show_records(records)
        self._dialog.note.setText(note)

    @Slot(object, str)
    def _report(self, task: Task[object], error: str) -> None:
        QMessageBox.warning(self._dialog, task.label, plain(error))
