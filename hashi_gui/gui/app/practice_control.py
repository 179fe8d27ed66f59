"""Practice: its dialog, and the sets that the player begins there."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from hashi_gui.game.practice_log import PracticeLog
from hashi_gui.gui.app.game_files import GameFiles
from hashi_gui.gui.board.controller import BoardController
from hashi_gui.gui.dialogs.practice import PracticeDialog
from hashi_gui.gui.panels.practice_bar import PracticeBar
from hashi_gui.gui.panels.practice_presenter import PracticePresenter
from hashi_gui.gui.panels.teacher import Teacher
from hashi_gui.gui.tasks.exercise_source import ExerciseSource


class PracticeControl(QObject):
    """Opens the dialog, and ends practice when another game is opened."""

    def __init__(
        self,
        window: QWidget,
        controller: BoardController,
        teacher: Teacher,
        files: GameFiles,
        log: PracticeLog,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._log = log
        self._source = ExerciseSource(self)
        self.bar = PracticeBar()
        self.presenter = PracticePresenter(controller, teacher, self.bar, log, self._source)
        self.presenter.attempted.connect(files.save_practice)
        files.opened.connect(self.presenter.abandon)

    @property
    def running(self) -> bool:
        """Whether the board shows an exercise in place of the player's game."""
        return self.presenter.running

    def show_dialog(self) -> None:
        """Ask what to practise, and begin."""
        dialog = PracticeDialog(self._log.mastery(), self._window)
        if dialog.exec():
            self.presenter.begin(dialog.chosen)
        dialog.deleteLater()

    def close(self) -> None:
        self._source.close()
