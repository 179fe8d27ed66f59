"""Drafts outside the board: the file of the one in the editor, and pieces on the clipboard."""

from __future__ import annotations

import json
from collections import deque
from contextlib import suppress
from functools import partial
from pathlib import Path

from PySide6.QtCore import QMimeData, QObject, Signal, Slot
from PySide6.QtGui import QGuiApplication

from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _
from hashi_gui.editing import Change, Draft, DraftHistory, DraftStore
from hashi_gui.editing.history import draft_of, full_change
from hashi_gui.formats import read, write
from hashi_gui.formats.fields import parse_object
from hashi_gui.formats.reading import stopped_by
from hashi_gui.game.autosave import SavingThread
from hashi_gui.solving import CancelToken
from hashi_gui.system.files import StorageError

PIECE_TYPE = "application/x-hashi-piece"
"""The type of islands on the clipboard; they are there as text, too."""


def copy_piece(piece: Draft) -> None:
    """Put islands and bridges on the clipboard."""
    data = QMimeData()
    data.setData(PIECE_TYPE, json.dumps(full_change(piece).to_data()).encode())
    with suppress(HashiError):  # There is no text for impossible clues.
        data.setText(write(piece.to_document(), "text"))
    QGuiApplication.clipboard().setMimeData(data)


def copied_piece(data: QMimeData) -> Draft | None:
    """What :func:`copy_piece` has put on the clipboard; None if there is something else."""
    piece = bytes(data.data(PIECE_TYPE).data())
    with suppress(HashiError):
        draft = draft_of(Change.from_data(parse_object(piece.decode(errors="replace"))))
        return draft if draft.clues else None
    return None


def copied_puzzle(text: str, token: CancelToken) -> Draft:
    """The puzzle in a text on the clipboard. Raises HashiError if there is none."""
    with stopped_by(token.raise_if_cancelled):
        return Draft.from_document(read(text, _("the clipboard")))


class DraftFiles(QObject):
    """The file of one draft at a time. A draft that was never edited has no file."""

    save_attempted = Signal(object)
    """A StorageError or None; emitted in the saving thread."""

    def __init__(self, store: DraftStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.store = store
        self.path: Path | None = None
        """The file of the draft, None before its first edit."""
        self._history: DraftHistory | None = None
        self._must_write_whole = False
        self._lines: deque[str] = deque()
        self._thread = SavingThread(self.save_attempted.emit)
        self.save_attempted.connect(self._note)

    def open(self, history: DraftHistory, path: Path | None) -> None:
        """Save another draft from now on; its file, which may be incomplete, is first rewritten."""
        self._history, self.path, self._must_write_whole = history, path, True

    def save_step(self, line: str) -> None:
        """Save the last step of the draft; ``line`` is what it adds to the file."""
        path = self.path
        if path is None or self._must_write_whole:
            self.save_whole()
        else:
            lines = self._lines
            lines.append(line)
            self._thread.run(lambda: self._append(path, lines))

    def forget(self) -> None:
        """The file of the draft is deleted; if the draft is edited again, it gets another one."""
        self.path = None

    def save_whole(self) -> None:
        """Write the whole file, for the first time or once more after an error."""
        if self._history is None:
            return
        self.path = path = self.path or self.store.new_path()
        self._must_write_whole = False
        self._lines = deque()
        copy = self._history.copy()
        self._thread.run(lambda: self.store.write(path, copy))

    def note(self, found: str) -> None:
        """Note what was found out about the draft, for the list of all drafts."""
        if self.path is not None:
            self._thread.run(partial(self._note_in, self.path, found))

    def save_now(self) -> StorageError | None:
        """Wait until everything so far is saved, if need be with another attempt.

        Returns the error if that fails, too.
        """
        self.wait()
        if self._thread.error is not None:
            self.save_whole()
            self.wait()
        return self._thread.error

    def wait(self) -> None:
        self._thread.wait()

    def close(self) -> None:
        """Wait until everything is saved; nothing can be saved afterwards."""
        if self._thread.error is not None:
            self.save_whole()
        self._thread.close()

    def _note_in(self, path: Path, found: str) -> None:
        with suppress(StorageError):  # The draft itself is saved.
            self.store.note(path, found)

    def _append(self, path: Path, lines: deque[str]) -> None:
        """Add all lines at once that have come while the disk was busy."""
        if self._thread.error is not None:
            raise self._thread.error  # The lines do not continue what could not be saved.
        text = "".join([lines.popleft() for _ in range(len(lines))])
        if text:
            self.store.append(path, text)

    @Slot(object)
    def _note(self, error: StorageError | None) -> None:
        self._must_write_whole = self._must_write_whole or error is not None
