"""Asking the player for an agreement."""

from __future__ import annotations

from PySide6.QtWidgets import QGridLayout, QMessageBox, QSpacerItem, QWidget

MIN_TEXT_WIDTH = 340


def agrees(
    parent: QWidget, question: str, details: str, agreement: str, *, can_be_undone: bool
) -> bool:
    """Whether the player presses the button for yes, ``agreement``, and not Cancel.

    Enter presses it only if what is asked for can be undone.
    """
    box = QMessageBox(QMessageBox.Icon.NoIcon, parent.windowTitle(), question, parent=parent)
    box.setInformativeText(details)
    agree = box.addButton(agreement, QMessageBox.ButtonRole.AcceptRole)
    cancel = box.addButton("Cancel", QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(agree if can_be_undone else cancel)
    _widen(box)
    box.exec()
    return box.clickedButton() is agree


def _widen(box: QMessageBox) -> None:
    """Give the texts room, because Qt makes a box only as broad as the question."""
    layout = box.layout()
    assert isinstance(layout, QGridLayout)
    layout.addItem(QSpacerItem(MIN_TEXT_WIDTH, 0), layout.rowCount(), 0, 1, layout.columnCount())
