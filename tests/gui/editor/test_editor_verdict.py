"""What the card and the board say of a draft, compared with a fresh solver."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random
from time import sleep

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget

from hashi_gui.core.board import Board
from hashi_gui.core.highlight import Role
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.editing import Draft
from hashi_gui.editing.analysis import analyse
from hashi_gui.generating import GeneratorOptions, generate
from hashi_gui.gui.editor.verdict_card import VerdictCard
from hashi_gui.gui.editor.verdict_presenter import HEADINGS, MOODS, overlay_for
from hashi_gui.gui.tasks import questions
from hashi_gui.gui.tasks.tasks import Task
from hashi_gui.gui.widgets.controls import filled
from hashi_gui.gui.widgets.messages import MessageBar
from hashi_gui.logic.rating.grading import grade
from hashi_gui.rendering.looks import Overlay
from hashi_gui.rendering.theme import LIGHT, ThemeSetting
from hashi_gui.solving import CancelToken, Shares, Solver, VerdictKind
from tests.gui.fitting import cut_off
from tests.measure.setter import Setter as RandomSetter
from tests.samples import find_all

CTRL = Qt.KeyboardModifier.ControlModifier
SQUARE = "2.2\n...\n2.2"
SEVERAL = "3.3\n...\n3.3"
NONE = "1.1.1.1"


def card_text(setter) -> str:
    return setter.card.text


def overlay_of(puzzle, draft) -> tuple[VerdictKind, Overlay]:
    """What a fresh solver says: the verdict, and the overlay without the shares."""
    with Solver(puzzle) as solver:
        kind = solver.verdict().kind
        if kind is VerdictKind.NONE:
            return kind, Overlay()
        bounds = solver.backbone(Board.empty(puzzle))
    return kind, overlay_for(bounds, None, draft.board_on(puzzle, (0, 0)))


def is_contradiction(puzzle, islands) -> bool:
    """Whether the clues of some islands, with the room that others leave them, cannot be."""
    ends = [(edge.a, edge.b) for edge in puzzle.edges]
    around = {end for pair in ends if islands & set(pair) for end in pair}
    clues = {
        island.cell: island.clue if island.id in islands | around else None
        for island in puzzle.islands
    }
    with Solver(Puzzle.from_clues(puzzle.rows, puzzle.cols, clues, puzzle.rules)) as solver:
        return solver.verdict().kind is VerdictKind.NONE


def check_verdict(setter) -> None:
    """Compare the verdict, if there is one already, with a fresh solver."""
    verdict, heading = setter.editor.verdicts.verdict, setter.card.heading
    if verdict is None:
        assert heading.property("mood") == "old"
    else:
        assert overlay_of(setter.draft.to_puzzle(), setter.draft)[0] is verdict.kind


def check_all(setter) -> VerdictKind:
    """Compare all that is shown of the draft, once it is settled, with a fresh solver."""
    draft, verdicts = setter.draft, setter.editor.verdicts
    card, scene = setter.card, setter.scene
    assert scene.draft_picture.draft is draft
    puzzle = draft.to_puzzle()
    kind, expected = overlay_of(puzzle, draft)
    assert verdicts.verdict.kind is kind
    assert card.heading.property("mood") == MOODS.get(kind, "")
    shown = scene.picture.overlay
    assert (shown.shared, shown.impossible) == (expected.shared, expected.impossible)
    assert shown.shading.keys() == expected.shading.keys()
    match kind:
        case VerdictKind.UNIQUE:
            assert card.heading.text() == HEADINGS[kind]
            fresh = grade(puzzle)
            assert card.details.text().startswith(fresh.level.capitalize())
            assert sum(times for _, times in card.techniques.rows) == sum(fresh.techniques.values())
            assert card.path.steps or verdicts.path is None  # It may take too long.
        case VerdictKind.SEVERAL:
            assert "solutions" in card.heading.text()
            assert f"in {len(expected.shading)} place" in card.details.text()
        case VerdictKind.NONE:
            assert card.heading.text() == HEADINGS[kind]
            assert not card.path.steps
            marked = {
                i for i, role in scene.picture.highlight.islands.items() if role is Role.CONFLICT
            }
            if marked:
                assert is_contradiction(puzzle, marked)
    return kind


def test_forbidden_loops_are_judged_at_once(edit):
    setter = edit(SEVERAL)
    setter.editor.controller.toggle_loops()
    setter.wait_until_settled()
    assert check_all(setter) is VerdictKind.NONE
    setter.editor.controller.toggle_loops()
    setter.wait_until_settled()
    assert check_all(setter) is VerdictKind.SEVERAL


@pytest.mark.parametrize(("options", "edits"), [((7, 7, 12), 100), ((15, 15, 60), 30)])
def test_in_a_session_nothing_wrong_and_nothing_old_is_ever_shown(setter, options, edits):
    made = generate(GeneratorOptions(*options, style="former"), 1)
    random, controller = Random(1), setter.editor.controller
    kinds = set()

    for puzzle in RandomSetter(made.puzzle, made.solution, 1).edits(edits):
        draft = Draft(puzzle.rows, puzzle.cols, puzzle.clues).with_bridges(setter.draft.bridges)
        controller.commit(draft)
        if random.random() < 0.3:
            edge = random.choice(puzzle.edges)
            a, b = puzzle.ends(edge.id)
            controller.cycle_bridge((a.cell, b.cell))
        if random.random() < 0.1:
            controller.undo()
        if random.random() < 0.5:
            setter.wait_until_settled()
            kinds.add(check_all(setter))
        else:
            setter.qtbot.wait(random.choice((0, 2, 20)))
            check_verdict(setter)
    setter.wait_until_settled()
    kinds.add(check_all(setter))
    assert kinds == {VerdictKind.UNIQUE, VerdictKind.SEVERAL, VerdictKind.NONE}


def test_the_haze_is_as_dense_as_the_share_of_the_solutions(edit):
    setter = edit(SEVERAL)
    puzzle = setter.draft.to_puzzle()
    solutions = find_all(puzzle)
    shares = Shares(
        tuple(
            tuple(sum(each[edge] == n for each in solutions) / len(solutions) for n in range(3))
            for edge in range(len(puzzle.edges))
        ),
        exact=True,
    )
    with Solver(puzzle) as solver:
        bounds = solver.backbone(Board.empty(puzzle))
    assert setter.scene.picture.overlay == overlay_for(bounds, shares, Board.empty(puzzle))
    assert card_text(setter).startswith("2 solutions") or "Two" in card_text(setter)


def test_the_solution_of_a_game_in_progress_is_hidden_until_it_is_asked_for(play_on):
    player = play_on(SQUARE)
    player.key(Qt.Key.Key_F2)
    editor, scene = player.window.editor, player.window.editor.page.scene
    player.wait(lambda: editor.verdicts.settled and editor.verdicts.only_solution)
    assert scene.picture.overlay == Overlay()
    player.accept("Show it")
    assert scene.picture.overlay.shared
    player.key(Qt.Key.Key_S)
    assert scene.picture.overlay == Overlay()


def test_while_the_verdict_is_not_known_nothing_old_stays(edit, monkeypatch):
    setter = edit(SQUARE)
    card = setter.card
    assert card.path.steps
    assert setter.scene.picture.overlay != Overlay()
    collect_reports(monkeypatch)
    setter.click(0, 0)
    setter.type("1")
    assert card.heading.property("mood") == "old"
    assert setter.scene.picture.overlay != Overlay()  # Does not flicker if the verdict comes soon.
    setter.wait(lambda: "Checking" in card_text(setter))
    assert setter.scene.picture.overlay == Overlay()
    assert not card.path.steps


def collect_reports(monkeypatch) -> list:
    """Let analyses find nothing; the functions by which they could report are collected."""
    reports = []

    def analysis(draft, _client, runner, show, end):
        document = draft.to_document()

        def work(token):
            reports.append(lambda found: runner.report(token, partial(show, document, found)))
            while True:
                token.raise_if_cancelled()
                sleep(0.005)

        return Task("", work, end)

    monkeypatch.setattr(questions, "analysis", analysis)
    return reports


def test_answers_that_come_after_the_next_edit_are_dropped(edit, monkeypatch):
    setter = edit(SQUARE)
    verdicts = setter.editor.verdicts
    reports = collect_reports(monkeypatch)
    setter.click(0, 0)
    setter.type("1")
    setter.wait(lambda: len(reports) == 1)
    setter.type("2")
    setter.wait(lambda: len(reports) == 2)
    findings = list(analyse(setter.draft.to_puzzle(), CancelToken()))
    for finding in findings:
        reports[0](finding)
    QApplication.processEvents()
    assert verdicts.verdict is None
    for finding in findings:
        reports[1](finding)
    QApplication.processEvents()
    assert verdicts.verdict.kind is VerdictKind.UNIQUE


def test_findings_during_a_drag_are_shown_after_it(edit, monkeypatch):
    setter = edit(SQUARE + "\n...\n...")
    reports = collect_reports(monkeypatch)
    setter.click(0, 0)
    setter.type("3")
    setter.wait(lambda: len(reports) == 1)
    setter.type("2")
    setter.wait(lambda: len(reports) == 2)
    expected = overlay_of(setter.draft.to_puzzle(), setter.draft)[1]
    setter.press(2, 2)
    setter.move(4, 2)
    setter.move(3, 1)  # Fewer edges than the draft has.
    for finding in list(analyse(setter.draft.to_puzzle(), CancelToken())):
        reports[-1](finding)
    setter.wait(lambda: setter.scene.picture.overlay == Overlay())
    setter.key(Qt.Key.Key_Escape)
    setter.wait(lambda: setter.scene.picture.overlay == expected)
    setter.wait(lambda: "One solution" in card_text(setter))


def test_what_is_wrong_stays_marked_after_a_drag_to_nowhere_and_at_the_cursor(edit):
    setter = edit(NONE)
    marked = setter.scene.picture.highlight.islands
    assert marked == {1: Role.CONFLICT}
    setter.drag((0, 6), (0, 5), (0, 6))
    assert setter.scene.picture.highlight.islands == {1: Role.CONFLICT, 3: Role.SELECTED}
    setter.click(0, 2)
    assert setter.selection == {(0, 2)}
    assert setter.scene.picture.highlight.islands == {1: Role.CONFLICT}
    setter.click(0, 0, Qt.KeyboardModifier.ShiftModifier)
    assert setter.scene.picture.highlight.islands == {0: Role.SELECTED, 1: Role.SELECTED}
    setter.key(Qt.Key.Key_Escape)
    assert not setter.selection
    assert setter.panel.isVisible()
    setter.key(Qt.Key.Key_Escape)
    assert not setter.panel.isVisible()


def test_a_step_of_the_path_is_shown_and_explained_and_closed_or_ended_by_an_edit(edit):
    setter = edit(SQUARE)
    overlay, path = setter.scene.picture.overlay, setter.card.path
    assert overlay.shared
    at = path.column_rect(1).center().toPoint()
    setter.qtbot.mouseClick(path, Qt.MouseButton.LeftButton, pos=at)
    steps = setter.editor.verdicts._path.steps
    assert setter.scene.picture.board == steps[1].board
    assert setter.scene.picture.overlay == Overlay()
    panel = setter.panel
    assert panel.isVisible()
    next(b for b in panel.findChildren(QPushButton) if b.text() == "Close").click()
    assert not any(setter.scene.picture.board.counts)
    assert setter.scene.picture.overlay == overlay
    assert not setter.draft.bridges
    setter.editor.verdicts.show_step(1)
    setter.click(0, 0)
    setter.type("3")
    assert setter.scene.picture.board == setter.draft.board_on(
        setter.scene.picture.puzzle, setter.scene.draft_picture.origin
    )
    assert not panel.isVisible()
    bar = setter.window.context.messages.bar
    bar.show_message("", ("Next for Tab", print))
    setter.wait_until_settled()
    setter.wait(lambda: bar.button("Next for Tab").isVisible())
    panel.close_button.setFocus()
    setter.editor.verdicts.clear_explanation()
    assert setter.editor.view.hasFocus()
    bar.button("Next for Tab").setFocus()
    bar.show_message("")
    assert setter.editor.view.hasFocus()


def test_a_bridge_that_is_in_no_solution_is_marked(edit):
    setter = edit("2.1.1")
    setter.click(0, 2)
    setter.type("1")
    setter.key(Qt.Key.Key_B)
    setter.drag((0, 0), (0, 2))
    setter.drag((0, 0), (0, 2))
    setter.click(0, 2)
    setter.type("3")
    setter.wait_until_settled()
    assert setter.clues == {(0, 0): 2, (0, 2): 3, (0, 4): 1}
    assert setter.scene.picture.overlay.impossible == frozenset()
    setter.drag((0, 2), (0, 4))
    setter.drag((0, 2), (0, 4))
    setter.click(0, 2)
    setter.type("3")
    setter.click(0, 4)
    setter.type("1")
    setter.wait_until_settled()
    assert setter.scene.picture.overlay.impossible == {1}


def test_every_theme_shows_the_draft_in_its_colours(edit):
    setter = edit(SQUARE)
    preferences = setter.window.context.preferences
    overlay, selection = setter.scene.picture.overlay, setter.selection
    for theme in (ThemeSetting.DARK, ThemeSetting.LIGHT):
        preferences.set(replace(preferences.current, theme=theme))
        assert setter.scene.theme == preferences.current.board_theme()
        assert setter.scene.picture.overlay == overlay
        assert setter.selection == selection
        image = setter.view.grab().toImage()
        corner = setter.view.mapFromScene(setter.scene.cell_rect((1, 1)).topLeft())
        ratio = image.devicePixelRatio()
        colour = image.pixelColor(int(corner.x() * ratio), int(corner.y() * ratio))
        assert colour == QColor(setter.scene.theme.water)


def test_texts_of_twice_the_size_are_not_cut_off(qtbot, qapp):
    usual = qapp.font()
    large = QFont(usual)
    large.setPointSizeF(2 * usual.pointSizeF())
    qapp.setFont(large)
    try:
        window = QWidget()
        qtbot.addWidget(window)
        card, bar = VerdictCard(LIGHT), MessageBar()
        filled(QVBoxLayout(window), card, None, bar)
        bar.show_message("Welcome back! Everything is as you left it.", ("Start over", print))
        card.show_verdict("One solution")
        card.show_counts({"Only one way out": 3, "Blocked": 1})
        window.setFixedSize(640, 700)
        window.show()
        assert list(cut_off()) == []
        assert card.techniques.height() >= 2 * card.techniques.fontMetrics().height()
    finally:
        qapp.setFont(usual)
