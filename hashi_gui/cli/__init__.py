"""The ``hashi`` command."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from hashi_gui.cli.exit_codes import ExitCode
from hashi_gui.cli.output import print_error, use_ascii_fallback
from hashi_gui.cli.parser import parse
from hashi_gui.core.errors import HashiError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command, from ``sys.argv`` unless given, and return its exit code."""
    use_ascii_fallback()
    try:
        args = parse(sys.argv[1:] if arguments is None else arguments)
        code: int = args.run(args)
    except HashiError as error:
        print_error(error)
        return ExitCode.BAD_INPUT
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED
    except BrokenPipeError:
        # Python flushes once more at exit; let that go nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitCode.PIPE_CLOSED
    return code


def play_main() -> int:
    """The ``hashi-gui`` command: ``hashi play`` without a console."""
    return main(["play", *sys.argv[1:]])
