"""A Dask cluster as an executor."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from hashi_gui.core.errors import HashiError
from hashi_gui.system.processes import WorkerLostError

if TYPE_CHECKING:
    from distributed import Client

CONNECT_TIMEOUT = "10 s"

NO_WORKER_SECONDS = 60.0
"""How long the cluster may have no worker, because the first one or a new one is starting."""


class Cluster(NamedTuple):
    """``check`` raises WorkerLostError if waiting for a result is in vain; call it now and then."""

    executor: Executor
    threads: int
    check: Callable[[], None]


@contextmanager
def connect(address: str) -> Iterator[Cluster]:
    """Connect to the scheduler at an address.

    Raises HashiError if there is none, or if its workers lack this program, and WorkerLostError if
    the scheduler or all workers are lost.
    """
    try:
        from distributed import Client
        from distributed.scheduler import KilledWorker
    except ImportError as error:
        raise HashiError(
            "--scheduler needs Dask, which is not installed: pip install 'hashi-gui[dask]'."
        ) from error
    # It logs each lost connection with a traceback, also those that are handled here.
    logging.disable()
    try:
        client = Client(address, timeout=CONNECT_TIMEOUT)
    except (OSError, ValueError) as error:
        raise HashiError(f"There is no Dask scheduler at {address} ({error}).") from error
    with client:
        check = _WorkerCheck(client, address)
        try:
            threads = sum(client.nthreads().values())
            yield Cluster(client.get_executor(), max(1, threads), check)
        except (CancelledError, OSError) as error:
            raise WorkerLostError(f"The Dask scheduler at {address} was lost.") from error
        except KilledWorker as error:
            raise WorkerLostError(
                "The Dask workers that should make a puzzle died, one after the other."
            ) from error
        except (ImportError, RuntimeError) as error:
            raise HashiError(
                "The Dask cluster failed; its workers need this version of hashi-gui. "
                f"({str(error).splitlines()[0]})"
            ) from error


class _WorkerCheck:
    """Checks that the cluster has a scheduler and has had workers not too long ago."""

    def __init__(self, client: Client, address: str) -> None:
        self._client = client
        self._address = address
        self._last_seen = monotonic()

    def __call__(self) -> None:
        if self._client.status != "running":
            raise WorkerLostError(f"The Dask scheduler at {self._address} was lost.")
        if self._client.nthreads():
            self._last_seen = monotonic()
        elif monotonic() - self._last_seen > NO_WORKER_SECONDS:
            raise WorkerLostError(f"The Dask cluster at {self._address} has no workers.")
