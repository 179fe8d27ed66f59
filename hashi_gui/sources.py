"""Where a puzzle comes from: a file, standard input, or its notation written out."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from hashi_gui.core.errors import HashiError
from hashi_gui.formats import Document, FormatError, read, read_path

_NOTATION = re.compile(r"[?#\n]|://|^\d[^/\\]*:|^(?:hashi|hashikake|bridges)/\d")
"""What a URL, a game ID or a grid has and a mistyped file name has not."""


def read_source(source: str) -> Document:
    """The puzzle that a word names: ``-`` for standard input, a file, or a URL or ID itself.

    Raises HashiError where it is none of these.
    """
    if source == "-":
        return read(sys.stdin.buffer.read(), "standard input")
    if _exists(source):
        return read_path(Path(source))
    try:
        return read(source)
    except FormatError as error:
        if _NOTATION.search(source):
            raise
        raise HashiError(
            f"There is no file {source!r}, nor is that a puzzle's URL or ID."
        ) from error


def _exists(source: str) -> bool:
    try:
        return Path(source).exists()
    except OSError:
        # The notation of a large puzzle is longer than any file name may be.
        return False
