from __future__ import annotations

import os
import signal
import sys
import time
from concurrent.futures import CancelledError

import pytest

from hashi_gui.core.errors import WorkerLostError
from hashi_gui.system.processes import WorkerPool

# The functions are looked up in modules that a new process can import.


def test_calls_are_made_in_other_processes() -> None:
    with WorkerPool(2) as pool:
        processes = [pool.submit(os.getpid) for _ in range(20)]
        results = [pool.submit(pow, n, 2, mod=5) for n in range(20)]
        assert [future.result() for future in results] == [n**2 % 5 for n in range(20)]
        found = {future.result() for future in processes}
    assert os.getpid() not in found
    assert len(found) <= 2


def test_errors_come_back_with_the_traceback_of_the_worker() -> None:
    with WorkerPool(1) as pool:
        with pytest.raises(ZeroDivisionError) as caught:
            pool.submit(divmod, 1, 0).result()
        assert "in _answer_or_error" in caught.value.__notes__[0]
        assert pool.submit(divmod, 7, 2).result() == (3, 1)


def test_what_cannot_be_sent_is_an_error_of_the_call() -> None:
    with WorkerPool(1) as pool:
        with pytest.raises(Exception, match=r"(?i)pickle|local object"):
            pool.submit(lambda: 1).result()
        assert pool.submit(int).result() == 0


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (signal.SIGTERM, "by SIGTERM."),
        (getattr(signal, "SIGKILL", 9), "by SIGKILL, perhaps because memory ran out."),
    ],
)
def test_a_worker_that_is_killed_lets_all_that_follows_fail(number: int, reason: str) -> None:
    with WorkerPool(2) as pool:
        assert pool.submit(int).result() == 0
        futures = [pool.submit(signal.raise_signal, number) for _ in range(2)]
        futures += [pool.submit(int) for _ in range(9)]
        for future in futures[:2]:
            with pytest.raises(WorkerLostError, match=rf"^A worker process was ended {reason}$"):
                future.result()
        with pytest.raises(WorkerLostError):
            pool.submit(int).result()


def test_a_worker_that_ends_by_itself_is_lost_too() -> None:
    with (
        WorkerPool(1) as pool,
        pytest.raises(WorkerLostError, match=r"^A worker process ended too early\.$"),
    ):
        pool.submit(os._exit, 3).result()


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_a_worker_that_is_killed_while_it_has_nothing_to_do_is_lost() -> None:
    with WorkerPool(1) as pool:
        os.kill(pool.submit(os.getpid).result(), signal.SIGKILL)
        with pytest.raises(WorkerLostError):
            pool.submit(int).result()


def test_leaving_the_block_ends_the_workers_and_cancels_the_calls() -> None:
    with WorkerPool(1) as pool:
        process = pool.submit(os.getpid).result()
        busy = pool.submit(time.sleep, 1000)
        waiting = pool.submit(int)
    with pytest.raises(CancelledError):
        waiting.result()
    with pytest.raises((CancelledError, WorkerLostError)):  # It may not have begun.
        busy.result()
    if sys.platform != "win32":
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)
