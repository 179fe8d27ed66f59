"""The report of an error in the program, for its developers."""

from __future__ import annotations

import platform
import sys
from collections.abc import Sequence
from tempfile import NamedTemporaryFile
from traceback import extract_tb, format_exception

from hashi_gui import __version__


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
