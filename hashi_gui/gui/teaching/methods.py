"""The dialog of solving methods, the question to one of them, and the message about its result."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QWidget

from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _, translated
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import solution_fault
from hashi_gui.core.wording import decimal_number, listed, long_number, sentences
from hashi_gui.game import Game
from hashi_gui.gui.tasks.questions import Question
from hashi_gui.gui.widgets.dialogs import Choice, ListDialog
from hashi_gui.solving import CancelToken, MethodResult, Status, UnsupportedPuzzleError
from hashi_gui.system.machine import available_cores

if TYPE_CHECKING:
    from hashi_gui.lab.methods import Method
    from hashi_gui.solving import Solver

MAX_TECHNIQUES = 3
"""How many techniques are named in the result of deduction: the most frequent ones."""


def methods_dialog(parent: QWidget, solve_by: Callable[[str], object]) -> ListDialog:
    """All methods to choose from; ``solve_by`` is called with the name of the chosen one."""
    from hashi_gui.lab.methods import METHODS

    choices = [
        Choice(name, partial(_describe, method), partial(solve_by, name), not method.complete)
        for name, method in METHODS.items()
    ]
    rare = _("Show methods that leave out a rule, so that their answers may be wrong")
    return ListDialog(_("Solve by a method"), parent, _("Solve"), choices, rare)


def _describe(method: Method) -> str:
    """What a method is for. Raises HashiError if it is not installed."""
    if not method.installed:
        raise HashiError(
            _("Requires {library}, which is not installed.").format(library=method.library)
        )
    return f"{translated(method.advice)}\n\n{translated(method.source)}"


def solution_by(
    game: Game, method: str, show: Callable[[MethodResult | UnsupportedPuzzleError], None]
) -> Question[MethodResult | UnsupportedPuzzleError]:
    """The result of another solving method, which starts from scratch."""
    from hashi_gui.lab.methods import solve

    puzzle = game.puzzle

    def work(_solver: Solver, token: CancelToken) -> MethodResult | UnsupportedPuzzleError:
        try:
            return solve(puzzle, method, token, threads=available_cores())
        except UnsupportedPuzzleError as error:
            return error

    return Question(_("Solving with {method}").format(method=method), puzzle, work, show)


def describe_result(puzzle: Puzzle, result: MethodResult | UnsupportedPuzzleError) -> str:
    """The result of a method as a message: its answer, its time and its statistics."""
    if isinstance(result, UnsupportedPuzzleError):
        return str(result)
    fault = None
    match result.status:
        case Status.SOLVED:
            text = _("Solved by {method} in {time}.")
        case Status.NONE:
            text = _("This puzzle has no solution. Found by {method} in {time}.")
        case Status.STOPPED:
            text = _("Stopped {method} after {time}.")
        case Status.WRONG:
            assert result.counts is not None
            fault = solution_fault(puzzle, result.counts)
            text = _("{method} returned a wrong solution. {fault} It took {time}.")
    time, figures = _format_time(result.seconds), listed(_format_statistics(result.stats))
    return sentences(
        text.format(method=result.method, fault=fault, time=time),
        _("In numbers: {figures}.").format(figures=figures) if figures else "",
    )


def _format_time(seconds: float) -> str:
    if seconds >= 1:
        return _("{n} s").format(n=decimal_number(seconds))
    return _("{n} ms").format(n=decimal_number(1000 * seconds))


def _format_statistics(stats: Mapping[str, Any]) -> Iterator[str]:
    for name, value in stats.items():
        if isinstance(value, Mapping):
            counts = {technique: work["conclusions"] for technique, work in value.items()}
            by_count = sorted(filter(counts.get, counts), key=counts.__getitem__, reverse=True)
            for technique in by_count[:MAX_TECHNIQUES]:
                yield f"{translated(technique)} {counts[technique]}"
        elif isinstance(value, int):
            yield f"{name.replace('_', ' ')} {long_number(value)}"
