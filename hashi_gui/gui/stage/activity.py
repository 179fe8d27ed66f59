"""What an activity is: its page, keys, clock, and the kinds of actions that it allows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from hashi_gui.core.board import Board
from hashi_gui.formats import Document, SavedGame
from hashi_gui.game.game import Clock, Game
from hashi_gui.game.share import caption
from hashi_gui.gui.board.view import ZoomableView
from hashi_gui.gui.stage.session import Session
from hashi_gui.gui.widgets.actions import ActionKind
from hashi_gui.rendering.theme import Theme

if TYPE_CHECKING:
    from hashi_gui.rendering.animation import Animation
    from hashi_gui.rendering.picture import Picture, Postcard
    from hashi_gui.rendering.printing.entry import Entry


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A board to draw and its game, as they were at one moment.

    ``name`` suits a file, ``caption`` says what is drawn.
    """

    entry: Entry
    board: Board
    theme: Theme
    name: str
    game: SavedGame
    caption: Sequence[str]

    @classmethod
    def of(cls, document: Document, theme: Theme, name: str) -> Snapshot:
        from hashi_gui.rendering.printing.entry import Entry

        game = document.game or Game.from_document(document).to_document().game
        assert game is not None
        entry = Entry(document.puzzle, document.info)
        return cls(entry, document.board, theme, name, game, caption(document))

    def picture(self, cell: float) -> Picture:
        from hashi_gui.rendering.picture import Picture

        return Picture(self.entry.puzzle, self.board, self.theme, cell)

    def postcard(self, cell: float) -> Postcard:
        from hashi_gui.rendering.picture import Postcard

        title, *facts = self.caption
        return Postcard(self.picture(cell), title, facts)

    def animation(self) -> Animation:
        from hashi_gui.rendering.animation import Animation

        return Animation(self.entry.puzzle, self.game.start, self.game.log, self.theme)


ON_A_BOARD = ~ActionKind.EDIT
"""All that is possible with the board of a game."""

IN_A_PAUSE = ActionKind.PAUSE | ActionKind.SAVE | ActionKind.GAME
"""What needs no board in sight."""


class Activity(QObject):
    """Playing, an exercise, a past game, editing: one of them is current on the :class:`Stage`.

    ``allowed`` are the kinds of actions that it allows, ``tool_bar`` is the name of its toolbar.
    ``covers`` says whether what is below waits unchanged, because the activity has a board of its
    own. ``shows_facts`` says whether the line of facts about the game is shown. ``session`` has the
    file in which it is saved, ``page`` is what the window shows between its bars, and ``view`` the
    board there.
    """

    allowed = ON_A_BOARD
    tool_bar = "game"
    covers = False
    shows_facts = True
    session: Session
    page: QWidget
    view: ZoomableView

    @property
    def name(self) -> str:
        """What the title of the window says."""
        raise NotImplementedError

    @property
    def guidance(self) -> str:
        """What the player can do next, said where nothing is explained; empty for nothing."""
        return ""

    @property
    def clock(self) -> Clock | None:
        """The clock that runs while the board is in sight; None if none does."""
        return None

    def document(self) -> Document:
        """The puzzle with its board. Raises HashiError for a draft that is no puzzle."""
        raise NotImplementedError

    def snapshot(self) -> Snapshot:
        """What can be exported. Raises HashiError for a draft that is no puzzle."""
        raise NotImplementedError

    def show_example(self, technique: str) -> None:
        """Show on the board where a technique applies."""
        raise NotImplementedError

    def walk(self, drow: int, dcol: int) -> None:
        """What an arrow key does."""
        raise NotImplementedError

    @property
    def can_go_on(self) -> bool:
        """Whether this is finished, and Enter goes on."""
        return False

    def go_on(self) -> None:
        """What Enter does once this is finished."""

    def stop(self) -> None:
        """What Esc does."""
        raise NotImplementedError

    def entered(self) -> None:
        """Begin: the activity is current from now on."""

    def suspended(self, by: Activity) -> None:
        """Wait: another activity is current from now on."""

    def resumed(self) -> None:
        """Go on: the activity is current again."""

    def left(self) -> None:
        """End: the activity is on the stage no more."""
