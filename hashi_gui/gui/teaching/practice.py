"""The activity of practice: a set of exercises on the board of the game, which waits."""

from __future__ import annotations

from PySide6.QtCore import Slot

from hashi_gui.game.game import Clock
from hashi_gui.gui.play.play import Play
from hashi_gui.gui.play.playing import BoardActivity
from hashi_gui.gui.stage.activity import ON_A_BOARD
from hashi_gui.gui.stage.context import Context
from hashi_gui.gui.teaching.exercise_stock import ExerciseStock
from hashi_gui.gui.teaching.practice_bar import PracticeBar
from hashi_gui.gui.teaching.practice_dialog import PracticeDialog
from hashi_gui.gui.teaching.practice_presenter import PracticePresenter
from hashi_gui.gui.teaching.teacher import Teacher
from hashi_gui.gui.widgets.actions import ActionKind


class Practice(BoardActivity):
    """A set of exercises."""

    allowed = ON_A_BOARD & ~(ActionKind.ANSWER | ActionKind.REVIEW)

    def __init__(self, play: Play, context: Context, teacher: Teacher) -> None:
        super().__init__(play, context)
        self._log = context.stores.games.practice
        source = ExerciseStock(context.tasks, self)
        self.bar = PracticeBar()
        self.presenter = PracticePresenter(play.controller, teacher, self.bar, self._log, source)
        self.presenter.attempted.connect(context.stores.autosave.save_practice)
        self.presenter.attempted.connect(context.stage.run_clock)
        self.presenter.ended.connect(self.end)

    @property
    def running(self) -> bool:
        """Whether a set has begun, and not ended yet."""
        return self._context.stage.has(self)

    @property
    def name(self) -> str:
        return self.presenter.name

    @property
    def clock(self) -> Clock | None:
        return self._play.controller.game.clock if self.presenter.asks else None

    def show_dialog(self) -> None:
        """Ask what to practise, and begin."""
        dialog = PracticeDialog(self._log.mastery(), self._context.messages.window)
        if dialog.exec():
            self.begin(dialog.chosen)
        dialog.deleteLater()

    @Slot(object)
    def begin(self, technique: str | None) -> None:
        """Begin a set about a technique, or about those that should be practised next."""
        self._context.stage.enter(self)
        self.presenter.begin(technique)

    @Slot()
    def end(self) -> None:
        """Go back to the game in play."""
        self._context.stage.leave(self)

    def go_on(self) -> None:
        self.presenter.go_on()

    def resumed(self) -> None:
        """Ask for another step, because the editor has shown the answer of the present one."""
        super().resumed()
        if self.presenter.skip():
            text = "The editor has shown the answer. Here is another position."
            self._context.messages.say(text)

    def left(self) -> None:
        self.presenter.end()
