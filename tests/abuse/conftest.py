"""How much is tried: a sample with fixed seeds, or as many rounds as fit into a time.

The environment variable ``HASHI_ABUSE_SECONDS`` sets the seconds for each kind of abuse, and
``HASHI_ABUSE_SEED`` the first seed. A round that fails names its seed, and the others go on.
"""

import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import monotonic

import pytest

SECONDS = float(os.environ.get("HASHI_ABUSE_SECONDS", "0"))
FIRST_SEED = int(os.environ.get("HASHI_ABUSE_SEED", "0"))

MAX_SHOWN_FAILURES = 5

Round = Callable[[Random, Path], str]
"""One attempt; returns what happened, in a word or two. Raises AssertionError if it fails."""

_tallies: dict[str, Counter[str]] = {}


@pytest.fixture
def abuse(tmp_path: Path) -> Callable[..., None]:
    """Plays rounds of one kind of abuse, each in a folder of its own, and counts the outcomes."""

    def abuse(kind: str, play_round: Round, sample: int = 1) -> None:
        tally = _tallies.setdefault(kind, Counter())
        failures = []
        end = monotonic() + SECONDS
        number = 0
        while number < sample or monotonic() < end:
            seed = FIRST_SEED + number
            folder = tmp_path / str(seed)
            folder.mkdir()
            number += 1
            try:
                outcome = play_round(Random(f"{kind} {seed}"), folder)
            except AssertionError as error:
                outcome = "FAILED"
                failures.append(f"HASHI_ABUSE_SEED={seed}, in {folder}: {error}")
            tally[outcome] += 1
        shown = "\n\n".join(failures[:MAX_SHOWN_FAILURES])
        assert not failures, f"{len(failures)} of {number} rounds failed\n{shown}"

    return abuse


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for kind, tally in _tallies.items():
        outcomes = ", ".join(f"{count} {outcome}" for outcome, count in sorted(tally.items()))
        terminalreporter.write_line(f"{kind}: {tally.total()} rounds: {outcomes}")
