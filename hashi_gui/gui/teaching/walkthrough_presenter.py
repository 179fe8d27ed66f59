"""Shows a walkthrough on the board, step by step; the game stays as it is."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from hashi_gui.gui.play.controller import BoardController
from hashi_gui.logic.walkthrough import WalkthroughStep


class WalkthroughPresenter(QObject):
    """Shows one step of a walkthrough at a time: the board after it.

    A player who wants to change the game ends the walkthrough.
    """

    turned = Signal(int, int, object)
    """The number of the step shown, from 1, the number of steps, and the WalkthroughStep."""
    ended = Signal()

    def __init__(self, controller: BoardController) -> None:
        super().__init__(controller)
        self._controller = controller
        self._steps: Sequence[WalkthroughStep] = ()
        self._shown = 0
        controller.game_requested.connect(self.end)

    @property
    def running(self) -> bool:
        return bool(self._steps)

    def begin(self, steps: Sequence[WalkthroughStep]) -> None:
        """Show the first step of a walkthrough."""
        self._steps = steps
        self._show(0)

    def turn(self, by: int) -> None:
        """Go forward by some steps, or back, within the walkthrough."""
        if self.running:
            self._show(min(max(self._shown + by, 0), len(self._steps) - 1))

    def end(self) -> None:
        """Show the game again."""
        if self.running:
            self._steps = ()
            self._controller.show_own_board()
            self.ended.emit()

    def _show(self, number: int) -> None:
        self._shown = number
        step = self._steps[number]
        self._controller.show_other_board(step.board)
        self.turned.emit(number + 1, len(self._steps), step)
