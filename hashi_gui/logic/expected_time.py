"""How long a puzzle takes a practised player.

The time is that of a simple model, whose constants were chosen by hand: each step takes as long as
its technique is hard; to find a harder one, the player first looks at all that is left in vain; and
each bridge has to be drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from hashi_gui.logic.levels import Level
from hashi_gui.logic.techniques.technique import Conclusion

STEP_SECONDS = {
    Level.EASY: 4.0,
    Level.MEDIUM: 8.0,
    Level.HARD: 20.0,
    Level.EXPERT: 60.0,
    Level.EXTREME: 180.0,
}
"""How long it takes to see and to follow a step, by the level of its technique."""

LOOK_SECONDS = 0.3
"""How long an island is looked at in vain, for each level below that of the step found at last."""

DRAW_SECONDS = 1.0
"""How long it takes to draw the bridges between two islands."""


def expected_seconds(conclusions: Sequence[Conclusion], islands: int) -> float:
    """The time for a puzzle of so many islands, from all conclusions that solve it, in order."""
    explained = [each for each in conclusions if not each.technique.obvious]
    steps = [group[0] for group in _by_place(explained)]
    seconds = DRAW_SECONDS * len({each.edge for each in conclusions if each.is_minimum})
    level = Level.EASY
    for done, step in enumerate(steps):
        before, level = level, step.technique.level
        seconds += STEP_SECONDS[level]
        if level.rank > before.rank:
            seconds += LOOK_SECONDS * level.rank * islands * (1 - done / len(steps))
    return seconds


def minutes_text(seconds: float) -> str:
    """A time in words that promise no more than is known: ``about 6 min``."""
    minutes = seconds / 60
    if minutes < 1:
        return "less than a minute"
    if minutes < 10:
        return f"about {round(minutes)} min"
    if minutes < 60:
        return f"about {5 * round(minutes / 5)} min"
    return f"about {round(2 * minutes / 60) / 2:g} h"


def _by_place(conclusions: Sequence[Conclusion]) -> list[list[Conclusion]]:
    """Successive conclusions of one technique at the same islands, which are one step."""
    groups = groupby(conclusions, key=lambda each: (each.technique.name, each.islands))
    return [list(group) for _, group in groups]
