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
