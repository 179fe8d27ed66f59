"""The editor: entering and leaving it, its dialogs, its drafts, and its actions."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import asdict
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget

from hashi_gui.core.board import Board
from hashi_gui.core.errors import HashiError, PuzzleError
from hashi_gui.core.i18n import N_, _, translated
from hashi_gui.core.wording import islands_text, sentences, stated
from hashi_gui.editing import Draft, DraftError, DraftHistory
from hashi_gui.editing.search import Demands
from hashi_gui.formats import Document
from hashi_gui.generating import SEED_LIMIT, GenerationError, GeneratorOptions
from hashi_gui.gui.editor.actions import editor_actions
from hashi_gui.gui.editor.assistant import EASIER, HARDER, Assistant
from hashi_gui.gui.editor.controller import EditorController
from hashi_gui.gui.editor.dialogs import (
    AssistantChoices,
    CompleteDialog,
    LevelDialog,
    PropertiesDialog,
    SizeDialog,
    StoryDialog,
)
from hashi_gui.gui.editor.drafts import DraftFiles, copied_piece, copied_puzzle
from hashi_gui.gui.editor.scene import EditorScene, EditorView
from hashi_gui.gui.editor.verdict_card import NO_STEPS, VerdictCard
from hashi_gui.gui.editor.verdict_presenter import VerdictPresenter
from hashi_gui.gui.library.library import Library
from hashi_gui.gui.play.play import Play
from hashi_gui.gui.settings.preferences import Preferences, Wheel, allowed_animation
from hashi_gui.gui.stage import HASHI, Activity, Context, Session, Snapshot
from hashi_gui.gui.tasks.tasks import Lane, Task, TaskRunner
from hashi_gui.gui.teaching.teacher import Teacher
from hashi_gui.gui.teaching.teacher_panel import TeacherPanel
from hashi_gui.gui.teaching.teaching import Teaching
from hashi_gui.gui.widgets.actions import IN_THE_EDITOR, Entry, Feature, key_of
from hashi_gui.gui.widgets.controls import (
    ANY_LENGTH,
    NO_MARGINS,
    BoardArea,
    Side,
    place_panel,
    spaced,
)
from hashi_gui.gui.widgets.dialogs import accepts, file_stem
from hashi_gui.logic.rating.solving_path import SolvingPath
from hashi_gui.rendering.theme import Theme, text_growth
from hashi_gui.solving import VerdictKind

MAX_SIZE = QSize(320, 260)
"""The width of the panel beside the board and its height below it, in pixels."""


LEAST_FOR_CAPTIONS = 400
"""The height beside the board, in pixels with texts of the usual size, for captions of charts."""

LEAST_FOR_BOTH = 340
"""The same for an explanation that leaves the card in sight."""


class SetterPanel(QWidget):
    """The card with the verdict, and the teacher's panel for what can be explained.

    Where there is no room for both, what is explained takes the place of the card.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._has_room_for_both = True
        self.card = VerdictCard(theme)
        self.teacher_panel = TeacherPanel()
        self.teacher_panel.close_button.setToolTip(_("Close (Esc)"))
        self._layout = spaced(QBoxLayout(QBoxLayout.Direction.TopToBottom, self), 0, NO_MARGINS)
        self._layout.addWidget(self.card, 0, Qt.AlignmentFlag.AlignTop)
        self._layout.addWidget(self.teacher_panel, 1)
        self._layout.addStretch(0)
        self.teacher_panel.installEventFilter(self)

    def eventFilter(self, teacher_panel: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):
            self._show_card()
        return super().eventFilter(teacher_panel, event)

    def set_theme(self, theme: Theme) -> None:
        self.card.set_theme(theme)
        self.teacher_panel.set_theme(theme)

    def place_in(self, area: QSize) -> Side:
        """Arrange both for a side of the board, and return that."""
        side = place_panel(self, area, MAX_SIZE * text_growth())
        height = area.height() / text_growth()
        self.card.set_captions_shown(side is Side.RIGHT and height >= LEAST_FOR_CAPTIONS)
        self._has_room_for_both = side is Side.BELOW or height >= LEAST_FOR_BOTH
        # Where there is least room, how hard it is matters more than which techniques it takes.
        self.card.techniques.setMaximumHeight(ANY_LENGTH if self._has_room_for_both else 0)
        self._show_card()
        directions = QBoxLayout.Direction
        self._layout.setDirection(
            directions.TopToBottom if side is Side.RIGHT else directions.LeftToRight
        )
        return side

    def _show_card(self) -> None:
        self.card.setVisible(self._has_room_for_both or self.teacher_panel.isHidden())


