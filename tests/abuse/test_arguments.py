"""A sample of the trials of ``arguments.py``, which runs many more."""

from __future__ import annotations

import shlex
from random import Random

import pytest

from tests.abuse.arguments import arguments, faults_of


@pytest.mark.abuse
@pytest.mark.usefixtures("qapp")
def test_random_arguments_are_obeyed_or_refused_in_one_sentence() -> None:
    random = Random(0)
    for _ in range(100):
        words = arguments(random)
        _, faults = faults_of(words)
        assert faults == [], shlex.join(words)
