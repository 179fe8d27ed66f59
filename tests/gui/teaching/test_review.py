import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel

from hashi_gui.core.board import Board, LogEntry, LogKind, Move, board_after
from hashi_gui.core.highlight import Role
from hashi_gui.formats import read
from hashi_gui.gui.teaching.review import explain_review
from hashi_gui.gui.window.main_window import MainWindow
from hashi_gui.logic.teaching.explanation import lit
from hashi_gui.logic.teaching.review import Judgement, Moment, Pause, Review
from hashi_gui.solving import solve

LEFT = Qt.MouseButton.LeftButton
R, DOWN, ESC = Qt.Key.Key_R, Qt.Key.Key_Down, Qt.Key.Key_Escape
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def window_class():
    """The whole one: a click ends a replay by way of the past games."""
    return MainWindow


@pytest.fixture
def bar(player):
    return player.window.teaching.presenter.reviews.bar


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
    player.ask(R)
    assert bar.isVisible()
    return player


def log_of(player):
    return player.game.to_document().game.log


def test_without_a_move_there_is_nothing_to_review(player, bar):
    player.key(R)
    assert player.bar.text == "There are no moves to review yet."
    assert not bar.isVisible()


def test_a_step_of_the_review_shows_the_board_of_that_moment(reviewed, bar):
    assert reviewed.panel.explanation.heading == "Your game"
    assert "5 moves: " in reviewed.panel.text
    steps = reviewed.panel.explanation.steps
    assert len(steps) == 2
    assert steps[0].text.startswith("One bridge too many at ")
    assert steps[1].text.startswith("Corrected")
    for step in steps:
        reviewed.key(DOWN)
        assert reviewed.scene.picture.board == step.board
        shown = board_after(Board.empty(reviewed.puzzle), log_of(reviewed)[: bar.slider.value()])
        assert shown == step.board


def test_slider_and_keys_show_the_board_after_so_many_changes_and_what_is_said_of_it(reviewed, bar):
    log, letters = log_of(reviewed), reviewed.panel.explanation.letters()
    assert letters
    assert bar.slider.maximum() == len(log) == 5
    rows = [reviewed.panel.step_row(number) for number in range(2)]
    for go, changes, selected in (
        (3, 3, [1]),
        (Qt.Key.Key_Home, 0, []),
        (1, 1, []),
        (Qt.Key.Key_Right, 2, [0]),
        (Qt.Key.Key_Left, 1, []),
        (Qt.Key.Key_End, 5, [1]),
        (Qt.Key.Key_Right, 5, [1]),
        (2, 2, [0]),
        (QPoint(1, 5), 0, []),
    ):
        if isinstance(go, Qt.Key):
            reviewed.key(go)
        elif isinstance(go, QPoint):
            reviewed.qtbot.mouseClick(bar.slider, Qt.MouseButton.LeftButton, pos=go)
        else:
            bar.slider.setValue(go)
        assert bar.slider.value() == changes
        expected = board_after(Board.empty(reviewed.puzzle), log[:changes])
        assert reviewed.scene.picture.board == expected
        assert bar.text.startswith(f"Move {changes} of 5 · ")
        assert reviewed.scene.picture.highlight.letters == letters
        assert [n for n, row in enumerate(rows) if row.property("selected")] == selected


def test_a_review_that_a_key_opens_from_the_card_leaves_the_keyboard_to_the_board(player, bar):
    player.finish()
    player.finish_card.review_button.setFocus()
    player.ask(Qt.Key.Key_Space)
    player.key(Qt.Key.Key_Left)
    assert bar.slider.value() == bar.slider.maximum() - 1


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
            reviewed.ask(Qt.Key.Key_H)
    assert not bar.isVisible()
    assert reviewed.game.board == before
    assert reviewed.scene.picture.board == before


