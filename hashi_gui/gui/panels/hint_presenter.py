"""Shows a hint in three steps: where to look, why, and the move itself."""

from __future__ import annotations

from PySide6.QtCore import QObject

from hashi_gui.gui.board.controller import BoardController
from hashi_gui.gui.panels.message_bar import Action, MessageBar
from hashi_gui.logic import Hint, HintKind
from hashi_gui.rendering.looks import Highlight, Role


class HintPresenter(QObject):
    """Shows one hint, more of it at each request. Every move ends it."""

    def __init__(self, controller: BoardController, bar: MessageBar) -> None:
        super().__init__(controller)
        self._controller = controller
        self._bar = bar
        self._hint: Hint | None = None
        self._explained = False

    @property
    def active(self) -> bool:
        """Whether a hint is shown that another request would advance."""
        return self._hint is not None and bool(self._hint.moves)

    def show(self, hint: Hint) -> None:
        """Show a new hint: of a step only where it is, of anything else everything."""
        self._hint, self._explained = hint, False
        if hint.moves:
            self._controller.game.hints += 1
        if hint.kind is HintKind.STEP:
            self._controller.highlight(Highlight(dict.fromkeys(hint.region, Role.HINT)))
            article = "an" if hint.level and hint.level[0] in "aeiou" else "a"
            self._bar.show_message(
                f"There is {article} {hint.level} step here.", ("Why?", self.advance)
            )
        else:
            self.explain(hint)

    def advance(self) -> None:
        """Show the reason; after that, make the move."""
        if self._hint is None:
            return
        if self._explained:
            self._make_move()
        else:
            self.explain(self._hint)

    def end(self) -> None:
        self._hint = None

    def explain(self, hint: Hint) -> None:
        """Show everything about a hint."""
        self._hint, self._explained = hint, True
        is_mistake = hint.kind is HintKind.MISTAKE
        target = Role.CONFLICT if is_mistake else Role.TARGET
        self._controller.highlight(
            Highlight(
                dict.fromkeys(hint.region, Role.CONFLICT if is_mistake else Role.HINT),
                dict.fromkeys(hint.premises, Role.PREMISE) | dict.fromkeys(hint.edges, target),
            )
        )
        is_step = hint.kind is HintKind.STEP
        self._bar.show_message(
            f"{hint.technique}. {hint.reason}" if is_step else hint.reason, *self._offers(hint)
        )

    def _offers(self, hint: Hint) -> list[Action]:
        if hint.kind is not HintKind.MISTAKE:
            draw: list[Action] = [("Draw it", self._make_move)] if hint.moves else []
            return [*self._bar.details_actions(hint.refutation), *draw]
        offers: list[Action] = [("Remove it", self._make_move)]
        if hint.correct_moves is not None:
            offers.insert(0, ("Go back to before it", self._go_back))
        return offers

    def _make_move(self) -> None:
        if self._hint is not None:
            move = self._hint.moves
            self._bar.show_message("")
            self._controller.play(move)

    def _go_back(self) -> None:
        if self._hint is not None and self._hint.correct_moves is not None:
            position = self._hint.correct_moves
            self._bar.show_message("")
            self._controller.go_back(position)
