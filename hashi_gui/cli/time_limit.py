"""Work that a time limit can stop."""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from time import monotonic
from typing import TypeVar

from hashi_gui.solving import CancelToken

T = TypeVar("T")


def run_with_time_limit(limit: float | None, work: Callable[[CancelToken], T]) -> T:
    """Call ``work`` and return its result.

    Its token is cancelled after ``limit`` seconds (None: never). The work runs in another thread,
    because Python handles no signal, such as Ctrl-C, while its main thread is inside a solver.
    """
    token = CancelToken()
    deadline = math.inf if limit is None else monotonic() + limit
    with ThreadPoolExecutor(max_workers=1) as pool:
        try:
            future = pool.submit(work, token)
            while not future.done() and (remaining := deadline - monotonic()) > 0:
                # At most 0.1 s at a time, because on Windows Ctrl-C does not interrupt a wait.
                wait([future], timeout=min(remaining, 0.1))
        finally:
            token.cancel()
        return future.result()
