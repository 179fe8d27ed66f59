"""The dialog for choosing what to practise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from hashi_gui.game.mastery import Mastery
from hashi_gui.gui.widgets.controls import muted
from hashi_gui.gui.widgets.dialogs import AnswerDialog

if TYPE_CHECKING:
    from hashi_gui.logic.teaching.practice import Topic

WANTED_SIZE = QSize(640, 640)
LEVEL_WIDTH, NOTE_WIDTH = 64, 250
ROW_HEIGHT = 36

CHOOSE_FOR_ME = "Choose for me"


class PracticeDialog(AnswerDialog):
    """Lists the techniques, each with its level and how well the player knows it.

    ``chosen`` is the name of the selected one, None if the program is to choose.
    """

    def __init__(self, mastery: Mapping[str, Mastery], parent: QWidget | None = None) -> None:
        """Show the mastery of each technique that was practised."""
        from hashi_gui.logic.teaching.practice import TOPICS

        super().__init__("Practice", parent, WANTED_SIZE)
        self.chosen: str | None = None
        intro = QLabel(
            "Ten positions from real puzzles. In each of them, one technique gives the next step, "
            "and no easier one does. Find it and draw it.",
            wordWrap=True,
        )
        self.list = QListWidget()
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemActivated.connect(self.accept)
        self._add_row(CHOOSE_FOR_ME, "", "repeats what you missed", None)
        for topic in TOPICS:
            self._add_topic(topic, mastery.get(topic.name, Mastery()))
        self.list.setCurrentRow(0)
        self.fill("Start", intro, self.list)
        self.start = self.buttons.accept_button
        self.list.setFocus()

    def accept(self) -> None:
        self.chosen = self.list.currentItem().data(Qt.ItemDataRole.UserRole)
        super().accept()

    def row_text(self, row: int) -> str:
        """What a row says."""
        widget = self.list.itemWidget(self.list.item(row))
        return ", ".join(label.text() for label in widget.findChildren(QLabel) if label.text())

    def _add_topic(self, topic: Topic, mastery: Mastery) -> None:
        note = topic.too_rare or mastery.text
        item = self._add_row(topic.name, topic.level, note, topic.name)
        if topic.too_rare:
            item.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.itemWidget(item).setEnabled(False)

    def _add_row(self, name: str, level: str, text: str, technique: str | None) -> QListWidgetItem:
        item = QListWidgetItem()
        item.setData(Qt.ItemDataRole.UserRole, technique)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{name}, {text}")
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(12, 0, 12, 0)
        layout.setSpacing(12)
        title, rank, note = QLabel(name), muted(level), muted(text, wraps=False)
        rank.setFixedWidth(LEVEL_WIDTH)
        note.setFixedWidth(NOTE_WIDTH)
        layout.addWidget(title, 1)
        layout.addWidget(rank)
        layout.addWidget(note)
        item.setSizeHint(QSize(0, ROW_HEIGHT))
        self.list.addItem(item)
        self.list.setItemWidget(item, row)
        return item
