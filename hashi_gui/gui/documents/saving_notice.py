"""The notice that something is not saved."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Slot

from hashi_gui.game.storage import StorageError
from hashi_gui.gui.widgets.notice_bar import Notice, NoticeBar

RETRY_MS = 5_000
"""How long to wait before saving is tried again after an error."""


class SavingNotice(QObject):
    """Tells the player that a game or a draft is not saved, and tries again, as long as that is so.

    ``thing`` is what is to be saved, for example "game".
    """

    def __init__(
        self,
        notices: NoticeBar,
        thing: str,
        save: Callable[[], None],
        save_elsewhere: Callable[[], object],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._notices = notices
        self._topic = f"{thing} not saved"
        self._text = f"Your {thing} is not saved."
        self._actions = (("Save elsewhere…", save_elsewhere), ("Try again", save))
        self._retry = QTimer(self, interval=RETRY_MS, singleShot=True)
        self._retry.timeout.connect(save)

    @Slot(object)
    def show_attempt(self, error: StorageError | None) -> None:
        """Show what came of an attempt to save; None if it has succeeded."""
        if error is None:
            self._notices.remove(self._topic)
        else:
            text = f"{self._text} {error}"
            self._notices.show_notice(self._topic, Notice(text, self._actions, lasting=True))
            self._retry.start()

    def end(self) -> None:
        """Show nothing and try no more, because something else is saved from now on."""
        self._retry.stop()
        self._notices.remove(self._topic)
