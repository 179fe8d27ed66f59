"""One line about a puzzle in the making: what goes on, how far it is, and Stop."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QSizePolicy, QWidget

from hashi_gui.generating import Recipe
from hashi_gui.gui.tasks.generator_task import GeneratorTask


class GenerationStatus(QWidget):
    """Shows progress once a maker takes long enough for it; between orders, what is said."""

    stopped = Signal()
    """The player has called the order off; its answer will not come."""

    def __init__(self, maker: GeneratorTask) -> None:
        super().__init__()
        self._maker = maker
        self._doing = ""
        self._tried = 0
        self._label = QLabel(wordWrap=True)
        self._label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._progress = QProgressBar(minimum=0, maximum=0, textVisible=False)
        self._progress.setFixedWidth(80)
        self.stop = QPushButton("Stop")
        self.stop.setAutoDefault(False)
        self.stop.clicked.connect(self._stop)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(self._label, 1)
        row.addWidget(self._progress)
        row.addWidget(self.stop)
        self.setFixedHeight(max(self.stop.sizeHint().height(), 2 * self.fontMetrics().height()))
        self._show_busy(False)
        maker.busy_changed.connect(self._show_busy)
        maker.tried.connect(self._show_tried)

    @property
    def text(self) -> str:
        return self._label.text()

    def show_message(self, text: str) -> None:
        self._label.setText(text)

    def order(self, recipe: Recipe) -> None:
        """Have a puzzle made, and show how it goes."""
        self._doing = "Searching" if recipe.options.level else "Making a puzzle"
        self._tried = 0
        self._maker.order(recipe)
        if self._maker.busy:
            self._show_doing()

    def _stop(self) -> None:
        self._maker.forget()
        self.show_message(f"Stopped; {self._tried} tried." if self._tried > 1 else "Stopped.")
        self.stopped.emit()

    def _show_busy(self, busy: bool) -> None:
        self._progress.setVisible(busy)
        self.stop.setVisible(busy)
        if busy:
            self._show_doing()

    def _show_tried(self, layouts: int) -> None:
        self._tried = layouts
        if self._maker.busy:
            self._show_doing()

    def _show_doing(self) -> None:
        self.show_message(f"{self._doing}: {self._tried} tried" if self._tried > 1 else self._doing)
