"""What the message bar says when a game is opened, and when it is solved."""

from __future__ import annotations

from collections.abc import Callable

from hashi_gui.core.rules import STANDARD
from hashi_gui.core.wording import format_duration, quantity
from hashi_gui.game import Game
from hashi_gui.game.results import Results
from hashi_gui.gui.documents.game_files import GameFiles
from hashi_gui.gui.library.puzzle_chooser import PuzzleChooser
from hashi_gui.gui.play.controller import BoardController
from hashi_gui.gui.play.finish_card import FinishCard
from hashi_gui.gui.play.lesson_guide import LessonGuide
from hashi_gui.gui.widgets.message_bar import MessageBar


class Greeter:
    """Tells the player what was opened, and how to go on."""

    def __init__(
        self,
        bar: MessageBar,
        controller: BoardController,
        files: GameFiles,
        lessons: LessonGuide,
        chooser: PuzzleChooser,
        results: Results,
        finish_card: FinishCard,
        restart: Callable[[], None],
    ) -> None:
        self._bar = bar
        self._controller = controller
        self._files = files
        self._lessons = lessons
        self._chooser = chooser
        self._results = results
        self._finish_card = finish_card
        self._restart = restart

    def greet(self) -> None:
        """Say what the board shows from now on, except what says so by itself."""
        game = self._controller.game
        if game is not self._files.game or self._lessons.active:
            self._bar.show_message("")
        elif game.finished and game.solved:
            self.say_solved()
        elif game.can_undo:
            welcome = "Welcome back: the board is as you left it."
            self._bar.show_message(welcome, ("Start over", self._restart))
        else:
            self._bar.show_message(self._facts(game))

    def say_solved(self) -> None:
        """Say how long it took; with the buttons of the finish card if that is hidden."""
        offers = [self._chooser.next_of_kind(), ("Play again", self._files.play_again)]
        text = f"Solved in {format_duration(self._controller.game.clock.seconds)}."
        self._bar.show_message(text, *(offers if self._finish_card.isHidden() else ()))

    def _facts(self, game: Game) -> str:
        puzzle, results = game.puzzle, self._results
        facts = [puzzle.size_text, quantity(len(puzzle.islands), "island")]
        if puzzle.rules != STANDARD:
            facts += puzzle.rules.facts
        if results.loaded and (time := results.calibration.text_with_whose(game.info)):
            facts.append(time)
        return f"{', '.join(facts)}."
