"""A sample of the trials of :mod:`interrupts`; that module runs many more."""

from __future__ import annotations

import sys
from random import Random

import pytest

from tests.abuse.interrupts import try_command

SAMPLE = (
    "solve URLS",
    "grade URLS --jobs 2",
    "generate --size 9x9 --count 40 --seed 1 --jobs 2 -o OUT.txt",
    "pack URLS -o OUT.pdf --solutions",
    "bench FOLDER --methods sat,deduction --output OUT",
)


@pytest.mark.abuse
@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
@pytest.mark.parametrize("command", SAMPLE)
def test_ctrl_c_at_any_moment_ends_a_command_quietly(command: str) -> None:
    trial = try_command(command, Random(command).uniform(0.1, 1.5))
    assert trial.faults == (), trial.errors
