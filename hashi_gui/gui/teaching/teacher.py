"""What is explained at present, in the teacher's panel and on the board at the same time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QAccessible

from hashi_gui.core.board import Board
from hashi_gui.core.highlight import Highlight
from hashi_gui.core.i18n import _
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.gui.settings.preferences import AnimationSetting
from hashi_gui.gui.teaching.teacher_panel import TeacherPanel
from hashi_gui.gui.widgets.controls import say
from hashi_gui.gui.widgets.messages import Button
from hashi_gui.logic.teaching.explanation import Explanation
from hashi_gui.logic.wording import listed_islands, with_places

STEP_MS = 1500
"""How long each step is shown when they are played."""


class Walker:
    """Next and Back through pages or steps, numbered from 0, and never beyond either end."""

    def __init__(self, show: Callable[[int], None]) -> None:
        self._show = show
        self.count = 0
        self.number: int | None = None
        """Which one is shown; None for none, -1 for the place before the first."""

    @property
    def at_end(self) -> bool:
        """Whether the last one is shown."""
        return self.number == self.count - 1

    def reset(self, count: int = 0) -> None:
        """Show none of so many."""
        self.count, self.number = count, None

    def go_to(self, number: int) -> None:
        """Show one, or the last one before it that there is."""
        if self.count:
            self.number = min(max(number, 0), self.count - 1)
            self._show(self.number)

    def turn(self, by: int) -> None:
        """Go forward, or back; to the first one if none is shown."""
        self.go_to(0 if self.number is None else self.number + by)

    def buttons(self) -> list[Button]:
        """The buttons to go forward and back."""
        return [(_("Next ›"), lambda: self.turn(1)), (_("‹ Back"), lambda: self.turn(-1))]


class ExplainedBoard(Protocol):
    """A board on screen on which something can be shown."""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle to whose islands texts refer."""

    @property
    def animation(self) -> AnimationSetting:
        """What may move on it."""

    def light(self, islands: Collection[int]) -> None:
        """Light some islands, and no others."""

    def look_at(self, islands: Collection[int]) -> None:
        """Scroll to some islands."""

    def highlight(self, highlight: Highlight) -> None:
        """Highlight what is explained."""

    def clear_highlight(self) -> None: ...

    def show_other_board(self, board: Board) -> None:
        """Show another board than the present one, until :meth:`show_own_board`."""

    def show_own_board(self) -> None: ...


