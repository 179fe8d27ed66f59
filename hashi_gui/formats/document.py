"""What a file holds: a puzzle, a board and, in ``.hashi`` files, a saved game and metadata.

Each ``refuse_...`` raises FormatError if a puzzle or a board has something that a notation cannot
represent. ``title`` is the title of the notation, without an article.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from hashi_gui.core.board import Board
from hashi_gui.core.i18n import _, translated
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.rules import STANDARD, ExtraRule
from hashi_gui.core.wording import cell_name, shown_title
from hashi_gui.formats.errors import FormatError
from hashi_gui.formats.fields import Name, Points, WholeSeconds, Word
from hashi_gui.formats.reading import to_character

if TYPE_CHECKING:
    from datetime import datetime

    from hashi_gui.formats.race import Race
    from hashi_gui.formats.saved_game import SavedGame

MAX_SHOWN_TITLE = 80


def utc_now() -> str:
    """The present time as text, see :func:`to_utc_text`."""
    from datetime import UTC, datetime

    return to_utc_text(datetime.now(UTC))


def to_utc_text(time: datetime) -> str:
    """A time in UTC as text, such as ``2026-11-21T19:30:00.000Z``; later times sort later."""
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def local_time(text: str) -> datetime | None:
    """A time as returned by :func:`utc_now`, by the clock of the machine; None if it is not one."""
    from datetime import datetime

    try:
        return datetime.fromisoformat(text).astimezone()
    except (ValueError, OverflowError, OSError):
        return None


class PuzzleInfo(NamedTuple):
    """Metadata of a puzzle; a value that is not known is None or empty.

    ``source`` names the program or publication that the puzzle comes from, ``level`` its
    difficulty, ``expected_seconds`` the time that a practised player may need. ``points`` are what
    it is worth in a contest. ``instructions`` are what to know before solving it, ``notes`` what
    its author says of it. ``lesson`` is the text that a puzzle of the tutorial teaches. ``seed``
    and ``options`` are what the generator was given, the options as a JSON object. ``daily`` names
    a daily puzzle, such as ``2026-11-21/hard``, ``pack`` is the title of the pack that the puzzle
    belongs to. ``extra`` holds all other keys of a ``.hashi`` file with their JSON values, which
    are written back unchanged.
    """

    title: Name = ""
    author: Name = ""
    points: Points | None = None
    instructions: str = ""
    notes: str = ""
    lesson: str = ""
    source: Name = ""
    seed: int | None = None
    options: Mapping[str, object] | None = None
    level: Name = ""
    expected_seconds: WholeSeconds | None = None
    daily: Word = ""
    pack: Name = ""
    extra: Mapping[str, object] = {}

    @property
    def shown_title(self) -> str:
        """The title as it is shown in one line; the title itself may be anything."""
        title = translated(self.title) if self.lesson else self.title
        return shown_title(title, MAX_SHOWN_TITLE)

    @property
    def shown_lesson(self) -> str:
        """The text of a lesson, in the language in use if it is one of ours."""
        return translated(self.lesson)

    @property
    def shown_instructions(self) -> str:
        """What to know before solving, in the language in use if it is of our library."""
        return translated(self.instructions)

    def known(self) -> dict[str, Any]:
        """Return the values that are known by the name of their field, without ``extra``."""
        values = {name: value for name, value in self._asdict().items() if value not in ("", None)}
        del values["extra"]
        return values

    def updated(self, other: PuzzleInfo) -> PuzzleInfo:
        """Return a copy in which everything that ``other`` knows replaces the value of this one."""
        return self._replace(**other.known(), extra={**self.extra, **other.extra})


class Document(NamedTuple):
    """What was read from a file, or is to be written to one.

    ``notation`` is the name of the notation that it was read from. ``race`` is what the player
    races against in the game, or in a new one if there is none yet.
    """

    puzzle: Puzzle
    board: Board
    notation: str
    game: SavedGame | None = None
    info: PuzzleInfo = PuzzleInfo()
    race: Race | None = None

    @classmethod
    def from_puzzle(cls, puzzle: Puzzle, notation: str) -> Document:
        """Return a document of a puzzle with an empty board."""
        return cls(puzzle, Board.empty(puzzle), notation)


def refuse_other_rules(
    puzzle: Puzzle, title: str, known: Collection[ExtraRule] = frozenset()
) -> None:
    """Refuse a bridge limit other than 2, the one that readers of the notation assume, and extra
    rules that are not ``known`` to them.
    """
    if puzzle.rules.max_bridges != STANDARD.max_bridges:
        text = _(
            "The notation “{notation}” is limited to 2 bridges per pair of islands; this puzzle "
            "allows {n}."
        )
        raise _refused(text, title, n=puzzle.rules.max_bridges)
    for rule in puzzle.rules.extra.difference(known):
        text = _("The notation “{notation}” cannot represent the rule “{rule}” of this puzzle.")
        raise _refused(text, title, rule=rule.label)


def _refused(text: str, title: str, **fields: object) -> FormatError:
    return FormatError(text.format(notation=translated(title), **fields))


def refuse_clue(puzzle: Puzzle, clue: int | None, title: str) -> None:
    """Refuse one clue."""
    for island in puzzle.islands:
        if island.clue == clue:
            text = _(
                "The notation “{notation}” cannot represent the clue {clue} of the island at "
                "{cell}."
            )
            raise _refused(text, title, clue=to_character(clue), cell=cell_name(*island.cell))


def refuse_other_than_numbers(puzzle: Puzzle, title: str) -> None:
    """Refuse the clues "?" and 0, and rules other than the standard ones."""
    refuse_other_rules(puzzle, title)
    refuse_clue(puzzle, None, title)
    refuse_clue(puzzle, 0, title)


def refuse_adjacent_islands(puzzle: Puzzle, title: str) -> None:
    """Refuse islands without water between them."""
    for edge in puzzle.edges:
        if not puzzle.water(edge.id):
            text = _(
                "The notation “{notation}” cannot represent adjacent islands such as those at {a} "
                "and {b}."
            )
            raise _refused(text, title, **_named_ends(puzzle, edge.id))


def refuse_board(board: Board, title: str) -> None:
    """Refuse bridges and marks."""
    if board.marks or any(board.counts):
        text = _("The notation “{notation}” holds only the puzzle, without bridges and marks.")
        raise _refused(text, title)


def refuse_all_but_bridges_over_water(puzzle: Puzzle, board: Board, title: str) -> None:
    """Refuse "no bridge" marks, and bridges between adjacent islands."""
    if board.marks:
        text = _("The notation “{notation}” cannot represent the mark from {a} to {b}.")
        raise _refused(text, title, **_named_ends(puzzle, min(board.marks)))
    for edge, count in enumerate(board.counts):
        if count and not puzzle.water(edge):
            text = _(
                "The notation “{notation}” cannot represent a bridge between adjacent islands such "
                "as those at {a} and {b}."
            )
            raise _refused(text, title, **_named_ends(puzzle, edge))


def refuse_crossings(puzzle: Puzzle, board: Board, title: str) -> None:
    """Refuse bridges that cross, if a water cell can hold only one of them."""
    counts = board.counts
    for edge in puzzle.edges:
        for other in puzzle.crossings[edge.id]:
            if edge.horizontal and counts[edge.id] and counts[other]:
                row, col = puzzle.ends(edge.id)[0].row, puzzle.ends(other)[0].col
                text = _("The notation “{notation}” cannot show the bridges that cross at {cell}.")
                raise _refused(text, title, cell=cell_name(row, col))


def _named_ends(puzzle: Puzzle, edge: int) -> dict[str, str]:
    a, b = puzzle.ends(edge)
    return {"a": cell_name(*a.cell), "b": cell_name(*b.cell)}
