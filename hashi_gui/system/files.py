"""Opening files so that nothing in their place can block, and files that only the user can read."""

from __future__ import annotations

import errno
import os
import re
import stat
from contextlib import suppress
from itertools import chain
from os import PathLike
from pathlib import Path
from typing import BinaryIO, cast

MAX_BYTES = 512 * 2**20
"""The size of the largest file that is read as a whole."""

_OTHERS = stat.S_IRWXG | stat.S_IRWXO
"""What others may do with a file."""

_NON_BLOCKING = getattr(os, "O_NONBLOCK", 0)
"""Lets a pipe be opened without its other end; Windows has no such pipes."""


def open_regular_file(path: str | PathLike[str], mode: str = "rb") -> BinaryIO:
    """Open a file in a binary mode, as :func:`open` does; only the user may read one made now.

    Raises OSError, also if there is something else than a file, such as a pipe or a folder.
    """
    check_regular_file(path)
    try:
        return cast(BinaryIO, open(path, mode, opener=_open))
    except ValueError as error:  # The path has a NUL.
        raise OSError(errno.EINVAL, str(error)) from error


def read_regular_file(path: str | PathLike[str], limit: int | None = None) -> bytes:
    """Return the content of a file of at most MAX_BYTES, or its first bytes up to a ``limit``.

    Raises OSError as the function above.
    """
    with open_regular_file(path) as file:
        if limit is None and os.fstat(file.fileno()).st_size > MAX_BYTES:
            raise OSError(errno.EFBIG, f"it is larger than {MAX_BYTES // 2**20} MB")
        return file.read(-1 if limit is None else limit)


def check_regular_file(path: str | PathLike[str]) -> None:
    """Raise OSError if there is something else than a file; only opening some devices has effects.

    What opens the file afterwards may find another one.
    """
    if Path(path).exists() and not Path(path).is_file():
        raise _not_a_file()


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


def is_on_another_computer(path: str, system: str = os.name) -> bool:
    r"""Whether a path leads to another computer, such as ``\\host\share`` or ``//host/share``.

    Windows sends that computer a hash of the user's password as soon as a file there is looked for.
    """
    return system == "nt" and re.match(r"[\\/](\?\?)?[\\/]", path) is not None


def _open(path: str, flags: int) -> int:
    descriptor = private(path, flags | _NON_BLOCKING)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise _not_a_file()
    return descriptor


def _not_a_file() -> OSError:
    return OSError(errno.EINVAL, "it is not a file")
