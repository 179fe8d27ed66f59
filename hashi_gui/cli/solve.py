"""``hashi solve``: print a solution."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from hashi_gui.cli.arguments import (
    EXITS,
    MANY,
    PUZZLE,
    Commands,
    UsageError,
    add_command,
    add_json,
    add_notation,
    add_puzzles,
    add_time_limit,
)
from hashi_gui.cli.destination import WriteDocument, destination, is_folder
from hashi_gui.cli.exit_codes import ExitCode
from hashi_gui.cli.output import (
    print_json,
    print_text,
    report_error,
    solution_json,
)
from hashi_gui.cli.time_limit import run_with_time_limit
from hashi_gui.core.board import Board
from hashi_gui.core.errors import HashiError
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import solution_fault
from hashi_gui.formats import Document, draw
from hashi_gui.method_registry import solve
from hashi_gui.puzzle_input import PuzzleSource, find_puzzles
from hashi_gui.solving import Result, Status, VerdictKind

HELP = f"""\
examples:
  hashi solve puzzle.has
  hashi solve puzzle.has > solved.txt         the drawing can be read again
  hashi solve --json --time-limit 10 - < puzzle.has
  hashi solve --json --method deduction puzzle.has
  hashi solve puzzle.has --to pzpr -o solved.txt
  hashi solve --json benchmark/ urls.txt           a line for each
  hashi solve urls.txt --to csv -o solutions/      and a file for each

{PUZZLE} {MANY}

Of several puzzles each gets one line, in order: its name and status, "solved", say, or an
object with its name as "puzzle". One that cannot be read gets its line on standard error, and the
others are solved all the same. The time limit is for each. The exit code is the first of 2, 4, 3,
1 and 0 that fits any of them.

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
    Status.SOLVED: ExitCode.ANSWERED,
    Status.NONE: ExitCode.NO_SOLUTION,
    Status.STOPPED: ExitCode.STOPPED,
    Status.WRONG: ExitCode.WRONG,
}

WORST_FIRST = (
    ExitCode.BAD_INPUT,
    ExitCode.WRONG,
    ExitCode.STOPPED,
    ExitCode.NO_SOLUTION,
    ExitCode.ANSWERED,
)


def add(commands: Commands) -> None:
    command = add_command(commands, "solve", run, "Print a solution, drawn in text.", HELP)
    add_puzzles(command)
    add_json(command)
    add_notation(command, "the solution", "text")
    command.add_argument(
        "-o", "--output", metavar="DIR|FILE", help="write solutions there, not to standard output"
    )
    add_time_limit(command)
    command.add_argument(
        "--method",
        metavar="NAME",
        default="sat",
        help="how to solve, one of `hashi methods` (default: sat)",
    )


def run(args: Namespace) -> int:
    many, found = find_puzzles(args.puzzles)
    if many and args.output and not is_folder(args.output):
        raise UsageError("Several solutions need a folder; name one, as in -o folder/.")
    with destination(args.output or "-", args.to) as write_document:
        if many:
            return _each(args, found, write_document if args.output else None)
        _, stem, read = next(found)
        document, result = _solved(args, read)
        solved = _with(document, result)
        if solved and (args.output or not args.json):
            write_document(solved, stem)
        if args.json:
            print_json(**_answer(document.puzzle, result))
        elif not solved:
            print_text(_no_solution(document.puzzle, result))
        return EXIT_OF[result.status]


def _each(
    args: Namespace, found: Iterator[PuzzleSource], write_document: WriteDocument | None
) -> int:
    """A line for each puzzle; the exit code is that of the worst."""
    codes = {ExitCode.ANSWERED}
    for name, stem, read in found:
        try:
            document, result = _solved(args, read)
            solved = _with(document, result)
            if write_document and solved:
                write_document(solved, stem)
        except HashiError as error:
            report_error(name, error)
            codes.add(ExitCode.BAD_INPUT)
            continue
        codes.add(EXIT_OF[result.status])
        if args.json:
            print_json(puzzle=name, **_answer(document.puzzle, result))
        else:
            print_text(f"{name}: {result.status}")
    return next(code for code in WORST_FIRST if code in codes)


def _solved(args: Namespace, read: Callable[[], Document]) -> tuple[Document, Result]:
    document = read()
    job = partial(solve, document.puzzle, args.method)
    return document, run_with_time_limit(args.time_limit, job)


def _with(document: Document, result: Result) -> Document | None:
    """The document with the solution drawn, if there is one."""
    if result.counts is None or result.status != Status.SOLVED:
        return None
    return replace(document, board=Board(result.counts), game=None)


def _no_solution(puzzle: Puzzle, result: Result) -> str:
    if result.counts is not None:
        fault = solution_fault(puzzle, result.counts)
        return f"{draw(puzzle, Board(result.counts))}\n\nThis is no solution. {fault}"
    kind = VerdictKind.NONE if result.status == Status.NONE else VerdictKind.STOPPED
    return kind.sentence


def _answer(puzzle: Puzzle, result: Result) -> dict[str, Any]:
    return {
        "status": result.status,
        "method": result.method,
        "seconds": round(result.seconds, 6),
        "bridges": solution_json(puzzle, result.counts) or [],
        "stats": dict(result.stats),
    }
