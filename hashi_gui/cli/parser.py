"""The command line: all commands, and the help that teaches them."""

from __future__ import annotations

from argparse import Namespace, RawDescriptionHelpFormatter
from collections.abc import Container, Sequence

from hashi_gui import __version__
from hashi_gui.cli import (
    bench,
    check,
    convert,
    explain,
    export,
    generate,
    grade,
    hint,
    methods,
    pack,
    play,
    render,
    solve,
)
from hashi_gui.cli.arguments import EXITS, PUZZLE, Parser

COMMANDS = (
    play,
    solve,
    methods,
    check,
    hint,
    grade,
    explain,
    generate,
    convert,
    export,
    render,
    pack,
    bench,
)
"""The module of each command adds it; in the order in which help lists them."""

HELP = f"""\
Without a command, play: `hashi` goes on where you left off, `hashi PUZZLE` opens a puzzle.
`hashi COMMAND --help` explains a command.

examples:
  hashi puzzle.has
  hashi solve 'https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3'
  hashi check --json puzzle.has
  hashi hint half-done.hashi
  hashi convert puzzle.has --to puzzlink

{PUZZLE}

{EXITS}"""


def parse(arguments: Sequence[str]) -> Namespace:
    """The command to run, as ``run``, and what it wants to know. Raises UsageError."""
    parser = Parser(
        prog="hashi",
        description="Play Hashiwokakero, the bridge puzzle, or have it solved.",
        epilog=HELP,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"hashi {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add(commands)
    return parser.parse_args(_with_command(arguments, commands.choices))


def _with_command(arguments: Sequence[str], commands: Container[str]) -> Sequence[str]:
    """The arguments with the ``play`` that ``hashi`` and ``hashi PUZZLE`` leave out."""
    match arguments:
        case []:
            return ["play"]
        case [puzzle] if puzzle not in commands and (puzzle == "-" or not puzzle.startswith("-")):
            return ["play", puzzle]
    return arguments
