"""``hashi grade``: how hard a puzzle is."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import asdict

from hashi_gui.cli.arguments import (
    EXITS,
    PUZZLE,
    Commands,
    add_command,
    add_json,
    add_puzzle,
    add_time_limit,
)
from hashi_gui.cli.exit_codes import ExitCode
from hashi_gui.cli.output import print_json, print_text
from hashi_gui.cli.time_limit import run_with_time_limit
from hashi_gui.logic.grading import Grade, grade
from hashi_gui.puzzle_input import read_source
from hashi_gui.solving import Cancelled

HELP = f"""\
The level is that of the hardest technique that the easiest way to the solution needs.

examples:
  hashi grade puzzle.has
  hashi grade --json puzzle.has

{PUZZLE}

--json prints one object:
  {{"level": "easy" | "medium" | "hard" | "expert" | "extreme",
   "techniques": {{"Full house": 12, ...}}, "hardest": "Intersection",
   "solved_by_logic": true | false}}
"solved_by_logic" is false where there is not exactly one solution.

{EXITS}"""


def add(commands: Commands) -> None:
    command = add_command(commands, "grade", run, "Say how hard a puzzle is, and why.", HELP)
    add_puzzle(command)
    add_json(command)
    add_time_limit(command)


def run(args: Namespace) -> int:
    puzzle = read_source(args.puzzle).puzzle
    try:
        graded = run_with_time_limit(args.time_limit, lambda token: grade(puzzle, token))
    except Cancelled as stop:
        print_text(str(stop))
        return ExitCode.STOPPED
    if args.json:
        print_json(**asdict(graded))
    else:
        print_text(_text(graded))
    return ExitCode.ANSWERED


def _text(graded: Grade) -> str:
    """The level, and how often each technique is needed."""
    width = max((len(name) for name in graded.techniques), default=0)
    lines = [f"  {name:{width}}  {count:4}" for name, count in graded.techniques.items()]
    if not graded.solved_by_logic:
        lines.append("Reasoning does not come to an end: there is not exactly one solution.")
    return "\n".join([f"Level: {graded.level}", *lines])
