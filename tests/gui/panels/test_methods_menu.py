"""Solve with another method, chosen in the menu with the mouse."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from hashi_gui import method_registry
from hashi_gui.core.rules import is_solution
from hashi_gui.gui.panels import methods_menu
from hashi_gui.gui.panels.methods_menu import describe_result
from hashi_gui.method_registry import METHODS
from hashi_gui.solving import Result, Status
from hashi_gui.solving.methods import SAT, Method

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

LEFT = Qt.MouseButton.LeftButton


def entries(player):
    """The methods in the menu."""
    menus = player.window.findChildren(QMenu)
    return next(m for m in menus if m.title() == "Solve with another &method").actions()


def click_entry(player, menu, text):
    """Click an entry of a menu bar or an open menu; returns its submenu, if it has one."""
    player.wait(menu.isVisible)
    entry = next(action for action in menu.actions() if action.text() == text)
    player.qtbot.mouseClick(menu, LEFT, pos=menu.actionGeometry(entry).center())
    return entry.menu()


def choose(player, method):
    solver = click_entry(player, player.window.menuBar(), "&Solver")
    click_entry(player, click_entry(player, solver, "Solve with another &method"), method)
    # The offscreen platform does not give the focus back when a menu closes.
    with player.qtbot.waitActive(player.window):
        player.window.activateWindow()


def with_methods(monkeypatch, *listed):
    """Have these methods alone, before the window opens."""
    for module in (method_registry, methods_menu):
        monkeypatch.setattr(
            module, "METHODS", MappingProxyType({method.name: method for method in listed})
        )


@pytest.mark.parametrize("method", ["sat", "astar", "backtracking", "brute-force", "deduction"])
def test_a_method_draws_its_solution_and_tells_time_and_work(player, method):
    choose(player, method)
    player.wait_for_solver()
    assert is_solution(player.puzzle, player.game.board.counts)
    assert player.bar.text.startswith(f"Solved by {method} in ")
    assert "s: " in player.bar.text


def test_the_answer_is_one_step_of_undo(player):
    player.window.controller.click_edge(0, marking=False)
    before = player.game.board
    choose(player, "astar")
    player.wait_for_solver()
    assert player.game.board != before
    player.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert player.game.board == before


def test_a_method_can_be_stopped_and_tells_what_it_has_done(play_on, hard):
    player = play_on(hard)
    choose(player, "backtracking")
    player.wait_for_progress()
    assert "Solving by backtracking" in player.texts
    player.key(Qt.Key.Key_Escape)
    player.wait(lambda: player.bar.text.startswith("Stopped backtracking after "))
    assert "decisions" in player.bar.text
    assert not any(player.game.board.counts)


def test_a_method_says_what_it_refuses(play_on, hard):
    player = play_on(hard)
    choose(player, "brute-force")
    player.wait(lambda: "assignments; at most 2^34 are supported." in player.bar.text)


def test_a_method_says_that_there_is_no_solution(play_on, unsolvable):
    player = play_on(unsolvable)
    player.wait_for_solver()
    choose(player, "backtracking")
    said = "This puzzle has no solution, says backtracking after "
    player.wait(lambda: player.bar.text.startswith(said))


def test_a_move_calls_a_method_off(play_on, hard):
    player = play_on(hard)
    choose(player, "astar")
    player.wait_for_progress()
    player.window.controller.click_edge(0, marking=False)
    player.wait(lambda: "Solving by astar" not in player.texts)
    assert sum(player.game.board.counts) == 1


def test_a_wrong_answer_is_drawn_and_called_wrong(play_on, several, monkeypatch):
    careless = Method("careless", "", "fast", lambda *_: bytes([1, 1, 1, 1]), complete=False)
    with_methods(monkeypatch, SAT, careless)
    player = play_on(several)
    player.wait_for_solver()
    choose(player, "careless")
    said = "No solution, though careless takes it for one. The island at row 0"
    player.wait(lambda: player.bar.text.startswith(said))
    assert player.game.board.counts == bytes([1, 1, 1, 1])


def test_a_method_that_is_not_installed_cannot_be_chosen(play_on, several, monkeypatch):
    with_methods(monkeypatch, SAT, replace(SAT, name="absent", library="no_such_module"))
    player = play_on(several)
    entry = entries(player)[1]
    assert not entry.isEnabled()
    assert entry.toolTip() == "It needs no_such_module, which is not installed"


def test_all_methods_are_in_the_menu_with_their_use(player):
    assert [entry.text() for entry in entries(player)] == list(METHODS)
    tip = f"The fastest method here, and the default ({SAT.source})"
    assert entries(player)[0].toolTip() == tip


def test_what_is_said_of_a_result(several):
    long = Result("astar", Status.NONE, None, 12.34, {"expanded": 123456, "engine": "none"})
    assert describe_result(several, long) == (
        "This puzzle has no solution, says astar after 12.3 s: expanded 123,456."
    )
    given = {name: {"conclusions": n} for name, n in zip("abcde", (0, 4, 2, 3, 1))}
    deduced = Result("deduction", Status.NONE, None, 0.0123, {"techniques": given})
    assert describe_result(several, deduced).endswith("deduction after 12.3 ms: b 4, d 3, c 2.")
    bare = Result("bare", Status.NONE, None, 0.001, {})
    assert describe_result(several, bare).endswith("bare after 1.0 ms.")
