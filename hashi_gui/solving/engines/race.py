"""Engines that race for the answer to one question."""

from __future__ import annotations

from collections.abc import Sequence
from queue import SimpleQueue
from threading import Thread

from hashi_gui.solving.cancel import CancelToken
from hashi_gui.solving.encoding import Literals
from hashi_gui.solving.engines.engine import GaveUp, LimitedEngine

FIRST_TURN = 8_000
"""Conflicts of the first turn of an engine that takes turns with others."""

Lane = Sequence[LimitedEngine]
"""Engines that take turns in one thread; an engine alone in its lane is never interrupted."""


def race(lanes: Sequence[Lane], token: CancelToken, assumptions: Literals) -> bytes | None:
    """Return the first answer of an engine, see :meth:`Engine.solve`, and stop all others.

    A single lane runs in the thread of the caller. Raises Cancelled.
    """
    if len(lanes) == 1:
        return _run(lanes[0], token, assumptions)
    tokens = [CancelToken() for _ in lanes]
    outcomes: SimpleQueue[bytes | BaseException | None] = SimpleQueue()

    def run(lane: Lane, own_token: CancelToken) -> None:
        try:
            outcomes.put(_run(lane, own_token, assumptions))
        except BaseException as error:
            outcomes.put(error)

    def cancel() -> None:
        for each in tokens:
            each.cancel()

    threads = [
        Thread(target=run, args=pair, name="engine", daemon=True) for pair in zip(lanes, tokens)
    ]
    with token.on_cancel(cancel):
        for thread in threads:
            thread.start()
        outcome = outcomes.get()
    cancel()
    for thread in threads:
        thread.join()
    token.raise_if_cancelled()
    if isinstance(outcome, BaseException):
        raise outcome
    return outcome


def _run(lane: Lane, token: CancelToken, assumptions: Literals) -> bytes | None:
    """Let the engines of a lane take turns, each twice as long as the one before."""
    turn = FIRST_TURN if len(lane) > 1 else None
    while True:
        for engine in lane:
            try:
                with engine.cancellable(token):
                    return engine.solve(token, assumptions, turn)
            except GaveUp:
                continue
        if turn is not None:
            turn *= 2
