"""Running a command, whatever happens: each error is one sentence and has an exit code."""

from __future__ import annotations

from collections.abc import Sequence

from hashi_gui.cli.error_report import write_report
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
