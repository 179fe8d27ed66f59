"""The files and folders of the program and of the user: where they are, reading and writing them.

Nothing in the place of a file can block, none is ever incomplete, and damaged ones are set aside.
The user's folders are where Qt has AppDataLocation and AppConfigLocation; finding them needs no Qt.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain, count
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _

if TYPE_CHECKING:
    from datetime import datetime

_PACKAGE = Path(__file__).resolve().parents[1]

_NAME = "hashi"
"""The last part of the user's folders."""


def _folder(name: str) -> Path:
    installed = _PACKAGE / name
    return installed if installed.is_dir() else _PACKAGE.parent / name


RESOURCES = _folder("resources")
"""Icons and fonts."""

PUZZLES = _folder("puzzles")
"""The library of puzzles that comes with the program."""


def data_folder() -> Path:
    """The folder for saved games, drafts, packs and results."""
    from platformdirs import user_data_path  # Most commands need neither of these folders.

    _name_home()
    if sys.platform == "darwin":  # There, platformdirs chooses other folders than Qt.
        return Path.home() / "Library" / "Application Support" / _NAME
    return user_data_path(_NAME, appauthor=False, roaming=True)


def user_share() -> Path:
    """The folder for what desktops and shells read, of all programs of the user."""
    from platformdirs import user_data_path

    _name_home()
    return user_data_path()


def config_folder() -> Path:
    """The folder for settings."""
    from platformdirs import user_config_path

    _name_home()
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Preferences" / _NAME
    return user_config_path(_NAME, appauthor=False)


def _name_home() -> None:
    """Name the user's home in the environment, for Qt as well, which would write into "/"."""
    try:
        home = Path.home()
    except RuntimeError:  # There is no such user.
        home = Path("/")
    os.environ.setdefault("HOME", str(home))


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
            raise OSError(errno.EFBIG, _("it is larger than {n} MB").format(n=MAX_BYTES // 2**20))
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
    return OSError(errno.EINVAL, _("it is not a file"))


_PARTIAL = "saving-{}.part"
"""The name of a file that is being written."""


class StorageError(HashiError):
    """A file cannot be written."""

    @classmethod
    def from_os_error(cls, path: Path, error: OSError) -> StorageError:
        text = _("{file} cannot be written ({reason}).")
        return cls(text.format(file=path, reason=error.strerror or error))


@contextmanager
def storage_errors(path: Path) -> Iterator[None]:
    """Turn errors of the file system into a StorageError about ``path``."""
    try:
        yield
    except OSError as error:
        raise StorageError.from_os_error(path, error) from error


def write_own(path: Path, content: str | bytes, previous: Path | None = None) -> None:
    """Write a file of the program's own, like :func:`atomic_write`; only the user may read it."""
    with storage_errors(path):
        make_private_folder(path.parent)
    atomic_write(path, content, previous, opener=private)


def append_own(path: Path, text: str, *, durable: bool = True) -> None:
    """Append to a file of the program's own that exists; if ``durable``, the disk has it then.

    Raises StorageError.
    """
    with storage_errors(path), open_regular_file(path, "r+b") as file:
        file.seek(0, os.SEEK_END)
        file.write(text.encode())
        file.flush()
        if durable:
            os.fsync(file.fileno())


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
    with storage_errors(path):
        _replace(_resolved(path), data, previous, opener)


def file_time(seconds: float) -> datetime:
    """The time of a file on the clock of the machine; it may be one that no clock shows."""
    from datetime import datetime

    with suppress(OSError, OverflowError, ValueError):
        return datetime.fromtimestamp(seconds)
    return datetime.max if seconds > 0 else datetime.min


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

    def add(self, *entries: str) -> None:
        """Add entries that do not exist. Raises StorageError if the file cannot be written."""
        text = self._read()
        new = set(entries).difference(text.split())
        if not new:
            return
        added = "".join(f"{entry}\n" for entry in sorted(new))
        incomplete = text and not text.endswith("\n")
        with storage_errors(self._file):
            make_private_folder(self._file.parent)
            with open_regular_file(self._file, "ab") as file:
                file.write(f"\n{added}".encode() if incomplete else added.encode())
                file.flush()
                os.fsync(file.fileno())

    def _read(self) -> str:
        try:
            return read_regular_file(self._file).decode(errors="replace")
        except OSError:
            return ""
