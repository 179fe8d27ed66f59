"""Makes the folder ``older``: data of the version that is installed, as its user has left them.

Usage: make.py, with the program of that version on PYTHONPATH, and libfaketime.

A player lives two days (see ``processes/living.py``), and is killed on the second one, so that
there is a journal. What the window has shown is in the file ``shown``.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from hashi_gui.gui.settings.preferences import Preferences, Settings

OLDER = Path(__file__).with_name("older")
ROOT = Path(__file__).parents[3]


def main() -> None:
    shutil.rmtree(OLDER, ignore_errors=True)
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        Settings(home / "config" / "hashi" / "hashi.ini").preferences = Preferences(theme="dark")
        shown = [line for day in ("2026-11-20", "2026-11-21") for line in live(home, day)]
        for part in ("data", "config"):
            shutil.copytree(home / part, OLDER / part)
    for file in OLDER.glob("data/hashi/*"):
        if file.name == "lock" or file.name.startswith("hashi."):
            file.unlink()
    (OLDER / "shown").write_text("".join(shown))


def live(home: Path, day: str) -> list[str]:
    """Live a day, and return what was shown up to the time when everything was saved."""
    plan = {"seed": f"g{day}", "kind": "quiet", "games": 9, "old": [], "file": None}
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([os.environ["PYTHONPATH"], str(ROOT)]),
        "HOME": str(home),
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "QT_QPA_PLATFORM": "offscreen",
        "LD_PRELOAD": str(next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))),
        "FAKETIME": f"@{day} 12:00:00",
        "DONT_FAKE_MONOTONIC": "1",
        "NO_FAKE_STAT": "1",
    }
    living = ROOT / "tests" / "abuse" / "processes" / "living.py"
    command = [sys.executable, str(living), json.dumps(plan)]
    with subprocess.Popen(command, env=environment, text=True, stdout=subprocess.PIPE) as process:
        lines = []
        for line in process.stdout:
            lines.append(line)
            if day.endswith("21") and len(lines) > 40 and '"saved"' in line:
                process.kill()
        return lines


if __name__ == "__main__":
    main()
