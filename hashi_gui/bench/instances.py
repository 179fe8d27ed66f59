"""The puzzles to measure on: files below folders, and what their names tell."""

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
    """Where puzzles should be there is none."""


class CllvClass(NamedTuple):
    """A class of the puzzles of Coelho, Laporte, Lindbeck and Vidal (2019).

    ``beta`` and ``alpha`` are the shares of double bridges and of bridges beyond a spanning tree
    that the puzzles were made with, in percent.
    """

    islands: int
    beta: int
    alpha: int


@dataclass(frozen=True, slots=True)
class Instance:
    """A puzzle in a file; ``path`` is written with forward slashes everywhere."""

    path: str
    rows: int
    cols: int
    islands: int
    edges: int

    @property
    def folder(self) -> str:
        """The folder that the file lies in."""
        return str(PurePosixPath(self.path).parent)

    @property
    def cllv(self) -> CllvClass | None:
        """The class that a name ``Hs_SIDE_N_BETA_ALPHA_NR`` tells."""
        match = _CLLV.fullmatch(PurePosixPath(self.path).stem)
        return CllvClass(*map(int, match.groups())) if match else None

    @property
    def grid(self) -> tuple[int, int] | None:
        """The size that a folder's name tells, as for the test cases of the HCMUS report."""
        match = _SIZE.fullmatch(PurePosixPath(self.path).parent.name)
        return (int(match[1]), int(match[2])) if match else None


@dataclass(frozen=True, slots=True)
class Found:
    """The puzzles below some folders, and why each other file there is none."""

    instances: tuple[Instance, ...]
    skipped: tuple[FormatError, ...]


def find(places: Iterable[Path], limit: int | None = None) -> Found:
    """All puzzles in the files and below the folders, in any notation that is read.

    With a ``limit``, of each folder so many, spread evenly over its files in order of name.
    Raises NoPuzzlesError.
    """
    instances: dict[str, Instance] = {}
    skipped: list[FormatError] = []
    for place in places:
        here = {}
        for path in _files(place):
            try:
                instance = _instance(path)
            except FormatError as error:
                skipped.append(error)
            else:
                here[instance.path] = instance
        if not here:
            raise NoPuzzlesError(f"There is no puzzle in {str(place)!r}.")
        instances |= here
    folders = groupby(instances.values(), key=lambda instance: instance.folder)
    chosen = [each for _, group in folders for each in spread(list(group), limit)]
    return Found(tuple(chosen), tuple(skipped))


def spread(items: Sequence[T], limit: int | None) -> list[T]:
    """At most ``limit`` of the items, at even distances."""
    if limit is None or len(items) <= limit:
        return list(items)
    return [items[(2 * index + 1) * len(items) // (2 * limit)] for index in range(limit)]


def _files(place: Path) -> Iterator[Path]:
    if not place.exists():
        raise NoPuzzlesError(f"There is no file or folder {str(place)!r}.")
    if place.is_file():
        yield place
    # Folder by folder, so that the puzzles of one stand together.
    paths = sorted(place.rglob("*"), key=lambda path: (path.parent, path.name))
    yield from (path for path in paths if path.is_file() and not path.name.startswith("."))


def _instance(path: Path) -> Instance:
    puzzle = read_path(path).puzzle
    return Instance(
        path.as_posix(), puzzle.rows, puzzle.cols, len(puzzle.islands), len(puzzle.edges)
    )
