"""Practice: its dialog, and sets of exercises on the board of the game, which waits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from secrets import randbelow
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from hashi_gui.core.board import Board, Move
from hashi_gui.core.i18n import N_, _, translated
from hashi_gui.core.puzzle import Island
from hashi_gui.core.wording import format_duration, listed, shown_level
from hashi_gui.formats import Document
from hashi_gui.formats.document import utc_now
from hashi_gui.game import Game
from hashi_gui.game.game import Clock
from hashi_gui.game.mastery import Attempt, Mastery, next_technique
from hashi_gui.gui.play.play import Play
from hashi_gui.gui.play.playing import BoardActivity
from hashi_gui.gui.stage import ON_A_BOARD, Context
from hashi_gui.gui.tasks.tasks import Lane, Task, TaskRunner, Tasks
from hashi_gui.gui.teaching.practice_bar import PracticeBar
from hashi_gui.gui.teaching.teacher import Teacher
from hashi_gui.gui.widgets.actions import ActionKind, key_of
from hashi_gui.gui.widgets.controls import filled, muted, spaced
from hashi_gui.gui.widgets.dialogs import AnswerDialog, accepts, room_for
from hashi_gui.logic.levels import Level
from hashi_gui.logic.teaching.explanation import Explanation
from hashi_gui.rendering.theme import text_growth
from hashi_gui.solving import CancelToken

if TYPE_CHECKING:
    from hashi_gui.logic.teaching.practice import Exercise, Topic


WANTED_SIZE = QSize(720, 640)
NOTE_WIDTH, BESIDE_TEXTS, ROW_PADDING = 290, 134, 20

CHOOSE_FOR_ME = N_("Choose for me")


class PracticeDialog(AnswerDialog):
    """Lists the techniques, each with its level and how well the player knows it.

    ``chosen`` is the name of the selected one, None if the program is to choose.
    """

    def __init__(self, mastery: Mapping[str, Mastery], parent: QWidget | None = None) -> None:
        """Show the mastery of each technique that was practised."""
        from hashi_gui.logic.teaching.practice import TOPICS

        super().__init__(_("Practice"), parent, WANTED_SIZE)
        self.chosen: str | None = None
        intro = QLabel(
            _(
                "Ten positions from real puzzles. In each of them, one technique gives the next "
                "step, and no easier one does. Find it and draw it."
            ),
            wordWrap=True,
        )
        self.list = QListWidget()
        self.list.setAccessibleName(_("Techniques"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemActivated.connect(self.accept)
        self._add_row(translated(CHOOSE_FOR_ME), "", _("repeats what you missed"), None)
        for topic in TOPICS:
            self._add_topic(topic, mastery.get(topic.name, Mastery()))
        self.list.setCurrentRow(0)
        self.fill(_("Start"), intro, self.list)
        self.start = self.buttons.accept_button
        self.list.setFocus()

    def accept(self) -> None:
        self.chosen = self.list.currentItem().data(Qt.ItemDataRole.UserRole)
        super().accept()

    def row_text(self, row: int) -> str:
        widget = self.list.itemWidget(self.list.item(row))
        return listed(label.text() for label in widget.findChildren(QLabel))

    def _add_topic(self, topic: Topic, mastery: Mastery) -> None:
        note = topic.too_rare or mastery.text
        item = self._add_row(topic.label, shown_level(topic.level), note, topic.name)
        if topic.too_rare:
            item.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.itemWidget(item).setEnabled(False)

    def _add_row(self, name: str, level: str, text: str, technique: str | None) -> QListWidgetItem:
        item = QListWidgetItem()
        item.setData(Qt.ItemDataRole.UserRole, technique)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, listed((name, level, text)))
        row = QWidget()
        title, rank, note = QLabel(name, wordWrap=True), muted(level), muted(text, wraps=True)
        rank.ensurePolished()
        advance = rank.fontMetrics().horizontalAdvance
        # A label needs a little more than its letters.
        level_width = max(advance(shown_level(each)) for each in Level) + 2
        rank.setFixedWidth(level_width)
        filled(spaced(QHBoxLayout(row), 12, (12, 0, 12, 0)), title, rank, note, broad=title)
        wanted = round(WANTED_SIZE.width() * text_growth())
        room = min(wanted, room_for(self).width()) - BESIDE_TEXTS - level_width
        note_width = min(round(NOTE_WIDTH * text_growth()), room // 2)
        title_width = room - note_width
        note.setFixedWidth(note_width)
        lines = max(title.heightForWidth(title_width), note.heightForWidth(note_width))
        item.setSizeHint(QSize(0, lines + ROW_PADDING))
        self.list.addItem(item)
        self.list.setItemWidget(item, row)
        return item


STOCK = 2
"""How many exercises for a technique are found ahead."""

SET_LENGTH = 10


class ExerciseStock(QObject):
    """A stock of exercises for some techniques. None of them comes twice."""

    found = Signal(str)
    """There is another exercise for a technique."""
    failed = Signal(str)
    """No exercise can be found, because of an error in the program."""

    def __init__(self, tasks: Tasks, parent: QObject) -> None:
        super().__init__(parent)
        self._runner = TaskRunner(tasks, Lane.EXERCISES, self)
        self._runner.failed.connect(self._report)
        self._stock: dict[str, list[Exercise]] = {}
        self._wanted: tuple[str, ...] = ()
        self._sought = ""
        self._seen: set[tuple[tuple[Island, ...], Board]] = set()

    def take(self, technique: str) -> Exercise | None:
        """An exercise for a technique; None if there is none yet."""
        stock = self._stock.get(technique)
        return stock.pop(0) if stock else None

    def prepare(self, techniques: Iterable[str]) -> None:
        """Find exercises for these techniques from now on, for the first one first."""
        self._wanted = tuple(dict.fromkeys(techniques))
        if self._runner.current is None or self._sought not in self._wanted[:1]:
            self._find_next()

    def _find_next(self) -> None:
        from hashi_gui.generating import SEED_LIMIT
        from hashi_gui.generating.generator import generate_exercises

        technique = self._next_to_find()
        if technique is None:
            self._runner.discard()
            return
        self._sought = technique
        seed, seen = randbelow(SEED_LIMIT), frozenset(self._seen)

        def work(token: CancelToken) -> Exercise:
            found = generate_exercises(technique, seed, token)
            return next(each for each in found if _key(each) not in seen)

        self._runner.start(Task(_("Looking for an exercise"), work, self._add))

    def _next_to_find(self) -> str | None:
        """The technique with the fewest exercises, the first one of these; None if all have some.

        No technique gets a second exercise before each has one.
        """
        missing = [name for name in self._wanted if len(self._stock.get(name, ())) < STOCK]
        return min(missing, key=lambda name: len(self._stock.get(name, ())), default=None)

    def _add(self, exercise: Exercise) -> None:
        self._seen.add(_key(exercise))
        technique = exercise.hint.technique
        self._stock.setdefault(technique, []).append(exercise)
        self.found.emit(technique)
        if self._runner.current is None:
            self._find_next()

    def _report(self, _task: object, error: str) -> None:
        self.failed.emit(error)


def _key(exercise: Exercise) -> tuple[tuple[Island, ...], Board]:
    return exercise.puzzle.islands, exercise.board


def _next_technique(mastery: Mapping[str, Mastery]) -> str:
    from hashi_gui.logic.teaching.practice import PRACTICABLE

    return next_technique(tuple(PRACTICABLE), mastery, datetime.now(UTC))


def _task_text(exercise: Exercise) -> str:
    if exercise.asks_for_bridge:
        return _("Draw a bridge that is certain.")
    text = _("Mark where no bridge can be: right-click or hold the water, or use a key like {key}.")
    return text.format(key=key_of("Ctrl+Right"))


class Practice(BoardActivity):
    """Asks for the step that a technique gives, ten times, each time on another board.

    Every board is a game of its own that is never saved.
    """

    allowed = ON_A_BOARD & ~(ActionKind.ANSWER | ActionKind.REVIEW)

    def __init__(self, play: Play, context: Context, teacher: Teacher) -> None:
        super().__init__(play, context)
        self._controller = play.controller
        self._teacher = teacher
        self.bar = PracticeBar()
        self._log = context.stores.games.practice
        self._source = ExerciseStock(context.tasks, self)
        self._chosen: str | None = None
        self._technique = ""
        self._exercise: Exercise | None = None
        self._attempts: list[Attempt] = []
        self._waiting = False
        self._opened_panel = self._warned = False
        self.bar.show_button.clicked.connect(self._give_up)
        self.bar.next_button.clicked.connect(self.go_on)
        self.bar.end_button.clicked.connect(self.end)
        self._source.found.connect(self._open_found)
        self._source.failed.connect(self._show_failure)
        play.controller.changed.connect(self._judge)

    @property
    def running(self) -> bool:
        """Whether a set has begun, and not ended yet."""
        return self._context.stage.has(self)

    @property
    def asks(self) -> bool:
        """Whether the board shows an exercise that is not answered yet."""
        return self._exercise is not None

    @property
    def can_go_on(self) -> bool:
        """Whether the board shows an answer."""
        return self.running and not (self.asks or self._waiting)

    @property
    def name(self) -> str:
        if not self._technique:
            return _("Practice")
        return _("Practice: {technique}").format(technique=translated(self._technique))

    @property
    def guidance(self) -> str:
        if self._exercise is not None:
            return _task_text(self._exercise)
        return _("Press Enter to go on.") if self.can_go_on else ""

    @property
    def clock(self) -> Clock | None:
        return self._controller.game.clock if self.asks else None

    def show_dialog(self) -> None:
        dialog = PracticeDialog(self._log.mastery(), self._context.messages.window)
        if accepts(dialog):
            self.begin(dialog.chosen)

    def begin(self, technique: str | None) -> None:
        """Begin a set about a technique, or about those that should be practised next."""
        was_running = self.running
        self._exercise, self._waiting = None, True
        self._context.stage.enter(self)
        if not was_running:
            self._opened_panel = not self._teacher.is_open
            self._controller.show_other_board(self._controller.game.board)
        self._chosen, self._attempts = technique, []
        self.bar.show()
        self._ask()

    def go_on(self) -> None:
        """Ask for the next step; after the last one, begin another set of the same kind."""
        if len(self._attempts) == SET_LENGTH:
            self.begin(self._chosen)
        elif self.can_go_on:
            self._ask()

    def end(self) -> None:
        """Go back to the game in play."""
        self._context.stage.leave(self)

    def resumed(self) -> None:
        """Ask for another step, because the editor can show the answer of the present one."""
        super().resumed()
        if self._exercise is not None:
            self._exercise = None
            self._ask()
            text = _("You could see the answer in the editor. Here is another position.")
            self._context.messages.say(text)

    def left(self) -> None:
        """Show no exercise any more; the board may show another game already."""
        self._exercise, self._waiting = None, False
        self._source.prepare(())
        self.bar.hide()
        if self._opened_panel:
            self._teacher.close()

    # The task

    @property
    def _title(self) -> str:
        number = min(len(self._attempts) + (self._exercise is not None), SET_LENGTH)
        return _("{name}, {n} of {total}").format(
            name=self.name, n=max(number, 1), total=SET_LENGTH
        )

    def _ask(self) -> None:
        self._technique = self._chosen or _next_technique(self._log.mastery())
        self.bar.score.show_results([each.right for each in self._attempts], SET_LENGTH)
        exercise = self._source.take(self._technique)
        if exercise is not None:
            self._open(exercise)
        else:
            self._waiting = True
            self.bar.show_waiting(self._title, _("Looking for a position…"))
            self._source.prepare([self._technique])

    def _open_found(self, technique: str) -> None:
        if self._waiting and technique == self._technique:
            exercise = self._source.take(technique)
            assert exercise is not None
            self._open(exercise)

    def _open(self, exercise: Exercise) -> None:
        self._exercise, self._waiting, self._warned = exercise, False, False
        document = Document(exercise.puzzle, exercise.board, "hashi")
        self._controller.open(Game.from_document(document))
        self.bar.show_task(self._title, _task_text(exercise))
        is_new = [self._technique] != [each.technique for each in self._attempts[-1:]]
        self._explain_task(exercise, aloud=is_new)
        self._source.prepare(self._techniques_to_come())

    def _explain_task(self, exercise: Exercise, *, aloud: bool) -> None:
        from hashi_gui.logic.teaching.practice import PRACTICABLE

        hint = exercise.hint
        example = PRACTICABLE[hint.technique]
        self._teacher.show(
            Explanation(
                hint.heading,
                [example.lesson, _task_text(exercise)],
                level=hint.level,
                technique=hint.technique,
                example=example,
                practised=True,
            ),
            aloud=aloud,
        )

    def _techniques_to_come(self) -> list[str]:
        """What may be practised next, if the answer is right and if it is not."""
        if self._chosen:
            return [self._chosen]
        mastery, name = self._log.mastery(), self._technique
        known = mastery.get(name, Mastery())
        attempts = [Attempt(name, utc_now(), right, 0.0) for right in (True, False)]
        return [_next_technique({**mastery, name: known.after(each)}) for each in attempts]

    def _show_failure(self, error: str) -> None:
        if self._waiting:
            self.bar.show_remark(_("No position could be found. ({error})").format(error=error))

    # The answer

    def _judge(self, _move: Move) -> None:
        from hashi_gui.logic.teaching.practice import Reply

        exercise = self._exercise
        if exercise is None:
            return
        self._warned = False
        reply = exercise.judge(self._controller.game.board)
        answers = {
            Reply.RIGHT: _("✓  Right."),
            Reply.WRONG: _("✗  Not this one: the solution has something else there."),
        }
        if reply in answers:
            self._answer(exercise, right=reply is Reply.RIGHT, remark=answers[reply])
            return
        other = _("True, but that does not follow from “{technique}” here. Look further.").format(
            technique=translated(self._technique)
        )
        self.bar.show_remark(other if reply is Reply.OTHER else _task_text(exercise))
        self._explain_task(exercise, aloud=False)

    def hint(self) -> None:
        """Give up if the player asks twice."""
        if self._warned:
            self._give_up()
        elif self.asks:
            self._warned = True
            text = _("Press {key} again to see the answer; this counts as wrong.")
            self.bar.show_remark(text.format(key=key_of("H")))

    def _give_up(self) -> None:
        if self._exercise is not None:
            self._answer(self._exercise, right=False, remark=_("The answer is on the board."))

    def _answer(self, exercise: Exercise, *, right: bool, remark: str) -> None:
        """Record an attempt and explain the step; the board cannot be changed any more."""
        game, title = self._controller.game, self._title
        attempt = Attempt(self._technique, utc_now(), right, game.clock.seconds)
        self._exercise = None
        self._attempts.append(attempt)
        self._log.add(attempt)
        self._context.stores.autosave.save_practice()
        self._context.stage.run_clock()
        self._context.stage.updated.emit()
        board = game.board if right else exercise.board
        self._controller.show_other_board(board)
        page = exercise.hint
        ghosts = {e: state for e, state in page.move.edges if board.state(e) != state}
        highlight = replace(page.highlight, ghosts=ghosts)
        self._teacher.show(replace(page, highlight=highlight, practised=True))
        self.bar.score.show_results([each.right for each in self._attempts], SET_LENGTH)
        if len(self._attempts) < SET_LENGTH:
            self.bar.show_answered(title, remark, _("Next"), right=right)
        else:
            self.bar.show_answered(self._result, remark, _("Another set"), right=right)

    @property
    def _result(self) -> str:
        right = sum(each.right for each in self._attempts)
        time = format_duration(sum(each.seconds for each in self._attempts))
        return _("Practice done: {right} of {total} right, in {time}").format(
            right=right, total=SET_LENGTH, time=time
        )
