"""A short run of the fuzz target; longer runs are started by hand."""

from __future__ import annotations

import random
import runpy
from pathlib import Path

import pytest

from hashi_gui.formats.registry import NOTATIONS

TARGET = runpy.run_path(str(Path(__file__).with_name("fuzz_formats.py")))


@pytest.mark.parametrize("name", [notation.NAME for notation in NOTATIONS])
def test_damaged_input_is_read_or_refused(name: str) -> None:
    rng = random.Random(name)
    seeds = TARGET["seeds"](name)
    for seed in seeds:
        TARGET["try_one"](name, seed)
    for _ in range(300):
        TARGET["try_one"](name, TARGET["damage"](rng.choice(seeds), rng.choice(seeds), rng))
