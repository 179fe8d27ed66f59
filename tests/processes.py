"""What tests of several folders do with processes."""

from __future__ import annotations

import time
from collections.abc import Callable

TIMEOUT = 300


def wait_until(condition: Callable[[], object], what: str = "it happens") -> None:
    """Fails if a condition does not hold within a time that no machine needs."""
    deadline = time.monotonic() + TIMEOUT
    while not condition():
        assert time.monotonic() < deadline, f"not within {TIMEOUT} s: {what}"
        time.sleep(0.02)
