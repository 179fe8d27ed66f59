"""``hashi pack``: make a book of puzzles, a contest, a column of a magazine, or a card."""

from __future__ import annotations

import math
from argparse import Namespace
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from hashi_gui.cli.answers import work_on_each
from hashi_gui.cli.arguments import (
    add_choice,
    add_output_file,
    add_puzzles,
    add_time_limit,
    many_puzzles_help,
)
from hashi_gui.cli.command import Commands, UsageError, add_command, exit_codes_help
from hashi_gui.cli.files import check_output_file, write_file
from hashi_gui.cli.terminal import ExitCode, print_error, print_text, report_error
from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _, ngettext, translated
from hashi_gui.core.wording import printable, stated
from hashi_gui.formats import Document
from hashi_gui.formats.document import MAX_SHOWN_TITLE
from hashi_gui.formats.sources import PuzzleSource, find_puzzles
from hashi_gui.logic.rating.grading import reason_easily
from hashi_gui.logic.rating.solving_path import written_hint
from hashi_gui.solving import Cancelled, CancelToken, Solver, Verdict, VerdictKind
from hashi_gui.solving.cancel import run_with_time_limit
from hashi_gui.system import option_types
from hashi_gui.system.progress import print_note

if TYPE_CHECKING:
    from hashi_gui.rendering.entry import Entry
    from hashi_gui.rendering.pages import Paper

PAPERS = ("a4", "letter")
"""The names, in lower case, of the members of ``hashi_gui.rendering.pages.Paper``."""

PUZZLES_PER_PAGE = {"1": 1, "2": 2, "4": 4, "6": 6}

QR_PLACES = ("puzzles", "solutions")
BOOK, CONTEST, MAGAZINE, CARD = TEMPLATES = ("book", "contest", "magazine", "card")
FOR_ONE_PUZZLE = {
    MAGAZINE: ("per_page", "title", "paper", "qr", "hints"),
    CARD: ("per_page", "qr", "hints"),
}
"""The templates that take one puzzle, and the options that they do not have."""

MIN_WIDTH, MAX_WIDTH = 20.0, 500.0
"""The widths that a column can have, in millimetres."""


def _help() -> list[str]:
    return [
        _("""\
templates:
  book      a cover, a table of contents, the rules of these puzzles, and the puzzles
  contest   boxes for name, start, finish and score, a list of the points, the rules, the puzzles
  magazine  one puzzle that is exactly as wide as a column, with nothing around it: .pdf or .svg
  card      one page to fold twice: words and a puzzle on the front, its solution inside"""),
        _(
            "The puzzles follow in the order given, numbered, with title, author, points, "
            "instructions and notes, which `.hashi` files can have, and with their level; one "
            "without a level is graded, except for a contest. Puzzles that cannot be read, have "
            "no solution or are too large for a page are reported and left out; the exit code is "
            "then 2."
        ),
        _(
            "Puzzles whose cells would be smaller than 7 mm, or whose texts are too long, share a "
            "page with fewer others, or have one of their own, in landscape format if necessary."
        ),
        _("""\
examples:
  hashi pack puzzles/ -o book.pdf --solutions
  hashi pack urls.txt -o book.pdf --paper letter
  hashi pack monday.has tuesday.has -o week.pdf --per-page 1 --title 'This week'
  hashi pack round-1/ -o round-1.pdf --template contest --title 'Round 1'
  hashi pack puzzle.hashi -o column.svg --template magazine --width 84
  hashi pack puzzle.hashi -o card.pdf --template card --title 'Happy birthday, Anna!'"""),
        many_puzzles_help(),
        exit_codes_help(),
    ]


