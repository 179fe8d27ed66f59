"""``hashi pack``: make a book of puzzles."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from hashi_gui.cli.arguments import EXITS, MANY, PUZZLE, Commands, add_command, add_time_limit
from hashi_gui.cli.exit_codes import ExitCode
from hashi_gui.cli.output import print_error, print_text, report_error
from hashi_gui.cli.time_limit import run_with_time_limit
from hashi_gui.core.errors import HashiError
from hashi_gui.formats import Document
from hashi_gui.formats.errors import quantity
from hashi_gui.game.storage import atomic_write
from hashi_gui.logic.grading import grade
from hashi_gui.progress import progress_bar
from hashi_gui.puzzle_input import PuzzleSource, find_puzzles
from hashi_gui.solving import Cancelled, CancelToken, SatSolver, VerdictKind

if TYPE_CHECKING:
    from hashi_gui.rendering.book import Entry

HELP = f"""\
The first page has the rules. The puzzles follow in the order given, numbered, each with its title
and its level; a puzzle that names no level is graded. What is no puzzle, or has no solution, is
left out and told of; the exit code is 2 then.

examples:
  hashi pack puzzles/ -o book.pdf --solutions
  hashi pack urls.txt -o book.pdf --paper letter
  hashi pack monday.has tuesday.has -o week.pdf --per-page 1 --title 'This week'

{PUZZLE} {MANY}

{EXITS}"""


def add(commands: Commands) -> None:
    command = add_command(commands, "pack", run, "Make a book of puzzles, as PDF.", HELP)
    command.add_argument("puzzles", metavar="PUZZLE", nargs="+", help="what is in the book")
    command.add_argument(
        "-o", "--output", metavar="FILE", type=Path, required=True, help="the book, a .pdf file"
    )
    command.add_argument(
        "--per-page",
        type=int,
        choices=(1, 2, 4, 6),
        default=4,
        help="how many puzzles share a page (default: 4)",
    )
    command.add_argument(
        "--title", metavar="T", default="Hashi", help="the title of the book (default: Hashi)"
    )
    command.add_argument(
        "--solutions", action="store_true", help="with the solutions, on the last pages"
    )
    command.add_argument(
        "--paper", choices=("a4", "letter"), default="a4", help="of the pages (default: a4)"
    )
    add_time_limit(command)


def run(args: Namespace) -> int:
    from hashi_gui.rendering.display_check import check_drawing

    check_drawing()
    from hashi_gui.rendering.book import Book
    from hashi_gui.rendering.offscreen import prepare_drawing
    from hashi_gui.rendering.pages import Paper

    if args.output.suffix.lower() != ".pdf":
        raise HashiError(f"{args.output}: a book is a file in .pdf.")
    found = list(find_puzzles(args.puzzles)[1])
    try:
        entries = run_with_time_limit(args.time_limit, partial(_entries, found, args.solutions))
    except Cancelled as stop:
        print_text(str(stop))
        return ExitCode.STOPPED
    if not entries:
        raise HashiError("There is no puzzle to make a book of.")
    prepare_drawing()
    book, pages = Book(args.title, entries, args.per_page, Paper[args.paper.upper()]).pdf()
    atomic_write(args.output, book)
    print_text(f"{args.output}: {quantity(len(entries), 'puzzle')} on {quantity(pages, 'page')}.")
    return ExitCode.ANSWERED if len(entries) == len(found) else ExitCode.BAD_INPUT


def _entries(
    found: Sequence[PuzzleSource], with_solutions: bool, token: CancelToken
) -> list[Entry]:
    """What goes into the book; what cannot is told of."""
    entries = []
    for name, _, read in progress_bar(found, len(found)):
        try:
            entries.append(_entry(name, read(), with_solutions, token))
        except HashiError as error:
            if len(found) == 1 or isinstance(error, Cancelled):
                raise
            report_error(name, error)
    return entries


def _entry(name: str, document: Document, with_solutions: bool, token: CancelToken) -> Entry:
    """Raises HashiError for a puzzle without a solution."""
    from hashi_gui.rendering.book import Entry

    puzzle = document.puzzle
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
