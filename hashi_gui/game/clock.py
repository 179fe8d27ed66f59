"""The time played."""

from __future__ import annotations

import time
from collections.abc import Callable


class Clock:
    """Counts the seconds between start and pause.

    ``seconds`` were played before; ``now`` is a clock that never goes back, in seconds.
    """

    def __init__(self, seconds: float = 0.0, now: Callable[[], float] = time.monotonic) -> None:
        self._counted = seconds
        self._now = now
        self._started: float | None = None
        self._stopped = False

    @property
    def seconds(self) -> float:
        running = 0.0 if self._started is None else self._now() - self._started
        return self._counted + running

    @property
    def running(self) -> bool:
        return self._started is not None

    def start(self) -> None:
        """Count on. Does nothing on a clock that runs, or has stopped for good."""
        if not (self.running or self._stopped):
            self._started = self._now()

    def pause(self) -> None:
        """Count no further until the next start."""
        self._counted = self.seconds
        self._started = None

    def stop(self) -> None:
        """Count no further, ever."""
        self.pause()
        self._stopped = True
