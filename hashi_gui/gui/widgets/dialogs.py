"""Dialogs that fit their screen, contents that scroll, questions, and asking for a file."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QMargins, QRect, QSize, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLayout,
    QListWidget,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QSpacerItem,
    QStyle,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _, translated
from hashi_gui.gui.widgets.controls import (
    ANY_LENGTH,
    NumberField,
    filled,
    plain,
    scroll_by_finger,
    spaced,
)
from hashi_gui.rendering.resources import palette_icon
from hashi_gui.rendering.theme import text_growth

FRAME = QMargins(10, 44, 10, 16)
"""Enough room for the frame and the title that the desktop adds to a window."""

MIN_SCROLLED = QSize(160, 100)
"""The smallest visible part of contents that scroll."""

MIN_TEXT_WIDTH = 340

MAX_COVERED = 0.35
"""How much of the width of a window a dialog of full height may cover."""

LIST_MARGIN = 40
"""The room beside the text of an entry of a list, in pixels."""

BUTTON_SPACING = 8
"""In pixels; Qt's own is 6."""

LABEL_HEIGHT = 1.3
"""In lines; Qt lets a label begin where its field does if that is almost twice as high."""

DIALOG_MARGINS = (24, 16, 24, 16)
"""Between the edges of a dialog and its contents, in pixels."""


def room_for(window: QWidget) -> QRect:
    """Where the contents of a window can be, so that its frame is on the screen, too."""
    return screen_rect(window).marginsRemoved(FRAME)


def screen_rect(window: QWidget) -> QRect:
    """The part of a window's screen that windows may use. A new dialog opens on its parent's."""
    parent = window.parentWidget()
    return (parent or window).screen().availableGeometry()


def bring_onto_screen(window: QWidget) -> None:
    """Shrink and move a window until all of it is on its screen."""
    room, place = room_for(window), window.geometry()
    place.setSize(place.size().boundedTo(room.size()))
    move_into(place, room)
    window.setGeometry(place)


def move_into(place: QRect, room: QRect) -> None:
    """Move a rectangle into another one, or if it is larger, to its top left corner."""
    place.moveRight(min(place.right(), room.right()))
    place.moveBottom(min(place.bottom(), room.bottom()))
    place.moveLeft(max(place.left(), room.left()))
    place.moveTop(max(place.top(), room.top()))


