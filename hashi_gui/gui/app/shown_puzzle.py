"""The puzzle that the window shows: the one on the board, or the one that is edited."""

from __future__ import annotations

from hashi_gui.formats import Document
from hashi_gui.game import Game
from hashi_gui.gui.app.editor_control import EditorControl
from hashi_gui.gui.app.export_and_print import Snapshot
from hashi_gui.gui.app.file_dialogs import file_stem
from hashi_gui.gui.app.game_files import GameFiles
from hashi_gui.gui.app.theme_control import ThemeControl
from hashi_gui.gui.board.controller import BoardController
from hashi_gui.gui.board.view import BoardView
from hashi_gui.gui.board.zoomable_view import ZoomableView
from hashi_gui.gui.panels.practice_presenter import PracticePresenter
from hashi_gui.rendering.book import Entry


class ShownPuzzle:
    """What the actions act on that are for a game as well as for the editor."""

    def __init__(
        self,
        controller: BoardController,
        view: BoardView,
        files: GameFiles,
        practice: PracticePresenter,
        editor: EditorControl,
        theme: ThemeControl,
    ) -> None:
        self._controller = controller
        self._view = view
        self._files = files
        self._practice = practice
        self._editor = editor
        self._theme = theme

    @property
    def name(self) -> str:
        """What the puzzle is called."""
        if self._editor.running:
            return self._editor.name
        if self._practice.running:
            return self._practice.name
        game = self._controller.game
        if game is self._files.game:
            return self._files.name
        return game.info.shown_title or game.puzzle.size_text

    @property
    def view(self) -> ZoomableView:
        """The board of the game or that of the editor."""
        return self._editor.page.view if self._editor.running else self._view

    def document(self) -> Document:
        """The puzzle with its board. Raises HashiError for a draft that is no puzzle."""
        if self._editor.running:
            return self._editor.document()
        return self._controller.game.to_document()

    def snapshot(self) -> Snapshot:
        """What can be exported of it. Raises HashiError for a draft that is no puzzle."""
        editing = self._editor.running
        game = Game.from_document(self._editor.document()) if editing else self._controller.game
        entry = Entry(game.puzzle, game.info.shown_title, game.info.level)
        saved = game.to_document().game
        assert saved is not None
        stem = self._files.file_stem if game is self._files.game else file_stem(self.name)
        return Snapshot(entry, game.board, self._theme.current, stem, saved)

    def save(self) -> None:
        """Save the game, or the puzzle that is edited."""
        (self._editor if self._editor.running else self._files).save()

    def save_as(self) -> None:
        """Ask for a file, and save the game or the puzzle that is edited."""
        (self._editor if self._editor.running else self._files).save_as()
