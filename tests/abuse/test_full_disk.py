"""The disk is full: the player or setter is told as long as that is so, asked before leaving, and
loses nothing once there is room again."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tests.processes import TIMEOUT

pytestmark = [
    pytest.mark.abuse,
    pytest.mark.skipif(os.name == "nt", reason="Windows cannot limit the size of files"),
]

PROCESSES = ["full_disk.py", "full_disk_editing.py"]
MOUNT = 'mount -t tmpfs -o size=96k tmpfs "$0" && exec "$@"'


READ_ONLY = 'cp "$1" "$0" && mount --bind -o ro "$0" "$0" && shift && exec "$@"'
FULL = (
    'mount -t tmpfs -o size=128k tmpfs "$0" && cp "$1" "$0" && shift && '
    '{ cat /dev/zero >"$0/large" 2>&- || exec "$@"; }'
)
"""The arguments are the data folder, a file to copy there, and a command."""

RESULTS = Path(__file__).with_name("data") / "older" / "data" / "hashi" / "results.sqlite"


def may_mount() -> bool:
    if not sys.platform.startswith("linux") or shutil.which("unshare") is None:
        return False
    mount = ["unshare", "-m", "mount", "-t", "tmpfs", "tmpfs", "/tmp"]
    return subprocess.run(mount, capture_output=True, check=False).returncode == 0


def run(command: list[str], environment: dict[str, str]) -> str:
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=TIMEOUT, check=False
    )
    assert (done.returncode, done.stderr) == (0, ""), f"code {done.returncode}\n{done.stderr}"
    return "survived"


@pytest.mark.parametrize("process", PROCESSES)
def test_a_limit_on_the_size_of_files(abuse, script, environment, process):
    def play_round(rng: Random, folder: Path) -> str:
        (folder / "data").mkdir()
        command = script(process, rng.random(), folder / "data", "limit")
        # Python would leave its compiled modules incomplete as well, and not run them again.
        return run(command, environment(folder) | {"PYTHONDONTWRITEBYTECODE": "1"})

    abuse(f"limited file size, {process}", play_round)


@pytest.mark.parametrize("process", PROCESSES)
def test_a_full_disk(abuse, script, environment, process):
    if not may_mount():
        pytest.skip("only root can mount a small file system")

    def play_round(rng: Random, folder: Path) -> str:
        data = folder / "data"
        data.mkdir()
        command = script(process, rng.random(), data, "disk")
        return run(["unshare", "-m", "sh", "-c", MOUNT, str(data), *command], environment(folder))

    abuse(f"full disk, {process}", play_round)


@pytest.mark.parametrize("mount", [FULL, READ_ONLY], ids=["full", "read only"])
def test_results_are_read_where_nothing_can_be_written(tmp_path, environment, mount):
    if not may_mount():
        pytest.skip("only root can mount a small file system")
    (data := tmp_path / "data" / "hashi").mkdir(parents=True)
    command = [sys.executable, "-m", "hashi_gui", "stats"]
    done = subprocess.run(
        ["unshare", "-m", "sh", "-c", mount, data, RESULTS, *command],
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Games solved: 8,")
