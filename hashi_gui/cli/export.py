"""``hashi export``: a puzzle as a model for solvers outside."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from hashi_gui.cli.arguments import EXITS, PUZZLE, Commands, UsageError, add_command, add_puzzle
from hashi_gui.cli.exit_codes import ExitCode
from hashi_gui.cli.output import print_text
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.puzzle_input import read_source
from hashi_gui.solving.methods.ilp.export import export_model
from hashi_gui.solving.methods.ilp.formulations import FORMULATIONS
from hashi_gui.solving.methods.sat.dimacs import ENCODINGS, to_dimacs


@dataclass(frozen=True, slots=True)
class ModelNotation:
    """A notation for models: the methods that have such a model, the default first."""

    methods: tuple[str, ...]
    write: Callable[[Puzzle, str], str]


NOTATIONS = {
    "cnf": ModelNotation(tuple(ENCODINGS), to_dimacs),
    "mps": ModelNotation(tuple(FORMULATIONS), partial(export_model, notation="mps")),
    "lp": ModelNotation(tuple(FORMULATIONS), partial(export_model, notation="lp")),
}

HELP = f"""\
cnf is the DIMACS notation of SAT solvers, for the encoding of {", ".join(ENCODINGS)}.
Every model of it is a solution, connectivity included.

mps and lp are notations of integer linear programs, for
{", ".join(FORMULATIONS)}.
Only that of ilp-polynomial knows all of connectivity.

Comments say which variables are the bridges of an edge, as in
  c edge 0 0 0 2 at least 2 = var 7      two bridges from row 0, column 0 to row 0, column 2

examples:
  hashi export puzzle.has --to cnf > puzzle.cnf
  hashi export puzzle.has --to mps > puzzle.mps
  hashi export puzzle.has --to lp --method ilp-v5 > puzzle.lp

{PUZZLE}

{EXITS}"""


def add(commands: Commands) -> None:
    command = add_command(commands, "export", run, "Print a model for solvers outside.", HELP)
    add_puzzle(command)
    command.add_argument("--to", choices=NOTATIONS, required=True, help="the notation")
    command.add_argument(
        "--method", metavar="NAME", help="whose model it is (default: the first named above)"
    )


def run(args: Namespace) -> int:
    notation = NOTATIONS[args.to]
    method = args.method or notation.methods[0]
    if method not in notation.methods:
        raise UsageError(
            f"The method {method!r} has no {args.to} model; these have: "
            f"{', '.join(notation.methods)}."
        )
    print_text(notation.write(read_source(args.puzzle).puzzle, method))
    return ExitCode.ANSWERED
