"""The program is killed while it records results and their games: none of those that were reported
as saved is lost.
"""

from __future__ import annotations

import os
from random import Random

import pytest

from hashi_gui.game import GameStore
from tests.processes import output_before_kill

pytestmark = [
    pytest.mark.abuse,
    pytest.mark.skipif(os.name == "nt", reason="Windows does not kill like this"),
]

LONGEST_PLAY = 0.4
KILLS = 5


def test_killed_while_results_are_recorded(abuse, script):
    def play_round(rng: Random, folder) -> str:
        reported: list[int] = []
        for _ in range(KILLS):
            command = script("recording.py", folder / "data", len(reported))
            output = output_before_kill(command, os.environ, rng.uniform(0, LONGEST_PLAY))
            reported += [int(line) for line in output.split("\n")[:-1]]
            results = GameStore(folder / "data").results
            recorded = {result.cols - 3 for result in results.all()}
            assert results.quarantined == []
            games = map(results.document, results.all())
            assert {game.puzzle.cols - 3 for game in games if game.game.finished} == recorded
            assert set(reported) <= recorded, f"{set(reported) - recorded} lost"
            # A result may be recorded without having been reported; the next start repeats it.
            assert len(recorded - set(reported)) <= 1
            reported = sorted(recorded)
        return f"survived {KILLS} kills"

    abuse("killed while results are recorded", play_round)
