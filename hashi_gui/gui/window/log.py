"""The log file: what went wrong, with the version and the platform, for bug reports."""

from __future__ import annotations

import faulthandler
import logging
import platform
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any

from PySide6 import __version__ as pyside_version
from PySide6.QtCore import qVersion

from hashi_gui import __version__
from hashi_gui.system.files import (
    check_regular_file,
    make_private_folder,
    open_regular_file,
    private,
)

MAX_BYTES = 500_000
BACKUPS = 2

_FORMAT = "%(asctime)s %(levelname)s %(name)s %(threadName)s: %(message)s"


class _PrivateFileHandler(RotatingFileHandler):
    def _open(self) -> Any:
        return open(
            self.baseFilename, self.mode, encoding="utf-8", errors="replace", opener=private
        )


def start_log(file: Path) -> None:
    """Write log messages to a file, which is rotated; crashes of the interpreter go beside it.

    Without a place to write, the program works without a log.
    """
    # Otherwise Python would print the messages, with tracebacks.
    logging.getLogger().addHandler(logging.NullHandler())
    with suppress(OSError):
        make_private_folder(file.parent)
        check_regular_file(file)
        crashes = open_regular_file(crash_file(file), "ab")
        handler = _PrivateFileHandler(file, maxBytes=MAX_BYTES, backupCount=BACKUPS, delay=False)
        handler.setFormatter(logging.Formatter(_FORMAT))
        logging.getLogger().addHandler(handler)
        logging.getLogger().setLevel(logging.INFO)
        faulthandler.enable(crashes)
    logging.info("%s", describe_system())


def crash_file(log_file: Path) -> Path:
    """The file for crashes of the interpreter itself, beside a log file."""
    return log_file.with_suffix(".crash")


def describe_system() -> str:
    """The versions that a bug report needs, in one line."""
    return (
        f"Hashi {__version__}, Python {platform.python_version()}, PySide6 {pyside_version}, "
        f"Qt {qVersion()}, {platform.platform()}"
    )


def bug_report(error: str) -> str:
    """The text of a bug report about an error, with its traceback."""
    return f"{describe_system()}\n\n{error}"
