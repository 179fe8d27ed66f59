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
    """Run a command and return its exit code; ``arguments`` defaults to ``sys.argv[1:]``."""
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
        # Python flushes standard output again when it exits, which must not fail a second time.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitCode.PIPE_CLOSED
    return code


def play_main() -> int:
    """Run the ``hashi-gui`` command, which is ``hashi play`` without a console."""
    return main(["play", *sys.argv[1:]])
