"""A sample of the trials of ``arguments.py``, which runs many more."""

from __future__ import annotations

import runpy
import shlex
from pathlib import Path
from random import Random

import pytest

RUNNER = runpy.run_path(str(Path(__file__).with_name("arguments.py")))


@pytest.mark.abuse
@pytest.mark.usefixtures("qapp")
def test_random_arguments_are_obeyed_or_refused_in_one_sentence() -> None:
    random = Random(0)
    for _ in range(100):
        words = RUNNER["arguments"](random)
        _, faults = RUNNER["faults_of"](words)
        assert faults == [], shlex.join(words)
