"""What the arrow keys, Enter and Esc mean."""

from __future__ import annotations

from hashi_gui.gui.app.lesson_guide import LessonGuide
from hashi_gui.gui.app.practice_control import PracticeControl
from hashi_gui.gui.app.puzzle_chooser import PuzzleChooser
from hashi_gui.gui.app.puzzle_maker import PuzzleMaker
from hashi_gui.gui.board.controller import BoardController
from hashi_gui.gui.panels.replay_bar import ReplayBar
from hashi_gui.gui.panels.solver_presenter import SolverPresenter


class Navigation:
    """Passes these keys on to what is going on at the board."""

    def __init__(
        self,
        controller: BoardController,
        presenter: SolverPresenter,
        replay_bar: ReplayBar,
        practice: PracticeControl,
        lessons: LessonGuide,
        chooser: PuzzleChooser,
        maker: PuzzleMaker,
    ) -> None:
        self._controller = controller
        self._presenter = presenter
        self._replay_bar = replay_bar
        self._practice = practice
        self._lessons = lessons
        self._chooser = chooser
        self._maker = maker

    def walk(self, drow: int, dcol: int) -> None:
        """Go to the next island, or, while an explanation has steps, to the next or previous step.

        During a walkthrough, Left and Right turn its pages; during a replay, they step through it.
        """
        teacher, player = self._presenter.teacher, self._presenter.walkthrough_player
        if self._replay_bar.isVisible() and dcol:
            self._replay_bar.turn(dcol)
        elif teacher.has_steps and not (player.running and dcol):
            teacher.turn(drow + dcol)
        elif player.running:
            player.turn(drow + dcol)
        else:
            self._controller.walk(drow, dcol)

    def go_on(self) -> None:
        """Open the next exercise, the next lesson, or the next puzzle of the same kind."""
        if self._practice.running:
            self._practice.presenter.go_on()
        elif self._lessons.active:
            self._lessons.go_on()
        else:
            self._chooser.open_next_of_kind()

    def stop(self) -> None:
        """Stop what is going on; if nothing is, clear the highlights."""
        if not self._maker.stop():
            self._presenter.stop()
