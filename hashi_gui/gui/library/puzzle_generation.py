"""Generating a puzzle in the background, from options or a pasted command, to open it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Slot

from hashi_gui.formats import Document
from hashi_gui.generating import GenerationError, Recipe
from hashi_gui.gui.library.generator_runner import GeneratorRunner
from hashi_gui.gui.play.playing import Companion
from hashi_gui.gui.stage.context import Context
from hashi_gui.gui.tasks.tasks import Lane


class PuzzleGeneration(QObject, Companion):
    """Makes one puzzle at a time and reports in the message bar if it takes a while."""

    def __init__(self, context: Context, open_document: Callable[[Document], object]) -> None:
        super().__init__(context.messages.window)
        self._messages = context.messages
        self._open_document = open_document
        self._generator = GeneratorRunner(context.tasks, Lane.GENERATOR, self)
        self._generator.busy_changed.connect(self._show_busy)
        self._generator.failed.connect(self._show_failure)

    @Slot(object)
    def make(
        self, recipe: Recipe, complete: Callable[[Document], Document] = lambda document: document
    ) -> None:
        """Make the puzzle of a recipe; ``complete`` adds to its metadata."""

        def show(answer: Document | GenerationError) -> None:
            if isinstance(answer, GenerationError):
                self._messages.say(str(answer))
            else:
                self._open_document(complete(answer))

        self._generator.generate(recipe, show)

    def stop(self) -> bool:
        """Stop making a puzzle; whether one was being made."""
        if self._generator.current is None:
            return False
        self._generator.discard()
        self._messages.say("Stopped.")
        return True

    def discard(self) -> None:
        """Stop without a message, because the player has chosen another puzzle."""
        self._generator.discard()

    @Slot(bool)
    def _show_busy(self, busy: bool) -> None:
        if busy:
            self._messages.say("Generating a puzzle…", ("Stop", self.stop))

    @Slot(object, str)
    def _show_failure(self, _task: object, error: str) -> None:
        self._messages.say(f"No puzzle could be generated. ({error})")
