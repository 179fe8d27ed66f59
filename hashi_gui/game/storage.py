"""Writing files so that there is always a whole one."""

from __future__ import annotations

import os
from pathlib import Path
from uuid import uuid4

from hashi_gui.core.errors import HashiError
from hashi_gui.formats import Document, write


class StorageError(HashiError):
    """A file that cannot be written, and why."""


def save(path: Path, document: Document, *, durable: bool = True) -> None:
    """Write a document as a ``.hashi`` file, as :func:`replace` does. Raises StorageError."""
    atomic_write(path, write(document, "hashi"), durable=durable)


def atomic_write(path: Path, content: str | bytes, *, durable: bool = True) -> None:
    """Give a file a new content, in a folder that is made if need be. Raises StorageError.

    The file is the old one or the new one, never half of one, whenever the program stops; if
    ``durable``, whenever the machine stops, for which it waits until the disk has the content.
    """
    data = content.encode() if isinstance(content, str) else content
    try:
        _replace(path.resolve(), data, durable=durable)  # so that a link stays a link
    except OSError as error:
        raise StorageError(f"{path} cannot be written ({error.strerror or error}).") from error


def _replace(path: Path, data: bytes, *, durable: bool) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    # Beside the file, because only within one file system is a file replaced in one stroke.
    draft = path.with_name(f"saving-{uuid4().hex}.part")
    try:
        with draft.open("xb") as file:
            file.write(data)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
