"""``hashi convert``: write puzzles in another format."""

from __future__ import annotations

from argparse import Namespace
from functools import partial

from hashi_gui.cli.answers import work_on_each
from hashi_gui.cli.arguments import FORMATS, add_output, add_puzzles, many_puzzles_help
from hashi_gui.cli.command import Commands, add_command
from hashi_gui.cli.files import check_room_for_several, destination
from hashi_gui.cli.output import document_text
from hashi_gui.cli.terminal import ExitCode, report_error
from hashi_gui.core.board import Board
from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _
from hashi_gui.core.wording import listed
from hashi_gui.formats.sources import PuzzleSource, find_puzzles
from hashi_gui.system import option_types


def _help() -> list[str]:
    return [
        _(
            "The format of the input is recognised by its content. A puzzle that the other format "
            "cannot express is reported and skipped; all others are written. No file is "
            "overwritten without --force."
        ),
        _("""\
examples:
  hashi convert puzzle.has --to puzzlink
  hashi convert 'https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3' --to sgt
  hashi convert half-done.hashi --to pzpr -o half-done.txt
  hashi convert half-done.hashi --clear --to puzzlink      without bridges and marks
  hashi convert benchmark/ --to puzzlink -o urls.txt       one line per puzzle
  hashi convert urls.txt --to has -o folder/               one file per puzzle"""),
        many_puzzles_help(),
        _(
            "The formats puzzlink, penpa, kanpen-url, sgt and sgt-url take one line per puzzle: "
            "they can be written to standard output or to one file. Several puzzles in any other "
            "format need a folder or a .zip file, where each file is named after its source. Only "
            "hashi saves locks, history and time; other formats leave them out."
        ),
        _(
            "exit codes: 0 all puzzles converted; 2 invalid usage, or a puzzle could not be read "
            "or written; 5 a worker process was lost; 130 interrupted. Finished puzzles stay in "
            "every case."
        ),
    ]


def add(commands: Commands) -> None:
    command = add_command(commands, "convert", run, _help())
    add_puzzles(command)
    command.add_argument(
        "--to",
        metavar="FORMAT",
        type=option_types.one_of(FORMATS),
        required=True,
        help=_("the format of the output: {formats}").format(formats=listed(FORMATS)),
    )
    command.add_argument("--clear", action="store_true", help=_("leave out bridges and marks"))
    add_output(command)


def run(args: Namespace) -> int:
    several, sources = find_puzzles(args.puzzles)
    if several:
        check_room_for_several(args.output, args.to)
    code = ExitCode.ANSWERED
    with destination(args.output, args.to, force=args.force) as write_text:
        for outcome in work_on_each(args, sources, partial(_convert, args.to, args.clear)):
            try:
                write_text(outcome.result(), outcome.stem)
            except HashiError as error:
                report_error(outcome.name, error)
                code = ExitCode.BAD_INPUT
    return code


def _convert(notation: str, clear: bool, source: PuzzleSource) -> str:
    document = source.read()
    if clear:
        document = document._replace(board=Board.empty(document.puzzle), game=None)
    return document_text(document, notation)
