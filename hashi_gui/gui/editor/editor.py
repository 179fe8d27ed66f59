"""The editor: entering and leaving it, its dialogs, its drafts, and its actions."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Slot

from hashi_gui.core.board import Board
from hashi_gui.core.errors import HashiError, PuzzleError
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.core.wording import quantity
from hashi_gui.editing import Draft, DraftError, DraftHistory, EditError
from hashi_gui.formats import Document
from hashi_gui.game import Game
from hashi_gui.generating import SEED_LIMIT, GenerationError, GeneratorOptions
from hashi_gui.gui.documents.documents import Documents
from hashi_gui.gui.editor.actions import editor_actions
from hashi_gui.gui.editor.complete_dialog import CompleteDialog
from hashi_gui.gui.editor.draft_files import DraftFiles
from hashi_gui.gui.editor.drafts_list import DraftsList
from hashi_gui.gui.editor.page import EditorPage
from hashi_gui.gui.editor.properties_dialog import PropertiesDialog
from hashi_gui.gui.editor.size_dialog import SizeDialog
from hashi_gui.gui.editor.story_dialog import StoryDialog
from hashi_gui.gui.editor.view import EditorView
from hashi_gui.gui.library.library import Library
from hashi_gui.gui.play.play import Play
from hashi_gui.gui.stage.activity import Activity, Snapshot
from hashi_gui.gui.stage.context import Context
from hashi_gui.gui.stage.session import HASHI, Session
from hashi_gui.gui.teaching.teaching import Teaching
from hashi_gui.gui.widgets.actions import ActionKind, Entry, Feature
from hashi_gui.gui.widgets.file_dialogs import file_stem
from hashi_gui.rendering.book import Entry as BookEntry

FIRST_SIDE = 9
"""The rows and columns that a new grid is offered with."""

FILE_TYPES = {
    "Hashi puzzles (*.hashi)": HASHI,
    "Plain grids (*.txt)": "txt",
    "HAS files (*.has)": "has",
    "CSV grids (*.csv)": "csv",
}
"""The file types to choose from, and their extensions; the Share menu copies other notations."""


class Editor(Activity, Feature):
    """Editing a draft: a page of its own in place of the game, which waits."""

    allowed = ActionKind.EDIT | ActionKind.SAVE
    tool_bar = "editor"
    covers = True
    shows_facts = False

    def __init__(
        self,
        context: Context,
        play: Play,
        library: Library,
        documents: Documents,
        teaching: Teaching,
    ) -> None:
        self._window = context.messages.window
        super().__init__(self._window)
        self._context, self._stage = context, context.stage
        self._play, self._packs, self._documents = play, library.packs, documents
        self._messages, self._settings = context.messages, context.preferences.settings
        self._page = EditorPage(context)
        self.controller = self._page.controller
        self.verdicts, self.assistant = self._page.verdicts, self._page.assistant
        self.navigation = self._page.navigation
        self.drafts = DraftFiles(context.stores.drafts, self)
        self.drafts_list = DraftsList(context, self.open_draft)
        self.session = Session(
            "draft",
            self.drafts,
            self.document,
            lambda: file_stem(self.name),
            FILE_TYPES,
            context.messages,
            self._settings,
        )
        self.drafts.save_attempted.connect(self.session.show_attempt)
        self.controller.changed.connect(self._on_edit)
        for change in (
            self.controller.selection_changed,
            self.verdicts.step_changed,
            self.assistant.proposal_changed,
        ):
            change.connect(self._stage.update)
        self.controller.status_changed.connect(self._messages.bar.show_message)
        self.controller.refused.connect(self._messages.bar.show_message)
        teaching.connect_links(self._page.panel.teacher_panel)

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
        game = self._play.controller.game
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
            self._messages.say(str(error))
            return
        # A damaged file stays as it is; what can be read goes on in another one.
        if self._open(history, None if problem else path) and problem:
            self._messages.say(f"The end of this draft is lost. {problem}")

    def play(self) -> None:
        """Play the draft, if it is a puzzle."""
        draft = self.controller.draft
        if draft.faults():
            text = f"This cannot be played yet. {draft.fault_text()}"
            self._messages.say(text, ("Show the game", self.leave))
            return
        puzzle = draft.to_puzzle()
        if puzzle == self._play.controller.game.puzzle:
            self.leave()
            return
        document = Document(puzzle, Board.empty(puzzle), HASHI, info=self.document().info)
        self._play.in_play.open_document(document)

    @Slot()
    def leave(self) -> None:
        """Show the game again."""
        self._stage.leave(self)

    def left(self) -> None:
        self.assistant.discard()
        self.verdicts.stop()
        self._settings.draft = None

    @property
    def page(self) -> EditorPage:
        return self._page

    @property
    def view(self) -> EditorView:
        """The board of the editor."""
        return self._page.view

    def snapshot(self) -> Snapshot:
        document = self.document()
        game = Game.from_document(document).to_document().game
        assert game is not None
        entry = BookEntry(document.puzzle, document.info.shown_title, document.info.level)
        return Snapshot(
            entry, document.board, self._context.theme.current, file_stem(self.name), game
        )

    def show_example(self, technique: str) -> None:
        self.navigation.show_technique(technique)

    def walk(self, drow: int, dcol: int) -> None:
        self.navigation.walk(drow, dcol)

    def stop(self) -> None:
        self.navigation.clear()

    def actions(self) -> Iterable[Entry]:
        return editor_actions(self, self._documents)

    def close(self) -> None:
        """Save the draft for the last time."""
        self.session.end()
        self.drafts.close()

    def reopen(self) -> None:
        """Go on with the draft that was edited when the program ended, if there is one."""
        path = self._settings.draft
        if path is not None and path.exists():
            self.open_draft(path)

    # Modes and dialogs

    def set_solution_first(self, solution_first: bool) -> None:
        """Choose the tool; a puzzle with one solution is shown with its bridges to change them."""
        self.controller.set_solution_first(solution_first)
        solution = self.verdicts.only_solution
        if solution_first and solution is not None and not self.controller.draft.bridges:
            self.controller.draw_solution(solution)
        self._messages.say(
            "Drag to build bridges: islands appear at the ends, and the clues follow."
            if solution_first
            else "Click to place an island, then type its clue."
        )
        self._stage.update()

    def set_symmetry(self, symmetry: Symmetry) -> None:
        try:
            self.controller.set_symmetry(symmetry)
        except EditError as error:
            self._messages.say(str(error))
        self._stage.update()

    def ask_for_size(self) -> None:
        """Ask for another size of the grid."""
        dialog = SizeDialog(self.controller.draft, self._window, is_new=False)
        if dialog.exec():
            self.controller.resize(dialog.size_change)
        dialog.deleteLater()

    def ask_for_properties(self) -> None:
        """Ask for title, author and notes."""
        dialog = PropertiesDialog(self.controller.draft.info, self._window)
        if dialog.exec():
            self.controller.set_info(dialog.info)
        dialog.deleteLater()

    def ask_and_complete(self) -> None:
        """Ask for what the whole board is to be like, and suggest it."""
        self._ask_and_generate(CompleteDialog, self.assistant.complete)

    def ask_for_story(self) -> None:
        """Ask for what the solving path is to be like, and suggest a puzzle."""
        self._ask_and_generate(StoryDialog, self.assistant.tell_story)

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
                self._messages.say(str(error))
            else:
                suggest(options, random.randrange(SEED_LIMIT))
        dialog.deleteLater()

    # Files

    def add_to_pack(self) -> None:
        """Ask for a pack and put the puzzle into it."""
        try:
            document = self.document()
        except HashiError as error:
            self._messages.say(f"This cannot be put into a pack yet. {error}")
        else:
            self._packs.ask_and_add(document)

    def document(self) -> Document:
        """The draft with its bridges, and its level if that is known.

        Raises PuzzleError if it is not a puzzle.
        """
        draft, grade = self.controller.draft, self.verdicts.grade
        if draft.faults():
            raise PuzzleError(f"This is not a puzzle yet. {draft.fault_text()}")
        document = draft.to_document()
        return replace(document, info=grade.noted_in(document.info)) if grade else document

    def _holds(self, puzzle: object) -> bool:
        draft = self.controller.draft
        return not draft.faults() and draft.to_puzzle() == puzzle

    def _open(self, history: DraftHistory, path: Path | None) -> bool:
        if not self.session.may_leave():
            return False
        self.session.open(None)
        self.controller.open(history)
        self.drafts.open(history, path)
        self._enter()
        draft = history.draft
        self._messages.say(
            f"{draft.size_text}, {quantity(len(draft.clues), 'island')}."
            if draft.clues
            else "Click to place an island, then type its clue."
        )
        return True

    def _enter(self) -> None:
        self._stage.enter(self)
        self._settings.draft = self.drafts.path
        self.verdicts.look()
        self._stage.update()

    @Slot(str)
    def _on_edit(self, line: str) -> None:
        is_new = self.drafts.path is None
        self.drafts.save_step(line)
        if is_new:
            self._settings.draft = self.drafts.path
        self._messages.say("")
        self.verdicts.look()
        self._stage.update()
