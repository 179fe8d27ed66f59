"""``hashi pack``: make a book of puzzles."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from hashi_gui import option_types
from hashi_gui.cli.arguments import (
    EXIT_CODES_HELP,
    MANY_PUZZLES_HELP,
    Commands,
    add_command,
    add_force,
    add_puzzles,
    add_time_limit,
)
from hashi_gui.cli.destination import check_overwriting, write_file
from hashi_gui.cli.exit_codes import ExitCode
from hashi_gui.cli.output import print_error, print_text, report_error
from hashi_gui.cli.time_limit import run_with_time_limit
from hashi_gui.core.errors import HashiError
from hashi_gui.core.wording import quantity
from hashi_gui.formats import Document
from hashi_gui.logic.grading import grade
from hashi_gui.puzzle_input import PuzzleSource, find_puzzles
from hashi_gui.solving import Cancelled, CancelToken, SatSolver, VerdictKind
from hashi_gui.system.progress import progress_bar

if TYPE_CHECKING:
    from hashi_gui.rendering.book import Entry
    from hashi_gui.rendering.pages import Paper

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
    command = add_command(
        commands, "pack", run, "Make a book of puzzles, as a PDF file.", HELP, _check
    )
    add_puzzles(command)
    command.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=option_types.new_file(".pdf"),
        required=True,
        help="the .pdf file to write",
    )
    add_force(command)
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


def _check(args: Namespace) -> None:
    check_overwriting(args.output, force=args.force)


def run(args: Namespace) -> int:
    from hashi_gui.rendering.display_check import check_drawing

    check_drawing()
    from hashi_gui.rendering.book import Book
    from hashi_gui.rendering.offscreen import prepare_drawing
    from hashi_gui.rendering.pages import Paper

    paper = Paper[args.paper.upper()]
    sources = list(find_puzzles(args.puzzles)[1])
    try:
        entries = run_with_time_limit(
            args.time_limit, partial(_entries, sources, paper, args.solutions)
        )
    except Cancelled as stop:
        print_text(str(stop))
        return ExitCode.STOPPED
    if not entries:
        raise HashiError("None of the puzzles can be in a book.")
    prepare_drawing()
    book, pages = Book(args.title, entries, args.per_page, paper).pdf()
    write_file(args.output, book, force=args.force)
    print_text(f"{args.output}: {quantity(len(entries), 'puzzle')} on {quantity(pages, 'page')}.")
    return ExitCode.ANSWERED if len(entries) == len(sources) else ExitCode.BAD_INPUT


def _entries(
    sources: Sequence[PuzzleSource], paper: Paper, with_solutions: bool, token: CancelToken
) -> list[Entry]:
    """The entries of the book. Errors of single puzzles are reported unless there is only one."""
    entries = []
    for source in progress_bar(sources, len(sources)):
        try:
            entries.append(_entry(source.name, source.read(), paper, with_solutions, token))
        except HashiError as error:
            if len(sources) == 1 or isinstance(error, Cancelled):
                raise
            report_error(source.name, error)
    return entries


def _entry(
    name: str, document: Document, paper: Paper, with_solutions: bool, token: CancelToken
) -> Entry:
    """The entry of one puzzle.

    Raises HashiError if the puzzle is too large for a page or has no solution.
    """
    from hashi_gui.rendering.book import BookError, Entry, check_size

    puzzle = document.puzzle
    try:
        check_size(puzzle, paper)
    except BookError as error:
        raise BookError(f"{name}: {error}") from None
    with SatSolver(puzzle) as solver:
        verdict = solver.verdict(token)
    if verdict.solution is None:
        raise HashiError(f"{name}: {verdict.kind.sentence}")
    level = document.info.level
    if verdict.kind is VerdictKind.SEVERAL:
        print_error(f"{name}: {verdict.kind.sentence}")
    elif not level:
        level = grade(puzzle, token).level
    solution = verdict.solution if with_solutions else None
    return Entry(puzzle, document.info.title, level, solution)
