from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from hashi_gui.core.board import Board, LogEntry, LogKind, Move, board_after
from hashi_gui.gui.teaching.review import explain_review
from hashi_gui.gui.window.main_window import MainWindow
from hashi_gui.logic.review import Judgement, Moment, Pause, Review
from hashi_gui.method_registry import solve

LEFT = Qt.MouseButton.LeftButton
R, DOWN, ESC = Qt.Key.Key_R, Qt.Key.Key_Down, Qt.Key.Key_Escape
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def window_class():
    """The whole one: a click ends a replay by way of the past games."""
    return MainWindow


@pytest.fixture
def bar(player):
    return player.window.teaching.replay_bar


@pytest.fixture
def reviewed(player, bar):
    """A game with a wrong move that was undone, and its review."""
    solution = solve(player.puzzle).counts
    wrong = next(edge for edge, count in enumerate(solution) if not count)
    right = [edge for edge, count in enumerate(solution) if count][:3]
    for edge in (right[0], wrong):
        player.controller.click_edges((edge,), False)
    player.key(Qt.Key.Key_Z, CTRL)
    for edge in right[1:]:
        player.controller.click_edges((edge,), False)
    player.key(R)
    player.wait_for_solver()
    assert bar.isVisible()
    return player


def log_of(player):
    return player.game.to_document().game.log


def test_without_a_move_there_is_nothing_to_review(player, bar):
    player.key(R)
    assert player.bar.text == "There are no moves to review yet."
    assert not bar.isVisible()


def test_the_review_says_how_many_moves_were_of_each_kind(reviewed):
    assert reviewed.panel.explanation.heading == "Your game"
    assert " moves: " in reviewed.panel.text


def test_a_step_of_the_review_shows_the_board_of_that_moment(reviewed, bar):
    steps = reviewed.panel.explanation.steps
    assert "A wrong move" in steps[0].text
    assert "Corrected" in steps[1].text
    for step in steps:
        reviewed.key(DOWN)
        assert reviewed.scene.picture.board == step.board
        shown = board_after(Board.empty(reviewed.puzzle), log_of(reviewed)[: bar.slider.value()])
        assert shown == step.board


def test_the_slider_shows_the_board_after_so_many_changes(reviewed, bar):
    log = log_of(reviewed)
    assert bar.slider.maximum() == len(log) == 5
    for changes in (3, 0, 5):
        bar.slider.setValue(changes)
        expected = board_after(Board.empty(reviewed.puzzle), log[:changes])
        assert reviewed.scene.picture.board == expected
        assert bar.text.startswith(f"{changes} / 5 · ")
    assert reviewed.game.board == expected


def test_a_replay_runs_to_the_end_and_can_be_paused(reviewed, bar):
    bar.speeds.setCurrentIndex(bar.speeds.count() - 1)
    reviewed.qtbot.mouseClick(bar.play_button, LEFT)
    reviewed.wait(lambda: bar.slider.value() == 5)
    assert bar.play_button.toolTip() == "Play"
    reviewed.qtbot.mouseClick(bar.play_button, LEFT)
    assert bar.play_button.toolTip() == "Pause"
    reviewed.qtbot.mouseClick(bar.play_button, LEFT)
    assert bar.play_button.toolTip() == "Play"


@pytest.mark.parametrize("way", ["escape", "button", "click", "hint"])
def test_the_game_comes_back(reviewed, bar, way):
    bar.slider.setValue(1)
    before = reviewed.game.board
    match way:
        case "escape":
            reviewed.key(ESC)
        case "button":
            reviewed.qtbot.mouseClick(bar.close_button, LEFT)
        case "click":
            reviewed.click(3, 4)
        case "hint":
            reviewed.key(Qt.Key.Key_H)
            reviewed.wait_for_solver()
    assert not bar.isVisible()
    assert reviewed.game.board == before
    assert reviewed.scene.picture.board == before


def test_the_window_can_be_closed_during_a_replay(reviewed, bar):
    reviewed.qtbot.mouseClick(bar.play_button, LEFT)
    assert reviewed.window.close()


def test_left_and_right_step_through_the_replay(reviewed, bar):
    for key, changes in ((Qt.Key.Key_Right, 5), (Qt.Key.Key_Left, 4), (Qt.Key.Key_Left, 3)):
        reviewed.key(key)
        assert bar.slider.value() == changes
    expected = board_after(Board.empty(reviewed.puzzle), log_of(reviewed)[:3])
    assert reviewed.scene.picture.board == expected


def test_a_wrong_move_is_said_before_the_pause_that_follows_it():
    log = [LogEntry(7.4999, LogKind.MOVE, Move()), LogEntry(20.0, LogKind.UNDO, Move())]
    wrong, right = (
        Moment(0, log[0], 7.4999, Judgement.WRONG),
        Moment(1, log[1], log[1].seconds - log[0].seconds + 1e-9, Judgement.CORRECTION),
    )
    pause = Pause(right, on_mistake=True)
    page = explain_review(Board(b""), Review((wrong, right), (pause,), 12.5))
    assert [step.text.split(":")[0].split(" of")[0] for step in page.steps] == [
        "A wrong move",
        "A pause",
        "Corrected",
    ]


@pytest.mark.parametrize("judgement", [Judgement.DEDUCED, Judgement.WRONG])
def test_the_technique_of_the_longest_pause_can_be_practised_after_a_clean_game(judgement):
    move = Moment(0, LogEntry(20.0, LogKind.MOVE, Move()), 20.0, judgement)
    page = explain_review(Board(b""), Review((move,), (Pause(move, "Full house"),), 0.0))
    offered = judgement is Judgement.DEDUCED
    assert page.can_be_practised is offered
    assert page.technique == ("Full house" if offered else "")
