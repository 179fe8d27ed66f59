from __future__ import annotations

import pytest

from hashi_gui.bench import certificates
from hashi_gui.bench.certificates import measure
from hashi_gui.core.puzzle import Puzzle
from hashi_gui.verify_certificate import CertificateError

PUZZLES = [
    ("one", Puzzle.from_clues(1, 3, {(0, 0): 1, (0, 2): 1})),
    ("none", Puzzle.from_clues(1, 3, {(0, 0): 1, (0, 2): 2})),
]


def test_each_verdict_has_a_row() -> None:
    wrong: list[str] = []
    rows = list(measure("small", PUZZLES, 60, wrong))
    assert [row[:3] for row in rows] == [("small", "none", "1"), ("small", "unique", "1")]
    assert {len(row) for row in rows} == {9}
    assert wrong == []


def test_what_is_stopped_or_not_verified_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong: list[str] = []
    assert list(measure("small", PUZZLES[:1], 0, wrong)) == [
        ("small", "stopped: one", "1", *[""] * 6)
    ]

    def refuse(folder: object) -> str:
        raise CertificateError("It is wrong.")

    monkeypatch.setattr(certificates, "verify", refuse)
    assert list(measure("small", PUZZLES[:1], 60, wrong)) == []
    assert wrong == ["one: It is wrong."]
