"""``hashi solve``: print solutions."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from functools import partial

from hashi_gui.cli.answers import Answer, answer_all
from hashi_gui.cli.arguments import add_force, add_question, add_threads, many_puzzles_help
from hashi_gui.cli.command import Commands, add_command, exit_codes_help
from hashi_gui.cli.output import document_text, solution_json
from hashi_gui.cli.terminal import ExitCode
from hashi_gui.core.board import Board
from hashi_gui.core.i18n import _
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import solution_fault
from hashi_gui.core.wording import sentences
from hashi_gui.formats import Document, draw
from hashi_gui.solving import DEFAULT_METHOD, MethodResult, Status, VerdictKind, solve
from hashi_gui.solving.cancel import run_with_time_limit
from hashi_gui.system import option_types
from hashi_gui.system.libraries import check_installed
from hashi_gui.system.machine import available_cores

_JSON = """\
  {"status": "solved" | "none" | "stopped" | "wrong", "method": "auto", "seconds": 0.004,
   "bridges": [[row, col, row, col, count], ...],
   "stats": {"rounds": 3, "cuts": 8, "clauses": 412, "variables": 66, "hard": false}}"""

_TECHNIQUES_JSON = """\
  {"techniques": {"Intersection": {"conclusions": 12, "seconds": 0.0003, "share": 0.21}, ...}}"""


def _help() -> list[str]:
    return [
        _("""\
examples:
  hashi solve puzzle.has
  hashi solve puzzle.has > solved.txt              the drawing can be read again
  hashi solve --json --time-limit 10 - < puzzle.has
  hashi solve --json --method deduction puzzle.has
  hashi solve puzzle.has --to pzpr -o solved.txt
  hashi solve --json benchmark/ urls.txt           one line per puzzle
  hashi solve urls.txt --to csv -o solutions/      and one file per puzzle
  hashi solve urls.txt --jobs 4                    the same answers, by four processes"""),
        many_puzzles_help(),
        _(
            "For several puzzles, one line is printed per puzzle, in order: its name and status, "
            'for example "solved", or with --json an object with its name as "puzzle". A puzzle '
            "that cannot be read is reported on standard error, and the others are still solved. "
            "The time limit applies to each puzzle. With --jobs, several processes share the "
            "puzzles, with --scheduler the workers of a Dask cluster; the answers are the same, "
            "and in the same order. The exit code is the first of 2, 4, 3, 1 and 0 that applies to "
            "any of them."
        ),
        _("--json prints one object. Rows and columns count from 0 at the top left:"),
        _JSON,
        _(
            'The status is "wrong" if an incomplete method found bridges that break a rule; '
            "the text output says which one. Each method has its own stats. Those of deduction "
            "show how much each technique contributed, and which bridges were chosen without "
            "proof:"
        ),
        _TECHNIQUES_JSON,
        exit_codes_help(),
    ]


EXIT_CODES = {
    Status.SOLVED: ExitCode.ANSWERED,
    Status.NONE: ExitCode.NO_SOLUTION,
    Status.STOPPED: ExitCode.STOPPED,
    Status.WRONG: ExitCode.WRONG,
}


def add(commands: Commands) -> None:
    command = add_command(commands, "solve", run, _help())
    add_question(command, _("the format of the solution: {formats} (default: text)"))
    command.add_argument(
        "-o",
        "--output",
        metavar="DIR|FILE",
        type=option_types.not_empty,
        help=_("write solutions to this folder or file, not to standard output"),
    )
    add_force(command)
    add_threads(command)
    command.add_argument(
        "--method",
        metavar="NAME",
        type=_method,
        default=DEFAULT_METHOD,
        help=_("how to solve, one of `hashi methods` (default: {method})").format(
            method=DEFAULT_METHOD
        ),
    )


def _method(name: str) -> str:
    """Parse the name of a method whose library is installed."""
    if name != DEFAULT_METHOD:
        from hashi_gui.lab import methods

        option_types.one_of(methods.METHODS)(name)
        if library := methods.METHODS[name].library:
            check_installed(library)
    return name


def _solver(method: str) -> Callable[..., MethodResult]:
    if method == DEFAULT_METHOD:
        return solve
    from hashi_gui.lab.methods import find_method

    return find_method(method).solve


def run(args: Namespace) -> int:
    answer = partial(_answer, args.time_limit, args.method, args.to)
    return answer_all(
        args,
        partial(answer, args.threads or 1),
        args.output,
        answer_alone=partial(answer, args.threads or available_cores()),
    )


def _answer(
    time_limit: float | None, method: str, notation: str, threads: int, document: Document
) -> Answer:
    puzzle = document.puzzle
    result = run_with_time_limit(time_limit, partial(_solver(method), puzzle, threads=threads))
    solved = _solved_document(document, result)
    return Answer(
        EXIT_CODES[result.status],
        {
            "status": result.status,
            "method": result.method,
            "seconds": round(result.seconds, 6),
            "bridges": solution_json(puzzle, result.counts) or [],
            "stats": dict(result.stats),
        },
        partial(document_text, solved, notation) if solved else partial(_failure, puzzle, result),
        result.status,
        is_document=solved is not None,
    )


def _solved_document(document: Document, result: MethodResult) -> Document | None:
    """The document with the bridges of the solution; None if there is no solution."""
    if result.counts is None or result.status != Status.SOLVED:
        return None
    return document._replace(board=Board(result.counts), game=None)


def _failure(puzzle: Puzzle, result: MethodResult) -> str:
    """What is printed if the puzzle was not solved."""
    if result.counts is not None:
        fault = solution_fault(puzzle, result.counts)
        verdict = _("This is not a solution.")
        return f"{draw(puzzle, Board(result.counts))}\n\n{sentences(verdict, fault or '')}"
    kind = VerdictKind.NONE if result.status == Status.NONE else VerdictKind.STOPPED
    return kind.sentence
