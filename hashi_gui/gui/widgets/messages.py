"""How features say something to the player: in the message bar, or with a notice."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from hashi_gui.gui.widgets.message_bar import Button, MessageBar
from hashi_gui.gui.widgets.notice_bar import NoticeBar


@dataclass(frozen=True, slots=True)
class Messages:
    """The bar for what has just happened, the bar for what stays, and the parent of dialogs."""

    window: QWidget
    bar: MessageBar
    notices: NoticeBar

    def say(self, text: str, *buttons: Button) -> None:
        """Say something in place of what was said before, with buttons."""
        self.bar.show_message(text, *buttons)
