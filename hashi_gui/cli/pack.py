"""``hashi pack``: make a book of puzzles."""

from __future__ import annotations

import re
import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from hashi_gui.cli.exits import Exit
from hashi_gui.cli.output import print_text
from hashi_gui.cli.parser import EXITS, Commands, add_command, add_time_limit
from hashi_gui.cli.stopping import within
from hashi_gui.core.errors import HashiError
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, FormatError, read_path
from hashi_gui.formats.errors import counted
from hashi_gui.game.storage import replace
from hashi_gui.logic.grading import grade
from hashi_gui.progress import watched
from hashi_gui.solving import CancelToken, SatSolver, Stopped, VerdictKind
from hashi_gui.sources import read_source

if TYPE_CHECKING:
    from hashi_gui.gui.pages.book import Entry

HELP = f"""\
The first page has the rules. The puzzles follow in the order given, numbered, each with its title
and its level; a puzzle that names no level is graded. A puzzle without a solution is refused.

examples:
  hashi pack puzzles/ -o book.pdf --solutions
  hashi pack monday.has tuesday.has -o week.pdf --per-page 1 --title 'This week'

PUZZLE is a file of any notation that is known, a folder of such files, or a URL or ID itself.

{EXITS}"""


def add(commands: Commands) -> None:
    command = add_command(commands, "pack", run, "Make a book of puzzles, as PDF.", HELP)
    command.add_argument("puzzles", metavar="PUZZLE", nargs="+", help="what is in the book")
    command.add_argument(
        "-o", "--output", metavar="FILE", type=Path, required=True, help="the book, a .pdf file"
    )
    command.add_argument(
        "--per-page", type=int, choices=(1, 2, 4, 6), default=4, help="puzzles (default: 4)"
    )
    command.add_argument(
        "--title", metavar="T", default="Hashi", help="the title of the book (default: Hashi)"
    )
    command.add_argument(
        "--solutions", action="store_true", help="with the solutions, on the last pages"
    )
    command.add_argument("--paper", choices=("a4", "letter"), default="a4", help="(default: a4)")
    add_time_limit(command)


def run(args: Namespace) -> int:
    from hashi_gui.gui.startup import check_drawing

    check_drawing()
    from hashi_gui.gui.pages.book import Book
    from hashi_gui.gui.pages.offscreen import prepare_drawing
    from hashi_gui.gui.pages.sheet import Paper

    if args.output.suffix.lower() != ".pdf":
        raise HashiError(f"{args.output}: a book is a file in .pdf.")
    sources = list(_documents(args.puzzles))
    if not sources:
        raise HashiError("There is no puzzle to make a book of.")
    try:
        entries = within(args.time_limit, partial(_entries, sources, args.solutions))
    except Stopped as stop:
        print_text(str(stop))
        return Exit.STOPPED
    prepare_drawing()
    book, pages = Book(args.title, entries, args.per_page, Paper[args.paper.upper()]).pdf()
    replace(args.output, book)
    print_text(f"{args.output}: {counted(len(entries), 'puzzle')} on {counted(pages, 'page')}.")
    return Exit.ANSWERED


def _documents(sources: Iterable[str]) -> Iterator[tuple[str, Document]]:
    """The puzzles named, each with the name for a complaint; in a folder, what is none is told
    of and left out.
    """
    for source in sources:
        if not Path(source).is_dir():
            yield source, read_source(source)
            continue
        for file in _files(Path(source)):
            try:
                yield str(file), read_path(file)
            except FormatError as error:
                print(f"hashi: left out: {error}", file=sys.stderr)


def _files(folder: Path) -> list[Path]:
    """The files of a folder and of those in it, 2 before 10; hidden ones are left out."""
    found = (file.relative_to(folder) for file in folder.rglob("*") if file.is_file())
    visible = [file for file in found if not any(part.startswith(".") for part in file.parts)]
    return [folder / file for file in sorted(visible, key=_natural)]


def _natural(path: Path) -> list[list[tuple[int, str]]]:
    """What sorts file names as people do, numbers by their value."""
    return [
        [(int(digits or 0), text.lower()) for digits, text in re.findall(r"(\d+)|(\D+)", part)]
        for part in path.parts
    ]


def _entries(
    sources: Sequence[tuple[str, Document]], with_solutions: bool, token: CancelToken
) -> list[Entry]:
    from hashi_gui.gui.pages.book import Entry

    entries = []
    for name, document in watched(sources, len(sources)):
        solution, unique = _solution(name, document.puzzle, token)
        level = str(document.meta.get("level") or "")
        if unique and not level:
            level = grade(document.puzzle, token).level
        shown = solution if with_solutions else None
        entries.append(Entry(document.puzzle, document.title, level, shown))
    return entries


def _solution(name: str, puzzle: Puzzle, token: CancelToken) -> tuple[bytes, bool]:
    """A solution, and whether it is the only one. Raises HashiError where there is none."""
    with SatSolver(puzzle) as solver:
        verdict = solver.verdict(token)
    if verdict.solution is None:
        raise HashiError(f"{name}: this puzzle has no solution, and nobody could finish it.")
    if verdict.kind is VerdictKind.SEVERAL:
        print(f"hashi: {name}: this puzzle has several solutions.", file=sys.stderr)
    return verdict.solution, verdict.kind is VerdictKind.UNIQUE
