"""Finding puzzles: in files, folders and archives, on standard input, or given as a URL or ID."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from io import BytesIO
from itertools import chain, islice
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, NoReturn

from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _
from hashi_gui.core.wording import natural_order, pattern, shorten
from hashi_gui.formats import Document, FormatError, read, read_path
from hashi_gui.formats.reading import Budget, TooMuchError, draw
from hashi_gui.formats.registry import MAX_INPUT, text_lines
from hashi_gui.formats.several import Entry, find_entries, find_list, list_entries, text_entries

if TYPE_CHECKING:
    from pathlib import Path

    from hashi_gui.formats.archive import ArchiveEntry

_NOTATION = pattern(r"[?#\n]|://|^\d[^/\\]*:|^(?:hashi|hashikake|bridges)/\d")
"""Matches URLs, game IDs and grids, but not mistyped file names."""

_MAX_NAME_LENGTH = 60


def read_single(source: str, *, streams: bool = True) -> Document:
    """Read the puzzle of a source as :func:`find_puzzles` does.

    Raises HashiError if it is not exactly one puzzle, or cannot be read.
    """
    if _is_folder(source):
        text = _("{name} is a folder, where one puzzle is expected.")
        raise HashiError(text.format(name=source))
    several, sources = find_puzzles([source], streams=streams)
    if several:
        text = _("{name} holds several puzzles, where one is expected.")
        if source == "-":
            text = _("Standard input holds several puzzles, where one is expected.")
        raise HashiError(text.format(name=source))
    return next(sources).read()


class PuzzleSource(NamedTuple):
    """A puzzle that has not been read yet.

    ``name`` is for other programs, in English; ``stem`` is the stem of the name of files created
    from the puzzle.
    """

    name: str
    stem: str
    read: Callable[[], Document]
    label: str = ""

    @property
    def shown(self) -> str:
        """The name for people."""
        return self.label or self.name


def find_puzzles(
    sources: Sequence[str], *, streams: bool = True
) -> tuple[bool, Iterator[PuzzleSource]]:
    """Return whether the sources stand for more than one puzzle, and the puzzles in order.

    A source is ``-`` for standard input, a file, a folder or a .zip file for all files in it
    except hidden ones, in natural order of their names, or the URL or ID of a puzzle itself. A
    text with a URL or ID on each line holds several puzzles, which come as soon as their lines can
    be read. Raises HashiError if a folder contains no files, here or when the iterator gets there.

    Only with ``streams``, a pipe or a device can take the place of a file; the window would wait
    for it.
    """
    found = chain.from_iterable(
        _find(source, n, streams=streams) for n, source in enumerate(sources, start=1)
    )
    first = list(islice(found, 2))
    several = len(sources) > 1 or len(first) > 1 or _is_folder(sources[0])
    return several, chain(first, found)


def count_puzzles(sources: Sequence[str]) -> int | None:
    """Return how many puzzles :func:`find_puzzles` finds; None if only reading them would tell.

    That is so for standard input and other pipes. Raises HashiError as :func:`find_puzzles` does.
    """
    if any(source == "-" or _is_stream(_path(source)) for source in sources):
        return None
    return sum(1 for _ in find_puzzles(sources)[1])


def _is_stream(path: Path | None) -> bool:
    """Whether a file can be read only once, such as a pipe."""
    return path is not None and path.exists() and not (path.is_file() or path.is_dir())


def _find(source: str, number: int, *, streams: bool) -> Iterator[PuzzleSource]:
    if source == "-":
        return _find_on_stdin()
    path = _path(source)
    if path is None:
        name, stem = _short_name(source), f"puzzle-{number}"
        if len(entries := _entries_in_argument(source)) > 0:
            return _entry_sources(entries, name, stem, name)
        return iter([PuzzleSource(name, stem, partial(_read_argument, source))])
    return _find_in_folder(path) if path.is_dir() else _find_in_file(path, streams=streams)


def _entries_in_argument(text: str) -> list[Entry]:
    """The puzzles in an argument that is a message, or several lines."""
    entries = find_entries(text)
    return entries if len(entries) > 1 or [each.text for each in entries] != [text.strip()] else []


def _read_argument(text: str) -> Document:
    """Read a puzzle that is an argument itself. Raises HashiError."""
    try:
        return read(text)
    except FormatError as error:
        if _NOTATION.search(text):
            raise
        problem = _("There is no file {name!r}, and this is not the URL or ID of a puzzle.")
        raise HashiError(problem.format(name=_short_name(text))) from error


def _find_in_folder(folder: Path) -> Iterator[PuzzleSource]:
    files = sorted(_files_in(folder), key=lambda file: [*map(natural_order, file.parts)])
    if not files:
        raise HashiError(_("The folder {folder} contains no files.").format(folder=folder))
    return chain.from_iterable(_find_in_file(file, streams=False) for file in files)


def _files_in(folder: Path) -> Iterator[Path]:
    """All files in a folder and its subfolders, except hidden ones. Raises HashiError."""
    from pathlib import Path

    def report(error: OSError) -> None:
        # A subfolder may have been removed, or belong to somebody else.
        if error.filename == str(folder):
            text = _("The folder {folder} cannot be read ({reason}).")
            raise HashiError(text.format(folder=folder, reason=error.strerror)) from error

    for place, folders, names in os.walk(folder, onerror=report):
        draw()
        folders[:] = [name for name in folders if not name.startswith(".")]
        paths = (Path(place, name) for name in names if not name.startswith("."))
        yield from (path for path in paths if path.is_file())


def _find_in_file(path: Path, *, streams: bool) -> Iterator[PuzzleSource]:
    # Only now, because a link needs none of these.
    from hashi_gui.formats.archive import is_archive
    from hashi_gui.system.files import open_regular_file

    try:
        if is_archive(path):
            yield from _find_in_archive(path)
        elif streams and path.is_fifo():
            with path.open("rb") as pipe:
                yield from _find_in_lines(text_lines(pipe), str(path), path.stem, at_once=False)
        elif streams and _is_stream(path):
            with path.open("rb") as device:  # It may never end.
                data = device.read(MAX_INPUT + 1)
            yield from _find_in_data(data, str(path), path.stem)
        else:
            with open_regular_file(path) as file:
                yield from _find_in_lines(text_lines(file), str(path), path.stem, at_once=True)
    except (OSError, ValueError):
        yield PuzzleSource(str(path), path.stem, partial(read_path, path))  # This says why.


def _find_in_archive(path: Path) -> Iterator[PuzzleSource]:
    from hashi_gui.formats.archive import archive_entries

    try:
        budget = Budget()
        for entry in archive_entries(path):
            with budget.spent():
                found = list(_find_in_entry(f"{path}/{entry.name}", entry))
            yield from found
    except HashiError as error:
        yield PuzzleSource(str(path), path.stem, partial(_fail, error))


def _find_in_entry(name: str, entry: ArchiveEntry) -> Iterator[PuzzleSource]:
    from pathlib import Path

    stem = Path(entry.name).stem
    try:
        data = entry.read(MAX_INPUT + 1)
    except FormatError as error:
        return iter([PuzzleSource(name, stem, partial(_fail, error.with_source(name)))])
    draw(lines=data.count(b"\n") + data.count(b"\r"))
    return _find_in_data(data, name, stem)


def _find_in_data(data: bytes, name: str, stem: str) -> Iterator[PuzzleSource]:
    if len(data) > MAX_INPUT:
        return iter([PuzzleSource(name, stem, partial(read, data, name))])  # This says so.
    return _find_in_lines(text_lines(BytesIO(data)), name, stem, at_once=True)


def _fail(error: HashiError) -> NoReturn:
    raise error


def _find_in_lines(
    lines: Iterator[str], name: str, stem: str, *, at_once: bool, label: str = ""
) -> Iterator[PuzzleSource]:
    """Yield each puzzle of a list, or the puzzle of any other text.

    Each comes as soon as its line can be read, or after the last line is read if ``at_once``: from
    a file, because the command may write to the same one. ``label`` is the name for people, if that
    is another one.
    """
    shown = label or name
    is_list, lines = find_list(lines)
    if is_list:
        entries = list_entries(iter(list(lines)) if at_once else lines)
        yield from _entry_sources(entries, name, stem, shown)
        return
    data = _whole_text(lines)
    try:
        found = text_entries(data.decode(errors="replace"))
    except TooMuchError as error:
        yield PuzzleSource(name, stem, partial(_fail, error.with_source(shown)), label)
        return
    if found:
        yield from _entry_sources(found, name, stem, shown)
    else:
        yield PuzzleSource(name, stem, partial(read, data, shown), label)


def _entry_sources(
    entries: Iterable[Entry], name: str, stem: str, shown: str
) -> Iterator[PuzzleSource]:
    before = same_line = 0
    for number, entry in enumerate(entries, 1):
        same_line = same_line + 1 if entry.line == before else 1
        before = entry.line or -1
        n = entry.line or number
        place = f"line {n}" if entry.line else f"puzzle {n}"
        label = _("{source}, line {n}") if entry.line else _("{source}, puzzle {n}")
        yield PuzzleSource(
            f"{name}, {place}",
            f"{stem}-{n}-{same_line}" if same_line > 1 else f"{stem}-{n}",
            partial(entry.read, shown),
            label.format(source=shown, n=n),
        )


def _whole_text(lines: Iterator[str]) -> bytes:
    """The text of all lines; only the beginning of one that is too long to be read."""
    taken: list[str] = []
    size = 0
    for line in lines:
        taken.append(line)
        size += len(line) + 1
        if size > MAX_INPUT + 1:
            break
    return "\n".join(taken).encode("utf-8", "surrogateescape")


def _find_on_stdin() -> Iterator[PuzzleSource]:
    if sys.stdin is None:
        raise HashiError(_("Standard input is closed."))
    lines, at_once = text_lines(sys.stdin.buffer), _is_file(sys.stdin.buffer)
    try:
        yield from _find_in_lines(
            lines, "standard input", "puzzle", at_once=at_once, label=_("standard input")
        )
    except OSError as error:
        text = _("Standard input cannot be read ({reason}).")
        raise HashiError(text.format(reason=error.strerror or error)) from error


def _is_file(stream: BinaryIO) -> bool:
    try:
        return stat.S_ISREG(os.fstat(stream.fileno()).st_mode)
    except OSError:
        return False  # It is not a file of the system.


def _short_name(source: str) -> str:
    """A source, for messages; the text of a puzzle can be long."""
    return shorten(source, _MAX_NAME_LENGTH)


def _is_folder(source: str) -> bool:
    path = _path(source)
    return path is not None and path.is_dir()


def _path(source: str) -> Path | None:
    """The path of a file or a folder; None if there is none, as for a link."""
    try:
        if not os.access(source, os.F_OK):
            return None
    except ValueError:  # No name can have such characters.
        return None
    from pathlib import Path  # Only now, because it takes a while to load.

    return Path(source)
