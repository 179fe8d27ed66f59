"""The activity in which a past game is reviewed, replayed or opened again."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Slot

from hashi_gui.core.i18n import _
from hashi_gui.core.wording import day_text
from hashi_gui.formats import Document
from hashi_gui.formats.document import local_time
from hashi_gui.game import Game
from hashi_gui.game.result import GameResult
from hashi_gui.gui.play.play import Play
from hashi_gui.gui.play.playing import BoardActivity
from hashi_gui.gui.stage.context import Context
from hashi_gui.gui.stage.stage import ON_A_BOARD
from hashi_gui.gui.tasks.tasks import Lane, Task, TaskRunner
from hashi_gui.gui.teaching.solver_presenter import SolverPresenter
from hashi_gui.gui.widgets.actions import ActionKind

NO_MOVES = "The moves of this game were not recorded."
NO_PUZZLE = "The puzzle of this game is not stored any more."


class PastGames(BoardActivity):
    """Shows the review or the replay of a past game; the game in play waits meanwhile.

    What is shown is never saved and does not count. It ends with its replay.
    """

    allowed = ON_A_BOARD & ~(
        ActionKind.MOVE | ActionKind.ANSWER | ActionKind.PAUSE | ActionKind.SAVE
    )

    def __init__(self, play: Play, context: Context, presenter: SolverPresenter) -> None:
        super().__init__(play, context)
        self._stage, self._store = context.stage, context.stores.games
        self._messages = context.messages
        self._presenter = presenter
        self._shown: Game | None = None
        self._opened_panel = False
        self._runner = TaskRunner(context.tasks, Lane.DISK, self)
        self._runner.failed.connect(self._report)
        # Later, because a review that takes the place of a replay ends it at first.
        presenter.reviews.ended.connect(
            self._leave_unless_replayed, Qt.ConnectionType.QueuedConnection
        )
        play.controller.game_requested.connect(self.show_game)

    @property
    def running(self) -> bool:
        """Whether the board shows a past game, or will again."""
        return self._stage.has(self)

    @property
    def guidance(self) -> str:
        return _("Press R to review this game.")

    @Slot(object)
    def review(self, result: GameResult) -> None:
        """Show the game with a result as it has ended, and review it."""
        self._find(self._store.past_game, result, partial(self._open, self._presenter.review))

    @Slot(object)
    def replay(self, result: GameResult) -> None:
        """Show the game with a result from its beginning."""
        play = self._presenter.reviews.toggle_playing
        self._find(self._store.past_game, result, partial(self._open, play))

    @Slot(object)
    def open_puzzle(self, result: GameResult) -> None:
        """Open the puzzle of a result, to be played again."""
        self._find(self._store.puzzle_of, result, self._open_puzzle)

    @Slot()
    def show_game(self) -> None:
        """Show the game again in place of its replay; a past game stays, and is named."""
        if self._shown is None:
            self._presenter.reviews.close()
        else:
            self.name_game()

    def name_game(self) -> None:
        """Say which past game the board shows, if it shows one."""
        if self._shown is None:
            return
        ended = local_time(self._shown.ended)
        self._messages.say(
            _("Your game of {day}.").format(day=day_text(ended))
            if ended
            else _("An earlier game of yours."),
            (_("Close the replay"), self.leave),
        )

    @Slot()
    def leave(self) -> None:
        """Show the player's game again."""
        self._stage.leave(self)

    def show_example(self, technique: str) -> None:
        """Leave, since examples are looked for in the game in play."""
        self.leave()
        super().show_example(technique)

    def resumed(self) -> None:
        super().resumed()
        self.name_game()

    def left(self) -> None:
        self._shown = None
        if self._opened_panel:
            self._presenter.teacher.close()

    def _find(
        self,
        find: Callable[[GameResult], Document | None],
        result: GameResult,
        show: Callable[[Document | None], None],
    ) -> None:
        self._runner.start(Task(_("Looking for the game"), lambda _token: find(result), show))

    def _open(self, begin: Callable[[], None], document: Document | None) -> None:
        """Show a past game and its replay, and begin with something."""
        if document is None or document.game is None or not document.game.log:
            self._messages.say(NO_MOVES)
            return
        if not self.running:
            self._opened_panel = not self._presenter.teacher.is_open
        self._stage.enter(self)
        self._shown = game = Game.from_document(document)
        self._play.controller.open(game)
        self._presenter.replay()
        self.name_game()
        begin()

    def _open_puzzle(self, document: Document | None) -> None:
        if document is None:
            self._messages.say(NO_PUZZLE)
        else:
            self._play.in_play.open_document(document)

    @Slot()
    def _leave_unless_replayed(self) -> None:
        if not self._presenter.reviews.running:
            self.leave()

    @Slot(object, str)
    def _report(self, _task: object, error: str) -> None:
        self._messages.say(_("The game cannot be found. ({error})").format(error=error))
