"""``hashi export``: print a puzzle as a model for external solvers."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from hashi_gui.cli.arguments import add_choice, add_puzzle
from hashi_gui.cli.command import Commands, add_command, exit_codes_help, puzzle_help
from hashi_gui.cli.terminal import ExitCode, print_data
from hashi_gui.core.i18n import _
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import listed
from hashi_gui.formats.sources import read_single
from hashi_gui.lab.methods.export import ENCODINGS, export_model, to_dimacs
from hashi_gui.lab.methods.ilp import FORMULATIONS
from hashi_gui.system import option_types


@dataclass(frozen=True, slots=True)
class ModelFormat:
    """A format for models, and the methods whose model it can express, the default first."""

    methods: tuple[str, ...]
    write: Callable[[Puzzle, str], str]


MODEL_FORMATS = {
    "cnf": ModelFormat(tuple(ENCODINGS), to_dimacs),
    "mps": ModelFormat(tuple(FORMULATIONS), partial(export_model, notation="mps")),
    "lp": ModelFormat(tuple(FORMULATIONS), partial(export_model, notation="lp")),
}


def _help() -> list[str]:
    return [
        _(
            "cnf is the DIMACS format of SAT solvers. It has the encoding of one of the methods "
            "{methods}. Each solution of the formula is a solution of the puzzle, connectivity "
            'included. A model counter that reads the lines "c t pmc" and "c p show", such as '
            "Ganak, counts the solutions of the puzzle."
        ).format(methods=listed(ENCODINGS)),
        _(
            "mps and lp are formats of integer linear programs. They have the formulation of one "
            "of the methods {methods}. Only that of ilp-polynomial includes all of connectivity."
        ).format(methods=listed(FORMULATIONS)),
        _("""\
Comments name the variables for the bridges on each edge, for example
  c edge 0 0 0 2 at least 2 = var 7      two bridges from row 0, column 0 to row 0, column 2"""),
        _("""\
examples:
  hashi export puzzle.has --to cnf > puzzle.cnf
  hashi export puzzle.has --to mps > puzzle.mps
  hashi export puzzle.has --to lp --method ilp-v5 > puzzle.lp"""),
        puzzle_help(),
        exit_codes_help(),
    ]


def add(commands: Commands) -> None:
    command = add_command(commands, "export", run, _help(), _check)
    add_puzzle(command)
    add_choice(command, "--to", MODEL_FORMATS, _("the format of the model"), required=True)
    command.add_argument(
        "--method",
        metavar="NAME",
        type=option_types.one_of((*ENCODINGS, *FORMULATIONS)),
        help=_("the method whose model is printed (default: the first one listed for the format)"),
    )


def _check(args: Namespace) -> None:
    methods = MODEL_FORMATS[args.to].methods
    if args.method and args.method not in methods:
        text = _("--method must be one of {methods} with --to {notation}, not {method}")
        args.parser.error(
            text.format(methods=listed(methods), notation=args.to, method=repr(args.method))
        )


def run(args: Namespace) -> int:
    model_format = MODEL_FORMATS[args.to]
    method = args.method or model_format.methods[0]
    puzzle = read_single(args.puzzle).puzzle
    print_data(model_format.write(puzzle, method))
    return ExitCode.ANSWERED
