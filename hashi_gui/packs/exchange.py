"""Packs as files, folders and lists of puzzles: reading them in any notation, and writing them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree

from hashi_gui.core.errors import HashiError
from hashi_gui.core.i18n import _, ngettext
from hashi_gui.core.wording import long_number, printable
from hashi_gui.formats import Document, write
from hashi_gui.formats.archive import archive_of
from hashi_gui.formats.reading import stopped_by
from hashi_gui.formats.registry import text_lines
from hashi_gui.formats.sources import PuzzleSource, find_puzzles
from hashi_gui.game.share import link_to
from hashi_gui.packs.pack import DEFAULT_TITLE, Pack, PackedPuzzle, PackError, clean_title
from hashi_gui.solving import CancelToken
from hashi_gui.system.files import StorageError, atomic_write, open_regular_file

MAX_PUZZLES = 100_000
"""The most puzzles in a pack, and the most files and lines that add none to it."""

MAX_SIZE = 256 * 2**20
"""The most characters of all puzzles in a pack together."""

LIST_TITLE = "# Pack: "
"""How the first line of a list begins that has a title."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read of a pack.

    ``broken`` has a sentence about each file or line that cannot be read, ``repeated`` one about
    each puzzle that is in the pack already and was left out.
    """

    title: str
    puzzles: tuple[PackedPuzzle, ...]
    broken: tuple[str, ...]
    repeated: tuple[str, ...]

    @property
    def summary(self) -> str:
        """What was imported, and how much was not, in a sentence."""
        n = len(self.puzzles)
        fields = {
            "n": long_number(n),
            "broken": long_number(len(self.broken)),
            "repeated": long_number(len(self.repeated)),
        }
        if self.broken and self.repeated:
            text = ngettext(
                "{n} puzzle imported, {broken} not readable, {repeated} repeated.",
                "{n} puzzles imported, {broken} not readable, {repeated} repeated.",
                n,
            )
        elif self.broken:
            text = ngettext(
                "{n} puzzle imported, {broken} not readable.",
                "{n} puzzles imported, {broken} not readable.",
                n,
            )
        elif self.repeated:
            text = ngettext(
                "{n} puzzle imported, {repeated} repeated.",
                "{n} puzzles imported, {repeated} repeated.",
                n,
            )
        else:
            text = ngettext("{n} puzzle imported.", "{n} puzzles imported.", n)
        return text.format(**fields)


def read_pack(
    sources: Sequence[str],
    title: str = "",
    cancel: CancelToken | None = None,
    on_read: Callable[[int], None] = lambda _: None,
    *,
    streams: bool = False,
) -> Reading:
    """Read all puzzles of some sources, see :func:`find_puzzles` also for ``streams``.

    The title is the one that the pack was exported with, or else the name of the file or folder,
    unless ``title`` is given. ``on_read`` is called now and then with the number of puzzles looked
    at so far. Raises HashiError if no puzzle can be read or there are too many, and Cancelled.
    """
    cancel, collector = cancel or CancelToken(), _Collector(sources)
    with stopped_by(cancel.raise_if_cancelled):
        _, found = find_puzzles(sources, streams=streams)
        for number, source in enumerate(found, 1):
            cancel.raise_if_cancelled()
            collector.add(source)
            on_read(number)
    if not collector.puzzles:
        raise collector.error()
    return Reading(
        clean_title(title or collector.title or _title_of_list(sources) or _name_of(sources)),
        tuple(collector.puzzles.values()),
        tuple(collector.broken),
        tuple(collector.repeated),
    )


class _Collector:
    """Collects the puzzles of a pack, and what is wrong with the others."""

    def __init__(self, sources: Sequence[str]) -> None:
        self._prefix = f"{sources[0]}{os.sep}" if len(sources) == 1 else ""
        self.puzzles: dict[str, PackedPuzzle] = {}
        self.broken: list[str] = []
        self.repeated: list[str] = []
        self._names: dict[str, str] = {}
        self._titles: set[str] = set()
        self._first_error: HashiError | None = None
        self._size = 0

    @property
    def title(self) -> str:
        """The title that all puzzles have been exported with; empty if there is none."""
        return self._titles.copy().pop() if len(self._titles) == 1 else ""

    def add(self, source: PuzzleSource) -> None:
        if len(self.broken) + len(self.repeated) > MAX_PUZZLES:
            text = _("More than {n} files and lines are no puzzles, or repeated.")
            raise PackError(text.format(n=long_number(MAX_PUZZLES)))
        name = self._short(source.shown)
        try:
            document = _with_title(source.read(), source)
            puzzle = PackedPuzzle.of(document)
        except HashiError as error:
            self._first_error = self._first_error or error
            self.broken.append(printable(f"{name}: {self._short(error.plain)}"))
            return
        self._titles.add(document.info.pack)
        if puzzle.key in self.puzzles:
            first = self._names[puzzle.key]
            text = _("{name}: this is the same puzzle as {first}.")
            self.repeated.append(printable(text.format(name=name, first=first)))
            return
        self.puzzles[puzzle.key] = puzzle
        self._names[puzzle.key] = name
        self._size += len(puzzle.text)
        if len(self.puzzles) > MAX_PUZZLES:
            text = _("A pack can have at most {n} puzzles.")
            raise PackError(text.format(n=long_number(MAX_PUZZLES)))
        if self._size > MAX_SIZE:
            text = _("A pack can have at most {n} MB.")
            raise PackError(text.format(n=MAX_SIZE // 2**20))

    def error(self) -> HashiError:
        """Why there is no pack, if no puzzle can be read."""
        if len(self.broken) == 1 and self._first_error is not None:
            return self._first_error
        return PackError(
            _("There is no puzzle among these {n} files. {first}").format(
                n=long_number(len(self.broken)), first=self.broken[0]
            )
        )

    def _short(self, name: str) -> str:
        """A name without that of the folder or archive, which is the same for all."""
        return name.removeprefix(self._prefix).removeprefix(self._prefix.replace(os.sep, "/"))


def _with_title(document: Document, source: PuzzleSource) -> Document:
    """The document with the name of its file as title, if it has none and this says something.

    The name of a list says nothing of its puzzles, nor does a number. The titles of generated
    puzzles, and the names of their files, are their sizes and levels, which are shown anyway.
    """
    info, name = document.info, Path(source.name).stem
    title = info.title
    if info.options:
        title = "" if title.startswith(document.puzzle.size_text) else title
    elif not title and name == source.stem and re.search(r"[^\W\d_]", name):
        title = clean_title(name)
    return document._replace(info=info._replace(title=title))


def _title_of_list(sources: Sequence[str]) -> str:
    """The title in the first line of a list; empty if there is none."""
    if len(sources) != 1:
        return ""
    first = sources[0].partition("\n")[0]
    with suppress(OSError, ValueError), open_regular_file(sources[0]) as file:
        first = next(text_lines(file), "")
    if not first.startswith(LIST_TITLE):
        return ""
    return first.removeprefix(LIST_TITLE).encode("utf-8", "replace").decode()


def _name_of(sources: Sequence[str]) -> str:
    """The name of a file or a folder, or of the one in which all files are."""
    with suppress(OSError, ValueError):
        paths = [Path(source).absolute() for source in sources]
        if all(path.exists() for path in paths):
            if len(paths) == 1:
                return paths[0].name if paths[0].is_dir() else paths[0].stem
            folders = {path.parent for path in paths}
            return folders.pop().name if len(folders) == 1 else DEFAULT_TITLE
    return DEFAULT_TITLE


MAX_NAME = 60
"""The most characters of the name of a file; in UTF-8 that is less than systems allow."""

_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])", re.IGNORECASE)
"""Names that Windows does not allow for files, whatever their suffix."""


def packed_documents(pack: Pack) -> Iterator[tuple[str, Document]]:
    """Yield the puzzles, each with a name for its file, without suffix, that keeps their order.

    The names are different on systems that ignore case, too. Raises FormatError if a text is
    damaged.
    """
    width = len(str(len(pack.puzzles)))
    for number, puzzle in enumerate(pack.puzzles, 1):
        document = puzzle.document()
        name = f"{number:0{width}} {file_name(puzzle.title)}" if puzzle.title else ""
        info = document.info._replace(pack=pack.title)
        yield name or f"{number:0{width}}", document._replace(info=info)


def export_archive(pack: Pack, file: Path) -> None:
    """Write a .zip file with a ``.hashi`` file for each puzzle. Raises HashiError."""
    files = {f"{name}.hashi": write(each, "hashi") for name, each in packed_documents(pack)}
    atomic_write(file, archive_of(files))


def export_folder(pack: Pack, folder: Path) -> None:
    """Write a new folder with a ``.hashi`` file for each puzzle. Raises HashiError.

    It gets its name when it is complete. There must be nothing with this name.
    """
    documents = list(packed_documents(pack))
    part = folder.with_name(f"{folder.name}.part")
    try:
        folder.mkdir(parents=True)
        folder.rmdir()
        part.mkdir()
        for name, document in documents:
            (part / f"{name}.hashi").write_text(write(document, "hashi"), "utf-8", newline="\n")
        part.rename(folder)
    except OSError as error:
        rmtree(part, ignore_errors=True)
        raise StorageError.from_os_error(folder, error) from error


def export_list(pack: Pack, file: Path) -> int:
    """Write a text with a link to each puzzle; returns how many cannot be written.

    Titles and levels of puzzles are left out. Raises HashiError.
    """
    lines = [link_to(document) for _, document in packed_documents(pack)]
    written = [line for line in lines if line]
    if not written:
        raise HashiError(_("None of the puzzles can be written as a link."))
    atomic_write(file, "\n".join([f"{LIST_TITLE}{pack.title}", *written]) + "\n")
    return len(lines) - len(written)


def file_name(title: str) -> str:
    """A title as a name for files that every system allows."""
    words = re.sub(r"[^\w\-.,'()!& ]", " ", re.sub(r"\s*×\s*", "x", title)).split()
    name = " ".join(words)[:MAX_NAME].strip(". ")
    if not name:
        return DEFAULT_TITLE
    return f"{name} -" if _RESERVED.fullmatch(name.split(".")[0].strip()) else name
