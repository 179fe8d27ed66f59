from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_gui.core.errors import WorkerLostError
from hashi_gui.system import parallel
from hashi_gui.system.parallel import Cluster, Mapper, Parallel, Sequential


class BadNumberError(Exception):
    """Raised by a call or by the iterator of the items."""


def outcome(mapper: Mapper, count: int, bad_call: int | None, bad_item: int | None) -> list[object]:
    """The results of a mapper, and in the end the error if there is one."""

    def double(number: int) -> int:
        if number == bad_call:
            raise BadNumberError(f"call {number}")
        return 2 * number

    def items() -> Iterator[int]:
        for number in range(count):
            if number == bad_item:
                raise BadNumberError(f"item {number}")
            yield number

    results: list[object] = []
    try:
        results.extend(mapper.map(double, items()))
    except BadNumberError as error:
        results.append(str(error))
    return results


numbers = st.integers(0, 40)


@given(count=numbers, bad_call=st.none() | numbers, bad_item=st.none() | numbers)
def test_results_and_errors_are_those_of_one_call_after_the_other(count, bad_call, bad_item):
    expected = outcome(Sequential(), count, bad_call, bad_item)
    with ThreadPoolExecutor(3) as pool:
        for workers in (lambda: 1, lambda: 3):
            assert outcome(Parallel(pool, workers), count, bad_call, bad_item) == expected


def test_an_error_says_where_it_was_raised():
    with ThreadPoolExecutor(1) as pool, pytest.raises(ZeroDivisionError) as caught:
        list(Parallel(pool, lambda: 1).map(divmod_of_zero, [1]))
    assert "in divmod_of_zero" in caught.value.__notes__[0]


def divmod_of_zero(number: int) -> tuple[int, int]:
    return divmod(number, 0)


class CountingExecutor(ThreadPoolExecutor):
    """Counts the items of each batch."""

    def __init__(self) -> None:
        super().__init__(1)
        self.sizes: list[int] = []

    def submit(self, fn, /, *args, **kwargs) -> Future:
        self.sizes.append(len(args[1]))
        return super().submit(fn, *args, **kwargs)


def test_batches_grow_while_the_calls_are_short(monkeypatch):
    monkeypatch.setattr(parallel, "BATCH_SECONDS", 1e6)
    with CountingExecutor() as pool:
        results = list(Parallel(pool, lambda: 1).map(str, range(2000)))
    assert results == [str(n) for n in range(2000)]
    assert pool.sizes[:3] == [1, 1, 2]
    assert max(pool.sizes) == parallel.MAX_BATCH_SIZE


def test_batches_of_long_calls_have_one_item(monkeypatch):
    monkeypatch.setattr(parallel, "BATCH_SECONDS", 0.0)
    with CountingExecutor() as pool:
        list(Parallel(pool, lambda: 1).map(str, range(30)))
    assert set(pool.sizes) == {1}


def test_no_more_items_are_taken_than_are_called_ahead():
    taken = []
    with ThreadPoolExecutor(1) as pool:
        results = Parallel(pool, lambda: 2).map(str, (taken.append(n) or n for n in range(100)))
        assert next(results) == "0"
    assert len(taken) == 2 * parallel.AHEAD


class NoWorkers:
    """A client of a cluster without workers."""

    status = "running"

    def get_executor(self, *, pure: bool) -> None:
        return None

    def nthreads(self) -> dict[str, int]:
        return {}


def test_a_cluster_without_workers_is_given_some_time(monkeypatch):
    cluster = Cluster(NoWorkers(), "here")
    cluster.check()
    monkeypatch.setattr(parallel, "NO_WORKER_SECONDS", -1)
    with pytest.raises(WorkerLostError, match=r"^The Dask cluster at here has no workers\.$"):
        cluster.check()


class NeverExecutor(ThreadPoolExecutor):
    """Has no worker."""

    def submit(self, fn, /, *args, **kwargs) -> Future:
        return Future()


def test_the_check_can_end_the_waiting(monkeypatch):
    monkeypatch.setattr(parallel, "CHECK_INTERVAL", 0.01)

    with pytest.raises(BadNumberError, match="in vain"):
        list(
            Parallel(NeverExecutor(), lambda: 1, Mock(side_effect=BadNumberError("in vain"))).map(
                str, [1]
            )
        )
