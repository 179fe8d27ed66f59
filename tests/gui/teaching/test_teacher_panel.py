from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QLabel

from hashi_gui.core.board import MARK
from hashi_gui.core.highlight import Highlight, Role
from hashi_gui.formats import Document, read
from hashi_gui.gui.settings.help import HelpDialog
from hashi_gui.gui.teaching.explanation import (
    MAX_LISTED_DIFFERENCES,
    Explanation,
    ExplanationStep,
    explain_difference,
    explain_hint,
    explain_step,
    where_to_look,
)
from hashi_gui.logic.levels import Level
from hashi_gui.logic.teaching.hint import Hint, HintKind
from hashi_gui.logic.teaching.hints import next_hint
from hashi_gui.logic.teaching.refutation import RefutationStep
from hashi_gui.logic.teaching.walkthrough import build_walkthrough
from hashi_gui.rendering.theme import DARK, ThemeSetting
from hashi_gui.solving import Solver
from tests.menus import action

LEFT = Qt.MouseButton.LeftButton
H = Qt.Key.Key_H


@pytest.fixture
def explained(player):
    """A game in which a hint with its reason is shown."""
    for _ in range(2):
        player.key(H)
        player.wait_for_solver()
    return player


def links(player) -> list[QLabel]:
    return [label for label in player.panel.findChildren(QLabel) if "<a " in label.text()]


def test_the_panel_opens_with_the_first_answer(player):
    assert not player.panel.isVisible()
    player.key(H)
    player.wait_for_solver()
    assert player.panel.isVisible()
    assert action(player.window, "Teacher's panel").isChecked()


def test_the_panel_stays_when_the_hint_ends(explained):
    explained.click(2, 2, Qt.MouseButton.RightButton)
    assert explained.panel.isVisible()
    assert explained.panel.text.startswith("Teacher\nPress H for a hint,")
    assert not explained.scene.picture.highlight.letters


def test_the_panel_of_a_solved_game_speaks_of_its_review(player):
    player.finish()
    player.key(Qt.Key.Key_F9)
    assert player.panel.text == "Teacher\nPress R to review your game."


def test_closing_the_panel_ends_the_hint(explained):
    explained.panel.closed.emit()
    assert not explained.panel.isVisible()
    assert not explained.scene.picture.highlight.islands
    assert not action(explained.window, "Teacher's panel").isChecked()


def test_the_panel_can_be_opened_and_closed_with_a_key(player):
    for shown in (True, False):
        player.key(Qt.Key.Key_F9)
        assert player.panel.isVisible() == shown


def test_letters_on_the_board_are_those_of_the_text(explained):
    explanation = explained.panel.explanation
    letters = explained.scene.picture.highlight.letters
    assert letters == explanation.letters()
    assert "A" in letters.values()
    assert "at A" in explained.panel.text


def test_no_letter_of_what_was_explained_stays(explained):
    """A replay highlights moves though nothing is explained, even on another board."""
    teacher = explained.window.teaching.teacher
    teacher.clear()
    teacher.highlight(Highlight(edges={0: Role.HINT}))
    assert not explained.scene.picture.highlight.letters


def test_the_texts_of_steps_stand_below_each_other(explained):
    numbers = ("?", "0:19", "12:04")
    steps = [ExplanationStep(number, "So far.", Highlight(), []) for number in numbers]
    explained.panel.show_explanation(Explanation("Steps", [], steps=steps))

    def begins():
        rows = [explained.panel.step_row(n) for n in range(len(steps))]
        return {row.findChildren(QLabel)[1].x() for row in rows}

    explained.wait(lambda: min(begins()) > 20)
    assert len(begins()) == 1


def test_an_island_is_lit_while_the_pointer_is_on_its_letter(explained):
    label = links(explained)[0]
    island = next(iter(explained.panel.explanation.letters()))
    label.linkHovered.emit(f"islands:{island}")
    assert explained.scene.island_looks[island].pointed_at
    label.linkHovered.emit("")
    assert explained.scene.island_looks[island].pointed_at is False


def test_no_island_stays_lit_when_the_explanation_ends(explained):
    island = next(iter(explained.panel.explanation.letters()))
    links(explained)[0].linkHovered.emit(f"islands:{island}")
    explained.key(Qt.Key.Key_Escape)
    assert explained.scene.island_looks[island].pointed_at is False


def test_esc_takes_back_the_explanation_then_the_group_then_the_panel(explained):
    explained.key(Qt.Key.Key_Escape)
    assert not explained.presenter.teacher.explains
    explained.key(Qt.Key.Key_G)
    explained.key(Qt.Key.Key_Escape)
    assert explained.panel.isVisible()
    explained.key(Qt.Key.Key_Escape)
    assert not explained.panel.isVisible()


def test_a_click_on_a_letter_scrolls_to_the_island(explained):
    explained.window.play.view.zoom(20)
    island = explained.puzzle.islands[-1].id
    links(explained)[0].linkActivated.emit(f"islands:{island}")
    seen = explained.window.play.view.visible_area()
    assert seen.intersects(explained.scene.island_rect(island))


