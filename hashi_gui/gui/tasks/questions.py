"""What game and editor ask about a puzzle: for each question its label, its work, and what shows
the answer.

Only this module of the window calls the solver; the methods of the lab are asked by
:mod:`hashi_gui.gui.teaching.methods`. The work happens in the thread of a lane; everything it
needs of the game or the draft is taken when the question is made, in the GUI thread. What would
take the interpreter lock from the window for long, counting and the analysis of a draft, happens
in a process that the lane waits for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Generic

from PySide6.QtCore import QObject

from hashi_gui.core.board import Board, Move
from hashi_gui.core.i18n import _, translated
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.formats import Document, PuzzleInfo
from hashi_gui.game import Game
from hashi_gui.gui.tasks.tasks import Answer, Lane, Task, TaskRunner, Tasks
from hashi_gui.rendering.geometry import CellArea
from hashi_gui.solving import Cancelled, CancelToken, Count, Verdict
from hashi_gui.system.machine import available_cores

if TYPE_CHECKING:
    from hashi_gui.editing import Draft
    from hashi_gui.editing.analysis import AnalysisClient, Finding
    from hashi_gui.logic.teaching.explanation import Explanation
    from hashi_gui.logic.teaching.review import Review
    from hashi_gui.logic.teaching.walkthrough import Walkthrough
    from hashi_gui.solving import Solver

COUNT_SECONDS, COUNT_MEMORY = 20, 400_000_000
"""How long solutions are counted in the background, and how many bytes the states may take."""


@dataclass(frozen=True, slots=True, eq=False)
class Question(Generic[Answer]):
    """A question about a puzzle or about the board of a game.

    ``label`` says what is going on while the player waits. ``work`` gets a solver that has the
    puzzle loaded. ``show`` shows the answer, in the GUI thread. ``revision`` is that of the board
    in question, None for a question about the puzzle alone, whose answer outlives moves.
    """

    label: str
    puzzle: Puzzle
    work: Callable[[Solver, CancelToken], Answer]
    show: Callable[[Answer], None]
    revision: int | None = None


class WarmSolver:
    """A solver that is reused as long as the puzzle stays the same. Lives in one thread."""

    def __init__(self) -> None:
        self._solver: Solver | None = None

    def answer(self, question: Question[Answer], token: CancelToken) -> Answer:
        """Do the work of a question; after an error a new solver is made the next time."""
        from hashi_gui.solving import Solver

        if self._solver is None or self._solver.puzzle is not question.puzzle:
            self._discard()
            self._solver = Solver(question.puzzle, threads=available_cores())
        try:
            return question.work(self._solver, token)
        except Cancelled:
            raise
        except Exception:
            self._discard()
            raise

    def _discard(self) -> None:
        if self._solver is not None:
            self._solver.close()
            self._solver = None


class SolverRunner(TaskRunner):
    """Answers questions, one at a time; an answer about a board that has changed is dropped."""

    def __init__(self, tasks: Tasks, lane: Lane, parent: QObject) -> None:
        super().__init__(tasks, lane, parent)
        self._warm_solver = WarmSolver()

    def ask(self, question: Question[Any]) -> None:
        """Ask a question in place of the current one."""
        work = partial(self._warm_solver.answer, question)
        self.start(Task(question.label, work, question.show, question.revision))

    def board_changed(self, revision: int) -> Task[Any] | None:
        """Drop a question about a board that is not the current one any more, and return it."""
        task = self.current
        if task is None or task.revision in (None, revision):
            return None
        self.discard()
        return task


def hint(
    game: Game,
    show: Callable[[Explanation], None],
    visible: CellArea | None = None,
    *,
    hurry: bool = True,
) -> Question[Explanation]:
    """The next step, or the mistake that prevents one; perhaps an easy one that is found soon."""
    from hashi_gui.logic.teaching.hints import next_hint

    puzzle, board, past = game.puzzle, game.board, game.past_boards

    def work(solver: Solver, token: CancelToken) -> Explanation:
        seen = () if visible is None else _islands_in(puzzle, visible)
        return next_hint(puzzle, board, solver, token, past, seen, hurry=hurry)

    return Question(_("Looking for a hint"), puzzle, work, show, game.revision)


def easiest_hint(
    game: Game, shown: Explanation, show: Callable[[Explanation], None], visible: CellArea | None
) -> Question[Explanation]:
    """The easiest next step or reason, while a hint is shown already: nobody waits for it."""
    from hashi_gui.logic.teaching.explanation import ExplanationKind

    is_mistake = shown.kind is ExplanationKind.MISTAKE
    label = _("Looking for the reason") if is_mistake else _("Looking for an easier step")
    return replace(hint(game, show, visible, hurry=False), label=label, revision=None)


def example(
    game: Game, technique: str, show: Callable[[Explanation | None], None]
) -> Question[Explanation | None]:
    """A place where a technique applies; None if there is none."""
    from hashi_gui.logic.teaching.hints import hint_from_technique

    puzzle, board = game.puzzle, game.board
    return Question(
        _("Looking for “{technique}”").format(technique=translated(technique)),
        puzzle,
        lambda solver, token: hint_from_technique(technique, puzzle, board, solver, token),
        show,
        game.revision,
    )


def walkthrough(
    game: Game, show: Callable[[Walkthrough | None], None]
) -> Question[Walkthrough | None]:
    """The whole solution step by step; None if there is no solution."""
    from hashi_gui.logic.teaching.walkthrough import build_walkthrough

    puzzle = game.puzzle

    def work(solver: Solver, token: CancelToken) -> Walkthrough | None:
        solvable = solver.solution(token) is not None
        return build_walkthrough(puzzle, solver, token) if solvable else None

    return Question(_("Preparing the explanation"), puzzle, work, show)


def review(game: Game, show: Callable[[Review], None]) -> Question[Review]:
    """What can be said of every move of a game."""
    from hashi_gui.logic.teaching.review import review_game

    puzzle, saved = game.puzzle, game.to_document().game
    assert saved is not None
    return Question(
        _("Reviewing your game"),
        puzzle,
        lambda solver, token: review_game(puzzle, saved.start, saved.log, solver, token),
        show,
    )


def wrong_move(
    puzzle: Puzzle, before: Board, move: Move, show: Callable[[Explanation], None]
) -> Question[Explanation]:
    """Why a move was wrong on a board that could be finished."""
    from hashi_gui.logic.teaching.mistakes import explain_mistake

    return Question(
        _("Looking for the reason"),
        puzzle,
        lambda solver, token: explain_mistake(puzzle, before.apply(move), solver, token, [before]),
        show,
    )


def check(game: Game, show: Callable[[Explanation | None], None]) -> Question[Explanation | None]:
    """What prevents a solution, perhaps without the reason; None if the board can be finished."""
    from hashi_gui.logic.teaching.mistakes import find_mistake

    puzzle, board, past = game.puzzle, game.board, game.past_boards
    return Question(
        _("Checking the board"),
        puzzle,
        lambda solver, token: find_mistake(puzzle, board, solver, token, past, hurry=True),
        show,
        game.revision,
    )


def last_correct(game: Game, show: Callable[[int | None], None]) -> Question[int | None]:
    """How many of the moves in effect lead to a board that can be finished; None if not even 0."""
    from hashi_gui.logic.teaching.mistakes import last_correct_position

    board, past = game.board, game.past_boards

    return Question(
        _("Looking for the last correct position"),
        game.puzzle,
        lambda solver, token: last_correct_position(solver, [*past, board], token),
        show,
        game.revision,
    )


def solvable(game: Game, show: Callable[[bool], None]) -> Question[bool]:
    """Whether the board can still be finished."""
    board = game.board
    return Question(
        _("Checking the board"),
        game.puzzle,
        lambda solver, token: solver.is_solvable(board, token),
        show,
        game.revision,
    )


def solution(game: Game, show: Callable[[bytes | None], None]) -> Question[bytes | None]:
    """The bridges on each edge in a solution, one that extends the board if there is one."""
    board, status = game.board, game.status

    def work(solver: Solver, token: CancelToken) -> bytes | None:
        counts = solver.solution(token, board) or solver.solution(token)
        if counts is not None:
            status.precompute(board.with_solution(counts))
        return counts

    return Question(_("Solving"), game.puzzle, work, show)


def no_solution(puzzle: Puzzle, show: Callable[[Explanation], None]) -> Question[Explanation]:
    """Why a puzzle without a solution has none."""
    from hashi_gui.logic.teaching.no_solution import explain_no_solution

    return Question(
        _("Looking for the reason"),
        puzzle,
        lambda _solver, token: explain_no_solution(puzzle, token),
        show,
    )


def verdict(puzzle: Puzzle, show: Callable[[Verdict], None]) -> Question[Verdict]:
    """Whether the puzzle has no solution, one or several."""
    return Question(
        _("Counting solutions"), puzzle, lambda solver, token: solver.verdict(token), show
    )


def count(puzzle: Puzzle, show: Callable[[Count], None]) -> Task[Count]:
    """The number of solutions. It can take long, so a process of its own looks for it."""
    from hashi_gui.solving.counting import count_in_process

    def work(token: CancelToken) -> Count:
        return count_in_process(puzzle, COUNT_SECONDS, COUNT_MEMORY, token)

    return Task(_("Counting solutions"), work, show)


def level(document: Document, show: Callable[[PuzzleInfo], None]) -> Task[PuzzleInfo]:
    """What is known of a puzzle, with its level and the time that it may take, if it is unique.

    A process of its own looks for them, and gives up after a while.
    """
    from hashi_gui.packs.pack import PackedPuzzle, examine_each

    def work(token: CancelToken) -> PuzzleInfo:
        (examined,) = examine_each([PackedPuzzle.of(document)], token)
        return examined.document().info

    return Task(_("Finding the level"), work, show)


def analysis(
    draft: Draft,
    client: AnalysisClient,
    runner: TaskRunner,
    show: Callable[[Document, Finding], object],
    end: Callable[[], None],
) -> Task[None]:
    """Everything about a draft: each finding is shown by the runner at once, with the puzzle."""

    def work(token: CancelToken) -> None:
        document = draft.to_document()
        for finding in client.analyse(document.puzzle, token, drawn_solution(document)):
            runner.report(token, partial(show, document, finding))

    return Task(_("Checking"), work, lambda _none: end())


def drawn_solution(document: Document) -> bytes | None:
    """The solution that is drawn; None if the bridges are none."""
    counts = document.board.counts
    return counts if any(counts) and is_solution(document.puzzle, counts) else None


def _islands_in(puzzle: Puzzle, area: CellArea) -> list[int]:
    """The islands in an area, from its middle outwards."""
    row, col = (area.top + area.bottom) / 2, (area.left + area.right) / 2
    inside = [
        island
        for island in puzzle.islands
        if area.top <= island.row <= area.bottom and area.left <= island.col <= area.right
    ]
    inside.sort(key=lambda island: abs(island.row - row) + abs(island.col - col))
    return [island.id for island in inside]
