"""What the commands' argument parsers share."""

from __future__ import annotations

import math
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from hashi_gui.core.errors import HashiError
from hashi_gui.formats import FormatError
from hashi_gui.formats.registry import NOTATIONS, find_notation

if TYPE_CHECKING:
    from argparse import _SubParsersAction

PUZZLE = """\
PUZZLE is a file (.hashi, pzpr, PencilBox, SGT's save file, .has, CSV, plain grid or drawing; told
by its content), - for standard input, or a URL or game ID itself, in quotes."""

MANY = """\
It may also be a folder, for every file in it, or a file with a URL or game ID on each line."""

EXITS = """\
exit codes: 0 answered; 1 no solution (solve, explain, render); 2 bad input or usage, or a puzzle
that the method refuses; 3 stopped by the time limit; 4 a wrong answer (solve, see `hashi
methods`)."""


class UsageError(HashiError):
    """A command line that cannot be understood."""


class Parser(ArgumentParser):
    """Complains with an exception in one sentence."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; see `{self.prog} --help`.")


Commands: TypeAlias = "_SubParsersAction[Parser]"
"""Where commands are added."""


def add_command(
    commands: Commands, name: str, run: Callable[[Namespace], int], summary: str, epilog: str
) -> Parser:
    """A new command: ``run`` does what was asked and returns the exit code."""
    command = commands.add_parser(
        name,
        help=summary,
        description=summary,
        epilog=epilog,
        formatter_class=RawDescriptionHelpFormatter,
    )
    command.set_defaults(run=run)
    return command


def add_puzzle(command: Parser) -> None:
    command.add_argument("puzzle", metavar="PUZZLE", help="the puzzle in question")


def add_puzzles(command: Parser) -> None:
    command.add_argument("puzzles", metavar="PUZZLE", nargs="+", help="the puzzles in question")


def add_notation(command: Parser, what: str, default: str | None = None) -> None:
    """``--to``; without a ``default`` it must be given."""
    command.add_argument(
        "--to",
        metavar="FORMAT",
        type=_notation,
        default=default,
        required=default is None,
        help=f"the notation of {what}: {', '.join(sorted(n.NAME for n in NOTATIONS))}"
        + (f" (default: {default})" if default else ""),
    )


def add_json(command: Parser) -> None:
    command.add_argument("--json", action="store_true", help="print one JSON object instead")


def add_output(command: Parser) -> None:
    command.add_argument(
        "-o",
        "--output",
        metavar="DIR|FILE|-",
        default="-",
        help="a folder gets a file for each puzzle (default: -, standard output)",
    )


def add_time_limit(command: Parser) -> None:
    command.add_argument(
        "--time-limit", metavar="S", type=_seconds, help="stop after this many seconds"
    )


def positive(text: str) -> int:
    """The value of an argument that counts something."""
    if not (text.isascii() and text.isdigit() and int(text)):
        raise ArgumentTypeError(f"{text!r} is no whole number from 1")
    return int(text)


def _notation(name: str) -> str:
    try:
        return find_notation(name).NAME
    except FormatError as error:
        raise ArgumentTypeError(str(error).rstrip(".")) from error


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds < math.inf:
        raise ArgumentTypeError(f"{text!r} is no number of seconds, 0 or more")
    return seconds
