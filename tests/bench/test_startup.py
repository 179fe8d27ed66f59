from __future__ import annotations

import sys

import pytest

from hashi_gui.bench import startup
from hashi_gui.bench.startup import BARE, PROGRAMS, measure, table
from hashi_gui.bench.window import Duration
from hashi_gui.core.errors import HashiError

unix_only = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no resource usage")


@unix_only
@pytest.mark.parametrize("name", ["an empty window", "the window"])
def test_a_window_ends_when_it_is_painted(name, monkeypatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    arguments = BARE[name] if name in BARE else PROGRAMS[name][1]
    taken = measure(arguments)
    assert taken.processor > 0
    assert taken.elapsed > 0


@unix_only
def test_a_program_that_fails_is_not_measured():
    with pytest.raises(HashiError, match="exit code 3"):
        measure(("-c", "raise SystemExit(3)"))


def test_the_table_compares_each_program_with_a_bare_one(monkeypatch):
    monkeypatch.setattr(startup, "PROGRAMS", {"solve": ("Python", ())})
    starts = {
        "Python": [Duration(0.010, 0.01), Duration(0.020, 0.01), Duration(0.900, 0.02)],
        "solve": [Duration(0.050, 0.04)],
    }
    assert table(starts).rows == [
        ["Python", "20.0", "10.0", "-", "-"],
        ["solve", "50.0", "40.0", "2.50", "4.00"],
    ]
