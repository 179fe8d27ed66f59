"""Islands and the bridges between them on the clipboard."""

from __future__ import annotations

import json
from contextlib import suppress

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from hashi_gui.core.errors import HashiError
from hashi_gui.editing import Change, Draft
from hashi_gui.editing.history import draft_of, full_change
from hashi_gui.formats import read, write
from hashi_gui.formats.fields import parse_object

PIECE_TYPE = "application/x-hashi-piece"
"""The type of islands on the clipboard; they are there as text, too."""


def copy(piece: Draft) -> None:
    """Put islands and bridges on the clipboard."""
    data = QMimeData()
    data.setData(PIECE_TYPE, json.dumps(full_change(piece).to_data()).encode())
    with suppress(HashiError):  # There is no text for impossible clues.
        data.setText(write(piece.to_document(), "text"))
    QGuiApplication.clipboard().setMimeData(data)


def copied() -> tuple[Draft, bool]:
    """The islands and bridges on the clipboard, and whether they are a whole puzzle.

    Raises HashiError if there are none.
    """
    data = QGuiApplication.clipboard().mimeData()
    if data is not None and data.hasFormat(PIECE_TYPE):
        return _read_piece(bytes(data.data(PIECE_TYPE).data())), False
    text = data.text() if data is not None else ""
    return Draft.from_document(read(text, "the clipboard")), True


def _read_piece(data: bytes) -> Draft:
    return draft_of(Change.from_data(parse_object(data.decode(errors="replace"))))
