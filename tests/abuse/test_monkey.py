"""Random keys, clicks, drags, menus and dialogs over random puzzles: nothing goes wrong."""

from __future__ import annotations

import subprocess
from pathlib import Path
from random import Random

import pytest

pytestmark = pytest.mark.abuse

STEPS = 300
TIMEOUT = 600


def test_a_monkey_at_the_window(abuse, script, environment):
    def play_round(rng: Random, folder: Path) -> str:
        command = script("monkey.py", rng.random(), STEPS, folder)
        try:
            done = subprocess.run(
                command,
                env=environment(folder),
                capture_output=True,
                text=True,
                timeout=TIMEOUT,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise AssertionError(f"it hangs\n{error.stderr}") from error
        assert done.returncode == 0, f"code {done.returncode}\n{done.stderr[-6000:]}"
        assert done.stderr == "", done.stderr
        return f"survived {STEPS} steps"

    abuse("monkey", play_round)