class Teacher(QObject):
    """Shows an explanation in the panel and highlights on the board what it is about."""

    open_changed = Signal()
    """The panel is open from now on, or not any more."""
    closed = Signal()
    """The player has closed the panel, or what has opened it is over."""
    replaced = Signal()
    """Something else is explained from now on, or nothing."""
    step_shown = Signal(int)
    """The number of the step that the board shows, from 0."""

    def __init__(self, panel: TeacherPanel, board: ExplainedBoard) -> None:
        super().__init__(panel)
        self.panel = panel
        self.is_open = False
        """Whether the panel can be read."""
        self._board = board
        self._nothing = self._explanation = panel.explanation
        self._letters: Mapping[int, str] = {}
        self._steps = Walker(self._show_step)
        self._shows_other_board = False
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._play_next)
        panel.in_places = lambda text: with_places(board.puzzle, text)
        panel.play_button.clicked.connect(self._toggle_playing)
        panel.step_clicked.connect(self._go_to_step)
        panel.islands_pointed_at.connect(board.light)
        panel.islands_clicked.connect(board.look_at)
        panel.closed.connect(self.close)

    @property
    def explains(self) -> bool:
        return self._explanation is not self._nothing

    @property
    def has_steps(self) -> bool:
        return self._steps.count > 0

    def open(self) -> None:
        self._set_open(True)

    def hide(self) -> None:
        """Close the panel; what is explained stays."""
        self._set_open(False)

    def close(self) -> None:
        """Close the panel; whoever explains something ends it."""
        self.hide()
        self.closed.emit()

    def show(
        self, explanation: Explanation, buttons: Sequence[Button] = (), *, aloud: bool = True
    ) -> None:
        """Open the panel and explain something else, perhaps with other buttons than its own."""
        if buttons:
            explanation = replace(explanation, buttons=buttons)
        is_new = _texts(explanation) != _texts(self._explanation)
        self._replace(explanation)
        self.panel.show_explanation(explanation)
        if explanation.board is None:
            self._show_own_board()
        self._show_board(explanation.board)
        self.highlight(explanation.shown)
        self.open()
        if is_new and aloud:
            self.say()

    def say(self) -> None:
        """Let a screen reader say what is explained."""
        where = "" if self._letters else listed_islands(self._explanation.place)
        self._say(*_texts(self._explanation), where)

    def clear(self) -> None:
        """Explain nothing any more."""
        self._replace(self._nothing)
        self._show_own_board()
        self._board.clear_highlight()
        if self.panel.explanation is not self._nothing:
            self.panel.show_explanation(self._nothing)

    def show_search(self, what: str) -> None:
        """Say in the panel what is looked for, unless something is explained; if empty, no more."""
        if not self.explains:
            found = Explanation(_("{what}…").format(what=what)) if what else self._nothing
            self.panel.show_explanation(found)

    def set_guidance(self, text: str) -> None:
        """Say something whenever nothing is explained."""
        before = self._nothing
        if [text] != before.reasons:
            self._nothing = Explanation(_("Teacher"), [text])
            if self._explanation is before:
                self._explanation = self._nothing
                self.panel.show_explanation(self._nothing)

    def turn(self, by: int) -> None:
        """Show the next step, or the one before; the first one if none is shown."""
        self.stop_playing()
        self._steps.turn(by)

    def stop_playing(self) -> bool:
        """Let the steps stand still; whether they were played."""
        was_playing = self._timer.isActive()
        self._timer.stop()
        self.panel.show_playing(False)
        return was_playing

    def step_buttons(self) -> list[Button]:
        return self._steps.buttons()

    def select_step(self, number: int) -> None:
        """Mark a step in the list, without showing it; -1 for the place before the first."""
        self._steps.number = number
        self.panel.select_step(number)

    def _set_open(self, is_open: bool) -> None:
        self.is_open = is_open
        self.panel.setVisible(is_open)
        self.open_changed.emit()

    def _go_to_step(self, number: int) -> None:
        self.stop_playing()
        self._steps.go_to(number)

    def _toggle_playing(self) -> None:
        """Play the steps, from the first one if none follows, or stop; only the next one if nothing
        may move.
        """
        if not self.stop_playing():
            if self._steps.at_end:
                self._steps.reset(self._steps.count)
            self._play_next()

    def _play_next(self) -> None:
        self._steps.turn(1)
        goes_on = self._board.animation is AnimationSetting.FULL and not self._steps.at_end
        self.panel.show_playing(goes_on)
        if goes_on:
            self._timer.start(STEP_MS)

    def _show_step(self, number: int) -> None:
        self.select_step(number)
        step = self._explanation.steps[number]
        self._show_board(step.board)
        self.highlight(step.highlight.over(self._explanation.known))
        self._board.look_at(step.place)
        self._say(step.heading, step.text)
        self.step_shown.emit(number)

    def _say(self, *texts: str) -> None:
        if QAccessible.isActive():
            say(self.panel, "\n".join(map(self.panel.in_places, filter(None, texts))))

    def _show_board(self, board: Board | None) -> None:
        """Show another board, unless it is None."""
        if board is not None:
            self._shows_other_board = True
            self._board.show_other_board(board)

    def _replace(self, explanation: Explanation) -> None:
        self.replaced.emit()
        self.stop_playing()
        # The link under the pointer may be gone, and does not say so.
        self._board.light(())
        self._explanation, self._letters = explanation, explanation.letters()
        self._steps.reset(len(explanation.steps))

    def _show_own_board(self) -> None:
        if self._shows_other_board:
            self._shows_other_board = False
            self._board.show_own_board()

    def highlight(self, highlight: Highlight) -> None:
        """Highlight something on the board, with the letters of what is explained."""
        self._board.highlight(replace(highlight, letters=self._letters))


def _texts(explanation: Explanation) -> list[str]:
    return [explanation.position, explanation.heading, *explanation.paragraphs]
