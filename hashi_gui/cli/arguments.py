"""The command line, and the help that teaches it."""

from __future__ import annotations

import math
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Container, Sequence
from typing import NoReturn

from hashi_gui import __version__
from hashi_gui.cli.commands import (
    run_check,
    run_explain,
    run_grade,
    run_hint,
    run_play,
    run_solve,
)
from hashi_gui.core.errors import HashiError
from hashi_gui.methods import METHODS

_PUZZLE = """\
PUZZLE is a file (.has, CSV, plain grid or drawing, pzpr, .hashi; told by its content), - for
standard input, or a URL or ID itself, in quotes."""

_EXITS = """\
exit codes: 0 answered; 1 no solution (solve, explain); 2 bad input or usage; 3 stopped by the time
limit."""

MAIN_HELP = f"""\
Without a command, play: `hashi` goes on where you left off, `hashi PUZZLE` opens a puzzle.
`hashi COMMAND --help` explains a command.

examples:
  hashi puzzle.has
  hashi solve 'https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3'
  hashi check --json puzzle.has
  hashi hint half-done.hashi

{_PUZZLE}

{_EXITS}"""

PLAY_HELP = f"""\
examples:
  hashi play              go on where you left off
  hashi play puzzle.has
  hashi play solve        a file that is named like a command

{_PUZZLE}"""

SOLVE_HELP = f"""\
examples:
  hashi solve puzzle.has
  hashi solve puzzle.has > solved.txt         the drawing can be read again
  hashi solve --json --time-limit 10 - < puzzle.has
  hashi solve --json --method deduction puzzle.has

{_PUZZLE}

--json prints one object; rows and columns count from 0 at the top left:
  {{"status": "solved" | "none" | "stopped", "method": "sat", "seconds": 0.004,
   "bridges": [[row, col, row, col, count], ...],
   "stats": {{"rounds": 3, "cuts": 8, "clauses": 412, "variables": 66}}}}
The stats of deduction tell what each technique gave, and what was chosen, not proved:
  {{"techniques": {{"Full house": {{"conclusions": 12, "seconds": 0.0003, "share": 0.21}}, ...}}}}

{_EXITS}"""

CHECK_HELP = f"""\
examples:
  hashi check 'https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3'
  hashi check half-done.hashi     can what is drawn still be finished?

{_PUZZLE}

--json prints one object; rows and columns count from 0 at the top left:
  {{"verdict": "unique" | "several" | "none" | "stopped", "seconds": 0.006,
   "solution": [[row, col, row, col, count], ...] | null,
   "second": a second solution that differs | null,
   "finishable": true | false | null}}
"finishable" speaks of the board drawn in the input.

{_EXITS}"""

HINT_HELP = f"""\
examples:
  hashi hint puzzle.has
  hashi hint half-done.hashi

{_PUZZLE}

--json prints one object; rows and columns count from 0 at the top left:
  {{"kind": "step" | "mistake" | "choice" | "finished" | "none",
   "technique": "Full house",
   "level": "easy" | "medium" | "hard" | "expert" | "extreme" | null,
   "reason": "...", "region": [[row, col], ...],
   "moves": [[row, col, row, col, count], ...]}}
"count" is what there should be after the move; -1 is a mark "no bridge here".

{_EXITS}"""


GRADE_HELP = f"""\
The level is that of the hardest technique that the easiest way to the solution needs.

examples:
  hashi grade puzzle.has
  hashi grade --json puzzle.has

{_PUZZLE}

--json prints one object:
  {{"level": "easy" | "medium" | "hard" | "expert" | "extreme",
   "techniques": {{"Full house": 12, ...}}, "hardest": "Intersection",
   "solved_by_logic": true | false}}
"solved_by_logic" is false where there is not exactly one solution.

{_EXITS}"""

EXPLAIN_HELP = f"""\
examples:
  hashi explain puzzle.has
  hashi explain --markdown puzzle.has > solution.md

{_PUZZLE}

{_EXITS}"""


class UsageError(HashiError):
    """A command line that cannot be understood."""


def parse(arguments: Sequence[str]) -> Namespace:
    """The command to run, as ``run``, and what it wants to know. Raises UsageError."""
    parser = _Parser(
        prog="hashi",
        description="Play Hashiwokakero, the bridge puzzle, or have it solved.",
        epilog=MAIN_HELP,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"hashi {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    def add(name: str, run: Callable[[Namespace], int], summary: str, epilog: str) -> _Parser:
        command = commands.add_parser(
            name,
            help=summary,
            description=summary,
            epilog=epilog,
            formatter_class=RawDescriptionHelpFormatter,
        )
        command.set_defaults(run=run)
        return command

    play = add("play", run_play, "Open the game.", PLAY_HELP)
    play.add_argument("puzzle", metavar="PUZZLE", nargs="?", help="what to play")
    solve = add("solve", run_solve, "Print a solution, drawn in text.", SOLVE_HELP)
    _add_question(solve)
    solve.add_argument(
        "--method",
        metavar="NAME",
        default="sat",
        help=f"how to solve: {' or '.join(METHODS)} (default: sat)",
    )
    _add_question(
        add("check", run_check, "Say whether there is one solution, several or none.", CHECK_HELP)
    )
    _add_question(add("hint", run_hint, "Say what to do next, and why.", HINT_HELP))
    _add_question(add("grade", run_grade, "Say how hard a puzzle is, and why.", GRADE_HELP))
    explain = add("explain", run_explain, "Tell the whole solution, step by step.", EXPLAIN_HELP)
    explain.add_argument("puzzle", metavar="PUZZLE", help="the puzzle in question")
    explain.add_argument("--markdown", action="store_true", help="write Markdown")
    _add_time_limit(explain)
    return parser.parse_args(_with_command(arguments, commands.choices))


def _add_question(command: _Parser) -> None:
    command.add_argument("puzzle", metavar="PUZZLE", help="the puzzle in question")
    command.add_argument("--json", action="store_true", help="print one JSON object instead")
    _add_time_limit(command)


def _add_time_limit(command: _Parser) -> None:
    command.add_argument(
        "--time-limit", metavar="S", type=_seconds, help="stop after this many seconds"
    )


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds < math.inf:
        raise ArgumentTypeError(f"{text!r} is no number of seconds, 0 or more")
    return seconds


def _with_command(arguments: Sequence[str], commands: Container[str]) -> Sequence[str]:
    """The arguments with the ``play`` that ``hashi`` and ``hashi PUZZLE`` leave out."""
    match arguments:
        case []:
            return ["play"]
        case [puzzle] if puzzle not in commands and (puzzle == "-" or not puzzle.startswith("-")):
            return ["play", puzzle]
    return arguments


class _Parser(ArgumentParser):
    """Complains with an exception in one sentence."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; see `{self.prog} --help`.")
