"""Making new puzzles in a thread of its own."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QObject

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.generating import GenerationError, Options, generate
from hashi_gui.gui.background import Background, Worker
from hashi_gui.logic.grading import grade
from hashi_gui.logic.technique import Level
from hashi_gui.solving import CancelToken

TRIES = 300
"""How many puzzles are made at most for one of the level asked."""


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """One puzzle to make; ``level`` is the grade it must have, None for any."""

    options: Options
    level: Level | None
    seed: int
    token: CancelToken = field(default_factory=CancelToken)


@dataclass(frozen=True, slots=True)
class Made:
    """A puzzle with exactly one solution, its grade, and the seed that made it."""

    puzzle: Puzzle
    level: Level
    seed: int


class MakerWorker(Worker):
    """Makes puzzles to order; the answer is a Made, or a GenerationError that says why not."""

    def answer(self, request: Order) -> object:
        try:
            return self._make(request)
        except GenerationError as error:
            return error

    def recover(self) -> None:
        """Nothing is kept from one order to the next."""

    @staticmethod
    def _make(order: Order) -> Made:
        for seed in range(order.seed, order.seed + TRIES):
            puzzle = generate(order.options, seed, order.token).puzzle
            level = grade(puzzle, order.token).level
            if order.level in (None, level):
                return Made(puzzle, level, seed)
        raise GenerationError(
            f"None of {TRIES} puzzles was {order.level}; try another size, or other islands."
        )


class Maker(Background):
    """The window's side: one order at a time, a new one calls the last one off."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(MakerWorker(), parent)

    def order(self, options: Options, level: Level | None, seed: int) -> None:
        self.put(Order(options, level, seed))
