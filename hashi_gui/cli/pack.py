"""``hashi pack``: make a book of puzzles."""

from __future__ import annotations

import math
from argparse import Namespace
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from hashi_gui import option_types
from hashi_gui.cli.answers import run_with_time_limit, work_on_each
from hashi_gui.cli.arguments import MANY_PUZZLES_HELP, add_output_file, add_puzzles, add_time_limit
from hashi_gui.cli.command import EXIT_CODES_HELP, Commands, add_command
from hashi_gui.cli.output import check_output_file, write_file
from hashi_gui.cli.terminal import ExitCode, print_error, print_text, report_error
from hashi_gui.core.errors import HashiError
from hashi_gui.core.wording import printable, quantity
from hashi_gui.formats import Document
from hashi_gui.formats.document import MAX_SHOWN_TITLE
from hashi_gui.logic.grading import grade
from hashi_gui.puzzle_input import PuzzleSource, find_puzzles
from hashi_gui.solving import Cancelled, CancelToken, Solver, Verdict, VerdictKind

if TYPE_CHECKING:
    from hashi_gui.rendering.book import Entry

PAPERS = ("a4", "letter")
"""The names, in lower case, of the members of ``hashi_gui.rendering.pages.Paper``."""

PUZZLES_PER_PAGE = {"1": 1, "2": 2, "4": 4, "6": 6}

HELP = f"""\
The first page shows the rules. The puzzles follow in the order given, numbered, with title and
level; a puzzle without a level is graded. Puzzles that cannot be read, have no solution or are too
large for a page are reported and left out; the exit code is then 2.

A puzzle whose cells would be smaller than 4 mm has a page of its own, in landscape format if
necessary.

examples:
  hashi pack puzzles/ -o book.pdf --solutions
  hashi pack urls.txt -o book.pdf --paper letter
  hashi pack monday.has tuesday.has -o week.pdf --per-page 1 --title 'This week'

{MANY_PUZZLES_HELP}

{EXIT_CODES_HELP}"""


def add(commands: Commands) -> None:
    command = add_command(commands, "pack", run, HELP, check_output_file)
    add_puzzles(command, on_cluster=False)  # The time limit holds for the clock of this machine.
    command.set_defaults(scheduler=None)
    add_output_file(command, "the .pdf file to write", ".pdf")
    command.add_argument(
        "--per-page",
        metavar=f"{{{','.join(PUZZLES_PER_PAGE)}}}",
        type=option_types.value_of(PUZZLES_PER_PAGE),
        default=4,
        help="the number of puzzles on a page (default: 4)",
    )
    command.add_argument(
        "--title", metavar="T", default="Hashi", help="the title of the book (default: Hashi)"
    )
    command.add_argument(
        "--solutions", action="store_true", help="add the solutions on the last pages"
    )
    command.add_argument(
        "--paper",
        metavar=f"{{{','.join(PAPERS)}}}",
        type=option_types.one_of(PAPERS),
        default="a4",
        help="the size of the pages (default: a4)",
    )
    add_time_limit(command)


def run(args: Namespace) -> int:
    from hashi_gui.rendering.display_check import check_drawing

    check_drawing()
    from hashi_gui.rendering.book import Book
    from hashi_gui.rendering.pages import Paper
    from hashi_gui.rendering.resources import prepare_drawing

    try:
        entries, code = _entries(args)
    except Cancelled as stop:
        print_text(str(stop))
        return ExitCode.STOPPED
    if not entries:
        raise HashiError("None of the puzzles can be in a book.")
    prepare_drawing()
    title = printable(args.title, MAX_SHOWN_TITLE)
    book, pages = Book(title, entries, args.per_page, Paper[args.paper.upper()]).pdf()
    write_file(args.output, book, force=args.force)
    name = printable(str(args.output))
    print_text(f"{name}: {quantity(len(entries), 'puzzle')} on {quantity(pages, 'page')}.")
    return code


def _entries(args: Namespace) -> tuple[list[Entry], ExitCode]:
    """The entries of the book, and the exit code.

    Errors of single puzzles are reported unless there is only one. Raises HashiError for that one,
    and Cancelled if the time limit is reached.
    """
    deadline = math.inf if args.time_limit is None else monotonic() + args.time_limit
    several, sources = find_puzzles(args.puzzles)
    entries, code = [], ExitCode.ANSWERED
    for outcome in work_on_each(
        args, sources, partial(_entry, args.paper, args.solutions, deadline)
    ):
        try:
            entry, warning = outcome.result()
        except HashiError as error:
            if not several or isinstance(error, Cancelled):
                raise
            report_error(outcome.name, error)
            code = ExitCode.BAD_INPUT
            continue
        if warning:
            print_error(warning)
        entries.append(entry)
    return entries, code


def _entry(
    paper: str, with_solutions: bool, deadline: float, source: PuzzleSource
) -> tuple[Entry, str]:
    """The entry of one puzzle, and a warning if there is one; ``deadline`` is a monotonic time.

    Raises HashiError if the puzzle cannot be read, is too large for a page or has no solution, and
    Cancelled at the deadline.
    """
    from hashi_gui.rendering.book import BookError, Entry, check_size
    from hashi_gui.rendering.pages import Paper

    document = source.read()
    puzzle = document.puzzle
    try:
        check_size(puzzle, Paper[paper.upper()])
    except BookError as error:
        raise BookError(f"{source.name}: {error}") from None
    seconds = max(0.0, deadline - monotonic())
    verdict, level = run_with_time_limit(seconds, partial(_grade, document))
    if verdict.solution is None:
        raise HashiError(f"{source.name}: {verdict.kind.sentence}")
    several = verdict.kind is VerdictKind.SEVERAL
    warning = f"{source.name}: {verdict.kind.sentence}" if several else ""
    solution = verdict.solution if with_solutions else None
    return Entry(puzzle, document.info.shown_title, level, solution), warning


def _grade(document: Document, token: CancelToken) -> tuple[Verdict, str]:
    """The verdict, and the level: the puzzle's own, or if it has none and is unique its grade."""
    with Solver(document.puzzle) as solver:
        verdict = solver.verdict(token)
    level = document.info.level
    if verdict.kind is VerdictKind.UNIQUE and not level:
        level = grade(document.puzzle, token).level
    return verdict, level
