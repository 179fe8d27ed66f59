"""Solve with another method: the menu of them, and what is said when one comes back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from PySide6.QtWidgets import QMenu, QWidget

from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import solution_fault
from hashi_gui.method_registry import METHODS
from hashi_gui.solving import Result, Status
from hashi_gui.solving.methods import UnsupportedPuzzleError

MOST_TECHNIQUES = 3
"""How many of the techniques of a deduction are named: those that gave most."""


def methods_menu(parent: QWidget, choose: Callable[[str], None]) -> QMenu:
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


def describe_result(puzzle: Puzzle, result: Result | UnsupportedPuzzleError) -> str:
    """What came of a method: its answer, its time and its work."""
    if isinstance(result, UnsupportedPuzzleError):
        return str(result)
    figures = ", ".join(_figures(result.stats))
    spent = _seconds(result.seconds) + (f": {figures}." if figures else ".")
    match result.status:
        case Status.SOLVED:
            return f"Solved by {result.method} in {spent}"
        case Status.NONE:
            return f"This puzzle has no solution, says {result.method} after {spent}"
        case Status.STOPPED:
            return f"Stopped {result.method} after {spent}"
        case Status.WRONG:
            assert result.counts is not None
            fault = solution_fault(puzzle, result.counts)
            return f"No solution, though {result.method} takes it for one. {fault} It took {spent}"


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
