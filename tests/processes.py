"""What tests of several folders do with processes."""

import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from hashi_gui.solving.cancel import Cancelled, CancelToken
from hashi_gui.system import processes

TIMEOUT = 300


def allow_any_module(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Let a module, also one in a folder, run as a process, for which only ours are allowed."""
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setattr(processes, "ENTRY", processes.ENTRY[:3])


def wait_until(condition: Callable[[], object], what: str = "it happens") -> None:
    """Fails if a condition does not hold within a time that no machine needs."""
    deadline = time.monotonic() + TIMEOUT
    while not condition():
        assert time.monotonic() < deadline, f"not within {TIMEOUT} s: {what}"
        time.sleep(0.02)


def outcome_when_cancelled(
    question: Callable[[CancelToken], object], is_time: Callable[[], object]
) -> object:
    """Ask in another thread, and cancel it when it is time: the answer, or a Cancelled."""
    token = CancelToken()
    outcome: list[object] = []

    def ask() -> None:
        try:
            outcome.append(question(token))
        except Cancelled as cancelled:
            outcome.append(cancelled)

    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    while asking.is_alive() and not is_time():
        time.sleep(0.001)
    assert asking.is_alive(), f"answered before it could be cancelled: {outcome}"
    token.cancel()
    asking.join(TIMEOUT)
    assert not asking.is_alive(), "still running after it was cancelled"
    return outcome[0]
