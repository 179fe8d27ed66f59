"""The parser of the whole command line, with all commands and the help for each."""

from __future__ import annotations

from argparse import Namespace, RawDescriptionHelpFormatter
from collections.abc import Collection, Sequence

from hashi_gui import __version__
from hashi_gui.cli import (
    bench,
    check,
    convert,
    count,
    explain,
    export,
    generate,
    grade,
    hint,
    library,
    methods,
    pack,
    play,
    reduce,
    render,
    solve,
    stats,
)
from hashi_gui.cli.arguments import EXIT_CODES_HELP, PUZZLE_HELP, Parser, UsageError

COMMANDS = (
    play,
    solve,
    methods,
    check,
    count,
    hint,
    grade,
    explain,
    generate,
    reduce,
    convert,
    export,
    render,
    pack,
    library,
    stats,
    bench,
)
"""The modules of the commands, in the order in which the help lists them."""

HELP = f"""\
Without a command, `hashi` opens the game where you left off, and `hashi PUZZLE` opens a puzzle.
`hashi COMMAND --help` describes a command.

examples:
  hashi puzzle.has
  hashi solve 'https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3'
  hashi check --json puzzle.has
  hashi hint half-done.hashi
  hashi convert puzzle.has --to puzzlink

{PUZZLE_HELP}

{EXIT_CODES_HELP}"""


def parse(arguments: Sequence[str]) -> Namespace:
    """Parse and check a command line.

    The result has the options of the command, and ``run``, the function that executes it. Raises
    HashiError if the command line is not valid.
    """
    parser = Parser(
        prog="hashi",
        description="Play and solve Hashiwokakero, the bridge puzzle.",
        epilog=HELP,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"hashi {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add(commands)
    args, unknown = parser.parse_known_args(_with_command(arguments, commands.choices))
    if unknown:
        args.parser.error(f"unrecognised arguments: {' '.join(unknown)}")
    if args.check:
        args.check(args)
    return args


def _with_command(arguments: Sequence[str], commands: Collection[str]) -> Sequence[str]:
    """The arguments, with ``play`` added for ``hashi`` and ``hashi PUZZLE``.

    Raises UsageError if the first word is neither an option, a command nor the only argument.
    """
    match arguments:
        case []:
            return ["play"]
        case [first, *_] if first in commands or (first != "-" and first.startswith("-")):
            return arguments
        case [puzzle]:
            return ["play", puzzle]
        case [first, *_]:
            raise UsageError(f"there is no command {first!r}; see `hashi --help`.")
    return arguments
