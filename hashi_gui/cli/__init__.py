"""The ``hashi`` command.

Importing this package loads no command, so that Ctrl-C is handled before that begins.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from hashi_gui import interrupts


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code.

    Without ``arguments``, this is the program: it takes those of the process, and Ctrl-C ends it.
    """
    if arguments is None:
        interrupts.install()
        arguments = sys.argv[1:]
    from hashi_gui.cli.run import run

    return run(arguments)


def play_main() -> int:
    """Run the ``hashi-gui`` command, which is ``hashi play`` without a console."""
    interrupts.install()
    return main(["play", *sys.argv[1:]])
