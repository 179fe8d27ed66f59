"""Playing: the game in play, and lessons."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Signal

from hashi_gui.formats import Document
from hashi_gui.game.game import Clock
from hashi_gui.gui.board.view import BoardView
from hashi_gui.gui.documents.game_files import GameFiles
from hashi_gui.gui.library.puzzle_chooser import PuzzleChooser
from hashi_gui.gui.play.controller import BoardController
from hashi_gui.gui.play.lesson_guide import LessonGuide
from hashi_gui.gui.settings.theme_control import ThemeControl
from hashi_gui.gui.stage.activity import Activity, Snapshot
from hashi_gui.gui.teaching.replay_bar import ReplayBar
from hashi_gui.gui.teaching.solver_presenter import SolverPresenter
from hashi_gui.gui.widgets.file_dialogs import file_stem
from hashi_gui.rendering.book import Entry


@dataclass(frozen=True, slots=True)
class GameBoard:
    """The board of the game, the teacher beside it, and the files of the game in play."""

    controller: BoardController
    view: BoardView
    presenter: SolverPresenter
    replay_bar: ReplayBar
    files: GameFiles
    theme: ThemeControl


class BoardActivity(Activity):
    """An activity on the board of the game."""

    def __init__(self, board: GameBoard) -> None:
        super().__init__(board.controller)
        self._controller = board.controller
        self._presenter = board.presenter
        self._files = board.files
        self._board = board

    @property
    def name(self) -> str:
        """What the board shows is called."""
        game = self._controller.game
        return game.info.shown_title or game.puzzle.size_text

    @property
    def view(self) -> BoardView:
        return self._board.view

    @property
    def file_stem(self) -> str:
        """The name to propose for files, without an extension."""
        return file_stem(self.name)

    def document(self) -> Document:
        return self._controller.game.to_document()

    def snapshot(self) -> Snapshot:
        document = self.document()
        assert document.game is not None
        entry = Entry(document.puzzle, document.info.shown_title, document.info.level)
        return Snapshot(
            entry, document.board, self._board.theme.current, self.file_stem, document.game
        )

    def save(self) -> None:
        self._files.save()

    def save_as(self) -> bool:
        return self._files.save_as()

    def show_example(self, technique: str) -> None:
        self._presenter.show_example(technique)

    def walk(self, drow: int, dcol: int) -> None:
        """Go to the next island, or, while an explanation has steps, to the next or previous step.

        During a walkthrough, Left and Right turn its pages; during a replay, they step through it.
        """
        teacher, player = self._presenter.teacher, self._presenter.walkthrough_player
        if self._presenter.reviews.running and dcol:
            self._board.replay_bar.turn(dcol)
        elif teacher.has_steps and not (player.running and dcol):
            teacher.turn(drow + dcol)
        elif player.running:
            player.turn(drow + dcol)
        else:
            self._controller.walk(drow, dcol)

    def stop(self) -> None:
        """Stop what is going on; if nothing is, clear the highlights."""
        self._presenter.stop()

    def suspended(self, by: Activity) -> None:
        self._presenter.suspend()

    def resumed(self) -> None:
        self._presenter.suspend()


class Playing(BoardActivity):
    """The game in play, which is saved, and comes back when whatever took its board has ended."""

    board_opened = Signal()
    """The board shows the game in play again."""

    def __init__(self, board: GameBoard, chooser: PuzzleChooser) -> None:
        super().__init__(board)
        self._chooser = chooser
        self._has_lent_the_board = False

    @property
    def name(self) -> str:
        return self._files.name

    @property
    def file_stem(self) -> str:
        return self._files.file_stem

    @property
    def clock(self) -> Clock | None:
        game = self._files.game
        return None if game.solved else game.clock

    def go_on(self) -> None:
        """Open the next puzzle of the same kind."""
        self._chooser.open_next_of_kind()

    def suspended(self, by: Activity) -> None:
        super().suspended(by)
        self._has_lent_the_board = not by.covers

    def resumed(self) -> None:
        super().resumed()
        if self._has_lent_the_board:
            self._controller.open(self._files.game)
            self.board_opened.emit()


class Lesson(Playing):
    """A game in play that is a lesson."""

    shows_facts = False

    def __init__(self, board: GameBoard, chooser: PuzzleChooser, guide: LessonGuide) -> None:
        super().__init__(board, chooser)
        self._guide = guide

    def go_on(self) -> None:
        """Open the next lesson."""
        self._guide.go_on()
