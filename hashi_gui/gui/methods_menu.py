"""Solve with another method: the menu of them, and what is said when one comes back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from PySide6.QtWidgets import QMenu

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import solution_fault
from hashi_gui.methods import METHODS
from hashi_gui.solving import CannotSolve, Result, Status

MOST_TECHNIQUES = 3
"""How many of the techniques of a deduction are named: those that gave most."""


def methods_menu(parent: QMenu, choose: Callable[[str], None]) -> QMenu:
    """A submenu of all methods; ``choose`` gets the name of one."""
    menu = QMenu("Solve with another &method", parent)
    menu.setToolTipsVisible(True)
    for name, method in METHODS.items():
        action = menu.addAction(name)
        action.triggered.connect(lambda _, name=name: choose(name))
        action.setToolTip(f"{method.advice[0].upper()}{method.advice[1:]} ({method.source})")
        if not method.installed:
            action.setEnabled(False)
            action.setToolTip(f"It needs {method.library}, which is not installed")
    return menu


def outcome(puzzle: Puzzle, result: Result | CannotSolve) -> str:
    """What came of a method: its answer, its time and its work."""
    if isinstance(result, CannotSolve):
        return str(result)
    return f"{_answer(puzzle, result)} {_work(result)}"


def _answer(puzzle: Puzzle, result: Result) -> str:
    match result.status:
        case Status.SOLVED:
            return "Solved by the program."
        case Status.NONE:
            return "This puzzle has no solution."
        case Status.STOPPED:
            return "Stopped."
        case Status.WRONG:
            assert result.counts is not None
            return f"This is no solution. {solution_fault(puzzle, result.counts)}"


def _work(result: Result) -> str:
    """Like "astar, 0.012 s: expanded 44, generated 87"."""
    time = f"{result.method}, {_seconds(result.seconds)}"
    figures = ", ".join(_figures(result.stats))
    return f"{time}: {figures}." if figures else f"{time}."


def _seconds(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds >= 1 else f"{1000 * seconds:.1f} ms"


def _figures(stats: Mapping[str, Any]) -> Iterator[str]:
    for name, figure in stats.items():
        if isinstance(figure, Mapping):
            given = {technique: work["conclusions"] for technique, work in figure.items()}
            most = sorted(filter(given.get, given), key=given.__getitem__, reverse=True)
            for technique in most[:MOST_TECHNIQUES]:
                yield f"{technique} {given[technique]}"
        elif isinstance(figure, int):
            yield f"{name.replace('_', ' ')} {figure:,}"
