"""The two pages of the new-puzzle dialog on which the generator's options are chosen."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRect, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QCheckBox,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QStackedWidget,
    QStyle,
    QVBoxLayout,
    QWidget,
)

from hashi_gui.core.i18n import N_, _, translated
from hashi_gui.core.rules import MAX_BRIDGES_LIMIT
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.generating import (
    GenerationError,
    GeneratorOptions,
    default_island_count,
    max_island_count,
)
from hashi_gui.generating.options import DEFAULT_DOUBLES, PLAIN, Kind, parse_style
from hashi_gui.gui.widgets.controls import (
    NO_MARGINS,
    NumberField,
    Slider,
    ValueField,
    dialog_button,
    filled,
    heading,
    let_tab_reach_checked,
    muted,
    spaced,
)
from hashi_gui.gui.widgets.local_texts import level_name
from hashi_gui.logic.levels import Level
from hashi_gui.rendering.theme import Theme, text_growth

LEVELS: tuple[Level | None, ...] = (*Level, None)
"""In the order in which they are offered; None stands for any level."""

PADDING, MIN_PADDING = 24, 16
"""Above and below the text of a level together, in pixels."""
CORNER_RADIUS = 8
MARGIN = 12
OUTLINE_WIDTH, FOCUSED_WIDTH = 2, 3
"""Of the chosen level, in pixels."""
BAR_WIDTH, BAR_GAP, BAR_HEIGHTS = 4, 3, (5, 8, 11, 14, 17)
NAME_LEFT, NAME_GAP = 62, 16
MIN_WIDTH = 240


def level_description(level: Level | None) -> str:
    return level.description if level else _("Any difficulty; the fastest to generate.")


class LevelButton(QAbstractButton):
    """One level: rising bars, its name and its description."""

    def __init__(self, level: Level | None, theme: Theme) -> None:
        super().__init__()
        self._level = level
        self._theme = theme
        self.setText(level_name(level))
        self.setAccessibleDescription(level_description(level))
        self.setToolTip(level_description(level))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.setCheckable(True)
        self.setAutoExclusive(True)  # So that screen readers call it a radio button.
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def sizeHint(self) -> QSize:
        description = self.fontMetrics().horizontalAdvance(level_description(self._level))
        width = self._description_left + description + MARGIN
        return QSize(width, self.fontMetrics().height() + PADDING)

    def minimumSizeHint(self) -> QSize:
        return QSize(MIN_WIDTH, self.fontMetrics().height() + MIN_PADDING)

    @property
    def _name_font(self) -> QFont:
        name = QFont(self.font())
        name.setWeight(QFont.Weight.DemiBold)
        return name

    @property
    def _description_left(self) -> int:
        """It is the same for all levels."""
        advance = QFontMetrics(self._name_font).horizontalAdvance
        return NAME_LEFT + max(advance(level_name(level)) for level in LEVELS) + NAME_GAP

    def _room(self, left: int, right: int) -> QRect:
        """The room between two distances from where lines begin."""
        room = QRect(left, 0, right - left, self.height())
        return QStyle.visualRect(self.layoutDirection(), self.rect(), room)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_frame(painter)
        self._draw_bars(painter)
        self._draw_texts(painter)

    def _draw_frame(self, painter: QPainter) -> None:
        theme, width = self._theme, 1
        colour = theme.muted if self.underMouse() else theme.line
        if self.isChecked():
            colour, width = theme.accent, FOCUSED_WIDTH if self.hasFocus() else OUTLINE_WIDTH
        painter.setPen(QPen(QColor(colour), width))
        painter.setBrush(QColor(theme.panel))
        inset = width / 2
        frame = self.rect().toRectF().adjusted(inset, inset, -inset, -inset)
        painter.drawRoundedRect(frame, CORNER_RADIUS, CORNER_RADIUS)

    def _draw_bars(self, painter: QPainter) -> None:
        filled = 0 if self._level is None else self._level.rank + 1
        bottom = (self.height() + BAR_HEIGHTS[-1]) // 2
        painter.setPen(Qt.PenStyle.NoPen)
        for number, height in enumerate(BAR_HEIGHTS):
            painter.setBrush(QColor(self._theme.bridge if number < filled else self._theme.line))
            left = MARGIN + number * (BAR_WIDTH + BAR_GAP)
            bar = self._room(left, left + BAR_WIDTH)
            bar.setTop(bottom - height)
            bar.setHeight(height)
            painter.drawRoundedRect(bar, 1.5, 1.5)

    def _draw_texts(self, painter: QPainter) -> None:
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        left, right = self._description_left, self.width() - MARGIN
        painter.setFont(self._name_font)
        painter.setPen(QColor(self._theme.text))
        painter.drawText(self._room(NAME_LEFT, left), middle, self.text())
        painter.setFont(self.font())
        painter.setPen(QColor(self._theme.muted))
        description = self.fontMetrics().elidedText(
            level_description(self._level), Qt.TextElideMode.ElideRight, right - left
        )
        painter.drawText(self._room(left, right), middle, description)


class LevelField(QWidget):
    """A button for each level; one of them is chosen."""

    chosen = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._group = QButtonGroup(self)
        self._buttons = {level: LevelButton(level, theme) for level in LEVELS}
        column = spaced(QVBoxLayout(self), 8, NO_MARGINS)
        for button in self._buttons.values():
            self._group.addButton(button)
            column.addWidget(button)
        self._group.buttonToggled.connect(partial(let_tab_reach_checked, self._group))
        self._group.buttonToggled.connect(self.chosen)

    @property
    def level(self) -> Level | None:
        return next(level for level, button in self._buttons.items() if button.isChecked())

    @level.setter
    def level(self, level: Level | None) -> None:
        self._buttons[level].setChecked(True)

    def button(self, level: Level | None) -> LevelButton:
        return self._buttons[level]


QUICK_SIZES = (5, 7, 10, 15, 20, 25)
DEFAULT_SIZE = 10
MIN_SIZE, MAX_SIZE = 3, 100
MIN_ISLANDS = 2

MAX_UNKNOWN_PERCENT = 40
SLIDER_STEP_PERCENT = 5

SEED_WIDTH, MAX_SEED = 140, 100

LOOKS = {
    "": N_("Mixed: as people make them"),
    Kind.WOVEN.value: N_("Woven: many loops, nearly symmetric"),
    Kind.BRANCHING.value: N_("Branching: like a tree"),
    PLAIN: N_("Plain: every place alike"),
}
"""The styles, in words."""


class QuickPage(QWidget):
    """A size and a level; every other option has its default."""

    changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.levels = LevelField(theme)
        self.levels.level = Level.EASY
        self.levels.chosen.connect(self.changed)
        sizes = heading(_("Size")), self._build_sizes()
        levels = heading(_("Difficulty")), self.levels
        filled(spaced(QVBoxLayout(self), 8, (0, 16, 0, 0)), *sizes, 12, *levels, None)

    def options(self) -> GeneratorOptions:
        side = self.sizes.checkedId()
        return GeneratorOptions.defaults_for(side, side, self.levels.level)

    def show_options(self, options: GeneratorOptions) -> None:
        """Select the level, and the size if there is a button for it; emit no ``changed``."""
        with QSignalBlocker(self):
            if options.rows == options.cols and options.rows in QUICK_SIZES:
                self.sizes.button(options.rows).setChecked(True)
            self.levels.level = options.level
        self.setFocusProxy(self.sizes.button(self.sizes.checkedId()))

    def _build_sizes(self) -> QGridLayout:
        grid = spaced(QGridLayout(), 8)
        self.sizes = QButtonGroup(self)
        for number, side in enumerate(QUICK_SIZES):
            button = dialog_button(f"{side} × {side}")
            button.setCheckable(True)
            button.setAutoExclusive(True)
            self.sizes.addButton(button, side)
            grid.addWidget(button, number // 3, number % 3)
        self.sizes.buttonToggled.connect(partial(let_tab_reach_checked, self.sizes))
        self.sizes.button(DEFAULT_SIZE).setChecked(True)
        self.sizes.buttonToggled.connect(self.changed)
        return grid


class CustomPage(QWidget):
    """All options of the generator."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._build_fields()
        form = QFormLayout(self)
        form.setContentsMargins(0, 16, 0, 0)
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(8)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        size_row = _row(self.cols, QLabel("×"), self.rows, self._size_limits)
        form.addRow(_("Width × height"), size_row)
        form.addRow(_("Islands"), _row(self.islands, self._density))
        form.addRow(_("Difficulty"), self.level)
        form.addRow("", self._level_description)
        form.addRow(_("Symmetry"), self.symmetry)
        form.addRow(_("Bridges per pair"), _row(QLabel(_("up to")), self.bridges))
        form.addRow(_("Look"), self.look)
        form.addRow(_("Double bridges"), self._doubles_place)
        form.addRow(_("“?” clues"), _percent_row(self.unknown))
        form.addRow("", _row(self.loops, self.forbid_loops))
        form.addRow(_("Seed"), _row(self.seed_field, muted(_("a number or any words"))))
        names = {
            self.cols: _("Width"),
            self.rows: _("Height"),
            self.islands: _("Islands"),
            self.bridges: _("Bridges per pair, up to"),
            self.doubles: _("Double bridges, in percent"),
            self.unknown: _("“?” clues, in percent"),
            self.seed_field: _("Seed: a number or any words"),
        }
        for field, name in names.items():
            field.setAccessibleName(name)
        self.setFocusProxy(self.cols)
        self._connect()

    def options(self) -> GeneratorOptions:
        """The options in the fields. Raises GenerationError if they are impossible."""
        if not self._size_possible:
            text = _("There can be {least} to {most} rows and columns.")
            raise GenerationError(text.format(**self.rows.limits))
        if not self.bridges.possible:
            text = _("There can be {least} to {most} bridges per pair.")
            raise GenerationError(text.format(**self.bridges.limits))
        return GeneratorOptions(
            self.rows.value(),
            self.cols.value(),
            self.islands.value(),
            self.bridges.value(),
            self.doubles.value() / 100 if self.look.value == PLAIN else None,
            self.unknown.value() / 100,
            self.symmetry.value,
            self.loops.isChecked(),
            self.level.value,
            style=self.look.value,
            forbid_loops=self.forbid_loops.isChecked(),
        )

    def show_options(self, options: GeneratorOptions) -> None:
        """Fill in the fields without emitting ``changed``."""
        with QSignalBlocker(self):
            self.rows.setValue(options.rows)
            self.cols.setValue(options.cols)
            self.islands.setValue(options.islands)
            usual = default_island_count(options.rows, options.cols, options.symmetry)
            self._islands_chosen = options.islands != usual
            self.bridges.setValue(options.max_bridges)
            style, _fields = parse_style(options.style)
            self.look.value = style if style in LOOKS else ""
            if options.doubles is not None:
                self.doubles.setValue(round(options.doubles * 100))
            self.unknown.setValue(round(options.unknown * 100))
            self.symmetry.value = options.symmetry
            self.forbid_loops.setChecked(options.forbid_loops)
            self.loops.setChecked(options.loops)
            self.level.value = options.level

    @property
    def seed(self) -> str:
        """The seed in its field; 0 if the field is empty."""
        return self.seed_field.text().strip() or "0"

    @seed.setter
    def seed(self, seed: str) -> None:
        self.seed_field.setText(seed)

    def _build_fields(self) -> None:
        self.cols = NumberField(MIN_SIZE, MAX_SIZE, DEFAULT_SIZE)
        self.rows = NumberField(MIN_SIZE, MAX_SIZE, DEFAULT_SIZE)
        self._size_limits = muted("")
        self.islands = NumberField(MIN_ISLANDS, MIN_ISLANDS, MIN_ISLANDS)
        self._islands_chosen = False
        self._density = muted("")
        self.level = ValueField({level: level_name(level) for level in LEVELS})
        self._level_description = muted("")
        self.symmetry = ValueField({each: each.label for each in Symmetry})
        self.bridges = NumberField(1, MAX_BRIDGES_LIMIT, 2)
        self.look = ValueField({look: translated(text) for look, text in LOOKS.items()})
        self.doubles = _percent_slider(100, round(100 * DEFAULT_DOUBLES))
        self._no_doubles = muted("")
        self._doubles_place = QStackedWidget()
        policy = QSizePolicy.Policy
        self._doubles_place.setSizePolicy(policy.Preferred, policy.Fixed)
        slider = QWidget()
        slider.setLayout(spaced(_percent_row(self.doubles), 6, NO_MARGINS))
        self._doubles_place.addWidget(slider)
        self._doubles_place.addWidget(self._no_doubles)
        self.unknown = _percent_slider(MAX_UNKNOWN_PERCENT, 0)
        self.loops = QCheckBox(_("Allow loops"))
        self.loops.setChecked(True)
        self.forbid_loops = QCheckBox(_("“No loops” is a rule"))
        self.forbid_loops.setToolTip(
            _("Players may rely on it. Otherwise the solution just has none.")
        )
        self.seed_field = QLineEdit(maxLength=MAX_SEED)
        self.seed_field.setFixedWidth(round(SEED_WIDTH * text_growth()))
        self.seed_field.setToolTip(
            _("The same words make the same puzzle again, and are its title.")
        )

    def _connect(self) -> None:
        for size in (self.rows, self.cols):
            size.valueChanged.connect(self._set_usual_islands)
        self.symmetry.currentIndexChanged.connect(self._set_usual_islands)
        self.islands.valueChanged.connect(self._on_islands_chosen)
        for signal in (self.bridges.valueChanged, self.look.currentIndexChanged):
            signal.connect(self._enable_doubles)
        self.level.currentIndexChanged.connect(self._show_level_description)
        for signal in (
            self.islands.valueChanged,
            self.bridges.valueChanged,
            self.look.currentIndexChanged,
            self.doubles.valueChanged,
            self.unknown.valueChanged,
            self.loops.toggled,
            self.forbid_loops.toggled,
            self.level.currentIndexChanged,
            self.seed_field.textEdited,
        ):
            signal.connect(self.changed)
        self.loops.toggled.connect(self._offer_looks)
        self.forbid_loops.toggled.connect(self.loops.setDisabled)
        self.forbid_loops.toggled.connect(lambda forbidden: self.loops.setChecked(not forbidden))
        self._set_usual_islands()
        self._show_level_description()
        self._enable_doubles()

    @property
    def _size_possible(self) -> bool:
        return self.rows.possible and self.cols.possible

    def _set_usual_islands(self) -> None:
        """Set it for this size and symmetry, unless the player has chosen a number."""
        limits = _("{least} to {most}").format(**self.rows.limits)
        self._size_limits.setText("" if self._size_possible else limits)
        if self._size_possible:
            rows, cols = self.rows.value(), self.cols.value()
            self.islands.set_limits(MIN_ISLANDS, max_island_count(rows, cols))
            if not self._islands_chosen:
                with QSignalBlocker(self.islands):
                    usual = default_island_count(rows, cols, self.symmetry.value)
                    self.islands.setValue(usual)
                self.islands.set_limits(MIN_ISLANDS, max_island_count(rows, cols))
            self._show_density()
        self.changed.emit()

    def _on_islands_chosen(self) -> None:
        self._islands_chosen = True
        self._show_density()

    def _show_density(self) -> None:
        """Show the share of the cells that are islands, or how many islands there can be."""
        rows, cols = self.rows.value(), self.cols.value()
        if self.islands.possible:
            share = self.islands.value() / (rows * cols)
            self._density.setText(_("{percent} % of the grid").format(percent=round(100 * share)))
        else:
            text = _("{least} to {most} fit here")
            self._density.setText(text.format(**self.islands.limits))

    def _show_level_description(self) -> None:
        self._level_description.setText(level_description(self.level.value))

    def _enable_doubles(self) -> None:
        """Let their share be chosen, or say why it cannot be."""
        single, plain = self.bridges.value() == 1, self.look.value == PLAIN
        self.doubles.setEnabled(plain and not single)
        self._no_doubles.setText(
            _("none with one bridge per pair") if single else _("as many as the look has")
        )
        self._doubles_place.setCurrentIndex(0 if self.doubles.isEnabled() else 1)

    def _offer_looks(self, loops: bool) -> None:
        """A woven puzzle has many loops."""
        self.look.offer(Kind.WOVEN.value, offered=loops, instead="")


def _percent_slider(maximum: int, value: int) -> Slider:
    slider = Slider()
    slider.setRange(0, maximum)
    slider.setSingleStep(SLIDER_STEP_PERCENT)
    slider.setValue(value)
    return slider


def _percent_row(slider: Slider) -> QHBoxLayout:
    """A slider and its value in percent."""
    percent = muted(f"{slider.value()} %")
    percent.setFixedWidth(percent.fontMetrics().horizontalAdvance("100 %") + 4)
    percent.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    slider.valueChanged.connect(lambda value: percent.setText(f"{value} %"))
    return filled(QHBoxLayout(), slider, percent, broad=slider)


def _row(*widgets: QWidget) -> QHBoxLayout:
    """Widgets in a row, aligned to the left."""
    return filled(spaced(QHBoxLayout(), 8), *widgets, None)
