"""Activities on the board of the game: playing and lessons; companions, which get keys first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hashi_gui.core.i18n import _
from hashi_gui.formats import Document
from hashi_gui.game.game import Clock
from hashi_gui.gui.stage.context import Context
from hashi_gui.gui.stage.stage import Activity, Snapshot
from hashi_gui.gui.widgets.file_dialogs import file_stem

if TYPE_CHECKING:
    from hashi_gui.gui.play.play import Play


class Companion:
    """What goes on beside a game: it gets keys before the board does, and may take them."""

    def walk(self, drow: int, dcol: int) -> bool:
        """Do what an arrow key means; return whether it means anything here."""
        return False

    def stop(self) -> bool:
        """Do what Esc means; return whether it means anything here."""
        return False

    @property
    def stands_over_game(self) -> bool:
        """Whether the game waits, because this shows it as it was."""
        return False

    def suspend(self) -> None:
        """Stop whatever goes on by itself, because the board is out of sight."""

    def show_example(self, technique: str) -> None:
        """Show on the board where a technique applies."""


class BoardActivity(Activity):
    """An activity on the board of the game."""

    def __init__(self, play: Play, context: Context) -> None:
        super().__init__(play)
        self._play, self._context = play, context
        self.session, self.page, self.view = play.in_play.session, play.page, play.view

    @property
    def name(self) -> str:
        """What the board shows is called."""
        game = self._play.controller.game
        return game.info.shown_title or game.puzzle.size_text

    @property
    def file_stem(self) -> str:
        """The name to propose for files, without an extension."""
        return file_stem(self.name)

    def document(self) -> Document:
        return self._play.controller.game.to_document()

    def snapshot(self) -> Snapshot:
        return Snapshot.of(self.document(), self._context.theme.current, self.file_stem)

    def show_example(self, technique: str) -> None:
        for companion in self._play.companions:
            companion.show_example(technique)

    def walk(self, drow: int, dcol: int) -> None:
        """Go to the next island, unless something beside the board is walked through."""
        if not any(companion.walk(drow, dcol) for companion in self._play.companions):
            self._play.controller.walk(drow, dcol)

    def stop(self) -> None:
        """Stop what is going on."""
        any(companion.stop() for companion in self._play.companions)

    def suspended(self, by: Activity) -> None:
        self._suspend_companions()

    def resumed(self) -> None:
        self._suspend_companions()

    def _suspend_companions(self) -> None:
        for companion in self._play.companions:
            companion.suspend()


class Playing(BoardActivity):
    """The game in play, which is saved, and comes back when whatever took its board has ended."""

    def __init__(self, play: Play, context: Context) -> None:
        super().__init__(play, context)
        self._has_lent_the_board = False

    @property
    def name(self) -> str:
        return self._play.in_play.name

    @property
    def file_stem(self) -> str:
        return self._play.in_play.file_stem

    @property
    def guidance(self) -> str:
        if self._play.controller.game.solved:
            return _("Press R to review your game.")
        return _(
            "Press H for a hint, C to check your board, or E to walk through the whole solution."
        )

    @property
    def clock(self) -> Clock | None:
        game = self._play.in_play.game
        waits = game.solved or any(each.stands_over_game for each in self._play.companions)
        return None if waits else game.clock

    @property
    def can_go_on(self) -> bool:
        return self._play.controller.game.solved

    def go_on(self) -> None:
        """Open the next puzzle of the same kind."""
        self._play.open_next()

    def suspended(self, by: Activity) -> None:
        super().suspended(by)
        self._has_lent_the_board = not by.covers

    def resumed(self) -> None:
        super().resumed()
        if self._has_lent_the_board:
            self._play.controller.open(self._play.in_play.game)


class Lesson(Playing):
    """A game in play that is a lesson."""

    shows_facts = False

    def go_on(self) -> None:
        """Open the next lesson."""
        self._play.lessons.go_on()
