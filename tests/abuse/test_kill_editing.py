"""The program is killed while a puzzle is edited: no edit is lost that was saved."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from hashi_gui.editing import DraftStore
from tests.abuse.processes.editing import digest
from tests.processes import output_before_kill

pytestmark = [
    pytest.mark.abuse,
    pytest.mark.skipif(os.name == "nt", reason="Windows does not kill like this"),
]

LONGEST_SESSION = 1.5
KILLS = 2

PROMISED = 0.05
"""How many seconds after an edit it is saved, on a machine that is not busy otherwise."""

Entry = tuple[float, str, str, int]
"""When there was a draft, in seconds, its file and digest, and the number of the job to save it."""


def entries(output: str) -> tuple[list[Entry], int]:
    """All drafts, and the number of the last job that was done; -1 if none was."""
    words = [line.split(" ", 1) for line in output.split("\n")[:-1]]
    saved = max((int(number) for first, number in words if first == "saved"), default=-1)
    drafts = [(float(first), *rest.rsplit(" ", 2)) for first, rest in words if first != "saved"]
    return [(*draft, int(number)) for *draft, number in drafts], saved


def lateness(log: list[Entry], saved: int, store: DraftStore) -> float:
    """For how many seconds what is saved had been out of date at the kill."""
    seconds, path, _, _ = log[-1]
    drafts = [entry for entry in log if entry[1] == path != "-"]
    if not Path(path).exists():
        assert saved < 0
        return seconds - drafts[0][0] if drafts else 0
    history, problem = store.load(Path(path))
    assert problem == ""
    found = digest(history.draft)
    same = [place for place, entry in enumerate(drafts) if entry[2] == found]
    assert same, "what is saved was never shown"
    assert drafts[same[-1]][3] >= saved, "what was saved is lost"
    later = drafts[same[-1] + 1 :]
    return seconds - later[0][0] if later else 0


def test_killed_while_editing(abuse, script, environment):
    def play_round(rng: Random, folder: Path) -> str:
        store = DraftStore(folder / "data" / "hashi" / "drafts")
        latest = 0.0
        for _ in range(KILLS):
            command = script("editing.py", rng.random())
            wait = rng.uniform(0, LONGEST_SESSION)
            log, saved = entries(output_before_kill(command, environment(folder), wait))
            latest = max(latest, lateness(log, saved, store))
        return "survived" if latest <= PROMISED else "survived (more than 50 ms late)"

    abuse("killed while editing", play_round)
