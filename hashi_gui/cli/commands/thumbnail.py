"""``hashi thumbnail``: the small picture of a file that file managers show."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from hashi_gui.cli.command import Commands, add_command, exit_codes_help
from hashi_gui.cli.terminal import ExitCode
from hashi_gui.core.i18n import _
from hashi_gui.formats import read_path
from hashi_gui.system import option_types
from hashi_gui.system.files import storage_errors


def _help() -> list[str]:
    return [
        _(
            "File managers run it. The picture is a PNG file, whatever its name is, and replaces "
            "one that exists."
        ),
        _("""\
examples:
  hashi thumbnail puzzle.hashi puzzle.png 256"""),
        exit_codes_help(),
    ]


def add(commands: Commands) -> None:
    command = add_command(commands, "thumbnail", run, _help())
    command.add_argument("input", metavar="IN", type=Path, help=_("the file to read"))
    command.add_argument("output", metavar="OUT", type=Path, help=_("the PNG file to write"))
    command.add_argument(
        "pixels",
        metavar="PIXELS",
        type=option_types.whole_number_between(1, 4096),
        help=_("the longer side of the picture"),
    )


def run(args: Namespace) -> int:
    document = read_path(args.input)
    from hashi_gui.rendering.display_check import check_drawing

    check_drawing()
    from hashi_gui.rendering.picture import Picture, png_file
    from hashi_gui.rendering.theme import LIGHT

    picture = Picture(document.puzzle, document.board, LIGHT, cell=1)
    with storage_errors(args.output):
        # File managers may have opened the file that they name, so another must not replace it.
        args.output.write_bytes(png_file(picture.thumbnail(args.pixels)))
    return ExitCode.ANSWERED
