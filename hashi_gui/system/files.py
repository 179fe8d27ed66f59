"""Regular files, and nothing else: a pipe or a device could let the program wait for ever."""

from __future__ import annotations

import errno
import os
import stat
from os import PathLike
from pathlib import Path
from typing import BinaryIO, cast

MAX_BYTES = 512 * 2**20
"""The size of the largest file that is read as a whole."""

_NON_BLOCKING = getattr(os, "O_NONBLOCK", 0)
"""Lets a pipe be opened without its other end; Windows has no such pipes."""


def open_regular_file(path: str | PathLike[str], mode: str = "rb") -> BinaryIO:
    """Open a file in a binary mode, as :func:`open` does.

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


def _open(path: str, flags: int) -> int:
    descriptor = os.open(path, flags | _NON_BLOCKING, 0o666)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise _not_a_file()
    return descriptor


def _not_a_file() -> OSError:
    return OSError(errno.EINVAL, "it is not a file")
