"""Files in a .zip file. They are read in memory, never unpacked to the disk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _
from hashi_gui.core.wording import natural_order
from hashi_gui.formats.errors import HEAD, FormatError, is_document, unreadable
from hashi_gui.formats.reading import MAX_DIRECTORY, MAX_FILE_BYTES, MAX_FILES, draw
from hashi_gui.system.files import open_regular_file, read_regular_file

if TYPE_CHECKING:
    from zipfile import ZipFile, ZipInfo

_STARTS = b"PK\x03\x04", b"PK\x05\x06"
"""How .zip files begin: with their first entry, or with their end if they are empty."""

_FILE_IN_DIRECTORY = b"PK\x01\x02"
"""How each entry in the list of all files begins."""

_ENCRYPTED = 0x1
"""The flag of an entry that needs a password."""

_MADE_BY_SYSTEMS = "__MACOSX"
"""A folder that macOS adds to the .zip files it makes."""


class ArchiveEntry:
    """A file in an archive; ``name`` includes its folders, separated by ``/``.

    It can be read until the iterator of the entries goes on.
    """

    def __init__(self, archive: ZipFile, info: ZipInfo) -> None:
        self.name = info.filename
        self._archive, self._info = archive, info

    @property
    def size(self) -> int:
        """The length of the content as the archive states it."""
        return self._info.file_size

    def read(self, limit: int) -> bytes:
        """Return at most so many bytes of the content. Raises FormatError."""
        if self._info.flag_bits & _ENCRYPTED:
            problem = unreadable(_("it is protected by a password"))
            raise FormatError(problem, source=self.name, words=_("It is protected by a password."))
        try:
            with self._archive.open(self._info) as file:
                return file.read(limit)
        except Exception as error:  # Each way of compression has errors of its own.
            problem = unreadable(str(error) or _("it is damaged"))
            raise FormatError(problem, source=self.name, words=_("It is damaged.")) from error


def is_archive(path: Path) -> bool:
    """Whether a file begins like a .zip file that is no document. Raises OSError."""
    if not path.is_file():
        return False
    head = read_regular_file(path, HEAD)
    return head.startswith(_STARTS) and not is_document(head)


def archive_entries(path: Path) -> Iterator[ArchiveEntry]:
    """Yield the files in an archive in natural order of their names, except hidden ones.

    Raises HashiError if there are none or too much, or if the archive is damaged, and OSError.
    """
    from zipfile import ZipFile  # Only now, because most puzzles are in no archive.

    with open_regular_file(path) as file:
        try:
            archive = ZipFile(cast(BinaryIO, _Directory(path, file)))
            archive.fp = file
        except (OSError, HashiError):
            raise
        except Exception as error:
            text = _("{file} is not a complete .zip file ({reason}).")
            raise HashiError(text.format(file=path, reason=error)) from error
        entries = [ArchiveEntry(archive, i) for i in archive.infolist() if _counts(i)]
        if not entries:
            raise HashiError(_("The .zip file {file} contains no files.").format(file=path))
        if len(entries) > MAX_FILES:
            text = _("The .zip file {file} contains more than {n} files.")
            raise HashiError(text.format(file=path, n=MAX_FILES))
        # No more than this is ever read of an entry, whatever it contains.
        if sum(entry.size for entry in entries) > MAX_FILE_BYTES:
            text = _("The .zip file {file} contains more than {n} MB.")
            raise HashiError(text.format(file=path, n=MAX_FILE_BYTES // 2**20))
        yield from sorted(entries, key=_order)


class _Directory:
    """A file as ZipFile sees it first: its list of files is not read if it is too long.

    What an archive says of its length need not be true.
    """

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self._path, self._file = path, file
        self.seek, self.tell = file.seek, file.tell

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(min(size, MAX_DIRECTORY + 1))
        # For each file, macOS may add another one.
        if len(data) > MAX_DIRECTORY or data.count(_FILE_IN_DIRECTORY) > 2 * MAX_FILES:
            text = _("The list of files in the .zip file {file} is too long.")
            raise HashiError(text.format(file=self._path))
        return data


def archive_of(files: Mapping[str, str]) -> bytes:
    """Return a .zip file with these texts by their names, the same for the same texts."""
    from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

    content = BytesIO()
    with ZipFile(content, "w") as archive:
        for name, text in files.items():
            info = ZipInfo(name)  # Without the time, and with a date that every system can read.
            info.external_attr = 0o644 << 16
            archive.writestr(info, text.encode(), ZIP_DEFLATED)
    return content.getvalue()


def _order(entry: ArchiveEntry) -> list[list[tuple[int, str]]]:
    draw()  # There may be many, and the player may stop that.
    return [*map(natural_order, entry.name.split("/"))]


def _counts(info: ZipInfo) -> bool:
    """Whether an entry is a file that a person has put there."""
    parts = info.filename.split("/")
    hidden = any(part.startswith(".") and part not in (".", "..") for part in parts)
    return not (info.is_dir() or hidden or parts[0] == _MADE_BY_SYSTEMS)
