"""Arguments and help texts that several commands share."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from hashi_gui import option_types
from hashi_gui.core.board import Board
from hashi_gui.core.errors import HashiError
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.formats import Document, FormatError, write
from hashi_gui.formats.registry import NOTATIONS

if TYPE_CHECKING:
    from argparse import _SubParsersAction

PUZZLE_HELP = """\
PUZZLE is a file, - for standard input, or a URL or game ID in quotes. The format is recognised by
its content: .hashi, pzpr, PencilBox, saved games of Simon Tatham's Bridges, .has, CSV, plain text
grids and drawings."""

MANY_PUZZLES_HELP = f"""\
{PUZZLE_HELP} It can also be a folder or a .zip file, for every
file in it, or a file with one URL or game ID per line."""

SEVERAL_HELP = """\
For several puzzles, one line is printed per puzzle, in order, or with --json an object with its
name as "puzzle". A puzzle that cannot be read is reported on standard error, and the others are
still answered. The time limit applies to each puzzle. With --jobs, several processes share the
puzzles; the answers are the same, and in the same order."""

EXIT_CODES_HELP = """\
exit codes: 0 success; 1 the puzzle has no solution (solve, grade, explain, render), or not exactly
one (check); 2 invalid input or usage, a puzzle that the method does not support, or output that
cannot be written; 3 time limit reached; 4 wrong answer of an incomplete method (solve; see `hashi
methods`); 5 a worker process was lost, or memory ran out; 70 an error in the program; 130
interrupted."""

FORMATS = tuple(sorted(notation.NAME for notation in NOTATIONS))
"""All formats, as the values of ``--to``."""


def _has_bridges(name: str) -> bool:
    """Whether files of a format can have bridges."""
    puzzle = Puzzle.from_clues(1, 3, {(0, 0): 1, (0, 2): 1})
    try:
        write(Document(puzzle, Board(bytes([1])), "text"), name)
    except FormatError:
        return False
    return True


BOARD_FORMATS = tuple(filter(_has_bridges, FORMATS))
"""The formats for boards; the others are for puzzles without bridges."""

_COMMAND = re.compile(r"argument COMMAND: invalid choice: (\S+) .*")
_COMBINATION = re.compile(r"argument (\S+): not allowed with argument (\S+)")
_ONE_OPTION = re.compile(r"argument (\S+): (.*)", re.DOTALL)


class UsageError(HashiError):
    """A command line that is not valid."""


class Parser(ArgumentParser):
    """Raises UsageError, with one sentence, instead of ending the program."""

    def error(self, message: str) -> NoReturn:
        if match := _COMMAND.fullmatch(message):
            message = f"there is no command {match[1]}"
        elif match := _COMBINATION.fullmatch(message):
            message = f"{_long(match[1])} cannot be combined with {_long(match[2])}"
        elif match := _ONE_OPTION.fullmatch(message):
            problem = "needs a value" if match[2] == "expected one argument" else match[2]
            message = f"{_long(match[1])} {problem}"
        raise UsageError(f"{message}; see `{self.prog} --help`.")


def _long(option: str) -> str:
    """The long name in the names of an option, such as ``-o/--output``."""
    return option.rpartition("/")[2]


Commands: TypeAlias = "_SubParsersAction[Parser]"
"""What commands are added to."""


def add_command(
    commands: Commands,
    name: str,
    run: Callable[[Namespace], int],
    summary: str,
    epilog: str,
    check: Callable[[Namespace], None] | None = None,
) -> Parser:
    """Add a command.

    ``run`` executes it and returns the exit code. ``check`` is called once all arguments are
    parsed: it raises HashiError if options that are valid one by one do not fit together. Both get
    the arguments, which include the command's own parser as ``parser``.
    """
    command = commands.add_parser(
        name,
        help=summary,
        description=summary,
        epilog=epilog,
        formatter_class=RawDescriptionHelpFormatter,
    )
    command.set_defaults(run=run, check=check, parser=command)
    return command


def add_puzzle(command: Parser) -> None:
    command.add_argument(
        "puzzle", metavar="PUZZLE", type=option_types.not_empty, help="the puzzle to read"
    )


def add_puzzles(command: Parser) -> None:
    """Add the puzzles, and ``--jobs``, the number of processes that share them."""
    command.add_argument(
        "puzzles",
        metavar="PUZZLE",
        type=option_types.not_empty,
        nargs="+",
        help="the puzzles to read",
    )
    option_types.add_jobs(command, "the number of processes that share the puzzles (default: 1)")


def add_threads(command: Parser) -> None:
    command.add_argument(
        "--threads",
        metavar="T",
        type=option_types.process_count,
        help="the most threads to solve a hard puzzle with, where several engines race "
        "(default: one per core for a single puzzle, otherwise 1)",
    )


def add_format(command: Parser, subject: str, formats: Collection[str] = BOARD_FORMATS) -> None:
    """Add ``--to``, the format of what is printed: by default of a board."""
    command.add_argument(
        "--to",
        metavar="FORMAT",
        type=option_types.one_of(formats),
        default="text",
        help=f"the format of {subject}: {', '.join(formats)} (default: text)",
    )


def add_json(command: Parser) -> None:
    command.add_argument("--json", action="store_true", help="print one JSON object instead")


FOLDER_DEFAULT = "hashi"
LINE_DEFAULT = "puzzlink"


def add_output_in_format(command: Parser, subject: str) -> None:
    """Add ``--to``, the format of what is written, and where that goes."""
    command.add_argument(
        "--to",
        metavar="FORMAT",
        type=option_types.one_of(FORMATS),
        help=f"{subject}: {', '.join(FORMATS)} (default: {FOLDER_DEFAULT} in a folder or .zip "
        f"file, otherwise {LINE_DEFAULT})",
    )
    add_output(command)


def add_output(command: Parser) -> None:
    command.add_argument(
        "-o",
        "--output",
        metavar="DIR|FILE|-",
        type=option_types.not_empty,
        default="-",
        help="write to this folder or .zip file, one file per puzzle, or to this file "
        "(default: -, standard output)",
    )
    add_force(command)


def add_output_file(command: Parser, what: str, *suffixes: str) -> None:
    """Add ``--output``, a file that is required, with one of these suffixes."""
    command.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=option_types.new_file(*suffixes),
        required=True,
        help=what,
    )
    add_force(command)


def add_force(command: Parser) -> None:
    command.add_argument("--force", action="store_true", help="overwrite files that exist")


def add_proof(command: Parser, what: str) -> None:
    """Add ``--proof``, the folder of a certificate."""
    command.add_argument(
        "--proof",
        metavar="FOLDER",
        type=option_types.folder,
        help=f"write a certificate of {what} to this folder, for `hashi verify`",
    )
    add_force(command)


def add_time_limit(command: Parser) -> None:
    command.add_argument(
        "--time-limit",
        metavar="S",
        type=option_types.seconds,
        help="stop after this many seconds",
    )
