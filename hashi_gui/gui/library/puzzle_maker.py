"""Generates a puzzle in the background and opens it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal, Slot

from hashi_gui.formats import Document
from hashi_gui.generating import GenerationError, Recipe
from hashi_gui.gui.tasks.generator_task import GeneratorTask
from hashi_gui.gui.widgets.message_bar import MessageBar


class PuzzleMaker(QObject):
    """Makes one puzzle at a time and reports in the message bar if it takes a while."""

    made = Signal(object)
    """The Document to open."""

    def __init__(self, bar: MessageBar, parent: QObject) -> None:
        super().__init__(parent)
        self._bar = bar
        self._generator = GeneratorTask(self)
        self._generator.busy_changed.connect(self._show_busy)
        self._generator.failed.connect(self._show_failure)

    @Slot(object)
    def make(
        self, recipe: Recipe, complete: Callable[[Document], Document] = lambda document: document
    ) -> None:
        """Make the puzzle of a recipe; ``complete`` adds to its metadata."""

        def show(answer: Document | GenerationError) -> None:
            if isinstance(answer, GenerationError):
                self._bar.show_message(str(answer))
            else:
                self.made.emit(complete(answer))

        self._generator.generate(recipe, show)

    def stop(self) -> bool:
        """Stop making a puzzle; whether one was being made."""
        if self._generator.current is None:
            return False
        self._generator.discard()
        self._bar.show_message("Stopped.")
        return True

    def discard(self) -> None:
        """Stop without a message, because the player has chosen another puzzle."""
        self._generator.discard()

    def close(self) -> None:
        self._generator.close()

    @Slot(bool)
    def _show_busy(self, busy: bool) -> None:
        if busy:
            self._bar.show_message("Generating a puzzle…", ("Stop", self.stop))

    @Slot(object, str)
    def _show_failure(self, _task: object, error: str) -> None:
        self._bar.show_message(f"No puzzle could be generated. ({error})")
