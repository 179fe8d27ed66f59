"""A Dask cluster as an executor."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from hashi_gui.core.errors import HashiError
from hashi_gui.system.processes import WorkerLostError

if TYPE_CHECKING:
    from distributed import Client

CONNECT_TIMEOUT = "10 s"

NO_WORKER_SECONDS = 60.0
"""How long the cluster may have no worker, because the first one or a new one is starting."""


class Cluster:
    """A cluster, whose ``executor`` makes as many calls at a time as its workers have ``threads``.

    Workers may come and go; a call that was lost with its worker is made again by another one.
    """

    def __init__(self, client: Client, address: str) -> None:
        # A measurement that is repeated may have another result.
        self.executor: Executor = client.get_executor(pure=False)
        self.threads = 1
        self._client = client
        self._address = address
        self._last_seen = monotonic()

    def check(self) -> None:
        """Update ``threads``. Raises WorkerLostError if waiting for a result is in vain."""
        if self._client.status != "running":
            raise WorkerLostError(f"The Dask scheduler at {self._address} was lost.")
        if threads := sum(self._client.nthreads().values()):
            self.threads, self._last_seen = threads, monotonic()
        elif monotonic() - self._last_seen > NO_WORKER_SECONDS:
            raise WorkerLostError(f"The Dask cluster at {self._address} has no workers.")


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
        try:
            cluster = Cluster(client, address)
            cluster.check()
            yield cluster
        except (CancelledError, OSError) as error:
            raise WorkerLostError(f"The Dask scheduler at {address} was lost.") from error
        except KilledWorker as error:
            raise WorkerLostError(
                "The Dask workers that got a certain piece of work died, one after the other."
            ) from error
        except (ImportError, RuntimeError) as error:
            raise HashiError(
                "The Dask cluster failed; its workers need this version of hashi-gui. "
                f"({str(error).splitlines()[0]})"
            ) from error
