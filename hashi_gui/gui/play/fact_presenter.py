"""Keeps the line of facts up to date with the game in play."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Slot

from hashi_gui.core.wording import format_duration, shown_level
from hashi_gui.game import Game
from hashi_gui.game.results import Results
from hashi_gui.gui.play.controller import BoardController
from hashi_gui.gui.play.facts_line import Fact, FactsLine

CLOCK_MS = 250

CHECK_TEXTS = {True: "✓ can be finished", False: "✗ cannot be finished", None: ""}
"""What the check after each move has found."""


class FactPresenter(QObject):
    """Says what kind of puzzle it is, how far the player is, and what is known of the board."""

    def __init__(self, line: FactsLine, controller: BoardController, results: Results) -> None:
        super().__init__(controller)
        self._results = results
        self.line = line
        self._controller = controller
        self._shows_clock = True
        self._clock = QTimer(self, interval=CLOCK_MS)
        self._clock.timeout.connect(self._show_time)
        self._clock.start()
        controller.changed.connect(self._show_progress)

    def game_opened(self) -> None:
        """Another game is in play."""
        self.line.show_fact(Fact.LEVEL, shown_level(self._game.info.level).capitalize())
        self.line.show_fact(Fact.LIMIT, ", ".join(self._game.puzzle.rules.facts))
        self.show_expected_time()
        self._show_progress()

    @Slot()
    def show_expected_time(self) -> None:
        """Show how long the puzzle may take, which changes once the results are known."""
        calibration = self._results.calibration
        self.line.show_fact(Fact.EXPECTED_TIME, calibration.text(self._game.info))
        self.line.set_tip(Fact.EXPECTED_TIME, calibration.explanation)

    def set_clock_shown(self, shown: bool) -> None:
        self._shows_clock = shown
        self._show_time()

    def show_verdict(self, text: str) -> None:
        """Show how many solutions the puzzle has; empty while that is unknown."""
        self.line.show_fact(Fact.VERDICT, text)

    @Slot(object)
    def show_check(self, solvable: bool | None) -> None:
        """Show whether the board can still be finished; None while that is unknown."""
        self.line.show_fact(Fact.CHECK, CHECK_TEXTS[solvable], urgent=solvable is False)

    def close(self) -> None:
        """Show the time no more."""
        self._clock.stop()

    @property
    def _game(self) -> Game:
        return self._controller.game

    def _show_progress(self) -> None:
        islands = len(self._game.puzzle.islands)
        finished = islands if self._game.solved else self._game.status.finished
        self.line.show_fact(Fact.ISLANDS, f"{finished} / {islands}")
        self._show_time()

    def _show_time(self) -> None:
        time = format_duration(self._game.clock.seconds) if self._shows_clock else ""
        self.line.show_fact(Fact.TIME, time)
