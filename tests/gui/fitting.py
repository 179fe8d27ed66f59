"""Texts in a window for which there is not enough room."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QCheckBox,
    QComboBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QSpinBox,
    QStyle,
    QStyleOptionComboBox,
    QTabBar,
    QTableView,
    QToolButton,
    QTreeView,
    QWidget,
)

SCREEN = QSize(1366, 768)

Need = tuple[str, QSize, QSize]
"""A text, the size that it needs, and the one that it has."""


def is_cut_off(painter: QPainter, rect: QRect | QRectF, flags: int, text: str) -> bool:
    """Whether a text that is painted in a rectangle is wider, or shortened without a tooltip."""
    width = QFontMetricsF(painter.font()).boundingRect(QRectF(rect), flags, text).width()
    widget = painter.device()
    explained = isinstance(widget, QWidget) and bool(widget.toolTip())
    return width > rect.width() + 1 or (is_shortened(text) and not explained)


def is_shortened(text: str) -> bool:
    """Whether a text of the made-up language has lost its end."""
    return text.count("[") != text.count("]")


def cut_off() -> Iterator[str]:
    """What is cut off in the windows that are open, for a person to read."""
    for window in filter(QWidget.isVisible, QApplication.topLevelWidgets()):
        if not _fits(window.size(), SCREEN):
            yield f"{type(window).__name__} is larger than the screen"
        for widget in filter(QWidget.isVisible, window.findChildren(QWidget)):
            if isinstance(widget.window(), QFileDialog):  # Qt's, a child of the window below it.
                continue
            for kind, needs in KINDS:
                if isinstance(widget, kind):
                    for text, needed, has in needs(widget):
                        if text and not _fits(needed, has):
                            name = type(widget.parentWidget()).__name__
                            yield f"{text!r} in {name} needs {needed}, has {has}"


def _fits(needed: QSize, has: QSize) -> bool:
    return needed.boundedTo(has) == needed


def _of_label(label: QLabel) -> Iterable[Need]:
    needed = label.sizeHint()
    if label.wordWrap():
        needed = QSize(label.minimumSizeHint().width(), label.heightForWidth(label.width()))
    yield label.text(), needed, label.size()
    yield from _in_sight(label)


def _of_button(button: Any) -> Iterable[Need]:
    is_icon = not button.icon().isNull()
    icon_only = Qt.ToolButtonStyle.ToolButtonIconOnly
    if is_icon and isinstance(button, QToolButton) and button.toolButtonStyle() is icon_only:
        return
    needed = QSize(button.sizeHint().width(), button.fontMetrics().height())
    yield button.text(), needed, button.size()
    yield from _in_sight(button)


def _in_sight(widget: Any) -> Iterable[Need]:
    """What is beyond the edge of a widget around it has no size; so has what is shortened."""
    outer = widget.parentWidget()
    while outer and not isinstance(outer.parentWidget(), QAbstractScrollArea):
        if not outer.rect().contains(QRect(widget.mapTo(outer, QPoint()), widget.size())):
            yield widget.text(), widget.size(), QSize()
        outer = None if outer.isWindow() else outer.parentWidget()
    if is_shortened(widget.text()) and not widget.toolTip():
        yield widget.text(), widget.size(), QSize()


def _of_combo_box(field: QComboBox) -> Iterable[Need]:
    option = QStyleOptionComboBox()
    field.initStyleOption(option)
    part = QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField
    room = field.style().subControlRect(*part, field).size()
    for text in map(field.itemText, range(field.count())):
        yield text, QSize(field.fontMetrics().horizontalAdvance(text), 0), room


def _of_field(field: QLineEdit) -> Iterable[Need]:
    text = field.placeholderText()
    yield text, QSize(field.fontMetrics().horizontalAdvance(text), 0), field.size()


def _of_number(field: QSpinBox) -> Iterable[Need]:
    needed = QSize(field.minimumSizeHint().width(), field.fontMetrics().height())
    yield field.text(), needed, field.size()


def _of_tabs(bar: QTabBar) -> Iterable[Need]:
    yield " ".join(map(bar.tabText, range(bar.count()))), bar.sizeHint(), bar.size()


def _of_view(view: QAbstractItemView) -> Iterable[Need]:
    model = view.model()
    if model is None:
        return
    columns = model.columnCount() if isinstance(view, (QTableView, QTreeView)) else 1
    if isinstance(view, QTableView):
        header = view.horizontalHeader()
        for column in filter(header.sectionSize, range(columns)):
            sizes = QSize(header.sectionSizeHint(column), 0), QSize(header.sectionSize(column), 0)
            yield str(model.headerData(column, Qt.Orientation.Horizontal)), *sizes
    for index in (
        model.index(row, col) for row in range(model.rowCount()) for col in range(columns)
    ):
        place = view.visualRect(index)
        if place.isValid() and not index.data(Qt.ItemDataRole.ToolTipRole):
            yield index.data(), QSize(view.sizeHintForIndex(index).width(), 0), place.size()


KINDS: tuple[tuple[Any, Callable[[Any], Iterable[Need]]], ...] = (
    (QLabel, _of_label),
    ((QPushButton, QToolButton, QCheckBox, QRadioButton), _of_button),
    (QComboBox, _of_combo_box),
    (QLineEdit, _of_field),
    (QSpinBox, _of_number),
    (QTabBar, _of_tabs),
    (QAbstractItemView, _of_view),
)
"""What the texts of widgets of each type need."""
