"""Challenging a friend to race against a game: as a link, or as a file."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import replace
from functools import partial

from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _
from hashi_gui.formats import Document, FormatError, write
from hashi_gui.formats.race import MAX_RACER, Race
from hashi_gui.game.share import race_of
from hashi_gui.gui.documents.clipboard import PuzzleClipboard
from hashi_gui.gui.stage.context import Context
from hashi_gui.gui.tasks.tasks import Lane
from hashi_gui.gui.widgets import file_dialogs
from hashi_gui.gui.widgets.controls import muted
from hashi_gui.gui.widgets.dialogs import AnswerButtons, AnswerDialog, accepts
from hashi_gui.system.files import atomic_write

RACE_TYPE = {"Hashi games (*.hashi)": "hashi"}


class ChallengeDialog(AnswerDialog):
    """Asks for a name, which may be left out, and whether to copy a link or to save a file."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(_("Challenge a friend"), parent)
        self.as_file = False
        self.name_field = QLineEdit(maxLength=MAX_RACER)
        self.name_field.setPlaceholderText(_("Your name, if your friend may see it"))
        self.name_field.setAccessibleName(_("Your name"))
        text = muted(
            _(
                "Your friend plays the same puzzle and sees how far you were. What you send holds "
                "your moves, and so the solution."
            )
        )
        self.fill(_("Copy link"), self.name_field, text)
        self.link_button = self.buttons.accept_button
        self.file_button: QPushButton = self.buttons.addButton(
            _("Save as a file…"), AnswerButtons.ButtonRole.ActionRole
        )
        self.file_button.clicked.connect(self._accept_as_file)

    def _accept_as_file(self) -> None:
        self.as_file = True
        self.accept()


class Challenges:
    """Makes a race of the game on the board, and reports the outcome in the message bar."""

    def __init__(self, context: Context, clipboard: PuzzleClipboard) -> None:
        self._stage, self._messages, self._tasks = context.stage, context.messages, context.tasks
        self._clipboard = clipboard

    def show_dialog(self) -> None:
        """Ask how to send the race, as soon as it is known, and do so."""
        document = self._stage.current.document()
        self._tasks.run(Lane.DISK, partial(race_of, document), partial(self._ask, document))

    def _ask(self, document: Document, found: Future[Race | None]) -> None:
        race = found.result()
        if race is None:
            text = _("You can challenge a friend with a game that you have played from its start.")
            self._messages.say(text)
            return
        dialog = ChallengeDialog(self._messages.window)
        if accepts(dialog):
            race = replace(race, name=dialog.name_field.text().strip())
            empty = Document.from_puzzle(document.puzzle, "hashi")
            challenge = replace(empty, info=document.info, race=race)
            (self._save if dialog.as_file else self._copy_link)(challenge)

    def _copy_link(self, challenge: Document) -> None:
        link = partial(write, challenge, "puzzlink")
        self._tasks.run(Lane.DISK, link, partial(self._show_link, challenge))

    def _show_link(self, challenge: Document, written: Future[str]) -> None:
        try:
            link = written.result()
        except FormatError as error:
            save = _("Save as a file…"), partial(self._save, challenge)
            self._messages.say(str(error), save)
        else:
            self._clipboard.copy(link, _("Link copied. Send it to your friend."))

    def _save(self, challenge: Document) -> None:
        title, stem = _("Save the race"), self._stage.current.snapshot().name
        file = file_dialogs.file_to_save(self._messages.window, title, f"{stem}-race", RACE_TYPE)
        if file is None:
            return

        def save() -> str:
            atomic_write(file, write(challenge, "hashi"))
            return _("Saved as {file}. Send it to your friend.").format(file=file.name)

        self._tasks.run(Lane.DISK, save, self._show_outcome)

    def _show_outcome(self, saved: Future[str]) -> None:
        try:
            message = saved.result()
        except HashiError as error:
            message = str(error)
        self._messages.say(message)
