"""Generates puzzles in a thread of its own."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal, Slot

from hashi_gui.formats import Document
from hashi_gui.generating import GenerationError, Recipe
from hashi_gui.gui.tasks.task_runner import Task, TaskRunner
from hashi_gui.solving import CancelToken


class GeneratorTask(TaskRunner):
    """Generates one puzzle at a time; a new request cancels the previous one."""

    layouts_tried = Signal(int)
    """The number of layouts tried so far for the current puzzle."""

    _layouts_tried_in_worker = Signal(object, int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._layouts_tried_in_worker.connect(self._on_layouts_tried)

    def generate(self, recipe: Recipe, show: Callable[[Document | GenerationError], None]) -> None:
        """Generate the puzzle of a recipe and show it, or the reason why there is none."""

        def work(token: CancelToken) -> Document | GenerationError:
            try:
                return recipe.make(
                    token, lambda layouts: self._layouts_tried_in_worker.emit(token, layouts)
                )
            except GenerationError as error:
                return error

        self.start(Task("Generating a puzzle", work, show))

    @Slot(object, int)
    def _on_layouts_tried(self, token: CancelToken, layouts: int) -> None:
        if self.current is not None and token is self.current.token:
            self.layouts_tried.emit(layouts)
