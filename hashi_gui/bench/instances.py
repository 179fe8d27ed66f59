"""The puzzles of a benchmark: files in folders, and what their names say about them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path, PurePosixPath
from typing import NamedTuple, TypeVar

from hashi_gui.core.errors import HashiError
from hashi_gui.formats import FormatError, read_path

T = TypeVar("T")

_CLLV = re.compile(r"Hs_\d+_(\d+)_(\d+)_(\d+)_\d+")
_SIZE = re.compile(r"(\d+)x(\d+)")


class NoPuzzlesError(HashiError):
    """A file or folder has no puzzles."""


class CllvClass(NamedTuple):
    """A class of the puzzles of Coelho, Laporte, Lindbeck and Vidal (2019).

    ``beta`` and ``alpha`` are parameters with which the puzzles were made, in percent: the share
    of double bridges, and the share of bridges in addition to a spanning tree.
    """

    islands: int
    beta: int
    alpha: int


@dataclass(frozen=True, slots=True)
class Instance:
    """A puzzle in a file. ``path`` has forward slashes on every system."""

    path: str
    rows: int
    cols: int
    islands: int
    edges: int

    @property
    def folder(self) -> str:
        """The folder of the file."""
        return str(PurePosixPath(self.path).parent)

    @property
    def cllv(self) -> CllvClass | None:
        """The class in a file name ``Hs_SIDE_N_BETA_ALPHA_NR``; None for other names."""
        match = _CLLV.fullmatch(PurePosixPath(self.path).stem)
        return CllvClass(*map(int, match.groups())) if match else None

    @property
    def grid(self) -> tuple[int, int] | None:
        """The size in the name of the folder, as in the test cases of the HCMUS report."""
        match = _SIZE.fullmatch(PurePosixPath(self.path).parent.name)
        return (int(match[1]), int(match[2])) if match else None


@dataclass(frozen=True, slots=True)
class FoundInstances:
    """The puzzles in some folders, and an error for each file that could not be read."""

    instances: tuple[Instance, ...]
    skipped: tuple[FormatError, ...]


def find_instances(places: Iterable[Path], limit: int | None = None) -> FoundInstances:
    """Find all puzzles in files and folders, in any notation.

    With a ``limit``, only that many per folder, spread evenly over its files in order of name.
    Raises NoPuzzlesError for a file or folder without puzzles.
    """
    instances: dict[str, Instance] = {}
    skipped: list[FormatError] = []
    for place in places:
        in_place = {}
        for path in _files(place):
            try:
                instance = _read_instance(path)
            except FormatError as error:
                skipped.append(error)
            else:
                in_place[instance.path] = instance
        if not in_place:
            raise NoPuzzlesError(f"There are no puzzles in {str(place)!r}.")
        instances |= in_place
    folders = groupby(instances.values(), key=lambda instance: instance.folder)
    selected = [each for _, group in folders for each in evenly_spaced(list(group), limit)]
    return FoundInstances(tuple(selected), tuple(skipped))


def evenly_spaced(items: Sequence[T], limit: int | None) -> list[T]:
    """At most ``limit`` of the items, evenly spaced."""
    if limit is None or len(items) <= limit:
        return list(items)
    return [items[(2 * index + 1) * len(items) // (2 * limit)] for index in range(limit)]


def _files(place: Path) -> Iterator[Path]:
    if not place.exists():
        raise NoPuzzlesError(f"No such file or folder: {str(place)!r}.")
    if place.is_file():
        yield place
    # Folder by folder, so that the puzzles of a folder are next to each other.
    paths = sorted(place.rglob("*"), key=lambda path: (path.parent, path.name))
    yield from (path for path in paths if path.is_file() and not path.name.startswith("."))


def _read_instance(path: Path) -> Instance:
    puzzle = read_path(path).puzzle
    return Instance(
        path.as_posix(), puzzle.rows, puzzle.cols, len(puzzle.islands), len(puzzle.edges)
    )
