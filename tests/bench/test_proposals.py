from __future__ import annotations

from collections.abc import Iterator

import pytest

from hashi_gui.bench import proposals
from hashi_gui.bench.makers import generated
from hashi_gui.bench.proposals import (
    change_level_row,
    fewest_clues_row,
    has_verdict,
    make_unique_row,
    measure,
)
from hashi_gui.logic.levels import Level
from hashi_gui.solving import CancelToken, VerdictKind


def test_each_kind_of_proposal_has_its_row() -> None:
    name, number, proved, left, *seconds = fewest_clues_row("small", [generated(6, 1).puzzle])
    assert (name, number, proved) == ("small", "1", "100 %")
    assert 0 < float(left.removesuffix(" %")) < 100
    assert len(seconds) == 2
    for kind in (VerdictKind.SEVERAL, VerdictKind.NONE):
        name, number, reached, changed, *seconds = make_unique_row(6, kind, 1)
        assert (name, number, reached) == (f"6x6, {kind}", "1", "100 %")
        assert int(changed.partition(" ")[0]) >= 1
    name, _, reached, _, *seconds = change_level_row(7, Level.HARD, Level.EASY, 1)
    assert (name, reached) == ("7x7, hard to easy", "100 %")


def test_puzzles_in_the_course_of_setting_have_the_verdict_asked_for() -> None:
    for kind in (VerdictKind.SEVERAL, VerdictKind.NONE):
        assert has_verdict(next(proposals._edited(6, kind)), kind)


def test_a_search_is_stopped_at_the_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(cancel: CancelToken) -> Iterator[int]:
        yield 1
        while True:
            cancel.raise_if_cancelled()

    monkeypatch.setattr(proposals, "TIME_LIMIT", 0.01)
    assert measure(endless).last == 1