def add(commands: Commands) -> None:
    command = add_command(commands, "pack", run, _help(), _check)
    add_puzzles(command, on_cluster=False)  # The time limit holds for the clock of this machine.
    command.set_defaults(scheduler=None)
    add_output_file(command, _("the .pdf file to write; .svg for a magazine"), ".pdf", ".svg")
    summary = _("what to make (default: book)")
    add_choice(command, "--template", TEMPLATES, summary, default=BOOK)
    command.add_argument(
        "--per-page",
        metavar=f"{{{','.join(PUZZLES_PER_PAGE)}}}",
        type=option_types.Choice(PUZZLES_PER_PAGE),
        help=_("the largest number of puzzles on a page (default: 4)"),
    )
    command.add_argument(
        "--title",
        metavar="T",
        help=_("the title of the book (default: Hashi), or the words on the card"),
    )
    command.add_argument(
        "--solutions",
        action="store_true",
        help=_("add the solutions on the last pages; for a magazine, draw the solution"),
    )
    command.add_argument(
        "--hints",
        action="store_true",
        default=None,
        help=_("add a page with a hint for each puzzle, before the solutions"),
    )
    summary = _("print a QR code of the link of each puzzle beside the puzzle or its solution")
    add_choice(command, "--qr", QR_PLACES, summary)
    add_choice(command, "--paper", PAPERS, _("the size of the pages (default: a4)"))
    command.add_argument(
        "--width",
        metavar="MM",
        type=option_types.length_between(MIN_WIDTH, MAX_WIDTH),
        help=_(
            "the width of the column of a magazine in millimetres, {least:g} to {most:g}"
        ).format(least=MIN_WIDTH, most=MAX_WIDTH),
    )
    add_time_limit(command)


def _check(args: Namespace) -> None:
    """Raise UsageError if an option does not fit the template."""
    for option in FOR_ONE_PUZZLE.get(args.template, ()):
        if getattr(args, option) is not None:
            raise UsageError(
                _("--{option} cannot be combined with --template {template}.").format(
                    option=option.replace("_", "-"), template=args.template
                )
            )
    if args.template == MAGAZINE:
        if args.width is None:
            raise UsageError(_("--template magazine needs --width, the width of the column."))
    elif args.width is not None:
        raise UsageError(_("--width is only for --template magazine."))
    elif args.output.suffix.lower() == ".svg":
        raise UsageError(_("Only --template magazine can be an .svg file."))
    elif args.qr == "solutions" and not args.solutions:
        raise UsageError(_("--qr solutions needs --solutions."))
    check_output_file(args)


def run(args: Namespace) -> int:
    from hashi_gui.rendering.display_check import check_drawing

    check_drawing()
    from hashi_gui.rendering.book import Book
    from hashi_gui.rendering.entry import FOLDING
    from hashi_gui.rendering.pages import Paper, check_codes

    if args.qr:
        check_codes()
    try:
        entries, code = _entries(args)
    except Cancelled as stop:
        print_text(str(stop))
        return ExitCode.STOPPED
    if not entries:
        raise HashiError(_("None of the puzzles can be in a book."))
    if args.template in FOR_ONE_PUZZLE and len(entries) > 1:
        raise HashiError(
            _("--template {template} takes one puzzle, and these are {n}.").format(
                template=args.template, n=len(entries)
            )
        )
    name = printable(str(args.output))
    if args.template == MAGAZINE:
        _write_column(args, entries)
        text = _("{file}: 1 puzzle, {width:g} mm wide.")
        print_text(text.format(file=name, width=args.width))
        return code
    paper = Paper[(args.paper or "a4").upper()]
    if args.template == CARD:
        _write_card(args, entries, paper)
        print_text(f"{name}: {translated(FOLDING)}")
        return code
    title = printable(args.title or "Hashi", MAX_SHOWN_TITLE)
    contest = args.template == CONTEST
    book, pages = Book(title, entries, args.per_page or 4, paper, contest).pdf()
    write_file(args.output, book, force=args.force)
    puzzles = ngettext("{n} puzzle", "{n} puzzles", len(entries)).format(n=len(entries))
    on_pages = ngettext("{n} page", "{n} pages", pages).format(n=pages)
    print_text(f"{name}: {stated(puzzles, on_pages)}")
    worthless = sum(entry.info.points is None for entry in entries) if contest else 0
    if worthless:
        note = ngettext(
            "{n} puzzle has no points; the editor sets them (Draft > Title and author).",
            "{n} puzzles have no points; the editor sets them (Draft > Title and author).",
            worthless,
        )
        print_note(note.format(n=worthless))
    return code


