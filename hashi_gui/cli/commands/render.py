"""``hashi render``: draw a board as a picture."""

from __future__ import annotations

from argparse import Namespace

from hashi_gui.cli.arguments import add_choice, add_output_file, add_puzzle, add_time_limit
from hashi_gui.cli.command import Commands, add_command, exit_codes_help, puzzle_help
from hashi_gui.cli.files import check_output_file, write_file
from hashi_gui.cli.terminal import ExitCode, print_text
from hashi_gui.core.board import Board
from hashi_gui.core.i18n import _
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import sentences
from hashi_gui.formats.sources import read_single
from hashi_gui.solving import Cancelled, CancelToken, Solver, Verdict, VerdictKind
from hashi_gui.solving.cancel import run_with_time_limit
from hashi_gui.system import option_types
from hashi_gui.system.progress import print_note

SUFFIXES = (".png", ".svg", ".pdf")
"""The keys of ``hashi_gui.rendering.picture.ENCODERS``, which needs Qt."""

THEMES = ("light", "dark", "sand", "dusk", "high-contrast", "print")
"""The keys of ``hashi_gui.rendering.theme.THEMES``, which needs Qt."""


def _help() -> list[str]:
    return [
        _(
            "The suffix of FILE selects the kind of picture: .png, .svg or .pdf. Bridges and "
            "marks in the input are drawn too. No display is needed."
        ),
        _("""\
examples:
  hashi render puzzle.has -o puzzle.png
  hashi render puzzle.has -o solution.svg --solution --theme dark
  hashi render half-done.hashi -o half-done.pdf --theme print --cell 12"""),
        puzzle_help(),
        exit_codes_help(),
    ]


def add(commands: Commands) -> None:
    command = add_command(commands, "render", run, _help(), check_output_file)
    add_puzzle(command)
    add_output_file(command, _("the file to write"), *SUFFIXES)
    command.add_argument("--solution", action="store_true", help=_("draw the solution"))
    summary = _("the colours; print is black on white (default: light)")
    add_choice(command, "--theme", THEMES, summary, default="light")
    command.add_argument(
        "--cell",
        metavar="MM",
        type=option_types.length_between(0.5, 100),
        default=8.0,
        help=_(
            "the size of a cell in millimetres, 0.5 to 100 (default: 8); PNG files have 300 pixels "
            "per inch"
        ),
    )
    add_time_limit(command)


def run(args: Namespace) -> int:
    from hashi_gui.rendering.display_check import check_drawing

    check_drawing()
    from hashi_gui.rendering.picture import ENCODERS, Picture
    from hashi_gui.rendering.theme import THEMES

    document = read_single(args.puzzle)
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
            print_note(sentences(verdict.kind.sentence, _("One of them is drawn.")))
        board = Board(verdict.solution)
    encode = ENCODERS[args.output.suffix.lower()]
    content = encode(Picture(puzzle, board, THEMES[args.theme], args.cell))
    write_file(args.output, content, force=args.force)
    return ExitCode.ANSWERED


def _verdict(puzzle: Puzzle, token: CancelToken) -> Verdict:
    with Solver(puzzle) as solver:
        return solver.verdict(token)
