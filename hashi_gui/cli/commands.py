"""What each command does: read, ask, print the answer, return the exit code."""

from __future__ import annotations

import math
import signal
from argparse import Namespace
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import asdict
from functools import partial
from time import monotonic, perf_counter
from typing import TypeVar

from hashi_gui.cli.exits import Exit
from hashi_gui.cli.output import (
    VERDICTS,
    check_text,
    edges_json,
    grade_text,
    hint_text,
    print_json,
    print_text,
    solution_json,
    solve_text,
)
from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.logic import Hint, HintKind, next_hint
from hashi_gui.logic.grading import grade
from hashi_gui.logic.telling import as_text
from hashi_gui.logic.walkthrough import Walkthrough, walk_through
from hashi_gui.methods import solve
from hashi_gui.solving import (
    CancelToken,
    SatSolver,
    Status,
    Stopped,
    Verdict,
    VerdictKind,
)
from hashi_gui.sources import read_source

Answer = TypeVar("Answer")

SOLVE_EXITS = {
    Status.SOLVED: Exit.ANSWERED,
    Status.NONE: Exit.NO_SOLUTION,
    Status.STOPPED: Exit.STOPPED,
}


def run_play(args: Namespace) -> int:
    from hashi_gui.gui.startup import check_display

    check_display()
    from hashi_gui.gui.app import run

    # Qt's loop is native code, in which Python's own handler would wait for the next event.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return run(args.puzzle)


def run_solve(args: Namespace) -> int:
    puzzle = read_source(args.puzzle).puzzle
    result = _within(args.time_limit, lambda token: solve(puzzle, args.method, token))
    if args.json:
        print_json(
            status=result.status,
            method=result.method,
            seconds=round(result.seconds, 6),
            bridges=solution_json(puzzle, result.counts) or [],
            stats=dict(result.stats),
        )
    else:
        print_text(solve_text(puzzle, result))
    return SOLVE_EXITS[result.status]


def run_check(args: Namespace) -> int:
    document = read_source(args.puzzle)
    puzzle, board = document.puzzle, document.board
    begin = perf_counter()
    try:
        verdict, finishable = _within(args.time_limit, partial(_judge, puzzle, board))
    except Stopped:
        verdict, finishable = Verdict(VerdictKind.STOPPED), None
    seconds = perf_counter() - begin
    if args.json:
        print_json(
            verdict=verdict.kind,
            seconds=round(seconds, 6),
            solution=solution_json(puzzle, verdict.solution),
            second=solution_json(puzzle, verdict.second),
            finishable=finishable,
        )
    else:
        print_text(check_text(puzzle, board, verdict, finishable))
    return Exit.STOPPED if verdict.kind == VerdictKind.STOPPED else Exit.ANSWERED


def run_hint(args: Namespace) -> int:
    document = read_source(args.puzzle)
    puzzle, board = document.puzzle, document.board
    code = Exit.ANSWERED
    try:
        hint = _within(args.time_limit, partial(_next_hint, puzzle, board))
    except Stopped as stop:
        code, hint = Exit.STOPPED, Hint(HintKind.NONE, "", str(stop))
    if args.json:
        print_json(
            kind=hint.kind,
            technique=hint.technique,
            level=hint.level,
            reason=hint.reason,
            region=[puzzle.islands[island].cell for island in hint.region],
            moves=edges_json(puzzle, hint.moves.edges),
        )
    else:
        print_text(hint_text(puzzle, board, hint))
    return code


def run_grade(args: Namespace) -> int:
    puzzle = read_source(args.puzzle).puzzle
    try:
        graded = _within(args.time_limit, lambda token: grade(puzzle, token))
    except Stopped as stop:
        print_text(str(stop))
        return Exit.STOPPED
    if args.json:
        print_json(**asdict(graded))
    else:
        print_text(grade_text(graded))
    return Exit.ANSWERED


def run_explain(args: Namespace) -> int:
    puzzle = read_source(args.puzzle).puzzle
    try:
        walkthrough = _within(args.time_limit, partial(_walk_through, puzzle))
    except Stopped as stop:
        print_text(str(stop))
        return Exit.STOPPED
    if walkthrough is None:
        print_text(VERDICTS[VerdictKind.NONE])
        return Exit.NO_SOLUTION
    print_text(as_text(walkthrough, markdown=args.markdown))
    return Exit.ANSWERED


def _judge(puzzle: Puzzle, board: Board, token: CancelToken) -> tuple[Verdict, bool]:
    with SatSolver(puzzle) as solver:
        return solver.verdict(token), solver.finishable(board, token)


def _next_hint(puzzle: Puzzle, board: Board, token: CancelToken) -> Hint:
    with SatSolver(puzzle) as solver:
        return next_hint(puzzle, board, solver, token)


def _walk_through(puzzle: Puzzle, token: CancelToken) -> Walkthrough | None:
    with SatSolver(puzzle) as solver:
        solvable = solver.solution(token) is not None
        return walk_through(puzzle, solver, token) if solvable else None


def _within(limit: float | None, job: Callable[[CancelToken], Answer]) -> Answer:
    """What ``job`` returns; its token is cancelled after ``limit`` seconds, and by Ctrl-C.

    The job has a thread of its own, because a thread that is inside a solver hears no signal.
    """
    token = CancelToken()
    end = math.inf if limit is None else monotonic() + limit
    with ThreadPoolExecutor(max_workers=1) as pool:
        try:
            answer = pool.submit(job, token)
            while not answer.done() and (left := end - monotonic()) > 0:
                # In slices, because on Windows Ctrl-C does not end a wait.
                wait([answer], timeout=min(left, 0.1))
        finally:
            token.cancel()
        return answer.result()
