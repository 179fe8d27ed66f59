"""Questions to which the player agrees or not, such as leaving what is not saved."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QGridLayout, QMessageBox, QSpacerItem, QWidget

from hashi_gui.gui.widgets.plain_text import plain

MIN_TEXT_WIDTH = 340


def agrees(
    parent: QWidget, question: str, details: str, agreement: str, *, can_be_undone: bool
) -> bool:
    """Whether the player presses the button for yes, ``agreement``, and not Cancel.

    Enter presses it only if what is asked for can be undone.
    """
    box = QMessageBox(QMessageBox.Icon.NoIcon, parent.windowTitle(), plain(question), parent=parent)
    box.setInformativeText(plain(details))
    agree = box.addButton(agreement, QMessageBox.ButtonRole.AcceptRole)
    cancel = box.addButton("Cancel", QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(agree if can_be_undone else cancel)
    _widen(box)
    box.exec()
    return box.clickedButton() is agree


def may_leave_unsaved(parent: QWidget, problem: str, save_elsewhere: Callable[[], bool]) -> bool:
    """Whether the player gives up what cannot be saved, or saves it elsewhere.

    ``save_elsewhere`` asks for a file and says whether it was saved.
    """
    box = QMessageBox(QMessageBox.Icon.Warning, "Not saved", plain(problem), parent=parent)
    elsewhere = box.addButton("Save elsewhere…", QMessageBox.ButtonRole.AcceptRole)
    anyway = box.addButton("Leave without saving", QMessageBox.ButtonRole.DestructiveRole)
    box.addButton("Cancel", QMessageBox.ButtonRole.RejectRole)
    box.exec()
    return box.clickedButton() is anyway or (box.clickedButton() is elsewhere and save_elsewhere())


def _widen(box: QMessageBox) -> None:
    """Give the texts room, because Qt makes a box only as broad as the question."""
    layout = box.layout()
    assert isinstance(layout, QGridLayout)
    layout.addItem(QSpacerItem(MIN_TEXT_WIDTH, 0), layout.rowCount(), 0, 1, layout.columnCount())
