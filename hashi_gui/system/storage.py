"""Writing files safely, so that none is ever incomplete, and setting damaged ones aside."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path

from hashi_gui.core.errors import HashiError
from hashi_gui.system.files import (
    make_private_folder,
    open_regular_file,
    private,
    read_regular_file,
)

_PARTIAL = "saving-{}.part"
"""The name of a file that is being written."""


class StorageError(HashiError):
    """A file cannot be written."""

    @classmethod
    def from_os_error(cls, path: Path, error: OSError) -> StorageError:
        return cls(f"{path} cannot be written ({error.strerror or error}).")


def write_own(path: Path, content: str | bytes, previous: Path | None = None) -> None:
    """Write a file of the program's own, like :func:`atomic_write`; only the user may read it."""
    try:
        make_private_folder(path.parent)
    except OSError as error:
        raise StorageError.from_os_error(path, error) from error
    atomic_write(path, content, previous, opener=private)


def atomic_write(
    path: Path,
    content: str | bytes,
    previous: Path | None = None,
    opener: Callable[[str, int], int] | None = None,
) -> None:
    """Create or replace a file, and its folder if necessary. Raises StorageError.

    At any time the file has either the old content or all of the new content, even if the program
    or the machine crashes: the data are flushed to the disk first, and then the name of the file.
    With ``previous``, the old file moves there; a crash at that moment leaves it only there.
    """
    data = content.encode() if isinstance(content, str) else content
    try:
        _replace(_resolved(path), data, previous, opener)
    except OSError as error:
        raise StorageError.from_os_error(path, error) from error


def remove_partial_files(folder: Path) -> None:
    """Remove the incomplete files in a folder that crashes have left behind."""
    with suppress(OSError):
        for file in folder.glob(_PARTIAL.format("*")):
            file.unlink()


def unused_path(file: Path) -> Path:
    """Return a path similar to ``file`` that does not exist."""
    paths = (file.with_stem(f"{file.stem}-{number}") for number in count(1))
    return next(path for path in paths if not path.exists())


def path_for_damaged(file: Path) -> Path:
    """Return where a damaged file can stay."""
    return unused_path(file.with_stem(f"{file.stem}-damaged"))


def rename_damaged(file: Path) -> Path:
    """Rename a damaged file, so that it is neither read again nor overwritten. Raises OSError."""
    return file.rename(path_for_damaged(file))


def _resolved(path: Path) -> Path:
    """The path that a symbolic link points to, because replacing the link would not change it."""
    try:
        return path.resolve()
    except RuntimeError as error:  # Before Python 3.13, for a loop of links.
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP)) from error


def _replace(
    path: Path,
    data: bytes,
    previous: Path | None,
    opener: Callable[[str, int], int] | None,
) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    # In the same folder, because renaming is atomic only within a file system.
    temporary = path.with_name(_PARTIAL.format(os.urandom(16).hex()))
    try:
        with open(temporary, "xb", opener=opener) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if previous is not None and path.exists():
            path.replace(previous)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    _flush_names(path.parent)


def _flush_names(folder: Path) -> None:
    """Wait until the disk has the names of the files in a folder, where the system can do that."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


class KeySet:
    """A text file with one entry per line; entries contain no white space.

    Entries are only appended, so that nothing is lost if the program crashes.
    """

    def __init__(self, file: Path) -> None:
        self._file = file

    def entries(self) -> frozenset[str]:
        """Return all entries; none if the file does not exist or cannot be read."""
        return frozenset(self._read().split())

    def add(self, entry: str) -> None:
        """Add an entry unless it exists. Raises StorageError if the file cannot be written."""
        text = self._read()
        if entry in text.split():
            return
        incomplete = text and not text.endswith("\n")
        try:
            make_private_folder(self._file.parent)
            with open_regular_file(self._file, "ab") as file:
                file.write(f"\n{entry}\n".encode() if incomplete else f"{entry}\n".encode())
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise StorageError.from_os_error(self._file, error) from error

    def _read(self) -> str:
        try:
            return read_regular_file(self._file).decode(errors="replace")
        except OSError:
            return ""
