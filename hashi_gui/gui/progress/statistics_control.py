"""The statistics: their dialog, and what the player does with the results there."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QMessageBox, QWidget

from hashi_gui.core.wording import quantity
from hashi_gui.game import GameStore
from hashi_gui.game.results_export import FORMATS
from hashi_gui.game.storage import atomic_write
from hashi_gui.gui.progress.statistics import Records, StatisticsDialog
from hashi_gui.gui.tasks.task_runner import Task, TaskRunner
from hashi_gui.gui.widgets import file_dialogs
from hashi_gui.gui.widgets.plain_text import plain
from hashi_gui.gui.widgets.question import agrees
from hashi_gui.rendering.theme import Theme
from hashi_gui.solving import CancelToken

EXPORT_TYPES = {"Tables (*.csv)": "csv", "JSON (*.json)": "json"}


class StatisticsControl(QObject):
    """Opens the dialog; everything that takes long is done in a thread that lives as long as it.

    The signals are those of the dialog, which is closed then.
    """

    review_requested = Signal(object)
    replay_requested = Signal(object)
    puzzle_requested = Signal(object)
    practice_requested = Signal(object)

    def __init__(
        self, window: QWidget, store: Callable[[], GameStore], theme: Callable[[], Theme]
    ) -> None:
        """``store`` returns the store once everything so far is saved."""
        super().__init__(window)
        self._window = window
        self._up_to_date_store = store
        self._theme = theme
        self._dialog: StatisticsDialog | None = None

    def set_theme(self, theme: Theme) -> None:
        """Draw the dialog in the colours of another theme, if it is open."""
        if self._dialog is not None:
            self._dialog.set_theme(theme)

    def show_dialog(self) -> None:
        store = self._up_to_date_store()
        self._dialog = dialog = StatisticsDialog(self._theme(), self._window)
        work = _Work(store, dialog)
        dialog.export_requested.connect(work.export)
        dialog.deletion_requested.connect(work.ask_and_delete)
        for request, signal in (
            (dialog.review_requested, self.review_requested),
            (dialog.replay_requested, self.replay_requested),
            (dialog.puzzle_requested, self.puzzle_requested),
            (dialog.practice_requested, self.practice_requested),
        ):
            request.connect(dialog.accept)
            request.connect(signal)
        work.show()
        dialog.exec()
        self._dialog = None
        work.close()
        dialog.deleteLater()


class _Work(QObject):
    """The work for one dialog."""

    def __init__(self, store: GameStore, dialog: StatisticsDialog) -> None:
        super().__init__(dialog)
        self._store = store
        self._dialog = dialog
        self._runner = TaskRunner(self)
        self._runner.failed.connect(self._report)

    def show(self) -> None:
        self._start("Statistics", lambda: "")

    def close(self) -> None:
        self._runner.close()

    @Slot()
    def export(self) -> None:
        """Ask for a file and write all results to it."""
        file = file_dialogs.file_to_save(
            self._dialog, "Export results", "hashi results.csv", EXPORT_TYPES
        )
        if file is not None:
            self._start("Export", lambda: self._write(file))

    @Slot()
    def ask_and_delete(self) -> None:
        """Delete all results if the player agrees."""
        details = (
            "Times and statistics of all games so far, their reviews and what you have practised "
            "are lost for good. Saved games stay, and so do the marks of the puzzles that are "
            "solved."
        )
        question = "Delete all results?"
        if agrees(self._dialog, question, details, "Delete", can_be_undone=False):
            self._start("Delete results", self._delete)

    def _write(self, file: Path) -> str:
        to_text = FORMATS.get(file.suffix.lower(), FORMATS[".csv"])
        results = self._store.results.all()
        atomic_write(file, to_text(results))
        return f"{quantity(len(results), 'result')} saved as {file.name}."

    def _delete(self) -> str:
        self._store.delete_records()
        return "All results are deleted."

    def _start(self, label: str, change: Callable[[], str]) -> None:
        """Do something with the results, then show the statistics, and what was done."""

        def work(_token: CancelToken) -> tuple[Records, str]:
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
