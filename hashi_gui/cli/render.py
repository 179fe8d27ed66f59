"""``hashi render``: draw a board into a file."""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError, Namespace
from pathlib import Path

from hashi_gui.cli.arguments import EXITS, PUZZLE, Commands, add_command, add_puzzle, add_time_limit
from hashi_gui.cli.exit_codes import ExitCode
from hashi_gui.cli.output import print_text
from hashi_gui.cli.time_limit import run_with_time_limit
from hashi_gui.core.board import Board
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.puzzle_input import read_source
from hashi_gui.solving import Cancelled, CancelToken, SatSolver, Verdict, VerdictKind

HELP = f"""\
The ending of FILE says what is made: .png, .svg or .pdf. What is drawn on the board in the input is
in the picture. No display is needed.

examples:
  hashi render puzzle.has -o puzzle.png
  hashi render puzzle.has -o solution.svg --solution --theme dark
  hashi render half-done.hashi -o half-done.pdf --theme print --cell 12

{PUZZLE}

{EXITS}"""


def add(commands: Commands) -> None:
    command = add_command(commands, "render", run, "Draw a board as PNG, SVG or PDF.", HELP)
    add_puzzle(command)
    command.add_argument(
        "-o", "--output", metavar="FILE", type=Path, required=True, help="where to draw"
    )
    command.add_argument("--solution", action="store_true", help="draw the solution")
    command.add_argument(
        "--theme",
        choices=("light", "dark", "print"),
        default="light",
        help="the colours; print is black on white (default: light)",
    )
    command.add_argument(
        "--cell",
        metavar="MM",
        type=_millimetres,
        default=8.0,
        help="the size of a cell in millimetres, 0.5 to 100 (default: 8); "
        "a PNG has 300 pixels to the inch",
    )
    add_time_limit(command)


def run(args: Namespace) -> int:
    from hashi_gui.rendering.display_check import check_drawing

    check_drawing()
    from hashi_gui.rendering.offscreen import prepare_drawing
    from hashi_gui.rendering.picture import Picture, check_extension, save_picture
    from hashi_gui.rendering.theme import THEMES

    check_extension(args.output)
    document = read_source(args.puzzle)
    puzzle, board = document.puzzle, document.board
    if args.solution:
        try:
            verdict = run_with_time_limit(args.time_limit, lambda token: _verdict(puzzle, token))
        except Cancelled as stop:
            print_text(str(stop))
            return ExitCode.STOPPED
        if verdict.solution is None:
            print_text(verdict.kind.sentence)
            return ExitCode.NO_SOLUTION
        if verdict.kind is VerdictKind.SEVERAL:
            print(f"{verdict.kind.sentence} One of them is drawn.", file=sys.stderr)
        board = Board(verdict.solution)
    prepare_drawing()
    save_picture(args.output, Picture(puzzle, board, THEMES[args.theme], args.cell))
    return ExitCode.ANSWERED


def _verdict(puzzle: Puzzle, token: CancelToken) -> Verdict:
    with SatSolver(puzzle) as solver:
        return solver.verdict(token)


def _millimetres(text: str) -> float:
    try:
        size = float(text)
    except ValueError:
        size = 0.0
    if not 0.5 <= size <= 100:
        raise ArgumentTypeError(f"{text!r} is no size from 0.5 to 100 millimetres")
    return size
