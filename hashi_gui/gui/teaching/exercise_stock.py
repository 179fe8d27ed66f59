"""Finding exercises in another thread, ahead of the player."""

from __future__ import annotations

from collections.abc import Iterable
from secrets import randbelow

from PySide6.QtCore import QObject, Signal, Slot

from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Island
from hashi_gui.generating import SEED_LIMIT
from hashi_gui.generating.generator import generate_exercises
from hashi_gui.gui.tasks.tasks import Lane, Task, TaskRunner, Tasks
from hashi_gui.logic.practice import Exercise
from hashi_gui.solving import CancelToken

STOCK = 2
"""How many exercises for a technique are found ahead."""


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
        technique = self._next_to_find()
        if technique is None:
            self._runner.discard()
            return
        self._sought = technique
        seed, seen = randbelow(SEED_LIMIT), frozenset(self._seen)

        def work(token: CancelToken) -> Exercise:
            found = generate_exercises(technique, seed, token)
            return next(each for each in found if _key(each) not in seen)

        self._runner.start(Task("Looking for an exercise", work, self._add))

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

    @Slot(object, str)
    def _report(self, _task: object, error: str) -> None:
        self.failed.emit(error)


def _key(exercise: Exercise) -> tuple[tuple[Island, ...], Board]:
    return exercise.puzzle.islands, exercise.board
