"""The window that makes new puzzles: what is wanted on the left, what came of it on the right."""

from __future__ import annotations

from secrets import randbelow

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QPushButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from hashi_gui.core.errors import HashiError
from hashi_gui.formats import Document
from hashi_gui.generating import SEED_LIMIT, Recipe
from hashi_gui.gui.app.settings import Settings
from hashi_gui.gui.dialogs.buttons import remove_icons
from hashi_gui.gui.dialogs.generator_options import CustomPage, QuickPage
from hashi_gui.gui.dialogs.puzzle_preview import PuzzlePreview
from hashi_gui.gui.panels.generation_status import GenerationStatus
from hashi_gui.gui.tasks.generator_task import GeneratorTask
from hashi_gui.gui.tasks.task_runner import Reply
from hashi_gui.rendering.theme import Theme

SETTLE_MS = 250
"""How long the wishes must rest before a puzzle is made of them."""


class NewPuzzleDialog(QDialog):
    """Asks for a size, a level and more; ``chosen`` is the puzzle to play."""

    made = Signal()
    """A puzzle is in the preview."""

    def __init__(self, theme: Theme, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("New puzzle")
        self.chosen: Document | None = None
        self._settings = settings
        self._eager = False
        self._maker = GeneratorTask(self)
        self._maker.answered.connect(self._show_made)
        self._maker.failed.connect(self._show_failure)
        self._settle = QTimer(self, interval=SETTLE_MS, singleShot=True)
        self._settle.timeout.connect(self._order)
        self.preview = PuzzlePreview(theme)
        self.line = GenerationStatus(self._maker)
        self.line.stopped.connect(self._give_up)
        self.quick, self.custom = QuickPage(theme), CustomPage()
        self._build()
        self._recall()
        self.finished.connect(self._maker.close)
        self._make_another()

    @property
    def page(self) -> QuickPage | CustomPage:
        """The page whose wishes count: the one in sight."""
        return self.custom if self.pages.currentWidget() is self.custom else self.quick

    def accept(self) -> None:
        """Play the puzzle, or, while it is still made, as soon as it is there."""
        if self.chosen is not None:
            super().accept()
            return
        if self._settle.isActive():
            self._order()
        self._eager = self._maker.current is not None
        self.play.setEnabled(False)

    def _build(self) -> None:
        self.pages = QTabWidget()
        self.pages.tabBar().setDrawBase(False)
        self.pages.addTab(self.quick, "Quick")
        self.pages.addTab(self.custom, "Custom")
        for page in (self.quick, self.custom):
            page.changed.connect(self._change)
        shown = QVBoxLayout()
        shown.setSpacing(10)
        shown.addWidget(self.preview, 1)
        shown.addLayout(self._build_line())
        both = QHBoxLayout()
        both.setSpacing(24)
        both.addWidget(self.pages)
        both.addLayout(shown, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 14, 20, 16)
        layout.setSpacing(14)
        layout.addLayout(both, 1)
        layout.addWidget(self._build_buttons())

    def _build_line(self) -> QHBoxLayout:
        self.another = QPushButton("Another")
        self.another.setToolTip("The same wishes, another puzzle")
        self.another.setAutoDefault(False)
        self.another.clicked.connect(self._make_another)
        self._maker.busy_changed.connect(self.another.setHidden)
        line = QHBoxLayout()
        line.setSpacing(10)
        line.addWidget(self.line, 1)
        line.addWidget(self.another)
        return line

    def _build_buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.play = buttons.addButton("Play", QDialogButtonBox.ButtonRole.AcceptRole)
        self.play.setDefault(True)
        buttons.button(QDialogButtonBox.StandardButton.Cancel).setAutoDefault(False)
        remove_icons(buttons)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        return buttons

    def _recall(self) -> None:
        """Show what was wanted last, on the simplest page that can say it."""
        last_options = self._settings.last_options or self.quick.options()
        self.quick.show_options(last_options)
        self.custom.show_options(last_options)
        if self.quick.options() != last_options:
            self.pages.setCurrentWidget(self.custom)
        self.pages.currentChanged.connect(self._turn_page)
        self.page.setFocus()

    def _turn_page(self) -> None:
        """Take along what the other page was asked for."""
        left = self.quick if self.page is self.custom else self.custom
        self.page.show_options(left.options())
        if self.page.options() != left.options():
            self._change()

    def _change(self) -> None:
        """Make another puzzle when the wishes have come to rest."""
        self._discard()
        self._maker.forget()
        self._settle.start()

    def _make_another(self) -> None:
        self.custom.seed = randbelow(SEED_LIMIT)
        self._order()

    def _order(self) -> None:
        self._discard()
        try:
            self.line.order(Recipe(self.page.options(), self.custom.seed))
        except HashiError as error:
            self._maker.forget()
            self._show_none(str(error))

    def _discard(self) -> None:
        """What is in the preview is not what is wanted any more."""
        self._settle.stop()
        self.chosen, self._eager = None, False
        self.preview.fade()
        self.play.setEnabled(True)

    def _give_up(self) -> None:
        self._show_none(self.line.text)

    def _show_none(self, why: str) -> None:
        self.play.setEnabled(False)
        self.line.show_message(why)

    def _show_made(self, reply: Reply) -> None:
        made: Document | HashiError = reply.answer
        if isinstance(made, HashiError):
            self._show_none(str(made))
            return
        self.chosen = made
        self._settings.last_options = reply.request.recipe.options
        self.preview.show_puzzle(made.puzzle)
        self.line.show_message(f"{len(made.puzzle.islands)} islands, {made.info.level}")
        self.made.emit()
        if self._eager:
            self.accept()

    def _show_failure(self, reply: Reply) -> None:
        self._show_none(f"No puzzle was made. ({reply.error})")
