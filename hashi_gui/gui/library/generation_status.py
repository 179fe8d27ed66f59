"""A status line for generating a puzzle: what is happening, progress, and a Stop button."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QSizePolicy, QWidget

from hashi_gui.formats import Document
from hashi_gui.generating import GenerationError, Recipe
from hashi_gui.gui.library.generator_runner import GeneratorRunner


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
        self.stop_button = QPushButton("Stop")
        self.stop_button.setAutoDefault(False)
        self.stop_button.clicked.connect(self._stop)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(self._label, 1)
        row.addWidget(self._progress)
        row.addWidget(self.stop_button)
        two_lines = 2 * self.fontMetrics().height()
        self.setFixedHeight(max(self.stop_button.sizeHint().height(), two_lines))
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
        self._activity = "Searching" if recipe.options.level else "Generating"
        self._tries = 0
        self._generator.generate(recipe, show)
        if self._generator.busy:
            self._show_activity()

    def _stop(self) -> None:
        self._generator.discard()
        self.show_message(f"Stopped after {self._tries} tries." if self._tries > 1 else "Stopped.")
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
        tries = f" {self._tries} tries" if self._tries > 1 else ""
        self.show_message(f"{self._activity}…{tries}")
