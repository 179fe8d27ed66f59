"""When the finish card is shown and hidden."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal, Slot

from hashi_gui.game import Game
from hashi_gui.game.library import lesson_number
from hashi_gui.game.result import PuzzleKind
from hashi_gui.game.results import Results
from hashi_gui.gui.play.controller import BoardController
from hashi_gui.gui.play.finish_card import FinishCard
from hashi_gui.gui.play.finish_summary import summarise
from hashi_gui.gui.play.game_in_play import GameInPlay


class FinishPresenter(QObject):
    """Shows the card whenever the player has solved the puzzle and sees the solved board.

    A card that the player has closed comes back when the board is solved again.
    """

    card_shown = Signal()
    """The card has appeared; it needs the room of whatever is beside the board."""

    def __init__(
        self,
        card: FinishCard,
        controller: BoardController,
        in_play: GameInPlay,
        results: Results,
        next_text: Callable[[], str],
    ) -> None:
        """There is only a card for the game ``in_play``; ``next_text`` returns what leads on."""
        super().__init__(controller)
        self._card = card
        self._controller = controller
        self._results = results
        self._in_play = in_play
        self._next_text = next_text
        self._closed = False
        self.shows_card = False
        card.closed.connect(self._close)
        controller.changed.connect(self.update)
        controller.other_board_shown.connect(self.update)

    def game_opened(self) -> None:
        """Another game is in play."""
        self._closed = False
        self._hide_card()
        self.update()

    def update(self) -> None:
        game = self._controller.game
        self._closed &= game.solved
        solved = game.solved and game.finished and lesson_number(game.puzzle) is None
        solved &= game is self._in_play.game
        if not solved or self._closed or self._controller.showing_other_board:
            self._hide_card()
        elif not self.shows_card:
            self.shows_card = True
            self._show_summary()
            self.card_shown.emit()

    @Slot()
    def results_loaded(self) -> None:
        """Add the best time, if the window was opened on a solved game before it was known."""
        if self.shows_card:
            self._show_summary()

    def _show_summary(self) -> None:
        game = self._controller.game
        summary = summarise(
            game, self._in_play.name, self._other_times(game), self._results.calibration
        )
        self._card.show_summary(summary, game, self._next_text())

    def _other_times(self, game: Game) -> list[float]:
        """The times of all other games of this kind, whether or not this one is saved already."""
        if not self._results.loaded:
            return []
        times = self._results.times(PuzzleKind.of(game.to_document()))
        return [seconds for seconds in times if seconds != game.clock.seconds]

    def _close(self) -> None:
        self._closed = True
        self._hide_card()

    def _hide_card(self) -> None:
        self.shows_card = False
        self._card.hide()
