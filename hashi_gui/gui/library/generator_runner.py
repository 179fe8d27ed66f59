"""Generating puzzles in another thread, with progress."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal

from hashi_gui.formats import Document
from hashi_gui.generating import GenerationError, Recipe
from hashi_gui.gui.tasks.tasks import Task, TaskRunner
from hashi_gui.solving import CancelToken


class GeneratorRunner(TaskRunner):
    """Generates one puzzle at a time; a new request cancels the previous one."""

    layouts_tried = Signal(int)
    """The number of layouts tried so far for the current puzzle."""

    def generate(self, recipe: Recipe, show: Callable[[Document | GenerationError], None]) -> None:
        """Generate the puzzle of a recipe and show it, or the reason why there is none."""

        def work(token: CancelToken) -> Document | GenerationError:
            def report(layouts: int) -> None:
                self.tasks.call(partial(self._show_layouts, token, layouts))

            try:
                return recipe.make(token, report)
            except GenerationError as error:
                return error

        self.start(Task("Generating a puzzle", work, show))

    def _show_layouts(self, token: CancelToken, layouts: int) -> None:
        if self.current is not None and token is self.current.token:
            self.layouts_tried.emit(layouts)
