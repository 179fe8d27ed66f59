"""How a game was played: the review in the teacher's panel, and the replay on the board."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property, partial
from operator import itemgetter
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from hashi_gui.core.board import Board, LogEntry, board_after
from hashi_gui.core.highlight import Highlight, Role
from hashi_gui.core.i18n import _, pgettext
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import format_duration
from hashi_gui.gui.play.controller import BoardController
from hashi_gui.gui.teaching.teacher import Teacher
from hashi_gui.gui.widgets.controls import (
    ComboBox,
    Slider,
    close_button,
    filled,
    muted,
    say,
    spaced,
)
from hashi_gui.gui.widgets.messages import Button
from hashi_gui.logic.teaching.explanation import Explanation, why_it_is_wrong
from hashi_gui.rendering.resources import themed_icon
from hashi_gui.rendering.theme import Theme

if TYPE_CHECKING:
    from hashi_gui.logic.teaching.review import Moment, Review

SPEEDS = (1, 4, 16, 64)
"""How many times as fast as the player was."""

USUAL_SPEED = 4

MAX_MOMENTS = 40
"""The most moments that are listed."""

MAX_WAIT_MS = 2000
"""The longest time between two changes of a replay."""


class ReplayBar(QWidget):
    """A button to play and to pause, a slider over all changes, and a choice of speeds."""

    moved = Signal(int)
    """The player has moved the slider: how many changes are to be shown."""

    def __init__(self) -> None:
        super().__init__()
        self._theme: Theme | None = None
        self._playing = False
        self.play_button = QToolButton()
        self.close_button = close_button(_("Close the replay (Esc)"))
        self.slider = Slider()
        self.slider.setPageStep(10)
        self.slider.setAccessibleName(_("Moves"))
        self.slider.valueChanged.connect(self.moved)
        self._place = muted("")
        self.speeds = ComboBox()
        self.speeds.setToolTip(_("Speed"))
        self.speeds.setAccessibleName(_("Speed"))
        for speed in SPEEDS:
            self.speeds.addItem(f"{speed} ×", speed)
        self.speeds.setCurrentIndex(SPEEDS.index(USUAL_SPEED))
        parts = self.play_button, self.slider, self._place, self.speeds, self.close_button
        filled(spaced(QHBoxLayout(self), 8, (24, 4, 16, 4)), *parts, broad=self.slider)
        for button in (self.play_button, self.speeds):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.show_playing(False)
        self.hide()

    @property
    def text(self) -> str:
        """The place in the game that is shown."""
        return self._place.text()

    @property
    def speed(self) -> int:
        return int(self.speeds.currentData())

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.close_button.setIcon(themed_icon("close", theme))
        self.show_playing(self._playing)

    def show_playing(self, playing: bool) -> None:
        """Show what the button does next: pause or play."""
        self._playing = playing
        self.play_button.setToolTip(_("Pause") if playing else pgettext("a replay", "Play"))
        self.play_button.setAccessibleName(self.play_button.toolTip())
        if self._theme is not None:
            self.play_button.setIcon(themed_icon("pause" if playing else "play", self._theme))

    def show_place(self, changes: int, total: int, seconds: float) -> None:
        """Show that so many of all changes have been made, after so many seconds."""
        self.slider.blockSignals(True)
        self.slider.setRange(0, total)
        self.slider.setValue(changes)
        self.slider.blockSignals(False)
        place = _("Move {n} of {total} · {time}")
        self._place.setText(place.format(n=changes, total=total, time=format_duration(seconds)))


class ReviewPresenter(QObject):
    """Lists what is worth saying about a game, and replays it; the game itself stays as it is."""

    ended = Signal()
    """Neither a review nor a replay is shown any more."""
    puzzle_requested = Signal(str)
    """The player wants a new puzzle that needs a technique."""
    why_requested = Signal(object, object)
    """The player wants to know why a wrong move, a Moment, was wrong; the board before it."""

    def __init__(
        self, controller: BoardController, teacher: Teacher, add_bar: Callable[[ReplayBar], object]
    ) -> None:
        """``add_bar`` puts the bar of a replay below the board."""
        super().__init__(controller)
        self._controller = controller
        self._teacher = teacher
        self._add_bar = add_bar
        self._start = Board(b"")
        self._log: Sequence[LogEntry] = ()
        self._list: Explanation | None = None
        self._moments: Sequence[int] = ()
        """How many changes have been made at each step of the list."""
        self._explains_why = False
        self._shown = 0
        self.running = False
        """Whether a game is shown as it was."""
        self._turns = False
        """Whether another page of the review takes the place of one."""
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._play_next)
        teacher.step_shown.connect(self._show_place_of_step)
        teacher.replaced.connect(self._end)

    @cached_property
    def bar(self) -> ReplayBar:
        """The bar of a replay, made for the first one."""
        bar = ReplayBar()
        bar.play_button.clicked.connect(self.toggle_playing)
        bar.moved.connect(self._move_to)
        bar.close_button.clicked.connect(self.close)
        self._add_bar(bar)
        return bar

    def show(self, start: Board, review: Review) -> None:
        """Open the review of a game that began with a board."""
        puzzle = self._controller.game.puzzle
        request = self.puzzle_requested.emit
        self._list = explain_review(puzzle, start, review, self._ask_why, request)
        self._teacher.show(self._list)
        self._moments = [changes for changes, _ in _notable(puzzle, review, self._ask_why)]
        self._open_replay(start, [moment.entry for moment in review.moments])

    def show_why(self, moment: Moment, mistake: Explanation) -> None:
        """Show why a move was wrong, in place of the list."""
        from hashi_gui.logic.teaching.review_text import moment_text

        if not self.running:
            return
        self.pause()
        self._show_place(moment.number + 1)
        puzzle, board = self._controller.game.puzzle, self._board_after(self._shown)
        back: Button = (_("‹ Back to the review"), self._show_list)
        what = [moment_text(puzzle, moment)]
        heading = _("Why it was wrong")
        assert mistake.why is not None
        page = why_it_is_wrong(heading, what, mistake.why)
        self._turn_to(replace(page, board=page.board or board, buttons=[back]))
        self._explains_why = True

    def show_replay(self, start: Board, log: Sequence[LogEntry]) -> None:
        """Open the replay of a game that began with a board, at its end."""
        self._teacher.clear()
        self._list, self._moments = None, ()
        self._open_replay(start, log)

    def close(self) -> None:
        """Show the game again."""
        if self.running:
            self._teacher.clear()

    def pause(self) -> None:
        """Let the replay stand still until the player goes on."""
        if self.running:
            self._timer.stop()
            self.bar.show_playing(False)

    def toggle_playing(self) -> None:
        """Go on with the replay, from its start if it is at its end, or pause it."""
        if self._timer.isActive():
            self.pause()
            return
        if self._shown == len(self._log):
            self._show(0)
        self.bar.show_playing(True)
        self._wait()

    def turn(self, by: int) -> None:
        """Go on in the replay by so many changes, or back."""
        self.bar.slider.setValue(self._shown + by)

    def _open_replay(self, start: Board, log: Sequence[LogEntry]) -> None:
        self._start, self._log = start, log
        self._explains_why = False
        self.running = True
        self.bar.show()
        self._show_place(len(log))
        self._latest = len(log), board_after(start, log)
        self._controller.show_other_board(self._latest[1])
        self._teacher.highlight(Highlight())

    def _end(self) -> None:
        if self.running and not self._turns:
            self.pause()
            self.running = False
            self.bar.hide()
            self._controller.show_own_board()
            self.ended.emit()

    def _play_next(self) -> None:
        self._show(self._shown + 1)
        self._wait()

    def _wait(self) -> None:
        """Wait as long as the player did before the next change, but not too long."""
        if self._shown == len(self._log):
            self.pause()
            return
        seconds = self._log[self._shown].seconds - self._seconds()
        self._timer.start(min(int(1000 * seconds / self.bar.speed), MAX_WAIT_MS))

    def _seconds(self) -> float:
        return self._log[self._shown - 1].seconds if self._shown else 0.0

    def _move_to(self, changes: int) -> None:
        self.pause()
        self._show(changes)
        if QAccessible.isActive():
            change = self._controller.change_text(self._board_after(max(changes - 1, 0)))
            say(self.bar, "\n".join(filter(None, (self.bar.text, change))))

    def _show(self, changes: int) -> None:
        """Show the board after the first changes, with the last one of them highlighted."""
        if self._explains_why:
            self._show_list()
        self._show_place(changes)
        self._controller.show_other_board(self._board_after(changes))
        self._teacher.select_step(bisect_right(self._moments, changes) - 1)
        self._teacher.highlight(_last_change(self._log[:changes]))

    def _board_after(self, changes: int) -> Board:
        begin, board = self._latest if self._latest[0] <= changes else (0, self._start)
        self._latest = changes, board_after(board, self._log[begin:changes])
        return self._latest[1]

    def _show_place(self, changes: int) -> None:
        self._shown = changes
        self.bar.show_place(changes, len(self._log), self._seconds())

    def _show_place_of_step(self, step: int) -> None:
        if self.running and not self._explains_why:
            self.pause()
            self._show_place(self._moments[step])

    def _ask_why(self, moment: Moment) -> None:
        self.why_requested.emit(moment, self._board_after(moment.number))

    def _show_list(self) -> None:
        """Show the list again, and the move that was explained."""
        assert self._list is not None
        self._explains_why = False
        self._turn_to(self._list)
        self._show(self._shown)

    def _turn_to(self, page: Explanation) -> None:
        """Show another page of the review; the replay goes on."""
        self._turns = True
        self._teacher.show(page)
        self._turns = False


def explain_review(
    puzzle: Puzzle,
    start: Board,
    review: Review,
    ask_why: Callable[[Moment], None],
    ask_puzzle: Callable[[str], None],
) -> Explanation:
    """The page of the teacher's panel about a game; each notable moment is a step.

    ``ask_why`` is called with a wrong move of which the player wants to know why it was wrong,
    ``ask_puzzle`` with the technique that would have helped most, if the player wants a puzzle.
    """
    from hashi_gui.logic.teaching.review_text import summary, take_home, technique_to_practise

    log = [moment.entry for moment in review.moments]
    steps, board, before = [], start, 0
    for changes, step in _notable(puzzle, review, ask_why):
        board, before = board_after(board, log[before:changes]), changes
        steps.append(replace(step, board=board))
    technique = technique_to_practise(review)
    return Explanation(
        _("Your game"),
        [take_home(review), summary(review)],
        technique=technique,
        steps=steps,
        buttons=[(_("A puzzle for you"), partial(ask_puzzle, technique))] if technique else (),
    )


def _notable(
    puzzle: Puzzle, review: Review, ask_why: Callable[[Moment], None]
) -> list[tuple[int, Explanation]]:
    """What is worth saying after how many changes, in the order of the game.

    What is said of a change comes before what is said of the pause after it.
    """
    from hashi_gui.logic.teaching.review import Judgement
    from hashi_gui.logic.teaching.review_text import (
        key_move_text,
        moment_text,
        pause_text,
        rush_text,
    )

    log = [moment.entry for moment in review.moments]

    def step(
        changes: int, seconds: float, text: str, highlight: Highlight | None = None
    ) -> tuple[int, Explanation]:
        shown = highlight or _last_change(log[:changes])
        return changes, Explanation(format_duration(seconds), [text], shown)

    others = [
        step(
            each.moment.number,
            each.begin,
            pause_text(each),
            each.highlight if each.technique else None,
        )
        for each in review.pauses
    ]
    others += [
        step(rush[0].number + 1, rush[0].entry.seconds, rush_text(rush)) for rush in review.rushes
    ]
    if key := review.key_move:
        highlight = replace(_last_change([key.moment.entry]), ghosts=key.opened)
        text = key_move_text(puzzle, key)
        others.append(step(key.moment.number + 1, key.moment.entry.seconds, text, highlight))
    rushed = {moment.number for moment in review.rushed}
    moments = []
    for moment in review.moments:
        text = moment_text(puzzle, moment)
        is_guess_in_rush = moment.judgement is Judgement.GUESS and moment.number in rushed
        if text and not is_guess_in_rush:
            changes, said = step(moment.number + 1, moment.entry.seconds, text)
            if moment.judgement is Judgement.WRONG:
                said = replace(said, buttons=[(_("Why?"), partial(ask_why, moment))])
            moments.append((changes, said))
    notable = [*moments[: MAX_MOMENTS - len(others)], *others]
    return sorted(notable, key=itemgetter(0))


def _last_change(log: Sequence[LogEntry]) -> Highlight:
    changed = (edge for entry in log[-1:] for edge, _state in entry.move.edges)
    return Highlight(edges=dict.fromkeys(changed, Role.HINT))