def test_links_take_the_colour_of_another_theme(explained):
    preferences = explained.window.context.preferences
    preferences.set(replace(preferences.current, theme=ThemeSetting.DARK))
    link = links(explained)[-1].grab().toImage()
    pixels = {link.pixel(x, y) for x in range(link.width()) for y in range(link.height())}
    assert QColor(DARK.accent).rgb() in pixels


@pytest.mark.qt_log_ignore("propagateSizeHints")
def test_the_page_of_the_technique_is_a_click_away(explained):
    name = explained.panel.explanation.technique
    link = next(label for label in links(explained) if "About" in label.text())
    link.linkActivated.emit(f"technique:{name}")
    help_dialog = explained.window.findChild(HelpDialog)
    assert help_dialog.isVisible()
    assert help_dialog.techniques.isVisible()
    help_dialog.close()


@pytest.mark.parametrize(("size", "beside"), [((900, 600), True), ((600, 760), False)])
def test_the_panel_is_beside_the_board_or_below_it(explained, size, beside):
    explained.window.resize(QSize(*size))
    explained.wait(lambda: explained.window.size() == QSize(*size))
    explained.qtbot.wait(1)
    board, panel = explained.window.play.view.geometry(), explained.panel.geometry()
    assert (panel.left() > board.right()) == beside
    assert (panel.top() > board.bottom()) == (not beside)


# What is explained


def hint_for(drawing: str):
    document: Document = read(drawing)
    with Solver(document.puzzle) as solver:
        return next_hint(document.puzzle, document.board, solver)


def test_a_hint_shows_what_to_build_and_where_none_can_be():
    build = explain_hint(hint_for("4.3\n...\n3.2"), []).highlight
    assert (set(build.edges.values()), build.ghosts) == ({Role.HINT}, {0: 2, 1: 2})
    drawing = "max-bridges 3\n5═══5\n┆   ┆\n7┄6 6\n│ │ │\n? 3 3"
    none = explain_hint(hint_for(drawing), []).highlight
    assert set(none.ghosts.values()) == {MARK}


def test_what_premises_say_is_shown_too():
    assert explain_hint(hint_for("1.1\n...\n2.2"), []).highlight.ghosts == {0: MARK, 1: 1}
    highlight = explain_hint(hint_for("2.2\n...\n1.1"), []).highlight
    assert (highlight.ghosts, highlight.limits) == ({0: 1, 1: 1}, {0: 1})


def test_a_step_of_the_walkthrough_shows_what_was_said_until_the_board_does():
    puzzle = read("2.2\n...\n1.1").puzzle
    with Solver(puzzle) as solver:
        steps = build_walkthrough(puzzle, solver).steps
    shown = [explain_step(step, "", []).highlight for step in steps]
    assert [(each.ghosts, each.limits) for each in shown] == [
        ({}, {0: 1}),
        ({0: 1, 1: 1}, {0: 1}),
        ({2: 1}, {}),
    ]


def test_differences_are_listed():
    puzzle = read("2.2\n...\n2.2").puzzle
    explanation = explain_difference(puzzle, bytes([1, 1, 1, 1]), bytes([0, 1, 2, 1]))
    assert explanation.heading == "Two solutions differ at 2 pairs of islands"
    assert [step.text for step in explanation.steps] == [
        "1 or no bridge between the 2 at ⟦0⟧ and the 2 at ⟦1⟧.",
        "1 or 2 bridges between the 2 at ⟦1⟧ and the 2 at ⟦3⟧.",
    ]
    assert explanation.steps[0].islands == [0, 1]


def test_no_more_differences_are_listed_than_can_be_read():
    puzzle = read(".".join("1" * 200)).puzzle
    explanation = explain_difference(puzzle, bytes(199), bytes([1] * 199))
    assert len(explanation.steps) == MAX_LISTED_DIFFERENCES
    assert "The first 100 differences are listed." in explanation.reasons


@pytest.mark.parametrize(("region", "words"), [((0,), "island."), ((0, 1), "islands.")])
def test_the_first_part_of_a_hint_speaks_of_as_many_islands_as_are_lit(region, words):
    hint = Hint(HintKind.STEP, "", (), region, level=Level.EASY)
    assert f"the highlighted {words}" in where_to_look(hint, []).reasons[0]


@pytest.mark.parametrize(
    ("states", "limits", "supposed"),
    [
        ({0: MARK}, {}, "no bridge"),
        ({0: 1}, {}, "a bridge"),
        ({0: 2}, {}, "2 bridges"),
        ({}, {0: 1}, "no more than 1 bridge"),
    ],
)
def test_the_first_part_of_a_what_if_says_what_to_suppose(states, limits, supposed):
    steps = (RefutationStep("", (1, 2), (0,), states, limits),)
    hint = Hint(HintKind.STEP, "", (), (1, 2, 3), level=Level.EXPERT, refutation=steps)
    where = where_to_look(hint, [])
    assert where.reasons == [f"Try it: suppose there were {supposed} between these two."]
    assert where.highlight.islands == {1: Role.HINT, 2: Role.HINT}
