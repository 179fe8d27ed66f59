"""The pause, and the clock of the game in play."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from hashi_gui.gui.app.editor_control import EditorControl
from hashi_gui.gui.board.controller import BoardController
from hashi_gui.gui.board.view import BoardView
from hashi_gui.gui.panels.pause_cover import PauseCover


class PauseControl(QObject):
    """Covers the board while the player pauses, and runs the clock while the board is in sight."""

    changed = Signal()
    """The board is covered from now on, or shown."""

    def __init__(
        self,
        window: QWidget,
        view: BoardView,
        board_area: QWidget,
        controller: BoardController,
        editor: EditorControl,
    ) -> None:
        """``board_area`` is hidden during a pause: the board and what is beside it."""
        super().__init__(window)
        self._window = window
        self._view = view
        self._board_area = board_area
        self._controller = controller
        self._editor = editor
        self.cover = PauseCover()
        self.cover.resumed.connect(self.toggle)

    @property
    def paused(self) -> bool:
        """Whether the board is covered until the player goes on."""
        return not self.cover.isHidden()

    @Slot()
    def toggle(self) -> None:
        """Cover the board and stop the clock, or go on."""
        paused = not self.paused
        self.cover.setVisible(paused)
        self._board_area.setVisible(not paused)
        (self.cover.button if paused else self._view).setFocus()
        self.run_clock()
        self.changed.emit()

    @Slot()
    def end(self) -> None:
        """Go on, because the board is played on or another one is shown."""
        if self.paused:
            self.toggle()

    def run_clock(self) -> None:
        """Run the clock while the window is active, and the puzzle neither solved nor covered."""
        game = self._controller.game
        covered = self.paused or self._editor.running
        if self._window.isActiveWindow() and not game.solved and not covered:
            game.clock.start()
        else:
            game.clock.pause()