def test_the_clock_of_the_game_stands_still_during_its_review(reviewed, bar):
    clock = reviewed.game.clock
    assert not clock.running
    ((_text, ask_why),) = reviewed.panel.explanation.steps[0].buttons
    ask_why()
    reviewed.wait_for_solver()
    assert not clock.running
    reviewed.ask(R)
    assert not clock.running
    reviewed.key(ESC)
    assert clock.running


def test_the_window_can_be_closed_during_a_replay(reviewed, bar):
    reviewed.qtbot.mouseClick(bar.play_button, LEFT)
    assert reviewed.window.close()


def test_why_a_move_was_wrong_is_shown_on_the_board_of_that_moment(reviewed, bar):
    page = reviewed.panel.explanation
    number = next(n for n, step in enumerate(page.steps) if step.buttons)
    ((text, ask_why),) = page.steps[number].buttons
    assert text == "Why?"
    ask_why()
    reviewed.wait_for_solver()
    assert reviewed.panel.explanation.heading == "Why it was wrong"
    assert reviewed.scene.picture.board == page.steps[number].board
    assert bar.isVisible()
    reviewed.accept("‹ Back to the review")
    assert reviewed.panel.explanation is page
    assert reviewed.scene.picture.board == page.steps[number].board
    ask_why()
    reviewed.wait_for_solver()
    bar.slider.setValue(4)
    assert reviewed.panel.explanation is page


def test_why_can_be_asked_with_the_keyboard(reviewed, bar):
    for _ in range(40):
        reviewed.qtbot.keyClick(reviewed.window.focusWidget(), Qt.Key.Key_Tab)
        if isinstance(reviewed.window.focusWidget(), QLabel):
            reviewed.qtbot.keyClick(reviewed.window.focusWidget(), Qt.Key.Key_Return)
            reviewed.wait_for_solver()
        if reviewed.panel.explanation.heading != "Your game":
            break
    assert reviewed.panel.explanation.heading == "Why it was wrong"


PUZZLE = read("4.3\n...\n3.2").puzzle
DRAWN = Move(((0, 1),))


def page_of(*args):
    """The page about a game."""
    return explain_review(PUZZLE, Board.empty(PUZZLE), Review(*args), print, print)


def test_a_wrong_move_is_said_before_the_pause_that_follows_it():
    log = [LogEntry(7.4999, LogKind.MOVE, DRAWN), LogEntry(20.0, LogKind.UNDO, Move(((0, 0),)))]
    wrong, right = (
        Moment(0, log[0], 7.4999, Judgement.WRONG, correction=Move(((0, 0),))),
        Moment(1, log[1], log[1].seconds - log[0].seconds + 1e-9, Judgement.CORRECTION),
    )
    pause = Pause(right, on_mistake=True)
    page = page_of((wrong, right), (pause,), 12.5)
    assert [step.text.split()[0] for step in page.steps] == ["One", "You", "Corrected:"]


@pytest.mark.parametrize("judgement", [Judgement.DEDUCED, Judgement.WRONG])
def test_the_technique_of_the_longest_pause_can_be_practised_after_a_clean_game(judgement):
    entry = LogEntry(20.0, LogKind.MOVE, DRAWN)
    move = Moment(0, entry, 20.0, judgement, correction=Move(((0, 0),)))
    page = page_of((move,), (Pause(move, "Full house"),), 0.0)
    offered = judgement is Judgement.DEDUCED
    assert page.technique == ("Full house" if offered else "")
    assert [text for text, _ in page.buttons] == ["A puzzle for you"] * offered


def test_where_a_technique_would_have_helped_is_highlighted():
    moves = [LogEntry(second, LogKind.MOVE, DRAWN) for second in (1.0, 20.0)]
    first, second = (Moment(n, entry, 19.0, Judgement.DEDUCED) for n, entry in enumerate(moves))
    pauses = Pause(first, "Full house", lit(Role.HINT, [0, 1], [2])), Pause(second)
    shown = [step.highlight for step in page_of((first, second), pauses, 0.0).steps]
    assert [(*each.islands, *each.edges) for each in shown] == [(0, 1, 2), (0,)]