def _write_column(args: Namespace, entries: list[Entry]) -> None:
    from hashi_gui.rendering.entry import Column

    column = Column(entries[0], args.width)
    is_svg = args.output.suffix.lower() == ".svg"
    write_file(args.output, column.svg() if is_svg else column.pdf(), force=args.force)
    _note_small(column.cell)


def _write_card(args: Namespace, entries: list[Entry], paper: Paper) -> None:
    from hashi_gui.rendering.entry import Card

    words = args.title or entries[0].title
    if not words:
        raise HashiError(_("A card needs words; give them with --title."))
    card = Card(entries[0], words, paper)
    write_file(args.output, card.pdf(), force=args.force)
    _note_small(card.cell)


def _note_small(cell: float) -> None:
    """Say so if the cells of a puzzle are small."""
    from hashi_gui.rendering.entry import MIN_CELL

    if cell < MIN_CELL:
        print_note(
            _(
                "The cells are {cell:.1f} mm wide; below {least:g} mm, they are hard to write in."
            ).format(cell=cell, least=MIN_CELL)
        )


def _entries(args: Namespace) -> tuple[list[Entry], ExitCode]:
    """The entries of the book, and the exit code.

    Errors of single puzzles are reported unless there is only one. Raises HashiError for that one,
    and Cancelled if the time limit is reached.
    """
    deadline = math.inf if args.time_limit is None else monotonic() + args.time_limit
    several, sources = find_puzzles(args.puzzles)
    entries, code = [], ExitCode.ANSWERED
    paper, with_solutions = args.paper or "a4", args.solutions or args.template == CARD
    work = partial(_entry, args.template, paper, with_solutions, args.hints, args.qr, deadline)
    for outcome in work_on_each(args, sources, work):
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
    template: str,
    paper: str,
    with_solutions: bool,
    with_hint: bool,
    qr: str | None,
    deadline: float,
    source: PuzzleSource,
) -> tuple[Entry, str]:
    """The entry of one puzzle, and a warning if there is one; ``deadline`` is a monotonic time.

    Raises HashiError if the puzzle cannot be read, is too large for a page or has no solution, and
    Cancelled at the deadline.
    """
    from hashi_gui.rendering.book import check_size, with_code
    from hashi_gui.rendering.entry import BookError, Entry
    from hashi_gui.rendering.pages import Paper

    document = source.read()
    puzzle = document.puzzle
    try:
        if template not in FOR_ONE_PUZZLE:
            check_size(Entry(puzzle, document.info), Paper[paper.upper()])
    except BookError as error:
        raise BookError(f"{source.shown}: {error}") from None
    seconds = max(0.0, deadline - monotonic())
    work = partial(_grade, document, template, with_hint)
    verdict, level, hint = run_with_time_limit(seconds, work)
    if verdict.solution is None:
        raise HashiError(f"{source.shown}: {verdict.kind.sentence}")
    several = verdict.kind is VerdictKind.SEVERAL
    warning = f"{source.shown}: {verdict.kind.sentence}" if several else ""
    solution = verdict.solution if with_solutions else None
    entry = Entry(puzzle, document.info._replace(level=level), solution, hint=hint)
    if qr:
        entry, missing = with_code(entry, Paper[paper.upper()], beside_solution=qr == "solutions")
        warning = warning or (missing and f"{source.shown}: {missing}")
    return entry.for_contest() if template == CONTEST else entry, warning


def _grade(
    document: Document, template: str, with_hint: bool, token: CancelToken
) -> tuple[Verdict, str, str]:
    """The verdict, the level, and a hint if that is wanted.

    The level is the puzzle's own, or if it has none and is unique its grade.
    """
    level, hint, extra = document.info.level, "", document.puzzle.rules.extra
    with Solver(document.puzzle) as solver:
        verdict = solver.verdict(token)
        needs_level = not level and not extra and template != CONTEST
        if verdict.kind is VerdictKind.UNIQUE and (needs_level or with_hint):
            reasoning = reason_easily(solver, token)
            level = reasoning.level if needs_level else level
            hint = written_hint(reasoning) if with_hint else ""
    return verdict, level, hint
