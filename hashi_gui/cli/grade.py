"""``hashi grade``: rate how hard a puzzle is."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import asdict

from hashi_gui.cli.arguments import (
    EXIT_CODES_HELP,
    PUZZLE_HELP,
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
The level of a puzzle is that of the hardest technique needed on the easiest way to its solution.

examples:
  hashi grade puzzle.has
  hashi grade --json puzzle.has

{PUZZLE_HELP}

--json prints one object:
  {{"level": "easy" | "medium" | "hard" | "expert" | "extreme",
   "techniques": {{"Full house": 12, ...}}, "hardest": "Intersection",
   "solved_by_logic": true | false}}
"solved_by_logic" is false if the puzzle does not have exactly one solution.

{EXIT_CODES_HELP}"""


def add(commands: Commands) -> None:
    command = add_command(commands, "grade", run, "Rate how hard a puzzle is, and why.", HELP)
    add_puzzle(command)
    add_json(command)
    add_time_limit(command)


def run(args: Namespace) -> int:
    puzzle = read_source(args.puzzle).puzzle
    try:
        result = run_with_time_limit(args.time_limit, lambda token: grade(puzzle, token))
    except Cancelled as stop:
        print_text(str(stop))
        return ExitCode.STOPPED
    if args.json:
        print_json(**asdict(result))
    else:
        print_text(_text(result))
    return ExitCode.ANSWERED


def _text(result: Grade) -> str:
    """The level, and how often each technique is used."""
    width = max((len(name) for name in result.techniques), default=0)
    lines = [f"  {name:{width}}  {count:4}" for name, count in result.techniques.items()]
    if not result.solved_by_logic:
        lines.append("Logic cannot solve this puzzle: it does not have exactly one solution.")
    return "\n".join([f"Level: {result.level}", *lines])
