"""The dialog that generates new puzzles: the options on the left, a preview on the right."""

from __future__ import annotations

from functools import partial
from secrets import randbelow

from PySide6.QtCore import QPoint, QSize, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QDialogButtonBox, QHBoxLayout, QTabWidget, QVBoxLayout, QWidget

from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _, pgettext
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import islands_text, listed, shown_level
from hashi_gui.formats import Document
from hashi_gui.game.calibration import UNCALIBRATED, Calibration
from hashi_gui.generating import SEED_LIMIT, GenerationError, GeneratorOptions, Recipe
from hashi_gui.gui.library.generation import GenerationStatus, GeneratorRunner
from hashi_gui.gui.library.generator_options import CustomPage, QuickPage
from hashi_gui.gui.tasks.tasks import Lane, Tasks
from hashi_gui.gui.widgets.controls import LARGE_BUTTON, dialog_button, filled, spaced
from hashi_gui.gui.widgets.dialogs import (
    DIALOG_MARGINS,
    AnswerButtons,
    FittingDialog,
    ScrollingContents,
)
from hashi_gui.rendering.board_painter import BoardPainter
from hashi_gui.rendering.geometry import board_rect
from hashi_gui.rendering.painting import (
    draw_sheet,
    fit_board,
    painting_on,
    transparent_pixmap,
)
from hashi_gui.rendering.theme import Theme

SIDE, MIN_SIDE = 400, 140
MARGIN = 16

WIDTH_FOR_PREVIEW = 680
"""In a narrower dialog, all of it is for the options."""

FADED_OPACITY = 0.3

CHANGE_DELAY_MS = 250
"""How long the options must stay unchanged before a puzzle is generated from them."""


