"""The program is killed while a puzzle is edited: at most the last edit is lost."""

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

MAX_SECONDS = 2.0
"""What is older when the program is killed must be saved on a busy machine too."""

Entry = tuple[float, str, str]
"""When there was a draft, in seconds, its file, and its digest."""


def entries(output: str) -> list[Entry]:
    words = [line.split(" ", 1) for line in output.split("\n")[:-1]]
    return [(float(seconds), *draft.rsplit(" ", 1)) for seconds, draft in words]


def lateness(log: list[Entry], store: DraftStore) -> float:
    """For how many seconds what is saved had been out of date at the kill."""
    seconds, path, _ = log[-1]
    drafts = [entry for entry in log if entry[1] == path != "-"]
    if not drafts:
        return 0
    if not Path(path).exists():
        return seconds - drafts[0][0]
    history, problem = store.load(Path(path))
    assert problem == ""
    saved, digests = digest(history.draft), [entry[2] for entry in drafts]
    assert saved in digests, "what is saved was never shown"
    since = drafts[len(digests) - digests[::-1].index(saved) :]
    return seconds - since[0][0] if since else 0


def test_killed_while_editing(abuse, script, environment):
    def play_round(rng: Random, folder: Path) -> str:
        store = DraftStore(folder / "data" / "hashi" / "drafts")
        latest = 0.0
        for _ in range(KILLS):
            command = script("editing.py", rng.random())
            wait = rng.uniform(0, LONGEST_SESSION)
            log = entries(output_before_kill(command, environment(folder), wait))
            latest = max(latest, lateness(log, store))
            assert latest < MAX_SECONDS, f"{latest} s late"
        return "survived" if latest <= PROMISED else "survived (more than 50 ms late)"

    abuse("killed while editing", play_round)
