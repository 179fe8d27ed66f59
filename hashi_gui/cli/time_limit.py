"""Jobs that a time limit or Ctrl-C can stop."""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from time import monotonic
from typing import TypeVar

from hashi_gui.solving import CancelToken

Answer = TypeVar("Answer")


def run_with_time_limit(limit: float | None, job: Callable[[CancelToken], Answer]) -> Answer:
    """What ``job`` returns; its token is cancelled after ``limit`` seconds, and by Ctrl-C.

    The job has a thread of its own, because a thread that is inside a solver hears no signal.
    """
    token = CancelToken()
    end = math.inf if limit is None else monotonic() + limit
    with ThreadPoolExecutor(max_workers=1) as pool:
        try:
            answer = pool.submit(job, token)
            while not answer.done() and (left := end - monotonic()) > 0:
                # In slices, because on Windows Ctrl-C does not end a wait.
                wait([answer], timeout=min(left, 0.1))
        finally:
            token.cancel()
        return answer.result()
