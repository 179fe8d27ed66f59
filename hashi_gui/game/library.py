"""The library: the puzzles that ship with the program, and the lessons among them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from hashi_gui.core.board_status import Faults
from hashi_gui.core.i18n import N_, _, ngettext, translated
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import sentences
from hashi_gui.formats import Document, FormatError, read_path
from hashi_gui.game.game import Game
from hashi_gui.system.files import PUZZLES

LESSONS = "0-tutorial"
"""The folder of the lessons."""

FIRST_PUZZLE = Path("1-easy", "06x06", "landfall.hashi")
"""The puzzle after the lessons: small and easy, and it needs most of what they teach."""


def library_files() -> list[Path]:
    """Return all files of the library, looked up once, in the order in which they are offered."""
    return list(_files_in(PUZZLES))


def first_file() -> Path:
    """The file that a new player begins with; the others are not looked up."""
    return (_files_in(PUZZLES / LESSONS) or _files_in(PUZZLES))[0]


@cache
def _files_in(folder: Path) -> tuple[Path, ...]:
    return tuple(sorted(folder.rglob("*.hashi")))


def categories() -> dict[str, list[Path]]:
    """Return the files by category, which is the name of their top folder without its number.

    Files outside of folders belong to the category "Puzzles".
    """
    files: dict[str, list[Path]] = {}
    for file in library_files():
        folder, *_ = file.relative_to(PUZZLES).parts
        name = folder.lstrip("0123456789-").capitalize() if folder != file.name else "Puzzles"
        files.setdefault(name, []).append(file)
    return files


def category_label(name: str) -> str:
    """What players read for a category."""
    return translated(name) if name in _CATEGORIES else name


_CATEGORIES = (
    N_("Tutorial"),
    N_("Easy"),
    N_("Medium"),
    N_("Hard"),
    N_("Expert"),
    N_("Extreme"),
    N_("Showpieces"),
    N_("Puzzles"),
)


@cache
def library_document(file: Path) -> Document | None:
    """Read a file of the library, once; None if it cannot be read.

    Users may have put other files into the folder.
    """
    with suppress(FormatError):
        return read_path(file)
    return None


def library_documents() -> list[Document]:
    """Return all readable puzzles of the library in the order in which they are offered."""
    return [document for file in library_files() if (document := library_document(file))]


def library_file(puzzle: Puzzle) -> Path | None:
    """Return the file of the library with a puzzle; None if it is not in the library."""
    for file in library_files():
        document = library_document(file)
        if document is not None and document.puzzle == puzzle:
            return file
    return None


def first_puzzle() -> Document:
    """Return the puzzle to begin with after the lessons, or else another that is no lesson."""
    chosen = library_document(PUZZLES / FIRST_PUZZLE)
    return chosen or next(each for each in library_documents() if not each.info.lesson)


class Mood(StrEnum):
    """What a remark means to the player."""

    NONE = "none"
    RIGHT = "right"
    WRONG = "wrong"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Remark:
    """A reaction to the board; ``edges`` are those where it differs from every solution."""

    mood: Mood
    text: str = ""
    edges: frozenset[int] = frozenset()


@cache
def lessons() -> tuple[Document, ...]:
    """All lessons in their order. They are read once."""
    return tuple(_lessons())


def _lessons() -> Iterator[Document]:
    documents = map(library_document, _files_in(PUZZLES / LESSONS))
    return (document for document in documents if document and document.info.lesson)


def lesson_number(puzzle: Puzzle) -> int | None:
    """Which lesson a puzzle is, counted from 0; None if it is none of them."""
    numbers = (n for n, lesson in enumerate(_lessons()) if lesson.puzzle == puzzle)
    return next(numbers, None)


def remark_on(game: Game, solution: bytes | None) -> Remark:
    """What to say about the board: the first thing that is wrong, or how far it is right.

    ``solution`` is the only solution; None if it is not known yet.
    """
    if game.solved:
        return _remark_on_solution(game)
    broken, advice = broken_rule(game, Faults())
    if broken:
        return Remark(Mood.WRONG, sentences(broken, advice))
    if solution is None or not (any(game.board.counts) or game.board.marks):
        return Remark(Mood.NONE)
    return _wrong_edge(game, solution) or _so_far(game)


def _remark_on_solution(game: Game) -> Remark:
    if not game.finished:
        text = _("That is the solution. Undo it and try it yourself, or go on.")
        return Remark(Mood.RIGHT, text)
    return Remark(Mood.DONE, _("Done! Every island has its bridges, and all are connected."))


def broken_rule(game: Game, known: Faults) -> tuple[str, str]:
    """A rule that the board breaks, or makes impossible to follow, and what to do about it.

    Both are empty if there is none apart from the faults that are ``known``.
    """
    faults, islands = game.status.faults, game.puzzle.islands
    for island in sorted(faults.overfull - known.overfull):
        has = sum(game.board.counts[edge] for edge in game.puzzle.incident[island])
        text = _("Too many bridges: the {clue} has {number}.")
        advice = _("Take one back.")
        return text.format(clue=islands[island].clue, number=has), advice
    if faults.looped - known.looped:
        return _("The red bridges form a loop."), _("Take one of them back.")
    for group in faults.isolated:
        if not known.cut_off.issuperset(group):
            text = _("These {number} islands are cut off from the rest.")
            return text.format(number=len(group)), _("Take one of their bridges back.")
    for island in sorted(faults.unsatisfiable - known.unsatisfiable):
        clue, n = islands[island].clue_text, islands[island].clue or 1
        text = ngettext(
            "The {clue} can no longer get {n} bridge.",
            "The {clue} can no longer get {n} bridges.",
            n,
        )
        advice = _("Take back what is in its way.")
        return text.format(clue=clue, n=n), advice
    return "", ""


def _wrong_edge(game: Game, solution: bytes) -> Remark | None:
    """The edges with a bridge too many, or marked though there is one; None if there are none."""
    board = game.board
    if edges := _where(built > right for built, right in zip(board.counts, solution)):
        text = _("There is a bridge too many, in red. With it, the rest cannot be finished.")
        return Remark(Mood.WRONG, text, edges)
    if edges := _where(edge in board.marks and right for edge, right in enumerate(solution)):
        text = _("A bridge belongs where you marked “no bridge”.")
        return Remark(Mood.WRONG, text, edges)
    return None


def _where(conditions: Iterable[object]) -> frozenset[int]:
    return frozenset(edge for edge, holds in enumerate(conditions) if holds)


def _so_far(game: Game) -> Remark:
    if not any(game.board.counts):
        return Remark(Mood.NONE)
    needing = len(game.puzzle.islands) - game.status.finished
    text = ngettext(
        "Right so far. {n} island still needs bridges.",
        "Right so far. {n} islands still need bridges.",
        needing,
    )
    return Remark(Mood.RIGHT, text.format(n=needing))