class PuzzlePreview(QWidget):
    """Shows the puzzle to play, or the previous one, faded, while another is being generated."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._puzzle: Puzzle | None = None
        self._faded = False
        self.setMinimumSize(QSize(MIN_SIDE, MIN_SIDE))
        self.setAccessibleName(_("Picture of the puzzle"))

    def sizeHint(self) -> QSize:
        return QSize(SIDE, SIDE)

    def show_puzzle(self, puzzle: Puzzle) -> None:
        self._puzzle, self._faded = puzzle, False
        self.update()

    def clear(self) -> None:
        self._puzzle = None
        self.update()

    def fade(self) -> None:
        """Show that the puzzle is no longer the one to play."""
        self._faded = True
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        draw_sheet(painter, self.rect().toRectF(), self._theme)
        if self._puzzle is not None:
            painter.setOpacity(FADED_OPACITY if self._faded else 1.0)
            painter.drawPixmap(QPoint(), self._picture(self._puzzle))

    def _picture(self, puzzle: Puzzle) -> QPixmap:
        """The puzzle on a transparent background, so that it is faded as a whole."""
        picture = transparent_pixmap(self.size(), self.devicePixelRatioF())
        with painting_on(picture) as painter:
            space = self.rect().toRectF().adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
            fit_board(painter, space, puzzle)
            BoardPainter(puzzle, self._theme).draw(painter, board_rect(puzzle))
        return picture


class NewPuzzleDialog(FittingDialog):
    """Asks for a size, a level and other options; ``chosen`` is the puzzle to play."""

    generated = Signal(object)
    """A puzzle is in the preview; carries the GeneratorOptions that it was generated from."""

    def __init__(
        self,
        theme: Theme,
        tasks: Tasks,
        options: GeneratorOptions | None = None,
        calibration: Calibration = UNCALIBRATED,
        parent: QWidget | None = None,
    ) -> None:
        """``options`` are the ones to start with; None for the defaults."""
        super().__init__(_("New puzzle"), parent)
        self._calibration = calibration
        self.chosen: Document | None = None
        self._play_when_ready = False
        self._generator = GeneratorRunner(tasks, Lane.PREVIEW, self)
        self._change_delay = QTimer(self, interval=CHANGE_DELAY_MS, singleShot=True)
        self._change_delay.timeout.connect(self._generate)
        self.preview = PuzzlePreview(theme)
        self.status = GenerationStatus(self._generator)
        self.status.stopped.connect(lambda: self._show_problem(self.status.text))
        self.quick, self.custom = QuickPage(theme), CustomPage()
        self._build()
        self._show_options(options or self.quick.options())
        self.finished.connect(self._change_delay.stop)
        self.finished.connect(self._generator.discard)
        self._generate_another()

    @property
    def page(self) -> QuickPage | CustomPage:
        """The page that is shown; its options are the ones that count."""
        return (self.quick, self.custom)[self.pages.currentIndex()]

    def accept(self) -> None:
        """Play the puzzle, or, if it is still being generated, play it as soon as it is ready."""
        if self.chosen is not None:
            super().accept()
            return
        if self._change_delay.isActive():
            self._generate()
        self._play_when_ready = self._generator.current is not None
        self.play.setEnabled(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.isVisible():  # Else it is not the size yet that it opens in.
            self.preview.setVisible(self.width() >= WIDTH_FOR_PREVIEW)

    def _build(self) -> None:
        self.pages = QTabWidget()
        self.pages.tabBar().setDrawBase(False)
        for page, name in ((self.quick, _("Quick")), (self.custom, _("Custom"))):
            self.pages.addTab(ScrollingContents(page), name)
            page.changed.connect(self._on_change)
        columns = spaced(QHBoxLayout(), 24)
        filled(columns, self.pages, self.preview, broad=self.preview)
        layout = spaced(QVBoxLayout(self), 16, DIALOG_MARGINS)
        filled(layout, columns, self._build_foot(), broad=columns)

    def _build_foot(self) -> QHBoxLayout:
        self.another = dialog_button(_("Another"), _("Same settings, new puzzle"))
        self.another.clicked.connect(self._generate_another)
        self._generator.busy_changed.connect(self.another.setHidden)
        parts = self.status, self.another, self._build_buttons()
        return filled(spaced(QHBoxLayout(), 8), *parts, broad=self.status)

    def _build_buttons(self) -> QDialogButtonBox:
        buttons = AnswerButtons(self, pgettext("a puzzle", "Play"))
        self.play = buttons.accept_button
        cancel = buttons.button(QDialogButtonBox.StandardButton.Cancel)
        cancel.setAutoDefault(False)
        for button in (self.another, self.play, cancel):
            button.setMinimumHeight(LARGE_BUTTON)
        return buttons

    def _show_options(self, options: GeneratorOptions) -> None:
        """Show options, on the quick page if it has fields for all of them."""
        self.quick.show_options(options)
        self.custom.show_options(options)
        if self.quick.options() != options:
            self.pages.setCurrentIndex(1)
        self.pages.currentChanged.connect(self._on_page_change)
        self.page.setFocus()

    def _on_page_change(self) -> None:
        """Copy the options of the page that was shown before."""
        previous = self.quick if self.page is self.custom else self.custom
        try:
            options = previous.options()
        except GenerationError:
            self._on_change()
            return
        self.page.show_options(options)
        if self.page.options() != options:
            self._on_change()

    def _on_change(self) -> None:
        """Generate another puzzle once the options have stopped changing."""
        self._discard()
        self._generator.discard()
        self._change_delay.start()

    def _generate_another(self) -> None:
        self.custom.seed = str(randbelow(SEED_LIMIT))
        self._generate()

    def _generate(self) -> None:
        self._discard()
        try:
            recipe = Recipe.of_text(self.page.options(), self.custom.seed)
            self.status.generate(recipe, partial(self._show_answer, recipe.options))
        except HashiError as error:
            self._generator.discard()
            self._show_problem(str(error))

    def _discard(self) -> None:
        """The puzzle in the preview is no longer what the options ask for."""
        self._change_delay.stop()
        self.chosen, self._play_when_ready = None, False
        self.preview.fade()
        self.play.setEnabled(True)

    def _show_problem(self, message: str) -> None:
        """Say why there is no puzzle to play."""
        self.preview.clear()
        self.play.setEnabled(False)
        self.status.show_message(message)

    def _show_answer(self, options: GeneratorOptions, answer: Document | GenerationError) -> None:
        if isinstance(answer, GenerationError):
            self._show_problem(str(answer))
            return
        self.chosen = answer
        self.preview.show_puzzle(answer.puzzle)
        time = self._calibration.text_with_whose(answer.info)
        level = shown_level(answer.info.level)
        self.status.show_message(listed((islands_text(len(answer.puzzle.islands)), level, time)))
        self.generated.emit(options)
        if self._play_when_ready:
            self.accept()
