"""Saving a game or a draft in a file of the player's, and the notice while it cannot be saved."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _
from hashi_gui.formats import Document, write
from hashi_gui.formats.registry import NOTATIONS
from hashi_gui.gui.settings.settings import Settings
from hashi_gui.gui.widgets import file_dialogs
from hashi_gui.gui.widgets.dialogs import may_leave_unsaved
from hashi_gui.gui.widgets.messages import Messages, Notice
from hashi_gui.system.files import StorageError, atomic_write

HASHI = "hashi"

RETRY_MS = 5_000
"""How long to wait before saving is tried again after an error."""


class Saver(Protocol):
    """Saves each change of a game or a draft by itself, in another thread."""

    def save_whole(self) -> None:
        """Save all of it, for example once more after an error."""

    def save_now(self) -> StorageError | None:
        """Wait until it is saved, if need be with another attempt; the error if that fails."""


class Session(QObject):
    """What the player saves: in the program's own folder by itself, in a file when asked to.

    As long as the first of these fails, a notice says so, and it is tried again.
    """

    saved = Signal(object)
    """The player has saved it in a file; carries its path."""

    def __init__(
        self,
        thing: str,
        saver: Saver,
        document: Callable[[], Document],
        file_stem: Callable[[], str],
        file_types: Mapping[str, str],
        messages: Messages,
        settings: Settings,
    ) -> None:
        """``thing`` is "game" or "draft". ``document`` raises HashiError if it cannot be saved.

        ``file_stem`` returns a name to propose. ``file_types`` has the extensions to choose from.
        """
        super().__init__(messages.window)
        self._thing = thing
        self._saver = saver
        self._document = document
        self._file_stem = file_stem
        self._file_types = file_types
        self._messages = messages
        self._settings = settings
        self._file: Path | None = None
        self._retry = QTimer(self, interval=RETRY_MS, singleShot=True)
        self._retry.timeout.connect(saver.save_whole)

    def open(self, file: Path | None) -> None:
        """Something else is saved from now on, in this file if the player wants to."""
        self.end()
        self._file = file

    def save(self) -> None:
        """Save it in the file where it was saved before, or in another one."""
        if self._file is None:
            self.save_as()
        else:
            self._save_to(self._file)

    def save_as(self) -> bool:
        """Ask for a file and save it there; return whether that was done."""
        try:
            self._document()
        except HashiError as error:
            self._messages.say(str(error))
            return False
        proposed = str(self._file or f"{self._file_stem()}.{HASHI}")
        file = file_dialogs.file_to_save(
            self._messages.window, _("Save as"), proposed, self._file_types
        )
        if file is None:
            return False
        known = file.suffix.removeprefix(".") in self._file_types.values()
        return self._save_to(file if known else file.with_name(f"{file.name}.{HASHI}"))

    def may_leave(self) -> bool:
        """Whether all is saved, or the player gives up what is not."""
        error = self._saver.save_now()
        window = self._messages.window
        return error is None or may_leave_unsaved(window, self._problem(error), self.save_as)

    @Slot(object)
    def show_attempt(self, error: StorageError | None) -> None:
        """Show what came of an attempt to save; None if it has succeeded."""
        if error is None:
            self._messages.notices.remove(self._topic)
            return
        actions = ((_("Save elsewhere…"), self.save_as), (_("Try again"), self._saver.save_whole))
        notice = Notice(self._problem(error), actions, lasting=True)
        self._messages.notices.show_notice(self._topic, notice)
        self._retry.start()

    def end(self) -> None:
        """Show nothing of what could not be saved, and try no more."""
        self._retry.stop()
        self._messages.notices.remove(self._topic)

    def _problem(self, error: StorageError) -> str:
        if self._thing == "game":
            return _("Your game is not saved. {problem}").format(problem=error)
        return _("Your draft is not saved. {problem}").format(problem=error)

    @property
    def _topic(self) -> str:
        return f"{self._thing} not saved"

    def _save_to(self, file: Path) -> bool:
        notation = next(n.NAME for n in reversed(NOTATIONS) if file.suffix == n.SUFFIX)
        try:
            document = self._document()
            if notation != HASHI:  # Other notations have no bridges, or only at times.
                document = Document.from_puzzle(document.puzzle, HASHI)
            atomic_write(file, write(document, notation))
        except HashiError as error:
            self._messages.say(str(error))
            return False
        self._file = file
        self._settings.add_recent(file.absolute())
        self.saved.emit(file)
        self._messages.say(_("Saved as {file}.").format(file=file.name))
        return True
