"""The clock of a game."""

from __future__ import annotations

import time
from collections.abc import Callable


class Clock:
    """Measures the time played: the seconds between start and pause.

    It begins at ``seconds``. ``now`` returns the time in seconds and must never go backwards.
    """

    def __init__(self, seconds: float = 0.0, now: Callable[[], float] = time.monotonic) -> None:
        self._elapsed = seconds
        self._now = now
        self._started: float | None = None
        self._stopped = False

    @property
    def seconds(self) -> float:
        running = 0.0 if self._started is None else self._now() - self._started
        return self._elapsed + running

    @property
    def running(self) -> bool:
        return self._started is not None

    def start(self) -> None:
        """Start or continue. Does nothing if the clock is running or was stopped."""
        if not (self.running or self._stopped):
            self._started = self._now()

    def pause(self) -> None:
        """Pause until the next start."""
        self._elapsed = self.seconds
        self._started = None

    def stop(self) -> None:
        """Stop for good."""
        self.pause()
        self._stopped = True