def move_aside(dialog: QWidget, window: QWidget) -> None:
    """Move a dialog to the side of the screen where it covers less of a window.

    If it covers much of it even so, it becomes low, so that the board is seen above it.
    """
    room, place = room_for(dialog), dialog.geometry()
    place.moveTop(window.geometry().top())
    if window.geometry().center().x() > room.center().x():
        place.moveLeft(room.left())
    else:
        place.moveRight(room.right())
    if place.width() > MAX_COVERED * window.width():
        place.setTop(max(place.top(), place.bottom() + 1 - room.height() // 2))
        place.moveBottom(room.bottom())
    move_into(place, room)
    dialog.setGeometry(place)


class ScrollingContents(QScrollArea):
    """Shows a widget or a layout in its own size where there is room for it; else it scrolls."""

    def __init__(self, contents: QWidget | QLayout) -> None:
        super().__init__()
        if isinstance(contents, QLayout):
            self._contents = QWidget()
            self._contents.setLayout(contents)
            contents.setContentsMargins(0, 0, 0, 0)
        else:
            self._contents = contents
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setWidget(self._contents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Tab goes to all contents, one by one.
        self.setFocusProxy(self._contents)
        scroll_by_finger(self)  # A dialog may get them only after it is shown.

    def sizeHint(self) -> QSize:
        return self._contents.sizeHint()

    def showEvent(self, event: QShowEvent) -> None:
        """Let the sizes be asked for again, which the style of the window may have changed."""
        for layout in self._contents.findChildren(QLayout):
            layout.invalidate()
        self.updateGeometry()
        super().showEvent(event)

    def minimumSizeHint(self) -> QSize:
        return self._contents.minimumSizeHint().boundedTo(MIN_SCROLLED)


class FittingDialog(QDialog):
    """A dialog that opens in the size it wants, or in that of the screen if this is smaller.

    Fingers scroll whatever in it does not fit.
    """

    def __init__(self, title: str, parent: QWidget | None, wanted: QSize | None = None) -> None:
        """``wanted`` is the size to open in, None for the size that its layout asks for.

        With larger texts, it is larger.
        """
        super().__init__(parent)
        self.setWindowTitle(title)
        self._wanted = None if wanted is None else wanted * text_growth()

    def showEvent(self, event: QShowEvent) -> None:
        if not event.spontaneous():
            for widget in self.findChildren(QWidget):
                widget.ensurePolished()  # Also on other pages, whose sizes are asked for, too.
            for layout in self.findChildren(QLayout):
                layout.invalidate()
            _space_buttons(self)
            _align_labels(self)
            scroll_by_finger(self)
            room = room_for(self).size()
            wanted = self._wanted or self.sizeHint()
            if wanted.height() > room.height():
                wanted += QSize(self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent), 0)
            self.resize(wanted.boundedTo(room))
        super().showEvent(event)


def accepts(dialog: QDialog) -> bool:
    """Show a dialog once; whether the player accepts it. Its fields can still be read then."""
    accepted = dialog.exec() == QDialog.DialogCode.Accepted
    dialog.deleteLater()
    return accepted


class AnswerButtons(QDialogButtonBox):
    """The buttons that accept a dialog, with a text of its own, or cancel it."""

    def __init__(self, dialog: QDialog, text: str) -> None:
        super().__init__(QDialogButtonBox.StandardButton.Cancel)
        self.accept_button: QPushButton = self.addButton(
            text, QDialogButtonBox.ButtonRole.AcceptRole
        )
        self.accepted.connect(dialog.accept)
        self.rejected.connect(dialog.reject)

    def showEvent(self, event: QShowEvent) -> None:
        """Let Enter accept, also after Cancel had the focus, and Tab come to the first button."""
        super().showEvent(event)
        self.accept_button.setDefault(True)
        self.setFocusProxy(None)  # type: ignore[arg-type]

    def say_close(self) -> None:
        """Say *Close*, because there is nothing to be cancelled."""
        self.button(self.StandardButton.Cancel).setText(_("Close"))


class AnswerDialog(FittingDialog):
    """Contents in one column, and below them the buttons that accept or cancel."""

    buttons: AnswerButtons

    def fill(self, agreement: str, *contents: QWidget | QLayout) -> None:
        """Show the contents, and a button with the text ``agreement``, as :meth:`check` allows."""
        self.buttons = AnswerButtons(self, agreement)
        column = spaced(QVBoxLayout(self), 16, DIALOG_MARGINS)
        filled(column, *contents, self.buttons)
        for number in self.findChildren(NumberField):
            number.valueChanged.connect(lambda: self.check())
        self.check()

    def check(self) -> None:
        """Let the dialog be accepted only if all its numbers are possible."""
        possible = all(number.possible for number in self.findChildren(NumberField))
        self.buttons.accept_button.setEnabled(possible)


@dataclass(frozen=True, slots=True)
class Choice:
    """An entry of a :class:`ListDialog`: ``text`` says what it is, ``run`` does it.

    ``text`` raises HashiError if the choice is not possible. One that is ``rare`` is listed only if
    the player wants that.
    """

    title: str
    text: Callable[[], str]
    run: Callable[[], object]
    rare: bool = False


LIST_SIZE = QSize(600, 400)
"""That of a dialog with a long list; one with a short list is lower."""

BELOW_LIST = 120
"""The height of the buttons and the space around a list."""

MAX_TEXT = 2_000
"""The most characters that are shown of the text of a choice."""


class ListDialog(AnswerDialog):
    """A list of choices, and beside it what is said of the current one."""

    def __init__(
        self,
        title: str,
        parent: QWidget,
        agreement: str,
        choices: Sequence[Choice],
        rare: str = "",
    ) -> None:
        """``rare`` is the text of the switch for rare choices, if there are any."""
        super().__init__(title, parent)
        self._choices = choices
        self.list, self.text = QListWidget(), QPlainTextEdit(readOnly=True)
        for part in (self.list, self.text):
            part.setAccessibleName(title)
        self.switch = QCheckBox(rare)
        self.switch.setVisible(bool(rare))
        self.text.setObjectName("about")
        self.list.addItems([choice.title for choice in choices])
        self.list.setFixedWidth(self.list.sizeHintForColumn(0) + LIST_MARGIN)
        self.list.currentRowChanged.connect(self._show_text)
        self.list.itemDoubleClicked.connect(lambda: self.buttons.accept_button.click())
        self.switch.toggled.connect(self._show_rare)
        row = spaced(QHBoxLayout(), 16)
        self.fill(agreement, filled(row, self.list, self.text, broad=self.text), self.switch)
        self.list.setCurrentRow(0)
        self._show_rare(False)
        height = BELOW_LIST + len(choices) * self.list.sizeHintForRow(0)
        self._wanted = (LIST_SIZE * text_growth()).boundedTo(QSize(ANY_LENGTH, height))

    def ask(self) -> None:
        """Show the dialog once, and do what the player chooses."""
        if accepts(self):
            self._choice.run()

    @property
    def _choice(self) -> Choice:
        return self._choices[self.list.currentRow()]

    def _show_rare(self, shown: bool) -> None:
        for row, choice in enumerate(self._choices):
            self.list.item(row).setHidden(choice.rare and not shown)
        if self._choice.rare:
            self.list.setCurrentRow(0)

    def _show_text(self) -> None:
        possible = True
        try:
            text = self._choice.text()
        except HashiError as error:
            text, possible = str(error), False
        self.text.setPlainText(text if len(text) <= MAX_TEXT else f"{text[:MAX_TEXT]}…")
        self.buttons.accept_button.setEnabled(possible)


def form_layout(*rows: tuple[str, QWidget | QLayout]) -> QFormLayout:
    """Labels with their fields, one below the other."""
    layout = QFormLayout()
    for label, field in rows:
        layout.addRow(label, field)
    return layout


def agrees(
    parent: QWidget,
    question: str,
    details: str,
    agreement: str,
    *,
    can_be_undone: bool,
    option: QCheckBox | None = None,
) -> bool:
    """Whether the player presses the button for yes, ``agreement``, and not Cancel.

    Enter presses it only if what is asked for can be undone. ``option`` stands below the details.
    """
    box = QMessageBox(QMessageBox.Icon.NoIcon, parent.windowTitle(), plain(question), parent=parent)
    box.setObjectName("question")
    box.setInformativeText(plain(details))
    if option is not None:
        box.setCheckBox(option)
    agree = box.addButton(agreement, QMessageBox.ButtonRole.AcceptRole)
    cancel = box.addButton(_("Cancel"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(agree if can_be_undone else cancel)
    _widen(box)
    _space_buttons(box)
    box.exec()
    if option is not None:
        option.setParent(None)  # Its answer is asked for when the box is gone.
    return box.clickedButton() is agree


def may_leave_unsaved(parent: QWidget, problem: str, save_elsewhere: Callable[[], bool]) -> bool:
    """Whether the player gives up what cannot be saved, or saves it elsewhere.

    ``save_elsewhere`` asks for a file and says whether it was saved.
    """
    box = QMessageBox(QMessageBox.Icon.Warning, _("Not saved"), plain(problem), parent=parent)
    elsewhere = box.addButton(_("Save elsewhere…"), QMessageBox.ButtonRole.AcceptRole)
    anyway = box.addButton(_("Leave without saving"), QMessageBox.ButtonRole.DestructiveRole)
    box.addButton(_("Cancel"), QMessageBox.ButtonRole.RejectRole)
    _space_buttons(box)
    box.exec()
    return box.clickedButton() is anyway or (box.clickedButton() is elsewhere and save_elsewhere())


def _space_buttons(dialog: QDialog) -> None:
    """Leave as much room between the buttons of a dialog as between others."""
    for buttons in dialog.findChildren(QDialogButtonBox):
        layout = buttons.layout()
        assert layout is not None
        layout.setSpacing(BUTTON_SPACING)


def _align_labels(dialog: QDialog) -> None:
    """Make labels high enough for Qt to centre them beside fields of one line."""
    for form in dialog.findChildren(QFormLayout):
        for row in range(form.rowCount()):
            item = form.itemAt(row, QFormLayout.ItemRole.LabelRole)
            label = item.widget() if item else None
            if label is not None:
                label.setMinimumHeight(round(LABEL_HEIGHT * label.fontMetrics().height()))


def _widen(box: QMessageBox) -> None:
    """Give the texts room, because Qt makes a box only as broad as the question."""
    layout = box.layout()
    assert isinstance(layout, QGridLayout)
    layout.addItem(QSpacerItem(MIN_TEXT_WIDTH, 0), layout.rowCount(), 0, 1, layout.columnCount())


FILE_DIALOG_SIZE = QSize(760, 480)

FILE_DIALOG_ICONS = {
    "backButton": "folder-back",
    "forwardButton": "folder-forward",
    "toParentButton": "folder-up",
    "newFolderButton": "folder-new",
    "listModeButton": "files-list",
    "detailModeButton": "files-details",
}
"""The icons of the buttons in Qt's dialog, by the names of the buttons."""


def file_to_open(window: QWidget, title: str, file_filter: str) -> Path | None:
    """Ask for a file to open; None if the player has cancelled."""
    dialog = QFileDialog(window, title, "", translated(file_filter))
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    return next(iter(_ask_for_files(dialog)), None)


def files_to_open(window: QWidget, title: str, file_filter: str) -> list[Path]:
    """Ask for files to open; none if the player has cancelled."""
    dialog = QFileDialog(window, title, "", translated(file_filter))
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    return _ask_for_files(dialog)


def folder_to_open(window: QWidget, title: str) -> Path | None:
    """Ask for a folder that exists; None if the player has cancelled."""
    dialog = QFileDialog(window, title)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    return next(iter(_ask_for_files(dialog)), None)


def file_to_save(
    window: QWidget, title: str, proposed: str, extensions: Mapping[str, str]
) -> Path | None:
    """Ask for a file to write; None if the player has cancelled.

    ``extensions`` has the file types to choose from, in English, each with the extension for a
    name without one. Qt adds it, so that it asks before overwriting a file with the full name.
    """
    extensions = {translated(kind): extension for kind, extension in extensions.items()}
    dialog = QFileDialog(window, title)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilters(list(extensions))
    dialog.setDefaultSuffix(next(iter(extensions.values())))
    dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix(extensions[chosen]))
    dialog.selectFile(proposed)
    return next(iter(_ask_for_files(dialog)), None)


def file_stem(name: str) -> str:
    """A name as it is usual in the names of files: ``10x10 easy`` for ``10 × 10, easy``."""
    plain = re.sub(r"\s*×\s*", "x", name)
    return " ".join(re.sub(r"[^\w\- ]", " ", plain).split()) or "puzzle"


def _ask_for_files(dialog: QFileDialog) -> list[Path]:
    for name, icon in FILE_DIALOG_ICONS.items():
        button = dialog.findChild(QToolButton, name)  # None in the dialog of the desktop.
        if button is not None:
            button.setIcon(palette_icon(icon, dialog.palette()))
    dialog.resize(FILE_DIALOG_SIZE.boundedTo(room_for(dialog).size()))
    chosen = dialog.selectedFiles() if dialog.exec() else []
    dialog.deleteLater()
    return [Path(file) for file in chosen]
