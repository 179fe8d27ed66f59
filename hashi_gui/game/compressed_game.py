"""A saved game in few bytes, for the database of the results."""

from __future__ import annotations

import logging
import zlib

from hashi_gui.core.errors import HashiError
from hashi_gui.formats import Document, hashi, read, write


def compress_game(document: Document) -> bytes:
    """The ``.hashi`` file of a game, compressed by zlib."""
    return zlib.compress(write(document, "hashi").encode(), 9)


def expand_game(data: bytes) -> Document | None:
    """The opposite of :func:`compress_game`; None if the bytes are damaged."""
    try:
        text = zlib.decompressobj().decompress(data, hashi.MAX_LENGTH).decode()
        return read(text, "the results")
    except (zlib.error, UnicodeDecodeError, HashiError):
        logging.exception("a game among the results cannot be read")
        return None
