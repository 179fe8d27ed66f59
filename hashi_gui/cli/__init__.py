"""The ``hashi`` command.

Importing this package imports nothing else, so that Ctrl-C is handled before that begins.
"""

from __future__ import annotations

# The part of `signal` that Python contains: until that module is imported, which takes some
# milliseconds, Ctrl-C would print a traceback.
import _signal  # type: ignore[import-not-found]
import gc
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code.

    Without ``arguments``, this is the program: it takes those of the process, and Ctrl-C ends it.
    """
    if arguments is None:
        return _run_program(sys.argv[1:])
    from hashi_gui.cli.parser import run

    return run(arguments)


def play_main() -> int:
    """Run the ``hashi-gui`` command: ``hashi play`` without a console, whose window says all."""
    return _run_program(["play", "--say-all", *sys.argv[1:]])


def _run_program(arguments: Sequence[str]) -> int:
    _handle_signals()
    gc.disable()  # What is loaded now stays: looking for garbage in it would take a while.
    from hashi_gui.cli.parser import run

    return run(arguments, _collect_garbage)


_OBJECTS_BEFORE_LOOK = 50_000
"""A puzzle and its clauses are thousands of objects at once, of which none is garbage."""


def _collect_garbage() -> None:
    """Collect what becomes garbage from now on."""
    gc.freeze()
    gc.set_threshold(_OBJECTS_BEFORE_LOOK)
    gc.enable()


def _handle_signals() -> None:
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    from hashi_gui.system import interrupts

    interrupts.install()
