"""What the arrow keys, Home, End and Esc mean while a puzzle is edited."""

from __future__ import annotations

from hashi_gui.gui.editor.assistant import Assistant
from hashi_gui.gui.editor.controller import EditorController
from hashi_gui.gui.editor.path_marks import NO_STEPS
from hashi_gui.gui.editor.verdict_presenter import VerdictPresenter
from hashi_gui.gui.teaching.teacher import Teacher
from hashi_gui.gui.widgets.message_bar import MessageBar
from hashi_gui.logic.solving_path import SolvingPath


class EditorNavigation:
    """Passes these keys on to the cursor, the proposals, or the steps of the solving path."""

    def __init__(
        self,
        controller: EditorController,
        verdicts: VerdictPresenter,
        assistant: Assistant,
        teacher: Teacher,
        bar: MessageBar,
    ) -> None:
        self._controller = controller
        self._verdicts = verdicts
        self._assistant = assistant
        self._teacher = teacher
        self._bar = bar

    def walk(self, down: int, right: int) -> None:
        """Move the cursor, or go to another proposal or another step of the solving path."""
        if self._assistant.proposal is not None:
            self._assistant.turn(down + right)
        elif self._verdicts.step is not None:
            self.walk_path(down, right)
        else:
            self._controller.move_cursor(down, right)

    def walk_path(self, down: int, right: int) -> None:
        """Show the next or the previous step of the solving path, the first one if none is shown.

        While an assumption is explained, Up and Down play its steps.
        """
        step = self._verdicts.step
        if step is None:
            self._verdicts.show_step(0)
        elif down and self._teacher.has_steps:
            self._teacher.turn(down)
        else:
            self._verdicts.show_step(step + down + right)

    def toggle_path(self) -> None:
        """Show the first step of the solving path, or no step any more."""
        if self._verdicts.step is not None:
            self._verdicts.clear_explanation()
        elif path := self._known_path():
            self._verdicts.show_step(0)
            if not path.steps:
                self._bar.show_message(NO_STEPS)

    def show_technique(self, name: str) -> None:
        """Show the first step of the solving path that needs a technique."""
        path = self._known_path()
        if path is None:
            return
        techniques = [each.step.technique for each in path.steps]
        if name in techniques:
            self._verdicts.show_step(techniques.index(name))
        else:
            self._bar.show_message(f"The solving path does not need “{name}”.")

    def show_last_step(self) -> None:
        """Show the last step of the solving path."""
        if self._verdicts.path is not None:
            self._verdicts.show_step(len(self._verdicts.path.steps) - 1)

    def clear(self) -> None:
        """Stop the assistant, or end what is shown: a proposal, a step, then the selection."""
        self._assistant.stop()
        if self._assistant.proposal is not None:
            self._assistant.dismiss()
        elif self._verdicts.step is not None:
            self._verdicts.clear_explanation()
        else:
            self._controller.select_none()
            self._verdicts.clear_explanation()

    def _known_path(self) -> SolvingPath | None:
        """The solving path of the draft; if it is not known, the setter is told why."""
        path = self._verdicts.path
        if self._assistant.proposal is not None:
            self._bar.show_message("Apply or dismiss the proposal first.")
        elif path is None and self._assistant.unique_puzzle() is not None:
            again = "." if self._verdicts.settled else " yet. Try again in a moment."
            self._bar.show_message(f"The solving path is not known{again}")
        return path
