"""``hashi play``: open the game."""

from __future__ import annotations

import signal
from argparse import Namespace

from hashi_gui.cli.arguments import PUZZLE, Commands, add_command

HELP = f"""\
examples:
  hashi play              go on where you left off
  hashi play puzzle.has
  hashi play solve        a file that is named like a command

{PUZZLE}"""


def add(commands: Commands) -> None:
    command = add_command(commands, "play", run, "Open the game.", HELP)
    command.add_argument("puzzle", metavar="PUZZLE", nargs="?", help="what to play")


def run(args: Namespace) -> int:
    from hashi_gui.rendering.display_check import check_display

    check_display()
    from hashi_gui.gui.app.start import run

    # Qt's loop is native code, in which Python's own handler would wait for the next event.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return run(args.puzzle)
