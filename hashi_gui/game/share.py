"""What players send each other: results as texts without spoilers, and races against a game."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice, pairwise
from math import floor

from hashi_gui.core.board import MARK, Board, LogEntry, LogKind, Move
from hashi_gui.core.board_status import BoardStatus
from hashi_gui.core.i18n import _, ngettext
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.core.wording import format_duration, printable, sentences, shown_level
from hashi_gui.formats import Document, FormatError, write_link
from hashi_gui.formats.race import Race
from hashi_gui.formats.saved_game import SavedGame
from hashi_gui.game.game import Game

MAX_LENGTH = 280
MAX_TITLE_LENGTH = 60

TENTHS = 10
LIT, HINT, MISTAKE = "🏮", "💡", "🌊"
"""Signs for some moves: all were right, a hint drew one of them, one had to be taken back."""


def caption(document: Document) -> list[str]:
    """The title, if there is one, the size with the level, and the time of a finished game."""
    puzzle, info, game = document.puzzle, document.info, document.game
    kind = f"{puzzle.cols}×{puzzle.rows}"
    title, level = printable(info.title, MAX_TITLE_LENGTH), shown_level(info.level)
    if title == f"{puzzle.size_text}, {info.level}":
        title = ""
    if level and level not in title:
        kind = f"{kind} {level}"
    facts = [title, kind]
    if game and game.finished:
        facts.append(format_duration(game.seconds))
    return [fact for fact in facts if fact]


def help_text(game: SavedGame) -> str:
    """How much the program has helped: "no hints", "2 hints" or "after seeing the solution"."""
    if game.solution_shown:
        return _("after seeing the solution")
    if not game.hints:
        return _("no hints")
    return ngettext("{n} hint", "{n} hints", game.hints).format(n=game.hints)


def lanterns(document: Document) -> str:
    """A sign for each tenth of the moves that solved the puzzle, for each move if they are few.

    It stands for the worst in that tenth. Empty if the moves are not known.
    """
    signs = [*_signs(document)]
    parts = min(len(signs), TENTHS)
    bounds = [len(signs) * part // parts for part in range(parts + 1)] if parts else [0]
    tenths = [signs[begin:end] for begin, end in pairwise(bounds)]
    return "".join(max(tenth, key=(LIT, HINT, MISTAKE).index) for tenth in tenths)


def _signs(document: Document) -> Iterator[str]:
    """A sign for each move of the player or of a hint, up to the one that solved the puzzle."""
    if document.game is None:
        return
    status = BoardStatus(document.puzzle, document.game.start)
    for entry in document.game.log:
        status.update(entry.move)
        if entry.kind in (LogKind.HINT, LogKind.SOLUTION):
            yield HINT
        elif entry.kind is LogKind.MOVE and entry.move.edges:
            solution = document.board.counts
            wrong = any(
                solution[edge] if state == MARK else state > solution[edge]
                for edge, state in entry.move.edges
            )
            yield MISTAKE if wrong else LIT
        if status.solved:
            return


def whole_tenths(seconds: float) -> float:
    """A time without what is less than a tenth of a second, so that all parts show the same."""
    return floor(10 * seconds) / 10


def race_of(document: Document) -> Race | None:
    """The race against a game on a solved board, without a name.

    None if the program has shown the solution, or if not all changes are known.
    """
    game, puzzle = document.game, document.puzzle
    if game is None or game.solution_shown or not game.finished:
        return None
    log, status = [], BoardStatus(puzzle, Board.empty(puzzle))
    whole = whole_tenths(game.seconds)
    for entry in game.log:
        if not status.solved and entry.move.edges:
            log.append(LogEntry(min(entry.seconds, whole), entry.kind, Move(entry.move.edges)))
            status.update(entry.move)
    race = Race(tuple(log), hints=game.hints)
    return race if race.is_possible(puzzle) else None


def result_text(document: Document) -> str:
    """The result of a game on a solved board, in at most MAX_LENGTH characters.

    The link to the puzzle is there if it fits.
    """
    assert document.game is not None
    name, how = " · ".join(caption(document)), [lanterns(document), help_text(document.game)]
    text = f"{' '.join(('Hashi', LIT, name))}\n{' '.join(filter(None, how))}"
    link = link_to(Document.from_puzzle(document.puzzle, "hashi"))
    return f"{text}\n{link}" if link and len(text) + 1 + len(link) <= MAX_LENGTH else text


def link_to(document: Document) -> str:
    """A link to the puzzle; empty if there is none."""
    with suppress(FormatError):
        return write_link(document)
    return ""


class Opponent:
    """The other player of a race, whose changes are made as the time of the game goes on."""

    def __init__(self, puzzle: Puzzle, race: Race) -> None:
        self.race = race
        self._puzzle = puzzle
        self._times = [entry.seconds for entry in race.log]
        self._status = BoardStatus(puzzle, Board.empty(puzzle))
        self._made = 0

    def finished_at(self, seconds: float) -> int:
        """How many islands were finished after so many seconds, which never go back."""
        made = bisect_right(self._times, seconds)
        for entry in islice(self.race.log, self._made, made):
            self._status.update(entry.move)
        self._made = max(made, self._made)
        return len(self._puzzle.islands) if self._status.solved else self._status.finished


def racer(race: Race) -> str:
    """Who has played, within a sentence."""
    return race.shown_name or _("your friend")


def race_question(race: Race) -> str:
    """Whether the player wants to race, and how much help the other one had."""
    asked = _("Race {name}'s {time}?").format(name=racer(race), time=format_duration(race.seconds))
    helped = ngettext("It took {n} hint.", "It took {n} hints.", race.hints)
    return sentences(asked, helped.format(n=race.hints) if race.hints else "")


def race_outcome(game: Game) -> str:
    """Who was faster in a race, as one sentence; empty if it is none, or not finished."""
    race = game.race
    if race is None or not game.finished:
        return ""
    if game.solution_shown:
        return _("You have seen the solution, so the race does not count.")
    seconds = whole_tenths(game.clock.seconds)
    ahead = round(race.seconds - seconds, 1)
    if not ahead:
        text = _("You and {name} took the same time.")
    elif abs(ahead) < 1:
        faster = _("You beat {name}, by less than a second.")
        text = faster if ahead > 0 else _("You missed {name} by less than a second.")
    elif ahead > 0:
        text = _("You were {time} faster than {name}.")
    else:
        text = _("You were {time} behind {name}.")
    # Both times are shown in whole seconds, and the player subtracts those.
    between = format_duration(abs(int(race.seconds) - int(seconds)))
    return text.format(name=racer(race), time=between)
