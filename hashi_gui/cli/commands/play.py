"""``hashi play``: open the game."""

from __future__ import annotations

import gc
import sys
from argparse import Namespace
from importlib import import_module

from hashi_gui.cli.command import Commands, add_command, puzzle_help
from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _
from hashi_gui.system import option_types


def _help() -> list[str]:
    return [
        _("""\
examples:
  hashi play              continue where you left off
  hashi play puzzle.has
  hashi play solve        open a file that has the name of a command"""),
        puzzle_help(),
    ]


def add(commands: Commands) -> None:
    command = add_command(commands, "play", run, _help())
    command.add_argument(
        "puzzle",
        metavar="PUZZLE",
        type=option_types.not_empty,
        nargs="?",
        help=_("the puzzle to play"),
    )
    command.add_argument(
        "--say-all",
        action="store_true",
        help=_("open the window also if PUZZLE cannot be read, and say so there"),
    )


_WITHOUT_QT = (
    "concurrent.futures",
    "logging.handlers",
    "hashi_gui.game.autosave",
    "hashi_gui.game.share",
    "hashi_gui.packs.exchange",
    "hashi_gui.formats.sources",
    "hashi_gui.rendering.looks",
)
"""What is loaded before Qt: PySide6 reads the source of each module that is loaded after it."""


def run(args: Namespace) -> int:
    from hashi_gui.rendering.display_check import check_display

    gc.disable()  # There is much to load, and all of it stays.
    try:
        for package in _WITHOUT_QT:
            import_module(package)
        check_display()
        from hashi_gui.gui.window import start
    finally:
        gc.freeze()
        gc.enable()
    try:
        return start.run(args.puzzle, says_all=args.say_all)
    except HashiError as error:
        if sys.stderr is None:  # hashi-gui on Windows has no console.
            start.show_error(error.plain)
        raise
