"""The dialog of solving methods, and what the message bar shows about their results."""

from dataclasses import replace
from threading import Event
from types import MappingProxyType

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication

from hashi_gui.core.rules import is_solution
from hashi_gui.gui.teaching.methods import describe_result, methods_dialog
from hashi_gui.lab import methods
from hashi_gui.lab.methods import METHODS, Method, solve
from hashi_gui.lab.methods.exact import SAT
from hashi_gui.solving import MethodResult, Status
from tests.menus import action


@pytest.fixture
def dialog(player):
    """The dialog of the methods; what is chosen there is not done."""
    return methods_dialog(player.window, lambda method: None)


def choose(player, method):
    """Choose a method in the dialog as soon as that is open."""

    def accept():
        dialog = QApplication.activeModalWidget()
        dialog.switch.setChecked(True)
        (item,) = dialog.list.findItems(method, Qt.MatchFlag.MatchExactly)
        dialog.list.setCurrentItem(item)
        dialog.buttons.accept_button.click()

    QTimer.singleShot(0, accept)
    action(player.window, "Solve by a method…").trigger()
    # The offscreen platform does not give the focus back when a dialog closes.
    with player.qtbot.waitActive(player.window):
        player.window.activateWindow()
    player.view.setFocus()


def set_methods(monkeypatch, *chosen):
    """Replace all methods; must be called before the window opens."""
    listed = MappingProxyType({method.name: method for method in chosen})
    monkeypatch.setattr(methods, "METHODS", listed)


def test_a_method_draws_its_solution_in_one_step_and_shows_its_time_and_statistics(player):
    for method in ("sat", "astar", "backtracking", "brute-force", "deduction"):
        player.controller.click_edges((0,), marking=False)
        before = player.game.board
        choose(player, method)
        player.wait_for_solver()
        assert is_solution(player.puzzle, player.game.board.counts)
        assert player.bar.text.startswith(f"Solved by {method} in ")
        assert "s: " in player.bar.text
        player.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert player.game.board == before
        player.controller.restart()


def test_esc_stops_a_method_which_shows_its_statistics_but_no_move_does(play_on, hard, monkeypatch):
    started = Event()

    def solve_and_say_so(*args, **options):
        started.set()
        return solve(*args, **options)

    monkeypatch.setattr(methods, "solve", solve_and_say_so)
    player = play_on(hard)
    choose(player, "backtracking")
    player.wait(lambda: started.is_set() and "Solving with backtracking" in player.texts)
    player.controller.click_edges((0,), marking=False)
    assert "Solving with backtracking" in player.texts
    assert sum(player.game.board.counts) == 1
    player.key(Qt.Key.Key_Escape)
    player.wait(lambda: player.bar.text.startswith("Stopped backtracking after "))
    assert "decisions" in player.bar.text
    assert sum(player.game.board.counts) == 1


def test_a_method_explains_why_it_cannot_solve_a_puzzle(play_on, hard):
    player = play_on(hard)
    choose(player, "brute-force")
    player.wait(lambda: "assignments; at most 2^34 are supported." in player.bar.text)


def test_a_wrong_solution_is_drawn_and_reported(play_on, several, monkeypatch):
    careless = Method("careless", "", "fast", lambda *_: bytes([1, 1, 1, 1]), complete=False)
    set_methods(monkeypatch, SAT, careless)
    player = play_on(several)
    player.wait_for_solver()
    choose(player, "careless")
    message = "careless returned a wrong solution. The island at row 1"
    player.wait(lambda: player.bar.text.startswith(message))
    assert player.game.board.counts == bytes([1, 1, 1, 1])


def test_a_method_whose_library_is_missing_says_so(monkeypatch, player):
    set_methods(monkeypatch, SAT, replace(SAT, name="absent", library="no_such_module"))
    dialog = methods_dialog(player.window, lambda method: None)
    dialog.list.setCurrentRow(1)
    assert dialog.text.toPlainText() == "Requires no_such_module, which is not installed."
    assert not dialog.buttons.accept_button.isEnabled()


def test_all_methods_are_listed_with_their_purpose_and_those_that_may_err_on_request(dialog):
    def listed():
        items = [dialog.list.item(row) for row in range(dialog.list.count())]
        return [item.text() for item in items if not item.isHidden()]

    assert listed() == [name for name, method in METHODS.items() if method.complete]
    dialog.switch.click()
    assert listed() == list(METHODS)
    dialog.list.setCurrentRow(listed().index("sat"))
    shown = f"The fastest on puzzles that people play.\n\n{SAT.source}"
    assert dialog.text.toPlainText() == shown
    dialog.list.setCurrentRow(listed().index("ilp-v1"))
    dialog.switch.click()
    assert not dialog.list.currentItem().isHidden()


def test_the_message_for_a_result_has_its_time_and_statistics(several):
    stats = {"expanded": 123456, "engine": "none"}
    long = MethodResult("astar", Status.NONE, None, 12.34, 12.3, stats)
    assert describe_result(several, long) == (
        "This puzzle has no solution. Found by astar in 12.3 s. In numbers: expanded 123,456."
    )
    techniques = {name: {"conclusions": n} for name, n in zip("abcde", (0, 4, 2, 3, 1))}
    deduced = MethodResult("deduction", Status.NONE, None, 0.0123, 0.01, {"techniques": techniques})
    assert describe_result(several, deduced).endswith("in 12.3 ms. In numbers: b 4, d 3, c 2.")
    bare = MethodResult("bare", Status.NONE, None, 0.001, 0.001, {})
    assert describe_result(several, bare).endswith("bare in 1.0 ms.")
