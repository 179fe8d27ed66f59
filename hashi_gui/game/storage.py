"""Reading and writing files safely: never an incomplete file, never a blocked program."""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Callable
from contextlib import suppress
from itertools import chain, count
from pathlib import Path
from uuid import uuid4

from hashi_gui.core.errors import HashiError
from hashi_gui.formats import Document, write

_PARTIAL = "saving-{}.part"
"""The name of a file that is being written."""

_OTHERS = stat.S_IRWXG | stat.S_IRWXO
"""What others may do with a file."""


class StorageError(HashiError):
    """A file cannot be written."""

    @classmethod
    def from_os_error(cls, path: Path, error: OSError) -> StorageError:
        return cls(f"{path} cannot be written ({error.strerror or error}).")


def save(path: Path, document: Document) -> None:
    """Write a document as a ``.hashi`` file, like :func:`atomic_write`. Raises StorageError."""
    atomic_write(path, write(document, "hashi"))


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
    or the machine crashes: the data are flushed to the disk first. With ``previous``, the old file
    moves there; a crash at that moment leaves it only there.
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


def private(path: str, flags: int) -> int:
    """Open a file, for :func:`open`; if it is made now, only the user may read it."""
    return os.open(path, flags, 0o600)


def make_private_folder(folder: Path) -> None:
    """Make a folder, if there is none, that only the user may enter. Raises OSError."""
    if not folder.is_dir():
        make_private_folder(folder.parent)
        folder.mkdir(0o700, exist_ok=True)


def make_private(folder: Path) -> None:
    """Let nobody but the user read anything in a folder; earlier versions made such folders."""
    try:
        if os.name == "nt" or not folder.stat().st_mode & _OTHERS:
            return
    except OSError:
        return
    inside = (Path(place, name) for place, *names in os.walk(folder) for name in chain(*names))
    for path in (*inside, folder.resolve()):  # The folder last: until then, this is done again.
        with suppress(OSError):
            if not path.is_symlink():
                path.chmod(path.stat().st_mode & ~_OTHERS)


def read_regular_file(path: Path) -> bytes:
    """Return the content of a file. Raises OSError, also for a pipe, a device or a folder."""
    check_regular_file(path)
    return path.read_bytes()


def check_regular_file(path: Path) -> None:
    """Raise OSError if there is something else than a file, such as a pipe or a folder.

    Opening a pipe would wait until another program opens its other end.
    """
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is not a regular file")


def is_on_another_computer(path: str, system: str = os.name) -> bool:
    r"""Whether a path leads to another computer, such as ``\\host\share`` or ``//host/share``.

    Windows sends that computer a hash of the user's password as soon as a file there is looked for.
    """
    return system == "nt" and re.match(r"[\\/](\?\?)?[\\/]", path) is not None


def unused_path(file: Path) -> Path:
    """Return a path similar to ``file`` that does not exist."""
    paths = (file.with_stem(f"{file.stem}-{number}") for number in count(1))
    return next(path for path in paths if not path.exists())


def rename_damaged(file: Path) -> Path:
    """Rename a damaged file, so that it is neither read again nor overwritten. Raises OSError."""
    return file.rename(unused_path(file.with_stem(f"{file.stem}-damaged")))


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
    temporary = path.with_name(_PARTIAL.format(uuid4().hex))
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
