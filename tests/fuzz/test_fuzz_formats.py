"""A short run of the fuzz target; longer runs are started by hand."""

from __future__ import annotations

import random

import pytest

from hashi_gui.formats.registry import NOTATIONS
from tests.fuzz import fuzz_formats


@pytest.mark.parametrize("name", [notation.NAME for notation in NOTATIONS])
def test_damaged_input_is_read_or_refused(name: str) -> None:
    rng = random.Random(name)
    seeds = fuzz_formats.seeds(name)
    for seed in seeds:
        fuzz_formats.try_one(name, seed)
    for _ in range(300):
        fuzz_formats.try_one(name, fuzz_formats.damage(rng.choice(seeds), rng.choice(seeds), rng))
