"""The two pages on which a new puzzle is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Generic, TypeVar

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSlider,
    QSpinBox,
    QStyledItemDelegate,
    QVBoxLayout,
    QWidget,
)

from hashi_gui.core.puzzle import MAX_BRIDGES_LIMIT
from hashi_gui.generating import SEED_LIMIT, GeneratorOptions, Symmetry, default_island_count
from hashi_gui.gui.dialogs.level_selector import LEVELS, LevelSelector, level_name
from hashi_gui.logic.levels import Level
from hashi_gui.rendering.theme import Theme

SIZES = (5, 7, 10, 15, 20, 25)
USUAL_SIZE = 10
SMALLEST, LARGEST = 3, 100

FIELD_HEIGHT = 28
NUMBER_WIDTH = 84
SEED_WIDTH = 112
TEXT_MARGIN = 6

SYMMETRIES = {
    Symmetry.NONE: "None",
    Symmetry.ROTATE: "Half turn",
    Symmetry.MIRROR: "Mirror",
}


Value = TypeVar("Value", bound=StrEnum | None)


class Choice(QComboBox, Generic[Value]):
    """One of several values, each with its text."""

    def __init__(self, texts: Mapping[Value, str]) -> None:
        super().__init__()
        self.setMinimumHeight(FIELD_HEIGHT)
        # The delegate that a combo box brings along knows nothing of style sheets.
        self.setItemDelegate(QStyledItemDelegate(self))
        self._values = list(texts)
        self.addItems(list(texts.values()))

    @property
    def value(self) -> Value:
        return self._values[self.currentIndex()]

    @value.setter
    def value(self, value: Value) -> None:
        self.setCurrentIndex(self._values.index(value))


class QuickPage(QWidget):
    """A size and a level; all else is as usual."""

    changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.levels = LevelSelector(theme)
        self.levels.level = Level.EASY
        self.levels.chosen.connect(self.changed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 14, 0, 0)
        column.setSpacing(8)
        column.addWidget(_heading("Size"))
        column.addLayout(self._build_sizes())
        column.addSpacing(12)
        column.addWidget(_heading("Difficulty"))
        column.addWidget(self.levels)
        column.addStretch()
        self.setFocusProxy(self.levels)

    def options(self) -> GeneratorOptions:
        side = self.sizes.checkedId()
        return GeneratorOptions.defaults_for(side, side, self.levels.level)

    def show_options(self, options: GeneratorOptions) -> None:
        """Choose the size and the level of the options; a size that is not offered stays away."""
        if options.rows == options.cols and options.rows in SIZES:
            self.sizes.button(options.rows).setChecked(True)
        self.levels.level = options.level

    def _build_sizes(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setSpacing(6)
        self.sizes = QButtonGroup(self)
        for number, side in enumerate(SIZES):
            button = QPushButton(f"{side} × {side}")
            button.setCheckable(True)
            button.setAutoDefault(False)
            self.sizes.addButton(button, side)
            grid.addWidget(button, number // 3, number % 3)
        self.sizes.button(USUAL_SIZE).setChecked(True)
        self.sizes.idClicked.connect(self.changed)
        return grid


class CustomPage(QWidget):
    """Everything that can be asked for."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._build_fields()
        form = QFormLayout(self)
        form.setContentsMargins(0, 18, 0, 0)
        form.setHorizontalSpacing(18)
        form.setVerticalSpacing(10)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow("Rows × columns", _beside(self.rows, QLabel("×"), self.cols))
        form.addRow("Islands", _beside(self.islands, self._density))
        form.addRow("Difficulty", self.level)
        form.addRow("", self._needs)
        form.addRow("Symmetry", self.symmetry)
        form.addRow("Bridges a pair", _beside(QLabel("up to"), self.bridges))
        form.addRow("Double bridges", _with_share(self.doubles))
        form.addRow("“?” clues", _with_share(self.unknown))
        form.addRow("Loops", self.loops)
        form.addRow("Seed", _beside(self.seed_field, _quiet("the same seed, the same puzzle")))
        self.setFocusProxy(self.rows)
        self._connect()

    def options(self) -> GeneratorOptions:
        """What is wanted. Raises GenerationError for what cannot be."""
        return GeneratorOptions(
            self.rows.value(),
            self.cols.value(),
            self.islands.value(),
            self.bridges.value(),
            self.doubles.value() / 100,
            self.unknown.value() / 100,
            self.symmetry.value,
            self.loops.isChecked(),
            self.level.value,
        )

    def show_options(self, options: GeneratorOptions) -> None:
        """Fill the fields, in silence."""
        with QSignalBlocker(self):
            self.rows.setValue(options.rows)
            self.cols.setValue(options.cols)
            self.islands.setValue(options.islands)
            self.bridges.setValue(options.max_bridges)
            self.doubles.setValue(round(options.doubles * 100))
            self.unknown.setValue(round(options.unknown * 100))
            self.symmetry.value = options.symmetry
            self.loops.setChecked(options.loops)
            self.level.value = options.level

    @property
    def seed(self) -> int:
        """The seed in sight; 0 where there is none."""
        return int(self.seed_field.text() or 0)

    @seed.setter
    def seed(self, seed: int) -> None:
        self.seed_field.setText(str(seed))

    def _build_fields(self) -> None:
        self.rows = _number(SMALLEST, LARGEST, USUAL_SIZE)
        self.cols = _number(SMALLEST, LARGEST, USUAL_SIZE)
        self.islands = _number(2, LARGEST * LARGEST // 2, 2)
        self._density = _quiet("")
        self.level = Choice({level: level_name(level) for level in LEVELS})
        self._needs = _quiet("")
        self.symmetry = Choice(SYMMETRIES)
        self.bridges = _number(1, MAX_BRIDGES_LIMIT, 2)
        self.doubles = _slider(100, 40)
        self.unknown = _slider(40, 0)
        self.loops = QCheckBox("Bridges may run in a ring")
        self.loops.setMinimumHeight(FIELD_HEIGHT)
        self.loops.setChecked(True)
        self.seed_field = QLineEdit()
        self.seed_field.setValidator(QIntValidator(0, SEED_LIMIT - 1))
        self.seed_field.setFixedSize(SEED_WIDTH, FIELD_HEIGHT)

    def _connect(self) -> None:
        for size in (self.rows, self.cols):
            size.valueChanged.connect(self._resize)
        self.islands.valueChanged.connect(self._show_density)
        self.bridges.valueChanged.connect(self._allow_doubles)
        self.level.currentIndexChanged.connect(self._show_needs)
        for signal in (
            self.islands.valueChanged,
            self.bridges.valueChanged,
            self.doubles.valueChanged,
            self.unknown.valueChanged,
            self.symmetry.currentIndexChanged,
            self.loops.toggled,
            self.level.currentIndexChanged,
            self.seed_field.textEdited,
        ):
            signal.connect(self.changed)
        self._resize()
        self._show_needs()

    def _resize(self) -> None:
        """Another size: as many islands as usual there, as many as fit at most."""
        rows, cols = self.rows.value(), self.cols.value()
        with QSignalBlocker(self.islands):
            self.islands.setMaximum((rows * cols + 1) // 2)
            self.islands.setValue(default_island_count(rows, cols))
        self._show_density()
        self.changed.emit()

    def _show_density(self) -> None:
        share = self.islands.value() / (self.rows.value() * self.cols.value())
        self._density.setText(f"{round(100 * share)} % of the cells")

    def _show_needs(self) -> None:
        self._needs.setText(LEVELS[self.level.value])

    def _allow_doubles(self) -> None:
        self.doubles.setEnabled(self.bridges.value() > 1)


def _heading(text: str) -> QLabel:
    label = QLabel(text)
    label.setObjectName("title")
    return label


def _quiet(text: str) -> QLabel:
    label = QLabel(text)
    label.setObjectName("quiet")
    return label


def _number(least: int, most: int, value: int) -> QSpinBox:
    spin = QSpinBox(minimum=least, maximum=most, value=value)
    spin.setMinimumSize(NUMBER_WIDTH, FIELD_HEIGHT)
    spin.lineEdit().setTextMargins(TEXT_MARGIN, 0, 0, 0)
    return spin


def _slider(most: int, value: int) -> QSlider:
    slider = QSlider(Qt.Orientation.Horizontal)
    slider.setMinimumHeight(FIELD_HEIGHT)
    slider.setRange(0, most)
    slider.setSingleStep(5)
    slider.setValue(value)
    return slider


def _with_share(slider: QSlider) -> QHBoxLayout:
    """A slider and its value in percent."""
    share = _quiet(f"{slider.value()} %")
    share.setFixedWidth(share.fontMetrics().horizontalAdvance("100 %") + 4)
    share.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    slider.valueChanged.connect(lambda value: share.setText(f"{value} %"))
    row = QHBoxLayout()
    row.addWidget(slider, 1)
    row.addWidget(share)
    return row


def _beside(*widgets: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(10)
    for widget in widgets:
        row.addWidget(widget)
    row.addStretch()
    return row
