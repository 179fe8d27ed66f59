"""The commands, and what parses the arguments of each."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from hashi_gui.cli.terminal import print_text
from hashi_gui.core.errors import HashiError

if TYPE_CHECKING:
    from argparse import _SubParsersAction


COMMANDS = {
    "play": "Open the game.",
    "solve": "Print a solution as a text drawing.",
    "methods": "List the solving methods, and when to use which.",
    "check": "Check whether a puzzle has one solution, several or none.",
    "verify": "Verify a certificate that `check` or `hint` has written.",
    "count": "Count the solutions of a puzzle.",
    "hint": "Give the next step, and explain it.",
    "grade": "Rate how hard a puzzle is, and why.",
    "explain": "Explain the whole solution step by step.",
    "generate": "Generate new puzzles.",
    "reduce": 'Turn as many numbers as possible into "?".',
    "convert": "Write puzzles in another format.",
    "export": "Print a model for external solvers.",
    "render": "Draw a board as a PNG, SVG or PDF file.",
    "pack": "Make a book of puzzles, a contest, a column of a magazine or a card.",
    "library": "List, import and export the packs in the library.",
    "stats": "Show statistics of the games played.",
    "bench": "Measure solving methods on folders of puzzles.",
}
"""What each command does, in the order in which the help lists them. Each is a module of this
package."""

PUZZLE_HELP = """\
PUZZLE is a file, - for standard input, or a URL or game ID in quotes. The format is recognised by
its content: .hashi, pzpr, PencilBox, saved games of Simon Tatham's Bridges, .has, CSV, plain text
grids and drawings."""

EXIT_CODES_HELP = """\
exit codes: 0 success; 1 the puzzle has no solution (solve, grade, explain, render), or not exactly
one (check); 2 invalid input or usage, a puzzle that the method does not support, or output that
cannot be written; 3 time limit reached; 4 wrong answer of an incomplete method (solve; see `hashi
methods`); 5 a worker process was lost, or memory ran out; 70 an error in the program; 130
interrupted."""

_COMMAND = r"argument COMMAND: invalid choice: (\S+) .*"
_COMBINATION = r"argument (\S+): not allowed with argument (\S+)"
_ONE_OPTION = r"argument (\S+): ((?s:.*))"


class UsageError(HashiError):
    """A command line that is not valid."""


class Parser(ArgumentParser):
    """Raises UsageError, with one sentence, instead of ending the program."""

    def _print_message(self, message: str, file: object = None) -> None:  # noqa: ARG002
        """Print help. Raises OutputError and BrokenPipeError, which the base class ignores."""
        print_text(message.removesuffix("\n"))

    def error(self, message: str) -> NoReturn:
        if match := re.fullmatch(_COMMAND, message):
            message = f"there is no command {match[1]}"
        elif match := re.fullmatch(_COMBINATION, message):
            message = f"{_long(match[1])} cannot be combined with {_long(match[2])}"
        elif match := re.fullmatch(_ONE_OPTION, message):
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
    epilog: str,
    check: Callable[[Namespace], None] | None = None,
) -> Parser:
    """Add one of COMMANDS.

    ``run`` executes it and returns the exit code. ``check`` is called once all arguments are
    parsed: it raises HashiError if options that are valid one by one do not fit together. Both get
    the arguments, which include the command's own parser as ``parser``.
    """
    command = commands.add_parser(
        name,
        help=COMMANDS[name],
        description=COMMANDS[name],
        epilog=epilog,
        formatter_class=RawDescriptionHelpFormatter,
    )
    command.set_defaults(run=run, check=check, parser=command)
    return command
