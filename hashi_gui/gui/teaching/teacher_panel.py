"""The panel beside the board that explains hints, mistakes, verdicts and the solution."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from html import escape
from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QFocusEvent,
    QImage,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from hashi_gui.core.i18n import _
from hashi_gui.core.wording import shown_level
from hashi_gui.gui.board.placement import PANEL
from hashi_gui.gui.settings.help import example_image
from hashi_gui.gui.widgets.actions import key_of
from hashi_gui.gui.widgets.controls import (
    NO_MARGINS,
    bar_button,
    close_button,
    filled,
    muted,
    say,
    scroll_by_finger,
    set_style_property,
    spaced,
)
from hashi_gui.gui.widgets.messages import Button
from hashi_gui.logic.teaching.explanation import Explanation
from hashi_gui.logic.wording import in_letters, replace_mentions, with_letters
from hashi_gui.rendering.painting import painting_on
from hashi_gui.rendering.resources import themed_icon
from hashi_gui.rendering.theme import LIGHT, Theme, text_growth

if TYPE_CHECKING:
    from hashi_gui.logic.teaching.examples import Example

TAB_FOCUS = Qt.FocusPolicy.TabFocus

MARGIN = 24

WIDE = 480
"""From this width on, in pixels, position, heading and level are in one row."""

ROWS_AT_ONCE = 4
"""So many rows of steps are added before the window does something else: some pages have 300."""

MIN_NUMBER_WIDTH = 20
BUTTON_GAP = 8

_ISLANDS, _TECHNIQUE, _PRACTICE, _BUTTON = "islands:", "technique:", "practice:", "button:"
"""The beginnings of the addresses of links."""

_JOINER = "\u2060"
"""Holds together what is on both sides of it."""


class TeacherPanel(QWidget):
    """Shows one explanation at a time; it is hidden at first."""

    step_clicked = Signal(int)
    islands_pointed_at = Signal(object)
    """The islands of the link under the pointer; empty if there is none."""
    islands_clicked = Signal(object)
    technique_requested = Signal(str)
    """The player wants to read about a technique."""
    practice_requested = Signal(str)
    """The player wants to practise a technique."""
    closed = Signal()
    """The player has closed the panel."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._position = muted("")
        self._heading = _text_label()
        self._heading.setObjectName("heading")
        self._level = QLabel()
        self._level.setObjectName("badge")
        closing = _("Close the panel ({key})").format(key=key_of("F9"))
        self.close_button = close_button(closing)
        self.close_button.clicked.connect(self.closed)
        self._content = spaced(QVBoxLayout(), 16)
        self.play_button = bar_button(_("Play the steps"))
        self._buttons = spaced(QVBoxLayout(), 8, (MARGIN, 0, MARGIN, 0))
        self._shown: list[QWidget] = []
        self._rows: list[_StepRow] = []
        self._selected = -1
        self._filler = QTimer(self, interval=0)
        self._filler.timeout.connect(self._add_rows)
        self._theme = LIGHT
        self.in_places: Callable[[str], str] = lambda text: text
        """A text with the place of each island that it mentions, for screen readers."""
        self._scroll = self._build()
        self.show_explanation(Explanation())
        self.hide()

    @property
    def text(self) -> str:
        """The heading and all paragraphs and steps, with letters for islands."""
        letters = self.explanation.letters()
        parts = [*self.explanation.paragraphs, *(step.text for step in self.explanation.steps)]
        plain = [with_letters(part, letters) for part in parts]
        return "\n".join([self.explanation.heading, *plain])

    def button(self, text: str) -> QPushButton:
        """The button with a given text. Raises StopIteration if there is none."""
        buttons = (each for each in self._shown if isinstance(each, QPushButton))
        return next(button for button in buttons if button.text() == text)

    def step_row(self, number: int) -> QWidget:
        """The row of a step, counted from 0."""
        return self._rows[number]

    def hasHeightForWidth(self) -> bool:
        """The text can be scrolled, so that a layout may make this lower than all of it needs."""
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Below the board, leave as much height as possible for the text."""
        super().resizeEvent(event)
        is_wide = self.width() > WIDE * text_growth()
        directions = QBoxLayout.Direction
        self._titles.setDirection(directions.LeftToRight if is_wide else directions.TopToBottom)
        self._titles.setStretchFactor(self._level, int(is_wide))
        self._heading.setWordWrap(not is_wide)

    def set_theme(self, theme: Theme) -> None:
        self.close_button.setIcon(themed_icon("close", theme))
        self._theme = theme
        selected = self._selected
        self.show_explanation(self.explanation)  # Its links keep the colour they were made in.
        self.select_step(selected)

    def show_explanation(self, explanation: Explanation) -> None:
        self.explanation = explanation
        for widget in self._shown:
            widget.hide()
            widget.deleteLater()
        self._shown, self._rows, self._selected = [], [], -1
        letters = explanation.letters()
        self._position.setText(explanation.position)
        self._position.setVisible(bool(explanation.position))
        self._heading.setText(escape(explanation.heading))
        self._level.setText(shown_level(explanation.level or ""))
        self._level.setVisible(explanation.level is not None)
        for index, reason in enumerate(explanation.paragraphs):
            self._add(self._mentioning(reason, letters))
            if explanation.example is not None and index == 0:
                self._add_example(explanation.example)
        self._content.removeWidget(self.play_button)
        self._content.addWidget(self.play_button)
        self.play_button.setVisible(explanation.can_be_played)
        if explanation.steps:
            self._add_steps(explanation.steps)
        if name := explanation.technique:
            self._add(self._label(_technique_links(name, explanation.practised)))
        self._add_buttons(explanation.buttons)
        stops = [self.close_button, *self._shown]  # The new ones come after all else in the window.
        for before, after in pairwise(each for each in stops if each.focusPolicy() & TAB_FOCUS):
            QWidget.setTabOrder(before, after)
        self._scroll.verticalScrollBar().setValue(0)

    def show_playing(self, playing: bool) -> None:
        """Let the button that plays the steps say what it does."""
        self.play_button.setText(_("Stop playing") if playing else _("Play the steps"))

    def select_step(self, number: int) -> None:
        """Mark one step as the one that the board shows, once it has a row; none for -1."""
        self._selected = number
        for index, row in enumerate(self._rows):
            for part in (row, row.number):
                set_style_property(part, "selected", index == number)
        if 0 <= number < len(self._rows):
            self._scroll.ensureWidgetVisible(self._rows[number])
        self._add_rows_soon()

    def _build(self) -> QScrollArea:
        align = Qt.AlignmentFlag
        self._titles = titles = spaced(QBoxLayout(QBoxLayout.Direction.TopToBottom), 8)
        filled(titles, self._position, self._heading)
        titles.addWidget(self._level, 0, align.AlignLeft | align.AlignVCenter)
        header = filled(QHBoxLayout(), titles, broad=titles)
        header.addWidget(self.close_button, 0, align.AlignTop)
        header.setContentsMargins(MARGIN, 0, 12, 0)
        scroll = _TextArea()
        bar = scroll.verticalScrollBar()
        bar.valueChanged.connect(self._add_rows_soon)
        bar.rangeChanged.connect(self._add_rows_soon)
        inner = QVBoxLayout(scroll.page)
        inner.setContentsMargins(MARGIN, 0, MARGIN, 0)
        inner.addLayout(self._content)
        inner.addStretch(1)
        layout = spaced(QVBoxLayout(self), 16, (0, 16, 0, 4))
        filled(layout, header, scroll, self._buttons, None, broad=scroll)
        scroll_by_finger(self)
        return scroll

    def _add(self, widget: QWidget) -> None:
        self._content.addWidget(widget)
        self._shown.append(widget)

    def _mentioning(self, text: str, letters: Mapping[int, str]) -> QLabel:
        """A label for a text that mentions islands, without letters for who cannot see these."""
        label = self._label(_rich(text, letters))
        if QAccessible.isActive():
            label.setAccessibleName(self.in_places(text))
        return label

    def _label(self, text: str) -> QLabel:
        label = _text_label()
        label.setText(text)
        if "<a " in text:
            _let_keys_follow_links(label)
        label.linkHovered.connect(self._point_at)
        label.linkActivated.connect(self._follow)
        return label

    def _add_example(self, example: Example) -> None:
        """Add the picture of a technique, and what it shows."""
        self._add(Picture(example_image(example, self._theme, self.devicePixelRatioF())))
        self._add(muted(example.sentence))

    def _add_steps(self, steps: Sequence[Explanation]) -> None:
        """Add the first rows for steps; the others follow when they come into sight."""
        frame = QFrame()
        frame.setObjectName("steps")
        self._steps = spaced(QVBoxLayout(frame), 0, NO_MARGINS)
        self._add(frame)
        longest = muted(max((step.heading for step in steps), key=len))
        longest.setParent(frame)
        self._number_width = max(MIN_NUMBER_WIDTH, longest.sizeHint().width())
        longest.deleteLater()
        self._add_rows()
        self._add_rows_soon()

    def _add_rows_soon(self) -> None:
        self._filler.start()

    def _add_rows(self) -> None:
        """Add some of the rows that are missing in sight, or before the selected one."""
        steps, begin = self.explanation.steps, len(self._rows)
        bar, letters = self._scroll.verticalScrollBar(), self.explanation.letters()
        in_sight = bar.value() + 2 * bar.pageStep() >= bar.maximum()
        if begin == len(steps) or not (begin == 0 or in_sight or self._selected >= begin):
            self._filler.stop()
            return
        for index, step in enumerate(steps[begin : begin + ROWS_AT_ONCE], begin):
            text = self._mentioning(step.text, letters)
            for button, _on_click in step.buttons:
                link = f' <a href="{_BUTTON}{index}">{escape(button)}</a>'
                text.setText(text.text() + link)
                _let_keys_follow_links(text)
            row = _StepRow(step.heading, text)
            row.number.setMinimumWidth(self._number_width)
            row.clicked.connect(partial(self.step_clicked.emit, index))
            self._steps.addWidget(row)
            self._rows.append(row)
        if begin <= self._selected < len(self._rows):
            self.select_step(self._selected)

    def _add_buttons(self, buttons: Sequence[Button]) -> None:
        """Add the buttons in as few rows as they fit in; the first one is the default."""
        widths = (each.maximumWidth() for each in (self, self.parentWidget() or self))
        whole_row = min(widths) - 2 * MARGIN
        broadest = round(PANEL.width() * text_growth()) - 2 * MARGIN
        room, row = 0, QHBoxLayout()
        for index, (text, on_click) in enumerate(buttons):
            button = bar_button(text)
            button.setParent(self)  # It has the style that it is measured in.
            button.setProperty("primary", index == 0)
            button.clicked.connect(on_click)
            if button.sizeHint().width() > min(broadest, whole_row):
                button.setText(_in_two_lines(text))
                button.setAccessibleName(text)
            width = button.sizeHint().width() + BUTTON_GAP
            if width > room + BUTTON_GAP:
                row = filled(spaced(QHBoxLayout(), BUTTON_GAP), None)
                self._buttons.addLayout(row)
                room = whole_row
            room -= width
            button.setMaximumWidth(broadest)
            row.insertWidget(0, button, 1)  # Back left, Next right.
            self._shown.append(button)

    def _point_at(self, link: str) -> None:
        self.islands_pointed_at.emit(_islands(link))

    def _follow(self, link: str) -> None:
        if link.startswith(_TECHNIQUE):
            self.technique_requested.emit(link.removeprefix(_TECHNIQUE))
        elif link.startswith(_PRACTICE):
            self.practice_requested.emit(link.removeprefix(_PRACTICE))
        elif link.startswith(_BUTTON):
            for _text, on_click in self.explanation.steps[int(link.removeprefix(_BUTTON))].buttons:
                on_click()
        else:
            self.islands_clicked.emit(_islands(link))


class _TextArea(QScrollArea):
    """As high as its text, or less if there is no room for all of it."""

    def __init__(self) -> None:
        super().__init__(widgetResizable=True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.page = QWidget()
        self.page.setObjectName("page")
        self.setWidget(self.page)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Grow and shrink with the page."""
        if event.type() is QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def sizeHint(self) -> QSize:
        return QSize(self.width(), max(self.page.heightForWidth(self.width()), 0))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        # A scroll bar makes the text narrower and higher, so that it would never go again.
        fits = self.height() >= self.sizeHint().height()
        policies = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            policies.ScrollBarAlwaysOff if fits else policies.ScrollBarAsNeeded
        )
        super().resizeEvent(event)
        self.updateGeometry()


