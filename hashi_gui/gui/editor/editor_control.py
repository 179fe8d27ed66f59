"""The editor in the window: entering and leaving it, its dialogs, and its drafts."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from hashi_gui.core.board import Board
from hashi_gui.core.errors import HashiError, PuzzleError
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.core.wording import quantity
from hashi_gui.editing import (
    Draft,
    DraftError,
    DraftHistory,
    DraftStore,
    EditError,
)
from hashi_gui.formats import Document, write
from hashi_gui.formats.registry import NOTATIONS
from hashi_gui.game import Game
from hashi_gui.game.storage import atomic_write
from hashi_gui.generating import SEED_LIMIT, GenerationError, GeneratorOptions
from hashi_gui.gui.board.zoomable_view import ZoomableView
from hashi_gui.gui.documents.game_files import GameFiles
from hashi_gui.gui.documents.saving_notice import SavingNotice
from hashi_gui.gui.editor.complete_dialog import CompleteDialog
from hashi_gui.gui.editor.draft_files import DraftFiles
from hashi_gui.gui.editor.drafts_menu import DraftsMenu
from hashi_gui.gui.editor.page import EditorPage
from hashi_gui.gui.editor.properties_dialog import PropertiesDialog
from hashi_gui.gui.editor.size_dialog import SizeDialog
from hashi_gui.gui.editor.story_dialog import StoryDialog
from hashi_gui.gui.play.controller import BoardController
from hashi_gui.gui.settings.settings import Settings
from hashi_gui.gui.settings.theme_control import ThemeControl
from hashi_gui.gui.stage.activity import ActionKind, Activity, Snapshot
from hashi_gui.gui.stage.stage import Stage
from hashi_gui.gui.widgets import file_dialogs
from hashi_gui.gui.widgets.file_dialogs import file_stem
from hashi_gui.gui.widgets.message_bar import MessageBar
from hashi_gui.gui.widgets.notice_bar import NoticeBar
from hashi_gui.gui.widgets.question import may_leave_unsaved
from hashi_gui.rendering.book import Entry

FIRST_SIDE = 9
"""The rows and columns that a new grid is offered with."""

HASHI = "hashi"
FILE_TYPES = {
    "Hashi puzzles (*.hashi)": HASHI,
    "Plain grids (*.txt)": "txt",
    "HAS files (*.has)": "has",
    "CSV grids (*.csv)": "csv",
}
"""The file types to choose from, and their extensions; the Share menu copies other notations."""


class EditorControl(Activity):
    """Shows the editor in place of the game, and the game again."""

    allowed = ActionKind.EDIT | ActionKind.SAVE
    covers = True
    shows_facts = False

    pack_wanted = Signal(object)
    """The Document of the draft is to be put into a pack."""
    changed = Signal()
    """The draft, the selection, a mode, or what is shown of it is another one."""

    def __init__(
        self,
        window: QWidget,
        stage: Stage,
        controller: BoardController,
        files: GameFiles,
        bar: MessageBar,
        notices: NoticeBar,
        settings: Settings,
        store: DraftStore,
        theme: ThemeControl,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._stage = stage
        self._theme = theme
        self._game_controller = controller
        self._files = files
        self._bar = bar
        self._settings = settings
        self._file: Path | None = None
        self.page = EditorPage(theme.current, bar)
        self.controller = self.page.controller
        self.drafts = DraftFiles(store, self)
        self.drafts_menu = DraftsMenu(store, window)
        self.drafts_menu.chosen.connect(self.open_draft)
        self._notice = SavingNotice(notices, "draft", self.drafts.save_whole, self.save_as, self)
        self.drafts.save_attempted.connect(self._notice.show_attempt)
        self.controller.changed.connect(self._on_edit)
        self.controller.selection_changed.connect(self.changed)
        self.page.verdicts.step_changed.connect(self.changed)
        self.page.assistant.suggestion_changed.connect(self.changed)
        self.controller.told.connect(bar.show_message)
        self.controller.refused.connect(bar.show_message)

    @property
    def running(self) -> bool:
        """Whether the editor is shown."""
        return self._stage.has(self)

    @property
    def name(self) -> str:
        """What the draft is called."""
        draft = self.controller.draft
        return draft.info.shown_title or f"{draft.size_text}"

    # Entering and leaving

    def edit_game(self) -> None:
        """Edit the puzzle of the game, or go on with the draft that it was played from."""
        game = self._game_controller.game
        if self._holds(game.puzzle):
            self._enter()
        else:
            self._open(DraftHistory(Draft.from_board(game.puzzle, game.board, game.info)), None)

    def ask_for_new(self) -> None:
        """Ask for a size and begin with an empty grid."""
        dialog = SizeDialog(Draft(FIRST_SIDE, FIRST_SIDE), self._window, is_new=True)
        if dialog.exec():
            size = dialog.height_field.value(), dialog.width_field.value()
            self._open(DraftHistory(Draft(*size)), None)
        dialog.deleteLater()

    @Slot(object)
    def open_draft(self, path: Path) -> None:
        """Go on with a draft from its file."""
        self.drafts.wait()
        try:
            history, problem = self.drafts.store.load(path)
        except DraftError as error:
            self._bar.show_message(str(error))
            return
        # A damaged file stays as it is; what can be read goes on in another one.
        if self._open(history, None if problem else path) and problem:
            self._bar.show_message(f"The end of this draft is lost. {problem}")

    def play(self) -> None:
        """Play the draft, if it is a puzzle."""
        draft = self.controller.draft
        if draft.faults():
            text = f"This cannot be played yet. {draft.fault_text()}"
            self._bar.show_message(text, ("Show the game", self.leave))
            return
        puzzle = draft.to_puzzle()
        if puzzle == self._game_controller.game.puzzle:
            self.leave()
            return
        document = Document(puzzle, Board.empty(puzzle), HASHI, info=self.document().info)
        self._files.open_chosen(document)

    @Slot()
    def leave(self) -> None:
        """Show the game again."""
        self._stage.leave(self)

    def entered(self) -> None:
        self.page.show()

    def left(self) -> None:
        self.page.hide()
        self.page.assistant.discard()
        self.page.verdicts.stop()
        self._settings.draft = None

    @property
    def view(self) -> ZoomableView:
        return self.page.view

    def snapshot(self) -> Snapshot:
        document = self.document()
        game = Game.from_document(document).to_document().game
        assert game is not None
        entry = Entry(document.puzzle, document.info.shown_title, document.info.level)
        return Snapshot(entry, document.board, self._theme.current, file_stem(self.name), game)

    def show_example(self, technique: str) -> None:
        self.page.navigation.show_technique(technique)

    def walk(self, drow: int, dcol: int) -> None:
        self.page.navigation.walk(drow, dcol)

    def stop(self) -> None:
        self.page.navigation.clear()

    def may_leave(self) -> bool:
        """Whether the draft is saved, or the setter gives it up."""
        error = self.drafts.save_now()
        problem = f"Your draft cannot be saved. {error}"
        return error is None or may_leave_unsaved(self._window, problem, self.save_as)

    def close(self) -> None:
        """Save for the last time."""
        self._notice.end()
        self.drafts_menu.stop_listing()
        self.drafts.close()
        self.page.close_tasks()

    def reopen(self) -> None:
        """Go on with the draft that was edited when the program ended, if there is one."""
        path = self._settings.draft
        if path is not None and path.exists():
            self.open_draft(path)

    # Modes and dialogs

    def set_solution_first(self, solution_first: bool) -> None:
        """Choose the tool; a puzzle with one solution is shown with its bridges to change them."""
        self.controller.set_solution_first(solution_first)
        solution = self.page.verdicts.only_solution
        if solution_first and solution is not None and not self.controller.draft.bridges:
            self.controller.draw_solution(solution)
        self._bar.show_message(
            "Drag to build bridges: islands appear at the ends, and clues count along."
            if solution_first
            else "Click to place an island, then type its clue."
        )
        self.changed.emit()

    def set_symmetry(self, symmetry: Symmetry) -> None:
        try:
            self.controller.set_symmetry(symmetry)
        except EditError as error:
            self._bar.show_message(str(error))
        self.changed.emit()

    def ask_for_size(self) -> None:
        """Ask for another size of the grid."""
        dialog = SizeDialog(self.controller.draft, self._window, is_new=False)
        if dialog.exec():
            self.controller.resize(dialog.growth)
        dialog.deleteLater()

    def ask_for_properties(self) -> None:
        """Ask for title, author and notes."""
        dialog = PropertiesDialog(self.controller.draft.info, self._window)
        if dialog.exec():
            self.controller.set_info(dialog.info)
        dialog.deleteLater()

    def ask_and_complete(self) -> None:
        """Ask for what the whole board is to be like, and suggest it."""
        self._ask_and_generate(CompleteDialog, self.page.assistant.complete)

    def ask_for_story(self) -> None:
        """Ask for what the solving path is to be like, and suggest a puzzle."""
        self._ask_and_generate(StoryDialog, self.page.assistant.tell_story)

    def _ask_and_generate(
        self,
        kind: type[CompleteDialog | StoryDialog],
        suggest: Callable[[GeneratorOptions, int], None],
    ) -> None:
        controller = self.controller
        dialog = kind(controller.draft, controller.symmetry, self._window)
        if dialog.exec():
            try:
                options = dialog.options
            except GenerationError as error:
                self._bar.show_message(str(error))
            else:
                suggest(options, random.randrange(SEED_LIMIT))
        dialog.deleteLater()

    # Files

    def save(self) -> None:
        """Save the puzzle in the file that it was saved in before, or in another one."""
        if self._file is None:
            self.save_as()
        else:
            self._save_to(self._file)

    def save_as(self) -> bool:
        """Ask for a file and save the puzzle in it; whether that was done."""
        if fault := self.controller.draft.fault_text():
            self._bar.show_message(f"This cannot be saved as a puzzle yet. {fault}")
            return False
        proposed = str(self._file or f"{file_stem(self.name)}.hashi")
        file = file_dialogs.file_to_save(self._window, "Save as", proposed, FILE_TYPES)
        if file is None:
            return False
        known = file.suffix.removeprefix(".") in FILE_TYPES.values()
        return self._save_to(file if known else file.with_name(f"{file.name}.hashi"))

    def add_to_pack(self) -> None:
        """Ask for a pack and put the puzzle into it."""
        try:
            document = self.document()
        except HashiError as error:
            self._bar.show_message(f"This cannot be put into a pack yet. {error}")
        else:
            self.pack_wanted.emit(document)

    def document(self) -> Document:
        """The draft with its bridges, and its level if that is known.

        Raises PuzzleError if it is not a puzzle.
        """
        draft, grade = self.controller.draft, self.page.verdicts.grade
        if draft.faults():
            raise PuzzleError(f"This is not a puzzle yet. {draft.fault_text()}")
        document = draft.to_document()
        return replace(document, info=grade.noted_in(document.info)) if grade else document

    def _save_to(self, file: Path) -> bool:
        notation = next(n.NAME for n in reversed(NOTATIONS) if file.suffix == n.SUFFIX)
        try:
            document = self.document()
            if notation != HASHI:  # Other notations have no bridges, or only at times.
                document = Document.from_puzzle(document.puzzle, HASHI)
            atomic_write(file, write(document, notation))
        except HashiError as error:
            self._bar.show_message(str(error))
            return False
        self._file = file
        self._settings.add_recent(file.absolute())
        self._bar.show_message(f"Saved as {file.name}.")
        return True

    def _holds(self, puzzle: object) -> bool:
        draft = self.controller.draft
        return not draft.faults() and draft.to_puzzle() == puzzle

    def _open(self, history: DraftHistory, path: Path | None) -> bool:
        if not self.may_leave():
            return False
        self._notice.end()
        self._file = None
        self.controller.open(history)
        self.drafts.open(history, path)
        self._enter()
        draft = history.draft
        self._bar.show_message(
            f"{draft.size_text}, {quantity(len(draft.clues), 'island')}."
            if draft.clues
            else "Click to place an island, then type its clue."
        )
        return True

    def _enter(self) -> None:
        self._stage.enter(self)
        self.page.view.setFocus()
        self._settings.draft = self.drafts.path
        self.page.verdicts.look()
        self.changed.emit()

    @Slot(str)
    def _on_edit(self, line: str) -> None:
        is_new = self.drafts.path is None
        self.drafts.save_step(line)
        if is_new:
            self._settings.draft = self.drafts.path
        self._bar.show_message("")
        self.page.verdicts.look()
        self.changed.emit()
