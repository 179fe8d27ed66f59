"""The results of many made-up games."""

import math
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

from hashi_gui.formats.document import to_utc_text
from hashi_gui.game.result import GameResult, Origin
from hashi_gui.game.results_database import ResultsDatabase
from hashi_gui.generating.daily import DailyKind
from hashi_gui.logic.levels import Level

GAMES_PER_DAY = 6.0
SIDES = (5, 7, 10, 15, 25)
KINDS = tuple(DailyKind)
ORIGINS = (Origin.LIBRARY, Origin.DAILY, Origin.MADE, Origin.IMPORTED)

FASTER = 0.6
"""The time of the last game, as a share of what it would have been at the start."""


def played_games(count: int, seed: int, end: datetime) -> list[GameResult]:
    """Results of a player who gets faster, up to a time; they depend on the arguments alone."""
    rng = Random(seed)
    times = sorted(_times(count, rng, end))
    return [_game(number, number / count, time, rng) for number, time in enumerate(times)]


def _times(count: int, rng: Random, end: datetime) -> Iterator[datetime]:
    """Times of day on random days; few games have been played on fewer days."""
    days = max(count / GAMES_PER_DAY, math.sqrt(count))
    for _ in range(count):
        evening = end.replace(hour=20) - timedelta(days=int(rng.uniform(1, days + 1)))
        yield evening + timedelta(minutes=rng.gauss(0, 90))


def _game(number: int, experience: float, ended: datetime, rng: Random) -> GameResult:
    side = rng.choices(SIDES, (2, 4, 5, 3, 1))[0]
    level = rng.choices(tuple(Level), (5, 5, 3, 1, 0.2))[0]
    usual = 1.5 * side**2 * (1 + 0.5 * level.rank)
    seconds = usual * FASTER**experience * rng.lognormvariate(0, 0.35)
    hints = rng.choice((0, 0, 0, 1, 2, 5)) if level.rank else 0
    origin = rng.choices(ORIGINS, (4, 4, 5, 1))[0]
    islands = side**2 // 4
    return GameResult(
        puzzle=f"{number:020x}",
        cols=side,
        rows=side,
        islands=islands,
        max_bridges=2,
        level=level,
        expected_seconds=round(usual),
        origin=origin,
        title=f"Puzzle {number + 1}",
        daily=f"{ended:%Y-%m-%d}/{rng.choice(KINDS)}" if origin is Origin.DAILY else "",
        begun=to_utc_text(ended - timedelta(seconds=seconds)),
        ended=to_utc_text(ended),
        seconds=round(seconds, 2),
        moves=2 * islands,
        undos=rng.randrange(9),
        hints=hints,
        hints_explained=hints // 2,
        checks=rng.randrange(3),
        finished=True,
        solution_shown=rng.random() < 0.02,
    )


def record(folder: Path, results: Iterable[GameResult]) -> None:
    """Write results to a new folder of data, so that all daily puzzles among them are solved."""
    results = tuple(results)
    ResultsDatabase(folder / "results.sqlite").put(results)
    dailies = sorted({result.daily for result in results if result.daily})
    (folder / "dailies").write_text("".join(f"{name}\n" for name in dailies), encoding="utf-8")