class Picture(QWidget):
    """Shows an image, smaller where there is no room for it."""

    def __init__(self, image: QImage) -> None:
        super().__init__()
        self._image, self._size = image, image.deviceIndependentSize()
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def sizeHint(self) -> QSize:
        return self._size.toSize()

    def heightForWidth(self, width: int) -> int:
        return ceil(self._size.height() * min(width / self._size.width(), 1))

    def paintEvent(self, event: QPaintEvent) -> None:
        with painting_on(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            size = self._size.scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
            painter.drawImage(QRectF(QPointF(), size.boundedTo(self._size)), self._image)


class _StepRow(QFrame):
    """A numbered step that can be clicked."""

    clicked = Signal()

    def __init__(self, number: str, text: QLabel) -> None:
        super().__init__()
        self.setObjectName("step")
        self.number = muted(number)
        row = spaced(QHBoxLayout(self), 6, (8, 6, 8, 6))
        row.addWidget(self.number, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(text, 1)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.clicked.emit()
        event.accept()


class _TextLabel(QLabel):
    """Remembers its heights: to find one, Qt breaks the whole text into lines again.

    Tab comes to the first of its links, where the focus can be seen.
    """

    def __init__(self) -> None:
        super().__init__(wordWrap=True)
        self._heights: dict[int, int] = {}

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self.focusNextPrevChild(event.reason() is Qt.FocusReason.TabFocusReason)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Say each link that the focus comes to; Qt itself is silent from the second one on."""
        moved = super().focusNextPrevChild(forward)
        if self.hasFocus():
            say(self, self.selectedText())
        return moved

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            self._heights[width] = super().heightForWidth(width)
        return self._heights[width]

    def setText(self, text: str) -> None:
        self._heights.clear()
        super().setText(text)

    def changeEvent(self, event: QEvent) -> None:
        self._heights.clear()
        super().changeEvent(event)


def _text_label() -> QLabel:
    label = _TextLabel()
    label.setTextFormat(Qt.TextFormat.RichText)
    label.setMinimumWidth(80)
    return label


def _let_keys_follow_links(label: QLabel) -> None:
    flags = Qt.TextInteractionFlag
    label.setTextInteractionFlags(flags.LinksAccessibleByKeyboard | flags.LinksAccessibleByMouse)
    label.setFocusPolicy(Qt.FocusPolicy.TabFocus)


def _rich(text: str, letters: Mapping[int, str]) -> str:
    """A text as HTML, with links for the islands that it mentions; no line ends within a pair."""

    def link(islands: tuple[int, ...]) -> str:
        address = ",".join(map(str, islands))
        shown = in_letters(islands, letters)
        style = "font-weight: 600; text-decoration: none;" if len(islands) == 1 else ""
        return f'<a href="{_ISLANDS}{address}" style="{style}">{shown}</a>'

    unbroken = escape(text).replace("⟧–⟦", f"⟧{_JOINER}–{_JOINER}⟦").replace(" ×", "\u00a0×")
    return replace_mentions(unbroken, link)


def _in_two_lines(text: str) -> str:
    """A text that is broken near its middle, at a space if it has one."""
    spaces = [place for place, letter in enumerate(text) if letter == " "]
    place = min(spaces or [len(text) // 2], key=lambda place: abs(2 * place - len(text)))
    return f"{text[:place]}\n{text[place:].lstrip()}"


def _technique_links(technique: str, practised: bool) -> str:
    """As HTML, links to what can be read about a technique, and to practice if it is not there."""
    from hashi_gui.logic.teaching.practice import PRACTICABLE

    links = [(_TECHNIQUE, _("About this technique"))]
    if technique in PRACTICABLE and not practised:
        links.append((_PRACTICE, _("Practise it")))
    name = escape(technique)
    return " &nbsp;·&nbsp; ".join(
        f'<a href="{kind}{name}">{escape(text)}</a>' for kind, text in links
    )


def _islands(link: str) -> tuple[int, ...]:
    """The islands of a link; none if it has another kind of address."""
    if not link.startswith(_ISLANDS):
        return ()
    return tuple(map(int, link.removeprefix(_ISLANDS).split(",")))
