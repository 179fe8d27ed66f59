"""``hashi convert``: from any notation to another."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace

from hashi_gui.cli.arguments import (
    MANY,
    PUZZLE,
    Commands,
    UsageError,
    add_command,
    add_notation,
    add_output,
    add_puzzles,
)
from hashi_gui.cli.destination import destination, is_folder
from hashi_gui.cli.exit_codes import ExitCode
from hashi_gui.cli.output import report_error
from hashi_gui.core.board import Board
from hashi_gui.core.errors import HashiError
from hashi_gui.formats import Document
from hashi_gui.formats.registry import find_notation
from hashi_gui.puzzle_input import find_puzzles

HELP = f"""\
The notation of what goes in is told by its content. What the other notation cannot say is refused
by name, and nothing is written for that puzzle; the others are. No file is ever overwritten.

examples:
  hashi convert puzzle.has --to puzzlink
  hashi convert 'https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3' --to sgt
  hashi convert half-done.hashi --to pzpr -o half-done.txt
  hashi convert half-done.hashi --clear --to puzzlink      the puzzle, as nobody has touched it
  hashi convert benchmark/ --to puzzlink -o urls.txt       a line for each
  hashi convert urls.txt --to has -o folder/               a file for each

{PUZZLE} {MANY}

Notations of one line (puzzlink, kanpen-url, sgt) go to standard output or one file, a puzzle a
line; several puzzles in any other need a folder, where each is named after what it comes from.
Locks, history and time are kept by hashi alone, and left out elsewhere.

exit codes: 0 all converted; 2 bad usage, or something could not be read or said."""


def add(commands: Commands) -> None:
    command = add_command(commands, "convert", run, "Write puzzles in another notation.", HELP)
    add_puzzles(command)
    add_notation(command, "what is written")
    command.add_argument("--clear", action="store_true", help="leave out what is drawn")
    add_output(command)


def run(args: Namespace) -> int:
    many, found = find_puzzles(args.puzzles)
    if many and not find_notation(args.to).ONE_LINE and not is_folder(args.output):
        raise UsageError(
            f"Several puzzles in the notation {args.to} need a folder; name one, as in -o folder/."
        )
    code = ExitCode.ANSWERED
    with destination(args.output, args.to) as write_document:
        for name, stem, read in found:
            try:
                document = read()
                write_document(_cleared(document) if args.clear else document, stem)
            except HashiError as error:
                report_error(name, error)
                code = ExitCode.BAD_INPUT
    return code


def _cleared(document: Document) -> Document:
    return replace(document, board=Board.empty(document.puzzle), game=None)
