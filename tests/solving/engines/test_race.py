from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from hashi_gui.solving import Cancelled, CancelToken
from hashi_gui.solving.encoding import Literals
from hashi_gui.solving.engines.engine import GaveUp
from hashi_gui.solving.engines.race import FIRST_TURN, race

TIMEOUT = 60.0
"""Seconds after which a test fails because an engine does not stop."""


class FakeEngine:
    """An engine that answers as a function says, and remembers how long its turns were."""

    def __init__(self, answer: Callable[[CancelToken, int | None], bytes | None]) -> None:
        self.turns: list[int | None] = []
        self.tokens: list[CancelToken] = []
        self._answer = answer

    @contextmanager
    def cancellable(self, cancel: CancelToken | None) -> Iterator[CancelToken]:
        assert cancel
        yield cancel

    def solve(
        self, token: CancelToken, assumptions: Literals = (), max_conflicts: int | None = None
    ) -> bytes | None:
        assert list(assumptions) == [1, -2]
        self.turns.append(max_conflicts)
        self.tokens.append(token)
        return self._answer(token, max_conflicts)


def wait_until_cancelled(token: CancelToken, _max_conflicts: int | None) -> bytes | None:
    cancelled = threading.Event()
    with token.on_cancel(cancelled.set):
        assert cancelled.wait(TIMEOUT)
    raise Cancelled


def give_up(_token: CancelToken, _max_conflicts: int | None) -> bytes | None:
    raise GaveUp


def run(*lanes: list[FakeEngine], token: CancelToken | None = None) -> bytes | None:
    return race(lanes, token or CancelToken(), [1, -2])


def test_the_first_answer_counts_and_the_others_are_stopped() -> None:
    slow, fast = FakeEngine(wait_until_cancelled), FakeEngine(lambda *_: b"\1")
    assert run([slow], [fast]) == b"\1"
    assert slow.tokens[0].cancelled


def test_no_solution_is_an_answer() -> None:
    assert run([FakeEngine(wait_until_cancelled)], [FakeEngine(lambda *_: None)]) is None


def test_engines_in_one_lane_take_turns_that_grow() -> None:
    def third_time(_token: CancelToken, _max_conflicts: int | None) -> bytes | None:
        if len(patient.turns) < 3:
            raise GaveUp
        return b"\2"

    hasty, patient = FakeEngine(give_up), FakeEngine(third_time)
    assert run([hasty, patient]) == b"\2"
    assert hasty.turns == patient.turns == [FIRST_TURN, 2 * FIRST_TURN, 4 * FIRST_TURN]


def test_an_engine_with_a_lane_of_its_own_is_not_limited() -> None:
    alone = FakeEngine(lambda *_: b"")
    run([alone])
    assert alone.turns == [None]


def test_cancelling_stops_all_engines() -> None:
    token = CancelToken()
    engines = [FakeEngine(wait_until_cancelled) for _ in range(3)]
    outcome: list[BaseException] = []

    def ask() -> None:
        try:
            run(*([engine] for engine in engines), token=token)
        except Cancelled as cancelled:
            outcome.append(cancelled)

    thread = threading.Thread(target=ask)
    thread.start()
    token.cancel()
    thread.join(TIMEOUT)
    assert len(outcome) == 1
    assert not [each for each in threading.enumerate() if each.name == "engine"]


def test_an_error_ends_the_race() -> None:
    def fail(_token: CancelToken, _max_conflicts: int | None) -> bytes | None:
        raise RuntimeError("broken")

    slow = FakeEngine(wait_until_cancelled)
    with pytest.raises(RuntimeError, match="broken"):
        run([slow], [FakeEngine(fail)])
    assert slow.tokens[0].cancelled
