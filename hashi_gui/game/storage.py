"""Writing files atomically, so that a file is never incomplete."""

from __future__ import annotations

import os
from pathlib import Path
from uuid import uuid4

from hashi_gui.core.errors import HashiError
from hashi_gui.formats import Document, write


class StorageError(HashiError):
    """A file cannot be written."""

    @classmethod
    def from_os_error(cls, path: Path, error: OSError) -> StorageError:
        return cls(f"{path} cannot be written ({error.strerror or error}).")


def save(path: Path, document: Document, *, durable: bool = True) -> None:
    """Write a document as a ``.hashi`` file, like :func:`atomic_write`. Raises StorageError."""
    atomic_write(path, write(document, "hashi"), durable=durable)


def atomic_write(path: Path, content: str | bytes, *, durable: bool = True) -> None:
    """Create or replace a file, and its folder if necessary. Raises StorageError.

    At any time the file has either the old content or all of the new content, even if the program
    crashes; if ``durable``, even if the machine does, because the data are flushed to disk first.
    """
    data = content.encode() if isinstance(content, str) else content
    try:
        # Resolved, because replacing a symbolic link would not change the file it points to.
        _replace(path.resolve(), data, durable=durable)
    except OSError as error:
        raise StorageError.from_os_error(path, error) from error


def _replace(path: Path, data: bytes, *, durable: bool) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    # In the same folder, because renaming is atomic only within a file system.
    temporary = path.with_name(f"saving-{uuid4().hex}.part")
    try:
        with temporary.open("xb") as file:
            file.write(data)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
