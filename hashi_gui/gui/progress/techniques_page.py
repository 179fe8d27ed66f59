"""The page of the statistics about techniques: how well the player knows each of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from hashi_gui.core.i18n import _
from hashi_gui.game.mastery import MASTERED, RECENT, Mastery
from hashi_gui.gui.teaching.practice_bar import ScoreSigns
from hashi_gui.gui.widgets.controls import dialog_button, heading, muted
from hashi_gui.gui.widgets.dialogs import ScrollingContents
from hashi_gui.logic.teaching.practice import TOPICS, Topic
from hashi_gui.rendering.theme import Theme

EXPLANATION = (
    f"Mastered: {MASTERED} of the last {RECENT} exercises were right. "
    "“Choose for me” soon repeats what you missed."
)


class TechniquesPage(QWidget):
    """A row for each technique, with the last attempts at it and a button to practise it."""

    practice_requested = Signal(object)
    """The name of a technique; None if the program is to choose."""

    def __init__(self, mastery: Mapping[str, Mastery], theme: Theme) -> None:
        """``mastery`` is that of each technique that was practised."""
        super().__init__()
        rows = QVBoxLayout()
        rows.setSpacing(0)
        card = QFrame()
        card.setObjectName("card")
        card.setLayout(rows)
        for topic in TOPICS:
            rows.addLayout(self._row(topic, mastery.get(topic.name, Mastery()), theme))
        contents = QVBoxLayout()
        contents.addWidget(card)
        contents.addStretch()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 12, 0, 0)
        layout.setSpacing(10)
        layout.addLayout(self._header(mastery))
        layout.addWidget(ScrollingContents(contents), 1)

    def _header(self, mastery: Mapping[str, Mastery]) -> QHBoxLayout:
        known = sum(each.mastered for each in mastery.values())
        practicable = sum(not topic.too_rare for topic in TOPICS)
        texts = QVBoxLayout()
        texts.setSpacing(3)
        texts.addWidget(
            heading(
                _("{known} of {total} techniques mastered").format(known=known, total=practicable)
            )
        )
        texts.addWidget(muted(EXPLANATION))
        row = QHBoxLayout()
        row.setSpacing(16)
        row.addLayout(texts, 1)
        row.addWidget(self._button(_("Choose for me"), _("Practise what is due"), None))
        return row

    def _row(self, topic: Topic, mastery: Mastery, theme: Theme) -> QHBoxLayout:
        texts = QVBoxLayout()
        texts.setSpacing(1)
        texts.addWidget(heading(topic.name))
        texts.addWidget(muted(f"{topic.level} · {topic.too_rare or mastery.text}"))
        row = QHBoxLayout()
        row.setContentsMargins(16, 6, 12, 6)
        row.setSpacing(16)
        row.addLayout(texts, 1)
        if not topic.too_rare:
            signs = ScoreSigns()
            signs.show_results(mastery.recent, RECENT)
            signs.set_theme(theme)
            row.addWidget(signs)
            row.addWidget(
                self._button(
                    _("Practise"),
                    _("Practise “{technique}”").format(technique=topic.name),
                    topic.name,
                )
            )
        return row

    def _button(self, text: str, tip: str, technique: str | None) -> QPushButton:
        button = dialog_button(text, tip)
        button.setAccessibleName(tip)
        button.clicked.connect(partial(self.practice_requested.emit, technique))
        return button
