"""How well the player knows each technique, and which one to practise next.

Spaced repetition with the boxes of Sebastian Leitner ("So lernt man lernen", 1972): what succeeds
moves up one box and comes back later, what fails goes back to the first box and comes back soon.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from hashi_gui.core.i18n import _
from hashi_gui.formats.fields import Name, Seconds, Time

BOXES = (
    timedelta(minutes=1),
    timedelta(minutes=10),
    timedelta(days=1),
    timedelta(days=7),
    timedelta(days=30),
)
"""After what time a technique in each box is due."""

RECENT, MASTERED = 10, 9
"""A technique is mastered if so many of the last attempts were right."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """An exercise that the player has tried: when, whether it was right, and the seconds it took.

    ``ended`` is the time in UTC, such as ``2026-11-21T19:30:00Z``.
    """

    technique: Name
    ended: Time
    right: bool
    seconds: Seconds


@dataclass(frozen=True, slots=True)
class Mastery:
    """What the attempts at exercises for one technique show.

    ``recent`` says of the last ones whether they were right, the oldest first. ``box`` counts from
    0, and ``last`` is the time of the last attempt, None if there was none.
    """

    recent: tuple[bool, ...] = ()
    box: int = 0
    last: datetime | None = None

    @property
    def mastered(self) -> bool:
        return len(self.recent) == RECENT and sum(self.recent) >= MASTERED

    @property
    def text(self) -> str:
        """A few words for the player."""
        if not self.recent:
            return _("not practised yet")
        if self.mastered:
            text = _("✓ mastered: {right} of the last {tried} right")
        elif len(self.recent) == RECENT:
            text = _("{right} of the last {tried} right")
        else:
            text = _("{right} of {tried} right")
        return text.format(right=sum(self.recent), tried=len(self.recent))

    def after(self, attempt: Attempt) -> Mastery:
        """The mastery after another attempt.

        A technique that is not due stays in its box, even if the attempt is right: what is repeated
        at once is not remembered for longer.
        """
        now = datetime.fromisoformat(attempt.ended)
        promoted = min(self.box + self.is_due(now), len(BOXES) - 1)
        recent = (*self.recent, attempt.right)[-RECENT:]
        return Mastery(recent, promoted if attempt.right else 0, now)

    def is_due(self, now: datetime) -> bool:
        """Whether it is time for another attempt, also if the clock was ahead at the last one."""
        return self.last is not None and not 0 <= self.delay(now) < 1

    def delay(self, now: datetime) -> float:
        """The time since the last attempt, 1 standing for that after which it is due."""
        assert self.last is not None
        return (now - self.last) / BOXES[self.box]


def mastery_of(attempts: Iterable[Attempt]) -> dict[str, Mastery]:
    """The mastery of every technique that was practised; the oldest attempt comes first."""
    found: dict[str, Mastery] = {}
    for attempt in attempts:
        found[attempt.technique] = found.get(attempt.technique, Mastery()).after(attempt)
    return found


def next_technique(techniques: Sequence[str], mastery: Mapping[str, Mastery], now: datetime) -> str:
    """The technique to practise next: of those that are due the one that has waited longest.

    If none is due, it is a new one, the easiest first, and after all of them the one that will be
    due first. Waiting is measured in the time after which the box is due.
    """
    practised = [name for name in techniques if name in mastery]
    waiting = sorted(practised, key=lambda name: mastery[name].delay(now), reverse=True)
    new = [name for name in techniques if name not in mastery]
    due = [name for name in waiting if mastery[name].is_due(now)]
    return (due or new or waiting)[0]
