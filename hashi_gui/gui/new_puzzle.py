"""The window that makes new puzzles: what is wanted on the left, what came of it on the right."""

from __future__ import annotations

from dataclasses import asdict
from secrets import randbelow

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSlider,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from hashi_gui import __version__
from hashi_gui.core.board import Board
from hashi_gui.core.errors import HashiError
from hashi_gui.core.puzzle import MAX_BRIDGES_LIMIT, Puzzle
from hashi_gui.formats import Document
from hashi_gui.generating import Options
from hashi_gui.gui.background import Reply
from hashi_gui.gui.icons import without_icons
from hashi_gui.gui.maker import Made, Maker
from hashi_gui.gui.painting import draw_fitted
from hashi_gui.gui.theme import Theme
from hashi_gui.logic.technique import Level

SIZES = (5, 7, 10, 15, 20, 25, 30, 40)
LARGEST = 100
SMALL_GRID = 64
SETTLE_MS = 250
"""How long the wishes must rest before a puzzle is made of them."""

SEEDS = 1 << 32

LEVELS = (None, Level.EASY, Level.MEDIUM, Level.HARD, Level.EXPERT)
"""The levels on offer. Puzzles that need more than that are too rare to be met by chance."""


class Preview(QWidget):
    """The puzzle that would be played."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._puzzle: Puzzle | None = None
        self.setMinimumSize(QSize(380, 380))

    def show_puzzle(self, puzzle: Puzzle | None) -> None:
        self._puzzle = puzzle
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.water))
        painter.drawRoundedRect(self.rect(), 8, 8)
        if self._puzzle is not None:
            document = Document.untouched(self._puzzle, "hashi")
            draw_fitted(
                painter, self.rect().toRectF(), document.puzzle, document.board, self._theme
            )


class NewPuzzleDialog(QDialog):
    """Asks for a size, a level and more; ``chosen`` is the puzzle to play."""

    made = Signal()
    """A puzzle is in the preview."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("New puzzle")
        self.chosen: Document | None = None
        self._seed = randbelow(SEEDS)
        self._maker = Maker(self)
        self._maker.answered.connect(self._show_made)
        self._maker.failed.connect(self._show_failure)
        self._maker.busy_changed.connect(self._show_busy)
        self._settle = QTimer(self, interval=SETTLE_MS, singleShot=True)
        self._settle.timeout.connect(self._order)
        self.preview = Preview(theme)
        self._build()
        self.finished.connect(self._maker.close)
        self._order()

    def options(self) -> Options:
        """What is wanted. Raises GenerationError for what cannot be."""
        rows, cols = self._rows.value(), self._cols.value()
        return Options(
            rows,
            cols,
            max(2, round(rows * cols * self._density.value() / 100)),
            max_bridges=self._bridges.value(),
            unknown=self._unknown.value() / 100,
        )

    @property
    def level(self) -> Level | None:
        """The level that is wanted; None for any."""
        return LEVELS[self._levels.checkedId()]

    def _build(self) -> None:
        wishes = QVBoxLayout()
        wishes.setSpacing(12)
        wishes.addWidget(_heading("Size"))
        wishes.addLayout(self._build_sizes())
        wishes.addWidget(_heading("Level"))
        wishes.addLayout(self._build_levels())
        wishes.addWidget(_heading("More"))
        wishes.addLayout(self._build_more())
        wishes.addStretch()
        shown = QVBoxLayout()
        shown.addWidget(self.preview, 1)
        shown.addLayout(self._build_line())
        both = QHBoxLayout()
        both.setSpacing(22)
        both.addLayout(wishes)
        both.addLayout(shown, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(16)
        layout.addLayout(both, 1)
        layout.addWidget(self._build_buttons())

    def _build_sizes(self) -> QGridLayout:
        grid = QGridLayout()
        self._sizes = QButtonGroup(self)
        for n, side in enumerate(SIZES):
            button = _choice(f"{side} × {side}")
            self._sizes.addButton(button, side)
            grid.addWidget(button, n // 4, n % 4)
        self._sizes.button(10).setChecked(True)
        self._sizes.idClicked.connect(self._choose_size)
        return grid

    def _build_levels(self) -> QHBoxLayout:
        row = QHBoxLayout()
        self._levels = QButtonGroup(self)
        for n, level in enumerate(LEVELS):
            button = _choice(level.capitalize() if level else "Any")
            self._levels.addButton(button, n)
            row.addWidget(button)
        self._levels.button(0).setChecked(True)
        self._levels.idClicked.connect(self._changed)
        return row

    def _build_more(self) -> QFormLayout:
        self._rows, self._cols = _number(2, LARGEST, 10), _number(2, LARGEST, 10)
        self._density = _slider(4, 45, self._usual_density())
        self._bridges = _number(1, MAX_BRIDGES_LIMIT, 2)
        self._unknown = _slider(0, 30, 0)
        grid = QHBoxLayout()
        grid.addWidget(self._rows)
        grid.addWidget(QLabel("×"))
        grid.addWidget(self._cols)
        grid.addStretch()
        form = QFormLayout()
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        form.addRow("Rows × columns", grid)
        form.addRow("Islands", self._density)
        form.addRow("“?” clues", self._unknown)
        form.addRow("Bridges a pair", self._bridges)
        for spin in (self._rows, self._cols):
            spin.valueChanged.connect(self._resized)
        for changed in (
            self._density.valueChanged,
            self._unknown.valueChanged,
            self._bridges.valueChanged,
        ):
            changed.connect(self._changed)
        return form

    def _build_line(self) -> QHBoxLayout:
        """The line under the preview."""
        self._line = QLabel(wordWrap=True)
        self._progress = QProgressBar(minimum=0, maximum=0, textVisible=False)
        self._progress.setFixedWidth(90)
        self._stop = QPushButton("Stop")
        self._stop.clicked.connect(self._give_up)
        self._another = QPushButton("Another")
        self._another.clicked.connect(self._make_another)
        line = QHBoxLayout()
        line.addWidget(self._line, 1)
        for widget in (self._progress, self._stop, self._another):
            line.addWidget(widget)
        self._show_busy(False)
        return line

    def _build_buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self._play = buttons.addButton("Play", QDialogButtonBox.ButtonRole.AcceptRole)
        self._play.setDefault(True)
        cancel = buttons.button(QDialogButtonBox.StandardButton.Cancel)
        for button in (cancel, self._another, self._stop):
            button.setAutoDefault(False)
        without_icons(buttons)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        return buttons

    def _usual_density(self) -> int:
        """A share of islands, in percent, that looks good: small grids are fuller."""
        cells = self._rows.value() * self._cols.value()
        return 28 if cells <= SMALL_GRID else 24

    def _choose_size(self, side: int) -> None:
        self._rows.setValue(side)
        self._cols.setValue(side)

    def _resized(self) -> None:
        rows, cols = self._rows.value(), self._cols.value()
        self._sizes.setExclusive(False)
        for side in SIZES:
            self._sizes.button(side).setChecked(rows == cols == side)
        self._sizes.setExclusive(True)
        self._density.setValue(self._usual_density())
        self._changed()

    def _changed(self) -> None:
        """Make another puzzle when the wishes have come to rest."""
        self._settle.start()

    def _make_another(self) -> None:
        self._seed = randbelow(SEEDS)
        self._order()

    def _order(self) -> None:
        self._settle.stop()
        self.chosen = None
        self._play.setEnabled(False)
        try:
            self._maker.order(self.options(), self.level, self._seed)
        except HashiError as error:
            self._maker.forget()
            self._say(str(error))

    def _give_up(self) -> None:
        self._maker.forget()
        self._say("Stopped.")

    def _show_made(self, reply: Reply) -> None:
        made: Made | HashiError = reply.answer
        if isinstance(made, HashiError):
            self._say(str(made))
            return
        puzzle = made.puzzle
        meta = {
            "title": f"{puzzle.cols} × {puzzle.rows}, {made.level}",
            "source": f"Hashi {__version__}",
            "seed": made.seed,
            "options": asdict(reply.request.options),
            "level": made.level.value,
        }
        self.chosen = Document(puzzle, Board.empty(puzzle), "hashi", meta=meta)
        self.preview.show_puzzle(puzzle)
        self._play.setEnabled(True)
        if isinstance(self.focusWidget(), QPushButton):
            self._play.setFocus()
        self._say(f"{len(puzzle.islands)} islands, {made.level}")
        self.made.emit()

    def _show_failure(self, reply: Reply) -> None:
        self._say(f"No puzzle was made. ({reply.error})")

    def _say(self, text: str) -> None:
        self._line.setText(text)

    def _show_busy(self, busy: bool) -> None:
        for widget in (self._progress, self._stop):
            widget.setVisible(busy)
        if busy:
            self._say("Making a puzzle")


def _heading(text: str) -> QLabel:
    label = QLabel(text)
    font = label.font()
    font.setBold(True)
    label.setFont(font)
    return label


def _choice(text: str) -> QPushButton:
    button = QPushButton(text)
    button.setCheckable(True)
    button.setAutoDefault(False)
    return button


def _number(least: int, most: int, value: int) -> QSpinBox:
    spin = QSpinBox()
    spin.setRange(least, most)
    spin.setValue(value)
    return spin


def _slider(least: int, most: int, value: int) -> QSlider:
    slider = QSlider(Qt.Orientation.Horizontal)
    slider.setRange(least, most)
    slider.setValue(value)
    return slider
