"""``hashi solve``: print a solution."""

from __future__ import annotations

from argparse import Namespace

from hashi_gui.cli.exits import Exit
from hashi_gui.cli.output import VERDICTS, print_json, print_text, solution_json
from hashi_gui.cli.parser import (
    EXITS,
    PUZZLE,
    Commands,
    add_command,
    add_json,
    add_puzzle,
    add_time_limit,
)
from hashi_gui.cli.stopping import within
from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import solution_fault
from hashi_gui.formats import draw
from hashi_gui.methods import solve
from hashi_gui.solving import Result, Status, VerdictKind
from hashi_gui.sources import read_source

HELP = f"""\
examples:
  hashi solve puzzle.has
  hashi solve puzzle.has > solved.txt         the drawing can be read again
  hashi solve --json --time-limit 10 - < puzzle.has
  hashi solve --json --method deduction puzzle.has

{PUZZLE}

--json prints one object; rows and columns count from 0 at the top left:
  {{"status": "solved" | "none" | "stopped" | "wrong", "method": "sat", "seconds": 0.004,
   "bridges": [[row, col, row, col, count], ...],
   "stats": {{"rounds": 3, "cuts": 8, "clauses": 412, "variables": 66}}}}
Status "wrong": some methods leave out a rule, and these bridges break it; the text says how.
Each method has stats of its own. Those of deduction tell what each technique gave, and what was
chosen, not proved:
  {{"techniques": {{"Full house": {{"conclusions": 12, "seconds": 0.0003, "share": 0.21}}, ...}}}}

{EXITS}"""

EXIT_OF = {
    Status.SOLVED: Exit.ANSWERED,
    Status.NONE: Exit.NO_SOLUTION,
    Status.STOPPED: Exit.STOPPED,
    Status.WRONG: Exit.WRONG,
}


def add(commands: Commands) -> None:
    command = add_command(commands, "solve", run, "Print a solution, drawn in text.", HELP)
    add_puzzle(command)
    add_json(command)
    add_time_limit(command)
    command.add_argument(
        "--method",
        metavar="NAME",
        default="sat",
        help="how to solve, one of `hashi methods` (default: sat)",
    )


def run(args: Namespace) -> int:
    puzzle = read_source(args.puzzle).puzzle
    result = within(args.time_limit, lambda token: solve(puzzle, args.method, token))
    if args.json:
        print_json(
            status=result.status,
            method=result.method,
            seconds=round(result.seconds, 6),
            bridges=solution_json(puzzle, result.counts) or [],
            stats=dict(result.stats),
        )
    else:
        print_text(_text(puzzle, result))
    return EXIT_OF[result.status]


def _text(puzzle: Puzzle, result: Result) -> str:
    if result.counts is not None:
        drawing = draw(puzzle, Board(result.counts))
        fault = solution_fault(puzzle, result.counts)
        return f"{drawing}\n\nThis is no solution. {fault}" if fault else drawing
    kind = VerdictKind.NONE if result.status == Status.NONE else VerdictKind.STOPPED
    return VERDICTS[kind]
