"""Races: replays of solved games that others can race against, in ``.hashi`` files and in links.

In a link, a race is the part ``#race=`` of a puzz.link URL, which no site looks at: in base64url
without padding, compressed by zlib, a sequence of numbers in LEB128. These are the version 1, the
length of the name and its bytes in UTF-8, the number of hints, the number of changes, and for each
change the time since the one before in tenths of a second, its kind (its place among KINDS) plus 8
times the number of its edges, and for each of them the state (a number of bridges plus 1, or 0 for
a mark) plus 6 times the number of the edge. Edges are counted from 0 in reading order of their
upper left ends, of two at the same island the one to the right first.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Annotated, Any, NamedTuple

from hashi_gui.core.board import Board, LogEntry, LogKind, Move, MoveError, board_after
from hashi_gui.core.i18n import _
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import is_solution
from hashi_gui.core.wording import pattern, printable
from hashi_gui.formats.errors import FormatError
from hashi_gui.formats.fields import Count, no_longer_than, read_items, read_record
from hashi_gui.formats.reading import draw

MAX_LINK = 2000
"""The most characters of a link with a race; some programs cut longer ones."""

MAX_RACER = 40
"""The most characters of a name."""

MAX_CHANGES = 100_000

VERSION = 1
KINDS = (
    LogKind.MOVE,
    LogKind.HINT,
    LogKind.SOLUTION,
    LogKind.UNDO,
    LogKind.REDO,
    LogKind.DISCARD,
)
"""Their places in this list are part of the format."""

_MAX_BYTES = 65_536
_TOKEN = pattern(r"[\w-]+", re.ASCII)

Racer = Annotated[str, no_longer_than(MAX_RACER)]


class Race(NamedTuple):
    """All changes of a game, from the empty board to the solution.

    ``name`` is what the player wants to be called, empty if nothing was typed. ``hints`` is the
    number of hints taken.
    """

    log: tuple[LogEntry, ...]
    name: Racer = ""
    hints: Count = 0

    @property
    def seconds(self) -> float:
        """How long the game took."""
        return self.log[-1].seconds

    @property
    def shown_name(self) -> str:
        return printable(self.name.strip(), MAX_RACER)

    def to_data(self, puzzle: Puzzle) -> dict[str, object]:
        """The race as data for JSON, which :func:`parse_race` reads."""
        log = [entry.to_text(puzzle) for entry in self.log]
        return {"name": self.name, "hints": self.hints, "log": log}

    def is_possible(self, puzzle: Puzzle) -> bool:
        """Whether time never goes back, and the changes lead to a solution."""
        times = [0.0, *(entry.seconds for entry in self.log)]
        return (
            0 < len(self.log) <= MAX_CHANGES
            and all(entry.kind in KINDS for entry in self.log)
            and all(before <= after for before, after in pairwise(times))
            and is_solution(puzzle, board_after(Board.empty(puzzle), self.log).counts)
        )


def parse_race(puzzle: Puzzle, data: Mapping[str, Any]) -> Race:
    """Return the race that data of JSON describe. Raises FormatError if they are damaged."""
    try:
        log = tuple(LogEntry.from_text(puzzle, text) for text in read_items(data, "log", str))
        race = read_record(Race, data, log=log)
    except (FormatError, MoveError) as error:
        raise _damaged() from error
    if not race.is_possible(puzzle):
        raise _damaged()
    return race


def write_token(puzzle: Puzzle, race: Race) -> str:
    """The race as it stands in a link, without locks."""
    name = race.name.encode()
    numbers = [VERSION, len(name), *name, race.hints]
    places = {edge: place for place, edge in enumerate(_edges(puzzle))}
    entries = [entry for entry in race.log if entry.move.edges]
    numbers.append(len(entries))
    before = 0
    for entry in entries:
        tenths = round(10 * entry.seconds)
        numbers += tenths - before, KINDS.index(entry.kind) + 8 * len(entry.move.edges)
        numbers += (state + 1 + 6 * places[edge] for edge, state in entry.move.edges)
        before = tenths
    from base64 import urlsafe_b64encode

    packed = zlib.compress(b"".join(map(_to_bytes, numbers)), 9)
    return urlsafe_b64encode(packed).rstrip(b"=").decode()


def read_token(puzzle: Puzzle, token: str) -> Race:
    """Return the race that stands in a link. Raises FormatError if it is damaged."""
    try:
        data = _token_to_data(puzzle, token)
    except (ValueError, IndexError, StopIteration, RuntimeError, zlib.error) as error:
        raise _damaged() from error
    return parse_race(puzzle, data)


def _token_to_data(puzzle: Puzzle, token: str) -> dict[str, object]:
    """What a token says, as data for :func:`parse_race`, which looks at it closely."""
    from base64 import urlsafe_b64decode

    if len(token) > MAX_LINK or not _TOKEN.fullmatch(token):
        raise ValueError("not base64url")
    unpacking = zlib.decompressobj()
    unpacked = unpacking.decompress(urlsafe_b64decode(token + "=" * (-len(token) % 4)), _MAX_BYTES)
    if not unpacking.eof or unpacking.unused_data:
        raise ValueError("cut off, or too long")
    draw(unpacked=len(unpacked))
    numbers = _numbers(unpacked)
    if next(numbers) > VERSION:
        newer = _("This race needs a newer version of Hashi.")
        raise FormatError(newer, words=newer)
    name = bytes([next(numbers) for _byte in range(next(numbers))]).decode()
    hints, edges, log, tenths = next(numbers), _edges(puzzle), [], 0
    for _change in range(next(numbers)):
        tenths += next(numbers)
        number, kind = divmod(next(numbers), 8)
        changes = [divmod(next(numbers), 6) for _edge in range(number)]
        move = Move(tuple((edges[edge], state - 1) for edge, state in changes))
        log.append(LogEntry(tenths / 10, KINDS[kind], move).to_text(puzzle))
    if next(numbers, None) is not None:
        raise ValueError("more than a race")
    return {"name": name, "hints": hints, "log": log}


def _damaged() -> FormatError:
    return FormatError(_("This race is damaged: ask your friend for it again."))


def _edges(puzzle: Puzzle) -> list[int]:
    """The edges in the order in which links count them."""

    def place(edge: int) -> tuple[int, int, bool]:
        upper_left, _other = puzzle.ends(edge)
        return *upper_left.cell, not puzzle.edges[edge].horizontal

    return sorted(range(len(puzzle.edges)), key=place)


def _to_bytes(number: int) -> bytes:
    """A number in LEB128: seven bits in each byte, the lowest first."""
    found = bytearray()
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    return bytes([*found, number])


def _numbers(data: bytes) -> Iterator[int]:
    """The numbers that bytes in LEB128 stand for."""
    number = shift = 0
    for byte in data:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield number
            number = shift = 0
        elif shift > 35:
            raise ValueError("too large a number")