class EditorPage(QWidget):
    """The board of the editor, and the panel with what the solver says of it."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        theme, bar, tasks = context.theme.current, context.messages.bar, context.tasks
        self.scene = EditorScene(theme, self)
        self.view = EditorView(self.scene)
        self.controller = EditorController(self.scene, self.view)
        self.panel = SetterPanel(theme)
        self.teacher = Teacher(self.panel.teacher_panel, self.controller)
        self.verdicts = VerdictPresenter(self.controller, self.panel.card, self.teacher, tasks)
        self.assistant = Assistant(self.controller, self.verdicts, self.teacher, bar, tasks)
        self.panel.card.path.closed.connect(self.verdicts.clear_explanation)
        self.panel.card.path.closed.connect(self.view.setFocus)
        layout = spaced(QVBoxLayout(self), 0, NO_MARGINS)
        area = BoardArea(self.view, self.panel, self.panel.place_in)
        self.panel.teacher_panel.installEventFilter(area)
        layout.addWidget(area)
        self.setFocusProxy(self.view)
        context.theme.changed.connect(self._set_theme)
        context.preferences.changed.connect(self._apply_preferences)
        self._apply_preferences(context.preferences.current)
        self._set_theme(theme)

    def _apply_preferences(self, preferences: Preferences) -> None:
        self.scene.animation = allowed_animation(preferences.animation)
        self.view.wheel_scrolls = preferences.wheel is Wheel.SCROLL

    def _set_theme(self, theme: Theme) -> None:
        self.scene.set_theme(theme)
        self.panel.set_theme(theme)


FIRST_SIDE = 9
"""The rows and columns that a new grid is offered with."""

PLACING = N_("Click, tap or press Space to place an island. Type its clue, or click it again.")

FILE_TYPES = {
    N_("Hashi puzzles (*.hashi)"): HASHI,
    N_("Plain grids (*.txt)"): "txt",
    N_("HAS files (*.has)"): "has",
    N_("CSV grids (*.csv)"): "csv",
}
"""The file types to choose from, and their extensions; Share copies other notations."""


class Editor(Activity, Feature):
    """Editing a draft: a page of its own in place of the game, which waits."""

    allowed = IN_THE_EDITOR
    tool_bar = "editor"
    covers = True
    shows_facts = False
    page: EditorPage
    view: EditorView

    def __init__(self, context: Context, play: Play, library: Library, teaching: Teaching) -> None:
        self._window = context.messages.window
        super().__init__(self._window)
        self._context, self._stage = context, context.stage
        self._play, self._packs = play, library.packs
        self._messages, self._settings = context.messages, context.preferences.settings
        self.page = EditorPage(context)
        self.view = self.page.view
        self.controller = self.page.controller
        self.verdicts, self.assistant = self.page.verdicts, self.page.assistant
        self.drafts = DraftFiles(context.stores.drafts, self)
        self.session = Session(
            "draft",
            self.drafts,
            self.document,
            lambda: file_stem(self.name),
            FILE_TYPES,
            context,
        )
        self.drafts.save_attempted.connect(self.session.show_attempt)
        self._reader = TaskRunner(context.tasks, Lane.READING, self)
        self._reader.busy_changed.connect(self._show_reading)
        self._reader.failed.connect(self._say_nothing_copied)
        self.controller.changed.connect(self._on_edit)
        for change in (
            self.controller.selection_changed,
            self.verdicts.step_changed,
            self.assistant.proposal_changed,
        ):
            change.connect(self._stage.update)
        self.controller.status_changed.connect(self._messages.bar.show_message)
        self.controller.message_requested.connect(self._messages.bar.show_message)
        self.page.panel.card.path.walked.connect(self.walk_path)
        teaching.connect_links(self.page.panel.teacher_panel)

    @property
    def running(self) -> bool:
        """Whether the editor is shown."""
        return self._stage.has(self)

    @property
    def name(self) -> str:
        draft = self.controller.draft
        return draft.info.shown_title or f"{draft.size_text}"

    # Entering and leaving

    def edit_game(self) -> None:
        """Edit the puzzle of the game, or go on with the draft that it was played from."""
        game = self._play.controller.game
        if self.controller.draft.is_of(game.puzzle):
            self._enter()
        else:
            self._open(DraftHistory(Draft.from_board(game.puzzle, game.board, game.info)), None)

    def ask_for_new(self) -> None:
        """Ask for a size and begin with an empty grid."""
        dialog = SizeDialog(Draft(FIRST_SIDE, FIRST_SIDE), self._window, is_new=True)
        if accepts(dialog):
            size = dialog.height_field.value(), dialog.width_field.value()
            self._open(DraftHistory(Draft(*size)), None)

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
            self._messages.say(_("The last edits are lost: the file of this draft is damaged."))

    def show_drafts(self) -> None:
        """Let the setter choose among all drafts, and open one, or begin a new one."""
        from hashi_gui.gui.editor.drafts_dialog import DraftsDialog  # It takes a while.

        dialog = DraftsDialog(
            self._context.theme.current,
            self.drafts,
            self._context.tasks,
            self._window,
            is_edited=self.running,
            rename_current=self.rename,
        )
        if accepts(dialog):
            if dialog.chosen is None:
                self.ask_for_new()
            else:
                self.open_draft(dialog.chosen)

    def rename(self, title: str) -> None:
        self.controller.set_info(self.controller.draft.info._replace(title=title))

    def play(self) -> None:
        """Play the draft, if it is a puzzle."""
        draft = self.controller.draft
        if draft.faults():
            text = _("This cannot be played yet. {fault}").format(fault=draft.fault_text())
            self._messages.say(text, (_("Show the game"), self.leave))
            return
        puzzle = draft.to_puzzle()
        if puzzle == self._play.controller.game.puzzle:
            self.leave()
            return
        document = Document(puzzle, Board.empty(puzzle), HASHI, info=self.document().info)
        self._play.in_play.open_document(document)

    def leave(self) -> None:
        """Show the game again."""
        self._stage.leave(self)

    def left(self) -> None:
        self._reader.discard()
        self.controller.drop()
        self._note_found()
        self.assistant.discard()
        self.verdicts.stop()
        self._settings.draft = None

    def snapshot(self) -> Snapshot:
        theme = self._context.theme.current
        return Snapshot.of(self.document(), theme, file_stem(self.name))

    def actions(self) -> Iterable[Entry]:
        return editor_actions(self)

    def close(self) -> None:
        """Save the draft for the last time."""
        self._note_found()
        self.session.end()
        self.drafts.close()

    def reopen(self) -> None:
        """Go on with the draft that was edited when the program ended, if there is one."""
        path = self._settings.draft
        if path is not None and path.exists():
            self.open_draft(path)

    # What keys mean

    def walk(self, drow: int, dcol: int) -> None:
        """Move the cursor or what floats, or go to another proposal or step of the path."""
        if self.controller.floats:
            self.controller.move_floating(drow, dcol)
        elif self.assistant.proposal is not None:
            self.assistant.turn(drow + dcol)
        elif self.verdicts.step is not None:
            self.walk_path(drow, dcol)
        else:
            self.controller.move_cursor(drow, dcol)

    def walk_path(self, down: int, right: int) -> None:
        """Show the next or the previous step, the first one if none is shown.

        While an assumption is explained, Up and Down play its steps.
        """
        self.controller.drop()
        step = self.verdicts.step
        if step is None:
            self.verdicts.show_step(0)
        elif down and self.page.teacher.has_steps:
            self.page.teacher.turn(down)
        else:
            self.verdicts.show_step(step + down + right)

    def paste(self) -> None:
        """Let what was copied float over the board; text is first read in another thread."""
        data = QGuiApplication.clipboard().mimeData() or QMimeData()
        piece = copied_piece(data)
        if piece is not None:
            self.controller.let_float(piece)
        else:
            read = partial(copied_puzzle, data.text())
            self._reader.start(Task(_("Reading"), read, self.controller.insert))

    def toggle_path(self) -> None:
        """Show the first step of the solving path or to the contradiction, or the first of several
        solutions; or no step any more.
        """
        self.controller.drop()
        if self.verdicts.step is not None:
            self.verdicts.leave_steps()
        elif self.verdicts.step_count:
            self.verdicts.show_step(0)
        elif self.assistant.proposal is None and not self.verdicts.settled:
            self._messages.say(_("Still working it out. Try again in a moment."))
        elif self._known_path():
            self._messages.say(translated(NO_STEPS))

    def show_example(self, technique: str) -> None:
        """Show the first step of the solving path that needs a technique."""
        path = self._known_path()
        if path is None:
            return
        techniques = [step.technique for step in path.steps]
        if technique in techniques:
            self.verdicts.show_step(techniques.index(technique))
        else:
            self._messages.say(
                _("The solving path does not need “{technique}”.").format(
                    technique=translated(technique)
                )
            )

    def stop(self) -> None:
        """Take one thing back: what floats or is read, a search, a proposal, a step..."""
        if self.controller.drop() or self.page.teacher.stop_playing():
            return
        if self._reader.busy:
            self._reader.discard()
        elif self.assistant.searching:
            self.assistant.stop()
        elif self.assistant.proposal is not None:
            self.assistant.dismiss()
        elif self.verdicts.step is not None:
            self.verdicts.leave_steps()
        elif not self.controller.select_none():
            self.verdicts.clear_explanation()

    def accept(self) -> None:
        """Place what floats, or apply the proposal."""
        if self.controller.floats:
            self.controller.place_floating()
        else:
            self.assistant.apply()

    def _known_path(self) -> SolvingPath | None:
        """The solving path of the draft; if it is not known, the setter is told why."""
        path = self.verdicts.path
        if self.assistant.proposal is not None:
            self._messages.say(_("Apply or dismiss the proposal first."))
        elif path is None and self.assistant.unique_puzzle() is not None:
            unknown = _("The solving path is not known.")
            later = _("The solving path is not known yet. Try again in a moment.")
            self._messages.say(unknown if self.verdicts.settled else later)
        return path

    # Modes and dialogs

    def set_solution_first(self, solution_first: bool) -> None:
        """Choose the tool; a puzzle with one solution is shown with its bridges to change them."""
        self.controller.set_solution_first(solution_first)
        solution = self.verdicts.only_solution
        if solution_first and solution is not None and not self.controller.draft.bridges:
            self.controller.draw_solution(solution)
        self._messages.say(
            _(
                "Drag to build bridges: islands appear at the ends, and the clues follow. By keys: "
                "Space, then {key}."
            ).format(key=key_of("edit:Shift+Right"))
            if solution_first
            else translated(PLACING)
        )
        self._stage.update()

    def toggle_solutions(self) -> None:
        """Show on the board what the solver knows of the solutions, or hide it."""
        self.verdicts.toggle_solutions()
        self._messages.say("")
        self._stage.update()

    def ask_for_size(self) -> None:
        dialog = SizeDialog(self.controller.draft, self._window, is_new=False)
        if accepts(dialog):
            self.controller.resize(dialog.size_change)

    def ask_for_properties(self) -> None:
        dialog = PropertiesDialog(self.controller.draft.info, self._window)
        if accepts(dialog):
            self.controller.set_info(dialog.info)

    def ask_and_complete(self) -> None:
        """Ask for what the whole board is to be like, and suggest it."""
        dialog = CompleteDialog(self.controller.draft, self._choices, self._window)
        if self._accepts_choices(dialog):
            hard_steps = dialog.choices.hard_steps
            self._generate(dialog, partial(self.assistant.complete, hard_steps=hard_steps))

    def ask_for_story(self) -> None:
        """Ask for what the solving path is to be like, and suggest a puzzle."""
        dialog = StoryDialog(self.controller.draft, self._choices, self._window)
        if self._accepts_choices(dialog):
            self._generate(dialog, self.assistant.tell_story)

    def ask_and_change_level(self, step: int) -> None:
        """Ask for what an easier (-1) or a harder (1) puzzle is to have, and suggest it."""
        level = self.assistant.other_level(step)
        if level is None:
            return
        title = translated(EASIER if step < 0 else HARDER)
        dialog = LevelDialog(title, level, self.controller.draft, self._choices, self._window)
        if self._accepts_choices(dialog):
            demands = Demands(dialog.choices.no_unknown, dialog.choices.hard_steps)
            self.assistant.change_level(step, demands, dialog.symmetry)

    @property
    def _choices(self) -> AssistantChoices:
        """What was asked of the assistant the last time."""
        return AssistantChoices.of(self._settings.assistant)

    def _accepts_choices(self, dialog: CompleteDialog | StoryDialog | LevelDialog) -> bool:
        accepted = accepts(dialog)
        if accepted:
            self._settings.assistant = asdict(dialog.choices)
        return accepted

    def _generate(
        self, dialog: CompleteDialog | StoryDialog, suggest: Callable[[GeneratorOptions, int], None]
    ) -> None:
        try:
            options = dialog.options
        except GenerationError as error:
            self._messages.say(str(error))
        else:
            suggest(options, random.randrange(SEED_LIMIT))

    # Files

    def add_to_pack(self) -> None:
        """Ask for a pack and put the puzzle into it."""
        try:
            document = self.document()
        except HashiError as error:
            self._messages.say(_("This cannot be put into a pack yet. {error}").format(error=error))
        else:
            self._packs.ask_and_add(document)

    def document(self) -> Document:
        """The draft with its bridges, and its level if that is known.

        Raises PuzzleError if it is not a puzzle.
        """
        draft, grade = self.controller.draft, self.verdicts.grade
        if draft.faults():
            raise PuzzleError(
                _("This is not a puzzle yet. {fault}").format(fault=draft.fault_text())
            )
        document = draft.to_document()
        return document._replace(info=grade.noted_in(document.info)) if grade else document

    def _note_found(self) -> None:
        """Let the list of drafts say what is known of this one: its level, or its verdict."""
        verdict, grade = self.verdicts.verdict, self.verdicts.grade
        if grade is not None:
            self.drafts.note(grade.level)
        elif verdict is not None and verdict.kind in (VerdictKind.SEVERAL, VerdictKind.NONE):
            self.drafts.note(verdict.kind)

    def _show_reading(self, reading: bool) -> None:
        self._messages.say_whether_reading(reading, self._reader.discard)

    def _say_nothing_copied(self) -> None:
        self._messages.say(_("There is no puzzle on the clipboard. Copy islands or a link first."))

    def _open(self, history: DraftHistory, path: Path | None) -> bool:
        if not self.session.may_leave():
            return False
        self._reader.discard()
        self._note_found()
        self.session.open(None)
        self.controller.open(history)
        self.drafts.open(history, path)
        game, draft = self._play.controller.game, history.draft
        self.verdicts.shows_solutions = game.solved or not draft.is_of(game.puzzle)
        self._enter()
        texts = [self.controller.symmetry_text] if draft.symmetry.transforms else []
        if not self.verdicts.shows_solutions:
            texts.append(_("You are playing this puzzle, so its solution is hidden."))
            self._messages.say(sentences(*texts), (_("Show it"), self.toggle_solutions))
        elif draft.clues:
            texts.append(stated(draft.size_text, islands_text(len(draft.clues))))
            self._messages.say(sentences(*texts))
        else:
            self._messages.say(translated(PLACING))
        return True

    def _enter(self) -> None:
        self._stage.enter(self)
        self._settings.draft = self.drafts.path
        self.verdicts.look()
        self._stage.update()

    def _on_edit(self, line: str) -> None:
        is_new = self.drafts.path is None
        self.drafts.save_step(line)
        if is_new:
            self._settings.draft = self.drafts.path
        self._messages.say("")
        self.verdicts.look()
        self._stage.update()
