"""The commands, and what parses the arguments of each."""

from __future__ import annotations

import argparse
import re
from argparse import ArgumentParser, HelpFormatter, Namespace
from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from hashi_gui.cli.terminal import print_text, wrapped
from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import N_, _, translated

if TYPE_CHECKING:
    from argparse import _SubParsersAction

argparse._ = str  # type: ignore[attr-defined]
"""_ERRORS expects English, and looking for translations takes a while."""

COMMANDS = {
    "play": N_("Open the game."),
    "solve": N_("Print a solution as a text drawing."),
    "methods": N_("List the solving methods, and when to use which."),
    "check": N_("Check whether a puzzle has one solution, several or none."),
    "verify": N_("Verify a certificate that `check` or `hint` has written."),
    "count": N_("Count the solutions of a puzzle."),
    "hint": N_("Give the next step, and explain it."),
    "grade": N_("Rate how hard a puzzle is, and why."),
    "explain": N_("Explain the whole solution step by step."),
    "generate": N_("Generate new puzzles."),
    "reduce": N_('Turn as many numbers as possible into "?".'),
    "convert": N_("Write puzzles in another format."),
    "export": N_("Print a model for external solvers."),
    "render": N_("Draw a board as a PNG, SVG or PDF file."),
    "pack": N_("Make a book of puzzles, a contest, a column of a magazine or a card."),
    "library": N_("List, import and export the packs in the library."),
    "stats": N_("Show statistics of the games played."),
    "bench": N_("Measure solving methods on folders of puzzles."),
    "desktop": N_("Put Hashi into the menu of the desktop, or take it out again."),
    "thumbnail": N_("Draw the small picture of a file for file managers."),
}
"""What each command does, in the order in which the help lists them. Each is a module of this
package."""

_COMMAND = N_("there is no command {command}")

_ERRORS = (
    (r".* COMMAND: .*choice: (?P<command>\S+) .*", _COMMAND),
    (r"the\b.* required: (?P<names>.*)", N_("the following arguments are required: {names}")),
    (
        r"ambiguous .*: (?P<option>\S+) .* match (?P<others>.*)",
        N_("{option} may be one of {others}"),
    ),
    (
        r"argument (\S+/)?(?P<option>\S+): not\b.* (\S+/)?(?P<other>\S+)",
        N_("{option} cannot be combined with {other}"),
    ),
    (r"argument (\S+/)?(?P<option>\S+): expected .*", N_("{option} needs a value")),
    (r"argument (\S+/)?(?P<option>\S+): ignored .*", N_("{option} takes no value")),
)
"""What argparse says of a wrong command line, and what is printed."""

_VALUE = r"argument (?:\S+/)?(\S+): ((?s:.*))"


class UsageError(HashiError):
    """A command line that is not valid."""


def usage_error(problem: str, program: str) -> UsageError:
    """The error for a ``problem``, and where to find the help of the program or command."""
    text = _("{problem}; see `{program} --help`.")
    return UsageError(text.format(problem=problem, program=program))


def no_command(name: str) -> UsageError:
    """The error for a word that is no command."""
    return usage_error(translated(_COMMAND).format(command=repr(name)), "hashi")


class Parser(ArgumentParser):
    """Raises UsageError, with one sentence, instead of ending the program.

    All its words are translated, as those of argparse are not.
    """

    def __init__(self, **options: Any) -> None:
        # The width of the terminal is only asked for when help is printed.
        super().__init__(formatter_class=partial(_Formatter, width=1), add_help=False, **options)
        self._positionals.title = _("positional arguments")
        self._optionals.title = _("options")
        text = _("show this help message and exit")
        self.add_argument("-h", "--help", action="help", help=text)

    def format_help(self) -> str:
        from shutil import get_terminal_size

        self.formatter_class = partial(_Formatter, width=get_terminal_size().columns - 2)
        return super().format_help()

    def _print_message(self, message: str, file: object = None) -> None:  # noqa: ARG002
        """Print help. Raises OutputError and BrokenPipeError, which the base class ignores."""
        print_text(message.removesuffix("\n"))

    def error(self, message: str) -> NoReturn:
        for pattern, text in _ERRORS:
            if match := re.fullmatch(pattern, message):
                raise usage_error(translated(text).format(**match.groupdict()), self.prog)
        if match := re.fullmatch(_VALUE, message):
            message = match[2].replace("{option}", match[1])
        raise usage_error(message, self.prog)


class _Formatter(HelpFormatter):
    """Wraps paragraphs, but no indented lines, such as examples."""

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, _("usage: ") if prefix is None else prefix)

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrapped(text, width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:  # noqa: ARG002
        filled: list[str] = []
        for is_kept, group in groupby(text.split("\n"), lambda line: line[:1] in ("", " ")):
            lines = list(group)
            filled += lines if is_kept else wrapped(" ".join(lines), width)
        return "\n".join(filled)


def puzzle_help() -> str:
    return _(
        "PUZZLE is a file, - for standard input, or a URL or game ID in quotes. The format is "
        "recognised by its content: .hashi, pzpr, PencilBox, saved games of Simon Tatham's "
        "Bridges, .has, CSV, plain text grids and drawings."
    )


def exit_codes_help() -> str:
    return _(
        "exit codes: 0 success; 1 the puzzle has no solution (solve, grade, explain, render), or "
        "not exactly one (check); 2 invalid input or usage, a puzzle that the method does not "
        "support, or output that cannot be written; 3 time limit reached; 4 wrong answer of an "
        "incomplete method (solve; see `hashi methods`); 5 a worker process was lost, or memory "
        "ran out; 70 an error in the program; 130 interrupted."
    )


Commands: TypeAlias = "_SubParsersAction[Parser]"
"""What commands are added to."""


def add_command(
    commands: Commands,
    name: str,
    run: Callable[[Namespace], int],
    epilog: Sequence[str],
    check: Callable[[Namespace], None] | None = None,
) -> Parser:
    """Add one of COMMANDS; the paragraphs of the ``epilog`` end its help.

    ``run`` executes it and returns the exit code. ``check`` is called once all arguments are
    parsed: it raises HashiError if options that are valid one by one do not fit together. Both get
    the arguments, which include the command's own parser as ``parser``.
    """
    summary = translated(COMMANDS[name])
    command = commands.add_parser(
        name, help=summary, description=summary, epilog="\n\n".join(epilog)
    )
    command.set_defaults(run=run, check=check, parser=command)
    return command
