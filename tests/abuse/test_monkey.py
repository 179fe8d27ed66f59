"""Random keys, clicks, drags, menus and dialogs over random puzzles: nothing goes wrong."""

from pathlib import Path
from random import Random

import pytest

from tests.abuse.programs import run, script

STEPS = 300


@pytest.mark.abuse
def test_a_monkey_at_the_window(abuse):
    def play_round(rng: Random, folder: Path) -> str:
        run(script("monkey.py", rng.random(), STEPS, folder), folder)
        return f"survived {STEPS} steps"

    abuse("monkey", play_round)
