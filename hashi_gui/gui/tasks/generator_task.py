"""Generating puzzles in a thread of its own."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QObject, Signal, Slot

from hashi_gui.generating import GenerationError, Recipe
from hashi_gui.gui.tasks.task_runner import TaskRunner, Worker
from hashi_gui.solving import CancelToken


@dataclass(frozen=True, slots=True, eq=False)
class GenerateRequest:
    """The request to generate one puzzle."""

    recipe: Recipe
    token: CancelToken = field(default_factory=CancelToken)


class GeneratorWorker(Worker):
    """Generates puzzles; the answer is a Document, or a GenerationError if there is none."""

    layouts_tried = Signal(object, int)
    """The request, and the number of layouts tried for it so far."""

    def answer(self, request: GenerateRequest) -> object:
        try:
            return request.recipe.make(
                request.token, lambda layouts: self.layouts_tried.emit(request, layouts)
            )
        except GenerationError as error:
            return error

    def recover(self) -> None:
        """Nothing to do: no state is shared between requests."""


class GeneratorTask(TaskRunner):
    """Generates one puzzle at a time for the GUI thread; a new request cancels the previous one."""

    layouts_tried = Signal(int)
    """The number of layouts tried so far for the current request."""

    def __init__(self, parent: QObject | None = None) -> None:
        worker = GeneratorWorker()
        super().__init__(worker, parent)
        worker.layouts_tried.connect(self._on_layouts_tried)

    def generate(self, recipe: Recipe) -> None:
        """Start generating the puzzle of a recipe; ``answered`` or ``failed`` follows."""
        self.put(GenerateRequest(recipe))

    @Slot(object, int)
    def _on_layouts_tried(self, request: GenerateRequest, layouts: int) -> None:
        if request is self.current:
            self.layouts_tried.emit(layouts)
