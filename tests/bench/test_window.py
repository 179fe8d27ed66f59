from __future__ import annotations

import subprocess
import sys


def test_the_benchmark_clicks_on_boards_of_each_size():
    command = [sys.executable, "-m", "hashi_gui.bench.window", "30", "60", "--count", "10"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    rows = [line.strip("| ").split(" | ") for line in result.stdout.splitlines()]
    for islands, row in zip(("30", "60"), rows[-2:], strict=True):
        assert row[0] == islands
        assert 0 < int(row[1]) <= 10
        assert all(float(figure) >= 0 for figure in row[2:])
