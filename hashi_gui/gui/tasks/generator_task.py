"""Making new puzzles in a thread of its own."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QObject, Signal, Slot

from hashi_gui.generating import GenerationError, Recipe
from hashi_gui.gui.tasks.task_runner import TaskRunner, Worker
from hashi_gui.solving import CancelToken


@dataclass(frozen=True, slots=True, eq=False)
class GenerateRequest:
    """One puzzle to make."""

    recipe: Recipe
    token: CancelToken = field(default_factory=CancelToken)


class GeneratorWorker(Worker):
    """Makes puzzles to order; the answer is a Document, or a GenerationError that says why not."""

    tried = Signal(object, int)
    """The order, and how many layouts were tried for it so far."""

    def answer(self, request: GenerateRequest) -> object:
        try:
            return request.recipe.make(
                request.token, lambda layouts: self.tried.emit(request, layouts)
            )
        except GenerationError as error:
            return error

    def recover(self) -> None:
        """Nothing is kept from one order to the next."""


class GeneratorTask(TaskRunner):
    """The window's side: one order at a time, a new one calls the last one off."""

    tried = Signal(int)
    """How many layouts were tried so far for the current order."""

    def __init__(self, parent: QObject | None = None) -> None:
        worker = GeneratorWorker()
        super().__init__(worker, parent)
        worker.tried.connect(self._on_tried)

    def order(self, recipe: Recipe) -> None:
        self.put(GenerateRequest(recipe))

    @Slot(object, int)
    def _on_tried(self, order: GenerateRequest, layouts: int) -> None:
        if order is self.current:
            self.tried.emit(layouts)
