"""The saved games of the player: reading them for their shelf in the library, deleting, undoing."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from itertools import islice
from time import sleep
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from hashi_gui.core.board_status import BoardStatus
from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _
from hashi_gui.formats import Document
from hashi_gui.game.store import puzzle_key
from hashi_gui.gui.play.playing import GameInPlay
from hashi_gui.gui.stage import Context
from hashi_gui.gui.tasks.tasks import Lane, Task, TaskRunner
from hashi_gui.solving import CancelToken

if TYPE_CHECKING:
    from hashi_gui.gui.library.library_cards import GameCard
    from hashi_gui.gui.library.library_dialog import LibraryDialog

FIRST_GAMES = 60
"""So many are shown before all of them are read."""

PAUSE = 0.001
"""How many seconds the window gets after each game that is read: both need the interpreter."""


class MyGames(QObject):
    """Does what the library needs of saved games; whatever waits for the disk is done in a lane."""

    def __init__(self, context: Context, in_play: GameInPlay) -> None:
        super().__init__(in_play)
        self._tasks, self._store = context.tasks, context.stores.games
        self._in_play = in_play
        self._dialog: LibraryDialog | None = None
        self._shows_some = False
        self._known: dict[str, tuple[float, GameCard | None]] = {}
        """Of each key, when its game was changed last, and its card; for the lane alone."""
        self._runner = TaskRunner(context.tasks, Lane.DISK, self)
        self._runner.failed.connect(self._report)

    def find_open(self, found: Callable[[Document], object]) -> None:
        """Find an unfinished game of the player, the one that was changed last."""

        def work() -> Document | None:
            for key in islice(self._store.saved_games(), FIRST_GAMES):
                document = self._store.saved_game(key)
                if document and document.game and document.game.history:
                    solved = BoardStatus(document.puzzle, document.board).solved
                    if not (document.game.finished or solved or document.info.lesson):
                        return document
                sleep(PAUSE)
            return None

        def end(answer: Future[Document | None]) -> None:
            if document := answer.result():
                found(document)

        self._tasks.run(Lane.DISK, work, end)

    def attach(self, dialog: LibraryDialog) -> None:
        """Let a dialog show the saved games once their shelf is, and do what is asked for there."""
        self._dialog, self._shows_some = dialog, False
        game = self._in_play.game
        dialog.game_in_play = "" if game.finished else puzzle_key(game.puzzle)
        dialog.games_bar.delete_button.clicked.connect(self._delete)
        dialog.games_bar.undo_button.clicked.connect(self._undo)
        dialog.tabs.currentChanged.connect(self._read_if_shown)
        self._read_if_shown()

    def detach(self) -> None:
        """The dialog is closed; what was begun there is done."""
        self._dialog = None
        self._runner.discard()

    def _read_if_shown(self) -> None:
        if self._dialog is not None and self._dialog.shows_games:
            self._read()

    def _read(self, selected: str = "") -> None:
        """Show all games, the first ones before the others are read."""

        def work(token: CancelToken) -> tuple[list[GameCard], bool]:
            cards: list[GameCard] = []
            for key, changed in self._store.saved_games().items():
                token.raise_if_cancelled()
                card = self._card(key, changed)
                if card is None:
                    continue
                cards.append(card)
                if len(cards) == FIRST_GAMES:
                    self._runner.report(token, partial(self._show_first, cards[:]))
            return cards, bool(self._store.deleted_games())

        self._runner.start(Task(_("Reading your games"), work, partial(self._show_all, selected)))

    def _card(self, key: str, changed: float) -> GameCard | None:
        """The card of a saved game, read again if it has changed.

        None if nothing was ever done in it, or for a lesson, which the library shows.
        """
        from hashi_gui.gui.library.library_cards import GameCard

        known = self._known.get(key)
        if known is None or known[0] != changed:
            document, card = self._store.saved_game(key), None
            if document and document.game and document.game.history and not document.info.lesson:
                card = GameCard(key, document, changed, self._store)
            known = self._known[key] = changed, card
            sleep(PAUSE)
        return known[1]

    def _show_first(self, cards: list[GameCard]) -> None:
        if self._dialog is not None and not self._shows_some:
            self._shows_some = True
            self._dialog.show_games(cards, all_read=False)

    def _show_all(self, selected: str, answer: tuple[list[GameCard], bool]) -> None:
        cards, can_undo = answer
        self._in_play.show_damaged_files()
        if self._dialog is not None:
            self._shows_some = True
            self._dialog.games_bar.undo_button.setEnabled(can_undo)
            self._dialog.show_games(cards, selected)

    def _delete(self) -> None:
        dialog = self._dialog
        if dialog is None or (game := dialog.game) is None:
            return
        if game.key == puzzle_key(self._in_play.game.puzzle):
            dialog.show_message(_("You are playing this game. Begin another one first."))
            return
        dialog.remove_game(game.key)
        dialog.show_message(_("“{title}” is deleted.").format(title=game.name))
        self._runner.discard()
        self._tasks.run(Lane.DISK, partial(self._store.delete, game.key), self._show_change)

    def _undo(self) -> None:
        """Bring back what was deleted last."""

        def work() -> str:
            key = next(iter(self._store.deleted_games()), "")
            if key:
                self._store.restore(key)
            return key

        self._runner.discard()
        self._tasks.run(Lane.DISK, work, self._show_change)

    def _show_change(self, done: Future[str] | Future[None]) -> None:
        """Show what is there after a change; select the game with the key that it returns."""
        if self._dialog is None:
            return
        restored = ""
        try:
            if restored := done.result() or "":
                self._dialog.show_message("")
        except HashiError as error:
            self._dialog.show_message(error.plain)
        self._read(restored)

    def _report(self, _task: object, error: str) -> None:
        if self._dialog is not None:
            self._dialog.show_message(_("Something went wrong. ({error})").format(error=error))
