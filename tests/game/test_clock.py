from __future__ import annotations

import pytest

from hashi_gui.game import Clock


class Source:
    """A fake time source."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def source() -> Source:
    return Source()


def test_a_new_clock_is_not_running(source):
    clock = Clock(now=source)
    source.time += 5
    assert not clock.running
    assert clock.seconds == 0


def test_only_time_between_start_and_pause_is_measured(source):
    clock = Clock(12.5, source)
    clock.start()
    source.time += 3
    assert clock.running
    assert clock.seconds == 15.5
    clock.pause()
    source.time += 100
    assert not clock.running
    assert clock.seconds == 15.5
    clock.start()
    source.time += 1
    assert clock.seconds == 16.5


def test_starting_or_pausing_twice_changes_nothing(source):
    clock = Clock(now=source)
    clock.pause()
    clock.start()
    source.time += 2
    clock.start()
    source.time += 2
    assert clock.seconds == 4
    clock.pause()
    source.time += 2
    clock.pause()
    assert clock.seconds == 4


def test_a_stopped_clock_never_starts_again(source):
    clock = Clock(now=source)
    clock.start()
    source.time += 7
    clock.stop()
    clock.start()
    source.time += 7
    assert not clock.running
    assert clock.seconds == 7
