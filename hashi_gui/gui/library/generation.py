"""Generating puzzles outside the GUI thread: in a dialog, or in the background."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QSizePolicy, QWidget

from hashi_gui.core.i18n import _, ngettext
from hashi_gui.core.wording import long_number
from hashi_gui.formats import Document
from hashi_gui.gui.play.playing import Companion
from hashi_gui.gui.stage import Context
from hashi_gui.gui.tasks.tasks import Lane, Task, TaskRunner, Tasks
from hashi_gui.gui.widgets.controls import (
    NO_MARGINS,
    dialog_button,
    filled,
    height_of_lines,
    spaced,
)
from hashi_gui.solving import CancelToken

if TYPE_CHECKING:
    from hashi_gui.generating import GenerationError, Recipe


class GeneratorRunner(TaskRunner):
    """Generates one puzzle at a time; a new request cancels the previous one."""

    layouts_tried = Signal(int)
    """The number of layouts tried so far for the current puzzle."""

    def __init__(self, tasks: Tasks, lane: Lane, parent: QObject) -> None:
        super().__init__(tasks, lane, parent)
        self.failed.connect(self._show_failure)

    def generate(self, recipe: Recipe, show: Callable[[Document | GenerationError], None]) -> None:
        """Generate the puzzle of a recipe and show it, or the reason why there is none."""
        from hashi_gui.generating import GenerationError

        def work(token: CancelToken) -> Document | GenerationError:
            def report(layouts: int) -> None:
                self.report(token, partial(self.layouts_tried.emit, layouts))

            try:
                return recipe.make(token, report)
            except GenerationError as error:
                return error

        self.start(Task(_("Generating a puzzle"), work, show))

    def _show_failure(self, task: Task[Document | GenerationError], error: str) -> None:
        from hashi_gui.generating import GenerationError

        text = _("No puzzle could be generated. ({error})")
        task.show(GenerationError(text.format(error=error)))


class GenerationStatus(QWidget):
    """Starts a generator and shows its progress if it takes a while; otherwise shows a message."""

    stopped = Signal()
    """The player has pressed Stop; there will be no puzzle."""

    def __init__(self, generator: GeneratorRunner) -> None:
        super().__init__()
        self._generator = generator
        self._activity = ""
        self._tries = 0
        self._label = QLabel(wordWrap=True)
        self._label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._progress = QProgressBar(minimum=0, maximum=0, textVisible=False)
        self._progress.setFixedWidth(80)
        self.stop_button = dialog_button(_("Stop"))
        self.stop_button.clicked.connect(self._stop)
        row = spaced(QHBoxLayout(self), 10, NO_MARGINS)
        filled(row, self._label, self._progress, self.stop_button, broad=self._label)
        self.setFixedHeight(max(self.stop_button.sizeHint().height(), height_of_lines(2, self)))
        self._on_busy_changed(False)
        generator.busy_changed.connect(self._on_busy_changed)
        generator.layouts_tried.connect(self._on_layouts_tried)

    @property
    def text(self) -> str:
        return self._label.text()

    def show_message(self, text: str) -> None:
        self._label.setText(text)

    def generate(self, recipe: Recipe, show: Callable[[Document | GenerationError], None]) -> None:
        """Start generating a puzzle and show the progress; ``show`` gets the answer."""
        self._activity = _("Searching") if recipe.options.level else _("Generating")
        self._tries = 0
        self._generator.generate(recipe, show)
        if self._generator.busy:
            self._show_activity()

    def _stop(self) -> None:
        self._generator.discard()
        stopped = _("Stopped.")
        if self._tries > 1:
            stopped = ngettext("Stopped after {n} try.", "Stopped after {n} tries.", self._tries)
        self.show_message(stopped.format(n=long_number(self._tries)))
        self.stopped.emit()

    def _on_busy_changed(self, busy: bool) -> None:
        self._progress.setVisible(busy)
        self.stop_button.setVisible(busy)
        if busy:
            self._show_activity()

    def _on_layouts_tried(self, layouts: int) -> None:
        self._tries = layouts
        if self._generator.busy:
            self._show_activity()

    def _show_activity(self) -> None:
        text = f"{self._activity}…"
        if self._tries > 1:
            tries = ngettext("{n} try", "{n} tries", self._tries)
            text = f"{text} {tries.format(n=long_number(self._tries))}"
        self.show_message(text)


class PuzzleGeneration(QObject, Companion):
    """Makes one puzzle at a time, also in advance; says so if the player has to wait a while."""

    def __init__(self, context: Context, open_document: Callable[[Document], object]) -> None:
        super().__init__(context.messages.window)
        self._messages = context.messages
        self._open_document = open_document
        self._recipe: Recipe | None = None
        """That of the puzzle which is being made, or is made already."""
        self._made: Document | GenerationError | None = None
        self._complete: Callable[[Document], Document] | None = None
        """Adds to the metadata of the puzzle that the player waits for; None if nobody waits."""
        self._generator = GeneratorRunner(context.tasks, Lane.GENERATOR, self)
        self._generator.busy_changed.connect(self._show_busy)

    def prepare(self, recipe: Recipe) -> None:
        """Make the puzzle of a recipe in advance, unless the player waits for another one."""
        if recipe != self._recipe and self._complete is None:
            self._recipe, self._made = recipe, None
            self._generator.generate(recipe, self._keep)

    def make(
        self, recipe: Recipe, complete: Callable[[Document], Document] = lambda document: document
    ) -> None:
        """Make the puzzle of a recipe and open it; ``complete`` adds to its metadata."""
        self._complete = None
        self.prepare(recipe)
        self._complete = complete
        if self._made is not None:
            self._keep(self._made)
        else:
            self._show_busy(self._generator.busy)

    def stop(self) -> bool:
        """Stop making a puzzle; whether the player was waiting for one."""
        if self._complete is None:
            return False
        self.discard()
        self._messages.say(_("Stopped."))
        return True

    def discard(self) -> None:
        """Stop without a message, because the player has chosen another puzzle."""
        self._recipe = self._made = self._complete = None
        self._generator.discard()

    def _keep(self, answer: Document | GenerationError) -> None:
        """Open what the player waits for, or keep what was made in advance."""
        from hashi_gui.generating import GenerationError

        self._made, complete = answer, self._complete
        if complete is None:
            return
        self.discard()
        if isinstance(answer, GenerationError):
            self._messages.say(str(answer))
        else:
            self._open_document(complete(answer))

    def _show_busy(self, busy: bool) -> None:
        if busy and self._complete is not None:
            self._messages.say(_("Generating a puzzle…"), (_("Stop"), self.stop))
