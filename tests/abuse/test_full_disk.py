"""The disk is full: the player or setter is told as long as that is so, asked before leaving, and
loses nothing once there is room again."""

import os
from pathlib import Path
from random import Random

import pytest

from tests.abuse.programs import HASHI, OLDER_DATA, data_folder, may_mount, run, script

pytestmark = [
    pytest.mark.abuse,
    pytest.mark.skipif(os.name == "nt", reason="Windows cannot limit the size of files"),
]

MOUNT = 'mount -t tmpfs -o size=96k tmpfs "$0" && exec "$@"'
READ_ONLY = 'cp "$1" "$0" && mount --bind -o ro "$0" "$0" && shift && exec "$@"'
FULL = (
    'mount -t tmpfs -o size=128k tmpfs "$0" && cp "$1" "$0" && shift && '
    '{ cat /dev/zero >"$0/large" 2>&- || exec "$@"; }'
)
"""The arguments are the data folder, a file to copy there, and a command."""

RESULTS = data_folder(OLDER_DATA) / "results.sqlite"


def need_mount() -> None:
    if not may_mount():
        pytest.skip("only root can mount a small file system")


@pytest.mark.parametrize("who", ["player", "setter"])
@pytest.mark.parametrize("kind", ["limit", "disk"])
def test_a_full_disk_or_a_limit_on_the_size_of_files(abuse, who, kind):
    if kind == "disk":
        need_mount()

    def play_round(rng: Random, folder: Path) -> str:
        data = folder / "data"
        data.mkdir()
        small = ["unshare", "-m", "sh", "-c", MOUNT, data] if kind == "disk" else []
        command = script("full_disk.py", who, rng.random(), data, kind)
        # Python would leave its compiled modules incomplete as well, and not run them again.
        run([*small, *command], folder, PYTHONDONTWRITEBYTECODE="1")
        return "survived"

    abuse(f"no room: {kind}, {who}", play_round)


@pytest.mark.parametrize("mount", [FULL, READ_ONLY], ids=["full", "read only"])
def test_results_are_read_where_nothing_can_be_written(tmp_path, mount):
    need_mount()
    (data := data_folder(tmp_path)).mkdir(parents=True)
    command = ["unshare", "-m", "sh", "-c", mount, data, RESULTS, *HASHI, "stats"]
    assert run(command, tmp_path).startswith("Games solved: 8,")
