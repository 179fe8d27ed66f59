"""What the player is told of a solved game: title, figures, and one kind sentence that is true."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import takewhile

from hashi_gui.core.i18n import _, ngettext
from hashi_gui.core.wording import format_duration, shown_level
from hashi_gui.formats.document import local_time
from hashi_gui.game import Game
from hashi_gui.game.calibration import Calibration
from hashi_gui.game.racing import outcome
from hashi_gui.game.result import GameResult, Help
from hashi_gui.game.store import puzzle_key
from hashi_gui.logic.levels import Level

HARD_LEVELS = (Level.HARD, Level.EXPERT, Level.EXTREME)

LEAST_IN_MONTH, LEAST_STREAK = 3, 3
"""With fewer games of a kind in a month, or fewer days in a row, there is nothing to praise."""


@dataclass(frozen=True, slots=True)
class FinishSummary:
    """Texts: ``praise`` is one kind sentence, or the outcome of a race, ``kind`` the size and the
    level, ``expected`` the time in which the puzzle was expected to be solved, empty unless the
    player was faster, and ``whose_time`` for whom; ``figures`` are values with their captions,
    first the best time of all other games of the kind, if there is one.
    """

    title: str
    time: str
    praise: str
    kind: str
    expected: str
    whose_time: str
    figures: Sequence[tuple[str, str]]


def summarise(
    game: Game,
    results: Sequence[GameResult] | None,
    calibration: Calibration,
    *,
    complete: bool = True,
) -> FinishSummary:
    """The summary of a game that the player has solved.

    ``results`` are those of all games in the order in which they have ended, perhaps of this one,
    too; None while they are unknown. They are ``complete`` if none was ever deleted.
    """
    result = GameResult.of(game.to_document(), puzzle_key(game.puzzle))
    assert result is not None
    others = None if results is None else [each for each in results if each.game != result.game]
    expected = calibration.seconds(game.info)
    times = [each.unaided_seconds for each in others or () if each.kind == result.kind]
    best = min((time for time in times if time is not None), default=None)
    figures = [(str(game.hints), _("Hints")), (str(game.checks), _("Checks"))]
    if best is not None:
        caption = _("Second best") if _beats(result, best) else _("Best time")
        figures.insert(0, (format_duration(best), caption))
    time = calibration.text(game.info) if _beats(result, expected) else ""
    return FinishSummary(
        _title(game),
        format_duration(game.clock.seconds),
        outcome(game) or praise(result, others, expected, complete=complete),
        ", ".join(_kind(game)),
        _("Expected: {time}").format(time=time) if time else "",
        calibration.explanation,
        figures,
    )


def praise(
    result: GameResult,
    others: Sequence[GameResult] | None,
    expected: float | None,
    *,
    complete: bool = True,
) -> str:
    """One kind sentence on a result: of those that are true, what happens most rarely.

    ``others`` are the results of all other games, None while they are unknown; see
    :func:`summarise`. ``expected`` is the time in seconds that was expected.
    """
    unaided = result.help is Help.NONE
    if unaided and others is not None and (sentence := _record(result, others, complete)):
        return sentence
    days = _days_in_a_row(result, others or ())
    if days >= LEAST_STREAK:
        return _("{days} days in a row with a daily puzzle.").format(days=days)
    if unaided and not result.checks and result.level in HARD_LEVELS:
        return _("No hint and no check on a hard one.")
    if _beats(result, expected):
        return _("Faster than expected.")
    return _("Every island found its bridges.")


def _record(result: GameResult, others: Sequence[GameResult], complete: bool) -> str:
    """What the player has done for the first time, or faster than ever; empty if nothing."""
    unaided = [each for each in others if each.unaided_seconds is not None]
    if complete and all(each.size_text != result.size_text for each in unaided):
        return _("Your first {size} without help.").format(size=result.size_text)
    if complete and result.level and all(each.level != result.level for each in unaided):
        level = shown_level(result.level)
        return _("Your first {level} puzzle without help.").format(level=level)
    alike = [each for each in unaided if each.kind == result.kind]
    kind = ", ".join(filter(None, (result.size_text, shown_level(result.level))))
    if alike and _is_fastest(result, alike):
        return _("Your best time yet for {kind}.").format(kind=kind)
    month = _month(result)
    recent = list(takewhile(lambda each: _month(each) == month, reversed(alike)))
    if month and len(recent) + 1 >= LEAST_IN_MONTH and _is_fastest(result, recent):
        return _("Your fastest this month for {kind}.").format(kind=kind)
    return ""


def _is_fastest(result: GameResult, others: Sequence[GameResult]) -> bool:
    return all((result.seconds or 0) < (each.seconds or 0) for each in others)


def _beats(result: GameResult, expected: float | None) -> bool:
    seconds = result.unaided_seconds
    return seconds is not None and expected is not None and seconds < expected


def _days_in_a_row(result: GameResult, others: Sequence[GameResult]) -> int:
    """The days up to that of the result with a solved daily puzzle; 0 if it is not that day's."""
    from hashi_gui.generating.daily import day_of, streak

    day = _day(result)
    if day is None or day_of(result.daily) != day:
        return 0
    return streak(day, {each.daily for each in (result, *others) if each.finished})


def _day(result: GameResult) -> date | None:
    time = local_time(result.ended)
    return time and time.date()


def _month(result: GameResult) -> date | None:
    day = _day(result)
    return day and day.replace(day=1)


def _kind(game: Game) -> list[str]:
    """The size and the level, if it is known."""
    size = game.puzzle.size_text
    return [size, shown_level(game.info.level)] if game.info.level else [size]


def _title(game: Game) -> str:
    if game.solution_shown:
        return _("Solved after seeing the solution.")
    if game.hints:
        title = ngettext("Solved with {hints} hint.", "Solved with {hints} hints.", game.hints)
        return title.format(hints=game.hints)
    return _("Solved!")
