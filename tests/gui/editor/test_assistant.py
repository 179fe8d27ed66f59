"""Proposals on the board of the editor, with the assistant's real searches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from threading import Event

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from hashi_gui.core.highlight import Role
from hashi_gui.core.puzzle import Cell
from hashi_gui.core.symmetry import Symmetry
from hashi_gui.editing import Draft
from hashi_gui.editing.proposed_draft import ProposedDraft, draft_of_puzzle
from hashi_gui.generating import GeneratorOptions
from hashi_gui.gui.editor.assistant import Assistant
from hashi_gui.gui.editor.dialogs import AssistantChoices, CompleteDialog, LevelDialog, StoryDialog
from hashi_gui.logic.levels import Level
from hashi_gui.logic.rating.grading import grade
from hashi_gui.rendering.theme import LIGHT
from hashi_gui.solving import CancelToken, Solver, VerdictKind
from tests.menus import action
from tests.samples import GARDEN

SEVERAL = """
?.?
...
?.?
"""

MEDIUM = """
2..4.2
......
2.3..1
......
..2...
.1.3.2
"""

NONE = """
1.1
...
1.1
"""


def assistant_of(setter) -> Assistant:
    return setter.editor.assistant


def wait_for_end(setter) -> None:
    """Wait until nothing more is looked for."""
    runner = assistant_of(setter)._runner
    setter.wait(lambda: runner.current is None)


def press(setter, text: str) -> None:
    """Press a button of the panel."""
    button = setter.panel.button(text)
    setter.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def kind_of(draft: Draft) -> VerdictKind:
    with Solver(draft.to_puzzle()) as solver:
        return solver.verdict().kind


@pytest.fixture
def suggested(edit):
    """A draft with several solutions, of which all is selected, and a suggestion."""
    setter = edit(SEVERAL)
    setter.editor.controller.select_all()
    assistant_of(setter).make_unique()
    wait_for_end(setter)
    return setter


def test_make_unique_is_shown_and_can_be_taken_and_undone(edit):
    setter = edit(SEVERAL)
    before = setter.draft
    assistant_of(setter).make_unique()
    wait_for_end(setter)
    proposal = assistant_of(setter).proposal
    assert proposal is not None
    assert setter.draft is before
    assert setter.scene.draft_picture.draft == proposal.draft
    shown = setter.scene.picture.highlight.islands
    assert {island for island, role in shown.items() if role is Role.HINT} == set(proposal.changed)
    press(setter, "Apply")
    assert kind_of(setter.draft) is VerdictKind.UNIQUE
    assert assistant_of(setter).proposal is None
    setter.editor.controller.undo()
    assert setter.draft == before


STRAY = """
2.2..
.....
2.2..
.....
....3
"""
"""The last island is in sight of no other."""


def colours_on(setter, cell: Cell) -> set[int]:
    """The colours with which a cell of the board is drawn."""
    scene = setter.scene
    area = scene.cell_rect(cell)
    image = QImage(40, 40, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        painter.scale(40 / area.width(), 40 / area.height())
        painter.translate(-area.topLeft())
        scene.draw(painter, area)
    return {image.pixel(x, y) for x in range(40) for y in range(40)}


def test_a_suggestion_shows_where_islands_were(edit):
    setter = edit(STRAY)
    assistant_of(setter).make_unique()
    wait_for_end(setter)
    assert "Remove the 3 at row 5, column 5." in setter.panel.text
    assert (4, 4) not in setter.scene.draft_picture.draft.clues
    assert QColor(LIGHT.muted).rgb() in colours_on(setter, (4, 4))
    press(setter, "Apply")
    assert (4, 4) not in setter.draft.clues
    assert QColor(LIGHT.muted).rgb() not in colours_on(setter, (4, 4))


def test_the_card_is_about_the_suggestion_but_the_verdict_about_the_draft(suggested):
    card = suggested.card
    suggested.wait(lambda: "One solution" in card.text)
    assert suggested.editor.verdicts.verdict.kind is VerdictKind.SEVERAL
    press(suggested, "Dismiss")
    suggested.wait(lambda: "solutions" in card.text)
    assert suggested.scene.draft_picture.draft is suggested.draft
    assert not suggested.editor.controller.history.can_undo


def test_next_shows_another_suggestion_and_escape_dismisses_first(suggested):
    explanation = suggested.panel
    best = assistant_of(suggested).proposal
    assert "Proposal 1 of" in explanation.explanation.position
    press(suggested, "Next")
    assert assistant_of(suggested).proposal != best
    assert "Proposal 2 of" in explanation.explanation.position
    suggested.editor.stop()
    assert assistant_of(suggested).proposal is None
    assert suggested.selection == set(suggested.draft.clues)
    suggested.editor.stop()
    assert not suggested.selection


def test_the_best_suggestion_is_shown_in_the_end_unless_another_was_chosen(edit):
    setter = edit("5x5")
    assistant = assistant_of(setter)
    drafts = [Draft(5, 5, {(0, 0): 1, (0, col): 1}) for col in (2, 3, 4)]
    first, second, third = (
        draft_of_puzzle(setter.draft, draft.to_puzzle(), b"\x01", "") for draft in drafts
    )
    go_on = Event()

    def search(token: CancelToken) -> Iterator[list[ProposedDraft]]:
        yield [third]
        yield [second, third]
        go_on.wait()
        yield [first, second, third]

    for turns, shown in ((0, first), (1, second)):
        go_on.clear()
        assistant._look_for("Complete the board", search)
        setter.wait(lambda: assistant._proposals == [second, third])
        assert assistant.proposal is third
        for _ in range(turns):
            press(setter, "Next")
        go_on.set()
        wait_for_end(setter)
        assert assistant.proposal is shown
        press(setter, "Dismiss")


def test_a_proposal_takes_the_place_of_a_drag(edit):
    setter = edit("2.1\n...\n1..")
    before, found = setter.clues, Draft(3, 3, {(0, 0): 1, (0, 2): 1}).to_puzzle()
    go_on = Event()

    def search(token: CancelToken) -> Iterator[list[ProposedDraft]]:
        go_on.wait()
        yield [draft_of_puzzle(setter.draft, found, b"\x01", "")]

    assistant_of(setter)._look_for("Complete the board", search)
    setter.press(0, 0)
    setter.move(1, 1)
    assert setter.editor.controller.previewing
    go_on.set()
    wait_for_end(setter)
    setter.release(1, 1)
    assert setter.clues == before
    assert setter.scene.draft_picture.draft is assistant_of(setter).proposal.draft


def test_a_press_on_the_board_or_an_edit_or_leaving_dismisses(suggested):
    for dismiss in (
        suggested.editor.controller.pressed.emit,
        lambda: suggested.editor.controller.place_at((0, 1)),
    ):
        dismiss()
        assert assistant_of(suggested).proposal is None
        assert suggested.scene.draft_picture.draft is suggested.draft
        suggested.wait_until_settled()
        assistant_of(suggested).make_unique()
    suggested.editor.leave()
    wait_for_end(suggested)
    assert assistant_of(suggested).proposal is None


def test_a_unique_puzzle_needs_no_change_and_fewest_clues_end_with_a_proof(edit):
    setter = edit(GARDEN)
    assistant_of(setter).make_unique()
    assert "exactly one solution already" in setter.message
    assistant_of(setter).find_fewest_clues()
    wait_for_end(setter)
    proposal = assistant_of(setter).proposal
    assert proposal is not None
    assert "No fewer numbers will do." in proposal.texts
    assert setter.panel.button("Apply") is not None
    press(setter, "Apply")
    assert kind_of(setter.draft) is VerdictKind.UNIQUE
    assert None in setter.draft.clues.values()


@pytest.mark.parametrize(("step", "level"), [(-1, Level.EASY), (1, Level.HARD)])
def test_an_easier_or_harder_puzzle_has_the_next_level(edit, step, level):
    setter = edit(MEDIUM)
    assistant_of(setter).change_level(step)
    setter.wait(lambda: assistant_of(setter).proposal is not None)
    proposal = assistant_of(setter).proposal
    assistant_of(setter).stop()
    assert f"The puzzle is {level} then." in proposal.texts
    assert grade(proposal.puzzle).level is level


@pytest.mark.parametrize(
    ("puzzle", "kind"), [(SEVERAL, "several solutions"), (NONE, "no solution")]
)
def test_what_needs_one_solution_says_so(edit, puzzle, kind):
    setter = edit(puzzle)
    assistant_of(setter).find_fewest_clues()
    assert kind in setter.message
    assert setter.bar.button("Make it unique") is not None


def test_complete_keeps_what_is_set(edit):
    setter = edit("7x7")
    setter.set("3")
    setter.click(6, 6)
    setter.editor.controller.set_symmetry(Symmetry.HALF_TURN)
    assistant_of(setter).complete(GeneratorOptions(7, 7, 12), 1)
    wait_for_end(setter)
    proposal = assistant_of(setter).proposal
    assert proposal is not None
    assert proposal.draft.clues[0, 0] == 3
    assert (6, 6) in proposal.draft.clues
    assert proposal.texts == ("10 islands added.",)
    press(setter, "Another")
    wait_for_end(setter)
    assert assistant_of(setter).proposal != proposal


def test_what_cannot_be_completed_is_told(edit):
    setter = edit("3x3")
    setter.set("8")
    assistant_of(setter).complete(GeneratorOptions(3, 3, 4), 1)
    wait_for_end(setter)
    assert assistant_of(setter).proposal is None
    assert setter.message


def test_what_is_in_the_way_of_a_complete_board_is_told_and_can_be_dropped(edit):
    setter = edit("10x9")
    for col in (3, 5):
        setter.click(0, col)
    options = GeneratorOptions(9, 10, 20, symmetry=Symmetry.LEFT_RIGHT)
    assistant_of(setter).complete(options, 1)
    wait_for_end(setter)
    assert setter.message == (
        "The symmetry does not fit: an island has no room for its image. "
        "It works without the symmetry."
    )
    setter.bar.button("Without symmetry").click()
    wait_for_end(setter)
    assert assistant_of(setter).proposal is not None
    assert setter.message == ""


def test_a_story_is_told(edit):
    setter = edit("7x7")
    options = GeneratorOptions(7, 7, 12, story="ends=full-house")
    assistant_of(setter).tell_story(options, 1)
    wait_for_end(setter)
    proposal = assistant_of(setter).proposal
    assert proposal is not None
    assert proposal.texts == ("12 islands. The solving path ends with “Full house”.",)


def test_stopping_leaves_the_draft(edit):
    setter = edit("20x20")
    assistant_of(setter).complete(GeneratorOptions(20, 20, 150, level=Level.EXTREME), 1)
    assistant_of(setter).stop()
    assert setter.message == "Found no way to complete the board."
    assert setter.scene.draft_picture.draft is setter.draft


@pytest.mark.parametrize("symmetry", Symmetry)
def test_the_dialogs_keep_every_symmetry(qtbot: QtBot, symmetry: Symmetry) -> None:
    draft = Draft(9, 9, {(0, 1): 1, (2, 3): None, (3, 0): 2}, symmetry=symmetry)
    complete = CompleteDialog(draft, AssistantChoices(), None)
    story = StoryDialog(draft, AssistantChoices(), None)
    harder = LevelDialog("Make it harder", Level.HARD, draft, AssistantChoices(), None)
    for dialog in (complete, story, harder):
        qtbot.addWidget(dialog)
    assert {complete.options.symmetry, story.options.symmetry, harder.symmetry} == {symmetry}
    complete.islands.setValue(3 * (1 + len(symmetry.transforms)))
    assert complete.buttons.accept_button.isEnabled()
    complete.islands.setValue(3 * (1 + len(symmetry.transforms)) - 1)
    assert not complete.buttons.accept_button.isEnabled()
    for dialog in (complete, harder):
        assert dialog.keeps_symmetry.isHidden() == (symmetry is Symmetry.NONE)
        dialog.keeps_symmetry.setChecked(False)
    complete.islands.setValue(3)
    assert complete.buttons.accept_button.isEnabled()
    assert {complete.options.symmetry, harder.symmetry} == {Symmetry.NONE}


def test_the_dialogs_ask_for_what_is_possible(qtbot: QtBot) -> None:
    clues = {(0, 0): 1, (8, 8): 2, (4, 4): None}
    draft = Draft(9, 9, clues, symmetry=Symmetry.HALF_TURN)
    complete = CompleteDialog(draft, AssistantChoices(unknown=10, hard_steps=3), None)
    qtbot.addWidget(complete)
    assert complete.options.islands == 24
    assert (complete.options.symmetry, complete.options.unknown) == ("rotate", 0.1)
    assert not complete.hard_steps.isEnabled()
    complete.level.value = Level.HARD
    assert complete.hard_steps.isEnabled()
    assert complete.choices == AssistantChoices(Level.HARD, 10, hard_steps=3)
    complete.islands.setValue(2)
    assert not complete.buttons.accept_button.isEnabled()
    story = StoryDialog(Draft(9, 9, clues), AssistantChoices(), None)
    qtbot.addWidget(story)
    assert not story.buttons.accept_button.isEnabled()
    assert story.problem.text().startswith("Choose")
    story.needs.value = "intersection"
    story.first.setValue(40)
    story.last.setValue(70)
    assert story.buttons.accept_button.isEnabled()
    assert not story.problem.text()
    assert str(story.story) == "needs=intersection@0.4-0.7"
    story.last.setValue(30)
    assert not story.buttons.accept_button.isEnabled()
    assert story.problem.text() == "The part must end after it begins."


@pytest.mark.parametrize(
    "story", ["opens=center,needs=intersection@0.4-0.7,ends=connectivity", "needs=what-if", ""]
)
def test_the_story_that_was_chosen_is_offered_again(qtbot: QtBot, story: str) -> None:
    dialog = StoryDialog(Draft(9, 9), AssistantChoices(Level.HARD, story=story), None)
    qtbot.addWidget(dialog)
    assert dialog.choices == AssistantChoices(Level.HARD, story=story)
    dialog.ends.value = "intersection"
    parts = [part for part in story.split(",") if part and not part.startswith("ends=")]
    assert dialog.choices.story == ",".join([*parts, "ends=intersection"])


def test_what_was_chosen_is_offered_again(edit):
    setter = edit(MEDIUM)

    def choose(dialog: LevelDialog) -> None:
        dialog.no_unknown.setChecked(True)
        dialog.hard_steps.setValue(2)
        dialog.accept()

    setter.in_dialog(LevelDialog, choose)
    setter.editor.ask_and_change_level(1)
    setter.wait(lambda: assistant_of(setter).proposal is not None)
    assistant_of(setter).stop()
    choices = AssistantChoices.of(setter.window.context.preferences.settings.assistant)
    assert choices == AssistantChoices(no_unknown=True, hard_steps=2)
    assert AssistantChoices.of({"hard_steps": 1000}) == AssistantChoices()


def test_the_assistant_leaves_what_is_kept(edit):
    setter = edit("7x7")
    setter.set("2")
    controller = setter.editor.controller
    setter.key(Qt.Key.Key_K)
    for _ in range(6):
        setter.key(Qt.Key.Key_Down)
        setter.key(Qt.Key.Key_K)
    kept = {(row, 0) for row in range(7)}
    assert controller.draft.kept == kept
    options = GeneratorOptions(7, 7, 12)
    assistant_of(setter).complete(options, 1)
    wait_for_end(setter)
    assert {*assistant_of(setter).proposal.draft.clues} & kept == {(0, 0)}
    assistant_of(setter).tell_story(replace(options, story="ends=full-house"), 1)
    wait_for_end(setter)
    proposal = assistant_of(setter).proposal.draft
    assert {*proposal.clues} & kept == {(0, 0)}
    assert (proposal.clues[0, 0], proposal.kept) == (2, kept)
    setter.key(Qt.Key.Key_Escape)
    setter.key(Qt.Key.Key_K)
    assert controller.draft.kept == kept - {(6, 0)}


def test_suggestions_are_looked_through_and_taken_with_the_keyboard(edit):
    setter = edit(SEVERAL)
    apply = action(setter.window, "Apply the proposal", editing=True)
    assert not apply.isEnabled()
    setter.key(Qt.Key.Key_U)
    wait_for_end(setter)
    assistant = assistant_of(setter)
    first, total = assistant.proposal, len(assistant._proposals)
    assert apply.isEnabled()
    assert total > 1
    setter.key(Qt.Key.Key_Right)
    second = assistant.proposal
    assert second is not first
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Down):
        setter.key(key)
    assert assistant.proposal is second
    setter.key(Qt.Key.Key_Return)
    assert setter.draft == second.draft
    assert not apply.isEnabled()
    setter.key(Qt.Key.Key_Return)
    assert setter.draft == second.draft
