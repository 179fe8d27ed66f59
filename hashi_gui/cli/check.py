"""``hashi check``: find out whether a puzzle has one solution, several or none."""

from __future__ import annotations

from argparse import Namespace
from functools import partial
from time import perf_counter

from hashi_gui.cli.arguments import (
    EXIT_CODES_HELP,
    PUZZLE_HELP,
    Commands,
    add_board_format,
    add_command,
    add_json,
    add_puzzle,
    add_time_limit,
)
from hashi_gui.cli.exit_codes import ExitCode
from hashi_gui.cli.output import board_text, print_json, print_text, solution_json
from hashi_gui.cli.time_limit import run_with_time_limit
from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document
from hashi_gui.puzzle_input import read_source
from hashi_gui.solving import Cancelled, CancelToken, SatSolver, Verdict, VerdictKind

HELP = f"""\
examples:
  hashi check 'https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3'
  hashi check half-done.hashi     can this board still be completed?

{PUZZLE_HELP}

--json prints one object. Rows and columns count from 0 at the top left:
  {{"verdict": "unique" | "several" | "none" | "stopped", "seconds": 0.006,
   "solution": [[row, col, row, col, count], ...] | null,
   "second": a second, different solution | null,
   "finishable": true | false | null}}
"finishable" tells whether the bridges and marks in the input can be completed to a solution.

{EXIT_CODES_HELP}"""


def add(commands: Commands) -> None:
    command = add_command(
        commands, "check", run, "Check whether a puzzle has one solution, several or none.", HELP
    )
    add_puzzle(command)
    add_json(command)
    add_board_format(command, "the solutions")
    add_time_limit(command)


def run(args: Namespace) -> int:
    document = read_source(args.puzzle)
    puzzle, board = document.puzzle, document.board
    start = perf_counter()
    try:
        verdict, finishable = run_with_time_limit(args.time_limit, partial(_check, puzzle, board))
    except Cancelled:
        verdict, finishable = Verdict(VerdictKind.STOPPED), None
    seconds = perf_counter() - start
    if args.json:
        print_json(
            verdict=verdict.kind,
            seconds=round(seconds, 6),
            solution=solution_json(puzzle, verdict.solution),
            second=solution_json(puzzle, verdict.second),
            finishable=finishable,
        )
    else:
        print_text(_text(document, verdict, finishable, args.to))
    return ExitCode.STOPPED if verdict.kind == VerdictKind.STOPPED else ExitCode.ANSWERED


def _check(puzzle: Puzzle, board: Board, token: CancelToken) -> tuple[Verdict, bool]:
    with SatSolver(puzzle) as solver:
        return solver.verdict(token), solver.is_solvable(board, token)


def _text(document: Document, verdict: Verdict, finishable: bool | None, notation: str) -> str:
    puzzle, board = document.puzzle, document.board
    solutions = [counts for counts in (verdict.solution, verdict.second) if counts is not None]
    heading = verdict.kind.sentence
    if len(solutions) > 1:
        heading += " Two of them:"
    blocks = [heading, *(board_text(puzzle, Board(counts), notation) for counts in solutions)]
    if board != Board.empty(puzzle) and finishable is not None:
        blocks.append(
            "The board in the input can be completed."
            if finishable
            else "The board in the input cannot be completed; `hashi hint` shows what is wrong."
        )
    return "\n\n".join(blocks)
