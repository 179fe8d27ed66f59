"""Running a command, whatever happens: each error is one sentence and has an exit code."""

from __future__ import annotations

import platform
import sys
from collections.abc import Sequence
from tempfile import NamedTemporaryFile
from traceback import extract_tb, format_exception

from hashi_gui import __version__
from hashi_gui.cli.exit_codes import ExitCode
from hashi_gui.cli.output import (
    discard_output,
    flush_output,
    print_error,
    use_ascii_fallback,
)
from hashi_gui.cli.parser import parse
from hashi_gui.core.errors import HashiError
from hashi_gui.system.processes import WorkerLostError


def run(arguments: Sequence[str]) -> int:
    """Run the command with these arguments and return its exit code.

    Raises SystemExit only after ``--help`` and ``--version``.
    """
    use_ascii_fallback()
    try:
        return _run(arguments)
    except BrokenPipeError:
        return ExitCode.PIPE_CLOSED
    except WorkerLostError as error:
        print_error(error)
        return ExitCode.ABORTED
    except HashiError as error:
        print_error(error)
        return ExitCode.BAD_INPUT
    except MemoryError:
        print_error("There is not enough memory.")
        return ExitCode.ABORTED
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED
    except Exception as error:
        print_error(write_report(error, arguments))
        return ExitCode.INTERNAL_ERROR
    finally:
        discard_output()


def _run(arguments: Sequence[str]) -> int:
    try:
        args = parse(arguments)
    except SystemExit:
        flush_output()  # Here, because at exit an error would be a traceback.
        raise
    code: int = args.run(args)
    return code


def write_report(error: Exception, arguments: Sequence[str]) -> str:
    """Write a report into a new file, and return a sentence about the error and the file."""
    what = f"This is an error in Hashi, not in the input: {type(error).__name__}"
    try:
        with NamedTemporaryFile(
            "w", encoding="utf-8", errors="replace", prefix="hashi-error-", suffix=".txt",
            delete=False,
        ) as file:  # fmt: skip
            file.write(_report(error, arguments))
    except OSError:
        place = extract_tb(error.__traceback__)[-1]
        return f"{what} in {place.name}, line {place.lineno}. No report could be written."
    return f"{what}. Please report it with the file {file.name}."


def _report(error: Exception, arguments: Sequence[str]) -> str:
    return (
        f"Hashi {__version__}, Python {platform.python_version()}, {platform.platform()}\n"
        f"Arguments: {list(arguments)!r}\n"
        f"Encoding: {getattr(sys.stdout, 'encoding', None)}\n\n"
        f"{''.join(format_exception(error))}"
    )
