"""What tests of several folders do with processes."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Mapping

TIMEOUT = 300


def wait_until(condition: Callable[[], object], what: str = "it happens") -> None:
    """Fails if a condition does not hold within a time that no machine needs."""
    deadline = time.monotonic() + TIMEOUT
    while not condition():
        assert time.monotonic() < deadline, f"not within {TIMEOUT} s: {what}"
        time.sleep(0.02)


def output_before_kill(command: list[str], environment: Mapping[str, str], wait: float) -> str:
    """What a process prints that is killed some seconds after its first line."""
    # With a buffer, the lines that came with the first one would be lost.
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "bufsize": 0}
    with subprocess.Popen(command, env=environment, **pipes) as process:
        first = process.stdout.readline()
        try:
            output, errors = process.communicate(timeout=wait)
        except subprocess.TimeoutExpired:
            process.kill()
            output, errors = process.communicate(timeout=TIMEOUT)
        else:
            raise AssertionError(f"it ended by itself, code {process.returncode}: {errors}")
    assert errors == b"", errors
    return (first + output).decode()
