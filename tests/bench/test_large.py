from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hashi_gui.bench import large as module
from hashi_gui.bench.instances import find_instances
from hashi_gui.bench.large import large_puzzle, main
from hashi_gui.method_registry import solve
from hashi_gui.solving import Status


@pytest.mark.parametrize("islands", [10, 100, 1000])
def test_a_puzzle_has_the_requested_islands_and_a_solution(islands: int):
    puzzle = large_puzzle(islands, seed=1)
    assert len(puzzle.islands) == islands
    assert solve(puzzle).status is Status.SOLVED


def test_the_same_seed_makes_the_same_puzzle():
    assert large_puzzle(100, seed=1) == large_puzzle(100, seed=1)
    assert large_puzzle(100, seed=1) != large_puzzle(100, seed=2)


def test_the_command_writes_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "SIZES", (10, 50))
    monkeypatch.setattr(sys, "argv", ["large", str(tmp_path / "growth"), "--count", "2"])
    main()
    instances = find_instances([tmp_path / "growth"]).instances
    assert [(Path(each.path).name, each.islands) for each in instances] == [
        ("10-0.has", 10),
        ("10-1.has", 10),
        ("50-0.has", 50),
        ("50-1.has", 50),
    ]
