"""Practice: its dialog, and the sets that the player begins there."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from hashi_gui.game.game import Clock
from hashi_gui.game.practice_log import PracticeLog
from hashi_gui.gui.play.playing import BoardActivity, GameBoard
from hashi_gui.gui.stage.activity import ON_A_BOARD, ActionKind
from hashi_gui.gui.stage.stage import Stage
from hashi_gui.gui.tasks.exercise_source import ExerciseSource
from hashi_gui.gui.teaching.practice_bar import PracticeBar
from hashi_gui.gui.teaching.practice_dialog import PracticeDialog
from hashi_gui.gui.teaching.practice_presenter import PracticePresenter
from hashi_gui.gui.widgets.message_bar import MessageBar


class PracticeControl(BoardActivity):
    """Exercises on the board of the game, which waits."""

    allowed = ON_A_BOARD & ~(ActionKind.ANSWER | ActionKind.REVIEW)

    def __init__(
        self, window: QWidget, stage: Stage, board: GameBoard, bar: MessageBar, log: PracticeLog
    ) -> None:
        super().__init__(board)
        self._messages = bar
        self._window = window
        self._stage = stage
        self._log = log
        self._source = ExerciseSource(self)
        self.bar = PracticeBar()
        self.presenter = PracticePresenter(
            board.controller, board.presenter.teacher, self.bar, log, self._source
        )
        self.presenter.attempted.connect(board.files.save_practice)
        self.presenter.attempted.connect(stage.run_clock)
        self.presenter.ended.connect(self.end)

    @property
    def running(self) -> bool:
        """Whether a set has begun, and not ended yet."""
        return self._stage.has(self)

    @property
    def name(self) -> str:
        return self.presenter.name

    @property
    def clock(self) -> Clock | None:
        return self._controller.game.clock if self.presenter.asks else None

    def show_dialog(self) -> None:
        """Ask what to practise, and begin."""
        dialog = PracticeDialog(self._log.mastery(), self._window)
        if dialog.exec():
            self.begin(dialog.chosen)
        dialog.deleteLater()

    @Slot(object)
    def begin(self, technique: str | None) -> None:
        """Begin a set about a technique, or about those that should be practised next."""
        self._stage.enter(self)
        self.presenter.begin(technique)

    @Slot()
    def end(self) -> None:
        """Go back to the game in play."""
        self._stage.leave(self)

    def go_on(self) -> None:
        self.presenter.go_on()

    def resumed(self) -> None:
        """Ask for another step, because the editor has shown the answer of the present one."""
        super().resumed()
        if self.presenter.skip():
            self._messages.show_message(
                "The editor has shown the answer. Here is another position."
            )

    def left(self) -> None:
        self.presenter.end()

    def close(self) -> None:
        self._source.close()
