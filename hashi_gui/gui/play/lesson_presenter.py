"""Guides the player through the lessons: the card, its remarks, the way to the next one."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Slot

from hashi_gui.formats import Document
from hashi_gui.game.library import Mood, Remark, first_puzzle, lesson_number, lessons, remark_on
from hashi_gui.gui.play.controller import BoardController
from hashi_gui.gui.play.lesson_card import LessonCard
from hashi_gui.gui.play.verdict_monitor import VerdictMonitor
from hashi_gui.rendering.looks import Highlight, Role


class LessonPresenter(QObject):
    """Shows the card while the game in play is a lesson, and reacts to what the player does."""

    def __init__(
        self,
        controller: BoardController,
        verdicts: VerdictMonitor,
        open_document: Callable[[Document], object],
    ) -> None:
        """``open_document`` opens another lesson, or the puzzle after them."""
        super().__init__(controller)
        self._open_document = open_document
        self.card = LessonCard()
        self._controller = controller
        self._verdicts = verdicts
        self._number: int | None = None
        self.card.back_pressed.connect(lambda: self._turn(-1))
        self.card.next_pressed.connect(self.go_on)
        self.card.skip_pressed.connect(self._skip)
        controller.refused.connect(self._show_refusal)
        verdicts.changed.connect(self.react)

    @property
    def active(self) -> bool:
        """Whether the game in play is a lesson."""
        return self._number is not None

    def game_opened(self) -> None:
        """Show the card of the lesson that was opened, or hide it."""
        game = self._controller.game
        self._number = lesson_number(game.puzzle)
        self.card.setVisible(self.active)
        if self._number is not None:
            info = lessons()[self._number].info
            self.card.show_lesson(self._number, len(lessons()), info.title, info.lesson)
            self.react()

    @Slot()
    def go_on(self) -> None:
        """Open the next lesson, or after the last one a first puzzle."""
        self._turn(1)

    @Slot()
    def react(self) -> None:
        """Say something about the board as it is now, if it is that of a lesson."""
        if not self.active:
            return
        remark = remark_on(self._controller.game, self._verdicts.only_solution)
        self.card.show_remark(remark)
        if remark.edges:
            self._controller.highlight(Highlight(edges=dict.fromkeys(remark.edges, Role.CONFLICT)))

    @Slot(str)
    def _show_refusal(self, reason: str) -> None:
        self.card.show_remark(Remark(Mood.WRONG, reason))

    def _turn(self, step: int) -> None:
        assert self._number is not None
        number = self._number + step
        self._open_document(lessons()[number] if number < len(lessons()) else first_puzzle())

    def _skip(self) -> None:
        self._open_document(first_puzzle())
