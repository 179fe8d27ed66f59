"""What the finish card says when the puzzle is solved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hashi_gui.core.wording import format_duration, quantity, shown_level
from hashi_gui.game import Game
from hashi_gui.game.calibration import Calibration


@dataclass(frozen=True, slots=True)
class FinishSummary:
    """Texts: ``kind`` is the size and the level, ``expected`` how long the puzzle was expected to
    take, empty if that is unknown, and ``whose_time`` says for whom; ``figures`` are values with
    their captions.
    """

    title: str
    puzzle: str
    kind: str
    expected: str
    whose_time: str
    figures: tuple[tuple[str, str], ...]


def describe_puzzle(game: Game, name: str) -> str:
    """The name, the size and the level of a puzzle, each once."""
    return ", ".join([name, *(part for part in _kind(game) if part not in name)])


def _kind(game: Game) -> list[str]:
    """The size and the level, if it is known."""
    size = game.puzzle.size_text
    return [size, shown_level(game.info.level)] if game.info.level else [size]


def describe_help(game: Game) -> str:
    """How much the program has helped: "no hints", "2 hints" or "after seeing the solution"."""
    if game.solution_shown:
        return "after seeing the solution"
    return quantity(game.hints, "hint") if game.hints else "no hints"


def summarise(
    game: Game, name: str, other_times: Sequence[float], calibration: Calibration
) -> FinishSummary:
    """The summary of a solved game.

    ``other_times`` are those of the other games on puzzles of this kind, in seconds.
    """
    seconds = game.clock.seconds
    unaided = not (game.hints or game.solution_shown)
    best = min([*other_times, *([seconds] if unaided else [])], default=None)
    return FinishSummary(
        _title(game, unaided and bool(other_times) and best == seconds),
        describe_puzzle(game, name),
        ", ".join(_kind(game)),
        _expected(calibration.text(game.info)),
        calibration.explanation,
        (
            (format_duration(seconds), "Time"),
            ("–" if best is None else format_duration(best), "Best time"),
            (str(game.hints), "Hints"),
            (str(game.checks), "Checks"),
        ),
    )


def _expected(time: str) -> str:
    return time and f"Expected: {time}"


def _title(game: Game, is_new_best: bool) -> str:
    if game.solution_shown or game.hints:
        return f"Solved {'' if game.solution_shown else 'with '}{describe_help(game)}"
    return "Solved – a new best time!" if is_new_best else "Solved!"
