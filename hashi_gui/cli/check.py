"""``hashi check``: one solution, several or none."""

from __future__ import annotations

from argparse import Namespace
from functools import partial
from time import perf_counter

from hashi_gui.cli.arguments import (
    EXITS,
    PUZZLE,
    Commands,
    add_command,
    add_json,
    add_notation,
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
  hashi check half-done.hashi     can what is drawn still be finished?

{PUZZLE}

--json prints one object; rows and columns count from 0 at the top left:
  {{"verdict": "unique" | "several" | "none" | "stopped", "seconds": 0.006,
   "solution": [[row, col, row, col, count], ...] | null,
   "second": a second solution that differs | null,
   "finishable": true | false | null}}
"finishable" speaks of the board drawn in the input.

{EXITS}"""


def add(commands: Commands) -> None:
    command = add_command(
        commands, "check", run, "Say whether there is one solution, several or none.", HELP
    )
    add_puzzle(command)
    add_json(command)
    add_notation(command, "the solutions", "text")
    add_time_limit(command)


def run(args: Namespace) -> int:
    document = read_source(args.puzzle)
    puzzle, board = document.puzzle, document.board
    begin = perf_counter()
    try:
        verdict, finishable = run_with_time_limit(args.time_limit, partial(_judge, puzzle, board))
    except Cancelled:
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
        print_text(_text(document, verdict, finishable, args.to))
    return ExitCode.STOPPED if verdict.kind == VerdictKind.STOPPED else ExitCode.ANSWERED


def _judge(puzzle: Puzzle, board: Board, token: CancelToken) -> tuple[Verdict, bool]:
    with SatSolver(puzzle) as solver:
        return solver.verdict(token), solver.is_solvable(board, token)


def _text(document: Document, verdict: Verdict, finishable: bool | None, notation: str) -> str:
    puzzle, board = document.puzzle, document.board
    solutions = [counts for counts in (verdict.solution, verdict.second) if counts is not None]
    blocks = [
        verdict.kind.sentence + (" Two of them:" if verdict.kind is VerdictKind.SEVERAL else ""),
        *(board_text(puzzle, Board(counts), notation) for counts in solutions),
    ]
    if board != Board.empty(puzzle) and finishable is not None:
        blocks.append(
            "The board as drawn can be finished."
            if finishable
            else "The board as drawn cannot be finished; `hashi hint` says what is wrong."
        )
    return "\n\n".join(blocks)
